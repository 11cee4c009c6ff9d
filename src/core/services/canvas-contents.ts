import { LRUCache } from "lru-cache";
import { type CanvasSummary, parseSummary } from "../canvas/index.ts";
import { ENGINE_VERSION, type EnginePool, type KnownCanvas, PoolBusyError } from "../engine/index.ts";
import { inSlices, type Sliced } from "../methods/index.ts";
import type { Canvas, CanvasContent, Database } from "../persistence/index.ts";
import { poolBusy } from "./computing.ts";

/** Published versions kept at hand, by number and by the length of their texts. */
const VERSIONS_KEPT_MAX = 256;
const VERSIONS_KEPT_CHARACTERS_MAX = 32 * 1024 * 1024;

/** A published version as services use it. */
export interface PublishedContent extends Omit<CanvasContent, "compiled" | "summary"> {
  readonly summary: CanvasSummary;
  /** The UTF-8 of the compiled canvas, in memory that threads share. */
  readonly compiledBytes: Uint8Array;
}

/** How long a thread may take to summarize a canvas, and how long that may wait for a thread. */
const SUMMARY_BUDGET_MS = 30_000;

/** Reads what a publishing froze. A version never changes, so it is read once and kept. */
export class CanvasContents {
  readonly #database: Pick<Database, "canvases">;
  readonly #engine: Pick<EnginePool, "summarize">;
  readonly #asked: (isHit: boolean) => void;
  readonly #kept = new LRUCache<string, PublishedContent>({
    max: VERSIONS_KEPT_MAX,
    maxSize: VERSIONS_KEPT_CHARACTERS_MAX,
  });

  /** Versions that are read at this moment: whoever wants one of them waits for the same reading. */
  readonly #reading = new Map<string, Promise<PublishedContent>>();

  readonly #versions = new LRUCache<string, Canvas>({ max: VERSIONS_KEPT_MAX });

  /** `asked` is told of each question to what is kept. */
  constructor(
    database: Pick<Database, "canvases">,
    engine: Pick<EnginePool, "summarize">,
    asked: (isHit: boolean) => void = () => undefined,
  ) {
    this.#database = database;
    this.#engine = engine;
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
    const underWay = this.#reading.get(key);
    if (underWay !== undefined) return underWay;
    const reading = this.read(canvas);
    this.#reading.set(key, reading);
    try {
      const published = await reading;
      const { source, compiledBytes, schema, summary } = published;
      const fields = summary.fields.length * FIELD_CHARACTERS;
      this.#kept.set(key, published, { size: source.length + compiledBytes.length + schema.length + fields });
      return published;
    } finally {
      this.#reading.delete(key);
    }
  }

  /** The same from the database, kept nowhere: for who goes through all canvases. */
  async read(canvas: Canvas): Promise<PublishedContent> {
    const content = await this.#database.canvases.content(canvas.id, canvas.version);
    if (content === null) throw new Error(`version ${canvas.version} of ${canvas.id} has no content`);
    const { compiled, ...rest } = content;
    const compiledBytes = await inSlices(sharedBytes(compiled));
    const known = { canvasHash: content.contentHash, canvasJson: compiledBytes };
    const summary = parseSummary(summaryIn(content) ?? (await this.#summarized(canvas, known)));
    return { ...rest, compiledBytes, summary };
  }

  async #summarized({ organizationId }: Canvas, canvas: KnownCanvas): Promise<string> {
    const terms = { budgetMs: SUMMARY_BUDGET_MS, tenant: organizationId };
    return this.#engine.summarize(canvas, terms).catch((error: unknown) => {
      throw error instanceof PoolBusyError ? poolBusy(error, SUMMARY_BUDGET_MS) : error;
    });
  }
}

/** What a kept field takes, in letters. */
const FIELD_CHARACTERS = 200;

/** The summary that was frozen, where it says what this version would. */
function summaryIn({ summary, engineVersion }: CanvasContent): string | null {
  return engineVersion === ENGINE_VERSION ? summary : null;
}

/** So many letters are turned into bytes in a step. */
const STEP_CHARACTERS = 256 * 1024;

/** The UTF-8 of a text in memory that threads share. */
function* sharedBytes(text: string): Sliced<Uint8Array> {
  const steps: string[] = [];
  let size = 0;
  for (let at = 0; at < text.length; ) {
    const step = text.slice(at, stepEnd(text, at));
    steps.push(step);
    size += Buffer.byteLength(step);
    at += step.length;
    yield;
  }
  const shared = new Uint8Array(new SharedArrayBuffer(size));
  const buffer = Buffer.from(shared.buffer);
  let written = 0;
  for (const step of steps) {
    written += buffer.write(step, written);
    yield;
  }
  return shared;
}

/** A pair of surrogates stays whole. */
function stepEnd(text: string, at: number): number {
  const end = at + STEP_CHARACTERS;
  const isInPair = end < text.length && /[\uD800-\uDBFF]/.test(text.charAt(end - 1));
  return isInPair ? end + 1 : end;
}
