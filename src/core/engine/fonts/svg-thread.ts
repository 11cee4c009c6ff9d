// What SVGs hold beside shapes, by resvg in a thread of its own, asked and waited for: it is loaded for the first form
// that needs it, and a picture that takes too long or too much memory costs itself and nothing else.
import { LRUCache } from "lru-cache";
import type { SvgAnswer, SvgLibrary, SvgTask } from "../../pictures/index.ts";
import type { Font } from "../../text/index.ts";
import { type Awaited, AwaitedThread, timeAllowance } from "../threads/index.ts";

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

/** A thread that ended is tried again once. */
const TRIES = 2;

const SCRIPT = new URL(`./svg-worker.${import.meta.url.endsWith(".ts") ? "ts" : "js"}`, import.meta.url);

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

const REFUSALS = {
  failed: { ok: false, reason: "is an SVG that can't be drawn: it is too large, or broken" },
  late: { ok: false, reason: "is an SVG that takes too long to be drawn", isPassing: true },
  ended: { ok: false, reason: "is an SVG that can't be drawn now, since what draws it ended twice", isPassing: true },
} as const satisfies Record<string, SvgAnswer<never>>;

type Answered = Exclude<SvgReply, { readonly kind: "failed" }>;

/** One for a thread of the engine. `script` is the module that draws; tests put a failing one in its place. */
export function createSvgLibrary(limits: SvgLimits = SVG_LIMITS, script: URL = SCRIPT): SvgLibrary {
  const kept = new LRUCache<string, Answered>({ max: ANSWERS_KEPT_MAX, maxSize: ANSWERS_KEPT_BYTES_MAX });
  let thread: SvgThread | null = null;
  let idle: NodeJS.Timeout | undefined;
  const end = () => {
    clearTimeout(idle);
    thread?.stop();
    thread = null;
  };
  const ask = (kind: SentTask["kind"], { svg, faces }: SvgTask): Answered | keyof typeof REFUSALS => {
    const key = `${kind} ${faces.map((face) => face.id).join(" ")}\n${svg}`;
    const known = kept.get(key);
    if (known !== undefined) return known;
    for (let tries = 1; ; tries += 1) {
      thread ??= new SvgThread(limits, script);
      const answer = thread.ask(kind, svg, faces);
      if (answer.kind === "answered" && answer.reply.kind !== "failed") {
        const { reply } = answer;
        clearTimeout(idle);
        idle = setTimeout(end, IDLE_MS).unref();
        kept.set(key, reply, { size: key.length + (reply.kind === "pixels" ? reply.png.length : reply.svg.length) });
        return reply;
      }
      end();
      if (answer.kind === "answered") return "failed";
      if (answer.kind === "given-up") return "late";
      // A thread may be gone without this picture's doing.
      if (tries === TRIES) return "ended";
    }
  };
  return {
    simplified(task) {
      const reply = ask("simplified", task);
      if (typeof reply === "string") return REFUSALS[reply];
      return reply.kind === "simplified" ? { ok: true, value: reply.svg } : REFUSALS.failed;
    },
    pixels(task) {
      const reply = ask("pixels", task);
      if (typeof reply === "string") return REFUSALS[reply];
      return reply.kind === "pixels" ? { ok: true, value: reply.png } : REFUSALS.failed;
    },
  };
}

/** One thread. Its question answers when the thread has; the caller's thread waits. */
class SvgThread {
  readonly #thread: AwaitedThread<SentTask, SvgReply>;
  readonly #limits: SvgLimits;
  readonly #sent = new Set<string>();
  #isFirst = true;

  constructor(limits: SvgLimits, script: URL) {
    this.#thread = new AwaitedThread(script);
    this.#limits = limits;
  }

  ask(kind: SentTask["kind"], svg: string, faces: readonly Font[]): Awaited<SvgReply> {
    const sent = faces.map(({ id, family, bytes }) => ({ id, family, bytes: this.#sent.has(id) ? null : bytes }));
    for (const { id } of faces) this.#sent.add(id);
    const waitMs = this.#limits.pictureMs + (this.#isFirst ? this.#limits.startMs : 0);
    this.#isFirst = false;
    return this.#thread.ask({ kind, svg, faces: sent }, timeAllowance(waitMs));
  }

  stop(): void {
    this.#thread.stop();
  }
}
