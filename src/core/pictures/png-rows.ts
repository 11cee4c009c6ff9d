// The rows of a PNG as they were before they were filtered (W3C PNG, third edition, section 9).

/** Where the pixels of one pass stand; without interlacing there is one. */
export interface PngPass {
  readonly x: number;
  readonly y: number;
  readonly stepX: number;
  readonly stepY: number;
}

/** Which bytes of a row are looked at, and how far the bytes of neighbouring pixels are apart. */
interface LookedAt {
  /** Bytes between samples that stand for the same in neighbouring pixels. */
  readonly distance: number;
  readonly first: number;
  readonly step: number;
}

/** Restores row after row; each hangs on the one above it in its pass. */
export class FilteredRows {
  readonly #looked: LookedAt;
  #before: Uint8Array = new Uint8Array(0);
  #pass: PngPass | null = null;
  #next = 0;

  constructor(looked: LookedAt) {
    this.#looked = looked;
  }

  /** Undoes the filter within the bytes of the next row. Answers which row of the picture it is. */
  restore(pass: PngPass, filter: number, bytes: Uint8Array): number {
    if (pass !== this.#pass) {
      this.#pass = pass;
      this.#next = 0;
      this.#before = new Uint8Array(bytes.length);
    }
    const y = pass.y + this.#next * pass.stepY;
    this.#next += 1;
    restoreRow(filter, bytes, this.#before, this.#looked);
    this.#before.set(bytes);
    return y;
  }
}

/** Undoes the filter of a row (9.2), whose bytes above are `before`; what is not looked at stays as it is. */
function restoreRow(filter: number, bytes: Uint8Array, before: Uint8Array, { distance, first, step }: LookedAt): void {
  if (filter === 0) return;
  for (let at = first; at < bytes.length; at += step) {
    const left = at < distance ? 0 : (bytes[at - distance] ?? 0);
    const up = before[at] ?? 0;
    const corner = at < distance ? 0 : (before[at - distance] ?? 0);
    bytes[at] = (bytes[at] ?? 0) + predicted(filter, left, up, corner);
  }
}

/** What a byte was written as the difference to: the one beside it, above it, their mean, or the likeliest (9.4). */
function predicted(filter: number, left: number, up: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  const estimate = left + up - corner;
  const [toLeft, toUp, toCorner] = [Math.abs(estimate - left), Math.abs(estimate - up), Math.abs(estimate - corner)];
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}
