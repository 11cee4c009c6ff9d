// The short way for what most cells are: a text that fits on one line and whose gaps do not grow. One pass over the
// runs; the result equals what measuring and placing a strip give.
import { codePointIn } from "../../unicode/index.ts";
import {
  type GlyphRun,
  glyphAdvanceEmu,
  type MissingRange,
  type RunExtent,
  type ShapedPiece,
  unitAt,
  unitsToEmu,
} from "../shaping/index.ts";
import type { LinePiece, ParagraphLine, RubyPiece } from "./line-placing.ts";
import {
  classInWord,
  neighbourReduction,
  spaceAfter,
  spaceBefore,
  spacingClass,
  spacingClassOf,
  wordAt,
  wordGap,
} from "./spacing.ts";
import type { Setting } from "./strip.ts";

const NO_RUBIES: readonly RubyPiece[] = [];

/** Whether the short way may be tried: nothing is added between all glyphs alike. */
export function isShortSetting(setting: Setting, align: ShortAlignment): boolean {
  return (
    setting.letterSpacingEmu === 0 &&
    setting.scaleThousandths === 1000 &&
    !setting.isCompressed &&
    align !== "distribute"
  );
}

/** Whether two characters of this class never have anything between them: nearly all neighbours are such. */
function standsClose(value: number): boolean {
  return (value >= spacingClass.japanese && value <= spacingClass.figure) || value === spacingClass.other;
}

/** What every piece of a plain horizontal line has. */
const UNTURNED = { span: 0, rotation: 0, scaleThousandths: 1000, letterSpacingEmu: 0 } as const;

type ShortAlignment = "left" | "center" | "right" | "justify" | "distribute";

/**
 * Places a text as one line, or answers null where it does not fit with the half em at its end.
 * @param start where the text starts in the paragraph's.
 */
export function placeShortLine(
  text: string,
  shaped: readonly ShapedPiece[],
  start: number,
  setting: Setting,
  align: ShortAlignment,
  widthEmu: number,
): ShortLine | null {
  const { sizeEmu } = setting;
  const toEmu = (thousandths: number): number => Math.floor((sizeEmu * thousandths) / 1000 + 0.5);
  const places = new Array<number>(2 * shaped.length);
  let adjusted: (readonly number[] | null)[] | null = null;
  let xEmu = 0;
  let visibleEmu = 0;
  let visibleClass: number = spacingClass.other;
  let leadEmu = 0;
  let before = -1;
  let beforeOffset = -1;
  let word: number = spacingClass.other;
  for (let index = 0; index < shaped.length; index += 1) {
    const piece = shaped[index];
    if (piece === undefined) break;
    const { run } = piece;
    const { advances, clusters, glyphs } = run;
    const unitsPerEm = run.font.unitsPerEm;
    let adjustments: number[] | null = null;
    let pieceXEmu = xEmu;
    for (let glyph = 0; glyph < glyphs.length; glyph += 1) {
      const units = advances[glyph] ?? 0;
      const offset = piece.start + (clusters[glyph] ?? 0);
      const codePoint = codePointIn(text, offset);
      const value = spacingClassOf(codePoint, units === unitsPerEm);
      word = wordAt(word, value, codePoint);
      const current = classInWord(word, value);
      if (before === -1) leadEmu = toEmu(current === spacingClass.opening ? spaceBefore(current) : 0);
      else if (offset !== beforeOffset && !(current === before && standsClose(current))) {
        const gapEmu = toEmu(wordGap(before, current, setting)) - toEmu(neighbourReduction(before, current));
        if (gapEmu !== 0) {
          xEmu += gapEmu;
          if (glyph === 0) pieceXEmu += gapEmu;
          else {
            adjustments ??= new Array<number>(glyphs.length).fill(0);
            adjustments[glyph - 1] = gapEmu;
          }
        }
      }
      xEmu += units === unitsPerEm ? sizeEmu : glyphAdvanceEmu(run, glyph, sizeEmu, 1000);
      if (current !== spacingClass.space) {
        visibleEmu = xEmu;
        visibleClass = current;
      }
      before = current;
      beforeOffset = offset;
    }
    places[2 * index] = pieceXEmu;
    places[2 * index + 1] = xEmu - pieceXEmu;
    if (adjustments !== null) {
      adjusted ??= new Array<readonly number[] | null>(shaped.length).fill(null);
      adjusted[index] = adjustments;
    }
  }
  // A line of spaces alone keeps them, and shows nothing that could be flush.
  if (visibleEmu === 0) return null;
  let lineEmu = visibleEmu - leadEmu;
  if (lineEmu > widthEmu) return null;
  if ((align === "center" || align === "right") && visibleClass !== spacingClass.middleDot)
    lineEmu -= toEmu(spaceAfter(visibleClass));
  const lineXEmu = freeShareEmu(align, widthEmu - lineEmu) - leadEmu;
  return new ShortLine(shaped, start, start + text.length, lineXEmu, lineEmu, sizeEmu, places, adjusted);
}

/**
 * A line of several runs, kept as flat as it goes until it is drawn: as an object for each piece such lines were half
 * of what a long table holds while its pages are cut.
 */
export class ShortLine {
  readonly shaped: readonly ShapedPiece[];
  /** In the paragraph's text. */
  readonly start: number;
  readonly end: number;
  readonly xEmu: number;
  readonly widthEmu: number;
  readonly sizeEmu: number;
  /** For each run, where it begins on a line that begins at 0, and its advance. */
  readonly #places: readonly number[];
  readonly #adjusted: readonly (readonly number[] | null)[] | null;

  constructor(
    shaped: readonly ShapedPiece[],
    start: number,
    end: number,
    xEmu: number,
    widthEmu: number,
    sizeEmu: number,
    places: readonly number[],
    adjusted: readonly (readonly number[] | null)[] | null,
  ) {
    this.shaped = shaped;
    this.start = start;
    this.end = end;
    this.xEmu = xEmu;
    this.widthEmu = widthEmu;
    this.sizeEmu = sizeEmu;
    this.#places = places;
    this.#adjusted = adjusted;
  }

  /** Where a run begins. */
  runXEmu(index: number): number {
    return this.xEmu + (this.#places[2 * index] ?? 0);
  }

  advanceEmu(index: number): number {
    return this.#places[2 * index + 1] ?? 0;
  }

  adjustmentsEmu(index: number): readonly number[] | null {
    return this.#adjusted?.[index] ?? null;
  }

  /** As `ParagraphLine` has it. */
  get leadEmu(): number {
    const first = this.shaped[0];
    return first === undefined ? 0 : flushSpaceEmu(first.run, this.sizeEmu);
  }

  get line(): ParagraphLine {
    const { end, sizeEmu, start, widthEmu, xEmu } = this;
    const pieces = this.shaped.map(
      (piece, index): LinePiece => ({
        run: piece.run,
        start: start + piece.start,
        sizeEmu,
        ...UNTURNED,
        xEmu: this.runXEmu(index),
        acrossEmu: 0,
        advanceEmu: this.advanceEmu(index),
        adjustmentsEmu: this.adjustmentsEmu(index),
      }),
    );
    const leadEmu = this.leadEmu;
    return { start, end, xEmu, widthEmu, leadEmu, hungEmu: 0, sizeEmu, pieces, rubies: NO_RUBIES };
  }
}

/** A paragraph of one such line. */
export class LoneLine {
  readonly line: ShortLine;
  readonly missing: readonly MissingRange[];

  constructor(line: ShortLine, missing: readonly MissingRange[]) {
    this.line = line;
    this.missing = missing;
  }

  get lines(): readonly ParagraphLine[] {
    return [this.line.line];
  }

  get sizeEmu(): number {
    return this.line.sizeEmu;
  }

  get widthEmu(): number {
    return this.line.widthEmu;
  }

  get scaleThousandths(): number {
    return UNTURNED.scaleThousandths;
  }

  get letterSpacingEmu(): number {
    return UNTURNED.letterSpacingEmu;
  }

  /** It is made only where it fits. */
  get overflowEmu(): number {
    return 0;
  }

  get linesOver(): number {
    return 0;
  }
}

/**
 * A paragraph of one line and one run, which is what most cells of a long table are. It is kept flat, because such
 * paragraphs live until their page is painted: as objects of lines and pieces they were half of a table's memory, and
 * collecting that a fifth of its time. Line and piece are made when somebody asks for them.
 */
export class LoneRun {
  readonly run: GlyphRun;
  readonly xEmu: number;
  readonly widthEmu: number;
  readonly advanceEmu: number;
  readonly sizeEmu: number;
  readonly adjustmentsEmu: readonly number[] | null;
  readonly missing: readonly MissingRange[];

  constructor(
    run: GlyphRun,
    xEmu: number,
    widthEmu: number,
    advanceEmu: number,
    sizeEmu: number,
    adjustmentsEmu: readonly number[] | null,
    missing: readonly MissingRange[],
  ) {
    this.run = run;
    this.xEmu = xEmu;
    this.widthEmu = widthEmu;
    this.advanceEmu = advanceEmu;
    this.sizeEmu = sizeEmu;
    this.adjustmentsEmu = adjustmentsEmu;
    this.missing = missing;
  }

  /** As `ParagraphLine` has it. */
  get leadEmu(): number {
    return flushSpaceEmu(this.run, this.sizeEmu);
  }

  get lines(): readonly ParagraphLine[] {
    const { adjustmentsEmu, advanceEmu, run, sizeEmu, widthEmu, xEmu } = this;
    const piece: LinePiece = { run, start: 0, sizeEmu, ...UNTURNED, xEmu, acrossEmu: 0, advanceEmu, adjustmentsEmu };
    const leadEmu = this.leadEmu;
    const end = run.text.length;
    return [{ start: 0, end, xEmu, widthEmu, leadEmu, hungEmu: 0, sizeEmu, pieces: [piece], rubies: NO_RUBIES }];
  }

  get scaleThousandths(): number {
    return UNTURNED.scaleThousandths;
  }

  get letterSpacingEmu(): number {
    return UNTURNED.letterSpacingEmu;
  }

  /** It is made only where it fits. */
  get overflowEmu(): number {
    return 0;
  }

  get linesOver(): number {
    return 0;
  }
}

const SPACE = 0x20;
const NONE_MISSING: readonly MissingRange[] = [];

/**
 * Places a run of printable ASCII that its font has all glyphs of: nothing in it has inner space, no gap meets
 * Japanese text, so its glyphs follow each other by their advances. Null where it does not fit.
 */
export function placeAsciiRun(run: GlyphRun, sizeEmu: number, align: ShortAlignment, widthEmu: number): LoneRun | null {
  const { advances, clusters, text } = run;
  const { unitsPerEm } = run.font;
  let xEmu = 0;
  let visibleEmu = 0;
  for (let glyph = 0; glyph < advances.length; glyph += 1) {
    xEmu += unitsToEmu(advances[glyph] ?? 0, sizeEmu, unitsPerEm);
    if (unitAt(text, clusters[glyph] ?? 0) !== SPACE) visibleEmu = xEmu;
  }
  if (visibleEmu === 0 || visibleEmu > widthEmu) return null;
  return placeSizedRun(run, { visibleEmu, advanceEmu: xEmu }, sizeEmu, align, widthEmu);
}

/** Such a run on a line that it fits on, its visible part where the line's text is aligned to. */
export function placeSizedRun(
  run: GlyphRun,
  { visibleEmu, advanceEmu }: RunExtent,
  sizeEmu: number,
  align: ShortAlignment,
  lineEmu: number,
): LoneRun {
  const xEmu = freeShareEmu(align, lineEmu - visibleEmu);
  return new LoneRun(run, xEmu, visibleEmu, advanceEmu, sizeEmu, null, NONE_MISSING);
}

/** A paragraph of one line; of one run, where that begins the line, it is flatter still. */
export function loneParagraph(line: ShortLine, missing: readonly MissingRange[]): LoneRun | LoneLine {
  const only = line.shaped.length === 1 ? line.shaped[0] : undefined;
  if (only === undefined || line.runXEmu(0) !== line.xEmu) return new LoneLine(line, missing);
  const adjustmentsEmu = line.adjustmentsEmu(0);
  return new LoneRun(only.run, line.xEmu, line.widthEmu, line.advanceEmu(0), line.sizeEmu, adjustmentsEmu, missing);
}

/** What goes of an opening bracket that a line starts with. */
function flushSpaceEmu({ text, advances, font }: GlyphRun, sizeEmu: number): number {
  const isOpening = spacingClassOf(codePointIn(text, 0), advances[0] === font.unitsPerEm) === spacingClass.opening;
  return isOpening ? Math.floor((sizeEmu * spaceBefore(spacingClass.opening)) / 1000 + 0.5) : 0;
}

/** How much of the free space lies before the line. */
function freeShareEmu(align: ShortAlignment, freeEmu: number): number {
  switch (align) {
    case "right":
      return freeEmu;
    case "center":
      return Math.floor(freeEmu / 2);
    case "left":
    case "justify":
    case "distribute":
      return 0;
  }
}
