// Whole forms, built at random from the schema table, lose nothing that no finding names.
import fc from "fast-check";
import { expect } from "vitest";
import { type FormPlan, formPlans } from "./form-plan.ts";
import { writtenForm } from "./form-writer.ts";
import { judgedForm } from "./judged-form.ts";
import { Tally } from "./tally.ts";

/** A judge that findings excuse everywhere would see nothing: so many forms of a hundred are without one. */
const CLEAN_PERCENT = 25;
/** What the table of elements does not say about how they go together costs some plans. */
const INVALID_PERCENT = 10;

/** Draws and judges so many forms. Each share of them has plans of its own, so that processes can share the work. */
export async function judgeGeneratedForms(forms: number, seed: number | undefined, share: number): Promise<void> {
  const tally = new Tally();
  const judgedPlan = async (plan: FormPlan): Promise<void> => {
    const { source, data, broken } = writtenForm(plan);
    const form = await judgedForm(source, JSON.stringify(data));
    tally.expectNothingLost(form, source, data);
    if (form.kind !== "invalid") expect(form.kind, source).toBe(broken === null ? "judged" : "refused");
  };
  const own = seed === undefined ? {} : { seed: seed + share };
  await fc.assert(fc.asyncProperty(formPlans, judgedPlan), { numRuns: forms, ...own });
  tally.tell(`generated forms, share ${share + 1}`);
  expect(tally.clean * 100).toBeGreaterThanOrEqual(tally.judged * CLEAN_PERCENT);
  expect(tally.invalid * 100).toBeLessThanOrEqual(tally.forms * INVALID_PERCENT);
}
