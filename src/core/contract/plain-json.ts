// The short way through JSON that has nothing wrong with it, which nearly all has: one pass over the text, straight
// into values. Whatever is the least bit unusual is left to the parser that can say what it is.
import type { PayloadNumber, PayloadValue } from "../expression/index.ts";

/** Nothing was read: the text is no JSON, or not of the plain kind. */
export const NOT_PLAIN = Symbol("not plain");

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_RECORD = 0x7b;
const CLOSE_RECORD = 0x7d;

/** What a text may hold before it is no plain one. */
export interface JsonBounds {
  readonly depthMax: number;
  /** Digits of one number. */
  readonly digitsMax: number;
  /** The sum of the weights of its commas, lists and records, which grows with the memory that its values take. */
  readonly weightMax: number;
}

/** A map of few members takes the memory of several numbers. */
export const RECORD_WEIGHT = 4;

/** Literals by their first unit. */
const LITERALS: ReadonlyMap<number, readonly [text: string, value: boolean | null]> = new Map([
  [0x74, ["true", true]],
  [0x66, ["false", false]],
  [0x6e, ["null", null]],
]);

/**
 * The value of a text, numbers with their digits and objects as maps; NOT_PLAIN where it is malformed, has a member
 * twice, a number with an exponent, or goes beyond the bounds.
 */
export function readPlainJson(text: string, bounds: JsonBounds): PayloadValue | typeof NOT_PLAIN {
  const reader = new PlainReader(text, bounds);
  const value = reader.value(0);
  return reader.isAtEnd() ? value : NOT_PLAIN;
}

/** Every method starts at a token and ends behind the space after it; one that fails answers NOT_PLAIN. */
class PlainReader {
  readonly #text: string;
  readonly #depthMax: number;
  readonly #digitsMax: number;
  /** What may still come, of `weightMax`. */
  #weightLeft: number;
  /**
   * By depth, the names of the object that was read last: the next one mostly has the same ones in the same order, and
   * then needs no strings of its own, and no hashing of them.
   */
  readonly #names: string[][] = [];
  #at = 0;

  constructor(text: string, { depthMax, digitsMax, weightMax }: JsonBounds) {
    this.#text = text;
    this.#depthMax = depthMax;
    this.#digitsMax = digitsMax;
    this.#weightLeft = weightMax;
    this.#space();
  }

  isAtEnd(): boolean {
    return this.#at === this.#text.length;
  }

  value(depth: number): PayloadValue | typeof NOT_PLAIN {
    const unit = this.#text.charCodeAt(this.#at);
    if (unit === QUOTE) return this.#string();
    if (unit === OPEN_RECORD) return depth < this.#depthMax ? this.#record(depth + 1) : NOT_PLAIN;
    if (unit === OPEN_LIST) return depth < this.#depthMax ? this.#list(depth + 1) : NOT_PLAIN;
    if (unit === MINUS || (unit >= ZERO && unit <= NINE)) return this.#number();
    const literal = LITERALS.get(unit);
    if (literal === undefined || !this.#text.startsWith(literal[0], this.#at)) return NOT_PLAIN;
    this.#at += literal[0].length;
    this.#space();
    return literal[1];
  }

  #record(depth: number): PayloadValue | typeof NOT_PLAIN {
    if (this.#isTooHeavy(RECORD_WEIGHT)) return NOT_PLAIN;
    const members = new Map<string, PayloadValue>();
    this.#names[depth] ??= [];
    const names = this.#names[depth];
    this.#skip();
    if (this.#takes(CLOSE_RECORD)) return members;
    for (let place = 0; ; place += 1) {
      const name = this.#name(names, place);
      if (name === null || !this.#takes(COLON)) return NOT_PLAIN;
      const value = this.value(depth);
      if (value === NOT_PLAIN || members.has(name)) return NOT_PLAIN;
      members.set(name, value);
      if (this.#takes(COMMA)) {
        if (this.#isTooHeavy(1)) return NOT_PLAIN;
        continue;
      }
      return this.#takes(CLOSE_RECORD) ? members : NOT_PLAIN;
    }
  }

  #list(depth: number): PayloadValue | typeof NOT_PLAIN {
    if (this.#isTooHeavy(1)) return NOT_PLAIN;
    const entries: PayloadValue[] = [];
    this.#skip();
    if (this.#takes(CLOSE_LIST)) return entries;
    for (;;) {
      const value = this.value(depth);
      if (value === NOT_PLAIN) return NOT_PLAIN;
      entries.push(value);
      if (this.#takes(COMMA)) {
        if (this.#isTooHeavy(1)) return NOT_PLAIN;
        continue;
      }
      return this.#takes(CLOSE_LIST) ? entries : NOT_PLAIN;
    }
  }

  #name(names: string[], place: number): string | null {
    const start = this.#at;
    if (this.#text.charCodeAt(start) !== QUOTE) return null;
    const known = names[place];
    if (known !== undefined) {
      const end = start + 1 + known.length;
      if (this.#text.charCodeAt(end) === QUOTE && this.#text.startsWith(known, start + 1)) {
        this.#at = end + 1;
        this.#space();
        return known;
      }
    }
    const name = this.#string();
    if (name === NOT_PLAIN) return null;
    // A name with an escape is no piece of the text.
    if (this.#text.startsWith(name, start + 1) && !name.includes("\\") && !name.includes('"')) names[place] = name;
    return name;
  }

  #string(): string | typeof NOT_PLAIN {
    const text = this.#text;
    const start = this.#at + 1;
    let hasEscapes = false;
    let at = start;
    for (; ; at += 1) {
      const unit = text.charCodeAt(at);
      if (unit === QUOTE) break;
      // Past the end of the text a unit is NaN, which is above nothing.
      if (!(unit >= 0x20)) return NOT_PLAIN;
      if (unit === BACKSLASH) {
        hasEscapes = true;
        at += 1;
      }
    }
    this.#at = at + 1;
    this.#space();
    return hasEscapes ? unescaped(text.slice(start - 1, at + 1)) : text.slice(start, at);
  }

  #number(): PayloadNumber | typeof NOT_PLAIN {
    const text = this.#text;
    const start = this.#at;
    let at = start;
    if (text.charCodeAt(at) === MINUS) at += 1;
    const first = at;
    at = this.#digits(at);
    if (at === first || (at > first + 1 && text.charCodeAt(first) === ZERO)) return NOT_PLAIN;
    if (text.charCodeAt(at) === POINT) {
      const point = at;
      at = this.#digits(at + 1);
      if (at === point + 1) return NOT_PLAIN;
    }
    const unit = text.charCodeAt(at) | 0x20;
    if (unit === 0x65 || at - first > this.#digitsMax) return NOT_PLAIN;
    this.#at = at;
    this.#space();
    return { kind: "number", digits: text.slice(start, at) };
  }

  #digits(from: number): number {
    let at = from;
    for (let unit = this.#text.charCodeAt(at); unit >= ZERO && unit <= NINE; unit = this.#text.charCodeAt(at)) at += 1;
    return at;
  }

  #isTooHeavy(weight: number): boolean {
    this.#weightLeft -= weight;
    return this.#weightLeft < 0;
  }

  #takes(unit: number): boolean {
    if (this.#text.charCodeAt(this.#at) !== unit) return false;
    this.#skip();
    return true;
  }

  #skip(): void {
    this.#at += 1;
    this.#space();
  }

  #space(): void {
    for (;;) {
      const unit = this.#text.charCodeAt(this.#at);
      if (unit !== 0x20 && unit !== 0x0a && unit !== 0x0d && unit !== 0x09) return;
      this.#at += 1;
    }
  }
}

/** A string with its quotes, whose escapes the runtime reads. */
function unescaped(quoted: string): string | typeof NOT_PLAIN {
  try {
    const value: unknown = JSON.parse(quoted);
    return typeof value === "string" ? value : NOT_PLAIN;
  } catch {
    return NOT_PLAIN;
  }
}
