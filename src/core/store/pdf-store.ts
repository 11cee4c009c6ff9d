import { createHash } from "node:crypto";
import { takeLoopTurn } from "../event-loop/index.ts";

/** What is known of stored bytes: enough to tell later whether they are still the same. */
export interface StoredPdf {
  readonly bytes: number;
  /** SHA-256, lower-case hexadecimal. */
  readonly sha256: string;
}

/** The bytes, or the proof that there are none: never stored, or erased. What is damaged is neither. */
export type PdfReading = { readonly kind: "found"; readonly pdf: Uint8Array } | { readonly kind: "missing" };

/** Something that is stored, and since when. */
export interface StoredEntry {
  readonly id: string;
  readonly storedAt: Date;
}

/** Keeps PDFs by id. Ids are lower-case letters, digits and underscores; others are a mistake of the caller. */
export interface PdfStore {
  /** Keeps the bytes under the id, replacing what was there, whole or not at all; they are on disk when it answers. */
  put(id: string, pdf: Uint8Array): Promise<StoredPdf>;
  /**
   * Reads the bytes and compares them with the hash that `put` answered; what is damaged or fails is read again.
   * Missing is what was looked for twice more in a store that can be listed, and that its list does not name. Throws
   * `DamagedBytes` where they stay so.
   * @param bytes how many were stored, where that is known: what is longer is not read to its end
   */
  get(id: string, sha256: string, bytes?: number): Promise<PdfReading>;
  /** Erases the bytes; where there are none, nothing happens. */
  delete(id: string): Promise<void>;
  /** Everything that is stored, drafts that a dying process left behind excepted; in no order, and not all at once. */
  list(): AsyncIterable<StoredEntry>;
  /** Whether bytes can be written at this moment. */
  ping(): Promise<boolean>;
}

/** Storage that is out of reach or full at this moment: nothing is wrong with the request, and trying later helps. */
export class StoreUnavailable extends Error {
  override readonly name: string = "StoreUnavailable";
}

/**
 * Bytes that came back changed, each time that they were read. Whether the storage or the way to it changed them can't
 * be told from here, so nothing may be concluded about what is stored.
 */
export class DamagedBytes extends StoreUnavailable {
  override readonly name = "DamagedBytes";
}

/** Safe as a file name on every system and as an object's key, and long enough to be cut into folders. */
const ID_PATTERN = /^[a-z0-9_]{8,64}$/;

/** Whether a text is an id under which something may be stored. */
export function isStoredId(text: string): boolean {
  return ID_PATTERN.test(text);
}

/** The id as it came. Throws for any other text: ids are ours, so a wrong one is a mistake of the caller. */
export function safeId(id: string): string {
  if (!isStoredId(id)) {
    throw new Error(`${JSON.stringify(id)} is no id of a stored document`);
  }
  return id;
}

/** Bytes that are hashed in one step: about a millisecond. */
const STEP_BYTES = 1024 * 1024;

/** SHA-256, lower-case hexadecimal. */
export function sha256Of(bytes: Uint8Array): Promise<string> {
  return hashOf("sha256", bytes);
}

/** A hash, lower-case hexadecimal. */
export async function hashOf(algorithm: "md5" | "sha256", bytes: Uint8Array): Promise<string> {
  return (await digestOf(algorithm, bytes)).toString("hex");
}

/** Fewer bytes are hashed at once, which takes less time than a turn of the event loop. */
const AT_ONCE_BYTES = 64 * 1024;

/** The hash of all parts together. The largest take a tenth of a second: the event loop turns meanwhile. */
export async function digestOf(algorithm: "md5" | "sha256", ...parts: readonly Uint8Array[]): Promise<Buffer> {
  const hash = createHash(algorithm);
  for (const part of parts) {
    for (let at = 0; at < part.length; at += STEP_BYTES) {
      const step = part.subarray(at, at + STEP_BYTES);
      if (step.length > AT_ONCE_BYTES) await takeLoopTurn();
      hash.update(step);
    }
  }
  return hash.digest();
}
