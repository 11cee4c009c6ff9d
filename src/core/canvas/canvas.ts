// The compiled form of a template: everything that layout needs, resolved once, as plain JSON.
// It is what publishing freezes; its canonical JSON's SHA-256 is the template's identity.
import type { BandOn } from "../check/index.ts";
import type { SourceSpan } from "../diagnostics/index.ts";
import type { CanvasField, CanvasLet, Template } from "../expression/index.ts";
import type { CanvasElement } from "./canvas-elements.ts";
import type { Color, Edges, Emu, TextStyle } from "./canvas-styles.ts";

export interface Canvas {
  /** The compiled form's own version. */
  readonly format: 1;
  /** The language's major version, `rpt 1`. */
  readonly language: 1;
  readonly document: CanvasDocument;
  /** In source order; empty where the template declares nothing (then a payload is not checked). */
  readonly fields: readonly CanvasField[];
  /** In dependency order: each uses only fields and the lets before it. */
  readonly lets: readonly CanvasLet[];
  /** JSON text of the source's own dataset, digits as written; null where there is none. */
  readonly dataset: string | null;
  /** Families by their name in the source; the first is the default. */
  readonly fonts: readonly CanvasFont[];
  /** Colours that a computed colour may name. */
  readonly colors: Readonly<Record<string, Color>>;
  /** Pictures that are published with the template, by the names of their `asset` lines. */
  readonly assets?: Readonly<Record<string, CanvasAsset>>;
  /** Every distinct resolved text style once; elements name them by index. */
  readonly textStyles: readonly TextStyle[];
  readonly pages: readonly CanvasPage[];
  /** Characters of the private areas with their drawings (外字); absent: none. */
  readonly gaiji?: CanvasGaiji;
  /** One document is made of each record of this array; absent: the payload is one document. */
  readonly recordSource?: CanvasRecordSource;
  /** Each document stands once for each of these labels; absent: once, without a label. */
  readonly copies?: readonly string[];
  /** The file is encrypted; absent: anyone may read and change it. */
  readonly encryption?: CanvasEncryption;
  /** Files that travel inside of the PDF. */
  readonly attachments?: readonly CanvasAttachment[];
  /** Findings that the source allows, so that renders do not tell them either; absent: none. */
  readonly allowances?: readonly CanvasAllowance[];
  /** What the boxes of fields hold, by canonical path; measured with the examples when the template is checked. */
  readonly capacities?: Readonly<Record<string, TextCapacity>>;
}

/** Findings of these codes that lie within an element; `within` null: anywhere. */
export interface CanvasAllowance {
  readonly codes: readonly string[];
  /** Why they are meant, and where the form says so; canvases of earlier versions keep neither. */
  readonly reason?: string;
  readonly line?: SourceSpan;
  readonly within: SourceSpan | null;
}

/** How much text a field's tightest box holds, counted in full-width characters. */
export interface TextCapacity {
  readonly charactersPerLine: number;
  readonly lines: number;
  /** Hundredths of a point. */
  readonly sizeHundredths: number;
  /** The same once `fit=shrink` has done all it may; absent where the text does not shrink. */
  readonly shrunk?: { readonly charactersPerLine: number; readonly sizeHundredths: number };
}

/** Kinds of PDF that a template may promise: ISO 32000-1, and the levels of ISO 19005-2 and 19005-3. */
export type PdfKind = "1.7" | "a-2b" | "a-2u" | "a-2a" | "a-3b" | "a-3u" | "a-3a";

/** What readers may do with an encrypted file (ISO 32000-1 table 22). Assistive technology may always read it. */
export type Permission = "print" | "print-low" | "copy" | "edit" | "annotate" | "fill" | "assemble" | "accessibility";

export interface CanvasEncryption {
  /** Whether a request may, or must, bring the password that opens the file. */
  readonly open: "none" | "optional" | "required";
  readonly allow: readonly Permission[];
}

/** A request's data as it came, inside of the file. */
export interface CanvasAttachment {
  readonly content: "payload";
  readonly name: string;
  /** What the pages are to it (ISO 19005-3, annex E). */
  readonly relationship: "source" | "data" | "supplement" | "alternative";
  readonly description: string | null;
}

/** What print dialogs start with. */
export interface CanvasPrinting {
  /** `none`: at the size as designed. */
  readonly scale: "none" | "default";
  readonly duplex: "simplex" | "long-edge" | "short-edge" | null;
}

/** The array whose records become documents, each with page numbers of its own. */
export interface CanvasRecordSource {
  /** `customers[]`; evaluations open a record of it by this path. */
  readonly path: string;
  /** The record's bookmark, where the source gives one; evaluated outside records. */
  readonly name: Template | null;
  /** More records are refused. */
  readonly recordsMax: number;
}

export interface CanvasGaiji {
  /** Of the characters' canonical JSON: what the font made of them is known by. */
  readonly sha256: string;
  /** In the order of their code points. */
  readonly characters: readonly {
    readonly codePoint: number;
    /** What it is read and copied as; absent: itself. */
    readonly text?: string;
    /**
     * Contours of quadratic curves, as TrueType has them, in thousandths of the em from the em box's top left, y
     * downwards; a point that is not on the curve controls it.
     */
    readonly contours: readonly (readonly (readonly [x: number, y: number, isOnCurve: 0 | 1])[])[];
  }[];
}

export interface CanvasDocument {
  readonly id: string;
  /** Static catalogue name (`name=`), else null. */
  readonly name: string | null;
  /** The PDF's title. */
  readonly title: Template | null;
  readonly lang: string;
  readonly profiles: readonly string[];
  /** `forbid`: members that are not declared are violations. */
  readonly extra: "ignore" | "forbid";
  readonly author: string | null;
  readonly subject: string | null;
  readonly keywords: string | null;
  /** What the file promises beyond PDF 1.7; absent: nothing. */
  readonly conformance?: { readonly pdf: PdfKind; readonly ua: boolean };
  readonly printing?: CanvasPrinting;
  /** The version of PDF that programs must know; absent: 1.7. */
  readonly compatibility?: "1.4";
}

export interface CanvasAsset {
  /** As the template names it, without `asset:`. */
  readonly file: string;
  /** The file's bytes in base64 (RFC 4648, section 4); null where the template was compiled without its files. */
  readonly data: string | null;
}

export interface CanvasFont {
  readonly name: string;
  readonly families: readonly string[];
}

export interface CanvasPage {
  readonly widthEmu: Emu;
  readonly heightEmu: Emu;
  readonly margin: Edges;
  readonly fill: Color | null;
  readonly firstNumber: number;
  /** The most pages that a record may take; absent where a record takes as many as it needs. */
  readonly pagesMost?: number;
  /** Headers, footers and backgrounds; the most specific `on` wins. */
  readonly bands: readonly CanvasBand[];
  readonly body: CanvasBody;
  readonly span: SourceSpan;
  /** Pages of this size stand on a larger sheet: labels, the parts of a form, and paper that is trimmed. */
  readonly sheet?: CanvasSheet;
  /** Where a larger margin is meant for binding. */
  readonly gutter?: "left" | "right" | "top";
  /** What is drawn beyond each edge, to be trimmed off; the sheet is so much larger. */
  readonly bleedEmu?: Emu;
}

/** How pages are placed on a sheet: row by row from its first place. */
export interface CanvasSheet {
  readonly widthEmu: Emu;
  readonly heightEmu: Emu;
  readonly columns: number;
  readonly rows: number;
  /** Corner of the first page, and from one page to the next. */
  readonly leftEmu: Emu;
  readonly topEmu: Emu;
  readonly stepXEmu: Emu;
  readonly stepYEmu: Emu;
  /** So many records that follow one another (a record's copies) stand together, page by page; 1: one after another. */
  readonly together: number;
  /** The paper's own edges inside the sheet, where it is trimmed: so much on each side is cut off. */
  readonly trimEmu?: Emu;
}

export interface CanvasBand {
  readonly kind: "header" | "footer" | "background";
  readonly on: BandOn;
  /** 0 for a background. */
  readonly heightEmu: Emu;
  readonly children: readonly CanvasElement[];
  readonly span: SourceSpan;
  /** False: pre-printed stock, which shows on screens only. */
  readonly print?: boolean;
  /** A background's shift, right and down, to meet the stock. */
  readonly offset?: readonly [rightEmu: Emu, downEmu: Emu];
}

export interface CanvasBody {
  readonly gapEmu: Emu;
  readonly children: readonly CanvasElement[];
  readonly span: SourceSpan;
}
