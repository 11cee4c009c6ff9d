import { inflateSync } from "node:zlib";

/** Pixels as red, green and blue, one byte each, row by row. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly rgb: Uint8Array;
}

/** A PNG of 8 bits with or without alpha, not interlaced (W3C PNG, third edition); what is clear shows white paper. */
export function readPicture(png: Uint8Array): Picture {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  const [width, height] = [view.getUint32(16), view.getUint32(20)];
  const [depth, colorType, interlace] = [png[24], png[25], png[28]];
  if (depth !== 8 || (colorType !== 6 && colorType !== 2) || interlace !== 0) throw new Error("another kind of PNG");
  const channels = colorType === 6 ? 4 : 3;
  const data: Uint8Array[] = [];
  for (let at = 8; at < png.length; ) {
    const length = view.getUint32(at);
    if (Buffer.from(png.subarray(at + 4, at + 8)).toString("latin1") === "IDAT")
      data.push(png.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  const rows = unfiltered(inflateSync(Buffer.concat(data)), width * channels, height, channels);
  const rgb = new Uint8Array(width * height * 3);
  for (let pixel = 0; pixel < width * height; pixel++) {
    const alpha = channels === 4 ? (rows[pixel * 4 + 3] ?? 0) : 255;
    for (let channel = 0; channel < 3; channel++) {
      const value = rows[pixel * channels + channel] ?? 0;
      rgb[pixel * 3 + channel] = Math.round((value * alpha + 255 * (255 - alpha)) / 255);
    }
  }
  return { width, height, rgb };
}

function unfiltered(bytes: Uint8Array, rowLength: number, height: number, distance: number): Uint8Array {
  const rows = new Uint8Array(rowLength * height);
  for (let row = 0; row < height; row++) {
    const filter = bytes[row * (rowLength + 1)] ?? 0;
    const start = row * rowLength;
    for (let index = 0; index < rowLength; index++) {
      const left = index >= distance ? (rows[start + index - distance] ?? 0) : 0;
      const up = row > 0 ? (rows[start + index - rowLength] ?? 0) : 0;
      const upLeft = row > 0 && index >= distance ? (rows[start + index - rowLength - distance] ?? 0) : 0;
      rows[start + index] = (bytes[row * (rowLength + 1) + 1 + index] ?? 0) + predicted(filter, left, up, upLeft);
    }
  }
  return rows;
}

function predicted(filter: number, left: number, up: number, upLeft: number): number {
  if (filter === 0) return 0;
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  const estimate = left + up - upLeft;
  const [toLeft, toUp, toUpLeft] = [Math.abs(estimate - left), Math.abs(estimate - up), Math.abs(estimate - upLeft)];
  if (toLeft <= toUp && toLeft <= toUpLeft) return left;
  return toUp <= toUpLeft ? up : upLeft;
}

/** Each pixel the mean of a square of `factor` × `factor`; what is left over at the right and below is cut off. */
export function shrunk({ width, height, rgb }: Picture, factor: number): Picture {
  const [columns, rows] = [Math.floor(width / factor), Math.floor(height / factor)];
  const sums = new Uint32Array(columns * rows * 3);
  for (let y = 0; y < rows * factor; y++) {
    const row = Math.floor(y / factor) * columns;
    for (let x = 0; x < columns * factor; x++) {
      const [from, to] = [(y * width + x) * 3, (row + Math.floor(x / factor)) * 3];
      for (let channel = 0; channel < 3; channel++) {
        sums[to + channel] = (sums[to + channel] ?? 0) + (rgb[from + channel] ?? 0);
      }
    }
  }
  return { width: columns, height: rows, rgb: Uint8Array.from(sums, (sum) => Math.round(sum / (factor * factor))) };
}

/** How two pictures of one page differ. */
export interface PictureDifference {
  /** The mean over all pixels and channels, in levels of 255. */
  readonly meanLevels: number;
  /** Pixels whose colour lies further than the tolerance from all that the other picture shows one pixel around. */
  readonly strayPixels: number;
  /** Where the first of them lies. */
  readonly firstStray: readonly [x: number, y: number] | null;
}

/**
 * Two programs round edges of shapes to pixels in different ways, so a pixel is compared with the nine around its place
 * in the other picture: it must lie within their darkest and lightest, give or take `toleranceLevels`.
 */
export function comparePictures(one: Picture, other: Picture, toleranceLevels: number): PictureDifference {
  if (one.width !== other.width || one.height !== other.height) {
    throw new Error(`${one.width} × ${one.height} pixels against ${other.width} × ${other.height}`);
  }
  let sum = 0;
  for (let index = 0; index < one.rgb.length; index++) sum += Math.abs((one.rgb[index] ?? 0) - (other.rgb[index] ?? 0));
  const strays = [...straysOf(one, other, toleranceLevels), ...straysOf(other, one, toleranceLevels)];
  const first = strays[0];
  return {
    meanLevels: sum / one.rgb.length,
    strayPixels: strays.length,
    firstStray: first === undefined ? null : [first % one.width, Math.floor(first / one.width)],
  };
}

function straysOf(picture: Picture, other: Picture, tolerance: number): readonly number[] {
  const darkest = spread(other, Math.min);
  const lightest = spread(other, Math.max);
  const strays: number[] = [];
  for (let pixel = 0; pixel < picture.width * picture.height; pixel++) {
    for (let channel = 0; channel < 3; channel++) {
      const index = pixel * 3 + channel;
      const value = picture.rgb[index] ?? 0;
      if (value >= (darkest[index] ?? 0) - tolerance && value <= (lightest[index] ?? 0) + tolerance) continue;
      strays.push(pixel);
      break;
    }
  }
  return strays;
}

/** At each place the least or greatest of the nine values around it: first along rows, then along columns. */
function spread({ width, height, rgb }: Picture, choose: (one: number, other: number) => number): Uint8Array {
  const pass = (values: Uint8Array, step: number, isEdge: (pixel: number, side: -1 | 1) => boolean): Uint8Array => {
    const chosen = new Uint8Array(values.length);
    for (let pixel = 0; pixel < width * height; pixel++) {
      for (let channel = 0; channel < 3; channel++) {
        const index = pixel * 3 + channel;
        let value = values[index] ?? 0;
        if (!isEdge(pixel, -1)) value = choose(value, values[index - step] ?? 0);
        if (!isEdge(pixel, 1)) value = choose(value, values[index + step] ?? 0);
        chosen[index] = value;
      }
    }
    return chosen;
  };
  const alongRows = pass(rgb, 3, (pixel, side) => pixel % width === (side < 0 ? 0 : width - 1));
  return pass(alongRows, width * 3, (pixel, side) => (side < 0 ? pixel < width : pixel >= width * (height - 1)));
}
