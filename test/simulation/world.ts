// The world of a run: virtual time, and one call after another. Whatever a process asks of the outside waits here until
// the seed lets it go on, so that the same plan has the same interleaving each time.
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Fault, FaultKind, Plan, Port } from "./plan.ts";
import { Random } from "./random.ts";

/** A process of a run, from its start to its end. Another one with the same number may follow. */
export interface Process {
  readonly name: string;
  readonly index: number;
  /** How far its clock is off; it may jump. */
  skewMs: number;
  isAlive: boolean;
  thawsAtMs: number;
  /** Kept when it ends by being killed. */
  readonly died: Promise<void>;
  readonly die: () => void;
}

/** A call that a process, or a client, makes of the outside. */
export interface Call<Value> {
  readonly port: Port;
  readonly name: string;
  readonly perform: () => Promise<Value>;
  /** The same answer with a bit changed; left out, answers of this call can't be damaged. */
  readonly damage?: (value: Value) => Value;
  /** Does it while the file that it concerns vanishes; left out, it concerns no file. */
  readonly vanishing?: () => Promise<Vanishing<Value>>;
  /** What the process sees of a connection that breaks. */
  readonly lost: () => Error;
  /** What it sees where the other side takes nothing; left out, what it sees of a broken connection. */
  readonly refused?: () => Error;
}

/** The answer of a call during which a file vanishes, and whether there was a file to vanish. */
interface Vanishing<Value> {
  readonly value: Value;
  readonly hasVanished: boolean;
}

interface Event {
  readonly atMs: number;
  /** Null belongs to nobody: it happens whoever has ended. */
  readonly process: Process | null;
  readonly isTimer: boolean;
  readonly run: () => void | Promise<void>;
}

/** One line of a trace. */
interface TraceLine {
  readonly atMs: number;
  readonly who: string;
  readonly what: string;
  readonly fault: string;
}

/** A run that does not come to an end, or where nothing can go on any more. */
export class Stuck extends Error {}

const START_MS = Date.parse("2026-11-02T09:00:00Z");
const STEPS_MAX = 2_000;
const STEP_MS_MAX = 20;
const LANDING_MS_MAX = 6_000;

export class World {
  readonly random: Random;
  readonly trace: TraceLine[] = [];
  /** Faults that changed what a call did or what came of it, by kind. */
  readonly met: FaultKind[] = [];
  steps = 0;
  #nowMs = START_MS;
  #events: Event[] = [];
  readonly #counts = new Map<string, number>();
  /** By process and port, how many of the next calls are lost. */
  readonly #outages = new Map<string, number>();
  #faults: readonly Fault[];
  #last: Process | null = null;
  readonly #stickiness: number;
  /** Told of a process that ends or stands still, and for how long. */
  onKilled: (process: Process, restartMs: number) => void = () => undefined;
  onFrozen: (process: Process, ms: number) => void = () => undefined;

  constructor({ seed, faults }: Plan) {
    this.random = new Random(seed ^ 0x5f37_59df);
    this.#faults = faults;
    this.#stickiness = this.random.pick([0, 0.3, 0.8]);
  }

  get nowMs(): number {
    return this.#nowMs;
  }

  nowOf({ skewMs }: Process): Date {
    return new Date(this.#nowMs + skewMs);
  }

  process(index: number, generation: number, skewMs: number): Process {
    const { promise: died, resolve: die } = Promise.withResolvers<void>();
    return { name: `p${index}.${generation}`, index, skewMs, isAlive: true, thawsAtMs: 0, died, die };
  }

  /** Keeps its promise after so long, for whoever is alive then. */
  pause(process: Process | null, ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#push({ atMs: this.#nowMs + ms, process, isTimer: true, run: resolve });
    return promise;
  }

  /** Does something after so long, whoever is alive then. */
  after(ms: number, run: () => void): void {
    this.#push({ atMs: this.#nowMs + ms, process: null, isTimer: true, run });
  }

  /** A call of the outside: done, and answered, when the scheduler says so, and with the fault that the plan has. */
  call<Value>(process: Process | null, call: Call<Value>): Promise<Value> {
    const { promise, ...settle } = Promise.withResolvers<Value>();
    const isThere = (): boolean => process === null || process.isAlive;
    if (!isThere()) return promise;
    // A process that has ended hears nothing any more, whatever is still done for it.
    const resolve = (value: Value): void => void (isThere() && settle.resolve(value));
    const reject = (thrown: unknown): void => void (isThere() && settle.reject(thrown));
    const fault = this.#faultOf(process, call);
    const who = process?.name ?? "client";
    const answer = async (): Promise<void> => {
      await call.perform().then(resolve, reject);
    };
    const run = async (): Promise<void> => {
      this.#note(who, call.name, fault);
      if (fault === null) return answer();
      if (await this.#suffer({ process, call, fault, resolve, reject })) this.met.push(fault.kind);
    };
    this.#push({ atMs: this.#nowMs, process, isTimer: false, run });
    return promise;
  }

  /** Lets one thing after another happen until `isDone` says that all is. */
  async run(isDone: () => boolean): Promise<void> {
    await nextTurn();
    while (!isDone()) {
      this.steps += 1;
      if (this.steps > STEPS_MAX) throw new Stuck(`it did not end within ${STEPS_MAX} steps`);
      const event = this.#next();
      if (event === null) throw new Stuck("nothing could go on");
      this.#last = event.process;
      await event.run();
      // Whoever waits in the process goes on until it waits for the outside again.
      await nextTurn();
    }
  }

  /** Lets all happen that is still on its way, from thawing processes to statements that land late. */
  drain(): Promise<void> {
    this.#faults = [];
    this.#outages.clear();
    return this.run(() => this.#events.length === 0);
  }

  /** Time passes in which nothing is asked. */
  skip(ms: number): void {
    this.#nowMs += ms;
  }

  /** Ends a process as `kill -9` does: nothing of it goes on. */
  kill(process: Process, restartMs: number): void {
    if (!process.isAlive) return;
    process.isAlive = false;
    const landing = this.#events.filter((event) => event.process === process && !event.isTimer);
    this.#events = this.#events.filter((event) => event.process !== process);
    // What it had sent may still be done, whoever sent it.
    for (const { run } of landing) {
      if (!this.random.chance(0.3)) continue;
      const atMs = this.#nowMs + this.random.below(LANDING_MS_MAX);
      this.#events.push({ atMs, process: null, isTimer: false, run });
    }
    process.die();
    this.onKilled(process, restartMs);
  }

  #push(event: Event): void {
    if (event.process === null || event.process.isAlive) this.#events.push(event);
  }

  #faultOf(process: Process | null, { port, name }: { readonly port: Port; readonly name: string }): Fault | null {
    const nthOf = (key: string): number => {
      const nth = (this.#counts.get(key) ?? 0) + 1;
      this.#counts.set(key, nth);
      return nth;
    };
    const ofName = nthOf(name);
    const ofPort = nthOf(port);
    const isMet = ({ call, nth }: Fault): boolean =>
      (call === name && nth === ofName) || (call === port && nth === ofPort);
    const fault = this.#faults.find(isMet);
    const where = `${process?.name} ${port}`;
    const lost = this.#outages.get(where) ?? 0;
    if (fault !== undefined) this.#outages.set(where, Math.max(lost, fault.following ?? 0));
    if (fault !== undefined || lost === 0) return fault ?? null;
    this.#outages.set(where, lost - 1);
    return { call: port, nth: ofPort, kind: "lost before", ms: 0 };
  }

  #note(who: string, what: string, fault: Fault | null): void {
    const text = fault === null ? "" : `${fault.kind} (${fault.ms} ms)`;
    this.trace.push({ atMs: this.#nowMs - START_MS, who, what, fault: text });
  }

  /**
   * What a fault does to a call; false where it changes nothing. Whoever is not there to be told is told nothing.
   */
  async #suffer<Value>(suffering: Suffering<Value>): Promise<boolean> {
    const { process, call, fault, resolve } = suffering;
    if (fault.kind === "damaged") {
      const value = await call.perform();
      const damaged = call.damage === undefined ? value : call.damage(value);
      resolve(damaged);
      return damaged !== value;
    }
    if (fault.kind === "vanished") {
      const { value, hasVanished } = await (call.vanishing ?? (() => unharmed(call)))();
      resolve(value);
      return hasVanished;
    }
    if (fault.kind === "clock jumps" && (process === null || process.skewMs === fault.ms)) {
      await call.perform().then(resolve, suffering.reject);
      return false;
    }
    await this.#undergo(suffering);
    return true;
  }

  async #undergo<Value>({ process, call, fault, resolve, reject }: Suffering<Value>): Promise<void> {
    const { perform } = call;
    const again = (ms: number): void =>
      this.#push({ atMs: this.#nowMs + ms, process, isTimer: false, run: () => perform().then(resolve, reject) });
    const later = (answer: () => void, ms: number): void =>
      this.#push({ atMs: this.#nowMs + ms, process, isTimer: true, run: answer });
    const landsLater = (): void => {
      const atMs = this.#nowMs + 1 + this.random.below(LANDING_MS_MAX);
      this.#push({ atMs, process: null, isTimer: false, run: () => perform().then(nothing, nothing) });
    };
    const answered = async (): Promise<() => void> =>
      perform().then(
        (value) => () => resolve(value),
        (thrown: unknown) => () => reject(thrown),
      );
    switch (fault.kind) {
      case "refused":
        return reject((call.refused ?? call.lost)());
      case "lost before":
        return reject(call.lost());
      case "lost after":
        await answered();
        return reject(call.lost());
      case "lands later":
        landsLater();
        return reject(call.lost());
      case "late":
        return again(fault.ms);
      case "answered late":
        return later(await answered(), fault.ms);
      case "damaged":
      case "vanished":
        return undefined;
      case "doubled": {
        const first = await answered();
        const second = await answered();
        // What a queue hands out twice is lost once; elsewhere whoever asked knows of the first time alone.
        return call.port === "queue" ? second() : first();
      }
      case "clock jumps":
        if (process !== null) process.skewMs = fault.ms;
        return again(0);
      case "frozen before":
        this.#freeze(process, fault.ms);
        return again(0);
      case "frozen after": {
        const answer = await answered();
        this.#freeze(process, fault.ms);
        return later(answer, 0);
      }
      case "killed before":
        return this.#killed(process, fault, again);
      case "killed after":
        await answered();
        return this.#killed(process, fault, again);
      case "killed and lands later":
        landsLater();
        return this.#killed(process, fault, again);
    }
  }

  #freeze(process: Process | null, ms: number): void {
    if (process === null) return;
    process.thawsAtMs = this.#nowMs + ms;
    this.onFrozen(process, ms);
  }

  /** A client's call has no process to end: it is done. */
  #killed(process: Process | null, { ms }: Fault, again: (ms: number) => void): void {
    if (process === null) return again(0);
    this.kill(process, ms);
  }

  /** What happens next: of all that can go on, by the seed; where nothing can, what time brings first. */
  #next(): Event | null {
    this.#nowMs += this.random.below(STEP_MS_MAX);
    const due = (event: Event): number => Math.max(event.atMs, event.process?.thawsAtMs ?? 0);
    let ready = this.#events.filter((event) => due(event) <= this.#nowMs);
    if (ready.length === 0) {
      if (this.#events.length === 0) return null;
      this.#nowMs = Math.min(...this.#events.map(due));
      ready = this.#events.filter((event) => due(event) <= this.#nowMs);
    }
    const own = ready.filter((event) => event.process === this.#last);
    const event = this.random.pick(own.length > 0 && this.random.chance(this.#stickiness) ? own : ready);
    this.#events.splice(this.#events.indexOf(event), 1);
    return event;
  }
}

interface Suffering<Value> {
  readonly process: Process | null;
  readonly call: Call<Value>;
  readonly fault: Fault;
  readonly resolve: (value: Value) => void;
  readonly reject: (thrown: unknown) => void;
}

const nothing = (): void => undefined;

async function unharmed<Value>({ perform }: Call<Value>): Promise<Vanishing<Value>> {
  return { value: await perform(), hasVanished: false };
}

/** A trace as a person reads it. */
export function traceText(world: World): string {
  return world.trace
    .map(({ atMs, who, what, fault }) => `${String(atMs).padStart(9)} ms  ${who.padEnd(7)} ${what.padEnd(26)} ${fault}`)
    .join("\n");
}
