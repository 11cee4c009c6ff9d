// Headers, footers and backgrounds: which of them stands on a page, and what room they leave to the body.
import {
  BAND_PRECEDENCE,
  type CanvasBand,
  type CanvasPage,
  type Emu,
  isBandFor,
  type PageKind,
} from "../../canvas/index.ts";

/** What stands on a page, at most one band of each kind. */
export interface PageBands {
  readonly header: CanvasBand | null;
  readonly footer: CanvasBand | null;
  readonly background: CanvasBand | null;
}

export function bandsOf(page: CanvasPage, kind: PageKind): PageBands {
  return {
    header: bandOf(page, "header", kind),
    footer: bandOf(page, "footer", kind),
    background: bandOf(page, "background", kind),
  };
}

function bandOf(page: CanvasPage, wanted: CanvasBand["kind"], kind: PageKind): CanvasBand | null {
  for (const on of BAND_PRECEDENCE) {
    if (!isBandFor(on, kind)) continue;
    const band = page.bands.find((one) => one.kind === wanted && one.on === on);
    if (band !== undefined) return band;
  }
  return null;
}

/** The height that margins, header and footer leave. */
export function bodyHeight(page: CanvasPage, bands: PageBands): Emu {
  const [top, , bottom] = page.margin;
  return page.heightEmu - top - bottom - (bands.header?.heightEmu ?? 0) - (bands.footer?.heightEmu ?? 0);
}
