// Big-endian reads of a face's tables (OpenType, "Data types"), and how path data is written.
import { decimalText, powerOfTen, rounded } from "../numbers.ts";

/** The path data of a glyph; empty for a blank one. */
export type OutlineReader = (glyph: number) => string;

/** The tables of a face; throws for one that it lacks: fonts are the installation's, not the user's. */
export type Tables = (tag: string) => Uint8Array;

export function sfntReader(table: (tag: string) => Uint8Array | null, name: string): Tables {
  return (tag) => {
    const bytes = table(tag);
    if (bytes === null) throw new Error(`The font ${name} has no '${tag}' table and can't be drawn`);
    return bytes;
  };
}

/** Reads past the end answer 0, so that a short table can't make them answer `undefined`. */
export function u8(bytes: Uint8Array, at: number): number {
  return bytes[at] ?? 0;
}

export function u16(bytes: Uint8Array, at: number): number {
  return (u8(bytes, at) << 8) | u8(bytes, at + 1);
}

export function i16(bytes: Uint8Array, at: number): number {
  return (u16(bytes, at) << 16) >> 16;
}

export function u32(bytes: Uint8Array, at: number): number {
  return u16(bytes, at) * 0x10000 + u16(bytes, at + 2);
}

/** Hundredths of a font unit: a hundred-thousandth of an em. */
const OUTLINE_DECIMALS = 2;

/** Path data, written command by command; numbers are parted by what reads shortest. */
export class PathData {
  #data = "";

  add(command: "M" | "L" | "Q" | "C", ...coordinates: readonly number[]): void {
    this.#data += command;
    coordinates.forEach((value, index) => {
      const text = decimalText(rounded(value * powerOfTen(OUTLINE_DECIMALS)), OUTLINE_DECIMALS);
      this.#data += index > 0 && !text.startsWith("-") ? ` ${text}` : text;
    });
  }

  close(): void {
    this.#data += "Z";
  }

  toString(): string {
    return this.#data;
  }
}
