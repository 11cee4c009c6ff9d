// Receipts: what a file was made from, by hashes and versions, so that anyone who still has the data can make it again
// and compare. A receipt holds no data and no password.
import { createHash } from "node:crypto";
import { canonicalJson } from "../../canvas/index.ts";
import { ENGINE_VERSION } from "./version.ts";

/** One rendering. Hashes are SHA-256 in lower-case hexadecimal digits. */
export interface RenderReceipt {
  readonly format: 1;
  /** The canonical JSON of the compiled canvas. */
  readonly canvas: string;
  /** The payload's bytes as they came; null where the template's own dataset was drawn. */
  readonly payload: string | null;
  readonly options: {
    readonly createdAt: string;
    /** The payload was an array of documents. */
    readonly list: boolean;
    readonly collatedTitle: string | null;
    /** A password was given; which one is nowhere. */
    readonly password: boolean;
  };
  readonly renderer: string;
  readonly engine: string;
  /** Names and hashes of the faces. */
  readonly fonts: string;
  /** The file. */
  readonly file: string;
}

/** What a receipt says of a request. */
interface ReceiptRequest {
  readonly canvasHash: string;
  readonly payload: Uint8Array | null;
  readonly isList?: boolean;
  readonly renderer: string;
  readonly options: { readonly createdAt: string; readonly collatedTitle?: string; readonly password?: string };
}

/** The receipt of a finished rendering. */
export function receiptOf(request: ReceiptRequest, fileHash: string, fontVersions: string): RenderReceipt {
  const { options, payload } = request;
  return {
    format: 1,
    canvas: request.canvasHash,
    payload: payload === null ? null : createHash("sha256").update(payload).digest("hex"),
    options: {
      createdAt: options.createdAt,
      list: request.isList === true,
      collatedTitle: options.collatedTitle ?? null,
      password: options.password !== undefined,
    },
    renderer: request.renderer,
    engine: ENGINE_VERSION,
    fonts: fontVersions,
    file: fileHash,
  };
}

/** The one spelling of a receipt, with a line's end. */
export function receiptText(receipt: RenderReceipt): string {
  return `${canonicalJson(receipt)}\n`;
}

/** Reads a receipt; null where the text is none. */
export function parseReceipt(text: string): RenderReceipt | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  return isReceipt(value) ? value : null;
}

function isReceipt(value: unknown): value is RenderReceipt {
  if (!isRecord(value) || value["format"] !== 1) return false;
  const { options, payload } = value;
  const texts = ["canvas", "renderer", "engine", "fonts", "file"].every((name) => typeof value[name] === "string");
  if (!texts || !(payload === null || typeof payload === "string") || !isRecord(options)) return false;
  const { createdAt, list, collatedTitle, password } = options;
  const titled = collatedTitle === null || typeof collatedTitle === "string";
  return typeof createdAt === "string" && typeof list === "boolean" && titled && typeof password === "boolean";
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * What stands between two receipts, as words for a person, the cause before its effect; empty where they agree. A file
 * that differs although all else agrees is a broken promise, and is told as such.
 */
export function receiptDifferences(kept: RenderReceipt, made: RenderReceipt): readonly string[] {
  const causes = [
    kept.canvas === made.canvas ? "" : "the template is another one than the receipt's",
    kept.payload === made.payload ? "" : "the data is not the receipt's",
    kept.options.password === made.options.password ? "" : "only one of the two was made with a password",
    kept.engine === made.engine ? "" : `the receipt is of engine ${kept.engine}, this is ${made.engine}`,
    kept.fonts === made.fonts ? "" : "the fonts are of other versions",
    kept.renderer === made.renderer ? "" : `the receipt is of renderer ${kept.renderer}, not ${made.renderer}`,
  ].filter((cause) => cause !== "");
  if (kept.file === made.file) return causes;
  const password = kept.options.password ? ", or the password is another one" : "";
  return [...causes, causes.length > 0 ? "the file differs" : `the file differs, though all else agrees${password}`];
}
