import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { startRefreshing } from "../../../src/core/jobs/refreshing.ts";

describe("refreshing", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test("goes on while something was due, and looks again later", async () => {
    const answers = [2, 1, 0, 0];
    const refreshDue = vi.fn(async () => answers.shift() ?? 0);
    const refreshing = startRefreshing(refreshDue, () => undefined);
    await vi.advanceTimersByTimeAsync(1);
    expect(refreshDue).toHaveBeenCalledTimes(3);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(refreshDue.mock.calls.length).toBeGreaterThan(3);
    await refreshing.stop();
  });

  test("tells what failed, and tries again", async () => {
    const failures: unknown[] = [];
    const refreshDue = vi.fn(() => Promise.reject(new Error("away")));
    const refreshing = startRefreshing(refreshDue, (error) => failures.push(error));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(failures.length).toBeGreaterThan(1);
    await refreshing.stop();
  });

  test("that hangs at an address outside does not hold up the end of its process, and is no failure then", async () => {
    const failures: unknown[] = [];
    const hanging = Promise.withResolvers<number>();
    const signals: AbortSignal[] = [];
    const refreshDue = (signal: AbortSignal): Promise<number> => {
      signals.push(signal);
      return hanging.promise;
    };
    const refreshing = startRefreshing(refreshDue, (error) => failures.push(error));
    const stopped = refreshing.stop();
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    await vi.advanceTimersByTimeAsync(10_000);
    await stopped;
    hanging.reject(new Error("the database is closed"));
    await vi.advanceTimersByTimeAsync(60_000);
    expect([signals.length, failures]).toEqual([1, []]);
  });
});
