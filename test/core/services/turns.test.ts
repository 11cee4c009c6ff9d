import { expect, test } from "vitest";
import { Turns } from "../../../src/core/services/turns.ts";

const later = () => new Promise((resolve) => setImmediate(resolve));

test("work of one name is done in the order of coming, also after a failure; other names do not wait", async () => {
  const turns = new Turns();
  const begun: string[] = [];
  const held = Promise.withResolvers<void>();
  const work = (name: string, at: number) => async () => {
    begun.push(`${name}${at}`);
    if (name === "a" && at === 0) await held.promise;
    await later();
    if (at === 1) throw new Error("it failed");
    return at;
  };
  const all = [0, 1, 2].flatMap((at) => ["a", "b"].map((name) => turns.take(name, work(name, at))));
  const settled = Promise.allSettled(all);
  await expect.poll(() => begun).toEqual(["a0", "b0", "b1", "b2"]);
  held.resolve();
  expect((await settled).map((one) => (one.status === "fulfilled" ? one.value : "failed"))).toEqual([
    ...[0, 0, "failed", "failed", 2, 2],
  ]);
  expect(begun).toEqual(["a0", "b0", "b1", "b2", "a1", "a2"]);
});
