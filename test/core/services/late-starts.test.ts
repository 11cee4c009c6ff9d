import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { LateStarts } from "../../../src/core/services/late-starts.ts";

// Renders that begin one after another on one thread, over a database that answers nothing, breaks or comes back.

/** The driver gives up a new connection after five seconds, and a silent one after eight. */
const LIMITS_MS = [5_000, 8_000] as const;
const WAITED_MS_MAX = 9_000;

const unavailable = (): Error => Object.assign(new Error("the database does not answer"), { code: "ETIMEDOUT" });
const pause = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

interface Ended {
  readonly waitedMs: number;
  readonly began: boolean;
}

interface Line {
  readonly renders: number;
  /** How long the database takes, and whether it fails then, by the instant at which it is asked. */
  readonly answer: (atMs: number) => { readonly ms: number; readonly fails: boolean };
}

/** Renders that came at once and wait for one thread, in line. */
async function inLine({
  renders,
  answer,
}: Line): Promise<{ readonly ended: readonly Ended[]; readonly asked: number }> {
  const starts = new LateStarts({ now: () => new Date(), pause });
  const cameMs = Date.now();
  let asked = 0;
  const ask = async (): Promise<void> => {
    asked += 1;
    const { ms, fails } = answer(Date.now() - cameMs);
    await pause(ms);
    if (fails) throw unavailable();
  };
  const run = async (): Promise<readonly Ended[]> => {
    const ended: Ended[] = [];
    for (let render = 0; render < renders; render += 1) {
      const began = await starts.during(cameMs, ask).then(
        () => true,
        () => false,
      );
      ended.push({ waitedMs: Date.now() - cameMs, began });
    }
    return ended;
  };
  const running = run();
  await vi.runAllTimersAsync();
  return { ended: await running, asked };
}

describe("renders in line for a thread", () => {
  test.each(LIMITS_MS)("end in time where the database answers nothing for %d ms each", async (ms) => {
    const { ended, asked } = await inLine({ renders: 12, answer: () => ({ ms, fails: true }) });
    expect(ended.map(({ began }) => began)).toEqual(Array(12).fill(false));
    expect(Math.max(...ended.map(({ waitedMs }) => waitedMs))).toBe(WAITED_MS_MAX);
    expect(asked).toBe(2);
  });

  test("begin on new connections where the old ones had fallen silent", async () => {
    const answer = (atMs: number) => (atMs === 0 ? { ms: 8_000, fails: true } : { ms: 20, fails: false });
    const { ended } = await inLine({ renders: 12, answer });
    expect(ended.map(({ began }) => began)).toEqual([false, ...Array(11).fill(true)]);
  });

  test("lose nothing by a connection that broke before theirs", async () => {
    const answer = (atMs: number) => ({ ms: 1_200, fails: atMs === 0 });
    const { ended } = await inLine({ renders: 12, answer });
    expect(ended.map(({ began }) => began)).toEqual([false, ...Array(11).fill(true)]);
  });

  test("wait for as long as it takes where the database answers all of them", async () => {
    const { ended } = await inLine({ renders: 12, answer: () => ({ ms: 1_500, fails: false }) });
    expect(ended.map(({ began }) => began)).toEqual(Array(12).fill(true));
  });
});

test("a render that comes after the database was late has the whole time", async () => {
  const starts = new LateStarts({ now: () => new Date(), pause });
  const late = starts.during(Date.now(), async () => {
    await pause(5_000);
    throw unavailable();
  });
  const failed = expect(late).rejects.toThrow("the database does not answer");
  await vi.runAllTimersAsync();
  await failed;
  await vi.advanceTimersByTimeAsync(1);
  const next = starts.during(Date.now(), () => pause(20_000).then(() => "begun"));
  await vi.runAllTimersAsync();
  expect(await next).toBe("begun");
});
