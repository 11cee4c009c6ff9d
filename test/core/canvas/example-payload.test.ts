// The payload that stands in for data nobody sent: it keeps to the declarations that it is made from.
import { describe, expect, test } from "vitest";
import { type Canvas, examplePayload } from "../../../src/core/canvas/index.ts";
import { readPayload } from "../../../src/core/contract/index.ts";
import { bundledFonts, createEngine } from "../../../src/core/engine/index.ts";

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });
const TYPES = ["date", "time", "datetime", "string(4)", "text(9)", "int", "decimal(5,2)"].concat(
  "bool",
  "enum(a, b)",
  "image",
);
const EXAMPLES = ["", " example=[]"];
const form = (fields: readonly string[]) =>
  `rpt 1\n${fields.join("\n")}\npage A5 margin=12mm {\n  body {\n    text "様"\n  }\n}\n`;

function canvasOf(source: string): Canvas {
  const { template, diagnostics } = engine.check({ source, data: null, worstCases: false });
  expect(diagnostics.filter(({ severity, code }) => severity === "error" && code !== "RPT3002")).toEqual([]);
  return JSON.parse(template?.canvasJson ?? "{}") as Canvas;
}

function violationsOf(canvas: Canvas, payload: string): readonly string[] {
  const { violations } = readPayload(new TextEncoder().encode(payload), canvas.fields, { extra: "ignore" });
  return violations.map(({ path }) => path);
}

describe.each(TYPES)("a list of %s that may stay away", (type) => {
  test.each(EXAMPLES)("is left out, or has entries of its type where it is asked for some:%s", (example) => {
    const canvas = canvasOf(form([`field a[]? ${type} max=9${example}`, "field r[] max=3", `field r[].b[]? ${type}`]));
    expect(violationsOf(canvas, examplePayload(canvas))).toEqual([]);
    const counts = new Map([
      ["a[]", 2],
      ["r[].b[]", 2],
    ]);
    const payload = examplePayload(canvas, counts);
    expect(JSON.parse(payload)).toMatchObject({ a: [expect.anything(), expect.anything()] });
    expect(violationsOf(canvas, payload)).toEqual([]);
  });
});

test("days go on where a list takes more entries than it has examples", () => {
  const canvas = canvasOf(
    form([
      "field days[] min=5 max=31",
      'field days[].date date example=["2026-12-30", "2026-12-31"]',
      'field days[].shift string(1) example=["早", "遅"]',
      'field jobs[].from date example=["2026-12-01", "2026-12-09"]',
    ]),
  );
  const payload = JSON.parse(examplePayload(canvas, new Map([["jobs[]", 3]])));
  const dates = payload.days.map((day: { readonly date: string }) => day.date);
  expect(dates).toEqual(["2026-12-30", "2026-12-31", "2027-01-01", "2027-01-02", "2027-01-03"]);
  expect(payload.jobs.map((job: { readonly from: string }) => job.from)).toEqual([
    "2026-12-01",
    "2026-12-09",
    "2026-12-09",
  ]);
});
