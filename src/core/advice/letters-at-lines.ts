// RPT5115: letters that touch the border about them, or nearly.
import { type Canvas, type Emu, writtenElements } from "../canvas/index.ts";
import type { Diagnostic } from "../diagnostics/index.ts";
import { type GlyphRunItem, letterInks, type PageDocument, type Rectangle, type StrokeItem } from "../layout/index.ts";
import { advised } from "./advice-finding.ts";

/** Nearer than this, ink and line run together in print. */
const NEAR_EMU = 3_600;
/** What a border covers of letters beyond this part of their size is an error already (RPT5001). */
const COVERED_SHARE = 0.03;
/** The advice looks at the letters of this many pages, since the rows of further pages are alike. */
const PAGES_MOST = 2;

/** RPT5115: each text once whose letters stand on a border, or within a tenth of a millimetre of it. */
export function lettersAtLines(canvas: Canvas, { pages }: Pick<PageDocument, "pages">): readonly Diagnostic[] {
  const told = new Map<number, Diagnostic>();
  const names = writtenElements(canvas);
  for (const { items } of pages.slice(0, PAGES_MOST)) {
    const bands = items.flatMap((item) => (item.kind === "stroke" && item.isBorder === true ? bandsOf(item) : []));
    if (bands.length === 0) continue;
    for (const item of items) {
      if (item.kind !== "glyphs" || told.has(item.span[0]) || !standsAt(item, bands)) continue;
      const name = names.get(item.span[0])?.name ?? "text";
      const words = {
        message: `letters of ${name} touch a border, or stand less than 0.1mm from it`,
        why: "in print, ink runs together with a line that it nearly touches, and letters lose their shape",
      };
      const repair = `write padding=1mm at the ${name}, or give its row more height`;
      told.set(item.span[0], advised("RPT5115", item.span, words, repair));
    }
  }
  return [...told.values()];
}

function standsAt(item: GlyphRunItem, bands: readonly Rectangle[]): boolean {
  const covered = item.sizeEmu * COVERED_SHARE;
  return letterInks(item).some((ink) =>
    bands.some((band) => {
      const level = gap(band.leftEmu, band.rightEmu, ink.leftEmu, ink.rightEmu);
      const upright = gap(band.topEmu, band.bottomEmu, ink.topEmu, ink.bottomEmu);
      const [nearest, beside] = level > upright ? [level, upright] : [upright, level];
      return nearest < NEAR_EMU && nearest >= -covered && beside < 0;
    }),
  );
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
