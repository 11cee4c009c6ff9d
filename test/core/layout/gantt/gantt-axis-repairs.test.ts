// An axis has what the columns before it leave of the page: nobody can widen it by itself.
import { expect, test } from "vitest";
import { bundledFonts, createEngine } from "../../../../src/core/engine/index.ts";

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });

function repairs(column: string, widthMm: number, width = ""): readonly string[] {
  const source = `rpt 1
document plan title="工程" lang=ja
field start date example="2026-12-01"
field jobs[] min=1 max=3
field jobs[].name string(12) example=["現地の調査と測量の手配"]
sizes body=9pt
style base size=body
page w=${widthMm}mm h=100mm margin=10mm {
  body {
    text "{format(start, 'yyyy年M月d日')}"
    gantt jobs row-h=8mm {
      ${column}
      scale from=(start) to=(addDays(start, 30)) unit=day ${width}
      bar start=(addDays(start, 14)) end=(addDays(start, 16)) label="{.name}"
    }
  }
}
`;
  const { diagnostics } = engine.check({ source, data: null, worstCases: false });
  expect(diagnostics.filter(({ code }) => /^RPT[0-2]/.test(code))).toEqual([]);
  return diagnostics.flatMap(({ message, repair }) => (/on the time axis/.test(message) ? [repair?.title ?? ""] : []));
}

const COLUMN = 'column name "名" w=60mm';

test.each([
  ["without columns", "", 70, "or widen the axis by a wider page"],
  ["beside a column", COLUMN, 120, "or widen the axis by narrower columns or a wider page"],
])("an axis %s is widened by what it depends on", (_, column, widthMm, repair) => {
  expect(repairs(column, widthMm)).toEqual([expect.stringContaining(repair)]);
  expect(repairs(column, 280)).toEqual([]);
});

test("an axis with a width of its own is widened by it", () => {
  expect(repairs("", 200, "w=60mm")).toEqual([expect.stringContaining("or give the scale a larger w")]);
  expect(repairs("", 200, "w=170mm")).toEqual([]);
});

test("narrower columns widen an axis", () => {
  expect(repairs(COLUMN.replace("60mm", "10mm fit=shrink"), 130)).toEqual([]);
  expect(repairs(COLUMN, 130)).not.toEqual([]);
});
