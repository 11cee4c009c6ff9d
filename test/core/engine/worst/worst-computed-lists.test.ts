// Lists that a form computes are tried with as many rows as those that it declares, also where none of the examples is
// in them.
import { expect, test } from "vitest";
import { sampled } from "../../../support/lane.ts";
import { pdfEngine } from "../sources.ts";

const engine = pdfEngine();

const LISTS: Readonly<Record<string, string>> = {
  "a filter": "r[.a > 0]",
  "a filter that the examples do not pass": "r[.a > 50]",
  "a filter of what another element groups": "r[.n > 60]",
  "a filter that only small numbers pass": "r[.a < 50]",
  "a filter by a choice": "r[.k == 'y']",
  "a filter by another choice": "r[.k != 'x']",
  "a filter by a number of a choice": "r[.e == 8]",
  "a filter by a flag": "r[.f]",
  "a filter by a text": "r[.s == 'ZZ']",
  "a filter by the beginning of a text": "r[startsWith(.s, 'ZZ')]",
  "a filter by a day": "r[.v < date('2026-01-01')]",
  "a filter by a day of the document": "r[.v < d]",
  "a filter by two choices": "r[.k == 'y' and .l == 'q']",
  "a filter by either of two": "r[.k == 'y' or .f]",
  "a filter of a filter": "r[.k == 'y'][.l == 'q']",
  "a filter by a choice of the document": "r[.k == m]",
  "a filter by what a let says of each": "r[.ok]",
  sort: "sort(r, .a)",
  "a sorted filter": "sort(r[.a > 0], .a, desc)",
  "a sorted filter by a choice": "sort(r[.k == 'y'], .a, desc)",
  "a filter by what groups it": "r[.t != '甲' and .a > 60]",
  "a let": "z",
  "a let of a choice": "c",
};

const ELEMENTS: Readonly<Record<string, (list: string) => string>> = {
  table: (list) => `plate h=30mm {\ntable (${list}) x=0mm y=0mm w=80mm {\ncolumn t "甲" w=40mm\n}\n}`,
  each: (list) => `plate h=30mm {\nstack x=0mm y=0mm w=40mm {\neach (${list}) {\ntext (.t)\n}\n}\n}`,
  grid: (list) =>
    `plate h=30mm {\ngrid x=0mm y=0mm w=40mm cols=[1fr] {\ncell {\neach (${list}) {\ntext (.t)\n}\n}\n}\n}`,
  chart: (list) => `chart bar (${list}) h=60mm w=60mm alt="甲" {\ncategory (.t)\nseries "乙" (.a)\n}`,
  gantt: (list) =>
    `plate h=30mm {\ngantt (${list}) x=0mm y=0mm w=120mm {\ncolumn t "甲" w=40mm\n` +
    "scale from=(d) to=(addDays(d, 9)) unit=day\nbar start=(d) end=(addDays(d, 3))\n}\n}",
  group: (list) =>
    `plate h=30mm {\ntable (group(${list}, .t)) x=0mm y=0mm w=80mm {\ncolumn key "甲" (.key) w=40mm\n}\n}`,
  "a group of numbers": (list) =>
    `plate h=30mm {\ntable (group(${list}, .n)) x=0mm y=0mm w=80mm {\ncolumn key "甲" (.key) w=40mm\n}\n}`,
  distinct: () => `plate h=30mm {\ntable (distinct(w[].t)) x=0mm y=0mm w=80mm {\ncolumn c "甲" (.) w=40mm\n}\n}`,
  "the records of one group": (list) =>
    `plate h=30mm {\nstack x=0mm y=0mm w=40mm {\neach (group(${list}, .a)) {\neach (.items) {\ntext (.t)\n}\n}\n}\n}`,
  "joined texts": () => `plate h=30mm {\ntext (join(w[].t, '、')) x=0mm y=0mm w=40mm\n}`,
  "a joined text of each": () => `plate h=30mm {\ntext (join(w[].both, '、')) x=0mm y=0mm w=40mm\n}`,
  "a sum": () => `plate h=30mm {\ntext (sum(w[].a)) x=0mm y=0mm w=7mm h=10mm fit=clip\n}`,
};

function told(form: string, list: string): readonly string[] {
  const source = `rpt 1
field d date example="2026-06-01"
field m enum(x, y) example="y"
field r[] max=30
field r[].t string(10) example=["甲"]
field r[].a int min=1 max=99 example=[4]
field r[].n int min=1 max=99 example=[4]
field r[].k enum(x, y) example=["x"]
field r[].l enum(p, q) example=["p"]
field r[].e enum(10, 8) example=[10]
field r[].f bool example=[false]
field r[].s string(4) example=["AB"]
field r[].v date example=["2026-08-01"]
let r[].ok = .k == 'y'
let r[].both = concat(.t, .a)
let z = sort(r[.a > 0], .a)
let c = r[.k == 'y']
let w = ${list}
page A4 margin=15mm {
body {
${form}
}
}
`;
  const { diagnostics } = engine.check({ source, data: null, worstCases: true });
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  expect(diagnostics.filter(({ code }) => code === "RPT4033")).toEqual([]);
  return diagnostics
    .filter(({ code }) => code === "RPT4031" || code === "RPT4032")
    .map(({ span }) => {
      return source.slice(span.start).split(/[\s(]/u)[0] ?? "";
    });
}

const CASES = Object.keys(ELEMENTS).flatMap((name, row) =>
  sampled(Object.keys(LISTS), 3, row).map((list) => [name, list] as const),
);

/** What is told of each element of a list that is declared. */
const ofDeclared = new Map(Object.entries(ELEMENTS).map(([name, form]) => [name, new Set(told(form("r"), "r"))]));

test.each(CASES)("%s of %s", (name, list) => {
  const form = ELEMENTS[name] ?? String;
  const declared = ofDeclared.get(name);
  expect(declared?.size).toBeGreaterThan(0);
  expect(new Set(told(form(LISTS[list] ?? ""), LISTS[list] ?? ""))).toEqual(declared);
});
