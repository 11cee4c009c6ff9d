import type { Font } from "./font.ts";

/** A font file as the composition root hands it in. */
export interface FontFile {
  /** The whole sfnt file (TrueType or OpenType, not a collection). */
  readonly bytes: Uint8Array;
  readonly family: string;
  readonly weight: "normal" | "bold";
  /** Hex digits of the file's SHA-256. */
  readonly sha256: string;
}

/** A font, or one sentence that says what is wrong with the file. */
export type ParsedFont = { readonly font: Font } | { readonly problem: string };

export declare function parseFont(file: FontFile): ParsedFont;
