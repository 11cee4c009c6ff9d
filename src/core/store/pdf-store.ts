/** What is known of stored bytes: enough to tell later whether they are still the same. */
export interface StoredPdf {
  readonly bytes: number;
  /** SHA-256, lower-case hexadecimal. */
  readonly sha256: string;
}

/** The bytes, or why there are none: never stored or erased, or no longer those that were stored. */
export type PdfReading =
  | { readonly kind: "found"; readonly pdf: Uint8Array }
  | { readonly kind: "missing" }
  | { readonly kind: "damaged" };

/** Keeps PDFs by id. Ids are lower-case letters, digits and underscores; others are a mistake of the caller. */
export interface PdfStore {
  /** Keeps the bytes under the id, replacing what was there, whole or not at all; they are on disk when it answers. */
  put(id: string, pdf: Uint8Array): Promise<StoredPdf>;
  /** Reads the bytes and compares them with the hash that `put` answered. */
  get(id: string, sha256: string): Promise<PdfReading>;
  /** Erases the bytes; where there are none, nothing happens. */
  delete(id: string): Promise<void>;
  /** Whether bytes can be written at this moment. */
  ping(): Promise<boolean>;
}
