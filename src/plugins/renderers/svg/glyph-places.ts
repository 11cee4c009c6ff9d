// Where the glyphs of a run lie, in the run's own axes: font units from its start, x to the right, y up.
import { type GlyphRunItem, SLANT_THOUSANDTHS, unitsToEmu } from "../../../core/sdk/index.ts";
import { decimalText, powerOfTen, quotientText, rounded } from "./numbers.ts";

/** One glyph, its place in font units as it is written. */
export interface GlyphPlace {
  readonly glyph: number;
  readonly x: string;
  readonly y: string;
}

/** A millionth of the ratio of EMU to font units moves no point of a glyph by a thousandth of an EMU. */
const SCALE_DECIMALS = 6;

/** A thousandth of a font unit is less than an EMU up to a size of 78 pt. */
const PLACE_DECIMALS = 3;

/** The em box that layout uses: a vertical glyph's origin lies 880/1000 em below the top of its cell. */
const VERTICAL_ORIGIN_THOUSANDTHS = 880;

const IN_PLACE: readonly [number, number] = [0, 0];

/** How a run's font units lie on the page: the numbers of `matrix(…)`. */
export function runMatrix(item: GlyphRunItem): string {
  const { run, sizeEmu, scaleThousandths } = item;
  const { unitsPerEm } = run.font;
  const across = quotientText(sizeEmu, unitsPerEm, SCALE_DECIMALS);
  const along = quotientText(sizeEmu * scaleThousandths, unitsPerEm * 1000, SCALE_DECIMALS);
  const [right, up] = run.direction === "horizontal" ? [along, across] : [across, along];
  if (item.isSlanted === true) {
    const leansUp = run.direction === "horizontal" && item.isCombined !== true;
    const leaning = leansUp ? sizeEmu : (sizeEmu * (run.direction === "horizontal" ? scaleThousandths : 1000)) / 1000;
    const lean = quotientText(rounded(leaning * SLANT_THOUSANDTHS), unitsPerEm * 1000, SCALE_DECIMALS);
    const rows = (leansUp ? leaningUp : leaningRight)(item.rotation ?? 0, right, up, lean);
    return `matrix(${rows} ${item.xEmu} ${item.yEmu})`;
  }
  return `matrix(${turned(item.rotation ?? 0, right, up)} ${item.xEmu} ${item.yEmu})`;
}

/** As it is turned; what is up leans along the run. */
function leaningUp(rotation: NonNullable<GlyphRunItem["rotation"]>, right: string, up: string, lean: string): string {
  switch (rotation) {
    case 0:
      return `${right} 0 ${lean} -${up}`;
    case 90:
      return `0 ${right} ${up} ${lean}`;
    case 180:
      return `-${right} 0 -${lean} ${up}`;
    case 270:
      return `0 -${right} -${up} -${lean}`;
  }
}

/** As it is turned; what is to the right leans down, as upright letters of a vertical line do. */
function leaningRight(
  rotation: NonNullable<GlyphRunItem["rotation"]>,
  right: string,
  up: string,
  lean: string,
): string {
  switch (rotation) {
    case 0:
      return `${right} ${lean} 0 -${up}`;
    case 90:
      return `-${lean} ${right} ${up} 0`;
    case 180:
      return `-${right} -${lean} 0 ${up}`;
    case 270:
      return `${lean} -${right} -${up} 0`;
  }
}

function turned(rotation: NonNullable<GlyphRunItem["rotation"]>, right: string, up: string): string {
  switch (rotation) {
    case 0:
      return `${right} 0 0 -${up}`;
    case 90:
      return `0 ${right} ${up} 0`;
    case 180:
      return `-${right} 0 0 ${up}`;
    case 270:
      return `0 -${right} -${up} 0`;
  }
}

/** The glyphs in the run's order. Each stands where the rounded advances of those before it end, as layout measured. */
export function* glyphPlaces(item: GlyphRunItem): Generator<GlyphPlace> {
  const { run, sizeEmu, scaleThousandths, letterSpacingEmu, adjustmentsEmu } = item;
  const { unitsPerEm } = run.font;
  const isHorizontal = run.direction === "horizontal";
  const along = (emu: number): number =>
    rounded((emu * unitsPerEm * 1000 * powerOfTen(PLACE_DECIMALS)) / (sizeEmu * scaleThousandths));
  let penEmu = 0;
  for (let index = 0; index < run.glyphs.length; index++) {
    const glyph = run.glyphs[index] ?? 0;
    const [right, up] = originOf(item, index, glyph);
    const pen = along(penEmu);
    const x = right * powerOfTen(PLACE_DECIMALS) + (isHorizontal ? pen : 0);
    const y = up * powerOfTen(PLACE_DECIMALS) - (isHorizontal ? 0 : pen);
    yield { glyph, x: decimalText(x, PLACE_DECIMALS), y: decimalText(y, PLACE_DECIMALS) };
    const advance = unitsToEmu((run.advances[index] ?? 0) * scaleThousandths, sizeEmu, unitsPerEm * 1000);
    penEmu += advance + letterSpacingEmu + (adjustmentsEmu?.[index] ?? 0);
  }
}

/** Font units from the pen to the glyph's own origin. */
function originOf({ run }: GlyphRunItem, index: number, glyph: number): readonly [number, number] {
  if (run.offsets !== null) return [run.offsets[index * 2] ?? 0, run.offsets[index * 2 + 1] ?? 0];
  if (run.direction === "horizontal") return IN_PLACE;
  const { font } = run;
  return [-font.advanceOf(glyph) / 2, -rounded((VERTICAL_ORIGIN_THOUSANDTHS * font.unitsPerEm) / 1000)];
}
