// What a PNG shows (W3C PNG, third edition): its rows, as they are unpacked, are added up by cells and forgotten.
import { type PictureShades, ShadeSums } from "./picture-shades.ts";
import { type PngKind, type RowReader, SAMPLES, sample } from "./png-opacity.ts";
import { readRows } from "./png-pixels.ts";
import { FilteredRows, type PngPass } from "./png-rows.ts";

/** The mean colours of a PNG that was read without a mistake. */
export function shadesOfPng(png: Uint8Array): PictureShades {
  return readRows(png, (kind) => new ShadeReader(kind)).shades();
}

class ShadeReader implements RowReader {
  readonly #kind: PngKind;
  readonly #sums: ShadeSums;
  readonly #samples: number;
  readonly #filtered: FilteredRows;
  /** What a sample is divided by for 0 to 255. */
  readonly #scale: number;

  constructor(kind: PngKind) {
    const { widthPx, heightPx, bits, colorType } = kind;
    this.#kind = kind;
    this.#sums = new ShadeSums(widthPx, heightPx);
    this.#samples = SAMPLES[colorType] ?? 1;
    const distance = Math.max(1, (bits * this.#samples) >> 3);
    this.#filtered = new FilteredRows({ distance, first: 0, step: 1 });
    this.#scale = ((1 << bits) - 1) / 255;
  }

  row(pass: PngPass, filter: number, bytes: Uint8Array): void {
    const y = this.#filtered.restore(pass, filter, bytes);
    for (let x = pass.x, pixel = 0; x < this.#kind.widthPx; x += pass.stepX, pixel += 1) {
      this.#add(this.#sums.cellAt(x, y), bytes, pixel);
    }
  }

  shades(): PictureShades {
    return this.#sums.shades();
  }

  #add(cell: number, bytes: Uint8Array, pixel: number): void {
    const { colorType, bits, palette, transparency } = this.#kind;
    if (colorType === 3) {
      const index = sample(bytes, pixel, bits);
      const [red, green, blue] = [palette?.[index * 3], palette?.[index * 3 + 1], palette?.[index * 3 + 2]];
      this.#sums.add(cell, red ?? 0, green ?? 0, blue ?? 0, transparency?.[index] ?? 255);
      return;
    }
    const first = pixel * this.#samples;
    const red = sample(bytes, first, bits);
    const isGray = colorType === 0 || colorType === 4;
    const green = isGray ? red : sample(bytes, first + 1, bits);
    const blue = isGray ? red : sample(bytes, first + 2, bits);
    const alpha = this.#alphaOf(bytes, first, [red, green, blue]);
    this.#sums.add(cell, red / this.#scale, green / this.#scale, blue / this.#scale, alpha);
  }

  /** Of its own sample, or none where the colour is the one that is clear. */
  #alphaOf(bytes: Uint8Array, first: number, color: readonly number[]): number {
    const { colorType, bits, transparency } = this.#kind;
    if (colorType === 4 || colorType === 6) return sample(bytes, first + this.#samples - 1, bits) / this.#scale;
    if (transparency === null) return 255;
    for (let index = 0; index < this.#samples; index += 1) {
      const clear = ((transparency[index * 2] ?? 0) << 8) | (transparency[index * 2 + 1] ?? 0);
      if (color[index] !== clear) return 255;
    }
    return 0;
  }
}
