// A chart fits its texts to the room that is free, so a field of its names has no capacity.
import { expect, test } from "vitest";
import { bundledFonts, createEngine } from "../../../src/core/engine/index.ts";

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });

test.each(["bar", "line", "stacked", "pie"])("%s", (kind) => {
  const source = `rpt 1
document form title="図" lang=ja
field rows[].k string(12) example=["甲", "乙"]
field rows[].v int example=[1, 2]
fonts gothic="Noto Sans JP"
sizes body=9pt
style base font=gothic size=body
page A5 margin=15mm {
  body {
    chart ${kind} rows h=60mm alt="図" title="数" {
      category (.k)
      series "数" (.v)
    }
  }
}
`;
  const { template } = engine.check({ source, data: null });
  expect(template).not.toBeNull();
  expect(template?.canvasJson).not.toContain("charactersPerLine");
});
