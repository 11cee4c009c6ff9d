// RPT5005 and RPT5006: a form speaks in few sizes, and in none that needs a lens.
import { type Canvas, LEGIBLE_EMU } from "../canvas/index.ts";
import { type Diagnostic, points } from "../diagnostics/index.ts";
import type { GlyphRunItem, Page } from "../layout/index.ts";
import type { ElementIndex } from "./elements.ts";

/** Title, headings, body, notes and one more. */
const SIZES_MAX = 5;
/** Ruby is half as large as the letters beside it, and smaller than 4 pt nobody reads it. */
export const RUBY_MIN_EMU = 50_800;

/** RPT5005, which the canvas alone decides. */
export function findTypeSizes(canvas: Canvas): readonly Diagnostic[] {
  const sizes = new Set(canvas.textStyles.filter((style) => style.isScaled !== true).map((style) => style.sizeEmu));
  const found: Diagnostic[] = [];
  const span = canvas.pages[0]?.span ?? [0, 0];
  if (sizes.size > SIZES_MAX) {
    found.push({
      code: "RPT5005",
      severity: "warning",
      span: { start: span[0], end: span[1] },
      message: `${sizes.size} type sizes are used (limit ${SIZES_MAX}): ${[...sizes]
        .sort((a, b) => b - a)
        .map(points)
        .join(", ")}`,
      why: "a page in many sizes looks restless and hides what matters",
      repair: { title: "use the named sizes title, head, body, small", applicability: "suggestion", edits: [] },
    });
  }
  return found;
}

/** RPT5006: each element once, on the page where it first is too small. */
export function findSmallTexts(pages: readonly Page[], elements: ElementIndex): readonly Diagnostic[] {
  const found = new Map<number, Diagnostic>();
  pages.forEach((page, index) => {
    for (const [at, item] of page.items.entries()) {
      if (item.kind !== "glyphs" || found.has(item.span[0])) continue;
      const leastEmu = item.isRuby === true ? RUBY_MIN_EMU : LEGIBLE_EMU;
      if (item.sizeEmu >= leastEmu) {
        if (isSqueezed(item)) found.set(item.span[0], squeezed(item, index + 1));
        continue;
      }
      found.set(item.span[0], {
        code: "RPT5006",
        severity: "warning",
        span: { start: item.span[0], end: item.span[1] },
        message: `${sizeSaid(item.sizeEmu)} is smaller than ${points(leastEmu)} (page ${index + 1})`,
        why: "many readers cannot read it without a lens",
        repair: {
          title:
            elements.byStart.get(item.span[0])?.kind === "seal"
              ? largerSeal(leastEmu / item.sizeEmu, lettersFrom(page, at))
              : "use a larger size, or raise min-size",
          applicability: "suggestion",
          edits: [],
        },
      });
    }
  });
  return [...found.values()];
}

/** Three half-width digits of a usual font share a cell at six tenths of their width, four at less than half. */
const SQUEEZED_THOUSANDTHS = 500;

/** Whether digits that share one cell of a vertical line are as narrow as in type that is too small. */
export function isSqueezed({ isCombined, sizeEmu, scaleThousandths }: GlyphRunItem): boolean {
  return (
    isCombined === true && scaleThousandths < SQUEEZED_THOUSANDTHS && sizeEmu * scaleThousandths < LEGIBLE_EMU * 1000
  );
}

/** RPT5006 of digits that are high enough, and too narrow. */
function squeezed({ run, span, sizeEmu, scaleThousandths }: GlyphRunItem, page: number): Diagnostic {
  const narrow = points(Math.round((sizeEmu * scaleThousandths) / 1000));
  return {
    code: "RPT5006",
    severity: "warning",
    span: { start: span[0], end: span[1] },
    message:
      `${run.glyphs.length} digits of ${points(sizeEmu)} share one cell, each as narrow as in type of ${narrow}, ` +
      `smaller than ${points(LEGIBLE_EMU)} (page ${page})`,
    why: "many readers cannot read it without a lens",
    repair: {
      title: `write combine=${COMBINED_MOST}, wide() for digits that stand one by one, or a larger size`,
      applicability: "suggestion",
      edits: [],
    },
  };
}

/** So many digits share a cell and are legible. */
const COMBINED_MOST = 3;

/** Letters without any room have no size that says something. */
const NO_SIZE_EMU = 6_350;

function sizeSaid(sizeEmu: number): string {
  return sizeEmu < NO_SIZE_EMU ? "text that has no room for its letters" : `text of ${points(sizeEmu)}`;
}

/** More than that much larger is a guess: the padding and the frame of the seal leave it no room. */
const TIMES_MAX = 20;

/** So many letters of one size follow one another: those of a seal's name. */
function lettersFrom({ items }: Page, at: number): number {
  const first = items[at];
  if (first?.kind !== "glyphs") return 0;
  const end = items.findIndex(
    (item, index) =>
      index > at && !(item.kind === "glyphs" && item.span[0] === first.span[0] && item.sizeEmu === first.sizeEmu),
  );
  return (end < 0 ? items.length : end) - at;
}

/** The letters of a name fill its seal, whatever `size=` says; that sets its label alone. */
function largerSeal(times: number, letters: number): string {
  if (times > TIMES_MAX) return "make the seal much larger (w=, h=), or its padding and border thinner";
  const large = (Math.ceil(times * 10) / 10).toFixed(1);
  // Letters that are too small fill a square, in as many rows as columns.
  const rows = Math.floor(Math.ceil(Math.sqrt(letters)) / times);
  const shorter = rows === 0 ? "" : `, or its name at most ${rows * rows} ${rows === 1 ? "letter" : "letters"} long`;
  return `make the seal ${large} times as large (w=, h=)${shorter}: its letters fill it; size= sets its label`;
}
