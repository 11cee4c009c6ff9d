import { expect, test } from "vitest";
import { bundledFonts, createEngine } from "../../../../src/core/engine/index.ts";

// Long lists go on to more pages, so a check tries their longest texts in few of their entries. Where the form promises
// a number of pages, all declared entries have their longest texts.

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });

interface Form {
  readonly max?: string;
  readonly page?: string;
  readonly table?: string;
  readonly text?: string;
}

function found({ max = "max=60", page = "", table = "", text = "string(120)" }: Form): readonly string[] {
  const source = `rpt 1
document questions title="質問票" lang=ja
field rows[] ${max}
field rows[].id string(5) example=["Q1", "Q2"]
field rows[].t ${text} example=["納期は", "価格は"]
sizes body=9pt
style base size=body
page A5 margin=10mm ${page} {
  body {
    table rows ${table} {
      column id "番号" w=14mm
      column t "質問" w=40mm wrap=char padding-left=1mm
    }
  }
}
`;
  return engine.check({ source, data: null }).diagnostics.map(({ code, message }) => `${code} ${message}`);
}

const AT_LIMITS = "with rows[] of 60 entries, rows[].id of 5 characters and rows[].t of 120 characters: ";

test("long texts in many rows that need more pages than the form promises are told", () => {
  expect(found({ page: "pages=4" })).toEqual([
    expect.stringContaining(`RPT4031 ${AT_LIMITS}the record takes 15 pages, pages=4 allows 4`),
  ]);
});

test.each<[string, Form]>([
  ["a bounded list", {}],
  ["a list without a bound", { max: "" }],
])("fewer rows on a page than it plans are told of %s", (_, form) => {
  const rows = "with rows[] of 20 entries, rows[].id of 5 characters and rows[].t of 120 characters: ";
  const needs = expect.stringContaining(`RPT4032 ${rows}rows-per-page=10 needs`);
  expect(found({ ...form, table: "rows-per-page=10" })).toEqual([needs]);
});

test.each<[string, Form]>([
  ["a form that promises nothing", {}],
  ["as many pages as they need", { page: "pages=20" }],
  ["as many rows on each page as it plans", { table: "rows-per-page=3" }],
  ["a plan of more rows than its list takes, which have room", { table: "rows-per-page=10", max: "max=4" }],
  ["a list without a bound", { max: "", page: "pages=8" }],
  ["texts that take seconds to lay out", { text: "string(300)", page: "pages=50", max: "max=250" }],
])("%s has no such finding", (_, form) => {
  expect(found(form)).toEqual([]);
});
