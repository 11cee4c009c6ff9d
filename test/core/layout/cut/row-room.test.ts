// RPT4010 names the room of a fresh page, wherever on a page the table begins.
import { expect, test } from "vitest";
import { bundledFonts, createEngine } from "../../../../src/core/engine/index.ts";
import { sampled } from "../../../support/lane.ts";

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });

function found(aboveMm: number, split: string, rows = 1): readonly (readonly [room: number, repair: string])[] {
  const names = Array.from({ length: rows }, () => '"名"').join(", ");
  const source = `rpt 1
document form lang=ja
field items[] max=2
field items[].name string(4) example=[${names}]
fonts gothic="Noto Sans JP"
sizes body=10pt
style base font=gothic size=body
page A4 margin=15mm {
  body {
    space ${aboveMm}mm
    table items split=${split} {
      column name "品名" "{repeat(.name, 2000)}" w=60mm
    }
  }
}
`;
  return engine
    .check({ source, data: null })
    .diagnostics.filter(({ code }) => code === "RPT4010")
    .map(({ message, repair }) => [Number(/a page has ([\d.]+)mm/u.exec(message)?.[1]), repair?.title ?? ""]);
}

const FRESH_MM = 267;
const HEADING_MM = 8;

test.each(sampled([0, 40, 100, 200, 230, 250], 3))("below %i mm of a page", (aboveMm) => {
  const told = found(aboveMm, "none", 2);
  expect(told).toHaveLength(2);
  for (const [room, repair] of told) {
    expect(room).toBeLessThanOrEqual(FRESH_MM);
    expect(room).toBeGreaterThan(FRESH_MM - HEADING_MM);
    expect(repair).toContain("split=cell");
  }
  expect(found(aboveMm, "cell", 2)).toEqual([]);
});
