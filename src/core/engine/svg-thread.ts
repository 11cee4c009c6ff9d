// What SVGs hold beside shapes, by resvg in a thread of its own, asked and waited for: it is loaded for the first form
// that needs it, and a picture that takes too long or too much memory costs itself and nothing else.
import { type MessagePort, receiveMessageOnPort, type Worker } from "node:worker_threads";
import { LRUCache } from "lru-cache";
import type { SvgAnswer, SvgLibrary, SvgTask } from "../layout/index.ts";
import type { Font } from "../text/index.ts";
import { startAwaitedThread } from "./awaited-thread.ts";

/**
 * What a picture may take. Its work is bounded before it comes here, so that this is reached by what no count of its
 * parts foretells, and then by a multiple.
 */
export interface SvgLimits {
  readonly pictureMs: number;
  /** Loading the library and starting the thread. */
  readonly startMs: number;
}

const SVG_LIMITS: SvgLimits = { pictureMs: 20_000, startMs: 30_000 };

/** The memory of the library: two pictures of four million pixels in thirty layers. */
export const LIBRARY_MEMORY_MIB = 512;

/** A logo in the data comes with every request. */
const ANSWERS_KEPT_MAX = 64;
const ANSWERS_KEPT_BYTES_MAX = 16 * 1024 * 1024;

/** A thread with its fonts takes some hundred MiB, and forms come with the same logos: it ends where none is new. */
const IDLE_MS = 30_000;

/** The cell of the memory that both threads see: how many answers there were. */
export const ANSWERS = 0;

/** What the thread is started with. */
export interface SvgThreadData {
  readonly cells: Int32Array<SharedArrayBuffer>;
  readonly port: MessagePort;
}

/** A face by its identity; its file comes with it the first time. */
export interface SentFace {
  readonly id: string;
  readonly family: string;
  readonly bytes: Uint8Array | null;
}

export interface SentTask {
  readonly kind: "simplified" | "pixels";
  readonly svg: string;
  readonly faces: readonly SentFace[];
}

export type SvgReply =
  | { readonly kind: "simplified"; readonly svg: string }
  | { readonly kind: "pixels"; readonly png: Uint8Array }
  /** The library could not; it may be in any state. */
  | { readonly kind: "failed" };

const REASONS = {
  failed: "is an SVG that can't be drawn: it is too large, or broken",
  late: "is an SVG that takes too long to be drawn",
} as const;

/** One for a thread of the engine. */
export function createSvgLibrary(limits: SvgLimits = SVG_LIMITS): SvgLibrary {
  const kept = new LRUCache<string, SvgReply>({ max: ANSWERS_KEPT_MAX, maxSize: ANSWERS_KEPT_BYTES_MAX });
  let thread: SvgThread | null = null;
  let idle: NodeJS.Timeout | undefined;
  const end = () => {
    clearTimeout(idle);
    thread?.stop();
    thread = null;
  };
  const ask = (kind: SentTask["kind"], { svg, faces }: SvgTask): SvgReply | keyof typeof REASONS => {
    const key = `${kind} ${faces.map((face) => face.id).join(" ")}\n${svg}`;
    const known = kept.get(key);
    if (known !== undefined) return known;
    thread ??= new SvgThread(limits);
    const reply = thread.ask(kind, svg, faces);
    if (reply === null || reply.kind === "failed") {
      end();
      return reply === null ? "late" : "failed";
    }
    clearTimeout(idle);
    idle = setTimeout(end, IDLE_MS).unref();
    kept.set(key, reply, { size: key.length + (reply.kind === "pixels" ? reply.png.length : reply.svg.length) });
    return reply;
  };
  return {
    simplified(task) {
      const reply = ask("simplified", task);
      if (typeof reply !== "string" && reply.kind === "simplified") return { ok: true, value: reply.svg };
      return refused(reply);
    },
    pixels(task) {
      const reply = ask("pixels", task);
      if (typeof reply !== "string" && reply.kind === "pixels") return { ok: true, value: reply.png };
      return refused(reply);
    },
  };
}

function refused(reply: SvgReply | keyof typeof REASONS): SvgAnswer<never> {
  return { ok: false, reason: REASONS[reply === "late" ? "late" : "failed"] };
}

/** One thread. Its question answers when the thread has; the caller's thread waits. */
class SvgThread {
  readonly #worker: Worker;
  readonly #port: MessagePort;
  readonly #cells: Int32Array<SharedArrayBuffer> = new Int32Array(new SharedArrayBuffer(4));
  readonly #limits: SvgLimits;
  readonly #sent = new Set<string>();
  #answers = 0;

  constructor(limits: SvgLimits) {
    const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
    const script = new URL(`./svg-worker.${extension}`, import.meta.url);
    const dataOf = (port: MessagePort): SvgThreadData => ({ cells: this.#cells, port });
    ({ worker: this.#worker, port: this.#port } = startAwaitedThread(script, dataOf));
    this.#limits = limits;
  }

  /** Null where no answer came in time. */
  ask(kind: SentTask["kind"], svg: string, faces: readonly Font[]): SvgReply | null {
    const sent = faces.map(({ id, family, bytes }) => ({ id, family, bytes: this.#sent.has(id) ? null : bytes }));
    const isFirst = this.#answers === 0;
    const task: SentTask = { kind, svg, faces: sent };
    this.#port.postMessage(task);
    for (const { id } of faces) this.#sent.add(id);
    const waitMs = this.#limits.pictureMs + (isFirst ? this.#limits.startMs : 0);
    Atomics.wait(this.#cells, ANSWERS, this.#answers, waitMs);
    if (Atomics.load(this.#cells, ANSWERS) === this.#answers) return null;
    this.#answers += 1;
    const received: { readonly message: SvgReply } | undefined = receiveMessageOnPort(this.#port);
    return received?.message ?? null;
  }

  stop(): void {
    this.#port.close();
    void this.#worker.terminate();
  }
}
