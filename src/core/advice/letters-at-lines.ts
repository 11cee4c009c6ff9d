// RPT5115: letters that touch the border about them, or nearly.
import { type Canvas, type Emu, writtenElements } from "../canvas/index.ts";
import { type Diagnostic, millimetres } from "../diagnostics/index.ts";
import { type GlyphRunItem, letterInks, type PageDocument, type Rectangle, type StrokeItem } from "../layout/index.ts";
import { advised } from "./advice-finding.ts";

/** Nearer than this above or below it, ink and line run together in print. */
const NEAR_EMU = 3_600;
/**
 * Nearer than this beside a line, a stem reads as another line, or the line as a stem. No rows need so little room at
 * their sides, as they may above and below.
 */
const BESIDE_EMU = 10_800;
/** What a border covers of letters beyond this part of their size is an error already (RPT5001). */
const COVERED_SHARE = 0.03;
/** The advice looks at the letters of this many pages, since the rows of further pages are alike. */
const PAGES_MOST = 2;

/** RPT5115: each text once whose letters stand on a border, or nearly. */
export function lettersAtLines(canvas: Canvas, { pages }: Pick<PageDocument, "pages">): readonly Diagnostic[] {
  const told = new Map<number, Diagnostic>();
  const names = writtenElements(canvas);
  for (const { items } of pages.slice(0, PAGES_MOST)) {
    const bands = items.flatMap((item) => (item.kind === "stroke" && item.isBorder === true ? bandsOf(item) : []));
    if (bands.length === 0) continue;
    for (const item of items) {
      if (item.kind !== "glyphs" || told.has(item.span[0])) continue;
      const nearEmu = nearnessTo(bands, item);
      if (nearEmu === null) continue;
      const name = names.get(item.span[0])?.name ?? "text";
      const words = {
        message: `letters of ${name} touch a border, or stand less than ${millimetres(nearEmu)} from it`,
        why: "in print, ink runs together with a line that it nearly touches, and letters lose their shape",
      };
      const higher = nearEmu === BESIDE_EMU ? "" : ", or give its row more height";
      const repair = `write padding=1mm at the ${name}${higher}`;
      told.set(item.span[0], advised("RPT5115", item.span, words, repair));
    }
  }
  return [...told.values()];
}

/** What letters of a text are too near to a border by: more beside it than above or below it; null for none. */
function nearnessTo(bands: readonly Rectangle[], item: GlyphRunItem): Emu | null {
  const covered = item.sizeEmu * COVERED_SHARE;
  const inks = letterInks(item);
  const isNear = (limitEmu: Emu, isBeside: boolean): boolean =>
    inks.some((ink) =>
      bands.some((band) => {
        const level = gap(band.leftEmu, band.rightEmu, ink.leftEmu, ink.rightEmu);
        const upright = gap(band.topEmu, band.bottomEmu, ink.topEmu, ink.bottomEmu);
        const [nearest, other] = isBeside ? [level, upright] : [upright, level];
        return nearest >= other && nearest < limitEmu && nearest >= -covered && other < 0;
      }),
    );
  return isNear(BESIDE_EMU, true) ? BESIDE_EMU : isNear(NEAR_EMU, false) ? NEAR_EMU : null;
}

/** How far two stretches are apart; below zero is what they share. */
function gap(from: Emu, to: Emu, otherFrom: Emu, otherTo: Emu): Emu {
  return Math.max(from, otherFrom) - Math.min(to, otherTo);
}

/** What the straight sides of a border cover; round corners reach no farther. */
function bandsOf({ shape, widthEmu }: StrokeItem): readonly Rectangle[] {
  const half = widthEmu / 2;
  const band = (leftEmu: Emu, topEmu: Emu, rightEmu: Emu, bottomEmu: Emu): Rectangle =>
    bottomEmu - topEmu < rightEmu - leftEmu
      ? { leftEmu, topEmu: topEmu - half, rightEmu, bottomEmu: bottomEmu + half }
      : { leftEmu: leftEmu - half, topEmu, rightEmu: rightEmu + half, bottomEmu };
  if (shape.kind === "rectangle") {
    const { leftEmu: l, topEmu: t, rightEmu: r, bottomEmu: b } = shape.rectangle;
    return [band(l, t, r, t), band(l, b, r, b), band(l, t, l, b), band(r, t, r, b)];
  }
  const [from, to, more] = shape.commands;
  if (from?.op !== "move" || to?.op !== "line" || more !== undefined) return [];
  return [
    band(
      Math.min(from.xEmu, to.xEmu),
      Math.min(from.yEmu, to.yEmu),
      Math.max(from.xEmu, to.xEmu),
      Math.max(from.yEmu, to.yEmu),
    ),
  ];
}
