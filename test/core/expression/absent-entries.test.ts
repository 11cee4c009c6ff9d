// Functions of lists agree on entries that are absent: each does as it does with the same list without them.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fields, print } from "./support.ts";

const FIELDS = fields("r[]", "r[].a? decimal(6,2)", "r[].t? string(8)", "r[].on? bool");

interface Entry {
  readonly a: number | null;
  /** Whether an absent member is sent as null. */
  readonly isSent: boolean;
}

const settingOf = (entries: readonly Entry[]) => ({
  fields: FIELDS,
  data: JSON.stringify({
    r: entries.map(({ a, isSent }) => (a === null ? (isSent ? { a: null, t: null } : {}) : { a, t: `t${a}` })),
  }),
});

const entry = fc.record({ a: fc.option(fc.integer({ min: 0, max: 9 })), isSent: fc.boolean() });

/** What is computed of the values that are there; `distinct` is of those and of an absent one, which is not counted. */
const EXPRESSIONS = [
  "sum(r[].a)",
  "avg(r[].a)",
  "min(r[].a)",
  "max(r[].a)",
  "count(r[].a)",
  "count(r[].t)",
  "join(r[].t, ',')",
  "count(distinct(r[].a))",
  "count(sort(r[].a))",
  "round(sum(r[].a) - (avg(r[].a) ?? 0) * count(r[].a), 9)",
];

describe("absent entries", () => {
  test.each(EXPRESSIONS)("are passed over by %s", (expression) => {
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 6 }), (entries) => {
        const there = entries.filter(({ a }) => a !== null);
        expect(print(expression, settingOf(entries))).toBe(print(expression, settingOf(there)));
      }),
    );
  });

  test("are records where the list is one of records", () => {
    const given = settingOf([
      { a: 1, isSent: false },
      { a: null, isSent: false },
      { a: null, isSent: true },
    ]);
    expect(print("count(r)", given)).toBe("3");
    expect(print("count(r[])", given)).toBe("3");
    expect(print("count(r[].a)", given)).toBe("1");
    expect(print("count(r[not has(.a)])", given)).toBe("2");
    expect(print("count(group(r, .a))", given)).toBe("2");
  });
});
