// Pages of labels and form parts → sheets that hold several of them. Page numbers stay those of the pages.
import type { CanvasSheet } from "../../canvas/index.ts";
import { moveItem } from "./move-items.ts";
import type { Bookmark, Destination, Page, RecordPages } from "./pages.ts";
import { type EdgeLines, offSharedEdges, sharedEdges } from "./shared-edges.ts";

/** What imposition rearranges: pages, and all that names them by index. */
export interface Imposable {
  readonly pages: readonly Page[];
  readonly bookmarks: readonly Bookmark[];
  readonly destinations: readonly Destination[];
  readonly records: readonly RecordPages[];
}

/** A sheet that still takes pages. */
interface OpenSheet {
  readonly sheet: CanvasSheet;
  readonly items: Page["items"][number][];
  used: number;
  /** Lines on edges that labels share. */
  readonly lines: EdgeLines;
}

interface Placing {
  readonly page: number;
  readonly sheet: number;
  readonly xEmu: number;
  readonly yEmu: number;
}

/**
 * `sheets` tells of each page which sheet it asks for; null for a page that is a sheet by itself. `copies` tells of
 * each record which copy it is: copies of different records never stand together.
 */
export function impose(
  value: Imposable,
  sheets: readonly (CanvasSheet | null)[],
  copies: readonly number[],
): Imposable {
  if (sheets.every((sheet) => sheet === null)) return value;
  const placings: Placing[] = [];
  const pages: Page[] = [];
  const opened: OpenSheet[] = [];
  let open: OpenSheet | null = null;
  for (const { page: at, sheet, needs } of slotsOf(value.records, sheets, copies)) {
    const page = at === null ? undefined : value.pages[at];
    if (sheet === null) {
      open = null;
      if (at !== null && page !== undefined) {
        placings[at] = { page: at, sheet: pages.push(page) - 1, xEmu: 0, yEmu: 0 };
      }
      continue;
    }
    if (open === null || open.sheet !== sheet || open.used + needs > sheet.columns * sheet.rows) {
      open = { sheet, items: [], used: 0, lines: new Map() };
      opened.push(open);
      const { widthEmu, heightEmu } = sheet;
      pages.push({ widthEmu, heightEmu, ...trimOf(sheet), items: open.items });
    }
    const xEmu = sheet.leftEmu + (open.used % sheet.columns) * sheet.stepXEmu;
    const yEmu = sheet.topEmu + Math.floor(open.used / sheet.columns) * sheet.stepYEmu;
    const edges = page === undefined ? null : sharedEdges(sheet, page, open.used);
    open.used++;
    if (at === null || page === undefined) continue;
    for (const item of page.items) {
      const moved = moveItem(item, { turn: 0, xEmu, yEmu });
      if (edges === null) open.items.push(moved);
      else open.items.push(...offSharedEdges(moved, edges, open.lines));
    }
    placings[at] = { page: at, sheet: pages.length - 1, xEmu, yEmu };
  }
  for (const { items, lines } of opened) for (const line of lines.values()) items.push(line);
  const moved = <Mark extends { readonly page: number; readonly yEmu: number }>(mark: Mark): Mark => {
    const place = placings[mark.page];
    return place === undefined ? mark : { ...mark, page: place.sheet, yEmu: mark.yEmu + place.yEmu };
  };
  return {
    pages,
    bookmarks: value.bookmarks.map(moved),
    destinations: value.destinations.map(moved),
    records: value.records.map((record) => recordOnSheets(record, placings)),
  };
}

function trimOf({ widthEmu, heightEmu, trimEmu }: CanvasSheet): Pick<Page, "trim"> {
  if (trimEmu === undefined) return {};
  const [leftEmu, topEmu] = [trimEmu, trimEmu];
  return { trim: { leftEmu, topEmu, rightEmu: widthEmu - trimEmu, bottomEmu: heightEmu - trimEmu } };
}

/** A place on a sheet, in the order in which places are filled. */
interface Slot {
  /** Null: the place stays empty, because its copy has ended. */
  readonly page: number | null;
  readonly sheet: CanvasSheet | null;
  /** So many places from this one on must be on one sheet. */
  readonly needs: number;
}

/** Of records that stand together all first pages, then all second, each in the place of its copy. */
function* slotsOf(
  records: readonly RecordPages[],
  sheets: readonly (CanvasSheet | null)[],
  copies: readonly number[],
): Generator<Slot> {
  for (let first = 0; first < records.length; ) {
    const together = Math.max(1, sheets[records[first]?.firstPage ?? 0]?.together ?? 1);
    let end = first + 1;
    while (end < records.length && end - first < together && (copies[end] ?? 1) > 1) end++;
    const group = records.slice(first, end);
    const longest = Math.max(...group.map((record) => record.pages));
    for (let at = 0; at < longest; at++) {
      const pages = group.map((record) => (at < record.pages ? record.firstPage + at : null));
      const shown = pages.find((page) => page !== null) ?? 0;
      const sheet = sheets[shown] ?? null;
      for (let place = 0; place < together; place++) {
        yield { page: pages[place] ?? null, sheet, needs: together - place };
      }
    }
    first = end;
  }
}

function recordOnSheets(record: RecordPages, placings: readonly Placing[]): RecordPages {
  const own = placings.slice(record.firstPage, record.firstPage + record.pages).map((placing) => placing.sheet);
  const firstPage = Math.min(...own);
  return { ...record, firstPage, pages: Math.max(...own) - firstPage + 1 };
}
