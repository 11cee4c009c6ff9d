// Headers, footers and backgrounds: which of them stands on a page, and what room they leave to the body.
import type { CanvasBand, CanvasPage, Emu } from "../canvas/index.ts";

/** Which page of a record is asked about. */
export interface PageKind {
  readonly isFirst: boolean;
  readonly isLast: boolean;
  /** As `page.n` prints. */
  readonly number: number;
}

/** What stands on a page, at most one band of each kind. */
export interface PageBands {
  readonly header: CanvasBand | null;
  readonly footer: CanvasBand | null;
  readonly background: CanvasBand | null;
}

/** Last before first before odd and even before rest before all. */
const PRECEDENCE = ["last", "first", "odd", "even", "rest", "all"] as const;

export function bandsOf(page: CanvasPage, kind: PageKind): PageBands {
  return {
    header: bandOf(page, "header", kind),
    footer: bandOf(page, "footer", kind),
    background: bandOf(page, "background", kind),
  };
}

function bandOf(page: CanvasPage, wanted: CanvasBand["kind"], kind: PageKind): CanvasBand | null {
  for (const on of PRECEDENCE) {
    if (!applies(on, kind)) continue;
    const band = page.bands.find((one) => one.kind === wanted && one.on === on);
    if (band !== undefined) return band;
  }
  return null;
}

function applies(on: CanvasBand["on"], kind: PageKind): boolean {
  switch (on) {
    case "all":
      return true;
    case "first":
      return kind.isFirst;
    case "rest":
      return !kind.isFirst;
    case "last":
      return kind.isLast;
    case "odd":
      return kind.number % 2 === 1;
    case "even":
      return kind.number % 2 === 0;
  }
}

/** The height that margins, header and footer leave. */
export function bodyHeight(page: CanvasPage, bands: PageBands): Emu {
  const [top, , bottom] = page.margin;
  return page.heightEmu - top - bottom - (bands.header?.heightEmu ?? 0) - (bands.footer?.heightEmu ?? 0);
}
