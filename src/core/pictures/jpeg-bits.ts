// The bits of a JPEG's scan (ITU-T T.81, annex F): codes and numbers, one after another.

/** The tables of a component in a scan, and its last mean. */
export interface BlockTables {
  readonly means: Uint16Array | undefined;
  /** Absent where a scan holds means alone. */
  readonly others: Uint16Array | undefined;
  last: number;
}

const NUMBERS = 64;
/** A run of zeros that is as long as it can be. */
const ZEROS = 15;

export class JpegBits {
  /** The byte that is read next. */
  at: number;
  readonly #bytes: Uint8Array;
  #held = 0;
  #count = 0;

  constructor(bytes: Uint8Array, from: number) {
    this.#bytes = bytes;
    this.at = from;
  }

  /** Goes on after the next restart marker, if one follows. */
  restart(): void {
    [this.#held, this.#count] = [0, 0];
    const bytes = this.#bytes;
    for (let at = this.at; at + 1 < bytes.length; at += 1) {
      const marker = bytes[at + 1] ?? 0;
      if (bytes[at] !== 0xff || marker === 0 || marker === 0xff) continue;
      if (marker >= 0xd0 && marker <= 0xd7) this.at = at + 2;
      return;
    }
  }

  /** Reads a block: its mean is added to the last one, the other numbers are passed over. False: no such code. */
  block(tables: BlockTables): boolean {
    const { means, others } = tables;
    const bits = means === undefined ? -1 : this.#symbol(means);
    if (bits < 0 || bits > ZEROS) return false;
    tables.last += this.#number(bits);
    if (others === undefined) return true;
    for (let index = 1; index < NUMBERS; index += 1) {
      const symbol = this.#symbol(others);
      if (symbol < 0) return false;
      const [zeros, length] = [symbol >> 4, symbol & 15];
      if (length > 0) this.#skip(length);
      else if (zeros < ZEROS) return true;
      index += zeros;
    }
    return true;
  }

  /** What the next code stands for; -1 for none. */
  #symbol(codes: Uint16Array): number {
    this.#fill();
    const entry = codes[(this.#held >>> (this.#count - 16)) & 0xffff] ?? 0;
    if (entry === 0) return -1;
    this.#count -= entry >> 8;
    return entry & 0xff;
  }

  /** F.2.2.1: a number of so many bits; those that begin with 0 are below zero. */
  #number(bits: number): number {
    if (bits === 0) return 0;
    this.#fill();
    this.#count -= bits;
    const value = (this.#held >>> this.#count) & ((1 << bits) - 1);
    return value < 1 << (bits - 1) ? value - (1 << bits) + 1 : value;
  }

  #skip(bits: number): void {
    this.#fill();
    this.#count -= bits;
  }

  /** Holds 16 bits or more. After the end, and after a marker, ones follow. */
  #fill(): void {
    const bytes = this.#bytes;
    while (this.#count < 16) {
      let byte = bytes[this.at] ?? 0xff;
      if (byte === 0xff && bytes[this.at + 1] !== 0) byte = 0xff;
      else this.at += byte === 0xff ? 2 : 1;
      this.#held = ((this.#held << 8) | byte) & 0xffffff;
      this.#count += 8;
    }
  }
}
