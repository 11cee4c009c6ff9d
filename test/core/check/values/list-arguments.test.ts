// Everything that may stand where an element repeats over a list, in every such element: what is accepted repeats for
// each of its entries, and what is refused offers an edit that ends in a form without errors, or names what to do.
import { describe, expect, test } from "vitest";
import { compileSource, examplePayload } from "../../../../src/core/canvas/index.ts";
import { applyEdits, type Diagnostic } from "../../../../src/core/diagnostics/index.ts";
import { planRecords } from "../../../../src/core/engine/messages/records.ts";
import { ELEMENTS } from "../../../../src/core/schema/index.ts";
import { layOutSource, pageLines } from "../../../support/lay-out.ts";

/** What an element is told to repeat over, by the number of entries that the examples give it. */
const LISTS: Readonly<Record<string, number>> = {
  orders: 3,
  "orders[]": 3,
  "(orders)": 3,
  "orders[.on]": 2,
  "orders [.on]": 2,
  "(orders[.on])": 2,
  "orders[.on].lines": 4,
  "(orders[.on][].lines)": 4,
  "orders[].lines": 6,
  "orders[].lines[]": 6,
  "(orders[].lines)": 6,
  "orders[].code": 3,
  "(orders[].code)": 3,
  "one.lines": 2,
  "one.lines[]": 2,
  "(one.lines)": 2,
  "one.lines[.m > 1]": 1,
  numbers: 2,
  "numbers[]": 2,
  "(numbers)": 2,
  "numbers[.value > 1]": 1,
  big: 2,
  "(big)": 2,
  "big[.on]": 1,
  grouped: 2,
  "(sort(grouped, .key))": 2,
  "(sort(orders, .code))": 3,
  "(sort(orders, .code)[].lines)": 6,
  "(group(orders, .on))": 2,
  "(distinct(orders[].code))": 3,
  "(if(flag, orders, orders[.on]))": 3,
  "(split(txt, ','))": 2,
};

/** Paths of arrays of records: what `source` takes. */
const ARRAYS: readonly string[] = [
  ...[
    "orders",
    "orders[]",
    "(orders)",
    "orders[].lines",
    "orders[].lines[]",
    "(orders[].lines)",
    "one.lines",
    "one.lines[]",
    "(one.lines)",
  ],
];

/** What is refused, by what its edits make of it in turn; null where only words can help. */
const REFUSED: Readonly<Record<string, string | null>> = {
  "sort(orders, .code)": "(sort(orders, .code))",
  "sort(orders, .code)[].lines": "(sort(orders, .code)[].lines)",
  "group(orders, .on)": "(group(orders, .on))",
  "distinct(orders[].code)": "(distinct(orders[].code))",
  "filter(orders, .on)": "orders[.on]",
  "orders where .on": "orders[.on]",
  "first(orders)": "orders[index == 1]",
  "(first(orders))": "orders[index == 1]",
  "(last(orders))": "orders[index == count(orders)]",
  "orders[on]": "orders[.on]",
  "orders.lines": "orders[].lines",
  ordrs: "orders",
  one: "one.lines",
  "(one)": "one.lines",
  '"orders"': "orders",
  "'orders'": "orders",
  "orders[0]": null,
  "orders[.n]": null,
  "orders[.nope]": null,
  flag: null,
  "(flag)": null,
  txt: null,
  none: null,
  "(none)": null,
  "none[.on]": null,
};

/** What `source` refuses beside these; its records are those of the data. */
const REFUSED_AS_SOURCE: Readonly<Record<string, string | null>> = {
  ...Object.fromEntries(
    Object.keys({ ...LISTS, ...REFUSED })
      .filter((list) => !ARRAYS.includes(list) && /\borders\b/.test(list))
      .map((list) => [list, /lines/.test(list) && !list.startsWith("sort") ? "orders[].lines" : "orders"]),
  ),
  ...{
    "(sort(orders, .code)[].lines)": "orders",
    "sort(orders, .code)[].lines": "orders",
    "(distinct(orders[].code))": "orders",
  },
  ...{ "one.lines[.m > 1]": "one.lines", one: "one.lines", "(one)": "one.lines" },
  ...{
    big: "orders",
    "(big)": "orders",
    "big[.on]": "orders",
    grouped: "orders",
    "(sort(grouped, .key))": "orders",
    ordrs: "orders",
  },
  ...{ numbers: null, "numbers[]": null, "(numbers)": null, "numbers[.value > 1]": null, "(split(txt, ','))": null },
  ...{ flag: null, "(flag)": null, txt: null, none: null, "(none)": null, "none[.on]": null },
};

/** An element over a list; each entry shows ◆ with its number. */
const PLACES = {
  each: (list: string) => `each ${list} {\n      text "◆{index}"\n    }`,
  table: (list: string) => `table ${list} {\n      column no "番号" "◆{index}" w=30mm\n    }`,
  gantt: (list: string) =>
    `gantt ${list} {\n      column no "番号" "◆{index}" w=30mm\n` +
    `      scale from=(from) to=(to) unit=day\n      bar start=(from) end=(to)\n    }`,
  "chart bar": (list: string) => chart("bar", list),
  "chart line": (list: string) => chart("line", list),
  "chart pie": (list: string) => chart("pie", list),
  "chart stacked": (list: string) => chart("stacked", list),
  "column each": (list: string) =>
    `table days {\n      column no "番号" (index) w=30mm\n      column each ${list} as=m "◆{index}" (1) w=12mm\n    }`,
  bar: (list: string) => marked(`bar ${list} as=b start=(from) end=(addDays(from, 1)) label="◆{index}"`),
  milestone: (list: string) => marked(`milestone ${list} as=b (addDays(from, 1)) "◆{index}"`),
} as const satisfies Readonly<Record<string, (list: string) => string>>;

function marked(mark: string): string {
  const scale = "scale from=(from) to=(to) unit=day";
  return `gantt days row-h=40mm {\n      column x "番号" w=30mm\n      ${scale}\n      ${mark}\n    }`;
}

function chart(kind: string, list: string): string {
  return `chart ${kind} ${list} h=60mm alt="図" {\n      category "◆{index}"\n      series "数" (index)\n    }`;
}

function form(body: string, source = ""): string {
  return `rpt 1
document lists title="表" lang=ja
${source}field orders[].code string(6) example=["C1", "C2", "C3"]
field orders[].on bool example=[true, false, true]
field orders[].n int min=0 max=9 example=[1, 2, 3]
field orders[].lines[].m int min=0 max=9 example=[[1, 2], [3, 4], [1, 2]]
field days[].x int min=0 max=9 example=[1]
field one.lines[].m int min=0 max=9 example=[1, 2]
field numbers[] int example=[1, 2]
field flag bool example=true
field txt string(9) example="a,b"
field from date example="2026-10-01"
field to date example="2026-10-05"
let big[] = orders[.n > 1]
let grouped[] = group(orders, .on)
fonts gothic="Noto Sans JP"
sizes body=9pt
style base font=gothic size=body
page A4 landscape margin=12mm {
  body gap=3mm {
    ${body}
  }
}
`;
}

const sourceForm = (list: string): string => form('text "{record.n}"', `source ${list} as=c\n`);

const errorsOf = (source: string): readonly Diagnostic[] =>
  compileSource(source).diagnostics.filter(({ severity }) => severity === "error");

/** Repairs are made one after another, as an author makes them. */
const ROUNDS_MAX = 3;

function mended(source: string): string | null {
  let written = source;
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const [error] = errorsOf(written);
    if (error === undefined) return written;
    const edits = error.repair?.edits ?? [];
    if (edits.length === 0) return null;
    written = applyEdits(written, edits);
  }
  return errorsOf(written).length === 0 ? written : null;
}

function expectRefusal(write: (list: string) => string, list: string, meant: string | null | undefined): void {
  const source = write(list);
  const found = errorsOf(source);
  expect(found, source).not.toEqual([]);
  if (meant === null) {
    // Nobody knows what was meant: no edit, but words that say what to do.
    expect(found[0]?.repair?.edits, list).toEqual([]);
    expect(found[0]?.repair?.title, list).not.toBe("");
    return;
  }
  expect(mended(source), `${list}: ${found.map(({ message }) => message).join("; ")}`).toBe(write(meant ?? ""));
}

describe.each(Object.entries(PLACES))("%s", (_, place) => {
  const write = (list: string): string => form(place(list));

  test.each(Object.entries(LISTS))("repeats over %s", (list, entries) => {
    const source = write(list);
    expect(errorsOf(source)).toEqual([]);
    const { value, diagnostics } = layOutSource(source);
    expect(diagnostics).toEqual([]);
    const shown = new Set(pageLines(value, 0).flatMap((line) => line.match(/◆\d/g) ?? []));
    expect(shown).toEqual(new Set(Array.from({ length: entries }, (__, at) => `◆${at + 1}`)));
  });

  test.each(Object.entries(REFUSED))("refuses %s, and its repair works", (list, meant) => {
    expectRefusal(write, list, meant);
  });
});

describe("source", () => {
  const lists = Object.keys({ ...LISTS, ...REFUSED });

  test.each(lists.filter((list) => ARRAYS.includes(list)))("makes a document of each entry of %s", (list) => {
    const { value: canvas, diagnostics } = compileSource(sourceForm(list));
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    if (canvas === null) return;
    const plan = planRecords(canvas, new TextEncoder().encode(examplePayload(canvas)), false);
    expect(plan).toMatchObject({ count: LISTS[list] });
  });

  test.each(lists.filter((list) => !ARRAYS.includes(list)))("refuses %s, and its repair works", (list) => {
    expectRefusal(sourceForm, list, REFUSED_AS_SOURCE[list]);
  });
});

test("every element that repeats over a list is tried here", () => {
  const repeating = ELEMENTS.filter(({ args }) => args.some(({ kind }) => kind === "array" || kind === "records"));
  const tried = new Set([...Object.keys(PLACES), "source"].map((place) => place.split(" ")[0]));
  expect(new Set(repeating.map(({ name }) => name))).toEqual(tried);
});
