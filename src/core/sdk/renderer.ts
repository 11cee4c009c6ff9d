import type { CanvasPrinting, PdfKind, Permission } from "../canvas/index.ts";
import type { OpenDocument, Page, PageDocument, StructureNode } from "../layout/index.ts";
import type { ImageResource } from "../pictures/index.ts";
import type { Font } from "../text/index.ts";

/** What a rendering is asked for beyond the pages. Nothing here is read from a clock. */
export interface RenderOptions {
  /** The file's creation and modification date, `YYYY-MM-DDTHH:MM:SSZ`. */
  readonly createdAt: string;
  /** Hex digits that identify the content (canvas, payload and options), from which the file's id is derived. */
  readonly contentHash: string;
  /** Named in the file as its producer, with the engine's version. */
  readonly producer: string;
  /** What the file promises its readers; absent: nothing beyond its format. */
  readonly conformance?: Conformance;
  /** Absent: anyone reads the file. A renderer whose format knows no encryption throws: the caller asks it first. */
  readonly encryption?: Encryption;
  /** Files that travel inside; a renderer whose format holds none leaves them out. */
  readonly attachments?: readonly Attachment[];
  /** What print dialogs start with, where the format can say it. */
  readonly printing?: CanvasPrinting;
  /**
   * `1.4`: what is newer than PDF 1.4 stays out, but for what `conformance` asks for. A renderer that was asked for
   * encryption, PDF/A, files inside or print dialogs beside it throws: the checks of a template refuse that.
   */
  readonly compatibility?: "1.4";
}

/** The promises of a file. Structure is written where one of them asks for it: `ua`, `a-2a`, `a-3a`. */
export interface Conformance {
  readonly pdf: PdfKind;
  /** PDF/UA-1 (ISO 14289-1). */
  readonly ua: boolean;
}

/** AES with 256 bits (ISO 32000-2 §7.6, revision 6). Its random parts are derived: equal requests give equal bytes. */
export interface Encryption {
  /** The password that opens the file; empty: it opens without one, and only the permissions hold. */
  readonly password: string;
  readonly allow: readonly Permission[];
}

/** A file inside the file (ISO 32000-1 §7.11.4). */
export interface Attachment {
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: Uint8Array;
  /** What the pages are to it (ISO 19005-3 annex E): made from it, made of its numbers, added to it, told otherwise. */
  readonly relationship: "source" | "data" | "supplement" | "alternative";
  readonly description: string | null;
}

/** Turns pages into bytes of one media type. Pure: the same pages and options give the same bytes. */
export interface Renderer {
  readonly id: string;
  readonly mediaType: string;
  readonly fileExtension: string;
  /** The file. It is copied before it leaves, so that a renderer may keep what it answers, or fill it anew. */
  render(document: PageDocument, options: RenderOptions): Uint8Array;
  /**
   * Each file is in memory of its own that the renderer never looks at again: then it is handed over instead of being
   * copied, which a long file is worth.
   */
  readonly givesMemory?: true;
  /**
   * Draws the pages of a file in parts, so that a long file is never held as pages and as bytes at once, and threads
   * may share the work. The bytes are those of `render`, however the pages are parted. Left out: the renderer wants the
   * whole document.
   */
  readonly parts?: PartRenderer;
}

/** How pages become a file in two steps, which may happen in different threads. */
export interface PartRenderer {
  /** Draws pages that will stand one after another in a file. */
  begin(conformance: Conformance | undefined): PartStream;
  /** The file that parts are put together in. */
  assemble(lang: string, options: RenderOptions): FileOfParts;
}

/** Pages that are being drawn. */
export interface PartStream {
  /** The next page, and what it names by index; its texts do not say which data they show. Not kept any longer. */
  add(document: OpenDocument, page: Page): void;
  /** What the pages so far will take of their file, in bytes, at least. */
  readonly bytes: number;
  finish(document: OpenDocument): DrawnPart;
}

/**
 * Pages that are drawn and belong to no file yet. All but the fonts are plain values, which structured cloning keeps;
 * whoever sends a part to another thread names its fonts there.
 */
export interface DrawnPart {
  readonly fonts: readonly DrawnFont[];
  readonly images: readonly ImageResource[];
  /** As the pages' own document has it, its root included; only the root where nobody reads the structure. */
  readonly structure: readonly StructureNode[];
  /** The renderer's own record of its pages. */
  readonly pages: unknown;
  /** What they will take of their file, in bytes, at least. */
  readonly bytes: number;
  /** Memory of the pages that is handed over with them, where they go to another thread, instead of being copied. */
  readonly memory: readonly ArrayBuffer[];
}

export interface DrawnFont {
  readonly font: Font;
  readonly direction: "horizontal" | "vertical";
  /** The renderer's own word for how it shows the font's glyphs; absent: as they are. */
  readonly style?: string;
  /** Glyphs that are shown, by the codes that the renderer has for them, ascending. */
  readonly glyphs: Uint16Array<ArrayBuffer>;
}

/**
 * A file in the making. It may be an object of a class, as `PartStream` may: a plugin that wraps another one's hands
 * each call on, since spreading such an object leaves its methods behind.
 */
export interface FileOfParts {
  /** The next pages of the file, given away: the part is not looked at again. */
  add(part: DrawnPart): void;
  /** How large the file has grown, in bytes: whoever has room for less need not go on. */
  readonly bytes: number;
  /** The file, as that of `Renderer.render`; of the document's pages only the sizes are looked at. */
  finish(document: PageDocument): Uint8Array;
}

/** What a page image is asked for. Like the image itself it knows no date and no producer. */
export interface PageImageOptions {
  /** Pixels for an inch of the page; an image of vectors has none and leaves it aside. */
  readonly dpi: number;
}

/** Turns one page into an image of one media type. Pure: the same page and options give the same bytes. */
export interface PageRenderer {
  readonly id: string;
  readonly mediaType: string;
  readonly fileExtension: string;
  /** The largest image that it draws, in pixels; absent: its images have none. The caller asks for no larger one. */
  readonly pixelsMax?: number;
  /** Loads what drawing needs, such as a WebAssembly module; awaited before the first page. */
  prepare?(): Promise<void>;
  /** `page` is an index into `document.pages`. */
  renderPage(document: PageDocument, page: number, options: PageImageOptions): Uint8Array;
}
