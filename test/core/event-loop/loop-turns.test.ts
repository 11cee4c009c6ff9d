import { setImmediate as nextTurn } from "node:timers/promises";
import { beforeEach, expect, test } from "vitest";
import { answeredInTurn, LOOP_HELD_MS_MAX, takeLoopTurn } from "../../../src/core/event-loop/index.ts";

/** Takes the thread for so long. */
function compute(ms: number): void {
  const untilMs = performance.now() + ms;
  while (performance.now() < untilMs);
}

beforeEach(async () => {
  for (let turn = 0; turn < 3; turn += 1) await nextTurn();
});

test("pieces that are asked for together begin over several turns, in the order of asking", async () => {
  const pieceMs = 4;
  const order: number[] = [];
  const perTurn: number[] = [0];
  let isOver = false;
  const turns = (async () => {
    while (!isOver) {
      await nextTurn();
      perTurn.push(0);
    }
  })();
  await Promise.all(
    Array.from({ length: 40 }, async (_, at) => {
      await takeLoopTurn();
      order.push(at);
      perTurn.push((perTurn.pop() ?? 0) + 1);
      compute(pieceMs);
    }),
  );
  isOver = true;
  await turns;
  expect(order).toEqual(Array.from({ length: 40 }, (_, at) => at));
  // The piece that begins just before the limit is passed is the last of its turn.
  expect(Math.max(...perTurn)).toBeLessThanOrEqual(Math.ceil(LOOP_HELD_MS_MAX / pieceMs) + 1);
});

test("a lone piece begins without a turn of the event loop", async () => {
  let hasTurned = false;
  setImmediate(() => {
    hasTurned = true;
  });
  await takeLoopTurn();
  expect(hasTurned).toBe(false);
});

test("whoever asks for one piece does not wait for the three hundred of another", async () => {
  const order: string[] = [];
  const piece = async (party: string): Promise<void> => {
    await takeLoopTurn(party);
    order.push(party);
    compute(1);
  };
  const many = Array.from({ length: 300 }, () => piece("many"));
  const few = Array.from({ length: 3 }, () => piece("few"));
  const one = piece("one");
  await Promise.all([...many, ...few, one]);
  expect(order.indexOf("one")).toBeLessThan(5);
  expect(order.lastIndexOf("few")).toBeLessThan(12);
});

test("the members of a party take turns within those of the party", async () => {
  const order: string[] = [];
  const piece = async (party: string, member: string): Promise<void> => {
    await takeLoopTurn(party, member);
    order.push(`${party} ${member}`);
    compute(1);
  };
  const many = Array.from({ length: 100 }, () => piece("shared", "many"));
  const neighbours = [piece("shared", "one"), piece("alone", ""), piece("alone", "")];
  await Promise.all([...many, ...neighbours]);
  expect(order.slice(0, 6)).toContain("shared one");
  expect(order.slice(0, 7).filter((each) => each === "alone ")).toHaveLength(2);
});

test("a party of a hundred members has no more turns than one of a single member", async () => {
  const order: string[] = [];
  const piece = async (party: string, member: string): Promise<void> => {
    await takeLoopTurn(party, member);
    order.push(party);
    compute(1);
  };
  const crowd = Array.from({ length: 100 }, (_, at) => piece("crowd", String(at)));
  const few = Array.from({ length: 3 }, () => piece("few", ""));
  await Promise.all([...crowd, ...few]);
  expect(order.lastIndexOf("few")).toBeLessThan(8);
});

test("an answer that was known goes on in its piece, a later one waits for a turn of its party", async () => {
  const order: string[] = [];
  const asks = async (name: string, answer: () => Promise<unknown>): Promise<void> => {
    await takeLoopTurn("asking");
    order.push(`${name} asks`);
    await answeredInTurn(answer(), () => "answered");
    order.push(`${name} goes on`);
    compute(LOOP_HELD_MS_MAX + 1);
  };
  const other = async (): Promise<void> => {
    await takeLoopTurn("other");
    order.push("other");
  };
  await Promise.all([asks("known", async () => undefined), asks("late", nextTurn), other(), other()]);
  expect(order.slice(0, 2)).toEqual(["known asks", "known goes on"]);
  expect(order.indexOf("late goes on")).toBeGreaterThan(order.indexOf("other"));
});

test("a piece that begins behind several functions is counted before the next one begins", async () => {
  const order: string[] = [];
  const inner = async (at: number): Promise<void> => {
    const asked = Promise.resolve().finally(() => takeLoopTurn("a"));
    await asked;
    order.push(`asked ${at}`);
  };
  const outer = async (at: number): Promise<void> => {
    await inner(at);
    order.push(`went on ${at}`);
  };
  await Promise.all([outer(0), outer(1), outer(2)]);
  expect(order).toEqual([0, 1, 2].flatMap((at) => [`asked ${at}`, `went on ${at}`]));
});
