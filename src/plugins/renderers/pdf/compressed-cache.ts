// Compressed bytes by what they were made from, kept over documents: a canvas's static part is deflated once per
// process. Deflating is a pure function, so a hit and a miss give the same bytes.
import { deflate } from "./deflate.ts";
import { Generations } from "./generations.ts";

/** The static parts of some hundred canvases, each as its text and its compressed bytes. */
const GENERATION_BYTES = 2_000_000;

export class CompressedCache {
  readonly #known = new Generations<Uint8Array>(GENERATION_BYTES);

  /** The zlib data of `content`; `key` is the content itself as text, one character per byte. */
  deflated(key: string, content: Uint8Array): Uint8Array {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const compressed = deflate(content);
    this.#known.set(key, compressed, key.length + compressed.length);
    return compressed;
  }
}
