// Where the pixels of a PNG hide what lies under them (W3C PNG, third edition): its rows, as they are unpacked, are
// looked at for their transparency and forgotten.
import { FilteredRows, type PngPass } from "./png-rows.ts";

/** What is more transparent lets letters shine through. */
export const OPAQUE_ALPHA_MIN = 217;
/** What is more transparent is not seen on paper. */
export const SEEN_ALPHA_MIN = 8;
/** Cells along each side of a picture, each about as large as a letter that a picture is laid over. */
const CELLS_MOST = 32;
/** So many pixels of a cell may be clear for each that is: specks of a scan let no letter through. */
const CLEAR_SHARE = 16;

/** A picture in cells, row by row: 1 where it hides what lies under it. */
export interface OpaqueParts {
  readonly columns: number;
  readonly rows: number;
  readonly cells: Uint8Array;
}

/** A picture without a transparent pixel. */
export const WHOLLY_OPAQUE: OpaqueParts = { columns: 1, rows: 1, cells: Uint8Array.of(1) };

export interface PngKind {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Of a sample. */
  readonly bits: number;
  readonly colorType: number;
  /** The body of `PLTE`; null where there is none. */
  readonly palette: Uint8Array | null;
  /** The body of `tRNS`; null where there is none. */
  readonly transparency: Uint8Array | null;
}

/** Looks at rows in the order of the file. `filter` is the byte before a row; the row's bytes may be changed. */
export interface RowReader {
  row(pass: PngPass, filter: number, bytes: Uint8Array): void;
}

/** Whether pixels may differ in transparency: by samples of their own, or by a colour that is clear. */
export function mayBeClear({ colorType, transparency }: PngKind): boolean {
  return colorType === 4 || colorType === 6 || transparency !== null;
}

/** Samples of a pixel by colour type (table 11.1). */
export const SAMPLES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** Counts the clear pixels of each cell. */
export class OpacityReader implements RowReader {
  readonly #kind: PngKind;
  readonly #columns: number;
  readonly #rows: number;
  /** Clear pixels of each cell. */
  readonly #clear: Uint32Array;
  readonly #columnOf: Uint8Array;
  readonly #filtered: FilteredRows;
  #isSeen = false;
  /** The first byte that is looked at, and the bytes from it to the next: alpha alone where pixels have one. */
  readonly #first: number;
  readonly #step: number;

  constructor(kind: PngKind) {
    const { widthPx, heightPx, bits, colorType } = kind;
    this.#kind = kind;
    this.#columns = Math.min(CELLS_MOST, widthPx);
    this.#rows = Math.min(CELLS_MOST, heightPx);
    this.#clear = new Uint32Array(this.#columns * this.#rows);
    this.#columnOf = Uint8Array.from({ length: widthPx }, (_, x) => Math.floor((x * this.#columns) / widthPx));
    const samples = SAMPLES[colorType] ?? 1;
    const distance = Math.max(1, (bits * samples) >> 3);
    const hasAlpha = colorType === 4 || colorType === 6;
    this.#first = hasAlpha ? ((samples - 1) * bits) >> 3 : 0;
    this.#step = hasAlpha ? distance : 1;
    this.#filtered = new FilteredRows({ distance, first: this.#first, step: this.#step });
  }

  row(pass: PngPass, filter: number, bytes: Uint8Array): void {
    const y = this.#filtered.restore(pass, filter, bytes);
    const row = Math.floor((y * this.#rows) / this.#kind.heightPx) * this.#columns;
    for (let x = pass.x, pixel = 0; x < this.#kind.widthPx; x += pass.stepX, pixel += 1) {
      const alpha = this.#alphaOf(bytes, pixel);
      if (alpha >= SEEN_ALPHA_MIN) this.#isSeen = true;
      if (alpha < OPAQUE_ALPHA_MIN) {
        const cell = row + (this.#columnOf[x] ?? 0);
        this.#clear[cell] = (this.#clear[cell] ?? 0) + 1;
      }
    }
  }

  /** Whether any pixel was not as good as clear. */
  get isSeen(): boolean {
    return this.#isSeen;
  }

  /** Null where nothing is opaque. */
  parts(): OpaqueParts | null {
    if (this.#clear.every((count) => count === 0)) return WHOLLY_OPAQUE;
    const [columns, rows] = [this.#columns, this.#rows];
    const pixels = (this.#kind.widthPx / columns) * (this.#kind.heightPx / rows);
    const cells = Uint8Array.from(this.#clear, (count) => (count * CLEAR_SHARE <= pixels ? 1 : 0));
    return cells.includes(1) ? { columns, rows, cells } : null;
  }

  #alphaOf(bytes: Uint8Array, pixel: number): number {
    const { colorType, bits, transparency } = this.#kind;
    if (transparency === null || colorType === 4 || colorType === 6) {
      return bytes[this.#first + pixel * this.#step] ?? 0;
    }
    if (colorType === 3) return transparency[sample(bytes, pixel, bits)] ?? 255;
    const samples = SAMPLES[colorType] ?? 1;
    for (let index = 0; index < samples; index += 1) {
      const clear = ((transparency[index * 2] ?? 0) << 8) | (transparency[index * 2 + 1] ?? 0);
      if (sample(bytes, pixel * samples + index, bits) !== clear) return 255;
    }
    return 0;
  }
}

/** The sample at this place of a row, as a whole number of its bits. */
export function sample(bytes: Uint8Array, index: number, bits: number): number {
  if (bits === 16) return ((bytes[index * 2] ?? 0) << 8) | (bytes[index * 2 + 1] ?? 0);
  const bit = index * bits;
  return ((bytes[bit >> 3] ?? 0) >> (8 - bits - (bit & 7))) & ((1 << bits) - 1);
}
