// JSON in the bytes that it came in. Values that are long and not looked into stay there: only the envelope around them
// becomes a text.
import { isUtf8 } from "node:buffer";
import { refusedJson } from "../diagnostics/index.ts";
import { platenError } from "./errors.ts";
import { mistakePlace } from "./json-mistake.ts";
import { type Excess, JsonScan, type ScannedPart } from "./json-scan.ts";
import { longText } from "./long-text.ts";
import type { Sliced } from "./slices.ts";

/**
 * What becomes of a member's value: it stays bytes, it is read, or it has no place in the message. An `envelope` stays
 * bytes too, of any count of values: whoever opens it refuses the member that holds too many.
 */
export type MemberUse = "bytes" | "envelope" | "none" | ReadUse;

/** A value that is read. */
export interface ReadUse {
  readonly bytesMax: number;
  /** It is a text that may be long: an empty one stands in for it, and any other value has no place. */
  readonly isText?: boolean;
}

/** More values than this are no envelope; payloads stay bytes, however many they hold. */
const VALUES_READ_MAX = 10_000;

/** What may be read of one request, over all of its parts: many small ones cost as much as a large one. */
export class ReadBudget {
  readonly #bytesMax: number;
  #bytes = 0;
  #values = 0;

  /** @param bytesMax the bytes of all that is read together */
  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  /** Takes a value's part of what is left. Throws `too_large` where that is not enough. */
  take({ start, end, values }: Pick<ScannedPart, "start" | "end" | "values">): void {
    this.#bytes += end - start;
    this.#values += values;
    if (this.#values > VALUES_READ_MAX) {
      const sentence = `The request has more than ${VALUES_READ_MAX} values beside its data. Send fewer.`;
      throw platenError("too_large", sentence);
    }
    if (this.#bytes <= this.#bytesMax) return;
    const sentence = `The request is longer than ${this.#bytesMax} bytes beside its data. Send less.`;
    throw platenError("too_large", sentence);
  }
}

/** The text of a JSON object in which long members are cut out. */
export interface CutJson {
  /** JSON in which an empty value of the same kind stands for each value that was cut out. */
  readonly text: string;
  /** Those values, by where the stand-in begins in the text. */
  readonly values: ReadonlyMap<number, CutValue>;
  /** The long texts, likewise. */
  readonly texts: ReadonlyMap<number, string>;
}

/** A value that was cut out. */
export interface CutValue {
  /** A view of the bytes that it was cut from. */
  readonly bytes: Uint8Array;
  /** Of an array, the first item that is no object; null where all are. */
  readonly misfit: number | null;
}

/** A whole JSON text whose outer structure is known. */
export interface ScannedJson {
  /** Without a byte order mark. */
  readonly bytes: Uint8Array;
  readonly scan: JsonScan;
}

/** Bytes that are scanned in one step: far less than a millisecond. */
const STEP_BYTES = 64 * 1024;

/** More values than this no payload has; whoever builds them refuses as many, and by then has the bytes twice. */
const PAYLOAD_VALUES_MAX = 2_000_000;

/** Longer texts that are no object, array or string are numbers, and one as good as another. */
const WORD_BYTES_MAX = 100;

/** So much of a name is told; whoever makes up longer ones knows which they are. */
const NAME_BYTES_MAX = 1_000;

/**
 * Proves that bytes are one JSON text (RFC 8259) in UTF-8. Throws `invalid_argument` with line and column of the first
 * mistake, and reads nothing behind it.
 *
 * @param subject how a refusal speaks of it, such as "The body"
 */
export function* scannedJson(sent: Uint8Array, subject = "The body"): Sliced<ScannedJson> {
  if (!isUtf8(sent)) throw platenError("invalid_argument", `${subject} is not valid UTF-8 text.`);
  const bytes = sent[0] === 0xef && sent[1] === 0xbb && sent[2] === 0xbf ? sent.subarray(3) : sent;
  const scan = new JsonScan(bytes);
  while (!scan.run(STEP_BYTES)) yield;
  if (scan.mistake === null) return { bytes, scan };
  const { start, expected, excess } = scan.mistake;
  if (expected === "value" && start === bytes.length) {
    throw platenError("invalid_argument", `${subject} is empty. Send a JSON object.`);
  }
  const place = yield* mistakePlace(bytes, scan.mistake);
  throw platenError(
    "invalid_argument",
    refusedJson(subject, excess === null ? place : { ...place, ...EXCESSES[excess] }),
  );
}

/** What data breaks that are JSON, in the words of those who judge payloads. */
const EXCESSES: Readonly<Record<Excess, { readonly message: string; readonly mend: string }>> = {
  depth: { message: "values are nested more than 100 levels deep", mend: "nest them at most 100 levels deep" },
  number: { message: "a number has more than 400 digits", mend: "send numbers of at most 400 digits" },
};

/**
 * Cuts values out of a JSON object, as `useOf` says of each member's name. Of one that has no place an empty value is
 * left; of a text that is no object, likewise. Throws what `scannedJson` throws, and `too_large` where a value that is
 * to be read is longer than any that a message has, or all of them are more than `budget` has left.
 */
export function* cutJson(sent: Uint8Array, useOf: (name: string) => MemberUse, budget: ReadBudget): Sliced<CutJson> {
  const { bytes, scan } = yield* scannedJson(sent);
  const values = new Map<number, CutValue>();
  const texts = new Map<number, string>();
  if (scan.outermost !== "object") {
    const start = scan.outermostStart;
    return { text: standInOf(bytes[start] ?? 0) ?? textOf(bytes, start, start + WORD_BYTES_MAX), values, texts };
  }
  let text = "{";
  for (const part of scan.parts) {
    const name = nameOf(bytes, part);
    text += `${text === "{" ? "" : ","}${JSON.stringify(name)}:`;
    const use = useOf(name);
    const first = bytes[part.start] ?? 0;
    if (typeof use === "object" && use.isText === true && first === QUOTE) {
      checkLength(part, name, use, budget);
      texts.set(text.length, yield* longText(bytes.subarray(part.start, part.end)));
      text += '""';
    } else if (typeof use === "object" && use.isText !== true) {
      checkLength(part, name, use, budget);
      text += textOf(bytes, part.start, part.end);
    } else {
      const standIn = standInOf(first);
      if (isCut(use, part, name) && standIn !== null) values.set(text.length, cutOf(bytes, part));
      text += standIn ?? wordOf(bytes, part);
    }
    yield;
  }
  return { text: `${text}}`, values, texts };
}

/** Whether a value stays bytes. Throws `too_large` for one that nobody opens. */
function isCut(use: MemberUse, { values }: ScannedPart, name: string): boolean {
  if (use === "bytes" && values > PAYLOAD_VALUES_MAX) throw tooManyValues(name, PAYLOAD_VALUES_MAX);
  return use === "bytes" || use === "envelope";
}

function checkLength(part: ScannedPart, name: string, { bytesMax }: ReadUse, budget: ReadBudget): void {
  if (part.values > VALUES_READ_MAX) throw tooManyValues(name, VALUES_READ_MAX);
  if (part.end - part.start > bytesMax) {
    throw platenError("too_large", `'${name}' is longer than ${bytesMax} bytes. Send less.`);
  }
  budget.take(part);
}

/** The name of a member; nothing for an item. */
function nameOf(bytes: Uint8Array, { nameStart, nameEnd }: ScannedPart): string {
  const isLong = nameEnd - nameStart > NAME_BYTES_MAX;
  if (isLong) return textOf(bytes, nameStart + 1, nameStart + NAME_BYTES_MAX);
  return nameStart === nameEnd ? "" : String(JSON.parse(textOf(bytes, nameStart, nameEnd)));
}

/** What stands for a value that is cut out; null for numbers and words, which stay. */
function standInOf(first: number): string | null {
  switch (first) {
    case OPENING_BRACE:
      return "{}";
    case OPENING_BRACKET:
      return "[]";
    case QUOTE:
      return '""';
    default:
      return null;
  }
}

/** A number or a word; of a long number one that is as good. */
function wordOf(bytes: Uint8Array, { start, end }: ScannedPart): string {
  return end - start > WORD_BYTES_MAX ? "0" : textOf(bytes, start, end);
}

function cutOf(bytes: Uint8Array, part: ScannedPart): CutValue {
  const value = bytes.subarray(part.start, part.end);
  if (bytes[part.start] === OPENING_BRACKET) knowEntries(value, part.items);
  return { bytes: value, misfit: part.misfit };
}

function tooManyValues(name: string, valuesMax: number): Error {
  return platenError("too_large", `'${name}' has more than ${valuesMax} values. Send fewer.`);
}

const DECODER = new TextDecoder("utf-8", { ignoreBOM: true });

function textOf(bytes: Uint8Array, start: number, end: number): string {
  return DECODER.decode(bytes.subarray(start, end));
}

/** Entries of arrays that were cut out, for whoever asks how many there are: to count them takes another pass. */
const entriesByBytes = new WeakMap<Uint8Array, number>();

/** How many entries the array has that `cutJson` cut out as these bytes; null for all other bytes. */
export function entriesOf(bytes: Uint8Array): number | null {
  return entriesByBytes.get(bytes) ?? null;
}

/** Tells `entriesOf` how many entries these bytes have. */
export function knowEntries(bytes: Uint8Array, entries: number): void {
  entriesByBytes.set(bytes, entries);
}

/**
 * Counts the entries of an array for `entriesOf`. What is no array counts as one; what it is, its reader says. Of a
 * short single value nothing is known: it may be null.
 */
export function* scannedEntries(bytes: Uint8Array): Sliced<void> {
  const scan = new JsonScan(bytes);
  while (!scan.run(STEP_BYTES)) yield;
  const isList = scan.mistake === null && scan.outermost === "array";
  if (scan.values > 1 || isList || bytes.length > WORD_BYTES_MAX)
    knowEntries(bytes, isList ? scan.count : Math.max(1, scan.count));
}

const QUOTE = 0x22;
const OPENING_BRACKET = 0x5b;
const OPENING_BRACE = 0x7b;
