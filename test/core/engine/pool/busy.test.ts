// A task that was stopped is told apart by what its thread computed: too large, or starved by a busy machine.
import { rmSync } from "node:fs";
import { threadId } from "node:worker_threads";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type CompiledTemplate,
  createEnginePool,
  type EnginePool,
  ExpensiveError,
  MachineBusyError,
  PoolBusyError,
  type PoolOptions,
  RenderBudgetError,
} from "../../../../src/core/engine/index.ts";
import { Effort } from "../../../../src/core/engine/pool/effort.ts";
import { TaskWatch, tellBegun, tellEnded } from "../../../../src/core/engine/pool/task-watch.ts";
import { helperMark } from "../restless-plugin.ts";
import { admitAll, PDF_PLUGIN, pdfEngine, RATIO, requestFor, templateOf } from "../sources.ts";

const RESTLESS = new URL("../restless-plugin.ts", import.meta.url).href;
const SLOW_START = new URL("../slow-start-plugin.ts", import.meta.url).href;
const HALF = { items: [{ part: 1, whole: 2 }] };
const PATIENCE = { budgetMs: 60_000 };

/** A loop gets more than this of a core, also while other suites run beside this one. */
const LOW_SHARE = 0.02;

describe("a task that is stopped", () => {
  /** With the usual share. */
  let pool: EnginePool;
  let template: CompiledTemplate;
  const poolOf = (options: Partial<PoolOptions> = {}): EnginePool =>
    createEnginePool({ plugins: [PDF_PLUGIN, RESTLESS], threads: 1, ...options });
  beforeAll(async () => {
    pool = poolOf();
    template = templateOf(pdfEngine(), RATIO);
    await pool.warmUp();
  });
  afterAll(() => pool.close());

  const expectItWorks = async (): Promise<void> => {
    expect(await pool.render(requestFor(template, HALF), admitAll, PATIENCE)).toMatchObject({ kind: "rendered" });
  };

  test("is too large where its thread computed all the time", async () => {
    await using low = closing(poolOf({ busyShare: LOW_SHARE }));
    const endless = low.render(requestFor(template, HALF, "endless"), admitAll, { budgetMs: 1_000 });
    await expect(endless).rejects.toBeInstanceOf(RenderBudgetError);
  });

  test("is told of a busy machine where its thread was given nothing, and has cost nothing", async () => {
    const startedMs = performance.now();
    const idle = pool.render(requestFor(template, HALF, "idle"), admitAll, { budgetMs: 1_000 });
    const error = await idle.catch((thrown: unknown) => thrown);
    expect(performance.now() - startedMs).toBeGreaterThanOrEqual(1_000);
    expect(error).toBeInstanceOf(MachineBusyError);
    expect(error).toBeInstanceOf(PoolBusyError);
    expect(error).not.toBeInstanceOf(ExpensiveError);
    await expectItWorks();
  });

  test("is told of it as long as it computed less than its share", async () => {
    // More than all of its time is given to nobody.
    await using strict = closing(poolOf({ busyShare: 2 }));
    const endless = strict.render(requestFor(template, HALF, "endless"), admitAll, { budgetMs: 300 });
    await expect(endless).rejects.toBeInstanceOf(MachineBusyError);
  });

  test("is no sign of a busy machine where it waits for its caller's word", async () => {
    const never = new Promise<void>(() => {});
    const waiting = pool.render(requestFor(template, HALF), () => never, { budgetMs: 500 });
    await expect(waiting).rejects.toBeInstanceOf(RenderBudgetError);
    await expectItWorks();
  });

  test("is told of it where threads that helped were given nothing either", async () => {
    rmSync(helperMark("idle-helpers"), { force: true });
    await using two = closing(poolOf({ threads: 2 }));
    await two.warmUp();
    const records = Array.from({ length: 40 }, () => HALF);
    const batch = { ...requestFor(template, records, "idle-helpers"), isList: true };
    await expect(two.render(batch, admitAll, { budgetMs: 3_000 })).rejects.toBeInstanceOf(MachineBusyError);
    rmSync(helperMark("idle-helpers"), { force: true });
  });

  test("counts what threads computed that helped, also where they ended before", async () => {
    const here = { threadId, cpuUsage: async () => process.threadCpuUsage() };
    const takingBack = new AbortController();
    const effort = new Effort(() => [here], 60_000, takingBack.signal);
    const [leader, running, ended] = [effort.watch("leader"), effort.watch("helper"), effort.watch("helper")];
    tellBegun(running.memory);
    tellBegun(ended.memory);
    computeFor(200);
    tellEnded(ended.memory);
    ended.end();
    tellBegun(leader.memory);
    takingBack.abort();
    const usedMs = await effort.used();
    expect(usedMs).toBeGreaterThanOrEqual(395);
    expect(usedMs).toBeLessThan(1_000);
    expect([effort.end, effort.signal.aborted]).toEqual(["taken-back", true]);
    effort.close();
  });
});

describe("a thread that starts", () => {
  test("takes none of its task's time, however long it loads", async () => {
    await using cold = closing(createEnginePool({ plugins: [SLOW_START], threads: 1, busyShare: 0 }));
    const template = templateOf(pdfEngine(), RATIO);
    // Loading takes longer than this budget by itself.
    const answer = cold.render(requestFor(template, HALF, "slow-start"), admitAll, { budgetMs: 1_000 });
    expect(await answer).toMatchObject({ kind: "rendered" });
  });

  test("is waited for no longer than its own bound, which is no time of the task's", async () => {
    const never = new AbortController();
    const effort = new Effort(() => [], 300, never.signal, 700);
    effort.watch("leader");
    const startedMs = performance.now();
    await new Promise((over) => effort.signal.addEventListener("abort", over));
    expect(performance.now() - startedMs).toBeGreaterThanOrEqual(690);
    expect(effort.end).toBe("unready");
    expect(effort.close()).toBeLessThan(300);
  });

  test("begins its task's time when it says that it is ready", async () => {
    const never = new AbortController();
    const effort = new Effort(() => [], 300, never.signal, 60_000);
    const watch = effort.watch("leader");
    await new Promise((later) => setTimeout(later, 800));
    expect(effort.end).toBeNull();
    tellBegun(watch.memory);
    const begunMs = performance.now();
    await new Promise((over) => effort.signal.addEventListener("abort", over));
    expect(performance.now() - begunMs).toBeGreaterThanOrEqual(290);
    expect(effort.end).toBe("late");
  });
});

test("a thread that can't be asked counts with the time that passed", async () => {
  const watch = new TaskWatch();
  expect(await watch.computedMs([])).toBe(0);
  tellBegun(watch.memory);
  await new Promise((later) => setTimeout(later, 50));
  expect(await watch.computedMs([])).toBeGreaterThanOrEqual(45);
});

function closing(pool: EnginePool): EnginePool & AsyncDisposable {
  return { ...pool, [Symbol.asyncDispose]: () => pool.close() };
}

/** Computes in this thread until it has had so much CPU time, in milliseconds. */
function computeFor(ms: number): void {
  const before = process.threadCpuUsage();
  for (;;) {
    const { user, system } = process.threadCpuUsage(before);
    if (user + system >= ms * 1_000) return;
  }
}
