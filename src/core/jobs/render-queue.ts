import { PgBoss } from "pg-boss";
import type { SqlHome, SqlRunner } from "../persistence/index.ts";

/** The queue's name in its library's tables. */
const QUEUE = "renders";

/** The library's tables stand in a schema of their own. */
const SCHEMA = "jobs";

/** Connections to a PostgreSQL server beside those of the services: fetching, and listening for new jobs. */
const CONNECTIONS_MAX = 3;

/** A server that takes no connection within this time is asked again later. */
const CONNECT_TIMEOUT_MS = 5_000;

/** A worker says so often that it is alive; one that is silent for as long is dead, and its job another's. */
const HEARTBEAT_SECONDS = 20;

/** How often the silent are looked for. */
const SUPERVISE_SECONDS = 10;

/** Longer than any job's budget with storing its file; a heartbeat notices a death sooner. */
const EXPIRE_SECONDS = 15 * 60;

/**
 * A job is tried again where a process died or a database or store did not answer: soon at first, then after pauses
 * that double up to a minute. The service gives a job up; the queue itself goes on for longer than a job may wait.
 */
const RETRIES = { retryLimit: 10_000, retryDelay: 2, retryBackoff: true, retryDelayMax: 60 } as const;

/** Where listening is not possible, this is how long a new job waits for an idle worker at most. */
const POLLING_SECONDS = 1;

/** While listening works, looking is for what was missed. */
const LISTENING_POLLING_SECONDS = 5;

/** Ended jobs tell nothing that the renders do not. */
const ENDED_KEPT_SECONDS = 3_600;

/** A stop waits so long for what runs; what takes longer is handed back, and another worker begins it anew. */
const STOP_TIMEOUT_MS = 30_000;

/** A job that is sent: it names a render and carries nothing of it. */
export interface RenderJobNotice {
  readonly renderId: string;
  /** The lower, the sooner: organizations take turns. */
  readonly turn: number;
  /** It is handed out so much later at the soonest; left out, at once. */
  readonly delaySeconds?: number;
  /** The trace that the job belongs to, which whoever runs it goes on with. */
  readonly trace: JobTrace;
}

/** Identifiers of a trace by their names; the queue carries them unread. */
export type JobTrace = Readonly<Record<string, string>>;

/** One try of a job. */
export interface RenderTry {
  readonly renderId: string;
  readonly trace: JobTrace;
}

/** Renders that wait for a worker, in this process or another. */
export interface RenderQueue {
  /** Sends a job within a transaction: it is there when the transaction is, and not before. */
  send(sql: SqlRunner, job: RenderJobNotice): Promise<void>;
  /** Tells the workers of this process that there is a job; called when the transaction is over. */
  wake(): void;
  /** Runs `atOnce` jobs at a time until the queue is closed. A try that throws is tried again later. */
  work(atOnce: number, run: (job: RenderTry) => Promise<void>): Promise<void>;
  /** Whether a job could be sent now: its tables are asked over the queue's own connections. */
  ping(): Promise<boolean>;
  /** Takes no more jobs and waits for those under way. */
  close(): Promise<void>;
}

/** Of commands that reach the database directly: they call no method that queues a job. */
export const NO_QUEUE: Pick<RenderQueue, "send" | "wake"> = {
  send: () => Promise.reject(new Error("a command of the operator queued a job")),
  wake: () => undefined,
};

/** What the library keeps of a job. */
interface RenderNotice {
  readonly renderId: string;
  /** Jobs of earlier versions have none. */
  readonly trace?: JobTrace;
}

/** One job at a time, so that each ends by itself: of several together all are tried again where one fails. */
const WORK_OPTIONS = {
  includeMetadata: true,
  batchSize: 1,
  pollingIntervalSeconds: POLLING_SECONDS,
  notifyPollingIntervalSeconds: LISTENING_POLLING_SECONDS,
} as const;

/** Opens the queue where the database is, and makes its tables at the first time. */
export async function openRenderQueue(home: SqlHome, onError: (error: unknown) => void): Promise<RenderQueue> {
  const boss = new PgBoss({
    ...placeOf(home),
    schema: SCHEMA,
    schedule: false,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
  });
  boss.on("error", (thrown: unknown) => onError(errorOf(thrown)));
  await boss.start();
  await boss.createQueue(QUEUE, { ...QUEUE_OPTIONS, notify: home.kind === "postgresql" });
  if (home.kind === "embedded") await takeBack(boss);
  return queueOver(boss);
}

/** pg-boss emits plain objects that copy an error's members. The log takes messages from errors only. */
function errorOf(thrown: unknown): unknown {
  if (thrown instanceof Error || typeof thrown !== "object" || thrown === null) return thrown;
  return Object.assign(new Error("the queue's library says nothing of its error"), thrown);
}

const QUEUE_OPTIONS = {
  policy: "standard",
  ...RETRIES,
  expireInSeconds: EXPIRE_SECONDS,
  heartbeatSeconds: HEARTBEAT_SECONDS,
  deleteAfterSeconds: ENDED_KEPT_SECONDS,
} as const;

function placeOf(home: SqlHome): ConstructorParameters<typeof PgBoss>[0] & object {
  if (home.kind === "postgresql") {
    return {
      ...{ connectionString: home.url, max: CONNECTIONS_MAX, application_name: "platen", useListenNotify: true },
      // The library hands on to the driver what it does not know itself.
      ...{ ...home.settings, connectionTimeoutMillis: CONNECT_TIMEOUT_MS },
    };
  }
  return { db: { executeSql: (text, values = []) => onOneConnection(home.sql, text, values) }, backend: "pglite" };
}

/** The library expects connections of its own: what it left half done is undone before anybody else's turn. */
async function onOneConnection(
  sql: SqlRunner,
  text: string,
  values: readonly unknown[],
): Promise<{ rows: ReturnType<typeof Array.from> }> {
  try {
    return { rows: [...(await sql.run(text, values)).rows] };
  } catch (error) {
    await sql.run("rollback").catch(() => undefined);
    throw error;
  }
}

/** An embedded database has one process: what is under way at its start was under way when the last one died. */
async function takeBack(boss: PgBoss): Promise<void> {
  const jobs = await boss.findJobs(QUEUE);
  const left = jobs.filter((job) => job.state === "active").map((job) => job.id);
  if (left.length > 0) await boss.fail(QUEUE, left, { reason: "the process that ran it died" });
}

function queueOver(boss: PgBoss): RenderQueue {
  const workers: string[] = [];
  return {
    async send(sql, { renderId, turn, delaySeconds = 0, trace }) {
      const db = { executeSql: (text: string, values: unknown[] = []) => rowsOf(sql, text, values) };
      // Said of each job, since a queue that an earlier version made keeps its own.
      const options = { ...RETRIES, db, priority: -turn, startAfter: delaySeconds };
      const id = await boss.send(QUEUE, { renderId, trace }, options);
      if (id === null) throw new Error("the queue did not take a job");
    },

    wake() {
      for (const worker of workers) boss.notifyWorker(worker);
    },

    async work(atOnce, run) {
      // A name of its own for each, since only a worker that is named can be woken.
      for (let started = 0; started < atOnce; started += 1) {
        let worker: string | null = null;
        worker = await boss.work<RenderNotice, void, typeof WORK_OPTIONS>(QUEUE, WORK_OPTIONS, async (jobs) => {
          // Where there was one job there may be more: the next one is looked for without a pause.
          if (worker !== null) boss.notifyWorker(worker);
          for (const { data } of jobs) await run({ renderId: data.renderId, trace: data.trace ?? {} });
        });
        workers.push(worker);
      }
    },

    async ping() {
      return boss.getQueue(QUEUE).then(
        (queue) => queue !== null,
        () => false,
      );
    },

    async close() {
      await boss.stop({ graceful: true, timeout: STOP_TIMEOUT_MS });
    },
  };
}

async function rowsOf(
  sql: SqlRunner,
  text: string,
  values: unknown[],
): Promise<{ rows: ReturnType<typeof Array.from> }> {
  return { rows: [...(await sql.run(text, values)).rows] };
}
