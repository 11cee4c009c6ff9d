// Who draws the runs of a batch: this thread alone, or this one as the leader of others that have nothing to do.
import type { MessagePort } from "node:worker_threads";
import { type DrawnRun, drawRun, receivedRun, type SentRun } from "./record-runs.ts";
import type { RecordRange, RunJob } from "./run-job.ts";

/** A batch whose runs are to be drawn. */
export interface SharedWork {
  readonly job: RunJob;
  readonly ranges: readonly RecordRange[];
  /** Takes the runs in their order; answers whether more are wanted. */
  take(run: DrawnRun): boolean;
}

/** Draws the runs of a batch. */
export type Crew = (work: SharedWork) => Promise<void>;

/** This thread alone. */
export const drawAlone: Crew = async ({ job, ranges, take }) => {
  for (const range of ranges) if (!take(drawRun(job, range))) return;
};

/** Runs that are drawn ahead of the one that the file waits for, at most: they are held in memory. */
const AHEAD_MAX = 16;

/** Where those that wait for their place take so much already, nobody draws further ahead. */
const AHEAD_KIB_MAX = 64 * 1024;
const KIB = 1024;

/** How long a helper that is far ahead waits before it looks again, so that one whose leader died ends soon. */
const LOOK_AGAIN_MS = 50;

const PLACED = 0;
const STOPPED = 1;
const WAITING_KIB = 2;
const FIRST_RUN = 3;
const FREE = 0;

/**
 * The board of a batch, in memory that its threads share: how many runs are in the file, whether it is over, how much
 * waits for its place, and of each run who draws it. A member is a number from 1.
 */
export class Board {
  readonly memory: SharedArrayBuffer;
  readonly runs: number;
  readonly #slots: Int32Array<SharedArrayBuffer>;
  #next = 0;

  constructor(memory: SharedArrayBuffer) {
    this.memory = memory;
    this.#slots = new Int32Array(memory);
    this.runs = this.#slots.length - FIRST_RUN;
  }

  static of(runs: number): Board {
    return new Board(new SharedArrayBuffer((runs + FIRST_RUN) * Int32Array.BYTES_PER_ELEMENT));
  }

  /** The next run that nobody draws yet, now this member's; null where all are taken, `far` where it is too early. */
  claim(member: number): number | null | "far" {
    // Runs are taken in their order, so whatever waits does so for one that somebody has taken already.
    const isFull = Atomics.load(this.#slots, WAITING_KIB) > AHEAD_KIB_MAX;
    const end = isFull ? 0 : Math.min(this.runs, Atomics.load(this.#slots, PLACED) + AHEAD_MAX);
    for (; this.#next < end; this.#next++) {
      const before = Atomics.compareExchange(this.#slots, FIRST_RUN + this.#next, FREE, member);
      if (before === FREE) return this.#next++;
    }
    return this.#next < this.runs ? "far" : null;
  }

  /** Runs that a member took. */
  claimedBy(member: number): readonly number[] {
    const runs: number[] = [];
    for (let run = 0; run < this.runs; run++) {
      if (Atomics.load(this.#slots, FIRST_RUN + run) === member) runs.push(run);
    }
    return runs;
  }

  /** Tells how many runs are in the file, and how many bytes wait for their place in it. */
  place(runs: number, waitingBytes: number): void {
    Atomics.store(this.#slots, PLACED, runs);
    this.holdBytes(waitingBytes);
    Atomics.notify(this.#slots, PLACED);
  }

  /** Tells how many bytes wait for their place in the file. */
  holdBytes(waitingBytes: number): void {
    Atomics.store(this.#slots, WAITING_KIB, Math.ceil(waitingBytes / KIB));
  }

  /** How many runs are in the file. */
  get placed(): number {
    return Atomics.load(this.#slots, PLACED);
  }

  /** Ends the batch: nobody takes a run any more. */
  stop(): void {
    Atomics.store(this.#slots, STOPPED, 1);
    Atomics.notify(this.#slots, PLACED);
  }

  get isStopped(): boolean {
    return Atomics.load(this.#slots, STOPPED) === 1;
  }

  /** Blocks this thread until the file has grown, or for a moment. */
  waitForRoom(): void {
    const placed = Atomics.load(this.#slots, PLACED);
    const isFull = Atomics.load(this.#slots, WAITING_KIB) > AHEAD_KIB_MAX;
    if (isFull || this.#next >= placed + AHEAD_MAX) Atomics.wait(this.#slots, PLACED, placed, LOOK_AGAIN_MS);
  }
}

/** A run that waits for its place in the file. */
type Arrived = { readonly kind: "own"; readonly run: DrawnRun } | { readonly kind: "sent"; readonly run: SentRun };

/** A helper's run, on its way to the leader. */
export interface RunMessage {
  readonly run: number;
  readonly drawn: SentRun;
}

/** Draws runs of the board until none is left, the batch is over or the thread is wanted elsewhere. */
export function helpOut(
  board: Board,
  member: number,
  isRecalled: () => boolean,
  drawAndSend: (run: number) => void,
): void {
  while (!board.isStopped && !isRecalled()) {
    const run = board.claim(member);
    if (run === null) return;
    if (run === "far") board.waitForRoom();
    else drawAndSend(run);
  }
}

const LEADER = 1;

/** What the pool tells the leader of a batch. */
export type CrewMessage =
  | { readonly kind: "helper"; readonly member: number; readonly port: MessagePort }
  /** The thread of a helper died, or its code threw. */
  | { readonly kind: "helper-lost"; readonly member: number };

/** The leader's wish for helpers, to the pool. */
export interface CrewWish {
  readonly kind: "crew";
  readonly board: SharedArrayBuffer;
}

/**
 * This thread as the leader: it draws runs as the others do, puts all of them into the file in their order, and draws
 * again what a lost helper leaves behind. `port` leads to the pool.
 */
export function leadCrew(port: MessagePort): Crew {
  return async (work) => {
    const board = Board.of(work.ranges.length);
    const arrived = new Map<number, Arrived>();
    const orphans: number[] = [];
    const ports: MessagePort[] = [];
    let wake = (): void => {};
    const listen = (message: CrewMessage): void => {
      if (message.kind === "helper") {
        ports.push(message.port);
        message.port.on("message", ({ run, drawn }: RunMessage) => {
          // A helper that was lost may have sent a run that was drawn anew since: held on, it would count as waiting.
          if (run >= board.placed) arrived.set(run, { kind: "sent", run: drawn });
          wake();
        });
      } else orphans.push(...board.claimedBy(message.member));
      wake();
    };
    port.on("message", listen);
    const wish: CrewWish = { kind: "crew", board: board.memory };
    port.postMessage(wish);
    try {
      await drawTogether(work, board, arrived, orphans, (whenWoken) => {
        wake = whenWoken;
      });
    } finally {
      board.stop();
      port.off("message", listen);
      for (const each of ports) each.close();
    }
  };
}

async function drawTogether(
  { job, ranges, take }: SharedWork,
  board: Board,
  arrived: Map<number, Arrived>,
  orphans: number[],
  onWake: (whenWoken: () => void) => void,
): Promise<void> {
  let placed = 0;
  while (placed < ranges.length) {
    const drawn = arrived.get(placed);
    if (drawn !== undefined) {
      arrived.delete(placed);
      if (!take(drawn.kind === "own" ? drawn.run : receivedRun(job, drawn.run))) return;
      placed += 1;
      board.place(placed, waitingBytes(arrived));
      continue;
    }
    board.holdBytes(waitingBytes(arrived));
    const run = nextOwn(board, placed, arrived, orphans);
    const range = run === null ? undefined : ranges[run];
    if (run !== null && range !== undefined) {
      arrived.set(run, { kind: "own", run: drawRun(job, range) });
      // What helpers have sent meanwhile is taken in here.
      await new Promise<void>((resolve) => setImmediate(resolve));
      continue;
    }
    await new Promise<void>((resolve) => onWake(resolve));
  }
}

function waitingBytes(arrived: ReadonlyMap<number, Arrived>): number {
  let bytes = 0;
  for (const { run } of arrived.values()) bytes += run.part.bytes;
  return bytes;
}

/** The run that the leader draws next; null where it has to wait for the others'. */
function nextOwn(
  board: Board,
  placed: number,
  arrived: ReadonlyMap<number, unknown>,
  orphans: number[],
): number | null {
  for (let orphan = orphans.shift(); orphan !== undefined; orphan = orphans.shift()) {
    if (orphan >= placed && !arrived.has(orphan)) return orphan;
  }
  const run = board.claim(LEADER);
  return typeof run === "number" ? run : null;
}
