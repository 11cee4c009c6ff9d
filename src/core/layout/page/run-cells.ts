// The cells that the letters of a run take on its line, as one rectangle.
import type { Emu } from "../../canvas/index.ts";
import { outerSpaceOf } from "../../text/index.ts";
import type { GlyphRunItem, Rectangle } from "./pages.ts";
import { ontoPage } from "./run-axes.ts";

/**
 * How far ink reaches above and below the baseline, in thousandths of the size: han and kana, not the em box, which is
 * a little larger on every side, so that tight lines do not count as overlapping.
 */
export const INK_ABOVE_THOUSANDTHS = 800;
export const INK_BELOW_THOUSANDTHS = 60;
/** To either side of the middle of a vertical line. */
const VERTICAL_HALF_THOUSANDTHS = 460;

/**
 * Where the cells of a run's letters lie, as high as han and kana are, without the space within brackets, commas and
 * stops at its two ends.
 */
export function runCells(item: GlyphRunItem): Rectangle {
  return ontoPage(item, cellsBetween(item, inkAlong(item)));
}

/** On the axes of a run, x to the right and y up from its start: the cells from one place of its line to another. */
export function cellsBetween(
  { sizeEmu, run }: Pick<GlyphRunItem, "sizeEmu" | "run">,
  [fromEmu, toEmu]: readonly [fromEmu: Emu, toEmu: Emu],
): readonly [left: Emu, low: Emu, right: Emu, high: Emu] {
  const share = (thousandths: number) => Math.round((sizeEmu * thousandths) / 1000);
  const half = share(VERTICAL_HALF_THOUSANDTHS);
  return run.direction === "vertical"
    ? [-half, -toEmu, half, -fromEmu]
    : [fromEmu, -share(INK_BELOW_THOUSANDTHS), toEmu, share(INK_ABOVE_THOUSANDTHS)];
}

/** From where to where along its line a run has ink. */
function inkAlong(item: GlyphRunItem): readonly [fromEmu: Emu, toEmu: Emu] {
  const { run, sizeEmu, scaleThousandths, letterSpacingEmu, adjustmentsEmu, advanceEmu } = item;
  const { text } = run;
  const { before, after } = outerSpaceOf(run);
  const emu = (thousandths: number) => Math.floor((sizeEmu * scaleThousandths * thousandths) / 1_000_000);
  const blanksBefore = text.length - text.trimStart().length;
  const blanksAfter = text.length - text.trimEnd().length;
  const fromEmu = blanksBefore === 0 ? emu(before) : blanksEmu(item, 0, blanksBefore);
  // What a comma was set closer to the next letter is no longer a part of the run's advance.
  const setOff = Math.min(0, adjustmentsEmu?.at(-1) ?? 0);
  const blankEmu = blanksAfter === 0 ? Math.max(0, emu(after) + setOff) : blanksAtEndEmu(item, blanksAfter);
  // The advance of the last letter has its spacing behind it, which nothing stands in.
  const toEmu = advanceEmu - blankEmu - Math.max(0, letterSpacingEmu);
  // Letter spacing below zero may leave less than that.
  return fromEmu < toEmu ? [fromEmu, toEmu] : [0, advanceEmu];
}

/** How wide the last blanks of a run are, with what was added to each of them. No font joins blanks into one glyph. */
export function blanksAtEndEmu(item: GlyphRunItem, count: number): Emu {
  const { length } = item.run.advances;
  return blanksEmu(item, Math.max(0, length - count), length);
}

function blanksEmu(item: GlyphRunItem, from: number, to: number): Emu {
  const { run, sizeEmu, scaleThousandths, letterSpacingEmu, adjustmentsEmu } = item;
  let wide = 0;
  for (let at = from; at < to; at += 1) {
    const advance = ((run.advances[at] ?? 0) * sizeEmu * scaleThousandths) / 1000 / run.font.unitsPerEm;
    wide += advance + letterSpacingEmu + (adjustmentsEmu?.[at] ?? 0);
  }
  return Math.max(0, Math.floor(wide));
}
