// What of a template says how many documents a payload makes, and how their pages stand on sheets.
import type { CheckedDocument, CheckedElement, CheckedPage } from "../check/index.ts";
import { lengthOf } from "./boxes.ts";
import type { Canvas, CanvasPage, CanvasSheet } from "./canvas.ts";
import type { Edges, Emu } from "./canvas-styles.ts";
import { countOf, wordsOf } from "./element-values.ts";

/** Documents of one payload where a source names no bound. */
export const RECORDS_MAX_DEFAULT = 1_000;

/** Absent where the payload is one document, so that other templates keep their compiled form. */
export function compileRecordSource(
  source: CheckedElement<"source"> | undefined,
  record: CheckedDocument["record"],
): Pick<Canvas, "recordSource"> {
  if (source === undefined || record === null) return {};
  return {
    recordSource: {
      path: record.path,
      name: wordsOf(source.properties.get("name")),
      recordsMax: countOf(source.properties, "max") ?? RECORDS_MAX_DEFAULT,
    },
  };
}

/** Labels of copies, and how many of them share a sheet. */
export interface CompiledCopies {
  readonly labels: readonly string[];
  readonly perPage: number;
}

/** Null where every document stands once. */
export function compileCopies(copies: CheckedElement<"copies"> | undefined): CompiledCopies | null {
  const labels = copies?.args.get("labels");
  if (copies === undefined || labels?.kind !== "words") return null;
  return { labels: labels.texts, perPage: countOf(copies.properties, "per-page") ?? 1 };
}

/** The size and margins of what is laid out as a page, and the sheet that it stands on. */
export type SheetPlace = Pick<CanvasPage, "widthEmu" | "heightEmu" | "margin" | "sheet" | "bleedEmu">;

/**
 * With `n-up`, the page's margin is the sheet's, and what is left of it is shared out to labels without margins of
 * their own. With `per-page` alone the sheet is shared out whole, because its parts are cut apart: each keeps the
 * margin of the page.
 */
export function placeOnSheet(page: CheckedPage, paper: SheetPlace, copies: CompiledCopies | null): SheetPlace {
  const placed = sharePaper(page, paper, copies);
  const bleedEmu = lengthOf(page.properties, "bleed") ?? 0;
  return bleedEmu === 0 ? placed : withBleed(placed, bleedEmu);
}

/** Paper that is trimmed is a larger sheet around the page, or around the sheet that it stands on. */
function withBleed(place: SheetPlace, bleedEmu: Emu): SheetPlace {
  const { widthEmu, heightEmu } = place;
  const whole = { columns: 1, rows: 1, leftEmu: 0, topEmu: 0, stepXEmu: 0, stepYEmu: 0, together: 1 };
  const sheet: CanvasSheet = place.sheet ?? { widthEmu, heightEmu, ...whole };
  return {
    ...place,
    ...(place.sheet === undefined ? { bleedEmu } : {}),
    sheet: {
      ...sheet,
      widthEmu: sheet.widthEmu + 2 * bleedEmu,
      heightEmu: sheet.heightEmu + 2 * bleedEmu,
      leftEmu: sheet.leftEmu + bleedEmu,
      topEmu: sheet.topEmu + bleedEmu,
      trimEmu: bleedEmu,
    },
  };
}

function sharePaper(page: CheckedPage, paper: SheetPlace, copies: CompiledCopies | null): SheetPlace {
  const grid = page.properties.get("n-up");
  const together = copies?.perPage ?? 1;
  if (grid?.kind === "numbers") {
    const [columns = 1, rows = 1] = grid.thousandths.map((each) => Math.round(each / 1000));
    const gapX = lengthOf(page.properties, "gap") ?? 0;
    const gapY = lengthOf(page.properties, "row-gap") ?? gapX;
    return shareOut(paper, { columns, rows, gapX, gapY, together, margin: paper.margin });
  }
  if (together === 1) return paper;
  const gaps = { columns: 1, rows: together, gapX: 0, gapY: 0 };
  return { ...shareOut(paper, { ...gaps, together, margin: [0, 0, 0, 0] }), margin: paper.margin };
}

interface Sharing {
  readonly columns: number;
  readonly rows: number;
  readonly gapX: Emu;
  readonly gapY: Emu;
  readonly together: number;
  readonly margin: Edges;
}

function shareOut({ widthEmu, heightEmu }: SheetPlace, sharing: Sharing): SheetPlace {
  const { columns, rows, gapX, gapY, together } = sharing;
  const [top, right, bottom, left] = sharing.margin;
  const partWidth = Math.max(0, Math.floor((widthEmu - left - right - gapX * (columns - 1)) / columns));
  const partHeight = Math.max(0, Math.floor((heightEmu - top - bottom - gapY * (rows - 1)) / rows));
  const sheet: CanvasSheet = {
    widthEmu,
    heightEmu,
    columns,
    rows,
    leftEmu: left,
    topEmu: top,
    stepXEmu: partWidth + gapX,
    stepYEmu: partHeight + gapY,
    together,
  };
  return { widthEmu: partWidth, heightEmu: partHeight, margin: [0, 0, 0, 0], sheet };
}
