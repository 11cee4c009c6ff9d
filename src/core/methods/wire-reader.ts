/** A field as the wire has it. */
export interface WireField {
  readonly number: number;
  /** How its content is written: 0 a varint, 1 eight bytes, 2 a length and its bytes, 5 four bytes. */
  readonly wireType: number;
  /** Where its tag begins. */
  readonly tagStart: number;
  /** Where its content begins that has a length; below zero for all others. */
  readonly start: number;
  /** Where it ends. */
  readonly end: number;
  /** The low bits of a varint; zero for all others. */
  readonly bits: number;
}

/** Reads fields of Protobuf's binary form one by one, without making anything of them. */
export class WireReader {
  readonly #bytes: Uint8Array;
  position = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** The next field, which ends before `limit`. Throws an Error that says what is no field. */
  field(limit: number): WireField {
    const tagStart = this.position;
    const tag = this.#varint(limit);
    const number = tag >>> 3;
    if (number === 0) throw new Error(`illegal tag: field no 0 wire type ${tag & 7}`);
    let start = -1;
    let bits = 0;
    switch (tag & 7) {
      case 0:
        bits = this.#varint(limit);
        break;
      case 1:
        this.position += 8;
        break;
      case 2: {
        const length = this.#varint(limit);
        start = this.position;
        this.position += length;
        break;
      }
      case 5:
        this.position += 4;
        break;
      case 3:
      case 4:
        throw new Error("a field is a group, which proto3 does not have");
      default:
        throw new Error(`cant skip wire type ${tag & 7}`);
    }
    if (this.position > limit) throw new Error("premature EOF");
    return { number, wireType: tag & 7, tagStart, start, end: this.position, bits };
  }

  /** The low 32 bits of a varint. */
  #varint(limit: number): number {
    let value = 0;
    for (let shift = 0; shift < 70; shift += 7) {
      if (this.position >= limit) throw new Error("premature EOF");
      const byte = this.#bytes[this.position] ?? 0;
      this.position += 1;
      if (shift < 32) value |= (byte & 0x7f) << shift;
      else value |= byte & 0x7f;
      if (byte < 0x80) return value >>> 0;
    }
    throw new Error("invalid varint");
  }
}
