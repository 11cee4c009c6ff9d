// RPT4020: what is not drawn at all is an error; what is drawn up to the edge, or as an arrow there, is a warning.
import { expect, test } from "vitest";
import { bundledFonts, createEngine } from "../../../src/core/engine/index.ts";

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });

const GANTT =
  (marks: string, top = "") =>
  (data: Readonly<Record<string, unknown>>) => ({
    source: form(
      `field first date\nfield jobs[].name string(9)\nfield jobs[].a? date\nfield jobs[].b? date\nfield jobs[].p? int`,
      `gantt jobs${top} {
      column name "品名" w=30mm
      scale from=(first) to=(addDays(first, 9)) unit=day
      ${marks}
    }`,
    ),
    data: { first: "2026-12-01", jobs: [{ name: "切断", ...data }] },
  });

const CHART =
  (kind: string, axis = "") =>
  (values: Readonly<Record<string, unknown>>) => ({
    source: form(
      "field rows[].k string(9)\nfield rows[].v decimal(9,2)\nfield line? int",
      `chart ${kind} rows h=60mm alt="図" {
      category (.k)
      series "値" (.v)
      ${axis}
    }`,
    ),
    data: {
      rows: [
        { k: "甲", v: 5, ...values },
        { k: "乙", v: 3 },
      ],
    },
  });

function form(fields: string, body: string): string {
  return `rpt 1
document form title="図" lang=ja
${fields}
fonts gothic="Noto Sans JP"
sizes body=9pt
colors plan=#8fb4e0
style base font=gothic size=body
page A4 landscape margin=15mm {
  body {
    ${body}
  }
}
`;
}

const BAR = GANTT("bar start=(.a) end=(.b) fill=plan");

test.each([
  ["a bar that ends before it begins", BAR({ a: "2026-12-05", b: "2026-12-03" }), ["error"]],
  ["a bar that is cut at the end", BAR({ a: "2026-12-05", b: "2026-12-30" }), ["warning"]],
  ["a bar that is cut at the start", BAR({ a: "2026-11-05", b: "2026-12-03" }), ["warning"]],
  ["a bar beyond the scale, drawn as an arrow", BAR({ a: "2027-01-05", b: "2027-01-07" }), ["warning"]],
  ["a bar before the scale, drawn as an arrow", BAR({ a: "2026-01-05", b: "2026-01-07" }), ["warning"]],
  ["a mark beyond the scale, drawn as an arrow", GANTT("milestone (.a)")({ a: "2027-01-05" }), ["warning"]],
  ["a bar with a torn edge", BAR({ a: "2026-12-05" }), ["warning"]],
  ["a bar within the scale", BAR({ a: "2026-12-05", b: "2026-12-07" }), []],
  [
    "the words of today without a heading",
    GANTT('bar start=(.a) end=(.b)\ntoday (first) "今日"', " header=none")({ a: "2026-12-05", b: "2026-12-07" }),
    ["error"],
  ],
  ["a negative part of a circle", CHART("pie")({ v: -2 }), ["error"]],
  ["a bar beyond its axis", CHART("bar", "axis y min=0 max=4")({}), ["warning"]],
  ["a line at a value beyond its axis", CHART("bar", "axis y min=0 max=10 line-at=20")({}), ["error"]],
] as const)("%s", (_, { source, data }, severities) => {
  const { diagnostics } = engine.check({ source, data: new TextEncoder().encode(JSON.stringify(data)) });
  const told = diagnostics.filter(({ code }) => code === "RPT4020").map(({ severity }) => severity);
  expect(told).toEqual(severities);
});
