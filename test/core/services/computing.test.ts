import { expect, test } from "vitest";
import { MachineBusyError, PoolBusyError, RenderBudgetError } from "../../../src/core/engine/index.ts";
import { errorAnswerOf } from "../../../src/core/methods/index.ts";
import {
  computed,
  computedAtOnce,
  computedInTurn,
  computedRender,
  countingFailure,
  poolBusy,
} from "../../../src/core/services/computing.ts";
import { createRateLimits, DEFAULT_PLANS, planNamed } from "../../../src/core/tenancy/index.ts";

const STARTER = planNamed(DEFAULT_PLANS, "starter");
const OURS = { organizationId: "org_a", plan: STARTER };
const THEIRS = { organizationId: "org_b", plan: STARTER };

const answer = async (): Promise<string> => "answer";
const stopped = async (): Promise<string> => {
  throw new RenderBudgetError("stopped", 25_000, null);
};

/** What a refusal says to who asked. */
async function refusalOf(asked: Promise<unknown>): Promise<{ readonly code: string; readonly retry: unknown }> {
  const thrown: unknown = await asked.then(
    () => new Error("it was answered"),
    (error: unknown) => error,
  );
  const { code, detail } = errorAnswerOf(thrown, "req");
  return { code, retry: detail.retryAfterSeconds };
}

test("failures that took threads count, and more than the plan has of them is refused for a while", async () => {
  const rates = createRateLimits(null);
  for (let failure = 0; failure < 2; failure += 1) {
    await expect(computed(rates, OURS, stopped)).rejects.toBeInstanceOf(RenderBudgetError);
  }
  const refused = await refusalOf(computed(rates, OURS, answer));
  expect(refused).toEqual({ code: "rate_limited", retry: expect.any(Number) });
  expect(await refusalOf(computedRender(rates, OURS, answer))).toMatchObject({ code: "rate_limited" });
  expect(await refusalOf(computedAtOnce(rates, OURS, answer))).toMatchObject({ code: "rate_limited" });
  // Nobody else pays for it, and what was taken on already is still done.
  expect(await computed(rates, THEIRS, answer)).toBe("answer");
  expect(await countingFailure(rates, "org_a", answer)).toBe("answer");
});

test("the count begins anew with the next minute, and what fails at once costs nothing", async () => {
  const rates = createRateLimits(null, 0.05);
  rates.countFailedSeconds("org_a", 1_000);
  expect(rates.failedSeconds("org_a", 50)).toMatchObject({ isOver: true, remaining: 0 });
  await new Promise((later) => setTimeout(later, 80));
  expect(rates.failedSeconds("org_a", 50)).toMatchObject({ isOver: false, remaining: 50 });
  const broken = computed(rates, OURS, () => Promise.reject(new Error("a mistake")));
  await expect(broken).rejects.toThrow("a mistake");
  expect(rates.failedSeconds("org_a", 50)).toMatchObject({ remaining: 50 });
});

test("checks count with renders for what the plan has at a time", async () => {
  const rates = createRateLimits(null);
  const gate = Promise.withResolvers<string>();
  const underWay = [computedRender(rates, OURS, () => gate.promise), computedAtOnce(rates, OURS, () => gate.promise)];
  expect(await refusalOf(computedAtOnce(rates, OURS, answer))).toEqual({ code: "rate_limited", retry: 1 });
  expect(await computedAtOnce(rates, THEIRS, answer)).toBe("answer");
  // How many renders there may be at a time, their records say.
  expect(await computedRender(rates, OURS, answer)).toBe("answer");
  gate.resolve("late");
  expect(await Promise.all(underWay)).toEqual(["late", "late"]);
  expect(await computedAtOnce(rates, OURS, answer)).toBe("answer");
  await expect(computedAtOnce(rates, OURS, stopped)).rejects.toThrow();
  expect(rates.begin("org_a", 1)).not.toBeNull();
});

test("what a busy machine kept from its end costs nothing", async () => {
  const rates = createRateLimits(null);
  const starved = computed(rates, OURS, () => Promise.reject(new MachineBusyError("starved")));
  await expect(starved).rejects.toBeInstanceOf(MachineBusyError);
  expect(rates.failedSeconds("org_a", 50)).toMatchObject({ remaining: 50 });
});

test("work that waits for its place gets it in its order, and is refused when its time is over", async () => {
  const rates = createRateLimits(null);
  const ends = [rates.begin("org_a", 2), rates.begin("org_a", 2)];
  const order: number[] = [];
  const inTurn = (at: number) => computedInTurn(rates, OURS, 60_000, async () => void order.push(at));
  const waiting = [inTurn(1), inTurn(2), inTurn(3)];
  expect(await refusalOf(computedInTurn(rates, OURS, 0, answer))).toEqual({ code: "rate_limited", retry: 1 });
  expect(await computedInTurn(rates, THEIRS, 0, answer)).toBe("answer");
  expect(order).toEqual([]);
  ends[0]?.();
  await Promise.all(waiting);
  expect(order).toEqual([1, 2, 3]);
  expect(rates.begin("org_a", 2)).not.toBeNull();
  expect(rates.begin("org_a", 2)).toBeNull();
});

test("who got no thread is told to come again", () => {
  const { code, detail } = errorAnswerOf(poolBusy(new PoolBusyError("busy"), 25_000), "req");
  expect([code, detail.retryAfterSeconds, detail.error]).toEqual([
    "unavailable",
    5,
    "Every rendering thread was busy for 25 seconds; nothing was made or charged. Send the request again.",
  ]);
});

test("who got a thread that the machine gave nothing is told so, and to come again", () => {
  const { code, detail } = errorAnswerOf(poolBusy(new MachineBusyError("starved"), 25_000), "req");
  expect([code, detail.retryAfterSeconds, detail.error]).toEqual([
    "unavailable",
    5,
    "The machine was too busy to compute this within 25 seconds; nothing was made or charged. Send the request again.",
  ]);
});
