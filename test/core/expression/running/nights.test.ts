// Minutes that were counted backwards over midnight are told where they are printed, unless the form corrects them.
import { describe, expect, test } from "vitest";
import { layOutSource } from "../../../support/lay-out.ts";

const M = "minutes(.from, .to)";

/** What a form prints of a night shift, and whether it prints it wrong. */
const PRINTED: Readonly<Record<string, readonly [form: string, isTold: boolean]>> = {
  "a duration": [`each s {\ntext (format(${M}, '[h]:mm'))\n}`, true],
  minutes: [`each s {\ntext (${M})\n}`, true],
  "a formatted number": [`each s {\ntext (format(${M}, '#,##0'))\n}`, true],
  hours: [`each s {\ntext (round(${M} / 60, 1))\n}`, true],
  "less a break": [`each s {\ntext (format(${M} - 60, '[h]:mm'))\n}`, true],
  "with more of it": [`each s {\ntext (format(${M} + 30, '[h]:mm'))\n}`, true],
  "a let": ["each s {\ntext (format(.worked, '[h]:mm'))\n}", true],
  "a column": ["table s {\ncolumn worked \"C\" format='[h]:mm'\n}", true],
  "a sum": ["text (format(sum(s[].worked), '[h]:mm'))", true],
  "a mean": ["text (round(avg(s[].worked) ?? 0))", true],
  "pay by the hour": [`each s {\ntext (round(${M} / 60 * 1200))\n}`, true],
  "a chart": ['chart bar s h=60mm alt="甲" {\ncategory (.from)\nseries "乙" (.worked)\n}', true],
  "over midnight": [`each s {\ntext (format((${M} + 1440) % 1440, '[h]:mm'))\n}`, false],
  "a day more": [`each s {\ntext (if(${M} < 0, ${M} + 1440, ${M}))\n}`, false],
  "a corrected let": ["each s {\ntext (if(.worked < 0, .worked + 1440, .worked))\n}", false],
  "a corrected sum": ["text (sum(s[].night))", false],
  "a condition": [`each s {\ntext "甲" when=(${M} < 0)\n}`, false],
  "the distance": [`each s {\ntext (abs(${M}))\n}`, false],
  "at least nothing": [`each s {\ntext (max(0, ${M}))\n}`, false],
  "nothing of it": ['each s {\ntext "甲"\n}', false],
};

function told(form: string, shifts: readonly (readonly [string, string])[], type = "time"): readonly string[] {
  const { diagnostics } = layOutSource(
    `rpt 1
field s[].from ${type}
field s[].to ${type}
let s[].worked = ${M}
let s[].night = (${M} + 1440) % 1440
page A4 {
body {
${form}
}
}
`,
    { s: shifts.map(([from, to]) => ({ from, to })) },
  );
  return diagnostics.filter(({ code }) => code === "RPT3027").map(({ message }) => message);
}

const NIGHT = ["22:00", "06:00"] as const;
const DAY = ["09:00", "17:00"] as const;

describe.each(Object.keys(PRINTED))("%s", (name) => {
  const [form, isTold] = PRINTED[name] ?? ["", false];
  test("of shifts over midnight", () => {
    const words = ["from 22:00 to 06:00 are -960 minutes at s[1]"];
    expect(told(form, [DAY, NIGHT, NIGHT])).toEqual(isTold ? words : []);
  });
  test("of shifts within a day", () => {
    expect(told(form, [DAY, DAY, ["09:00", "09:00"]])).toEqual([]);
  });
  test("of moments, which have days", () => {
    const moments = ["2026-06-02T06:00:00+09:00", "2026-06-01T22:00:00+09:00"] as const;
    expect(told(form.replace("category (.from)", "category (.worked)"), [moments], "datetime")).toEqual([]);
  });
});

test("a few minutes earlier than planned are meant as a number, and told as a duration", () => {
  const early = [["09:00", "08:55"]] as const;
  expect(told(PRINTED["minutes"]?.[0] ?? "", early)).toEqual([]);
  expect(told(PRINTED["a duration"]?.[0] ?? "", early)).toEqual(["from 09:00 to 08:55 are -5 minutes at s[0]"]);
});
