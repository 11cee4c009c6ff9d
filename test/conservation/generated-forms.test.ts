// Whole forms, built at random from the schema table, lose nothing that no finding names.
import fc from "fast-check";
import { expect, test } from "vitest";
import { formPlans } from "../support/conservation/form-plan.ts";
import { writtenForm } from "../support/conservation/form-writer.ts";
import { judgedForm } from "../support/conservation/judged-form.ts";
import { Tally } from "../support/conservation/tally.ts";
import { inLane } from "../support/lane.ts";

const FORMS = inLane({ fast: 500, full: 20_000 });
/** A judge that findings excuse everywhere would see nothing: so many forms of a hundred are without one. */
const CLEAN_PERCENT = 40;
/** What the table of elements does not say about how they go together costs some plans. */
const INVALID_PERCENT = 10;

test("generated forms lose nothing without a finding, and refuse data beyond their declarations", async () => {
  const tally = new Tally();
  const judgedPlan = async (plan: Parameters<typeof writtenForm>[0]): Promise<void> => {
    const { source, data, broken } = writtenForm(plan);
    const form = await judgedForm(source, JSON.stringify(data));
    tally.expectNothingLost(form, source, data);
    if (form.kind !== "invalid") expect(form.kind, source).toBe(broken === null ? "judged" : "refused");
  };
  await fc.assert(fc.asyncProperty(formPlans, judgedPlan), { numRuns: FORMS });
  tally.tell("generated forms");
  expect(tally.clean * 100).toBeGreaterThanOrEqual(tally.judged * CLEAN_PERCENT);
  expect(tally.invalid * 100).toBeLessThanOrEqual(tally.forms * INVALID_PERCENT);
}, 3_600_000);
