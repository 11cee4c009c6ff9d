// LZ77 (RFC 1951, section 4): bytes → literals and references to what stood before. Hash chains with one step of lazy
// matching, as zlib has them; the tables are made once and hold over calls, so that a small stream costs no clearing.

/** A literal is its byte; a reference is its distance above `LENGTH_BITS` bits of its length. */
export const LENGTH_BITS = 9;
export const LENGTH_MASK = (1 << LENGTH_BITS) - 1;

/** As many tokens share one pair of codes: content changes little over a page, and codes cost some 80 bytes. */
export const TOKENS_MAX = 32_768;

/**
 * References to three bytes are left out: hashing four finds longer ones at the same depth (47 pages of a table came to
 * 133,313 bytes in 7.8 ms and not 134,816 in 8.6).
 */
const MATCH_MIN = 4;
/** The longest reference, and how far back one reaches (RFC 1951 §2). */
export const MATCH_MAX = 258;
export const WINDOW = 32_768;
const WINDOW_MASK = WINDOW - 1;
const HASH_BITS = 15;

/** How hard references are looked for. */
export interface Effort {
  /** Places with the same hash that are tried. */
  readonly depth: number;
  /** A reference this long is taken without looking on. */
  readonly nice: number;
  /** After a reference shorter than this the next place is tried too. */
  readonly lazy: number;
}

/** Positions in `head` and `previous` count on from call to call; before this limit both start anew. */
const POSITION_LIMIT = 0x4000_0000;

export class TokenFinder {
  readonly tokens = new Int32Array(TOKENS_MAX);
  readonly #head = new Int32Array(1 << HASH_BITS);
  readonly #previous = new Int32Array(WINDOW);
  /** What the first byte's position is called; all that was stored before lies lower. */
  #base = 1;

  /** Starts a stream of so many bytes. */
  begin(length: number): void {
    if (this.#base + length + WINDOW > POSITION_LIMIT) {
      this.#head.fill(0);
      this.#previous.fill(0);
      this.#base = 1;
    }
  }

  /** Ends it: nothing of it may be within a window's reach of the next one. */
  end(length: number): void {
    this.#base += length + WINDOW;
  }

  /**
   * Fills `tokens` from `from` on and answers how many there are and which byte is next. One long loop over locals: in
   * pieces that call one another it takes a third longer.
   */
  fill(
    bytes: Uint8Array,
    from: number,
    { depth, lazy, nice }: Effort,
  ): { readonly count: number; readonly next: number } {
    const { tokens } = this;
    const [previous, base] = [this.#previous, this.#base];
    const end = bytes.length;
    const lastHashed = end - MATCH_MIN;
    let count = 0;
    let at = from;
    /** Of the place before, whose reference waits for a better one here; 0 for none. */
    let heldLength = 0;
    let heldDistance = 0;
    let hasHeld = false;
    while (at < end) {
      let length = 0;
      let distance = 0;
      if (at <= lastHashed) {
        const newest = this.#store(bytes, at);
        const longest = end - at < MATCH_MAX ? end - at : MATCH_MAX;
        let best = heldLength < MATCH_MIN ? MATCH_MIN - 1 : heldLength;
        if (heldLength < lazy && best < longest) {
          const oldest = at < WINDOW ? 0 : at - WINDOW + 1;
          let wanted = bytes[at + best] as number;
          let candidate = newest - base;
          for (let left = heldLength >= nice >> 2 ? depth >> 2 : depth; candidate >= oldest && left > 0; left -= 1) {
            if (bytes[candidate + best] === wanted) {
              let same = 0;
              while (same < longest && bytes[candidate + same] === bytes[at + same]) same += 1;
              if (same > best) {
                best = same;
                length = same;
                distance = at - candidate;
                if (same >= nice || same === longest) break;
                wanted = bytes[at + best] as number;
              }
            }
            candidate = (previous[candidate & WINDOW_MASK] as number) - base;
          }
        }
      }
      if (heldLength >= MATCH_MIN && length <= heldLength) {
        tokens[count++] = (heldDistance << LENGTH_BITS) | heldLength;
        const past = at - 1 + heldLength;
        for (let inside = at + 1; inside < past && inside <= lastHashed; inside += 1) this.#store(bytes, inside);
        at = past;
        heldLength = 0;
        hasHeld = false;
        if (count >= TOKENS_MAX - 2) break;
        continue;
      }
      if (hasHeld) tokens[count++] = bytes[at - 1] as number;
      // What waits here is looked for again in the next block.
      if (count >= TOKENS_MAX - 2) return { count, next: at };
      heldLength = length;
      heldDistance = distance;
      hasHeld = true;
      at += 1;
    }
    if (hasHeld && heldLength < MATCH_MIN) tokens[count++] = bytes[at - 1] as number;
    else if (hasHeld) tokens[count++] = (heldDistance << LENGTH_BITS) | heldLength;
    return { count, next: at };
  }

  /** Answers the place before with the same hash. */
  #store(bytes: Uint8Array, at: number): number {
    const hash = hashAt(bytes, at);
    const position = at + this.#base;
    const before = this.#head[hash] as number;
    // The first place of a block was stored by the block before.
    if (before === position) return this.#previous[at & WINDOW_MASK] as number;
    this.#previous[at & WINDOW_MASK] = before;
    this.#head[hash] = position;
    return before;
  }
}

function hashAt(bytes: Uint8Array, at: number): number {
  const three = ((bytes[at] as number) << 16) | ((bytes[at + 1] as number) << 8) | (bytes[at + 2] as number);
  return Math.imul((three << 8) | (bytes[at + 3] as number), 0x9e3779b1) >>> (32 - HASH_BITS);
}
