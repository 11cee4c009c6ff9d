import { expect, test } from "vitest";
import type { PlacedItem } from "../../../../src/core/layout/index.ts";
import { layOutSource } from "../../../support/lay-out.ts";

const EMU_PER_MILLIMETRE = 36_000;

/** The left and right edges of the stripes of each row, in millimetres from the table's left edge. */
function stripes(columns: readonly string[]): readonly string[] {
  const { value } = layOutSource(`rpt 1
field items[].group string(10) example=["北", "北", "北", "南", "南"]
field items[].name string(10) example=["一", "二", "三", "四", "五"]
field items[].count int example=[1, 2, 3, 4, 5]
colors shade=#dde6f0
page A4 margin=0mm {
  body {
    table items zebra=shade {
${columns.map((each) => `      column ${each}`).join("\n")}
    }
  }
}
`);
  const rows = new Map<number, string[]>();
  for (const item of value.pages[0]?.items ?? []) {
    const edges = edgesOf(item);
    if (edges === null) continue;
    const [left, right] = [edges.leftEmu / EMU_PER_MILLIMETRE, edges.rightEmu / EMU_PER_MILLIMETRE];
    rows.set(edges.topEmu, [...(rows.get(edges.topEmu) ?? []), `${left}–${right}`]);
  }
  return [...rows.values()].map((row) => row.join(" "));
}

function edgesOf(item: PlacedItem) {
  return item.kind === "fill" && item.shape.kind === "rectangle" ? item.shape.rectangle : null;
}

const NAME = 'name "店" w=40mm';
const COUNT = 'count "数" w=20mm';

test.each([
  ["through all columns", ['group "地区" w=30mm', NAME, COUNT], "0–90"],
  ["beside a merged column at the left", ['group "地区" w=30mm merge=same', NAME, COUNT], "30–90"],
  ["at both sides of a merged column", [NAME, 'group "地区" w=30mm merge=same', COUNT], "0–40 70–90"],
  ["not where every column is merged", ['group "地区" w=30mm merge=same'], null],
] as const)("stripes run %s", (_, columns, expected) => {
  expect(stripes(columns)).toEqual(expected === null ? [] : [expected, expected]);
});
