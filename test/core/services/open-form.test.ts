// What is known of a document is read by a thread, within what the plan has at a time, and no more than a form shows.
import { expect, test } from "vitest";
import type { KnownAnswer } from "../../../src/core/engine/index.ts";
import { errorAnswerOf } from "../../../src/core/methods/index.ts";
import { formOf } from "../../../src/core/services/open-form.ts";
import { createRateLimits, DEFAULT_PLANS, planNamed } from "../../../src/core/tenancy/index.ts";

const plan = { ...planNamed(DEFAULT_PLANS, "starter"), concurrentRenders: 1 };
const caller = { plan, scope: { organizationId: "org_1" } } as Parameters<typeof formOf>[1];
const summary = { fields: [], asksValues: false, encryption: "none" };
const source = {
  canvas: { id: "cnv_1", title: "slip" },
  content: { summary, contentHash: "h", compiledBytes: new Uint8Array() },
  schema: "{}",
  fields: [],
} as unknown as Parameters<typeof formOf>[2];

/** A form for data, whose reading a thread answers with `answer`; how often one was asked stands in `asked`. */
function bench(answer: () => Promise<KnownAnswer>) {
  let asked = 0;
  const engine = {
    known: () => {
      asked += 1;
      return answer();
    },
  };
  const dependencies = { engine, rates: createRateLimits(null) } as unknown as Parameters<typeof formOf>[0];
  const open = (json: string | null) => {
    const known = { case: "dataJson", value: new TextEncoder().encode(json ?? "") } as const;
    return formOf(dependencies, caller, source, json === null ? { case: undefined } : known).then(
      ({ data }) => data,
      (thrown: unknown) => errorAnswerOf(thrown, "").code,
    );
  };
  return { open, asked: () => asked };
}

const READ: KnownAnswer = { kind: "read", violations: [], isExact: true };

test("a thread is asked for what is known, and for nothing else", async () => {
  const { open, asked } = bench(async () => READ);
  expect(await open(null)).toEqual({});
  expect(asked()).toBe(0);
  expect(await open('{"a":1}')).toEqual({ a: 1 });
  expect(asked()).toBe(1);
});

test("one more at a time than the plan has is refused, until one has ended", async () => {
  let answer = (_: KnownAnswer): void => {};
  const { open } = bench(() => new Promise((resolve) => (answer = resolve)));
  const first = open('{"a":1}');
  expect(await open('{"a":2}')).toBe("rate_limited");
  answer(READ);
  expect(await first).toEqual({ a: 1 });
});

test("more than a form shows is refused, and the bytes before anybody reads them", async () => {
  const { open, asked } = bench(async () => ({ kind: "too-many", valuesMax: 10_000 }));
  expect(await open('{"a":1}')).toBe("too_large");
  expect(await open(`{"a":"${"x".repeat(1024 * 1024)}"}`)).toBe("too_large");
  expect(asked()).toBe(1);
});
