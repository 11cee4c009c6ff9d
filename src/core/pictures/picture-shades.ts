// What a picture shows where letters may lie on it: the mean colours of its cells. Only a picture under letters is
// unpacked for this, and once.

/** Cells along a side of a picture: on a sheet of A4, each is smaller than a letter of body text. */
export const SHADES_MOST = 192;
/** Red, green, blue and alpha of a cell, 0 to 255 each. */
export const SHADE_BYTES = 4;

/** The mean colours of a picture, row by row, as it is looked at. */
export interface PictureShades {
  readonly columns: number;
  readonly rows: number;
  readonly cells: Uint8Array;
}

/** Adds up pixels by the cells that they lie in. */
export class ShadeSums {
  readonly #columns: number;
  readonly #rows: number;
  readonly #heightPx: number;
  readonly #columnOf: Uint8Array;
  /** Colours are counted by their alphas: what is clear has none. */
  readonly #sums: Float64Array;
  readonly #counts: Uint32Array;

  constructor(widthPx: number, heightPx: number) {
    this.#columns = Math.min(SHADES_MOST, widthPx);
    this.#rows = Math.min(SHADES_MOST, heightPx);
    this.#heightPx = heightPx;
    this.#columnOf = Uint8Array.from({ length: widthPx }, (_, x) => Math.floor((x * this.#columns) / widthPx));
    this.#sums = new Float64Array(this.#columns * this.#rows * SHADE_BYTES);
    this.#counts = new Uint32Array(this.#columns * this.#rows);
  }

  /** The place of a cell, for `add`. */
  cellAt(x: number, y: number): number {
    return Math.floor((y * this.#rows) / this.#heightPx) * this.#columns + (this.#columnOf[x] ?? 0);
  }

  add(cell: number, red: number, green: number, blue: number, alpha: number): void {
    const at = cell * SHADE_BYTES;
    const sums = this.#sums;
    sums[at] = (sums[at] ?? 0) + red * alpha;
    sums[at + 1] = (sums[at + 1] ?? 0) + green * alpha;
    sums[at + 2] = (sums[at + 2] ?? 0) + blue * alpha;
    sums[at + 3] = (sums[at + 3] ?? 0) + alpha;
    this.#counts[cell] = (this.#counts[cell] ?? 0) + 1;
  }

  shades(): PictureShades {
    const cells = new Uint8Array(this.#sums.length);
    this.#counts.forEach((count, cell) => {
      const at = cell * SHADE_BYTES;
      const alphas = this.#sums[at + 3] ?? 0;
      if (count === 0 || alphas === 0) return;
      for (let channel = 0; channel < 3; channel += 1) {
        cells[at + channel] = Math.round((this.#sums[at + channel] ?? 0) / alphas);
      }
      cells[at + 3] = Math.round(alphas / count);
    });
    return { columns: this.#columns, rows: this.#rows, cells };
  }
}
