// JSON text → values without loss: numbers keep their digits, objects are maps, nothing is guessed or repaired.
import { type ParseErrorCode, visit } from "jsonc-parser";
import { type JsonPlace, jsonMistake, jsonPlace, shortened } from "../diagnostics/index.ts";
import type { PayloadNumber, PayloadValue } from "../expression/index.ts";
import { NOT_PLAIN, RECORD_WEIGHT, readPlainJson } from "./plain-json.ts";

/** Where and why a text is no JSON, or is not read. */
export type Malformed = JsonPlace;

export interface JsonReading {
  /** Null where the text is malformed (and for the JSON value null). */
  readonly value: PayloadValue;
  readonly malformed: Malformed | null;
}

/** No form's data lies deeper, and deeper nesting would exhaust the stack of the parser. */
const DEPTH_MAX = 100;
/** Digits of a number written out; longer ones are slips or attacks. */
const DIGITS_MAX = 400;
/** A value takes about 60 bytes of memory, so that these take about four times the largest plan's body of 32 MiB. */
const WEIGHT_MAX = 2_000_000;
const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** A bound of what is read: what is beyond it, and how that is mended. */
interface Bound {
  readonly message: string;
  readonly mend: string;
}

const TOO_DEEP: Bound = {
  message: `values are nested more than ${DEPTH_MAX} levels deep`,
  mend: `nest them at most ${DEPTH_MAX} levels deep`,
};
const TOO_MANY_VALUES: Bound = {
  message: `there are more than 2,000,000 values, of which an object counts as ${RECORD_WEIGHT}`,
  mend: "send fewer of them, in several requests where all are needed",
};
const TOO_MANY_DIGITS: Bound = {
  message: `a number has more than ${DIGITS_MAX} digits`,
  mend: `send numbers of at most ${DIGITS_MAX} digits`,
};
const ONCE = "send each member of an object once";

/** Reads UTF-8 bytes; a byte order mark is skipped. */
export function readJsonBytes(bytes: Uint8Array): JsonReading {
  try {
    return readJson(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return { value: null, malformed: { line: 1, column: 1, message: "the bytes are not UTF-8" } };
  }
}

/** Reads one JSON text. Duplicate members, deep nesting and endless numbers are refused. */
export function readJson(text: string): JsonReading {
  const plain = readPlainJson(text, { depthMax: DEPTH_MAX, digitsMax: DIGITS_MAX, weightMax: WEIGHT_MAX });
  return plain === NOT_PLAIN ? readJsonThoroughly(text) : { value: plain, malformed: null };
}

/** The same by a parser that tells what is wrong, and where; it takes four times as long. */
export function readJsonThoroughly(text: string): JsonReading {
  const excess = excessIn(text);
  if (excess !== null) return malformed(text, excess.offset, excess.message, excess.mend);
  if (text.trim() === "") return malformed(text, 0, "there is no value");
  const builder = new JsonBuilder(text);
  builder.read();
  const { problem } = builder;
  return problem === null
    ? { value: builder.value, malformed: null }
    : malformed(text, problem.offset, problem.message, problem.mend);
}

/** Where brackets outside strings lie deeper than any form's data, or values become more than anybody prints. */
function excessIn(text: string): (Bound & { readonly offset: number }) | null {
  let depth = 0;
  let weight = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (quoted) {
      if (unit === 0x5c) at += 1;
      else if (unit === 0x22) quoted = false;
    } else if (unit === 0x22) quoted = true;
    else if (unit === 0x5b || unit === 0x7b) {
      depth += 1;
      weight += unit === 0x7b ? RECORD_WEIGHT : 1;
    } else if (unit === 0x5d || unit === 0x7d) depth -= 1;
    else if (unit === 0x2c) weight += 1;
    if (depth > DEPTH_MAX) return { offset: at, ...TOO_DEEP };
    if (weight > WEIGHT_MAX) return { offset: at, ...TOO_MANY_VALUES };
  }
  return null;
}

/** @param mend undefined where the text is no JSON */
function malformed(text: string, offset: number, message: string, mend?: string): JsonReading {
  const place = jsonPlace(text, offset, message);
  return { value: null, malformed: mend === undefined ? place : { ...place, mend } };
}

/** Longer names and paths are for machines. */
const NAMED_CHARACTERS_MAX = 60;

function quoted(name: string): string {
  return `the member "${shortened(name.toWellFormed(), NAMED_CHARACTERS_MAX)}"`;
}

type Container = Map<string, PayloadValue> | PayloadValue[];

/** Puts the parser's events together. The first problem stands; what follows is ignored. */
class JsonBuilder {
  value: PayloadValue = null;
  problem: { readonly offset: number; readonly message: string; readonly mend: string | undefined } | null = null;
  readonly #text: string;
  readonly #open: { readonly container: Container; name: string }[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  read(): void {
    const events = {
      onObjectBegin: () => this.#begin(new Map()),
      onObjectEnd: () => this.#end(),
      onArrayBegin: () => this.#begin([]),
      onArrayEnd: () => this.#end(),
      onObjectProperty: (name: string, offset: number) => this.#property(name, offset),
      onLiteralValue: (value: unknown, offset: number, length: number) => this.#literal(value, offset, length),
      onError: (code: ParseErrorCode, offset: number) => this.#failAt(code, offset),
    };
    visit(this.#text, events, { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false });
  }

  #failAt(code: ParseErrorCode, offset: number): void {
    if (this.problem === null) this.#fail(offset, jsonMistake(code, this.#text, offset));
  }

  #fail(offset: number, message: string, mend?: string): void {
    this.problem ??= { offset, message, mend };
  }

  #begin(container: Container): void {
    this.#add(container);
    this.#open.push({ container, name: "" });
  }

  #end(): void {
    this.#open.pop();
  }

  #property(name: string, offset: number): void {
    const top = this.#open[this.#open.length - 1];
    if (top === undefined || Array.isArray(top.container)) return;
    if (top.container.has(name)) this.#fail(offset, `${quoted(name)} stands twice in ${this.#place()}`, ONCE);
    top.name = name;
  }

  /** The object at hand: `items[2]`. */
  #place(): string {
    const way = this.#open.slice(0, -1).map(({ container, name }, at) => {
      if (Array.isArray(container)) return `[${container.length - 1}]`;
      return at === 0 ? name : `.${name}`;
    });
    const path = shortened(way.join(""), NAMED_CHARACTERS_MAX);
    return path === "" ? "one object" : path;
  }

  #literal(value: unknown, offset: number, length: number): void {
    if (typeof value === "number") this.#number(offset, length);
    else if (typeof value === "string" || typeof value === "boolean") this.#add(value);
    else this.#add(null);
  }

  #number(offset: number, length: number): void {
    const digits = writeOut(this.#text.slice(offset, offset + length));
    if (digits === null) this.#fail(offset, TOO_MANY_DIGITS.message, TOO_MANY_DIGITS.mend);
    this.#add({ kind: "number", digits: digits ?? "0" } satisfies PayloadNumber);
  }

  #add(value: PayloadValue): void {
    const top = this.#open[this.#open.length - 1];
    if (top === undefined) this.value = value;
    else if (Array.isArray(top.container)) top.container.push(value);
    else top.container.set(top.name, value);
  }
}

/** `1e3` → `1000`, `-1.50E-2` → `-0.0150`; without an exponent as written. Null where it is too long. */
export function writeOut(text: string): string | null {
  const match = NUMBER.exec(text);
  if (match === null) return null;
  const [, sign = "", integer = "0", decimals = "", exponent] = match;
  if (integer.length + decimals.length > DIGITS_MAX) return null;
  if (exponent === undefined) return text;
  const shift = Number(exponent);
  const digits = integer + decimals;
  if (/^0*$/.test(digits)) return "0";
  if (!(Math.abs(shift) <= DIGITS_MAX)) return null;
  const point = integer.length + shift;
  const whole = point <= 0 ? "0" : digits.slice(0, point).padEnd(point, "0");
  const rest = point >= digits.length ? "" : "0".repeat(Math.max(0, -point)) + digits.slice(Math.max(0, point));
  return sign + whole.replace(/^0+(?=\d)/, "") + (rest === "" ? "" : `.${rest}`);
}
