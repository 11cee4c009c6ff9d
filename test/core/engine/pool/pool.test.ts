import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type CompiledTemplate,
  createEnginePool,
  type EnginePool,
  PoolBusyError,
  type PoolOptions,
  RenderBudgetError,
  ThreadDiedError,
  ThreadMemoryError,
} from "../../../../src/core/engine/index.ts";
import { admitAll, PDF_PLUGIN, pdfEngine, RATIO, requestFor, templateOf } from "../sources.ts";

const RESTLESS = new URL("../restless-plugin.ts", import.meta.url).href;
/** A loop that runs on fills all of it, as far as the machine lets it. */
const IDLE_MS = 1_000;

const PATIENCE = { budgetMs: 60_000 };
const HALF = { items: [{ part: 1, whole: 2 }] };

/**
 * On a busy machine these tests see what they see on an idle one: it is blamed for nothing. `busy.test.ts` tries blame.
 */
const NEVER_BUSY = { busyShare: 0 };

/** A pool of a test's own. */
function poolOf(options: Partial<PoolOptions>): EnginePool & AsyncDisposable {
  const made = createEnginePool({ plugins: [PDF_PLUGIN, RESTLESS], threads: 1, ...NEVER_BUSY, ...options });
  return { ...made, [Symbol.asyncDispose]: () => made.close() };
}

describe("a pool of engines", () => {
  let pool: EnginePool;
  let template: CompiledTemplate;
  beforeAll(async () => {
    pool = createEnginePool({ plugins: [PDF_PLUGIN, RESTLESS], threads: 1, ...NEVER_BUSY });
    template = templateOf(pdfEngine(), RATIO);
    await pool.warmUp();
  });
  afterAll(() => pool.close());

  const expectItWorks = async (): Promise<void> => {
    const answer = await pool.render(requestFor(template, HALF), admitAll, PATIENCE);
    expect(answer).toMatchObject({ kind: "rendered", pages: 1, records: 1 });
  };

  test("answers checks and renders as an engine in this thread does, byte for byte", async () => {
    const here = await pdfEngine().render(requestFor(template, HALF), admitAll);
    const there = await pool.render(requestFor(template, HALF), admitAll, PATIENCE);
    expect(there).toEqual(here);
    expect(await pool.check({ source: RATIO, data: null }, PATIENCE)).toEqual(
      pdfEngine().check({ source: RATIO, data: null }),
    );
  });

  test("stops a render that would never end, and renders the next one", async () => {
    const endless = pool.render(requestFor(template, HALF, "endless"), admitAll, { budgetMs: 300 });
    await expect(endless).rejects.toBeInstanceOf(RenderBudgetError);
    await expectItWorks();
  });

  test("has its CPU time back when a render was stopped", async () => {
    const endless = pool.render(requestFor(template, HALF, "endless"), admitAll, { budgetMs: 300 });
    await expect(endless).rejects.toBeInstanceOf(RenderBudgetError);
    // The thread that took its place has started by now, which takes time of its own.
    await expectItWorks();
    const before = process.cpuUsage();
    await sleep(IDLE_MS);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(IDLE_MS / 2);
  });

  test("counts waiting for admission as part of the budget", async () => {
    const never = new Promise<void>(() => {});
    const waiting = pool.render(requestFor(template, HALF), () => never, { budgetMs: 300 });
    await expect(waiting).rejects.toBeInstanceOf(RenderBudgetError);
    await expectItWorks();
  });

  test("replaces a thread that died", async () => {
    await expect(pool.render(requestFor(template, HALF, "crashing"), admitAll, PATIENCE)).rejects.toThrow();
    await expectItWorks();
  });

  test("tries a task once more whose thread died, and asks for its admission once", async () => {
    const asked: number[] = [];
    const admit = async (records: number): Promise<void> => void asked.push(records);
    const answer = await pool.render(requestFor(template, HALF, "crashing-once"), admit, PATIENCE);
    expect(answer).toMatchObject({ kind: "rendered", records: 1 });
    expect(asked).toEqual([1]);
    const twice = pool.render(requestFor(template, HALF, "crashing"), admitAll, PATIENCE);
    await expect(twice).rejects.toBeInstanceOf(ThreadDiedError);
    await expectItWorks();
  });

  test("ends a thread that fills its memory, and no other", async () => {
    await using small = poolOf({ threadMemoryMib: 128 });
    const hungry = small.render(requestFor(template, HALF, "hungry"), admitAll, PATIENCE);
    await expect(hungry).rejects.toBeInstanceOf(ThreadMemoryError);
    expect(await small.render(requestFor(template, HALF), admitAll, PATIENCE)).toMatchObject({ kind: "rendered" });
  });

  test("lets tenants take turns: whoever asks once does not wait for whoever asks often", async () => {
    const done: string[] = [];
    const ask = async (tenant: string): Promise<void> => {
      await pool.render(requestFor(template, HALF), admitAll, { ...PATIENCE, tenant });
      done.push(tenant);
    };
    await Promise.all([...Array.from({ length: 12 }, () => "often"), "once"].map(ask));
    // One task runs, one was handed to its thread already, and then it is the other tenant's turn.
    expect(done.indexOf("once")).toBeLessThanOrEqual(3);
  });

  test("one slow task leaves a thread to everybody else", async () => {
    await using two = poolOf({ threads: 2 });
    const endless = two.render(requestFor(template, HALF, "endless"), admitAll, { budgetMs: 3_000 });
    const stopped = expect(endless).rejects.toBeInstanceOf(RenderBudgetError);
    expect(await two.render(requestFor(template, HALF), admitAll, PATIENCE)).toMatchObject({ kind: "rendered" });
    await stopped;
  });

  test("the time that a task waits is none of its budget", async () => {
    const endless = pool.render(requestFor(template, HALF, "endless"), admitAll, { budgetMs: 2_000, tenant: "slow" });
    const stopped = expect(endless).rejects.toBeInstanceOf(RenderBudgetError);
    const waited = pool.render(requestFor(template, HALF), admitAll, { budgetMs: 4_000, tenant: "slow" });
    expect(await waited).toMatchObject({ kind: "rendered" });
    await stopped;
  });

  test("a task that gets no thread in its time is told so, and computes nothing", async () => {
    const slow = { budgetMs: 1_500, tenant: "slow" };
    const stopped = expect(pool.render(requestFor(template, HALF, "endless"), admitAll, slow)).rejects.toMatchObject({
      computedMs: expect.closeTo(1_500, -3),
    });
    const asked: number[] = [];
    const admit = async (records: number): Promise<void> => void asked.push(records);
    const waiting = pool.render(requestFor(template, HALF), admit, { budgetMs: 200, tenant: "slow" });
    await expect(waiting).rejects.toBeInstanceOf(PoolBusyError);
    expect(asked).toEqual([]);
    await stopped;
  });

  test("where others wait, long work is stopped and begun anew, until it is done or its budget is spent", async () => {
    const done: string[] = [];
    const admitted: number[] = [];
    const admit = async (records: number): Promise<void> => void admitted.push(records);
    const endless = pool.render(requestFor(template, HALF, "endless"), admit, { budgetMs: 12_000, tenant: "slow" });
    const stopped = expect(endless)
      .rejects.toBeInstanceOf(RenderBudgetError)
      .then(() => done.push("slow"));
    await sleep(300);
    const others = pool.render(requestFor(template, HALF), admitAll, { ...PATIENCE, tenant: "others" });
    expect(await others).toMatchObject({ kind: "rendered" });
    done.push("others");
    await stopped;
    expect(done).toEqual(["others", "slow"]);
    // It asked for its admission once, although it was begun twice.
    expect(admitted).toEqual([1]);
  });

  test("what it computed before its turn was taken back counts when it is over its budget", async () => {
    await using strict = poolOf({ busyShare: 0.01 });
    await strict.warmUp();
    const endless = strict.render(requestFor(template, HALF, "endless"), admitAll, { budgetMs: 8_000, tenant: "slow" });
    const stopped = expect(endless).rejects.toBeInstanceOf(RenderBudgetError);
    await sleep(300);
    const others = strict.render(requestFor(template, HALF), admitAll, { ...PATIENCE, tenant: "others" });
    expect(await others).toMatchObject({ kind: "rendered" });
    await stopped;
  });

  test("a tenant that takes every thread gives one up, and gets no more than all but one", async () => {
    await using two = poolOf({ threads: 2 });
    await two.warmUp();
    const terms = { budgetMs: 8_000, tenant: "slow" };
    const slow = [1, 2].map(() => two.render(requestFor(template, HALF, "endless"), admitAll, terms));
    const stopped = Promise.all(slow.map((each) => expect(each).rejects.toBeInstanceOf(RenderBudgetError)));
    await sleep(300);
    const times: number[] = [];
    for (let request = 0; request < 4; request += 1) {
      const startedMs = performance.now();
      const answer = await two.render(requestFor(template, HALF), admitAll, { ...PATIENCE, tenant: "others" });
      expect(answer).toMatchObject({ kind: "rendered" });
      times.push(performance.now() - startedMs);
    }
    // The first waits for a thread that is started for it; for those after it, one is kept.
    expect(Math.max(...times.slice(1))).toBeLessThan(Math.max(1_000, times[0] ?? 0));
    await stopped;
  });

  test("a thread that dies fails nothing that is under way beside it", async () => {
    await using two = poolOf({ threads: 2 });
    const crash = () =>
      expect(two.render(requestFor(template, HALF, "crashing"), admitAll, PATIENCE)).rejects.toThrow();
    const good = async () => (await two.render(requestFor(template, HALF), admitAll, PATIENCE)).kind;
    const [, ...kinds] = await Promise.all([crash(), ...Array.from({ length: 8 }, good)]);
    expect(kinds).toEqual(Array.from({ length: 8 }, () => "rendered"));
  });

  test("survives a mistake of ours, and tells it", async () => {
    const throwing = pool.render(requestFor(template, HALF, "throwing"), admitAll, PATIENCE);
    await expect(throwing).rejects.toThrow("a mistake of ours");
    await expectItWorks();
  });

  test("throws the very refusal of the admission, and draws nothing", async () => {
    const refusal = new Error("the quota is spent");
    const refused = pool.render(requestFor(template, HALF, "crashing"), () => Promise.reject(refusal), PATIENCE);
    await expect(refused).rejects.toBe(refusal);
    await expectItWorks();
  });

  test("never asks for admission of data that breaks the contract", async () => {
    const asked: number[] = [];
    const admit = async (records: number): Promise<void> => void asked.push(records);
    const broken = { items: [{ part: "eins", whole: 2 }] };
    const answer = await pool.render(requestFor(template, broken), admit, PATIENCE);
    expect(answer).toMatchObject({ kind: "violations", violations: [{ path: "items[0].part" }] });
    expect(asked).toEqual([]);
    await pool.render(requestFor(template, HALF), admit, PATIENCE);
    expect(asked).toEqual([1]);
  });

  test("lets a render that is under way end before it closes", async () => {
    const closing = createEnginePool({ plugins: [PDF_PLUGIN], threads: 1 });
    const rendering = closing.render(requestFor(template, HALF), admitAll, PATIENCE);
    await closing.close();
    expect(await rendering).toMatchObject({ kind: "rendered" });
  });

  test("closes though a render would never end", async () => {
    const closing = createEnginePool({ plugins: [PDF_PLUGIN, RESTLESS], threads: 1, ...NEVER_BUSY });
    const rendering = closing.render(requestFor(template, HALF, "endless"), admitAll, { budgetMs: 1_500 });
    const stopped = expect(rendering).rejects.toBeInstanceOf(RenderBudgetError);
    await closing.close();
    await stopped;
  });
});
