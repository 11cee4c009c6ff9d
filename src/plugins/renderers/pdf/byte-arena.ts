// A growable run of bytes that content streams are written into, and the number writer of the plugin: decimals come
// from integers by integer arithmetic, so that no float formatting ever decides a byte.

/** EMU per hundredth of a point (1 pt = 12,700 EMU). */
const EMU_PER_HUNDREDTH = 127;

/** Most forms' pages take 4–12 KB of raw content; doubling from here costs at most two copies. */
const INITIAL_CAPACITY = 16_384;

const ZERO = 0x30;
const MINUS = 0x2d;
const POINT = 0x2e;
const SPACE = 0x20;
const NEWLINE = 0x0a;

const POWERS_OF_TEN = [1, 10, 100, 1000];

const OPEN = 0x28;
const CLOSE = 0x29;
const BACKSLASH = 0x5c;
const CARRIAGE_RETURN = 0x0d;
const LETTER_R = 0x72;

/** Whether a byte of a literal string is written as it is: all but four (ISO 32000-1 §7.3.4.2). */
const isPlainByte = new Uint8Array(256).fill(1);
for (const byte of [OPEN, CLOSE, BACKSLASH, CARRIAGE_RETURN]) isPlainByte[byte] = 0;

/** Divides two integers, rounding half away from zero. */
export function divideRounded(dividend: number, divisor: number): number {
  const magnitude = Math.floor((Math.abs(dividend) * 2 + divisor) / (divisor * 2));
  return dividend < 0 ? -magnitude : magnitude;
}

/**
 * A length in hundredths of a point, the resolution of coordinates in our content: 3.5 µm, finer than any printer, and
 * equal edges stay equal because each edge is rounded by itself.
 */
export function hundredths(emu: number): number {
  return divideRounded(emu, EMU_PER_HUNDREDTH);
}

/** A length in thousandths of a point, for type sizes and line widths, where a hundredth would show in the ratio. */
export function thousandths(emu: number): number {
  return divideRounded(emu * 10, EMU_PER_HUNDREDTH);
}

/** `value / 10^decimals` as the shortest decimal: no exponent, no trailing zeros, no negative zero. */
export function decimalText(value: number, decimals: number): string {
  const arena = new ByteArena(32);
  arena.decimal(value, decimals);
  return new TextDecoder("latin1").decode(arena.toBytes());
}

/** Coordinates from here on have more than four digits before the point. */
const PLAIN_COORDINATE_END = 1_000_000;

/** A bare carriage return in a literal string would be read as a line feed (ISO 32000-1 §7.3.4.2). */
function writeEscaped(bytes: Uint8Array, at: number, byte: number): number {
  bytes[at] = BACKSLASH;
  bytes[at + 1] = byte === CARRIAGE_RETURN ? LETTER_R : byte;
  return at + 2;
}

/** One growable arena; it is reset between pages, so a document allocates it once. */
export class ByteArena {
  #bytes: Uint8Array;
  #length = 0;

  constructor(capacity: number = INITIAL_CAPACITY) {
    this.#bytes = new Uint8Array(capacity);
  }

  get length(): number {
    return this.#length;
  }

  /** Forgets everything from `length` on. */
  truncate(length: number): void {
    this.#length = length;
  }

  /** What was written, not copied: it holds until more is. */
  written(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  /** A copy of what was written from `start` on. */
  toBytes(start = 0): Uint8Array {
    return this.#bytes.slice(start, this.#length);
  }

  byte(value: number): void {
    this.#reserve(1);
    this.#bytes[this.#length++] = value;
  }

  /** ASCII syntax: operators, names. */
  ascii(text: string): void {
    this.#reserve(text.length);
    const bytes = this.#bytes;
    let at = this.#length;
    for (let index = 0; index < text.length; index++) bytes[at++] = text.charCodeAt(index);
    this.#length = at;
  }

  append(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  newline(): void {
    this.byte(NEWLINE);
  }

  /** `value / 10^decimals` and nothing after it. `value` must be an integer below 2^53. */
  decimal(value: number, decimals: number): void {
    this.#reserve(24);
    let magnitude = value;
    if (value < 0) {
      this.#bytes[this.#length++] = MINUS;
      magnitude = -value;
    }
    let scale = POWERS_OF_TEN[decimals] ?? Number(`1e${decimals}`);
    const whole = Math.floor(magnitude / scale);
    let fraction = magnitude - whole * scale;
    if (whole > 0 || fraction === 0) this.#digits(whole);
    if (fraction === 0) return;
    this.#bytes[this.#length++] = POINT;
    while (fraction > 0) {
      scale /= 10;
      const digit = Math.floor(fraction / scale);
      this.#bytes[this.#length++] = ZERO + digit;
      fraction -= digit * scale;
    }
  }

  /** A coordinate in hundredths of a point, and a space: `decimal` for what nearly all numbers of a page are. */
  coordinate(value: number): void {
    this.#reserve(26);
    const magnitude = value < 0 ? -value : value;
    if (magnitude >= PLAIN_COORDINATE_END) {
      this.decimal(value, 2);
      this.#bytes[this.#length++] = SPACE;
      return;
    }
    const bytes = this.#bytes;
    let at = this.#length;
    if (value < 0) bytes[at++] = MINUS;
    const whole = (magnitude / 100) | 0;
    const fraction = magnitude - whole * 100;
    if (whole >= 1000) bytes[at++] = ZERO + ((whole / 1000) | 0);
    if (whole >= 100) bytes[at++] = ZERO + (((whole / 100) | 0) % 10);
    if (whole >= 10) bytes[at++] = ZERO + (((whole / 10) | 0) % 10);
    if (whole > 0 || fraction === 0) bytes[at++] = ZERO + (whole % 10);
    if (fraction > 0) {
      const tenths = (fraction / 10) | 0;
      const rest = fraction - tenths * 10;
      bytes[at++] = POINT;
      bytes[at++] = ZERO + tenths;
      if (rest > 0) bytes[at++] = ZERO + rest;
    }
    bytes[at++] = SPACE;
    this.#length = at;
  }

  /** Glyph ids `from` to `to` as a literal string of two-byte codes: half the bytes of a hexadecimal one. */
  glyphString(glyphs: readonly number[], from: number, to: number): void {
    this.#reserve((to - from) * 4 + 2);
    const bytes = this.#bytes;
    let at = this.#length;
    bytes[at++] = OPEN;
    for (let index = from; index < to; index += 1) {
      const glyph = glyphs[index] as number;
      const high = (glyph >> 8) & 0xff;
      const low = glyph & 0xff;
      if (isPlainByte[high] === 1) bytes[at++] = high;
      else at = writeEscaped(bytes, at, high);
      if (isPlainByte[low] === 1) bytes[at++] = low;
      else at = writeEscaped(bytes, at, low);
    }
    bytes[at++] = CLOSE;
    this.#length = at;
  }

  #digits(value: number): void {
    let divisor = 1;
    while (divisor * 10 <= value) divisor *= 10;
    let rest = value;
    for (; divisor >= 1; divisor /= 10) {
      const digit = Math.floor(rest / divisor);
      this.#bytes[this.#length++] = ZERO + digit;
      rest -= digit * divisor;
    }
  }

  #reserve(count: number): void {
    const needed = this.#length + count;
    if (needed <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(needed, this.#bytes.length * 2));
    grown.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = grown;
  }
}
