// Cells above and below the records of a table stand in the edges of their columns.
import { describe, expect, test } from "vitest";
import { layOutSource } from "../../../support/lay-out.ts";

function form(rows: string, amount = "padding=[1mm, 3mm] border=0.5pt"): string {
  return `rpt 1
field items[].name string(40) example=["サーバー保守", "コンテンツ更新"]
field items[].amount int example=[4500, 4500]
page A5 margin=15mm {
  body {
    table items {
      column name "品名" w=1fr padding=[1mm, 2mm]
      column amount "金額" w=30mm align=right ${amount}
      ${rows}
    }
  }
}
`;
}

/** Where each text of the form ends. */
function endsOf(source: string): readonly (readonly [text: string, endEmu: number])[] {
  const { pages } = layOutSource(source).value;
  return pages.flatMap(({ items }) =>
    items.flatMap((item) => (item.kind === "glyphs" ? [[item.run.text, item.xEmu + item.advanceEmu] as const] : [])),
  );
}

describe("a number below a column ends where the column's numbers end", () => {
  test.each([
    ["foot", "foot {\n cell (4500) col=amount align=right\n }"],
    ["foot over both columns", "foot {\n cell (4500) col=name..amount align=right\n }"],
    ["pagefoot", "pagefoot {\n cell (.amount - 2250) col=amount align=right\n }"],
    ["head", 'head {\n cell "品" col=name\n cell "4500" col=amount align=right\n }'],
    ["group", "group (.amount) {\n foot {\n cell (4500) col=amount align=right\n }\n }"],
  ])("%s", (_, rows) => {
    const ends = endsOf(form(rows)).filter(([text]) => text === "4500");
    expect(ends.length).toBeGreaterThan(2);
    expect(new Set(ends.map(([, end]) => end)).size).toBe(1);
  });
});

test("what a cell says of itself stands over its column", () => {
  const [column, foot] = endsOf(form("foot {\n cell (9999) col=amount align=right padding=[1mm, 1mm]\n }"))
    .filter(([text]) => text === "4500" || text === "9999")
    .slice(-2)
    .map(([, end]) => end);
  expect((foot ?? 0) - (column ?? 0)).toBe(2 * 36_000);
});

test("a cell below a framed column is framed", () => {
  const strokes = (amount: string): number => {
    const { pages } = layOutSource(form("foot {\n cell (9999) col=amount\n }", amount)).value;
    return Math.max(
      ...pages.flatMap(({ items }) =>
        items.flatMap((item) =>
          item.kind === "stroke" && item.shape.kind === "path"
            ? item.shape.commands.flatMap((one) => (one.op === "close" ? [] : [one.yEmu]))
            : [],
        ),
      ),
      0,
    );
  };
  expect(strokes("border=0.5pt")).toBeGreaterThan(strokes("border=none"));
});
