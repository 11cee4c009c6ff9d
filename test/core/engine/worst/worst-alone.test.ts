// What decides between a warning and an info: a declared limit of one field that breaks the form by itself is RPT4031,
// whoever it is that has no room then; what nobody declared, and what only warns together, is RPT4032. Declared limits
// that are an error of a render together are RPT4031 as well.
import { describe, expect, test } from "vitest";
import type { Diagnostic } from "../../../../src/core/diagnostics/index.ts";
import { bundledFonts, createEngine } from "../../../../src/core/engine/index.ts";

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });

function form(fields: readonly string[], body: string): string {
  return `rpt 1
document form lang=ja
fonts gothic="Noto Sans JP"
sizes body=9pt
style base font=gothic size=body
${fields.join("\n")}
page w=100mm h=60mm margin=8mm {
  body {
${body}
  }
}
`;
}

/** The first part of a row takes what it needs, and leaves the rest to the other: 82 mm together. */
function row(first: string, other = '"合計"'): string {
  return `row gap=2mm {\n text ${first} w=auto\n text ${other} w=1fr align=right\n }`;
}

const UNBOUNDED = "which is what it takes without a declared bound";
const LONG = "国".repeat(40);
const SIX_TIMES = row('"{n}{n}{n}{n}{n}{n}"');
const EACH = "plate h=30mm {\n each items x=0mm y=0mm w=60mm {\n text (.v)\n }\n }";
const COLUMNS = 'table rows {\n column name "名" w=20mm\n column each .ms as=m "{m.k}" (m.v) w=1fr\n }';
const ENTRIES = ['field rows[].name string(3) example=["東"]', "field rows[].ms[].v int min=0 max=9 example=[[1, 2]]"];
const HEADED = [...ENTRIES, 'field rows[].ms[].k string(3) example=[["4月", "5月"]]'];

const CASES: readonly {
  readonly kind: string;
  readonly fields: readonly string[];
  readonly body: string;
  /** The beginnings of what is told of declared, and of undeclared or joint limits. */
  readonly told: readonly string[];
}[] = [
  {
    kind: "a text beside a number, by its declared length",
    fields: ['field a string(40) example="短"', "field n int min=0 max=999 example=123"],
    body: row("(a)", "(n)"),
    told: ["RPT4031 with a of 40 characters: "],
  },
  {
    kind: "a text beside a number, without a length",
    fields: ['field a string example="短"', "field n int min=0 max=999 example=123"],
    body: row("(a)", "(n)"),
    told: [`RPT4032 with a of 200 characters, ${UNBOUNDED}: `],
  },
  {
    kind: "a text and a number, by both of their limits",
    fields: ['field a string(22) example="短"', "field n int min=0 max=999999999 example=123"],
    body: row("(a)", "(n)"),
    told: ["RPT4031 with n of 999999999 and a of 22 characters: "],
  },
  {
    kind: "a text, by its length, beside a number that would leave it room",
    fields: ['field a string(40) example="短"', "field n int min=0 max=999999999 example=123"],
    body: row("(a)", "(n)"),
    // The number has no column left, and is told with its longest: what it needs is then enough.
    told: ["RPT4031 with n of 999999999 and a of 40 characters: "],
  },
  {
    kind: "a number, by its declared max",
    fields: ["field n int min=0 max=999999999 example=1"],
    body: SIX_TIMES,
    told: ["RPT4031 with n of 999999999: "],
  },
  {
    kind: "a number, by its declared min",
    fields: ["field n int min=-999999999 max=9 example=1"],
    body: SIX_TIMES,
    told: ["RPT4031 with n of -999999999: "],
  },
  {
    kind: "a number, by what its type says",
    fields: ["field n decimal(9,0) min=0 example=1"],
    body: SIX_TIMES,
    told: ["RPT4031 with n of 999999999: "],
  },
  {
    kind: "a number without a bound",
    fields: ["field n int example=1"],
    body: SIX_TIMES,
    told: [`RPT4032 with n of 999999999, ${UNBOUNDED}: `],
  },
  {
    kind: "numbers whose product is too wide",
    fields: ["field n int min=0 max=9999999 example=1", "field m int min=0 max=9999999 example=1"],
    body: 'plate h=10mm {\n text "{n * m}" x=0mm y=0mm w=16mm h=5mm\n }',
    told: ["RPT4031 with n of 9999999 and m of 9999999: "],
  },
  {
    kind: "an enumeration, by the label of a choice",
    fields: [`field e enum(a, b) labels=["短", "${LONG}"] example=a`],
    body: row("(label(e))"),
    told: [`RPT4031 with e of ${LONG}: `],
  },
  {
    kind: "a flag, by the words that it chooses",
    fields: ["field f bool example=false"],
    body: row(`(if(f, '${LONG}', '短'))`),
    told: ["RPT4031 with f of true: "],
  },
  {
    kind: "an optional field, by the words in its place",
    fields: ['field o? string(3) example="有"'],
    body: row(`(o ?? '${LONG}')`),
    told: ["RPT4031 with o absent: "],
  },
  {
    kind: "a text that a flag shows",
    fields: ['field a string(40) example="短"', "field f bool example=false"],
    body: "plate h=10mm {\n text (a) x=0mm y=0mm w=40mm h=5mm when=(f)\n }",
    told: ["RPT4031 with a of 40 characters: "],
  },
  {
    kind: "a list of values, by its declared max",
    fields: ['field tags[] string(1) max=40 example=["甲"]'],
    body: row("(join(tags, ''))"),
    told: ["RPT4031 with tags[] of 40 entries: "],
  },
  {
    kind: "a list of records, by its declared max",
    fields: ["field items[] max=20", "field items[].v int min=0 max=9 example=[1]"],
    body: EACH,
    told: ["RPT4031 with items[] of 20 entries: "],
  },
  {
    kind: "a list of records without a max",
    fields: ["field items[].v int min=0 max=9 example=[1]"],
    body: EACH,
    told: [`RPT4032 with items[] of 80 entries, ${UNBOUNDED}: `],
  },
  {
    kind: "the columns of a list, by its declared max",
    fields: ["field rows[].ms[] max=24", ...HEADED],
    body: COLUMNS,
    told: ["RPT4031 with rows[].ms[] of 24 entries: "],
  },
  {
    kind: "the columns of a list without a max",
    fields: HEADED,
    body: COLUMNS,
    told: [`RPT4032 with rows[].ms[] of 80 entries, ${UNBOUNDED}: `],
  },
  {
    kind: "the columns of a list of values without a max",
    fields: [ENTRIES[0] ?? "", "field rows[].vs[] int example=[[1, 2]]"],
    body: COLUMNS.replace('.ms as=m "{m.k}" (m.v)', '.vs as=m "列" (m)'),
    told: [`RPT4032 with rows[].vs[] of 80 entries, ${UNBOUNDED}: `],
  },
];

function codesOf(source: string): readonly Diagnostic[] {
  return engine.check({ source, data: null }).diagnostics.filter(({ code }) => code !== "RPT4033");
}

describe("what breaks a form", () => {
  test.each(CASES)("$kind", ({ fields, body, told }) => {
    const found = codesOf(form(fields, body));
    const [first] = found.filter(({ code }) => code === told[0]?.slice(0, "RPT0000".length));
    expect(
      `${first?.code} ${first?.message}`.startsWith(told[0] ?? "-"),
      found.map((one) => `${one.code} ${one.message}`).join("\n"),
    ).toBe(true);
    // A warning is told for a declared limit alone, and for nothing else.
    const warns = found.some(({ severity }) => severity !== "info");
    expect(warns).toBe(told[0]?.startsWith("RPT4031"));
  });
});

test("a repair names no capacity of another box, which holds what is declared", () => {
  const fields = ['field s string(40) example="短"'];
  const body =
    "rich w=60mm h=8mm fit=clip {\n span (s) size=body weight=bold\n }\n text (s) lines=1 size=body min-size=4pt";
  const { diagnostics } = engine.check({ source: form(fields, body), data: null });
  const repairs = diagnostics.flatMap(({ code, repair }) => (code === "RPT4031" ? [repair?.title ?? ""] : []));
  expect(repairs.length).toBeGreaterThan(0);
  for (const repair of repairs) expect(repair).not.toContain("declare what fits (40");
});

test("a check digit that the worst data lack is theirs, and not the declaration's", () => {
  const body = 'barcode gs1-128 "({left(code, 2)}){mid(code, 3, 42)}" w=80mm h=18mm text=true';
  const told = (pattern: string) =>
    codesOf(
      form([`field code string pattern='${pattern}' example="91912345000000421183307261218900000095700016"`], body),
    );
  expect(told("^91[0-9]{42}$")).toEqual([]);
  expect(told("^[0-9]{44}$").map(({ code }) => code)).toEqual(["RPT4031"]);
});
