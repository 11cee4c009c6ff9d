import { expect, test } from "vitest";
import { bundledFonts, createEngine } from "../../../../src/core/engine/index.ts";

// A column that is widened as a check says holds the widest of what its cells may show, and not the first of it.

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });

/** The sum of a foot, which is wider where it is negative, and wider still of all entries. */
function sourceOf(widthMm: number): string {
  return `rpt 1
document stock title="部品台帳" lang=ja
field parts[] max=80
field parts[].no string(10) example=["P-1", "P-2"]
field parts[].stock int min=-999 max=9999 example=[10, 0]
field parts[].price decimal(9,2) min=0 max=999999.99 example=[120.5, 9800]
let parts[].value = round(.stock * .price, 0, half_up)
sizes body=9pt
style base size=body
page A4 margin=12mm {
  body {
    table parts header=repeat {
      column no "品番" w=1fr
      column value "評価額" (.value) w=40mm align=right format='#,##0;▲#,##0;0'
      carry (.value) into=value
    }
    row {
      text "計"
      text "{format(sum(parts[].value), '#,##0;▲#,##0;0')}" w=${widthMm}mm
    }
  }
}
`;
}

function told(widthMm: number): readonly string[] {
  const { diagnostics } = engine.check({ source: sourceOf(widthMm), data: null });
  return diagnostics.map(({ code, repair }) => `${code} ${repair?.title ?? ""}`);
}

test("a column is widened by what its widest number lacks", () => {
  for (const widthMm of [14, 17, 20]) {
    const [first, ...others] = told(widthMm);
    expect(others).toEqual([]);
    const by = Number(/^RPT4031 widen (?:w|the column) by ([\d.]+)mm/u.exec(first ?? "")?.[1]);
    expect(by, first).toBeGreaterThan(0);
    expect(told(Number((widthMm + by).toFixed(1)))).toEqual([]);
  }
});
