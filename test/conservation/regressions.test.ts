// What generated forms once lost, each found at random and made small.
import { describe, expect, test } from "vitest";
import { judgedForm } from "../support/conservation/judged-form.ts";
import { Tally } from "../support/conservation/tally.ts";
import { MISJUDGED } from "./misjudged.ts";
import { REGRESSIONS } from "./regressions.ts";
import { UNTOLD } from "./untold.ts";

describe("what forms once lost is drawn, or named", () => {
  test.each([...REGRESSIONS, ...MISJUDGED, ...UNTOLD])("$lost", async ({ source, data, named }) => {
    const tally = new Tally();
    const form = await judgedForm(`rpt 1\n${source}`, data === undefined ? null : JSON.stringify(data));
    expect(form.kind, source).toBe("judged");
    tally.expectNothingLost(form, source, data);
    if (form.kind !== "judged") return;
    expect([...new Set(form.findings.map(({ code }) => code))].toSorted()).toEqual(named);
  });
});
