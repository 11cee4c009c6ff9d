// The faults that an installation meets, one by one.
import { setTimeout as sleep } from "node:timers/promises";
import { ENDLESS_ROWS } from "../support/fault-proxy.ts";
import type { Site } from "./site.ts";

/** Something that breaks, and how long clients may feel it. */
export interface Fault {
  readonly name: string;
  /** How long it lasts before `end`; 0 where `begin` is all of it. */
  readonly lastsMs: number;
  /** After its end every request is answered well again within this time. */
  readonly recoversMs: number;
  /** No request waits longer for its answer, of which the operations guide says the same. */
  readonly answersMs: number;
  /** Whether connections may break, since the process at their other end is gone or stands still. */
  readonly breaksConnections: boolean;
  /** Whether requests may be refused at all; what is done in the open must not be felt. */
  readonly isFelt: boolean;
  begin(site: Site): Promise<void>;
  end(site: Site): Promise<void>;
}

type Given = Pick<Fault, "name" | "begin"> & Partial<Fault>;

/** A render that has begun is answered within 12 seconds whatever hangs; a busy machine takes a moment more. */
const ANSWERS_MS = 13_000;

/** Where the way to the database is slow, each statement of a request has its 8 seconds. */
const SLOW_WAY_MS = 25_000;

/** Most faults last a quarter of a minute, are felt while they last, and end no connection of a client. */
function fault(given: Given): Fault {
  const { breaksConnections = false } = given;
  return {
    ...{ lastsMs: 15_000, recoversMs: 10_000, isFelt: true, end: async () => undefined },
    // A process that stands still answers once it goes on.
    ...{ breaksConnections, answersMs: breaksConnections ? Number.POSITIVE_INFINITY : ANSWERS_MS },
    ...given,
  };
}

const ONCE = { lastsMs: 0 } as const;
const UNFELT = { isFelt: false, recoversMs: 0 } as const;

const PROCESSES: readonly Fault[] = [
  fault({ name: "nothing", ...ONCE, ...UNFELT, begin: async () => undefined }),
  fault({
    name: "a server is killed, and started again",
    lastsMs: 3_000,
    breaksConnections: true,
    begin: (site) => site.killApi(0),
    end: (site) => site.startApi(0),
  }),
  fault({
    name: "a server stands still, and goes on",
    breaksConnections: true,
    begin: async (site) => site.signalApi(0, "SIGSTOP"),
    end: async (site) => site.signalApi(0, "SIGCONT"),
  }),
  fault({
    name: "a worker is killed, and started again",
    lastsMs: 3_000,
    ...UNFELT,
    begin: (site) => site.killWorker(0),
    end: (site) => site.startWorker(0),
  }),
  fault({
    name: "a worker stands still, and goes on",
    lastsMs: 30_000,
    ...UNFELT,
    begin: async (site) => site.signalWorker(0, "SIGSTOP"),
    end: async (site) => site.signalWorker(0, "SIGCONT"),
  }),
  fault({
    name: "servers and workers are replaced one after another",
    ...ONCE,
    ...UNFELT,
    async begin(site) {
      for (const at of [0, 1] as const) {
        await site.replaceApi(at);
        await site.replaceWorker(at);
      }
    },
  }),
];

const DATABASE: readonly Fault[] = [
  fault({ name: "the database crashes", ...ONCE, begin: ({ cluster }) => cluster.postgres.crash() }),
  fault({
    name: "the database is away",
    lastsMs: 20_000,
    begin: ({ cluster }) => cluster.postgres.halt(),
    end: ({ cluster }) => cluster.postgres.resume(),
  }),
  fault({
    name: "connections to the database are reset",
    async begin({ cluster }) {
      for (let cut = 0; cut < 10; cut += 1) {
        cluster.ways.database.cut();
        await sleep(1_000);
      }
    },
    ...ONCE,
  }),
  fault({
    name: "connections to the database fall silent, new ones work",
    ...ONCE,
    begin: async ({ cluster }) => cluster.ways.database.silence(),
  }),
  fault({
    name: "the database answers nothing, on new connections neither",
    lastsMs: 20_000,
    begin: async ({ cluster }) => cluster.ways.database.freeze(),
    end: async ({ cluster }) => cluster.ways.database.thaw(),
  }),
  fault({
    name: "the database is 150 ms away",
    begin: async ({ cluster }) => cluster.ways.database.delay(150),
    end: async ({ cluster }) => cluster.ways.database.delay(0),
  }),
  fault({
    name: "answers of the database are lost",
    begin: async ({ cluster }) => cluster.ways.database.loseOneOf(40),
    end: async ({ cluster }) => cluster.ways.database.loseOneOf(null),
  }),
  fault({
    name: "answers of the database trickle",
    answersMs: SLOW_WAY_MS,
    begin: async ({ cluster }) => cluster.ways.database.trickle(500),
    end: async ({ cluster }) => cluster.ways.database.trickle(null),
  }),
  fault({
    name: "answers of the database have no end",
    lastsMs: 5_000,
    // What meets one in the last moment has 8 seconds for its statement, and what remains for saying so.
    recoversMs: 13_000,
    begin: async ({ cluster }) => cluster.ways.database.flood(ENDLESS_ROWS),
    end: async ({ cluster }) => cluster.ways.database.flood(null),
  }),
  fault({
    name: "the database's disk is full",
    begin: async ({ disk }) => disk?.fill(),
    end: async ({ disk }) => disk?.free(),
  }),
];

const BUCKET: readonly Fault[] = [
  fault({
    name: "the bucket is away",
    begin: ({ cluster }) => cluster.bucket.stop(),
    end: ({ cluster }) => cluster.bucket.start(),
  }),
  fault({
    name: "the bucket asks for slowness",
    begin: async ({ cluster }) => cluster.bucket.slowDown(true),
    end: async ({ cluster }) => cluster.bucket.slowDown(false),
  }),
  fault({
    name: "somebody else answers in the bucket's place",
    begin: async ({ cluster }) => cluster.bucket.replace(true),
    end: async ({ cluster }) => cluster.bucket.replace(false),
  }),
  fault({
    name: "the bucket answers nothing",
    begin: async ({ cluster }) => cluster.ways.bucket.freeze(),
    end: async ({ cluster }) => cluster.ways.bucket.thaw(),
  }),
  fault({
    name: "the bucket is a second away",
    begin: async ({ cluster }) => cluster.ways.bucket.delay(500),
    end: async ({ cluster }) => cluster.ways.bucket.delay(0),
  }),
  fault({
    name: "answers of the bucket are lost",
    begin: async ({ cluster }) => cluster.ways.bucket.loseOneOf(4),
    end: async ({ cluster }) => cluster.ways.bucket.loseOneOf(null),
  }),
  fault({
    name: "reads of the bucket are damaged",
    begin: async ({ cluster }) => cluster.ways.bucket.damage(3),
    end: async ({ cluster }) => cluster.ways.bucket.damage(0),
  }),
];

/** Whether this machine lets it happen. */
export function isPossible({ name }: Fault, { disk }: Site): boolean {
  return disk !== null || !name.includes("disk");
}

export const FAULTS: readonly Fault[] = [...PROCESSES, ...DATABASE, ...BUCKET];
