import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { GlyphRunItem, PlacedItem } from "../../../../src/core/layout/index.ts";
import { glyphInk, inkOf } from "../../../../src/core/layout/page/ink.ts";
import { createShaper, type ParagraphSpec, setParagraph } from "../../../../src/core/text/index.ts";
import { bundledFont, harfbuzzWasm } from "../../text/bundled-fonts.ts";

const EM = 100_000;
const shaper = createShaper(harfbuzzWasm());

/** The items of one line whose start, or whose column's top and middle, lies at (10 em, 10 em). */
function itemsOf(text: string, writing: "horizontal" | "vertical"): readonly GlyphRunItem[] {
  const spec: ParagraphSpec = {
    text,
    fonts: [bundledFont("sansNormal")],
    lang: "ja",
    sizeEmu: EM,
    letterSpacingEmu: 0,
    align: "left",
    wrap: "kinsoku",
    kinsoku: "strict",
    fit: "wrap",
    sizeMinEmu: EM,
    condenseThousandths: 1000,
    linesMax: null,
    tabular: false,
    latinGapThousandths: 0,
    writing,
  };
  const [line] = setParagraph(spec, 100 * EM, shaper).lines;
  return (line?.pieces ?? []).map((piece) => ({
    ...piece,
    kind: "glyphs",
    span: [0, 0],
    node: 0,
    isStatic: true,
    xEmu: 10 * EM + (writing === "vertical" ? piece.acrossEmu : piece.xEmu),
    yEmu: 10 * EM + (writing === "vertical" ? piece.xEmu : piece.acrossEmu),
    color: [0, 0, 0, 255],
    sources: [],
  }));
}

const inksOf = (text: string, writing: "horizontal" | "vertical"): number[][] =>
  itemsOf(text, writing).map((item) => {
    const { bottomEmu, leftEmu, rightEmu, topEmu } = glyphInk(item);
    return [leftEmu, topEmu, rightEmu, bottomEmu].map((edge) => Math.round((edge * 100) / EM) / 100);
  });

describe("the ink of a run", () => {
  it("lies above the baseline of a horizontal line", () => {
    expect(inksOf("請求", "horizontal")).toEqual([[10, 9.2, 12, 10.06]]);
  });

  it("lies on both sides of a vertical line's middle, and along it", () => {
    expect(inksOf("請求", "vertical")).toEqual([[9.54, 10, 10.46, 12]]);
  });

  it("begins and ends without the space of brackets, commas and stops", () => {
    expect(inksOf("（注、", "horizontal")).toEqual([[10, 9.2, 12, 10.06]]);
    expect(inksOf("（", "horizontal")).toEqual([[10, 9.2, 10.5, 10.06]]);
    expect(inksOf("注）", "vertical")).toEqual([[9.54, 10, 10.46, 11.5]]);
  });

  it("begins and ends without blanks, upright and turned", () => {
    const [, , right] = inksOf("AB", "horizontal")[0] ?? [];
    expect(inksOf("AB  ", "horizontal")).toEqual([[10, 9.2, right, 10.06]]);
    expect(inksOf("　請", "vertical")).toEqual([[9.54, 11, 10.46, 12]]);
    const [word] = inksOf("AB 請", "vertical");
    expect(inksOf("AB請", "vertical")[0]).toEqual(word);
  });

  it("lies down the column where a run is turned, and in its cell where digits stand side by side", () => {
    const [first = [], turned = [], last = [], digits = []] = inksOf("第ABC回12", "vertical");
    expect(first).toEqual([9.54, 10, 10.46, 11]);
    expect(turned.slice(0, 3)).toEqual([9.56, 11, 10.42]);
    expect(turned[3]).toBe(last[1]);
    expect(digits[0]).toBeGreaterThanOrEqual(9.5);
    expect(digits[2]).toBeLessThanOrEqual(10.5);
    expect(digits[1]).toBeGreaterThanOrEqual(last[3] ?? 0);
    expect(digits[3]).toBeLessThanOrEqual((last[3] ?? 0) + 1);
  });
});

describe("the ink of a shape", () => {
  const line = (fromX: number, fromY: number, toX: number, toY: number) => [
    { op: "move", xEmu: fromX, yEmu: fromY } as const,
    { op: "line", xEmu: toX, yEmu: toY } as const,
  ];
  const STRIPE = {
    ...{ kind: "stroke", span: [0, 0], node: 0, widthEmu: 20, color: [0, 0, 0, 255], isStatic: true, sources: [] },
    shape: { kind: "path", commands: line(-1_000, -1_000, 3_000, 3_000) },
  } as unknown as PlacedItem;

  it("reaches as far as its line, and half the line's width about it", () => {
    expect(inkOf(STRIPE)).toEqual({ leftEmu: -1_010, topEmu: -1_010, rightEmu: 3_010, bottomEmu: 3_010 });
  });

  it("ends at the outline that it is cut to, as stripes of a hatched part are", () => {
    const clipPaths = [{ commands: [...line(0, 100, 500, 100), ...line(500, 100, 500, 900)] }];
    expect(inkOf({ ...STRIPE, clipPaths } as PlacedItem)).toEqual({
      ...{ leftEmu: 0, topEmu: 100, rightEmu: 500, bottomEmu: 900 },
    });
  });
});

describe("the ink of a curve", () => {
  const coordinate = fc.integer({ min: -100_000, max: 100_000 });
  const point = fc.tuple(coordinate, coordinate);

  it("ends where the curve does, and not at its control points", () => {
    fc.assert(
      fc.property(fc.tuple(point, point, point, point), ([from, one, other, to]) => {
        const [[x, y], [x1Emu, y1Emu], [x2Emu, y2Emu], [xEmu, yEmu]] = [from, one, other, to];
        const item: PlacedItem = {
          ...{ kind: "fill", span: [0, 0], node: 0, isStatic: true, color: [0, 0, 0, 255] },
          shape: {
            kind: "path",
            commands: [
              { op: "move", xEmu: x, yEmu: y },
              { op: "curve", x1Emu, y1Emu, x2Emu, y2Emu, xEmu, yEmu },
            ],
          },
        };
        const steps = Array.from({ length: 1001 }, (_, at) => at / 1000);
        const along = (axis: 0 | 1) =>
          steps.map((t) => {
            const s = 1 - t;
            return s ** 3 * from[axis] + 3 * s * s * t * one[axis] + 3 * s * t * t * other[axis] + t ** 3 * to[axis];
          });
        const ink = inkOf(item);
        if (ink === null) throw new Error("a curve has ink");
        const seen = [Math.min(...along(0)), Math.min(...along(1)), Math.max(...along(0)), Math.max(...along(1))];
        const told = [ink.leftEmu, ink.topEmu, ink.rightEmu, ink.bottomEmu];
        // Between two steps a curve comes further out by less than a thousandth of a thousandth of its size.
        told.forEach((edge, at) => {
          expect(Math.abs(edge - (seen[at] ?? 0))).toBeLessThan(3);
        });
      }),
    );
  });
});
