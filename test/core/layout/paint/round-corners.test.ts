// Nothing that lies in a box sticks out of its round corners, and nothing lies between the strokes of a double frame.
import { describe, expect, it } from "vitest";
import { inkOf } from "../../../../src/core/layout/page/ink.ts";
import type { PlacedItem, Rectangle } from "../../../../src/core/layout/page/pages.ts";
import { EMU_PER_MM } from "../../../support/canvas-builder.ts";
import { layOutSource } from "../../../support/lay-out.ts";

const FILLED = 'text "見出し" fill=#cfe3ff padding=3mm';
const TABLE = 'column name "品名" w=40mm\ncolumn qty "数量" w=30mm';

const BOXES = [
  ["box", (look: string) => `box ${look} {\n${FILLED}\n${FILLED}\n}`],
  ["stack", (look: string) => `stack ${look} {\n${FILLED}\n}`],
  ["row", (look: string) => `row ${look} {\n${FILLED}\n${FILLED}\n}`],
  ["columns", (look: string) => `columns n=1 ${look} {\n${FILLED}\n}`],
  ["each", (look: string) => `each items ${look} {\n${FILLED}\n}`],
  ["plate", (look: string) => `plate h=30mm ${look} {\n rect x=0mm y=0mm w=180mm h=30mm fill=#cfe3ff\n}`],
  ["nested boxes", (look: string) => `box ${look} {\nstack {\n${FILLED}\n}\n}`],
  ["table", (look: string) => `table items ${look} head-fill=#cfe3ff zebra=#eeeeee style=c {\n${TABLE}\n}`],
  ["wide table", (look: string) => `table items w=180mm ${look} head-fill=#cfe3ff style=c {\n${TABLE}\n}`],
] as const;

const KINDS = ["1pt", "[1pt, dash]", "[3pt, double]"] as const;

function itemsOf(element: string): readonly PlacedItem[] {
  const source = `rpt 1
document corners title="角" lang=ja
field items[].name string(20) example=["切削", "組立"]
field items[].qty int example=[1, 2]
style c border=0.25pt padding=1mm
page A4 margin=15mm {
  body {
${element}
  }
}
`;
  return layOutSource(source).value.pages.flatMap(({ items }) => items);
}

/** The frame's own strokes: rectangles with round corners. */
function isFrame(item: PlacedItem): boolean {
  return (
    (item.kind === "stroke" || item.kind === "fill") && item.shape.kind === "rectangle" && item.shape.radiusEmu > 0
  );
}

function covers(ink: Rectangle, [x, y]: readonly [number, number]): boolean {
  return ink.leftEmu < x && x < ink.rightEmu && ink.topEmu < y && y < ink.bottomEmu;
}

/** Points just within the corners of a box, beyond their arcs. */
function cornersOf(items: readonly PlacedItem[]): readonly (readonly [number, number])[] {
  const frames = items.filter(isFrame).flatMap((item) => inkOf(item) ?? []);
  const [left, top] = [Math.min(...frames.map((one) => one.leftEmu)), Math.min(...frames.map((one) => one.topEmu))];
  const right = Math.max(...frames.map((one) => one.rightEmu));
  const bottom = Math.max(...frames.map((one) => one.bottomEmu));
  const within = EMU_PER_MM * 0.6;
  return [left + within, right - within].flatMap((x) => [top + within, bottom - within].map((y) => [x, y] as const));
}

describe("round corners", () => {
  it.each(BOXES)("cut the fills and lines of a %s", (_, written) => {
    for (const kind of KINDS) {
      const items = itemsOf(written(`border=${kind} radius=5mm`));
      const corners = cornersOf(items);
      expect(corners.every((corner) => corner.every(Number.isFinite))).toBe(true);
      const uncut = items.filter((item) => {
        if (isFrame(item) || item.kind === "glyphs" || item.kind === "link") return false;
        const ink = inkOf(item);
        return ink !== null && item.clipPaths === undefined && corners.some((corner) => covers(ink, corner));
      });
      expect([kind, uncut]).toEqual([kind, []]);
    }
  });

  it("leave what does not reach a corner as it is", () => {
    const items = itemsOf(`box border=1pt radius=5mm padding=6mm {\n${FILLED}\n}`);
    expect(items.filter((item) => "clipPaths" in item)).toEqual([]);
  });
});

describe("a double frame around a table", () => {
  const framed = (look: string) => itemsOf(`table items border=[3pt, double] ${look} style=c {\n${TABLE}\n}`);

  it("goes around its columns, where nothing says how wide it is", () => {
    const rights = framed("").flatMap((item) => (item.kind === "stroke" ? (inkOf(item)?.rightEmu ?? []) : []));
    expect(Math.max(...rights) / EMU_PER_MM).toBeLessThan(86);
  });

  it.each(["", "radius=3mm", "w=180mm", "w=180mm radius=3mm"])("has nothing between its strokes: %s", (look) => {
    const items = framed(look);
    const between = items.filter((item) => {
      if (item.kind !== "stroke" || isFrame(item) || item.widthEmu > 4_000) return false;
      const ink = inkOf(item);
      return ink !== null && [ink.leftEmu, ink.topEmu].some((edge) => edge < 15 * EMU_PER_MM);
    });
    expect(between).toEqual([]);
  });
});
