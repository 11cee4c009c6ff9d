// A queue behind the product's port: jobs are rows of the transaction that sends them, and each is handed out at least
// once, again after silence or failure, as the product's own queue does.
import type { RenderQueue, RenderTry } from "../../src/core/jobs/index.ts";
import type { Statements } from "../../src/core/persistence/mikro/session.ts";
import type { Process, World } from "./world.ts";

/** A worker that is silent for so long is thought dead, as the product's heartbeat has it, looked for now and then. */
const SILENCE_MS = 25_000;

/** A try that failed comes again: soon at first, then after pauses that double. */
const RETRY_MS = 2_000;
const RETRY_MS_MAX = 60_000;

interface Job {
  readonly id: number;
  readonly renderId: string;
  readonly turn: number;
  visibleAtMs: number;
  holder: Process | null;
  failures: number;
}

const SEND_SQL = `insert into simulated_jobs (render_id, turn, delay_seconds)
  values ($1::text, $2::integer, $3::integer)`;

interface Waiting {
  readonly process: Process;
  readonly resolve: (job: Job) => void;
}

const lost = (): Error => new Error("Connection terminated unexpectedly");

/** The queue of a run, which all its processes share. */
export class SimulatedQueue {
  readonly #world: World;
  readonly #statements: Statements;
  readonly #jobs = new Map<number, Job>();
  readonly #ended = new Set<number>();
  #waiting: Waiting[] = [];

  constructor(world: World, statements: Statements) {
    this.#world = world;
    this.#statements = statements;
  }

  /** Whether no job waits or is under way. */
  get isEmpty(): boolean {
    return this.#jobs.size === 0;
  }

  /** Takes in what transactions have sent. */
  async refresh(): Promise<void> {
    for (const row of await this.#statements("select * from simulated_jobs order by id", [])) {
      const id = Number(row["id"]);
      if (this.#jobs.has(id) || this.#ended.has(id)) continue;
      const job = { id, renderId: String(row["render_id"]), turn: Number(row["turn"]) };
      const delayMs = Number(row["delay_seconds"]) * 1000;
      this.#jobs.set(id, { ...job, visibleAtMs: this.#world.nowMs + delayMs, holder: null, failures: 0 });
      if (delayMs > 0) this.#world.after(delayMs, () => this.#handOut());
    }
    this.#handOut();
  }

  /** What a process's services see of it. */
  sending(): Pick<RenderQueue, "send" | "wake"> {
    return {
      async send(sql, { renderId, turn, delaySeconds = 0 }) {
        await sql.run(SEND_SQL, [renderId, turn, delaySeconds]);
      },
      wake: () => undefined,
    };
  }

  /** A worker of a process, which takes one job after another. */
  async work(process: Process, run: (job: RenderTry) => Promise<void>): Promise<void> {
    for (;;) {
      const job = await new Promise<Job>((resolve) => {
        this.#waiting.push({ process, resolve });
        this.#handOut();
      });
      const given = await this.#call(process, "queue.fetch", async () => job).catch(() => null);
      if (given === null) {
        // A job whose handing out was lost on the way is held by somebody who does not know of it.
        this.#freeLater(job);
        continue;
      }
      const isDone = await run({ renderId: job.renderId, trace: {} }).then(
        () => true,
        () => false,
      );
      const told = isDone
        ? this.#call(process, "queue.complete", async () => this.#end(job))
        : this.#call(process, "queue.retry", async () => this.#again(job));
      await told.catch(() => this.#freeLater(job));
    }
  }

  /** What a process held is another one's after a while, whether it has ended or stands still. */
  silenced(process: Process, ms: number): void {
    if (process.isAlive) this.#world.after(ms, () => this.#handOut());
    if (process.isAlive && ms < SILENCE_MS) return;
    for (const job of this.#jobs.values()) if (job.holder === process) this.#freeLater(job);
  }

  #call<Value>(process: Process, name: string, perform: () => Promise<Value>): Promise<Value> {
    return this.#world.call(process, { port: "queue", name, perform, lost });
  }

  #end(job: Job): void {
    this.#jobs.delete(job.id);
    this.#ended.add(job.id);
  }

  #again(job: Job): void {
    const ms = Math.min(RETRY_MS * 2 ** job.failures, RETRY_MS_MAX);
    job.failures += 1;
    job.holder = null;
    job.visibleAtMs = this.#world.nowMs + ms;
    this.#world.after(ms, () => this.#handOut());
  }

  #freeLater(job: Job): void {
    const { holder } = job;
    this.#world.after(SILENCE_MS, () => {
      if (job.holder === holder) job.holder = null;
      this.#handOut();
    });
  }

  #handOut(): void {
    for (const job of [...this.#jobs.values()].sort((one, other) => one.turn - other.turn)) {
      if (job.holder !== null || job.visibleAtMs > this.#world.nowMs) continue;
      this.#waiting = this.#waiting.filter(({ process }) => process.isAlive);
      const worker = this.#waiting.find(({ process }) => process.thawsAtMs <= this.#world.nowMs);
      if (worker === undefined) return;
      this.#waiting = this.#waiting.filter((each) => each !== worker);
      job.holder = worker.process;
      worker.resolve(job);
    }
  }
}
