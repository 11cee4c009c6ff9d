import { describe, expect, test } from "vitest";
import { diagnose, filterFindings } from "../../../src/core/diagnostics/index.ts";

const SPAN = { start: 0, end: 1 };
const WARNING = diagnose({ code: "RPT5006", span: SPAN, message: "small", why: "" });
const OTHER = diagnose({ code: "RPT5007", span: SPAN, message: "nearly", why: "" });
const ERROR = diagnose({ code: "RPT2101", span: SPAN, message: "unknown", why: "" });
const OF_PROFILE = { ...WARNING, code: "jp.invoice/number" as const };
const ALL = [ERROR, { ...WARNING, count: 13 }, OTHER, OF_PROFILE];

describe("what is asked for is shown, and what is left out is told", () => {
  test.each([
    [[], [], ["RPT2101", "RPT5006", "RPT5007", "jp.invoice/number"], null],
    [["error"], [], ["RPT2101"], "15 warnings"],
    [["warning"], ["RPT5007"], ["RPT5007"], "1 error and 14 warnings"],
    [[], ["RPT5"], ["RPT5006", "RPT5007"], "1 error and 1 warning"],
    [[], ["rpt5"], ["RPT5006", "RPT5007"], "1 error and 1 warning"],
    [[], ["jp.invoice", "RPT2101"], ["RPT2101", "jp.invoice/number"], "14 warnings"],
    [["info"], [], [], "1 error and 15 warnings"],
  ] as const)("severities %j, codes %j", (severities, codes, shown, leftOut) => {
    const answer = filterFindings(ALL, { severities, codes });
    expect(answer.shown.map(({ code }) => code)).toEqual(shown);
    expect(answer.leftOut).toBe(leftOut);
  });
});
