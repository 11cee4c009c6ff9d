import type { FrozenForm } from "../../canvas/index.ts";
import type { Violation } from "../../contract/index.ts";
import type { Diagnostic, MachineDiagnostic } from "../../diagnostics/index.ts";
import type { RenderReceipt } from "./receipt.ts";

/** A template ready for publishing: closed JSON, its identity, and what describes it to callers. */
export interface CompiledTemplate {
  /** Canonical JSON of the canvas. */
  readonly canvasJson: string;
  /** SHA-256 of `canvasJson`, hex. */
  readonly hash: string;
  /** Its catalogue title where a publisher gives none: `name=` of the source, else the document's id. */
  readonly title: string;
  /** How many fields it declares. */
  readonly fields: number;
  /** JSON text of a payload made of the declarations' example values. */
  readonly example: string;
  /** The faces that it was checked with, by name and hash. */
  readonly fontVersions: string;
  /** Whether a request may, or must, bring a password. */
  readonly encryption: "none" | "optional" | "required";
}

/** Asks whether a source would print well with `data` (JSON bytes), or with its examples where that is null. */
export interface CheckRequest {
  readonly source: string;
  readonly data: Uint8Array | null;
  /** The files that the source's `asset` lines name, by name. */
  readonly assets?: Readonly<Record<string, Uint8Array>>;
  /** Business profiles to judge by, beside those that the source names. */
  readonly profiles?: readonly string[];
  /** The day whose law holds, `YYYY-MM-DD`; left out, the data tell, or the newest rules hold. */
  readonly asOf?: string;
  /** False: leaves out what a form's fields might hold at their worst, which takes most of a check's time. */
  readonly worstCases?: boolean;
  /** True: the findings say what a designer would change (RPT51…), too. */
  readonly advise?: boolean;
  /** True: the answer says what a screen reader reads of the form as it was drawn. */
  readonly reading?: boolean;
  /** Leaves the source's files to those of this canvas, which was published from it. */
  readonly filesOf?: KnownCanvas;
}

/** A canvas that was compiled before. */
export interface KnownCanvas {
  /** SHA-256 of `canvasJson`: engines keep compiled canvases by it. */
  readonly canvasHash: string;
  readonly canvasJson: CanvasJson;
}

/** Asks for a check of a source whose result is sent to its author. */
export interface ToldCheckRequest extends CheckRequest {
  /** The answer contains findings of these severities and codes; an empty list selects all. */
  readonly severities?: readonly string[];
  readonly codes?: readonly string[];
  /** False: no file can come with the source, so that none is asked for; left out, one can. */
  readonly takesFiles?: boolean;
  /** True: a template is to be published, and comes with what that freezes. */
  readonly publishes?: boolean;
}

/** The result of a check as it is sent to the author. Its size is bounded, however many findings there are. */
export interface ToldCheckAnswer extends Pick<CheckAnswer, "unknownProfiles" | "completeProfiles"> {
  /** The selected findings in their machine form; {@link machineDiagnostics} bounds their number. */
  readonly findings: readonly MachineDiagnostic[];
  /** The numbers of all errors and warnings, selected or not. */
  readonly errors: number;
  readonly warnings: number;
  /** A sentence that counts the findings which were not selected; null if all were. */
  readonly leftOut: string | null;
  /** What is published; null where an error stands in the way, or nothing is to be. */
  readonly publishable: (CompiledTemplate & FrozenForm) | null;
}

export interface CheckAnswer {
  readonly diagnostics: readonly Diagnostic[];
  /** Profiles of the request that are not installed: then nothing was checked. */
  readonly unknownProfiles?: readonly string[];
  /**
   * Profiles of a kind of paper that judged the drawn form and found none of their required items missing; left out,
   * none did. It is all that may be said of a clean form: whether it does what the law asks, no program knows.
   */
  readonly completeProfiles?: readonly string[];
  /** Where it was asked for and the form was drawn: one line for each text, row and picture, in reading order. */
  readonly reading?: readonly string[];
  /** Null where an error stands in the way of compiling. */
  readonly template: CompiledTemplate | null;
}

/** Asks for a source, with `data` (JSON bytes) or its examples, in an installed format. */
export interface ExportRequest extends Pick<CheckRequest, "source" | "data" | "assets" | "filesOf"> {
  /** As its exporter is named: `jp-pint`. */
  readonly format: string;
}

export interface ExportAnswer {
  /** Null where an error stands in the way, or the format is not installed. */
  readonly value: ExportedFile | null;
  readonly diagnostics: readonly Diagnostic[];
  /** Where the format is not installed: those that are. Nothing was checked then. */
  readonly installedFormats?: readonly string[];
  /** Whether the values are the declarations' examples, because nobody sent any. */
  readonly usedExamples: boolean;
}

export interface ExportedFile {
  /** In memory of their own, which a thread can hand over. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** `application/xml` */
  readonly mediaType: string;
  /** Without a dot: `xml`. */
  readonly fileExtension: string;
}

/** Canonical JSON of a canvas: the text, or its UTF-8, which threads can share where a text is copied to each. */
export type CanvasJson = string | Uint8Array;

/** Asks for a file of a published canvas. */
export interface RenderRequest {
  /** SHA-256 of `canvasJson`: engines keep compiled canvases by it. */
  readonly canvasHash: string;
  readonly canvasJson: CanvasJson;
  /** The payload's JSON bytes; null renders the template's own dataset, or nothing where it declares nothing. */
  readonly payload: Uint8Array | null;
  /** The payload is a JSON array: each of its objects is a document of its own, collated into one file. */
  readonly isList?: boolean;
  /** A registered renderer's id: `pdf`. */
  readonly renderer: string;
  readonly options: RenderRequestOptions;
  /** No file is made whose content does not fit, is cut or lost; left out, it is made and told. */
  readonly refusesMisfit?: boolean;
  /** The source that the canvas was made of, for the profiles that it declares; left out, none are asked. */
  readonly source?: string;
  /** For a screen, where pre-printed stock is shown as it will lie in the printer; left out: for print. */
  readonly screen?: boolean;
}

/** Asks whether a payload could be rendered, without rendering it. */
export type JudgeRequest = Pick<RenderRequest, "canvasHash" | "canvasJson" | "payload" | "isList">;

/** Asks what is to be said of values that are known before the others are. */
export interface KnownRequest extends Pick<RenderRequest, "canvasHash" | "canvasJson"> {
  /** The JSON bytes of an object. */
  readonly payload: Uint8Array;
}

export type KnownAnswer =
  /** They are no JSON, or break a bound of it. */
  | { readonly kind: "malformed"; readonly line: number; readonly column: number; readonly message: string }
  /** They are more values than a form shows. */
  | { readonly kind: "too-many"; readonly valuesMax: number }
  | {
      readonly kind: "read";
      readonly violations: readonly Violation[];
      /** Whether no number loses a digit as a double. */
      readonly isExact: boolean;
    };

export interface RenderRequestOptions {
  /** `YYYY-MM-DDTHH:MM:SSZ`; the file's only date. */
  readonly createdAt: string;
  /** Opens the file, where the template's policy takes one. It is kept nowhere. */
  readonly password?: string;
  /** The title of a file of several records: that of the catalogue, since each record has its own. */
  readonly collatedTitle?: string;
  /** What the file may not grow beyond; drawing stops there. Left out, it may grow without end. */
  readonly limits?: OutputLimits;
}

/** The largest file that a caller gets. */
export interface OutputLimits {
  readonly pagesMax: number;
  readonly bytesMax: number;
}

/** A bound that data break though they are JSON: what is wrong, and how it is mended. */
interface BrokenBound {
  readonly what: string;
  readonly mend: string;
}

/** Why there is nothing to draw: it is the data that is wrong. */
export type DataRefusal =
  /** The payload is not JSON, or not of the shape that a payload has. */
  | {
      readonly kind: "malformed";
      readonly message: string;
      readonly bound?: BrokenBound;
      /** The path of the record source that has no entries, of which no document is made. */
      readonly emptySource?: string;
    }
  /** The payload does not satisfy the declarations. */
  | { readonly kind: "violations"; readonly violations: readonly Violation[] };

/** Asks for a dataset with other rows in one of its arrays. */
export interface RowsRequest {
  /** The published canvas that draws from the dataset, by which the rows are judged; null where there is none. */
  readonly canvas: { readonly canvasHash: string; readonly canvasJson: CanvasJson } | null;
  /** The whole dataset as it is: a valid JSON object. */
  readonly datasetJson: string;
  /** The name of the array at its top level. */
  readonly path: string;
  /** The UTF-8 bytes of a JSON array of objects. */
  readonly rows: Uint8Array;
}

export type RowsAnswer =
  /** The rows are no JSON text. */
  | { readonly kind: "malformed" }
  /** The rows are no array of objects. */
  | { readonly kind: "no-rows" }
  /** The dataset has no array of that name; those that it has. */
  | { readonly kind: "no-array"; readonly arrays: readonly string[] }
  /** Every place where the rows break what the canvas declares. */
  | { readonly kind: "violations"; readonly violations: readonly Violation[] }
  | {
      readonly kind: "spliced";
      readonly datasetJson: string;
      readonly rowsBefore: number;
      readonly rowsAfter: number;
    };

/** What judging a payload by itself answers: how many records would be drawn, or why none. */
export type JudgeAnswer = { readonly kind: "good"; readonly records: number } | DataRefusal;

export type RenderAnswer =
  | {
      readonly kind: "rendered";
      /** In memory of their own, which may be handed over. */
      readonly bytes: Uint8Array;
      /** SHA-256 of the bytes, hex. */
      readonly sha256: string;
      readonly pages: number;
      readonly records: number;
      /** What the file was made from, to be kept with the rendering's record. */
      readonly receipt: RenderReceipt;
      /** What was found of the form with this data, as a check with it tells beside what is wrong with the source. */
      readonly diagnostics: readonly Diagnostic[];
    }
  | DataRefusal
  /** A value could not be computed (a division by zero, a date without an era): a form with a hole is not sent. */
  | { readonly kind: "refused"; readonly diagnostics: readonly Diagnostic[] }
  /** The content does not fit, and the request wants no file then. */
  | { readonly kind: "misfit"; readonly diagnostics: readonly Diagnostic[] }
  /** The file would be larger than its limits. `pages` and `bytes` count what was drawn before that was known. */
  | { readonly kind: "too-large"; readonly what: "pages" | "bytes"; readonly pages: number; readonly bytes: number };

/** Asks for a file of a source that is not published. */
export interface PreviewRequest {
  readonly source: string;
  /** Null draws the template's own dataset, or its example values where it has none. */
  readonly data: Uint8Array | null;
  /** The data is a JSON array of documents. */
  readonly isList?: boolean;
  /** The files that the source's `asset` lines name, by name. */
  readonly assets?: Readonly<Record<string, Uint8Array>>;
  readonly renderer: string;
  readonly options: RenderRequestOptions;
  /** No file is made whose content does not fit, is cut or lost; left out, it is made and told. */
  readonly refusesMisfit?: boolean;
}

export type PreviewAnswer =
  | { readonly kind: "invalid-source"; readonly diagnostics: readonly Diagnostic[] }
  | { readonly kind: "preview"; readonly usedExamples: boolean; readonly rendering: RenderAnswer };

/** Asks for images of the pages of a source that is not published, as a screen shows them. */
export interface PageImagesRequest {
  readonly source: string;
  /** Null draws the template's own dataset, or its example values where it has none. */
  readonly data: Uint8Array | null;
  /** The files that the source's `asset` lines name, by name. */
  readonly assets?: Readonly<Record<string, Uint8Array>>;
  /** A registered page renderer's id: `svg`, `png`. */
  readonly renderer: string;
  /** The one page that is wanted, from 1; null for all. */
  readonly page: number | null;
  /** Pixels for an inch, where the images have pixels. */
  readonly dpi: number;
  /** No side of an image has more pixels: larger pages have fewer for an inch. Left out, none is too large. */
  readonly sidePxMax?: number;
  /** At most so many pages are drawn, the first ones; left out, all. */
  readonly pagesMax?: number;
}

export type PageImagesAnswer =
  | { readonly kind: "invalid-source"; readonly diagnostics: readonly Diagnostic[] }
  | { readonly kind: "preview"; readonly usedExamples: boolean; readonly drawing: PageImagesDrawing };

export type PageImagesDrawing =
  | {
      readonly kind: "drawn";
      /** How many pages the document has. */
      readonly pages: number;
      /** The pages that were asked for and exist, in order. Each is made when the iteration reaches it. */
      readonly images: Iterable<PageImage>;
      readonly diagnostics: readonly Diagnostic[];
    }
  /** A page would have more pixels than its renderer draws; `dpiMax` is the finest that goes. */
  | { readonly kind: "too-fine"; readonly page: number; readonly dpiMax: number }
  | Exclude<RenderAnswer, { readonly kind: "rendered" | "too-large" | "misfit" }>;

/** The pages of a form as they come from a thread; null where it can't be drawn with its data. */
export type PagesShown = { readonly pages: number; readonly images: readonly PageImage[] } | null;

export interface PageImage {
  /** From 1. */
  readonly page: number;
  readonly bytes: Uint8Array;
}
