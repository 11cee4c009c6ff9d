// Everything that may stand where an element repeats over a list, in every such element: what is accepted repeats for
// each of its entries, and what is refused offers an edit that ends in a form without errors, or names what to do.
import { describe, expect, test } from "vitest";
import { compileSource, examplePayload } from "../../../src/core/canvas/index.ts";
import { ELEMENTS } from "../../../src/core/check/index.ts";
import { applyEdits, type Diagnostic } from "../../../src/core/diagnostics/index.ts";
import { planRecords } from "../../../src/core/engine/records.ts";
import { layOutSource, pageLines } from "../../support/lay-out.ts";

/** What an element is told to repeat over, by the number of entries that the examples give it. */
const LISTS: Readonly<Record<string, number>> = {
  cs: 3,
  "cs[]": 3,
  "(cs)": 3,
  "cs[.on]": 2,
  "cs [.on]": 2,
  "(cs[.on])": 2,
  "cs[.on].subs": 4,
  "(cs[.on][].subs)": 4,
  "cs[].subs": 6,
  "cs[].subs[]": 6,
  "(cs[].subs)": 6,
  "cs[].code": 3,
  "(cs[].code)": 3,
  "one.subs": 2,
  "one.subs[]": 2,
  "(one.subs)": 2,
  "one.subs[.m > 1]": 1,
  ns: 2,
  "ns[]": 2,
  "(ns)": 2,
  "ns[.value > 1]": 1,
  big: 2,
  "(big)": 2,
  "big[.on]": 1,
  grs: 2,
  "(sort(grs, .key))": 2,
  "(sort(cs, .code))": 3,
  "(sort(cs, .code)[].subs)": 6,
  "(group(cs, .on))": 2,
  "(distinct(cs[].code))": 3,
  "(if(flag, cs, cs[.on]))": 3,
  "(split(txt, ','))": 2,
};

/** Paths of arrays of records: what `source` takes. */
const ARRAYS: readonly string[] = [
  ...["cs", "cs[]", "(cs)", "cs[].subs", "cs[].subs[]", "(cs[].subs)", "one.subs", "one.subs[]", "(one.subs)"],
];

/** What is refused, by what its edits make of it in turn; null where only words can help. */
const REFUSED: Readonly<Record<string, string | null>> = {
  "sort(cs, .code)": "(sort(cs, .code))",
  "sort(cs, .code)[].subs": "(sort(cs, .code)[].subs)",
  "group(cs, .on)": "(group(cs, .on))",
  "distinct(cs[].code)": "(distinct(cs[].code))",
  "filter(cs, .on)": "cs[.on]",
  "cs where .on": "cs[.on]",
  "first(cs)": "cs[index == 1]",
  "(first(cs))": "cs[index == 1]",
  "(last(cs))": "cs[index == count(cs)]",
  "cs[on]": "cs[.on]",
  "cs.subs": "cs[].subs",
  cz: "cs",
  one: "one.subs",
  "(one)": "one.subs",
  '"cs"': "cs",
  "'cs'": "cs",
  "cs[0]": null,
  "cs[.n]": null,
  "cs[.nope]": null,
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
      .filter((list) => !ARRAYS.includes(list) && /\bcs\b/.test(list))
      .map((list) => [list, /subs/.test(list) && !list.startsWith("sort") ? "cs[].subs" : "cs"]),
  ),
  ...{ "(sort(cs, .code)[].subs)": "cs", "sort(cs, .code)[].subs": "cs", "(distinct(cs[].code))": "cs" },
  ...{ "one.subs[.m > 1]": "one.subs", one: "one.subs", "(one)": "one.subs" },
  ...{ big: "cs", "(big)": "cs", "big[.on]": "cs", grs: "cs", "(sort(grs, .key))": "cs", cz: "cs" },
  ...{ ns: null, "ns[]": null, "(ns)": null, "ns[.value > 1]": null, "(split(txt, ','))": null },
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
    `table ds {\n      column no "番号" (index) w=30mm\n      column each ${list} as=m "◆{index}" (1) w=12mm\n    }`,
} as const satisfies Readonly<Record<string, (list: string) => string>>;

function chart(kind: string, list: string): string {
  return `chart ${kind} ${list} h=60mm alt="図" {\n      category "◆{index}"\n      series "数" (index)\n    }`;
}

function form(body: string, source = ""): string {
  return `rpt 1
document lists title="表" lang=ja
${source}field cs[].code string(6) example=["C1", "C2", "C3"]
field cs[].on bool example=[true, false, true]
field cs[].n int min=0 max=9 example=[1, 2, 3]
field cs[].subs[].m int min=0 max=9 example=[[1, 2], [3, 4], [1, 2]]
field ds[].x int min=0 max=9 example=[1]
field one.subs[].m int min=0 max=9 example=[1, 2]
field ns[] int example=[1, 2]
field flag bool example=true
field txt string(9) example="a,b"
field from date example="2026-10-01"
field to date example="2026-10-05"
let big[] = cs[.n > 1]
let grs[] = group(cs, .on)
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
