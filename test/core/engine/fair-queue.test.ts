import fc from "fast-check";
import { queueOptionsSymbol } from "piscina";
import { expect, test } from "vitest";
import { FairTaskQueue, queueOptionsOf } from "../../../src/core/engine/fair-queue.ts";

interface Task {
  readonly name: string;
  readonly [queueOptionsSymbol]: object | null;
}

function task(tenant: string, name: string): Task {
  return { name, [queueOptionsSymbol]: queueOptionsOf(tenant) };
}

function drained(queue: FairTaskQueue): string[] {
  const names: string[] = [];
  for (let next = queue.shift(); next !== null; next = queue.shift()) names.push((next as Task).name);
  return names;
}

test("tenants take turns, and each keeps its own order", () => {
  const queue = new FairTaskQueue();
  for (const name of ["a1", "a2", "a3", "b1", "c1", "b2"]) queue.push(task(name.charAt(0), name));
  expect(queue.size).toBe(6);
  expect(drained(queue)).toEqual(["a1", "b1", "c1", "a2", "b2", "a3"]);
  expect(queue.size).toBe(0);
});

test("a task that was taken too early is the next one again", () => {
  const queue = new FairTaskQueue();
  for (const name of ["a1", "b1", "a2"]) queue.push(task(name.charAt(0), name));
  const first = queue.shift();
  if (first !== null) queue.unshift(first);
  expect(queue.size).toBe(3);
  expect(drained(queue)).toEqual(["a1", "b1", "a2"]);
});

test("a task that was stopped while it waited is gone", () => {
  const queue = new FairTaskQueue();
  const stopped = task("b", "b1");
  for (const each of [task("a", "a1"), stopped, task("a", "a2")]) queue.push(each);
  queue.remove(stopped);
  queue.remove(stopped);
  expect(queue.size).toBe(2);
  expect(drained(queue)).toEqual(["a1", "a2"]);
});

test("nothing is lost, doubled or delayed by more than one task of every other tenant", () => {
  const tenants = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 60 });
  fc.assert(
    fc.property(tenants, (order) => {
      const queue = new FairTaskQueue();
      order.forEach((tenant, index) => {
        queue.push(task(tenant, `${tenant}${index}`));
      });
      const names = drained(queue);
      expect(names.toSorted()).toEqual(order.map((tenant, index) => `${tenant}${index}`).toSorted());
      for (const tenant of new Set(order)) {
        expect(names.filter((name) => name.startsWith(tenant))).toEqual(
          order.map((each, index) => `${each}${index}`).filter((name) => name.startsWith(tenant)),
        );
        const first = names.findIndex((name) => name.startsWith(tenant));
        expect(new Set(names.slice(0, first).map((name) => name.charAt(0))).size).toBe(first);
      }
    }),
  );
});
