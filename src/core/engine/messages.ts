import type { Violation } from "../contract/index.ts";
import type { Diagnostic } from "../diagnostics/index.ts";

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
}

/** Asks whether a source would print well with `data` (JSON bytes), or with its examples where that is null. */
export interface CheckRequest {
  readonly source: string;
  readonly data: Uint8Array | null;
}

export interface CheckAnswer {
  readonly diagnostics: readonly Diagnostic[];
  /** Null where an error stands in the way of compiling. */
  readonly template: CompiledTemplate | null;
}

/** Asks for a file of a published canvas. */
export interface RenderRequest {
  /** SHA-256 of `canvasJson`: engines keep compiled canvases by it. */
  readonly canvasHash: string;
  readonly canvasJson: string;
  /** The payload's JSON bytes; null renders the template's own dataset, or nothing where it declares nothing. */
  readonly payload: Uint8Array | null;
  /** A registered renderer's id: `pdf`. */
  readonly renderer: string;
  readonly options: RenderRequestOptions;
}

export interface RenderRequestOptions {
  /** `YYYY-MM-DDTHH:MM:SSZ`; the file's only date. */
  readonly createdAt: string;
}

export type RenderAnswer =
  | {
      readonly kind: "rendered";
      readonly bytes: Uint8Array;
      /** SHA-256 of the bytes, hex. */
      readonly sha256: string;
      readonly pages: number;
      readonly records: number;
      /** What did not fit, for whoever previews; never a reason to withhold the file. */
      readonly diagnostics: readonly Diagnostic[];
    }
  /** The payload is not JSON, or not an object. */
  | { readonly kind: "malformed"; readonly message: string }
  /** The payload does not satisfy the declarations. */
  | { readonly kind: "violations"; readonly violations: readonly Violation[] }
  /** A value could not be computed (a division by zero, a date without an era): a form with a hole is not sent. */
  | { readonly kind: "refused"; readonly diagnostics: readonly Diagnostic[] };

/** Asks for a file of a source that is not published. */
export interface PreviewRequest {
  readonly source: string;
  /** Null draws the template's own dataset, or its example values where it has none. */
  readonly data: Uint8Array | null;
  readonly renderer: string;
  readonly options: RenderRequestOptions;
}

export type PreviewAnswer =
  | { readonly kind: "invalid-source"; readonly diagnostics: readonly Diagnostic[] }
  | { readonly kind: "preview"; readonly usedExamples: boolean; readonly rendering: RenderAnswer };
