// One pass over the bytes of a JSON text (RFC 8259): it stops at the first mistake, and anywhere in between to go on
// later. There is no recursion, because the depth is the client's; and nothing is decoded.

/** What the grammar expects at a place of a text. */
export type Expectation =
  | "value"
  | "first item"
  | "next item"
  | "first name"
  | "next name"
  | "colon"
  | "member value"
  | "after item"
  | "after member"
  | "after value";

/** A bound that a text breaks though it is JSON. */
export type Excess = "depth" | "number";

/** Where a text stops being JSON, or being read. */
export interface ScanMistake {
  readonly expected: Expectation;
  /** Null where the text is no JSON. */
  readonly excess: Excess | null;
  /** Where the token begins that does not belong there; the end of the text where it breaks off. */
  readonly start: number;
  /** The first byte of the token that is wrong. */
  readonly at: number;
}

/** A member or an item of the outermost value. */
export interface ScannedPart {
  /** The member's name with its quotes; nothing of an item. */
  readonly nameStart: number;
  readonly nameEnd: number;
  readonly start: number;
  readonly end: number;
  /** How many values it is, itself included: each costs whoever makes objects of them. */
  readonly values: number;
  /** Of an array, how many items it has; zero of others. */
  readonly items: number;
  /** Of an array, the first item that is no object; null where all are. */
  readonly misfit: number | null;
}

/** Further parts are counted and not listed: no message has so many members. */
const PARTS_LISTED_MAX = 1_000;

/** Whoever reads data refuses a tenth of it, in the words of every door; what lies deeper than this is no slip. */
const DEPTH_MAX = 1_000;

/** No number has as many digits: whoever reads data refuses far fewer. */
const NUMBER_BYTES_MAX = 64 * 1024;

type State = "name" | "string" | Expectation | "ended";

/** A scan of one JSON text. */
export class JsonScan {
  readonly #bytes: Uint8Array;
  readonly #parts: ScannedPart[] = [];
  /** Whether the brackets around a value are an object's, from the outermost in. */
  readonly #isInObject = new Uint8Array(DEPTH_MAX);
  #depth = 0;
  #state: State = "value";
  #position = 0;
  /** Of the string that the scan is in: where it starts, and what was expected there. */
  #stringStart = 0;
  #stringFor: Expectation = "value";
  #mistake: ScanMistake | null = null;
  #outermost: "object" | "array" | "other" = "other";
  #outermostStart = 0;
  #values = 0;
  #count = 0;
  #nameStart = 0;
  #nameEnd = 0;
  #partStart = 0;
  #partValues = 0;
  #items = 0;
  #misfit: number | null = null;

  /** @param bytes UTF-8, which is not proved here */
  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Where the text stops being JSON; null where it is JSON, once the scan has ended. */
  get mistake(): ScanMistake | null {
    return this.#mistake;
  }

  /** What the outermost value is. */
  get outermost(): "object" | "array" | "other" {
    return this.#outermost;
  }

  /** Where the outermost value begins. */
  get outermostStart(): number {
    return this.#outermostStart;
  }

  /** The members or items of the outermost value, in their order; of more than a thousand the first ones. */
  get parts(): readonly ScannedPart[] {
    return this.#parts;
  }

  /** How many members or items the outermost value has. */
  get count(): number {
    return this.#count;
  }

  /** How many values the text has, however deep. */
  get values(): number {
    return this.#values;
  }

  /** Goes on until the text or so many bytes more were read, or a mistake is found; answers whether the scan ended. */
  run(bytesMax: number): boolean {
    const until = this.#position + bytesMax;
    while (this.#state !== "ended") {
      if (this.#position >= until && this.#position < this.#bytes.length) return false;
      if (this.#state === "string" || this.#state === "name") this.#readString(this.#state, until);
      else this.#readToken(this.#state, until);
    }
    return true;
  }

  #readToken(state: Expectation, until: number): void {
    const bytes = this.#bytes;
    const position = skipSpace(bytes, this.#position, until);
    if (position === until && position < bytes.length) {
      this.#position = position;
      return;
    }
    const byte = bytes[position] ?? 0;
    this.#position = position + 1;
    switch (state) {
      case "first name":
      case "next name":
        if (byte === QUOTE) this.#openString("name", state, position);
        else if (byte === CLOSING_BRACE && state === "first name") this.#closeBracket();
        else this.#fail(state, position, position);
        return;
      case "colon":
        if (byte === COLON) this.#state = "member value";
        else this.#fail(state, position, position);
        return;
      case "after member":
        if (byte === COMMA) this.#state = "next name";
        else if (byte === CLOSING_BRACE) this.#closeBracket();
        else this.#fail(state, position, position);
        return;
      case "after item":
        if (byte === COMMA) this.#state = "next item";
        else if (byte === CLOSING_BRACKET) this.#closeBracket();
        else this.#fail(state, position, position);
        return;
      case "after value":
        if (position >= bytes.length) this.#state = "ended";
        else this.#fail(state, position, position);
        return;
      case "first item":
        if (byte === CLOSING_BRACKET) this.#closeBracket();
        else this.#readValue(state, position, byte);
        return;
      case "value":
      case "next item":
      case "member value":
        this.#readValue(state, position, byte);
        return;
    }
  }

  #readValue(state: Expectation, position: number, byte: number): void {
    this.#values += 1;
    if (this.#depth <= 2) this.#note(position, byte);
    if (byte === QUOTE) return this.#openString("string", state, position);
    if (byte === OPENING_BRACE || byte === OPENING_BRACKET) {
      if (this.#depth === DEPTH_MAX) return this.#fail(state, position, position, "depth");
      return this.#openBracket(byte === OPENING_BRACE);
    }
    const end = wordEnd(this.#bytes, position);
    if (end < 0) return this.#fail(state, position, -end - 1);
    if (end - position > NUMBER_BYTES_MAX) return this.#fail(state, position, position, "number");
    this.#position = end;
    this.#endValue();
  }

  /** A value begins at one of the outer levels: the outermost one, a part of it, or an item of a part. */
  #note(position: number, byte: number): void {
    const isObject = byte === OPENING_BRACE;
    if (this.#depth === 0) {
      this.#outermostStart = position;
      this.#outermost = isObject ? "object" : byte === OPENING_BRACKET ? "array" : "other";
      return;
    }
    if (this.#depth === 1) {
      if (this.#outermost === "array") this.#nameStart = this.#nameEnd = position;
      this.#partStart = position;
      this.#partValues = this.#values - 1;
      this.#items = 0;
      this.#misfit = null;
      return;
    }
    if (this.#isInObject[1] === 1) return;
    if (!isObject) this.#misfit ??= this.#items;
    this.#items += 1;
  }

  #openBracket(isObject: boolean): void {
    this.#isInObject[this.#depth] = isObject ? 1 : 0;
    this.#depth += 1;
    this.#state = isObject ? "first name" : "first item";
  }

  #closeBracket(): void {
    this.#depth -= 1;
    this.#endValue();
  }

  #endValue(): void {
    if (this.#depth === 0) {
      this.#state = "after value";
      return;
    }
    this.#state = this.#isInObject[this.#depth - 1] === 1 ? "after member" : "after item";
    if (this.#depth > 1) return;
    this.#count += 1;
    if (this.#parts.length === PARTS_LISTED_MAX) return;
    this.#parts.push({
      nameStart: this.#nameStart,
      nameEnd: this.#nameEnd,
      start: this.#partStart,
      end: this.#position,
      values: this.#values - this.#partValues,
      items: this.#items,
      misfit: this.#misfit,
    });
  }

  #openString(state: "string" | "name", expected: Expectation, position: number): void {
    this.#state = state;
    this.#stringStart = position;
    this.#stringFor = expected;
  }

  /** Reads on in a string. Past the last byte is a zero, which no string holds. */
  #readString(state: "string" | "name", until: number): void {
    const bytes = this.#bytes;
    let position = this.#position;
    while (position < until || position >= bytes.length) {
      let byte = bytes[position] ?? 0;
      while (byte > QUOTE && byte !== BACKSLASH && position < until) byte = bytes[++position] ?? 0;
      if (byte === QUOTE) {
        this.#position = position + 1;
        this.#closeString(state);
        return;
      }
      if (byte === BACKSLASH) {
        const end = escapeEnd(bytes, position);
        if (end < 0) return this.#fail(this.#stringFor, this.#stringStart, position);
        position = end;
      } else if (byte < SPACE) return this.#fail(this.#stringFor, this.#stringStart, position);
      else position += 1;
    }
    this.#position = position;
  }

  #closeString(state: "string" | "name"): void {
    if (state === "string") return this.#endValue();
    this.#state = "colon";
    if (this.#depth > 1) return;
    this.#nameStart = this.#stringStart;
    this.#nameEnd = this.#position;
  }

  #fail(expected: Expectation, start: number, at: number, excess: Excess | null = null): void {
    this.#mistake = { expected, start, at, excess };
    this.#state = "ended";
  }
}

/** Where an escape ends that starts at `at`; below zero where it is none. */
function escapeEnd(bytes: Uint8Array, at: number): number {
  const escaped = bytes[at + 1] ?? 0;
  if (escaped !== LETTER_U) return ESCAPES.has(escaped) ? at + 2 : -1;
  for (let digit = at + 2; digit < at + 6; digit += 1) {
    if (!isHexDigit(bytes[digit])) return -1;
  }
  return at + 6;
}

/** Where a number, `true`, `false` or `null` ends; else the first byte that is wrong, as `-1 - position`. */
function wordEnd(bytes: Uint8Array, at: number): number {
  const first = bytes[at];
  const word = first === 0x74 ? "true" : first === 0x66 ? "false" : first === 0x6e ? "null" : "";
  if (word === "") return numberEnd(bytes, at);
  for (let index = 1; index < word.length; index += 1) {
    if (bytes[at + index] !== word.charCodeAt(index)) return -1 - at;
  }
  const end = at + word.length;
  return end < bytes.length && !DELIMITERS.has(bytes[end] ?? 0) ? -1 - at : end;
}

/** Of a number that is too long it is not looked for its end. */
function numberEnd(bytes: Uint8Array, at: number): number {
  let position = bytes[at] === MINUS ? at + 1 : at;
  if (!isDigit(bytes[position])) return -1 - position;
  position = bytes[position] === ZERO ? position + 1 : digitsEnd(bytes, position);
  if (bytes[position] === POINT) {
    if (!isDigit(bytes[position + 1])) return -2 - position;
    position = digitsEnd(bytes, position + 1);
  }
  if (bytes[position] === 0x65 || bytes[position] === 0x45) {
    position += 1;
    if (bytes[position] === PLUS || bytes[position] === MINUS) position += 1;
    if (!isDigit(bytes[position])) return -1 - position;
    position = digitsEnd(bytes, position);
  }
  return position;
}

function digitsEnd(bytes: Uint8Array, at: number): number {
  const until = at + NUMBER_BYTES_MAX + 1;
  let position = at;
  let byte = bytes[position] ?? 0;
  while (byte >= ZERO && byte <= 0x39 && position < until) byte = bytes[++position] ?? 0;
  return position;
}

function isDigit(byte = 0): boolean {
  return byte >= ZERO && byte <= 0x39;
}

function isHexDigit(byte = 0): boolean {
  return isDigit(byte) || (byte >= 0x41 && byte <= 0x46) || (byte >= 0x61 && byte <= 0x66);
}

function skipSpace(bytes: Uint8Array, at: number, until: number): number {
  let position = at;
  let byte = bytes[position] ?? 0;
  if (byte > SPACE) return position;
  while (isSpace(byte) && position < until) byte = bytes[++position] ?? 0;
  return position;
}

function isSpace(byte: number): boolean {
  return byte === SPACE || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

const SPACE = 0x20;
const QUOTE = 0x22;
const PLUS = 0x2b;
const COMMA = 0x2c;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const COLON = 0x3a;
const OPENING_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSING_BRACKET = 0x5d;
const LETTER_U = 0x75;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;

const ESCAPES: ReadonlySet<number> = new Set([...'"\\/bfnrt'].map((letter) => letter.charCodeAt(0)));

/** What ends a word; anything else belongs to it, and makes it none that JSON has. */
const DELIMITERS: ReadonlySet<number> = new Set([...' \t\r\n{}[]":,/'].map((sign) => sign.charCodeAt(0)));
