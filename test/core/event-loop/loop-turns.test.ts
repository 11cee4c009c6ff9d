import { setImmediate as nextTurn } from "node:timers/promises";
import { beforeEach, expect, test } from "vitest";
import { LOOP_HELD_MS_MAX, takeLoopTurn } from "../../../src/core/event-loop/index.ts";

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
