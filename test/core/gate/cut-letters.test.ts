// RPT5001: letters that something opaque cuts: their feet, heads or sides. What is told is compared with the picture:
// the letters drawn alone and what lies on them drawn alone, laid over each other.
import { beforeAll, describe, expect, test } from "vitest";
import type { Engine } from "../../../src/core/engine/index.ts";
import { inLane, sampled } from "../../support/lane.ts";
import { drawnPage, engineWithPixels, type Pixels } from "../../support/page-pixels.ts";

let engine: Engine;
beforeAll(async () => {
  engine = await engineWithPixels();
});

const SIZE_PT = 12;
const DPI = 300;
const MM_PX = DPI / 25.4;
/** Half of a stroke of usual letters: what is less is not missed. */
const LEAST_PX = (SIZE_PT / 72) * DPI * 0.03;

/** Letters at a place of a plate, 40 mm wide and 7 mm high. */
const LETTERS: Readonly<Record<string, (text: string, place: string) => string>> = {
  horizontal: (text, place) => `text ${text} ${place} w=40mm h=7mm color=INK`,
  bold: (text, place) => `text ${text} ${place} w=40mm h=7mm weight=bold color=INK`,
  italic: (text, place) => `text ${text} ${place} w=40mm h=7mm italic=true color=INK`,
  vertical: (text, place) => `text ${text} ${place} w=7mm h=40mm writing=vertical color=INK`,
  narrowed: (text, place) => `text ${text} ${place} w=40mm h=7mm letter-spacing=0.5mm color=INK`,
};

const TEXTS = ['"EQL 1,234"', '"請求書Q;g"', '"8/3 凸凹一"'];
const TEXTS_OF_A_CASE = inLane({ fast: 1, full: TEXTS.length });

/** The texts of a case: all of them, or one in turn. */
function textsOf(at: number): readonly string[] {
  return Array.from({ length: TEXTS_OF_A_CASE }, (_, step) => TEXTS[(at + step) % TEXTS.length] ?? "");
}

/** What lies on them, in a colour of its own. */
const COVERS: Readonly<Record<string, (area: string) => string>> = {
  rect: (area) => `rect ${area} fill=COVER`,
  "rect with round corners": (area) => `rect ${area} radius=1mm fill=COVER`,
  box: (area) => `box ${area} fill=COVER {\n space 0mm\n }`,
  text: (area) => `text " " ${area} fill=COVER`,
  check: (area) => `check (false) ${area} fill=COVER color=CLEAR border=none`,
  stack: (area) => `stack ${area} fill=COVER {\n space 0mm\n }`,
};

/** From which side it comes, and how far into the place of the letters. */
interface Reach {
  readonly side: "feet" | "head" | "left" | "right";
  readonly millimetres: number;
}

const DEPTHS = inLane({ fast: [1, 2, 2.6, 3.4, 4.2, 5], full: Array.from({ length: 13 }, (_, at) => 0.5 + at * 0.4) });
/** By sides, from the least to the deepest. */
const REACHES = (["feet", "head", "left", "right"] as const).flatMap((side) =>
  DEPTHS.map((millimetres): Reach => ({ side, millimetres })),
);
const INSET_MM = 3;
const plateMm = (isVertical: boolean): number => (isVertical ? 46 : 16);

/** The place of what lies on letters, beside them by 3 mm and so far into their place. */
function areaOf({ side, millimetres }: Reach, isVertical: boolean): string {
  const [width, height] = isVertical ? [7, 40] : [40, 7];
  const area = (x: number, y: number, w: number, h: number): string =>
    `x=${(INSET_MM + x).toFixed(2)}mm y=${(INSET_MM + y).toFixed(2)}mm w=${w.toFixed(2)}mm h=${h.toFixed(2)}mm`;
  switch (side) {
    case "feet":
      return area(-1, height - millimetres, width + 2, millimetres + 1);
    case "head":
      return area(-1, -1, width + 2, millimetres + 1);
    case "left":
      return area(-1, -1, millimetres + 1, height + 2);
    case "right":
      return area(width - millimetres, -1, millimetres + 1, height + 2);
  }
}

function form(letters: string, cover: (area: string) => string, isVertical: boolean): string {
  const heightMm = plateMm(isVertical);
  const plates = REACHES.map((reach) => {
    return `plate h=${heightMm}mm {\n${letters}\n${cover(areaOf(reach, isVertical))}\n}`;
  });
  return `rpt 1
sizes body=${SIZE_PT}pt
style base size=body
page w=${isVertical ? 25 : 60}mm h=${heightMm * REACHES.length + 20}mm margin=5mm {
  body {
${plates.join("\n")}
  }
}
`;
}

const drawn = (source: string): Promise<Pixels> => drawnPage(engine, source, DPI);

/** Of each case, the largest square of ink that is hidden, in pixels: what is long and thin is not missed. */
function hiddenOf(letters: Pixels, covers: Pixels, heightMm: number): readonly number[] {
  const { width } = letters;
  const isDark = ({ bytes }: Pixels, at: number): boolean =>
    (bytes[at * 4] ?? 255) < 128 && (bytes[at * 4 + 3] ?? 0) > 128;
  const sides = new Int32Array(letters.bytes.length / 4);
  const found = REACHES.map(() => 0);
  sides.forEach((_, at) => {
    if (!isDark(letters, at) || !isDark(covers, at)) return;
    const side = 1 + Math.min(sides[at - 1] ?? 0, sides[at - width] ?? 0, sides[at - width - 1] ?? 0);
    sides[at] = side;
    const plate = Math.floor((Math.floor(at / width) / MM_PX - 5) / heightMm);
    if (found[plate] !== undefined) found[plate] = Math.max(found[plate], side);
  });
  return found;
}

const CASES = Object.keys(LETTERS).flatMap((kind, row) =>
  sampled(Object.keys(COVERS), 2, row).flatMap((cover, column) =>
    textsOf(row + column).map((text) => ({ kind, cover, text })),
  ),
);

describe("letters under something opaque", () => {
  test.each(CASES)(
    "$kind $text under $cover: told where its picture shows ink below",
    async ({ kind, cover, text }) => {
      const place = `x=${INSET_MM}mm y=${INSET_MM}mm`;
      const isVertical = kind === "vertical";
      const written = (ink: string, ground: string): string => {
        const named = (line: string): string => line.replaceAll("INK", ink).replaceAll("COVER", ground);
        const letters = LETTERS[kind]?.(text, place) ?? "";
        const covering = (area: string): string => (COVERS[cover]?.(area) ?? "").replaceAll("CLEAR", "#00000000");
        return form(named(letters), (area) => named(covering(area)), isVertical);
      };
      const hidden = hiddenOf(
        await drawn(written("#000000", "#00000000")),
        await drawn(written("#00000000", "#000000")),
        plateMm(isVertical),
      );
      const source = written("#000000", "#ffffff");
      const { diagnostics } = engine.check({ source, data: null });
      expect(diagnostics.filter(({ code, severity }) => /^RPT[12]/.test(code) && severity === "error")).toEqual([]);
      const starts = [...source.matchAll(/plate h/g)].map(({ index }) => index);
      const wrong = REACHES.flatMap(({ side, millimetres }, at) => {
        const [from, to] = [starts[at] ?? 0, starts[at + 1] ?? source.length];
        const isTold = diagnostics.some(
          ({ code, span }) => code === "RPT5001" && span.start >= from && span.start < to,
        );
        const lost = hidden[at] ?? 0;
        // A pixel of each edge is half ink. The box of a letter has blank corners: a little further there is ink.
        const further = Math.max(lost, REACHES[at + 1]?.side === side ? (hidden[at + 1] ?? 0) : 1);
        const isRight = isTold ? further > 0 : lost <= LEAST_PX + 1;
        return isRight ? [] : [`${side} ${millimetres} mm: a square of ${lost} px hidden, told: ${isTold}`];
      });
      expect(wrong).toEqual([]);
      const untold = REACHES.filter((_, at) => (hidden[at] ?? 0) === 0);
      expect(untold.length).toBeGreaterThan(0);
    },
  );
});
