// What a cell over several rows lacks is shared by all of them: none is much higher than its neighbours.
import { describe, expect, test } from "vitest";
import { layOutSource } from "../../../support/lay-out.ts";

const HEAD = `rpt 1
field items[].dept string(40) example=["東京本社開発部第一課東京本社開発部第一課"]
field items[].name string(20) example=["机"]
fonts gothic="Noto Sans JP"
style cell border=0.25pt padding=1mm
style base font=gothic
`;

function formOf(table: string, heightMm = 200): string {
  return `${HEAD}page 120mm ${heightMm}mm margin=10mm {\n  body {\n    ${table}\n  }\n}\n`;
}

const COLUMNS = 'column dept "部" w=10mm writing=vertical\ncolumn name "品名" w=1fr';

/** The heights of the rows of a page, by the lines across its last column. */
function heightsOf(source: string, items: readonly object[], page = 0): readonly number[] {
  const { pages } = layOutSource(source, { items }).value;
  const levels = (pages[page]?.items ?? []).flatMap((item) => {
    if (item.kind !== "stroke" || item.shape.kind !== "path") return [];
    const [from, to] = item.shape.commands.filter((command) => command.op !== "close");
    const isLevel = from?.yEmu === to?.yEmu && (to?.xEmu ?? 0) > 108 * 36_000;
    return from !== undefined && isLevel ? [from.yEmu] : [];
  });
  const sorted = [...new Set(levels)].sort((one, other) => one - other);
  return sorted.slice(1).map((level, at) => level - (sorted[at] ?? 0));
}

const LONG = "東京本社開発部第一課東京本社";
/** Heights are whole. */
const NEARLY_EMU = 4;

function expectAlike(heights: readonly number[]): void {
  expect(heights.length).toBeGreaterThan(1);
  expect(Math.max(...heights) - Math.min(...heights)).toBeLessThanOrEqual(NEARLY_EMU);
  expect(Math.max(...heights)).toBeGreaterThan(300_000);
}

describe("rows that a high cell lies over are as high as one another", () => {
  const records = (count: number) => Array.from({ length: count }, (_, at) => ({ dept: LONG, name: `品${at}` }));

  test.each([2, 3, 4])("%d rows of a record", (rows) => {
    const cells = Array.from({ length: rows }, () => "cell (.name) col=name").join("\nnewrow\n");
    const row = `row {\ncell (.dept) col=dept rows=${rows}\n${cells}\n}`;
    const source = formOf(`table items style=cell header=none {\n${COLUMNS}\n${row}\n}`);
    expectAlike(heightsOf(source, records(1)));
    expectAlike(heightsOf(source, records(2)));
  });

  test.each([2, 3])("%d rows of a foot", (rows) => {
    const cells = Array.from({ length: rows }, () => 'cell "計" col=name').join("\nnewrow\n");
    const foot = `foot {\ncell "${LONG}" col=dept rows=${rows} writing=vertical\n${cells}\n}`;
    const source = formOf(`table items style=cell header=none {\n${COLUMNS.replace('"部"', '"部" "" ')}\n${foot}\n}`);
    expectAlike(heightsOf(source, records(1)).slice(1));
  });

  const merged = `table items style=cell header=none {\n${COLUMNS.replace("vertical", "vertical merge=same")}\n}`;

  test.each([2, 3, 4])("%d records of one department", (count) => {
    expectAlike(heightsOf(formOf(merged), records(count)));
  });

  test("those of a page alone, where the department goes on at the next one", () => {
    const source = formOf(merged, 80);
    const pages = layOutSource(source, { items: records(12) }).value.pages.length;
    expect(pages).toBeGreaterThan(1);
    for (let page = 0; page < pages; page++) {
      const heights = heightsOf(source, records(12), page);
      expect(Math.max(...heights) - Math.min(...heights)).toBeLessThanOrEqual(NEARLY_EMU);
    }
  });
});
