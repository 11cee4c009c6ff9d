// Lists that a form computes are tried with as many rows as those that it declares.
import { expect, test } from "vitest";
import { pdfEngine } from "./sources.ts";

const engine = pdfEngine();

const LISTS: Readonly<Record<string, string>> = {
  "a filter": "(r[.a > 0])",
  "a filter that the examples do not pass": "(r[.a > 50])",
  sort: "(sort(r, .a))",
  "a sorted filter": "(sort(r[.a > 0], .a, desc))",
  "a let": "z",
};

const ELEMENTS: Readonly<Record<string, (list: string) => string>> = {
  table: (list) => `plate h=30mm {\ntable ${list} x=0mm y=0mm w=80mm {\ncolumn t "甲" w=40mm\n}\n}`,
  each: (list) => `plate h=30mm {\nstack x=0mm y=0mm w=40mm {\neach ${list} {\ntext (.t)\n}\n}\n}`,
  chart: (list) => `chart bar ${list} h=60mm w=60mm alt="甲" {\ncategory (.t)\nseries "乙" (.a)\n}`,
  gantt: (list) =>
    `plate h=30mm {\ngantt ${list} x=0mm y=0mm w=120mm {\ncolumn t "甲" w=40mm\n` +
    "scale from=(d) to=(addDays(d, 9)) unit=day\nbar start=(d) end=(addDays(d, 3))\n}\n}",
};

function told(form: string): readonly string[] {
  const source = `rpt 1
field d date example="2026-06-01"
field r[] max=30
field r[].t string(10) example=["甲"]
field r[].a int min=1 max=99 example=[4]
let z = sort(r[.a > 0], .a)
page A4 margin=15mm {
body {
${form}
}
}
`;
  const { diagnostics } = engine.check({ source, data: null, worstCases: true });
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  return diagnostics
    .filter(({ code }) => code === "RPT4031" || code === "RPT4032")
    .map(({ span }) => {
      return source.slice(span.start).split(/[\s(]/u)[0] ?? "";
    });
}

const CASES = Object.keys(ELEMENTS).flatMap((name) => Object.keys(LISTS).map((list) => [name, list] as const));

test.each(CASES)("%s of %s", (name, list) => {
  const form = ELEMENTS[name] ?? String;
  const declared = new Set(told(form("r")));
  expect(declared).not.toEqual(new Set());
  expect(new Set(told(form(LISTS[list] ?? "")))).toEqual(declared);
});
