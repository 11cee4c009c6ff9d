import fc from "fast-check";
import { test } from "vitest";
import { judgeGeneratedForms } from "../support/conservation/generated-forms.ts";
import { inLane } from "../support/lane.ts";

/** Half of all. */
const FORMS = inLane({ fast: 250, full: 10_000 });

test("generated forms lose nothing without a finding, and refuse data beyond their declarations", async () => {
  await judgeGeneratedForms(FORMS, fc.readConfigureGlobal().seed, 1);
}, 3_600_000);
