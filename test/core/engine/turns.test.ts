import fc from "fast-check";
import { expect, test } from "vitest";
import { Turns } from "../../../src/core/engine/turns.ts";

const NEVER = new AbortController().signal;

/** Takes a turn for each name at once, by its first letter; each ends as soon as it began. Answers who was when. */
async function order(names: readonly string[], atOnce = 1): Promise<string[]> {
  const turns = new Turns(atOnce);
  const begun: string[] = [];
  await Promise.all(
    names.map(async (name) => {
      const end = await turns.take(name.charAt(0), NEVER);
      begun.push(name);
      await Promise.resolve();
      end();
      end();
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
  const third = turns.take("b", NEVER).then((end) => {
    began = true;
    return end;
  });
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(began).toBe(false);
  ends[0]?.();
  (await third)();
});

test("whoever is stopped while waiting gives their turn to the next", async () => {
  const turns = new Turns(1);
  const end = await turns.take("a", NEVER);
  const stop = new AbortController();
  const stopped = turns.take("b", stop.signal);
  const next = turns.take("c", NEVER);
  stop.abort(new Error("too late"));
  await expect(stopped).rejects.toThrow("too late");
  end();
  (await next)();
  await expect(turns.take("d", AbortSignal.abort(new Error("at once")))).rejects.toThrow("at once");
  (await turns.take("e", NEVER))();
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
