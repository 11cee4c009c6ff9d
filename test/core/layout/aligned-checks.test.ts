import { expect, test } from "vitest";
import { layOutSource } from "../../support/lay-out.ts";

// A check box and its words are aligned together, as a line is.

const WIDTH_EMU = 100 * 36_000;
const LEFT_EMU = 10 * 36_000;

/** Where the box begins and the ink of its words ends, from the left of the body. */
function extent(properties: string, words: string): readonly [number, number] {
  const source = `rpt 1
field ok bool example=true
page 120mm 40mm margin=10mm {
  body {
    check (ok)${words === "" ? "" : ` "${words}"`} ${properties}
  }
}
`;
  const items = layOutSource(source, { ok: true }).value.pages[0]?.items ?? [];
  const xs = items.flatMap((item) => {
    if (item.kind === "glyphs") return [item.xEmu, item.xEmu + item.advanceEmu];
    if (item.kind !== "stroke" || item.shape.kind !== "path") return [];
    return item.shape.commands.flatMap((command) => (command.op === "close" ? [] : [command.xEmu]));
  });
  return [Math.min(...xs) - LEFT_EMU, Math.max(...xs) - LEFT_EMU];
}

test.each(["", "同意する"])("%j", (words) => {
  const [start, end] = extent("", words);
  const width = end - start;
  expect(start).toBe(0);
  expect(extent("align=right", words)).toEqual([WIDTH_EMU - width, WIDTH_EMU]);
  const [from, to] = extent("align=center", words);
  expect(to - from).toBe(width);
  expect(Math.abs(from - (WIDTH_EMU - width) / 2)).toBeLessThanOrEqual(1);
});

test("words of several lines begin beside the box, however they are aligned", () => {
  const long = "同意する。".repeat(20);
  expect(extent("align=center", long)).toEqual(extent("", long));
  expect(extent("align=right", long)).toEqual(extent("", long));
});
