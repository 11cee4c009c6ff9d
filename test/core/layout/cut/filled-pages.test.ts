// Blank rows that fill a page leave room for all that stands below them: no page of a table is higher than its body.
import { expect, test } from "vitest";
import type { PlacedItem } from "../../../../src/core/sdk/index.ts";
import { layOutSource } from "../../../support/lay-out.ts";

const MM = 36_000;
const BODY_BOTTOM_EMU = (90 - 8) * MM;

const EXTRAS = {
  carry: ["", "carry (.v) into=v"],
  foot: [
    "",
    'foot {\n cell "総計" col=n\n cell (sum(r[].v)) col=v\n }',
    'foot on=every {\n cell "総計" col=n\n cell "1" col=v\n }',
  ],
  pagefoot: ["", 'pagefoot {\n cell "頁計" col=n\n cell (.v) col=v\n }'],
  properties: ["", "rows-per-page=3", "min-rows=5", "border=1pt"],
} as const;

const CASES = EXTRAS.carry.flatMap((carry) =>
  EXTRAS.foot.flatMap((foot) =>
    EXTRAS.pagefoot.flatMap((pagefoot) =>
      EXTRAS.properties.map((properties) => ({ carry, foot, pagefoot, properties })),
    ),
  ),
);

/** How far down an item with an area of its own, or letters, reach. */
function bottomOf(item: PlacedItem): number {
  if (item.kind === "glyphs") return item.yEmu;
  return "shape" in item && item.shape.kind === "rectangle" ? item.shape.rectangle.bottomEmu : 0;
}

test.each(CASES)("$properties, $carry, $foot, $pagefoot", ({ carry, foot, pagefoot, properties }) => {
  const source = `rpt 1
field r[] max=40
field r[].g string(4) example=["甲"]
field r[].v int min=0 max=99 example=[1]
fonts gothic="Noto Sans JP"
sizes body=9pt
style base font=gothic size=body
style cell border=0.25pt padding=1mm
page 80mm 90mm margin=8mm {
  body {
    table r style=cell fill-rows=true ${properties} {
      column n "品名" "品" w=1fr
      column v "数" (.v) w=20mm
      group (.g) break=page {
        head "{.key}"
      }
      ${[carry, foot, pagefoot].join("\n      ")}
    }
  }
}
`;
  for (const rows of [1, 2, 3, 5, 9, 14]) {
    const r = Array.from({ length: rows }, (_, at) => ({ g: at % 2 === 0 ? "甲" : "乙", v: at }));
    const { value } = layOutSource(source, { r });
    expect(value.pages.length).toBeGreaterThan(rows > 1 ? 1 : 0);
    const lowest = value.pages.map(({ items }) => Math.max(...items.map(bottomOf)));
    expect(lowest.filter((bottomEmu) => bottomEmu > BODY_BOTTOM_EMU + MM / 10)).toEqual([]);
  }
});
