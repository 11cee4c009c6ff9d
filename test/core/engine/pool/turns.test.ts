import fc from "fast-check";
import { expect, test } from "vitest";
import { type Loan, Turns } from "../../../../src/core/engine/pool/turns.ts";

const NEVER = new AbortController().signal;

/** Takes a turn for each name at once, by its first letter; each ends as soon as it began. Answers who was when. */
async function order(names: readonly string[], atOnce = 1): Promise<string[]> {
  const turns = new Turns(atOnce);
  const begun: string[] = [];
  await Promise.all(
    names.map(async (name) => {
      const turn = await turns.take(name.charAt(0), NEVER);
      begun.push(name);
      await Promise.resolve();
      turn.end();
      turn.end();
    }),
  );
  return begun;
}

test("tenants take turns, and each keeps its own order", async () => {
  expect(await order(["a1", "a2", "a3", "a4", "b1", "c1", "b2"])).toEqual(["a1", "a2", "b1", "c1", "a3", "b2", "a4"]);
});

test("as many run at once as may, and no more", async () => {
  const turns = new Turns(2);
  const ends = [await turns.take("a", NEVER), await turns.take("a", NEVER)];
  let began = false;
  const third = turns.take("b", NEVER).then((turn) => {
    began = true;
    return turn;
  });
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(began).toBe(false);
  ends[0]?.end();
  (await third).end();
});

test("whoever is stopped while waiting gives their turn to the next", async () => {
  const turns = new Turns(1);
  const first = await turns.take("a", NEVER);
  const stop = new AbortController();
  const stopped = turns.take("b", stop.signal);
  const next = turns.take("c", NEVER);
  stop.abort(new Error("too late"));
  await expect(stopped).rejects.toThrow("too late");
  first.end();
  (await next).end();
  await expect(turns.take("d", AbortSignal.abort(new Error("at once")))).rejects.toThrow("at once");
  (await turns.take("e", NEVER)).end();
});

test("nobody is lost or doubled, and nobody waits for more than one turn of every other tenant", async () => {
  const tenants = fc.array(fc.constantFrom("a", "b", "c", "d"), { minLength: 1, maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(tenants, fc.integer({ min: 1, max: 3 }), async (asked, atOnce) => {
      const names = asked.map((tenant, index) => `${tenant}${index}`);
      const begun = await order(names, atOnce);
      expect(begun.toSorted()).toEqual(names.toSorted());
      for (const tenant of new Set(asked)) {
        const own = (list: readonly string[]): string[] => list.filter((name) => name.startsWith(tenant));
        expect(own(begun)).toEqual(own(names));
        // Those that began at once, then one of each tenant.
        const first = begun.findIndex((name) => name.startsWith(tenant));
        const before = begun.slice(atOnce, Math.max(atOnce, first)).map((name) => name.charAt(0));
        expect(new Set(before).size).toBe(before.length);
      }
    }),
  );
});

/** Turns under a clock that tests put forward. */
function timed(atOnce: number) {
  const clock = { nowMs: 1_000_000 };
  return { clock, turns: new Turns(atOnce, () => clock.nowMs) };
}

/** Whether a promise is kept by now. */
async function isKept(promise: Promise<unknown>): Promise<boolean> {
  let kept = false;
  void promise.then(() => {
    kept = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  return kept;
}

test("alone, a tenant has every turn, however long they are", async () => {
  const { clock, turns } = timed(2);
  for (let round = 0; round < 3; round += 1) {
    const own = [await turns.take("a", NEVER), await turns.take("a", NEVER)];
    clock.nowMs += 10_000;
    turns.takeBack();
    expect(own.map(({ takenBack }) => takenBack.aborted)).toEqual([false, false]);
    for (const turn of own) turn.end();
  }
});

test("a tenant of long turns leaves one to others, for a minute after they were there", async () => {
  const { clock, turns } = timed(2);
  (await turns.take("b", NEVER)).end();
  const long = await turns.take("a", NEVER);
  clock.nowMs += 600;
  const second = turns.take("a", NEVER);
  expect(await isKept(second)).toBe(false);
  const others = await turns.take("b", NEVER);
  others.end();
  expect(await isKept(second)).toBe(false);
  long.end();
  expect(await isKept(second)).toBe(true);
  // It has taken a long turn a moment ago, and another one was there.
  const third = turns.take("a", NEVER);
  expect(await isKept(third)).toBe(false);
  (await second).end();
  (await third).end();
  clock.nowMs += 61_000;
  await turns.take("a", NEVER);
  expect(await isKept(turns.take("a", NEVER))).toBe(true);
});

test("where a tenant waits without a turn, the latest of another's is taken back after its slice", async () => {
  const { clock, turns } = timed(2);
  const first = await turns.take("a", NEVER, 500);
  clock.nowMs += 100;
  const second = await turns.take("a", NEVER, 500);
  const others = turns.take("b", NEVER);
  clock.nowMs += 450;
  turns.takeBack();
  // The first one has had its slice, and the second has not.
  expect([first.takenBack.aborted, second.takenBack.aborted]).toEqual([true, false]);
  turns.takeBack();
  expect(second.takenBack.aborted).toBe(false);
  first.end();
  expect(await isKept(others)).toBe(true);
  // Both have an equal share now.
  const third = turns.take("c", NEVER, 500);
  clock.nowMs += 200;
  turns.takeBack();
  expect(second.takenBack.aborted).toBe(false);
  clock.nowMs += 400;
  turns.takeBack();
  expect([second.takenBack.aborted, (await others).takenBack.aborted]).toEqual([false, true]);
  (await others).end();
  expect(await isKept(third)).toBe(true);
});

test("what was lent is taken back before what was given", async () => {
  const { clock, turns } = timed(3);
  const own = await turns.take("a", NEVER, 100);
  const loans: Loan[] = [];
  const end = turns.wish("a", (loan) => loans.push(loan));
  const others = turns.take("b", NEVER);
  expect(loans.map(({ isRecalled }) => isRecalled)).toEqual([true, false]);
  clock.nowMs += 1_000;
  turns.takeBack();
  expect([own, ...loans].map(({ takenBack }) => takenBack.aborted)).toEqual([false, true, false]);
  end();
  loans[0]?.end();
  expect(await isKept(others)).toBe(true);
});

test("one turn alone goes round: each slice ends where another tenant waits", async () => {
  const { clock, turns } = timed(1);
  const long = await turns.take("a", NEVER, 500);
  const others = turns.take("b", NEVER);
  clock.nowMs += 499;
  turns.takeBack();
  expect(long.takenBack.aborted).toBe(false);
  clock.nowMs += 1;
  turns.takeBack();
  expect(long.takenBack.aborted).toBe(true);
  const again = turns.take("a", NEVER, 1_000);
  long.end();
  expect([await isKept(others), await isKept(again)]).toEqual([true, false]);
  (await others).end();
  expect(await isKept(again)).toBe(true);
});
