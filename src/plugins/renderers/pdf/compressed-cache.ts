// Compressed bytes by what they were made from, kept over documents: a canvas's static part is deflated once per
// process. Deflating is a pure function, so a hit and a miss give the same bytes.
import { deflate } from "./deflate.ts";

/** Raw bytes per generation: the static parts of some hundred canvases. */
const GENERATION_BYTES = 2_000_000;

/** Two generations: a full young one becomes the old one, and what is found in the old one moves up. */
export class CompressedCache {
  #young = new Map<string, Uint8Array>();
  #old = new Map<string, Uint8Array>();
  #youngBytes = 0;

  /** The zlib data of `content`; `key` is the content itself as text, one character per byte. */
  deflated(key: string, content: Uint8Array): Uint8Array {
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const compressed = this.#old.get(key) ?? deflate(content);
    if (this.#youngBytes + key.length > GENERATION_BYTES) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#youngBytes = 0;
    }
    this.#young.set(key, compressed);
    this.#youngBytes += key.length;
    return compressed;
  }
}
