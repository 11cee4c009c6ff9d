import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { inLane } from "../../../support/lane.ts";
import { layOutOf, layOutSource } from "../../../support/lay-out.ts";

const RUNS = { numRuns: inLane({ fast: 40, full: 3_000 }) };

interface Row {
  readonly name: string;
  readonly amount: number;
  readonly line: string;
  readonly part: string;
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
      starts: fc.constantFrom("", "", "part", "line"),
    }),
    { minLength: 2, maxLength: inLane({ fast: 9, full: 16 }) },
  )
  .map((all) => {
    let [line, part] = [0, 0];
    return all.map(({ name, amount, starts }) => {
      if (starts === "line") line += 1;
      if (starts !== "") part += 1;
      return { name, amount, line: `${line}`, part: `${part}` };
    });
  });

interface Form {
  readonly pageMm: number;
  readonly bands: readonly string[];
  readonly before: number;
  readonly header: string;
  readonly split: string;
  readonly limits: string;
  readonly rowHeight: string;
  readonly group: string;
  readonly sums: readonly string[];
  readonly tiers: string;
  readonly merge: string;
  readonly foot: string;
  readonly holder: string;
  readonly after: string;
}

function bandOf(kind: string, on: string): fc.Arbitrary<string> {
  return fc
    .integer({ min: 1, max: 20 })
    .map((height) => `${kind} h=${height}mm on=${on} {\n    text "以上" x=0mm y=0mm w=20mm h=1mm fit=clip\n  }`);
}

const HEAD = 'head "{.key}組"';
const GROUP_FOOT = 'foot { cell "小計" col=name; cell (sum(.items[].amount)) col=amount }';
const GROUPS = [
  "",
  `group (.line) { ${HEAD} }`,
  `group (.line) { ${GROUP_FOOT} }`,
  `group (.line) { ${HEAD}; ${GROUP_FOOT} }`,
  `group (.line) keep=together { ${HEAD}; ${GROUP_FOOT} }`,
  `group (.line) break=page { ${HEAD}; ${GROUP_FOOT} }`,
  `group (.line) repeat-head=false { ${HEAD}; ${GROUP_FOOT} }`,
  `group (.line) repeat-head=false { ${HEAD} }`,
  `group (.line) { ${HEAD}; group (.part) { head "{.key}班"; ${GROUP_FOOT} }; ${GROUP_FOOT} }`,
  `group (.line) { group (.part) keep=together { head "{.key}班"; ${GROUP_FOOT} } }`,
];
const CARRY = "carry (.amount) into=amount";
const PAGE_FOOT = 'pagefoot { cell "頁計" col=name; cell (.amount) col=amount }';
const TIERS = "row { cell (.name) col=name; newrow; cell (.amount) col=amount }";
const TOTAL = 'cell "合計" col=name; cell (total) col=amount';
const EVERY_FOOT = `foot on=every { ${TOTAL} }`;
const COLUMNS = "columns n=2 gap=2mm {";

const TABLE_AFTER = `table items style=grid min-rows=5 {
      column name "品名" w=1fr
      column amount "金額" w=15mm
      foot { ${TOTAL} }
    }`;
const AFTER = [
  "",
  'text "以上のとおりご請求申し上げます。お支払いは期日までにお願い申し上げます。"',
  "stack keep=together { space 4mm; rect w=30mm h=12mm }",
  'text "備考" keep=next\n    text "なし"',
  'text "備考" h=30mm',
  'text "別紙" break=before',
  'each items as=item { text "{item.amount}" }',
  TABLE_AFTER,
];

const anyForm: fc.Arbitrary<Form> = fc.record({
  pageMm: fc.integer({ min: 30, max: 130 }),
  bands: fc
    .tuple(
      fc.option(bandOf("footer", "last"), { freq: 2 }),
      fc.option(bandOf("header", "first")),
      fc.option(bandOf("footer", "rest"), { freq: 1 }),
      fc.option(bandOf("header", "odd"), { freq: 1 }),
      fc.option(bandOf("footer", "even"), { freq: 1 }),
    )
    .map((all) => all.filter((one) => one !== null)),
  before: fc.constantFrom(0, 0, 3, 11, 25),
  header: fc.constantFrom("", "", "header=once", "header=none"),
  split: fc.constantFrom("", "split=none", "split=cell"),
  limits: fc.constantFrom(
    "",
    "",
    "rows-per-page=3",
    "rows-per-page=[2, 5]",
    "rows-per-page=4 fill-rows=true",
    "rows-per-page=[2, 6] fill-rows=true",
    "min-rows=4",
    "min-rows=12",
    "rows-per-page=2 min-rows=5",
  ),
  rowHeight: fc.constantFrom("", "row-h=8mm"),
  group: fc.constantFrom(...GROUPS),
  sums: fc.subarray([CARRY, PAGE_FOOT]),
  tiers: fc.constantFrom("", "", TIERS),
  merge: fc.constantFrom("", "", "merge=same"),
  foot: fc.constantFrom(
    "",
    `foot { ${TOTAL} }`,
    `foot keep=together { ${TOTAL}; newrow; ${TOTAL} }`,
    `foot { ${TOTAL}; newrow; ${TOTAL}; newrow; ${TOTAL} }`,
    EVERY_FOOT,
  ),
  holder: fc.constantFrom("", "", "stack {", "stack keep-min=30mm {", "box padding=2mm border=0.5pt {", COLUMNS),
  after: fc.constantFrom(...AFTER),
});

/**
 * Cells of a record's tiers are joined with nothing. What stays together in one of two columns makes both as high as it
 * is, and what is parted into both makes them half as high, with room for what follows: so columns have rows alone.
 */
const forms = anyForm.map((form): Form => {
  const merge = form.tiers === "" ? form.merge : "";
  if (form.holder !== COLUMNS) return { ...form, merge };
  return { ...form, merge, pageMm: Math.max(form.pageMm, 84), limits: "", group: "", foot: "" };
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
field items[].part string(10) example=["A"]
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
  const options = [form.header, form.split, form.limits, form.rowHeight].join(" ");
  const parts = [...form.sums, form.group, form.tiers, form.foot].join("\n      ");
  return page(
    form,
    `    space ${form.before}mm
    ${form.holder}
    table items style=grid ${options} {
      column name "品名" w=1fr ${form.merge}
      column amount "金額" w=22mm align=right
      ${parts}
    }
    ${form.holder === "" ? "" : "}"}
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
  const layOut = layOutOf(source);
  return items.map((_, last) => layOut({ items: items.slice(0, last + 1) }).value.pages.length);
}

function ascending(counts: readonly number[]): readonly number[] {
  return [...counts].sort((one, other) => one - other);
}

interface Case {
  readonly form: Form;
  readonly items: readonly Row[];
}

/**
 * A foot takes the last row to its page, with all that must stay with that row: where this can be more than what the
 * next row takes along, that row may save a page (see what follows below). So where there is a foot, rows are of one
 * height and cut nowhere, and headings stand on every page; a table's foot takes a row, not a whole group.
 */
function comparable({ form, items }: Case): Case {
  const hasFoot = form.foot !== "" && form.foot !== EVERY_FOOT;
  // Joined cells of several lines give the last of their rows what they lack.
  const even = items.map((row) => ({ ...row, name: form.merge === "" ? (items[0]?.name ?? "") : "品" }));
  if (!hasFoot && !form.group.includes(GROUP_FOOT)) return { form, items: form.after === TABLE_AFTER ? even : items };
  const repeated = form.group.replaceAll("repeat-head=false ", "");
  return {
    form: {
      ...form,
      header: form.header === "header=once" ? "" : form.header,
      split: form.split === "split=cell" ? "" : form.split,
      group: hasFoot ? repeated.replaceAll("keep=together ", "") : repeated,
    },
    items: even,
  };
}

/** In the narrow columns a row may be taller than a page: then it is cut where it need not be in a row more. */
function isTooTall({ form, items }: Case): boolean {
  if (form.holder !== COLUMNS) return false;
  return layOutSource(tableForm(form), { items }).diagnostics.some(({ severity }) => severity === "error");
}

describe("one row more", () => {
  test("never takes fewer pages in a table of any form", () => {
    fc.assert(
      fc.property(fc.record({ form: forms, items: rows }).map(comparable), (one) => {
        fc.pre(!isTooTall(one));
        const counts = pageCounts(tableForm(one.form), one.items);
        expect(counts).toEqual(ascending(counts));
      }),
      RUNS,
    );
  });

  test("never takes fewer pages in a flow of any elements", () => {
    const columns = fc.integer({ min: 1, max: 3 });
    fc.assert(
      fc.property(forms, fc.constantFrom(...RECORDS), columns, rows, (form, record, count, items) => {
        const after = form.after === TABLE_AFTER ? "" : form.after;
        const counts = pageCounts(flowForm({ ...form, after }, record, count), items);
        expect(counts).toEqual(ascending(counts));
      }),
      RUNS,
    );
  });
});
