// What every function of a list prints of an empty one, of one whose filter passes nothing, of one of absent values.
import { describe, expect, test } from "vitest";
import { SIGNATURES } from "../../../../src/core/expression/index.ts";
import { fields, run } from "../support.ts";

const FIELDS = fields(
  "r[]",
  "r[].n int",
  "r[].s string(9)",
  "r[].d date",
  "r[].o? int",
  "r[].b bool",
  "tags[] string(9)",
);

/** Data, and the lists of numbers, texts and days that have no entry with them. */
const EMPTY = {
  "an empty list": { data: '{"r": [], "tags": []}', numbers: "r[].n", texts: "r[].s", days: "r[].d", flags: "r[].b" },
  "a filter that passes nothing": {
    data: '{"r": [{"n": 1, "s": "a", "d": "2026-01-01", "b": true}], "tags": []}',
    numbers: "r[.n > 9].n",
    texts: "r[.n > 9].s",
    days: "r[.n > 9].d",
    flags: "r[.n > 9].b",
  },
} as const;

type Lists = (typeof EMPTY)[keyof typeof EMPTY];

/** What is printed: nothing is told of it, as the reference says what it is. */
const PRINTED: Readonly<Record<string, readonly (readonly [(lists: Lists) => string, string])[]>> = {
  sum: [[({ numbers }) => `sum(${numbers})`, "0"]],
  count: [[({ texts }) => `count(${texts})`, "0"]],
  avg: [[({ numbers }) => `avg(${numbers})`, ""]],
  min: [
    [({ numbers }) => `min(${numbers})`, ""],
    [({ days }) => `min(${days})`, ""],
  ],
  max: [
    [({ numbers }) => `max(${numbers})`, ""],
    [({ days }) => `max(${days})`, ""],
  ],
  first: [[({ texts }) => `first(${texts})`, ""]],
  last: [[({ numbers }) => `last(${numbers})`, ""]],
  distinct: [[({ texts }) => `count(distinct(${texts}))`, "0"]],
  group: [[({ texts }) => `count(group(${texts.replace(/\.s$|\[\]\.s$/u, "")}, .s))`, "0"]],
  sort: [[({ texts }) => `first(sort(${texts}))`, ""]],
  join: [[({ texts }) => `join(${texts}, '、')`, ""]],
  any: [[({ flags }) => `if(any(${flags}), 'yes', 'no')`, "no"]],
  all: [[({ flags }) => `if(all(${flags}), 'yes', 'no')`, "yes"]],
  round: [[({ numbers }) => `round(avg(${numbers}))`, ""]],
  format: [[({ numbers }) => `format(max(${numbers}), '#,##0')`, ""]],
  concat: [[({ numbers }) => `concat(max(${numbers}), '円')`, "円"]],
  coalesce: [[({ numbers }) => `coalesce(max(${numbers}), 7)`, "7"]],
  has: [[({ numbers }) => `if(has(first(${numbers})), 'yes', 'no')`, "no"]],
};

describe.each(Object.entries(EMPTY))("%s", (_, lists) => {
  const cases = Object.values(PRINTED).flatMap((own) => own.map(([write, text]) => [write(lists), text] as const));
  test.each(cases)("%s prints '%s'", (expression, expected) => {
    const { text, diagnostics } = run(expression, { fields: FIELDS, data: lists.data });
    expect({ text, codes: diagnostics.map(({ code }) => code) }).toEqual({ text: expected, codes: [] });
  });
});

test("entries that are all absent count as none", () => {
  const data = '{"r": [{"n": 1, "s": "a", "d": "2026-01-01", "b": true}], "tags": []}';
  const printed = ["sum", "avg", "count", "min", "max"].map(
    (name) => run(`${name}(r[].o)`, { fields: FIELDS, data }).text,
  );
  expect(printed).toEqual(["0", "", "0", "", ""]);
});

test("every function that takes a list stands in the table", () => {
  const ofLists = SIGNATURES.filter(({ form }) => /\(list|list\)/u.test(form)).map(({ name }) => name);
  expect(ofLists.filter((name) => !Object.hasOwn(PRINTED, name))).toEqual([]);
});

test.each([
  ["[]", ""],
  ['["甲", "", "乙", "　", " ", "丙"]', "甲、乙、丙"],
  ['["", "　"]', ""],
  ['["", "甲"]', "甲"],
])("join skips entries that has() calls absent: %s", (texts, expected) => {
  const data = `{"r": [], "tags": ${texts}}`;
  expect(run("join(tags, '、')", { fields: FIELDS, data }).text).toBe(expected);
});
