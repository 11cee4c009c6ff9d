import { expect, test } from "vitest";
import { layOutSource } from "../../../support/lay-out.ts";

// The letters of a seal are read column by column, from right to left, and never as a line that runs backwards.

/** The columns of the seal, from right to left, each from top to bottom. */
function columnsOf(name: string): readonly string[] {
  const source = `rpt 1
field name string(40) example="${name}"
page A5 margin=15mm {
  body {
    seal (name) w=18mm h=18mm
  }
}
`;
  const items = layOutSource(source).value.pages[0]?.items ?? [];
  const letters = items.flatMap((item) => (item.kind === "glyphs" ? [item] : []));
  const middles = new Map<number, { readonly y: number; readonly text: string }[]>();
  for (const { xEmu, yEmu, advanceEmu, run } of letters) {
    const middle = Math.round((run.direction === "vertical" ? xEmu : xEmu + advanceEmu / 2) / 36_000);
    middles.set(middle, [...(middles.get(middle) ?? []), { y: yEmu, text: run.text }]);
  }
  return [...middles]
    .toSorted(([one], [other]) => other - one)
    .map(([, column]) =>
      column
        .toSorted((one, other) => one.y - other.y)
        .map(({ text }) => text)
        .join(""),
    );
}

const NAMES: readonly (readonly [name: string, columns: readonly string[]])[] = [
  ["山田", ["山田"]],
  ["山 田", ["山田"]],
  ["林　太", ["林太"]],
  ["山田 太郎", ["山田", "太郎"]],
  ["林 太郎", ["林", "太郎"]],
  ["山 田 太 郎", ["山田", "太郎"]],
  ["東 海 林", ["東海林"]],
  ["株式会社 青葉 製作所", ["株式会社", "青葉", "製作所"]],
];

test.each(NAMES)("%s", (name, columns) => {
  expect(columnsOf(name)).toEqual(columns);
});
