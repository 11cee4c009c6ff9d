import { expect, test } from "vitest";
import { inkOf } from "../../../../src/core/layout/index.ts";
import { layOutSource } from "../../../support/lay-out.ts";

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

test.each(["1pt", "2pt", "3pt", "6pt"])("a border of %s lies beside the box to tick, not on it", (width) => {
  const source = `rpt 1
field ok bool example=true
page 120mm 40mm margin=10mm {
  body {
    check (ok) border=${width}
    check (ok) "はい" border-left=${width} align=right w=40mm
    check (ok) "はい" border-right=${width} align=right w=40mm
  }
}
`;
  const items = layOutSource(source, { ok: true }).value.pages[0]?.items ?? [];
  const lines = items.filter((item) => item.kind === "stroke");
  const borders = lines.filter(({ isBorder }) => isBorder === true);
  expect(borders).toHaveLength(3);
  for (const border of borders) {
    const inks = lines.flatMap((line) =>
      line.span[0] === border.span[0] && line !== border ? (inkOf(line) ?? []) : [],
    );
    const frame = inkOf(border);
    if (frame === null || inks.length === 0) throw new Error("nothing is drawn");
    const { widthEmu } = border;
    const isFrame = border.shape.kind === "rectangle";
    const [left, right] = [Math.min(...inks.map((ink) => ink.leftEmu)), Math.max(...inks.map((ink) => ink.rightEmu))];
    // Half of the line about the box to tick lies outside of it.
    const slack = 7_000;
    if (isFrame || frame.leftEmu < left) expect(left).toBeGreaterThanOrEqual(frame.leftEmu + widthEmu - slack);
    if (!isFrame && frame.leftEmu >= left) expect(right).toBeLessThanOrEqual(frame.rightEmu - widthEmu + slack);
  }
});
