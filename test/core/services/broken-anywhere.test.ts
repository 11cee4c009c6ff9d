// A request, or a job, that breaks at each of its steps in turn: whatever was done until then, asking again prints and
// charges once, and nothing stays reserved, held or stored for nobody.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sweep, sweepOrphans } from "../../../src/core/jobs/index.ts";
import { DATABASES, type TestDatabase } from "../../support/databases.ts";
import { type HttpBench, httpBench } from "./http-bench.ts";
import { RATIO, type ServiceBench, serviceBench } from "./service-bench.ts";

const STORED = { data: { items: [{ part: 1, whole: 2 }] }, options: { store: true } };
const HOUR_MS = 60 * 60_000;

/** A request finds, claims and queues; a job begins, stores and ends. */
const STEPS_MIN = 3;

/**
 * Refused: a step is not done, and says so. Lost: it is done, and says that it is not. Lost twice: the next one is not
 * done either. Dead: no step is done any more.
 */
type Break = "refused" | "lost" | "lost twice" | "dead";

const BREAKS = ["refused", "lost", "lost twice", "dead"] as const;
/** After these it takes its time until all is free again. */
const LASTING: ReadonlySet<Break> = new Set(["lost twice", "dead"]);

/** Breaks the step of that number, counted over all that is wrapped. */
class Steps {
  readonly #at: number;
  readonly #how: Break;
  #taken = 0;
  #isDead = false;

  constructor(at: number, how: Break) {
    this.#at = at;
    this.#how = how;
  }

  get isPast(): boolean {
    return this.#taken >= this.#at;
  }

  /** The same object, each call of which is a step. */
  of<Value extends object>(target: Value): Value {
    return new Proxy(target, {
      get: (_, name) => {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== "function") return value;
        return (...asked: readonly unknown[]) => this.#take(async () => Reflect.apply(value, target, asked));
      },
    });
  }

  async #take(work: () => Promise<unknown>): Promise<unknown> {
    this.#taken += 1;
    const isBroken = this.#taken === this.#at;
    if (isBroken && this.#how === "dead") this.#isDead = true;
    const isSecond = this.#taken === this.#at + 1 && this.#how === "lost twice";
    if (this.#isDead || isSecond || (isBroken && this.#how === "refused"))
      throw new Error("Connection terminated unexpectedly");
    const value = await work();
    if (isBroken) throw new Error("Connection terminated unexpectedly");
    return value;
  }
}

/** Usage is counted by the month, and hours pass here: late in a month the clock begins in the next one. */
function untilMonthBegins(): number {
  const today = new Date();
  if (today.getUTCDate() < 20) return 0;
  return Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 1, 1, 12) - today.getTime();
}

describe.each(DATABASES)("steps that break on $name", ({ open }) => {
  let opened: TestDatabase;
  let bench: ServiceBench;
  let sound: HttpBench;
  let canvasId: string;
  let laterMs = untilMonthBegins();
  let keys = 0;
  const now = (): Date => new Date(Date.now() + laterMs);
  beforeAll(async () => {
    opened = await open();
    bench = await serviceBench(opened, { now, plan: { concurrentRenders: 1, recordsPerMonth: 100_000 } });
    sound = await httpBench(bench.services, bench.renderKey);
    canvasId = await bench.publish(RATIO, "割合");
  });
  afterAll(async () => {
    await sound[Symbol.asyncDispose]();
    await bench[Symbol.asyncDispose]();
    await opened[Symbol.asyncDispose]();
  });

  const broken = (steps: Steps) => {
    const { database, store } = bench;
    const { renders, idempotency } = database;
    const transaction: typeof database.transaction = (work) => steps.of({ run: database.transaction }).run(work);
    return bench.again({
      database: { ...database, transaction, renders: steps.of(renders), idempotency: steps.of(idempotency) },
      store: steps.of(store),
    });
  };
  const running = async (): Promise<unknown> => {
    const { rows } = await bench.database.sqlHome.sql.run(
      "select coalesce(sum(running), 0)::integer as running from usage where organization_id = $1",
      [bench.organizationId],
    );
    return rows[0];
  };
  /** What the other processes do in the end where one has died. */
  const passTime = async (): Promise<void> => {
    laterMs += HOUR_MS;
    const { renders, idempotency } = bench.database;
    await sweep({ renders, idempotency, store: bench.store, now });
    await sweepOrphans({ renders, idempotency, store: bench.store, now: () => new Date(now().getTime() + HOUR_MS) });
  };
  const strangers = async (): Promise<readonly string[]> => {
    const ids: string[] = [];
    for await (const { id } of bench.store.list()) ids.push(id);
    return bench.database.renders.withoutBytes(ids);
  };
  const jobOf = async (answer: Response): Promise<string> => ((await answer.json()) as { readonly id: string }).id;
  const run = (renderId: string, services = bench.services) => services.runJob({ renderId, trace: {} });

  /** One file and one charge since `before`, and nothing else left behind. */
  const expectOne = async (before: Awaited<ReturnType<ServiceBench["usage"]>>, renderId: string): Promise<void> => {
    expect((await sound.get(`/v1/renders/${renderId}/pdf`)).status).toBe(200);
    expect(await bench.usage()).toMatchObject({
      ...{ used: before.used + 1, renders: before.renders + 1, reserved: 0 },
    });
    expect(await running()).toEqual({ running: 0 });
    expect(await strangers()).toEqual([]);
  };

  const CASES = BREAKS.flatMap((how) => [
    { how, prefer: "wait" },
    { how, prefer: "respond-async" },
  ]);

  test.each(CASES)("a request ($prefer) whose step is $how prints once when it is sent again", async (one) => {
    let at = 1;
    for (let isPast = true; isPast; at += 1) {
      keys += 1;
      const headers = { prefer: one.prefer, "idempotency-key": `broken ${keys}` };
      const steps = new Steps(at, one.how);
      const before = await bench.usage();
      await using http = await httpBench(broken(steps), bench.renderKey);
      const first = await http.print(canvasId, STORED, headers);
      isPast = steps.isPast;
      if (LASTING.has(one.how) && isPast) await passTime();
      let answer = await sound.print(canvasId, STORED, headers);
      if (answer.status === 202) {
        const job = await jobOf(answer);
        await run(job);
        answer = await sound.print(canvasId, STORED, headers);
      }
      expect([at, first.status, answer.status]).toEqual([at, expect.any(Number), 200]);
      await expectOne(before, answer.headers.get("x-service-render-id") ?? "");
    }
    expect(at).toBeGreaterThan(STEPS_MIN);
  });

  test.each(BREAKS)("a job whose step is %s prints once when it is tried again", async (how) => {
    for (let at = 1, isPast = true; isPast; at += 1) {
      const steps = new Steps(at, how);
      const before = await bench.usage();
      const job = await jobOf(await sound.print(canvasId, STORED, { prefer: "respond-async" }));
      await run(job, broken(steps)).catch(() => undefined);
      isPast = steps.isPast;
      await run(job);
      await expectOne(before, job);
    }
  });
});
