import { describe, expect, test } from "vitest";
import { applyEdits } from "../../../../src/core/diagnostics/index.ts";
import { check, fields, findings } from "../support.ts";

// A word without quotes beside an enum or a text: the repair writes what was meant, wherever the comparison stands.

const ORDER = fields(
  "state enum(late=遅延, on-time, ok)",
  "prior enum(late, ok)",
  "rank enum(1, 2)",
  "title string(20)",
  "ok date",
  "note text(40)",
  "list[]",
  "list[].state enum(late, done)",
  "list[].done bool",
  "list[].deep.kind enum(late, done)",
  "list[].parts[]",
  "list[].parts[].state enum(late, done)",
);

/** Offsets of findings count in a source whose only line of interest is `let probe = …`. */
const BEFORE = "rpt 1\nlet probe = ";

function repaired(expression: string): { told: readonly string[]; text: string; left: readonly string[] } {
  const { diagnostics } = check(expression, { fields: ORDER });
  const edits = diagnostics.flatMap((each) => each.repair?.edits ?? []);
  const text = applyEdits(BEFORE + expression, edits).slice(BEFORE.length);
  return { told: diagnostics.map((each) => each.code), text, left: findings(text, { fields: ORDER }) };
}

const EXPECTED: readonly (readonly [written: string, meant: string])[] = [
  ["state == late", "state == 'late'"],
  ["late == state", "'late' == state"],
  ["state != late", "state != 'late'"],
  ["state == on-time", "state == 'on-time'"],
  ["state == 遅延", "state == 'late'"],
  ["state == lat", "state == 'late'"],
  ["(state ?? late) == 'ok'", "(state ?? 'late') == 'ok'"],
  ["if(state == late, 1, 2)", "if(state == 'late', 1, 2)"],
  ["case(state == late, 1, state == on-time, 2, 3)", "case(state == 'late', 1, state == 'on-time', 2, 3)"],
  ["not (state == late) and has(note)", "not (state == 'late') and has(note)"],
  ["any(list[].state == late)", "any(list[].state == 'late')"],
  ["count(list[.state == late]) > 1", "count(list[.state == 'late']) > 1"],
  ["count(list[.deep.kind == late]) > 1", "count(list[.deep.kind == 'late']) > 1"],
  ["count(list[late == .deep.kind]) > 1", "count(list['late' == .deep.kind]) > 1"],
  ["count(list[count(.parts[.state == late]) > 0]) > 1", "count(list[count(.parts[.state == 'late']) > 0]) > 1"],
  ["count(list[.state == done]) > 1", "count(list[.state == 'done']) > 1"],
  ["title == secret", "title == 'secret'"],
];

describe("a text without its quotes is repaired to what was meant", () => {
  test.each(EXPECTED)("%s → %s", (written, meant) => {
    expect(repaired(written)).toEqual({
      told: [...written.matchAll(/late|on-time|遅延|lat\b|secret|done/g)].flatMap(({ index }) =>
        written[index - 1] === "'" ? [] : ["RPT2101"],
      ),
      text: meant,
      left: [],
    });
  });

  test("a declared name that is also a member is told, and a field of another type is compared with the member", () => {
    const setting = { fields: fields("k enum(x, y)", "x string(5)", "j enum(x, z)", "y bool") };
    expect(findings("k == x", setting)).toEqual([
      "RPT2133 x is a declared name here, and also a member of k → write the member in quotes: 'x'",
    ]);
    expect(findings("k == y", setting)).toEqual([
      "RPT2110 \"==\" can not compare an enum with true or false → write the member in quotes: 'y'",
    ]);
    expect(findings("k == concat(x)", setting)).toEqual([]);
    expect(findings("k == j", setting)).toEqual([]);
    expect(findings("k == 'x'", setting)).toEqual([]);
  });

  test("names that are near are still preferred, and numbers have no quotes", () => {
    expect(findings("title == nota", { fields: ORDER })).toEqual(['RPT2101 unknown name "nota" → did you mean note?']);
    expect(findings("rank == high", { fields: ORDER })).toEqual([
      'RPT2101 unknown name "high" → declare it: field high …',
    ]);
    expect(findings("state == 'lated'", { fields: ORDER })).toEqual([
      "RPT2112 'lated' is not a member of state → did you mean 'late'?",
    ]);
  });
});

describe("a comparison with a number that a function never answers is told", () => {
  const DATES = { fields: fields("d date", "n int", "x decimal(5,2)", "t string(9)", "rows[]", "rows[].n int") };
  const OPERATORS = ["==", "!=", "<", "<=", ">", ">="] as const;
  const VALUES = [-1, 0, 1, 2, 7, 8, 12, 13, 31, 32, 9999, 10_000];
  const holds: Readonly<Record<(typeof OPERATORS)[number], (a: number, b: number) => boolean>> = {
    "==": (a, b) => a === b,
    "!=": (a, b) => a !== b,
    "<": (a, b) => a < b,
    "<=": (a, b) => a <= b,
    ">": (a, b) => a > b,
    ">=": (a, b) => a >= b,
  };
  const mirrored = { "==": "==", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<=" } as const;

  test.each([
    ["weekday(d)", 1, 7],
    ["month(d)", 1, 12],
    ["day(d)", 1, 31],
    ["year(d)", 1, 9999],
    ["len(t)", 0, 12_000],
    ["count(rows)", 0, 12_000],
    ["abs(n)", 0, 12_000],
    ["n % 7", -6, 6],
    ["len(t) % 3", 0, 2],
  ])("%s, from %d to %d", (written, least, greatest) => {
    const answers = Array.from({ length: greatest - least + 1 }, (_, at) => least + at);
    for (const operator of OPERATORS) {
      for (const value of VALUES) {
        const outcomes = new Set(answers.map((answer) => holds[operator](answer, value)));
        const expected = outcomes.size === 1 ? ["RPT2132"] : [];
        const codes = (text: string) => check(text, DATES).diagnostics.map((each) => each.code);
        expect(codes(`${written} ${operator} ${value}`), `${written} ${operator} ${value}`).toEqual(expected);
        expect(codes(`${value} ${mirrored[operator]} ${written}`)).toEqual(expected);
      }
    }
  });

  test("through lets, indexes and whole numbers, and not where it is open", () => {
    const told = (text: string, lets: readonly string[] = []) => findings(text, { ...DATES, lets });
    expect(told("w == 0", ["let w = weekday(d)"])).toHaveLength(1);
    expect(told("weekday(d) == 0")[0]).toContain("write 7 for Sunday");
    expect(told("month(d) == 1.5")).toHaveLength(1);
    expect(told("count(rows[index == 0]) > 0")).toHaveLength(1);
    expect(told("count(rows[index % 2 == 2]) > 0")).toHaveLength(1);
    expect(told("weekday(d) % 7 == 0")).toEqual([]);
    expect(told("x % 7 == 6.5")).toEqual([]);
    expect(told("abs(x) == 1.5")).toEqual([]);
    expect(told("weekday(d) + n == 0")).toEqual([]);
    expect(told("year(d) - 2018 == -3")).toEqual([]);
  });
});
