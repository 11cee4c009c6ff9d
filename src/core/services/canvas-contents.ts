import { LRUCache } from "lru-cache";
import { type Canvas as CompiledCanvas, parseCanvas } from "../canvas/index.ts";
import type { Canvas, CanvasContent, Database } from "../persistence/index.ts";

/** Published versions kept at hand, by number and by the length of their texts. */
const VERSIONS_KEPT_MAX = 256;
const VERSIONS_KEPT_CHARACTERS_MAX = 32 * 1024 * 1024;

/** A published version as services use it. */
export interface PublishedContent extends CanvasContent {
  readonly canvas: CompiledCanvas;
  /** The UTF-8 of `compiled`, in memory that threads share. */
  readonly compiledBytes: Uint8Array;
}

/** Reads what a publishing froze. A version never changes, so it is read once and kept. */
export class CanvasContents {
  readonly #database: Database;
  readonly #asked: (isHit: boolean) => void;
  readonly #kept = new LRUCache<string, PublishedContent>({
    max: VERSIONS_KEPT_MAX,
    maxSize: VERSIONS_KEPT_CHARACTERS_MAX,
  });

  readonly #versions = new LRUCache<string, Canvas>({ max: VERSIONS_KEPT_MAX });

  /** `asked` is told of each question to what is kept. */
  constructor(database: Database, asked: (isHit: boolean) => void = () => undefined) {
    this.#database = database;
    this.#asked = asked;
  }

  /** A canvas as it was at one of its versions, published still or not; null where there is none. */
  async version(canvasId: string, version: number): Promise<Canvas | null> {
    const key = `${canvasId} ${version}`;
    const known = this.#versions.get(key);
    if (known !== undefined) return known;
    const canvas = await this.#database.canvases.version(canvasId, version);
    if (canvas !== null) this.#versions.set(key, canvas);
    return canvas;
  }

  /** The content of the canvas's published version; the caller has found the canvas in its scope. */
  async of(canvas: Canvas): Promise<PublishedContent> {
    const key = `${canvas.id} ${canvas.version}`;
    const known = this.#kept.get(key);
    this.#asked(known !== undefined);
    if (known !== undefined) return known;
    const content = await this.#database.canvases.content(canvas.id, canvas.version);
    if (content === null) throw new Error(`version ${canvas.version} of ${canvas.id} has no content`);
    const { source, compiled, schema } = content;
    const compiledBytes = sharedBytes(compiled);
    const published = { ...content, compiledBytes, canvas: parseCanvas(compiled) };
    this.#kept.set(key, published, { size: source.length + compiled.length + compiledBytes.length + schema.length });
    return published;
  }
}

function sharedBytes(text: string): Uint8Array {
  const bytes = new TextEncoder().encode(text);
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
  shared.set(bytes);
  return shared;
}
