// Glyphs of a run → where the ink of each lies on the page, by the outlines of its font.
import type { Emu } from "../../canvas/index.ts";
import { glyphAdvanceEmu, trueTypeInk } from "../../text/index.ts";
import { letterCells } from "./letter-cells.ts";
import { type GlyphRunItem, type Rectangle, SLANT_THOUSANDTHS } from "./pages.ts";
import { ontoPage } from "./run-axes.ts";
import { cellsBetween } from "./run-cells.ts";

/** A vertical glyph hangs 880/1000 em below the top of its cell. */
const VERTICAL_ORIGIN_THOUSANDTHS = 880;
/** From the edge of a letter's cell to its ink, in parts of its size, where the font's outlines are not read (CFF). */
const BEARING_SHARE = 0.08;

/**
 * The box of each glyph's ink, in EMU of the page; blanks have none. Letters of fonts with CFF outlines are taken to
 * fill their cells but for a usual side bearing.
 */
export function letterInks(item: GlyphRunItem): readonly Rectangle[] {
  const { run, sizeEmu, scaleThousandths, letterSpacingEmu, adjustmentsEmu } = item;
  const inkOf = trueTypeInk(run.font);
  if (inkOf === null) return inksOfCells(item);
  const inks: Rectangle[] = [];
  const unit = sizeEmu / run.font.unitsPerEm;
  const scale = scaleThousandths / 1000;
  let penEmu = 0;
  for (let at = 0; at < run.glyphs.length; at += 1) {
    const glyph = run.glyphs[at] ?? 0;
    const ink = inkOf(glyph);
    if (ink !== null) {
      const [right, up] = originOf(item, at, glyph);
      const [xMin, yMin, xMax, yMax] = ink;
      inks.push(
        run.direction === "vertical"
          ? leaning(item, [
              (right + xMin) * unit,
              (up + yMin) * unit * scale - penEmu,
              (right + xMax) * unit,
              (up + yMax) * unit * scale - penEmu,
            ])
          : leaning(item, [
              penEmu + (right + xMin) * unit * scale,
              (up + yMin) * unit,
              penEmu + (right + xMax) * unit * scale,
              (up + yMax) * unit,
            ]),
      );
    }
    const advanceEmu = Math.abs(glyphAdvanceEmu(run, at, sizeEmu, scaleThousandths));
    penEmu += advanceEmu + letterSpacingEmu + (adjustmentsEmu?.[at] ?? 0);
  }
  return inks;
}

function inksOfCells(item: GlyphRunItem): readonly Rectangle[] {
  const bearing = item.sizeEmu * BEARING_SHARE;
  return letterCells(item)
    .filter(({ letter }) => letter.trim() !== "")
    .map(({ fromEmu, toEmu }) => leaning(item, cellsBetween(item, [fromEmu + bearing, toEmu - bearing])));
}

/** From the run's own axes to the page, as the letters are slanted. */
function leaning(item: GlyphRunItem, upright: readonly [Emu, Emu, Emu, Emu]): Rectangle {
  if (item.isSlanted !== true) return ontoPage(item, upright);
  const [left, low, right, high] = upright;
  const lean = (emu: Emu): Emu => (emu * SLANT_THOUSANDTHS) / 1000;
  return item.run.direction === "vertical" || item.isCombined === true
    ? ontoPage(item, [left, low - lean(right), right, high - lean(left)])
    : ontoPage(item, [left + lean(low), low, right + lean(high), high]);
}

/** Font units from the pen to the glyph's own origin. */
function originOf({ run }: GlyphRunItem, at: number, glyph: number): readonly [right: number, up: number] {
  if (run.offsets !== null) return [run.offsets[at * 2] ?? 0, run.offsets[at * 2 + 1] ?? 0];
  if (run.direction === "horizontal") return [0, 0];
  return [-run.font.advanceOf(glyph) / 2, -(VERTICAL_ORIGIN_THOUSANDTHS * run.font.unitsPerEm) / 1000];
}
