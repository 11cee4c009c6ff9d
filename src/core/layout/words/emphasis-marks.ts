// 傍点: dots beside letters that stress them. Authors write them as ruby, but nobody reads them: they are drawn as
// shapes, so that no text of the file has a dot between its letters, and no structure calls them a reading.
import type { Emu } from "../../canvas/index.ts";
import type { RubyPiece } from "../../text/index.ts";
import { circle, type PathCommand } from "../page/index.ts";

/** Rings from the outside in: each is cut out of the one around it. Radii in thousandths of the mark's em. */
type MarkShape = { readonly radii: readonly number[] } | { readonly sesame: readonly number[] };

const MARKS: Readonly<Record<string, MarkShape>> = {
  "・": { radii: [180] },
  "･": { radii: [180] },
  "•": { radii: [220] },
  "●": { radii: [340] },
  "◦": { radii: [220, 150] },
  "○": { radii: [340, 270] },
  "◎": { radii: [340, 280, 180, 120] },
  "◉": { radii: [340, 280, 180] },
  "﹅": { sesame: [1000] },
  "﹆": { sesame: [1000, 550] },
  "、": { sesame: [1000] },
  ヽ: { sesame: [1000] },
};

/** What marks are measured as: every Japanese font has it, which few have of others. */
const MEASURED_AS = "・";

/** A mark that stands beside each letter, where a reading is of nothing else; null for a reading that is read. */
export function emphasisMark(readings: readonly string[]): string | null {
  const letters = [...readings.join("")];
  const [mark] = letters;
  if (mark === undefined || !Object.hasOwn(MARKS, mark)) return null;
  return letters.every((letter) => letter === mark) ? mark : null;
}

/** The same reading in marks that are measured alike. */
export function measuredMarks(reading: string): string {
  return MEASURED_AS.repeat([...reading].length);
}

/** Where the pen of a piece stands on the page, and whether its line runs down. */
export interface MarkPlace {
  readonly xEmu: Emu;
  readonly yEmu: Emu;
  readonly isVertical: boolean;
}

/** From the baseline up to the middle of the em box. */
const MIDDLE_THOUSANDTHS = 380;

/** The marks of a piece, each in the middle of its letter's cell; inside is what an odd number of them lies around. */
export function markPath(mark: string, piece: RubyPiece, place: MarkPlace): readonly PathCommand[] {
  const { adjustmentsEmu, letterSpacingEmu, run, scaleThousandths, sizeEmu } = piece;
  const { isVertical, xEmu, yEmu } = place;
  const shape = MARKS[mark];
  if (shape === undefined) return [];
  const commands: PathCommand[] = [];
  const middleEmu = Math.round((sizeEmu * MIDDLE_THOUSANDTHS) / 1000);
  let penEmu = 0;
  for (const [index, advance] of run.advances.entries()) {
    const cellEmu = Math.round((advance * sizeEmu * scaleThousandths) / (run.font.unitsPerEm * 1000));
    const along = penEmu + Math.round(cellEmu / 2);
    const [x, y] = isVertical ? [xEmu, yEmu + along] : [xEmu + along, yEmu - middleEmu];
    commands.push(...shapeAt(shape, [x, y], sizeEmu));
    penEmu += cellEmu + letterSpacingEmu + (adjustmentsEmu?.[index] ?? 0);
  }
  return commands;
}

type Point = readonly [xEmu: Emu, yEmu: Emu];

function shapeAt(shape: MarkShape, middle: Point, sizeEmu: Emu): readonly PathCommand[] {
  if ("radii" in shape) return shape.radii.flatMap((radius) => circle(middle, Math.round((sizeEmu * radius) / 1000)));
  return shape.sesame.flatMap((size) => sesameSeed(middle, (sizeEmu * size) / 1000));
}

/** Pointed at its upper left and round at its lower right, as a brush leaves it. In thousandths about the middle. */
const SEED_START = [-220, -220] as const;
const SEED_CURVES = [
  [-20, -200, 200, -20, 220, 140],
  [230, 240, 120, 280, 40, 200],
  [-80, 80, -200, -80, -220, -220],
] as const;

function sesameSeed([x, y]: Point, sizeEmu: number): readonly PathCommand[] {
  const share = (thousandths: number): Emu => Math.round((sizeEmu * thousandths) / 1000);
  return [
    { op: "move", xEmu: x + share(SEED_START[0]), yEmu: y + share(SEED_START[1]) },
    ...SEED_CURVES.map(([x1, y1, x2, y2, toX, toY]): PathCommand => {
      const [x1Emu, y1Emu, x2Emu, y2Emu] = [x + share(x1), y + share(y1), x + share(x2), y + share(y2)];
      return { op: "curve", x1Emu, y1Emu, x2Emu, y2Emu, xEmu: x + share(toX), yEmu: y + share(toY) };
    }),
    { op: "close" },
  ];
}
