// Functions of lists agree on entries that are absent: each does as it does with the same list without them.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fields, print } from "../support.ts";

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

describe("empty texts and blanks are absent, as has says", () => {
  const texts = fc.array(fc.constantFrom(null, "", " ", "　", "乙", "甲"), { maxLength: 7 });
  const named = (all: readonly (string | null)[]) => ({
    fields: fields("r[]", "r[].t? string(8)", "r[].n int", "must[]", "must[].t string(8)"),
    data: JSON.stringify({
      r: all.map((t, n) => ({ t, n })),
      must: all.map((t) => ({ t: t ?? "" })),
    }),
  });

  test("count, distinct and group take them for one and the same, and sort puts them last", () => {
    fc.assert(
      fc.property(texts, (all) => {
        const given = named(all);
        const there = all.filter((text) => text === "甲" || text === "乙");
        const kinds = new Set(all.map((text) => (text === "甲" || text === "乙" ? text : null)));
        for (const list of ["r", "must"]) {
          expect(print(`count(${list}[].t)`, given)).toBe(String(there.length));
          expect(print(`count(distinct(${list}[].t))`, given)).toBe(String(new Set(there).size));
          expect(print(`count(group(${list}, .t))`, given)).toBe(String(kinds.size));
        }
        const absent = all.flatMap((text, n) => (text === "甲" || text === "乙" ? [] : [n]));
        for (const order of ["asc", "desc"]) {
          const sorted = print(`join(sort(r, .t, ${order})[].n, ',')`, given)
            .split(",")
            .filter((n) => n !== "");
          expect(sorted.slice(there.length).join(",")).toBe(absent.join(","));
        }
      }),
    );
  });

  test("the records of an absent key stand in one group, whose key is the first of them", () => {
    const given = named(["甲", null, "", "　"]);
    expect(print("join(group(r, .t)[].items[].n, ',')", given)).toBe("0,1,2,3");
    expect(print("join(group(r, .t, asc)[].key, ',')", given)).toBe("甲");
    expect(print("count(first(group(r[not has(.t)], .t)).items)", given)).toBe("3");
  });
});
