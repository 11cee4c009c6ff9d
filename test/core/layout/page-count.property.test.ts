import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { inLane } from "../../support/lane.ts";
import { layOutSource } from "../../support/lay-out.ts";

const RUNS = { numRuns: inLane({ fast: 40, full: 2_000 }) };

interface Row {
  readonly name: string;
  readonly amount: number;
  readonly line: string;
}

/** Rows of few groups in order, so that a row that follows goes to the end of what is there. */
const rows: fc.Arbitrary<readonly Row[]> = fc
  .array(
    fc.record({
      name: fc.constantFrom(
        "品",
        "品名",
        "二行にわたる長い品名の品物",
        "三行にわたる、たいへん長い品名の品物です。ご注意",
      ),
      amount: fc.integer({ min: 0, max: 999 }),
      starts: fc.boolean(),
    }),
    { minLength: 2, maxLength: inLane({ fast: 9, full: 16 }) },
  )
  .map((all) => {
    let line = 0;
    return all.map(({ name, amount, starts }) => {
      if (starts) line += 1;
      return { name, amount, line: `${line}` };
    });
  });

interface Form {
  readonly pageMm: number;
  readonly bands: readonly string[];
  readonly before: number;
  readonly options: readonly string[];
  readonly parts: readonly string[];
  readonly foot: string;
  readonly after: string;
}

function bandOf(kind: string, on: string): fc.Arbitrary<string> {
  return fc
    .integer({ min: 1, max: 26 })
    .map((height) => `${kind} h=${height}mm on=${on} {\n    text "以上" x=0mm y=0mm w=20mm h=1mm fit=clip\n  }`);
}

/**
 * Without a foot of its own: that would stay with its group's only row, and a second row would give the group a place
 * where it may part.
 */
const GROUP = `group (.line) { head "{.key}組" }`;
const CARRY = "carry (.amount) into=amount";
const PAGE_FOOT = 'pagefoot { cell "頁計" col=name; cell (.amount) col=amount }';
const TOTAL = 'cell "合計" col=name; cell (total) col=amount';

const forms: fc.Arbitrary<Form> = fc.record({
  pageMm: fc.integer({ min: 84, max: 130 }),
  bands: fc
    .tuple(
      fc.option(bandOf("footer", "last"), { freq: 4 }),
      fc.option(bandOf("header", "first")),
      fc.option(bandOf("footer", "rest"), { freq: 1 }),
    )
    .map((all) => all.filter((one) => one !== null)),
  before: fc.constantFrom(0, 0, 3, 11, 25),
  options: fc
    .tuple(
      fc.constantFrom("", "header=once", "header=none"),
      fc.constantFrom("", "split=none", "split=cell"),
      fc.constantFrom("", "rows-per-page=3", "rows-per-page=[2, 5]", "rows-per-page=2"),
      fc.constantFrom("", "row-h=8mm"),
    )
    .map((all) => all.filter((one) => one !== "")),
  parts: fc.subarray([CARRY, PAGE_FOOT, GROUP]),
  foot: fc.constantFrom(
    "",
    `foot { ${TOTAL} }`,
    `foot keep=together { ${TOTAL}; newrow; ${TOTAL} }`,
    `foot on=every { ${TOTAL} }`,
  ),
  after: fc.constantFrom(
    "",
    'text "以上のとおりご請求申し上げます。お支払いは期日までにお願い申し上げます。"',
    "stack keep=together { space 4mm; rect w=30mm h=12mm }",
    'text "備考" keep=next\n    text "なし"',
  ),
});

/** `stack { text "a"; text "b" }` → a line for each. */
function inLines(source: string): string {
  return source.replaceAll("{ ", "{\n").replaceAll("; ", "\n").replaceAll(" }", "\n}");
}

function page({ pageMm, bands }: Form, body: string): string {
  return inLines(`rpt 1
field items[].name string(200) example=["品"]
field items[].amount int example=[1]
field items[].line string(10) example=["A"]
let total = sum(items[].amount)
fonts gothic="Noto Sans JP"
sizes body=9pt
style base font=gothic size=body line-height=1.3
style grid border=0.25pt padding=0.5mm
page 80mm ${pageMm}mm margin=6mm {
  ${bands.join("\n  ")}
  body {
${body}
  }
}
`);
}

function tableForm(form: Form): string {
  return page(
    form,
    `    space ${form.before}mm
    table items style=grid ${form.options.join(" ")} {
      column name "品名" w=1fr
      column amount "金額" w=22mm align=right
      ${[...form.parts, form.foot].join("\n      ")}
    }
    ${form.after}`,
  );
}

const RECORDS = [
  'text "{.name}"',
  'text "{.name}" keep=together',
  'box border=0.25pt padding=1mm { text "{.name}"; text "{.amount}" }',
  'stack keep=together { text "{.name}"; space 2mm; text "{.amount}" }',
  'text "{.line}" keep=next\n      text "{.name}"',
];

function flowForm(form: Form, record: string, columns: number): string {
  const each = `each items as=item {\n      ${record.replaceAll("{.", "{item.")}\n    }`;
  const body = columns === 1 ? each : `columns n=${columns} gap=4mm {\n    ${each}\n    }`;
  return page(form, `    space ${form.before}mm\n    ${body}\n    ${form.after}`);
}

/** Pages of the first rows, for each number of them. */
function pageCounts(source: string, items: readonly Row[]): readonly number[] {
  return items.map((_, last) => layOutSource(source, { items: items.slice(0, last + 1) }).value.pages.length);
}

function ascending(counts: readonly number[]): readonly number[] {
  return [...counts].sort((one, other) => one - other);
}

/**
 * A foot takes the last row to its page, and a head its group's first: where rows differ in height, a lower row that
 * follows a higher one lets less be taken, and a page be saved. So rows of such tables are of one height.
 */
function comparable(form: Form, items: readonly Row[]): readonly Row[] {
  if (form.foot === "" && !form.parts.includes(GROUP)) return items;
  return items.map((row) => ({ ...row, name: items[0]?.name ?? "" }));
}

describe("one row more", () => {
  test("never takes fewer pages in a table of any form", () => {
    fc.assert(
      fc.property(forms, rows, (form, all) => {
        const items = comparable(form, all);
        const counts = pageCounts(tableForm(form), items);
        expect(counts).toEqual(ascending(counts));
      }),
      RUNS,
    );
  });

  test("never takes fewer pages in a flow of any elements", () => {
    const columns = fc.integer({ min: 1, max: 3 });
    fc.assert(
      fc.property(forms, fc.constantFrom(...RECORDS), columns, rows, (form, record, count, items) => {
        const counts = pageCounts(flowForm(form, record, count), items);
        expect(counts).toEqual(ascending(counts));
      }),
      RUNS,
    );
  });
});
