// A plan: who asks for what, and which calls meet which faults. The same plan runs the same way each time.
import { Random } from "./random.ts";

/** What stands between a process and the rest of the world. */
export type Port = "database" | "store" | "queue" | "engine" | "network";

/** What can happen to one call. */
export type FaultKind =
  /** It is refused and not done. */
  | "refused"
  /** The connection breaks before it is done. */
  | "lost before"
  /** It is done, and the connection breaks before its answer. */
  | "lost after"
  /** The connection breaks, and it is done a while later all the same. */
  | "lands later"
  /** It is done late. */
  | "late"
  /** It is done, and answered late. */
  | "answered late"
  /** A bit of its answer is another one. */
  | "damaged"
  /** The file that it concerns is gone from now on, and nobody deleted it. */
  | "vanished"
  /** It is done twice. */
  | "doubled"
  /** The process stands still for a while, with the call not done or done and not answered. */
  | "frozen before"
  | "frozen after"
  /** The process ends, with the call not done, done, or done after its end; another one starts a while later. */
  | "killed before"
  | "killed after"
  | "killed and lands later"
  /** The clock of the process is another one from now on. */
  | "clock jumps";

/** A fault of one call: the `nth` of a name, or the `nth` of all through a port. */
export interface Fault {
  readonly call: string;
  readonly nth: number;
  readonly kind: FaultKind;
  /** How late, how long frozen, how long until the next process starts, or how far the clock is off then. */
  readonly ms: number;
  /** How many of the calls that come next, of the same process through the same port, are lost too; left out, none. */
  readonly following?: number;
}

/** One request of a client, which it repeats until it is answered. */
export interface Wish {
  readonly way: "waiting" | "job";
  /** The name of its key; null sends none. */
  readonly key: string | null;
  readonly stored: boolean;
  /** Which of the payloads. Requests with the same key have the same, but where a client uses a key wrongly. */
  readonly payload: number;
}

/** Everything that a run is made of. */
export interface Plan {
  readonly seed: number;
  readonly processes: number;
  /** What each client wants, one after another. */
  readonly clients: readonly (readonly Wish[])[];
  readonly faults: readonly Fault[];
}

/** Every kind of fault, in the order of the tables that are printed. */
export const FAULT_KINDS = {
  refused: true,
  "lost before": true,
  "lost after": true,
  "lands later": true,
  late: true,
  "answered late": true,
  damaged: true,
  vanished: true,
  doubled: true,
  "frozen before": true,
  "frozen after": true,
  "killed before": true,
  "killed after": true,
  "killed and lands later": true,
  "clock jumps": true,
} as const satisfies Record<FaultKind, true>;

const OF_PROCESSES = [
  ...["frozen before", "frozen after", "killed before", "killed after", "killed and lands later", "clock jumps"],
] as readonly FaultKind[];

/** What the calls of a port can meet beside the end or halt of their process. */
const OF_PORTS: Readonly<Record<Port, readonly FaultKind[]>> = {
  database: ["refused", "lost before", "lost after", "lost after", "lands later", "late", "answered late", "doubled"],
  store: [
    ...["refused", "lost before", "lost after", "lands later", "late", "answered late", "damaged", "damaged"],
    ...["doubled", "vanished", "vanished", "vanished"],
  ] as readonly FaultKind[],
  queue: ["lost before", "lost after", "late", "doubled"],
  engine: ["refused", "late"],
  network: ["lost before", "lost after", "late", "answered late", "doubled"],
};

/** Calls that are named on purpose, since few of them are made in a run; the others are met by their port. */
const NAMED: Readonly<Record<Port, readonly string[]>> = {
  database: [
    ...["idempotency.find", "idempotency.find/2", "idempotency.claim", "idempotency.release", "transaction"],
    ...[
      "renders.start",
      "renders.succeed",
      "renders.succeed/2",
      "renders.failOrHandOver",
      "renders.findLinked",
      "renders.find",
    ],
    ...["renders.withoutBytes", "renders.begin", "renders.putBack", "renders.store", "renders.failAbandoned"],
    ...["renders.fail", "renders.failOrHandOver/2", "renders.handOverAbandoned"],
    ...["renders.dueForErasing", "renders.markErased"],
  ],
  store: ["store.put", "store.put", "store.get", "store.delete", "store.list"],
  queue: ["queue.fetch", "queue.complete", "queue.retry"],
  engine: ["engine.lay out", "engine.draw", "engine.judge"],
  network: ["network.request", "network.answer"],
};

const PORTS = ["database", "database", "database", "store", "store", "queue", "engine", "network"] as const;

/** Short ones are hiccups, the middle ones pass the budgets and leases, the long ones an outage. */
const LATE_MS = [50, 900, 4_000, 9_000, 31_000] as const;
const HALT_MS = [900, 4_000, 12_000, 28_000, 80_000, 700_000, 5_000_000] as const;

/** How far the clock of a process may be off: two of them differ by no more than the guide allows. */
export const SKEWS_MS = [0, 0, 400, -400, 2_000, -2_000] as const;

/** Most faults come alone; others begin an outage. */
const FOLLOWING = [0, 0, 0, 1, 1, 2, 5] as const;

const CALLS_OF_A_PORT = 40;
const FAULTS_MAX = 5;

/** The plan of a seed. */
export function planOf(seed: number): Plan {
  const random = new Random(seed);
  const faults = Array.from({ length: 1 + random.below(FAULTS_MAX) }, () => faultBy(random));
  const clients = Array.from({ length: random.chance(0.35) ? 3 : 2 }, () => wishesBy(random));
  return { seed, processes: random.chance(0.3) ? 3 : 2, clients, faults };
}

function faultBy(random: Random): Fault {
  const port = random.pick(PORTS);
  const isNamed = random.chance(0.7);
  const call = isNamed ? random.pick(NAMED[port]) : port;
  const nth = 1 + random.below(isNamed ? 3 : CALLS_OF_A_PORT);
  const kind = random.pick(random.chance(0.3) ? OF_PROCESSES : OF_PORTS[port]);
  if (kind === "clock jumps") return { call, nth, kind, ms: random.pick(SKEWS_MS) };
  if (OF_PROCESSES.includes(kind)) return { call, nth, kind, ms: random.pick(HALT_MS) };
  const following = random.pick(FOLLOWING);
  return { call, nth, kind, ms: random.pick(LATE_MS), ...(following === 0 ? {} : { following }) };
}

/** How often a request has other data than those before it with its key. */
const OTHER_DATA = 0.2;

/** How many payloads there are, each with a number of records of its own. */
export const PAYLOADS = 3;

function wishesBy(random: Random): readonly Wish[] {
  return Array.from({ length: random.chance(0.3) ? 2 : 1 }, () => {
    const keyNumber = random.chance(0.75) ? 0 : 1;
    const key = random.chance(0.8) ? `key ${keyNumber}` : null;
    const way = random.chance(0.35) ? "job" : "waiting";
    const stored = random.chance(0.6);
    const isOther = key === null || random.chance(OTHER_DATA);
    return { way, key, stored, payload: isOther ? random.below(PAYLOADS) : keyNumber };
  });
}

/** A fault as a trace and a table of cases write it. */
export function faultText({ call, nth, kind, ms, following = 0 }: Fault): string {
  return `${call} #${nth} ${kind} (${ms} ms)${following === 0 ? "" : `, and the next ${following} lost`}`;
}
