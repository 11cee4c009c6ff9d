// The bytes of a file while it grows, kept in such a way that a long file is never held twice, not even at its end.

/** A small file grows in memory of about its size. */
const SMALL_BYTES = [64 * 1024, 1024 * 1024] as const;
/**
 * More than what memory allocators keep for themselves once it is freed (glibc: 32 MiB at most). Of a segment only
 * the part that was written takes memory; the rest is reserved addresses.
 */
const SEGMENT_BYTES = 33 * 1024 * 1024;

/**
 * Fewer bytes are copied out of a segment at the end: the threads through which a file goes would count the reserved
 * addresses behind it as memory, and collect garbage for it.
 */
const COPIED_BYTES_MAX = 8 * 1024 * 1024;

export class Segments {
  #full: Uint8Array<ArrayBuffer>[] = [];
  #open = new Uint8Array(SMALL_BYTES[0]);
  #used = 0;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  append(bytes: Uint8Array): void {
    this.#length += bytes.length;
    let rest = bytes;
    while (rest.length > 0) {
      if (this.#used === this.#open.length) this.#grow();
      const fitting = rest.subarray(0, this.#open.length - this.#used);
      this.#open.set(fitting, this.#used);
      this.#used += fitting.length;
      rest = rest.subarray(fitting.length);
    }
  }

  /** Text, one byte a character. */
  appendLatin1(text: string): void {
    if (text.length > this.#open.length - this.#used) return this.append(latin1Bytes(text));
    const open = this.#open;
    let at = this.#used;
    for (let index = 0; index < text.length; index += 1) open[at++] = text.charCodeAt(index);
    this.#used = at;
    this.#length += text.length;
  }

  /** What was appended so far, in pieces. */
  *pieces(): Generator<Uint8Array> {
    yield* this.#full;
    yield this.#open.subarray(0, this.#used);
  }

  /** The whole. Its memory is its own, and reaches beyond its end where copying it would hold it twice. */
  join(): Uint8Array<ArrayBuffer> {
    const last = this.#open.subarray(0, this.#used);
    if (this.#full.length === 0) {
      if (this.#open.length === SEGMENT_BYTES && this.#used > COPIED_BYTES_MAX) return last;
      // What was left over is free at once: of small files it is a third of the memory that waits for the collector.
      return new Uint8Array(this.#open.buffer.transfer(this.#used));
    }
    const whole = new Uint8Array(this.#length);
    let at = 0;
    for (const segment of [...this.#full, last]) {
      whole.set(segment, at);
      at += segment.length;
      release(segment);
    }
    this.#full = [];
    return whole;
  }

  #grow(): void {
    const size = SMALL_BYTES.find((small) => small > this.#open.length) ?? SEGMENT_BYTES;
    const next = new Uint8Array(size);
    if (this.#open.length < SEGMENT_BYTES) {
      next.set(this.#open);
    } else {
      this.#full.push(this.#open);
      this.#used = 0;
    }
    this.#open = next;
  }
}

/** One byte a character. */
function latin1Bytes(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index++) bytes[index] = text.charCodeAt(index);
  return bytes;
}

/** Frees the memory at once, without waiting for the garbage collector. Nobody reads the bytes any more. */
export function release({ buffer }: Uint8Array<ArrayBuffer>): void {
  buffer.transfer(0);
}
