// Loaded into the server that is attacked, beside its own code: looks at the main thread, and tells who asks at a
// socket how long it was held and how much memory it took since it was asked before.
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { isMainThread } from "node:worker_threads";

/**
 * What is looked for until the next question: how far memory grows, or what others wait for. To tell memory that is in
 * use from what nobody needs any more, all of it is collected again and again, which holds the main thread by itself.
 */
export type Watching = "memory" | "times";

/** What of the main thread was seen between two questions. */
export interface Watched {
  /** The longest time that it was held, in milliseconds. */
  readonly heldMs: number;
  /**
   * How far its heap and what is beside it grew, beyond what was in use at the question before, in MiB; 0 where times
   * were looked for.
   */
  readonly grownMib: number;
}

const LOOKING_MS = 5;

/** What nobody needs any more is collected before memory is called grown by so much more, once in so long. */
const COLLECTING_MIB = 8;
const COLLECTING_MS = 100;

/** How long the main thread was ready to run without a processor, in milliseconds (`schedstat`, Linux). */
function waitedMs(): number {
  const waited = readFileSync(`/proc/self/task/${process.pid}/schedstat`, "utf8").split(" ", 2)[1];
  return Number(waited) / 1e6;
}

/**
 * What the heap of this thread holds, and what its objects hold outside of it, such as buffers, unpackers and large
 * bodies; until it is collected also what nobody needs any more, which the memory of the whole process shows.
 */
function usedMib(): number {
  const { used_heap_size: heap, external_memory: external } = getHeapStatistics();
  return (heap + external) / 1024 / 1024;
}

function collector(): () => void {
  setFlagsFromString("--expose-gc");
  const collect: unknown = runInNewContext("gc");
  return typeof collect === "function" ? () => void collect() : () => undefined;
}

function watch(path: string): void {
  const collect = collector();
  let heldMs = 0;
  let baseMib = usedMib();
  let peakMib = baseMib;
  let collectedMs = 0;
  let watching: Watching = "memory";
  let before = { atMs: performance.now(), waitedMs: waitedMs() };
  setInterval(() => {
    const now = { atMs: performance.now(), waitedMs: waitedMs() };
    // What other programs of the machine took is no attack's doing.
    const late = now.atMs - before.atMs - LOOKING_MS - (now.waitedMs - before.waitedMs);
    heldMs = Math.max(heldMs, late);
    before = now;
    if (watching === "times" || usedMib() < peakMib + COLLECTING_MIB || now.atMs - collectedMs < COLLECTING_MS) return;
    collect();
    // V8 frees the bytes of buffers beside a collection, and counts them as free at the next one.
    if (usedMib() > peakMib) collect();
    peakMib = Math.max(peakMib, usedMib());
    collectedMs = performance.now();
    before = { atMs: collectedMs, waitedMs: waitedMs() };
  }, LOOKING_MS).unref();
  const answer = (next: Watching): Watched => {
    const watched: Watched = { heldMs, grownMib: watching === "times" ? 0 : peakMib - baseMib };
    watching = next;
    // What earlier requests left behind is nobody's doing.
    collect();
    baseMib = usedMib();
    [heldMs, peakMib] = [0, baseMib];
    before = { atMs: performance.now(), waitedMs: waitedMs() };
    return watched;
  };
  createServer({ allowHalfOpen: true }, (socket) => {
    socket.on("error", () => undefined);
    let asked = "";
    socket.on("data", (piece) => {
      asked += String(piece);
    });
    socket.on("end", () => socket.end(JSON.stringify(answer(asked === "times" ? "times" : "memory"))));
  })
    .listen(path)
    .unref();
}

const path = process.env["ATTACK_WATCH_SOCKET"];
if (isMainThread && path !== undefined) watch(path);
