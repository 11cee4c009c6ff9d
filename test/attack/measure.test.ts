// How the attacks are judged: by enough requests of the neighbour that began within them, and by no others.
import { expect, test } from "vitest";
import type { Attack } from "./attack.ts";
import { measured, measuredFirst, quietNeighbour } from "./measure.ts";
import { later } from "./send.ts";
import type { Target } from "./target.ts";

/** A target whose neighbour waits for as long as `waitMs` says of its so-and-so-many-th request. */
function targetOf(waitMs: (request: number, isAttacked: boolean) => number) {
  const seen = { within: 0, attacks: 0, watching: [] as string[] };
  let isAttacked = false;
  let requests = 0;
  const target = {
    pid: process.pid,
    isAlive: () => true,
    async watched(next = "memory") {
      seen.watching.push(next);
      return { heldMs: 0, grownMib: 0 };
    },
    async neighbour() {
      if (isAttacked) seen.within += 1;
      requests += 1;
      return { status: 200, said: "200", ms: waitMs(requests, isAttacked) };
    },
  } as unknown as Target;
  const attack: Attack = {
    name: "short",
    async run() {
      seen.attacks += 1;
      isAttacked = true;
      await later(20);
      isAttacked = false;
      return [{ said: "200" }];
    },
  };
  return { seen, target, attack };
}

const QUIET = { quietMs: 20, quietMib: 0 };

test("a short attack is sent again until a hundred requests of the neighbour began within it", async () => {
  const { seen, target, attack } = targetOf(() => 10);
  const row = await measured(target, attack, QUIET);
  expect(row.broken).toEqual([]);
  expect(row.tries).toBe(1);
  expect(seen.within).toBeGreaterThanOrEqual(100);
  expect(seen.attacks).toBeGreaterThan(10);
});

test("times are taken while no memory is collected", async () => {
  const { seen, target, attack } = targetOf(() => 10);
  await quietNeighbour(target);
  await measured(target, attack, QUIET);
  expect(seen.watching).toEqual(["memory", "times", "memory", "times", "memory"]);
});

test("one request of a hundred may wait, and several may not", async () => {
  const once = targetOf((request) => (request === 60 ? 900 : 10));
  expect((await measured(once.target, once.attack, QUIET)).broken).toEqual([]);
  const often = targetOf((request, isAttacked) => (isAttacked && request % 20 === 0 ? 900 : 10));
  const row = await measured(often.target, often.attack, QUIET);
  expect(row.broken).toEqual(["the neighbour waited"]);
  expect(row.neighbourMs).toBe(900);
});

test("each time that an attack is sent is judged alone", async () => {
  const { target, attack } = targetOf(() => 10);
  const judging = (answers: number): Attack => ({
    ...attack,
    wrong: (round) => (round.length === answers ? null : `there were ${round.length} answers`),
  });
  expect((await measured(target, judging(1), QUIET)).broken).toEqual([]);
  expect((await measuredFirst(target, judging(2), QUIET)).broken).toEqual(["there were 1 answers"]);
});

test("the main thread may be held for longer where an attack is sent a hundred times, but not for long", async () => {
  const { target, attack } = targetOf(() => 10);
  const held = (first: number, again: number): Target => {
    let asked = 0;
    const watched = async () => ({ heldMs: [0, first, again][asked++ % 3] ?? 0, grownMib: 0 });
    return { ...target, watched };
  };
  expect((await measured(held(49, 99), attack, QUIET)).broken).toEqual([]);
  expect((await measuredFirst(held(51, 0), attack, QUIET)).broken).toEqual(["the main thread was held"]);
  expect((await measuredFirst(held(0, 101), attack, QUIET)).broken).toEqual(["the main thread was held"]);
});

test("what the neighbour waits for after an attack says nothing of it", async () => {
  const { target, attack } = targetOf((_, isAttacked) => (isAttacked ? 10 : 900));
  const row = await measured(target, attack, QUIET);
  expect(row.neighbourMs).toBe(10);
});

test("a neighbour who is refused after an attack is refused for it", async () => {
  const { target, attack } = targetOf(() => 10);
  let requests = 0;
  const neighbour = async () => {
    requests += 1;
    return requests === 25 ? { status: 503, said: "503 unavailable", ms: 1 } : { status: 200, said: "200", ms: 1 };
  };
  const row = await measuredFirst({ ...target, neighbour }, attack, QUIET);
  expect(row.broken).toEqual(["the neighbour got 503 unavailable"]);
});
