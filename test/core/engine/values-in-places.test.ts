// Data that nothing declares may hold anything anywhere: what its place has no use for is told, never left out.
import { describe, expect, test } from "vitest";
import { compileSource } from "../../../src/core/canvas/index.ts";
import type { Diagnostic } from "../../../src/core/diagnostics/index.ts";
import { hasMisfit } from "../../../src/core/engine/drawing/misfit.ts";
import { sampled } from "../../support/lane.ts";
import { layOutData } from "../../support/lay-out.ts";
import { bytesOf, pdfEngine } from "./sources.ts";

const engine = pdfEngine();

/** Every kind of value that JSON has; null is absent, and a place for it stays empty. */
const VALUES = {
  text: "甲乙",
  "an empty text": "",
  number: 12,
  "digits in a text": "12",
  true: true,
  false: false,
  date: "2026-10-31",
  list: [1, 2],
  "list of texts": ["a", "b"],
  "list of lists": [
    [1, 2],
    [3, 4],
  ],
  "list of objects": [{ a: 1 }, { a: 2 }],
  "an empty list": [],
  object: { a: 1 },
  "an empty object": {},
} as const satisfies Readonly<Record<string, unknown>>;
type Kind = keyof typeof VALUES;

const SHOWN: readonly Kind[] = ["text", "an empty text", "number", "digits in a text", "true", "false", "date"];
const LISTS: readonly Kind[] = ["list", "list of texts", "list of lists", "list of objects", "an empty list"];
const TEXTS: readonly Kind[] = ["text", "an empty text", "digits in a text", "date"];
const NUMBERS: readonly Kind[] = ["number", "digits in a text"];
const FLAGS: readonly Kind[] = ["true", "false"];
const OBJECTS: readonly Kind[] = ["object", "an empty object"];
const ANYTHING = Object.keys(VALUES) as readonly Kind[];

/** Where `v` may stand, and the kinds of values that are drawn or counted there for what they are. */
const PLACES = {
  "a text's placeholder": { form: 'text "{v}"', takes: SHOWN },
  "a placeholder among words": { form: 'text "甲 {v} 乙"', takes: SHOWN },
  "a text's expression": { form: "text (v)", takes: SHOWN },
  "a text of fixed size": { form: 'text "{v}" w=30mm h=8mm', takes: SHOWN },
  "a member": { form: "text (v.a)", takes: OBJECTS },
  "a member of a member": { form: "text (w.a)", data: { w: { a: "<v>" } }, takes: SHOWN, path: "w.a" },
  "a member of all entries": {
    form: "text (join(v[].a, ','))",
    takes: ["list of objects", "an empty list"],
  },
  "an entry's member": {
    form: "each v {\n text (.a)\n }",
    takes: ["list of objects", "an empty list"],
  },
  "an entry": {
    form: "each rows {\n text (.)\n }",
    data: { rows: [["<v>"]] },
    takes: [],
    path: "rows[0]",
  },
  "a plain entry": {
    form: 'each rows {\n text "{.value}"\n }',
    data: { rows: [{ value: "<v>" }] },
    takes: SHOWN,
    path: "rows[0].value",
  },
  "a column": {
    form: 'table rows {\n column c "C" (.v)\n }',
    data: { rows: [{ v: "<v>" }] },
    takes: SHOWN,
    path: "rows[0].v",
  },
  "a column's own field": {
    form: 'table rows {\n column v "C"\n }',
    data: { rows: [{ v: "<v>" }] },
    takes: SHOWN,
    path: "rows[0].v",
  },
  "a formatted column": {
    form: "table rows {\n column c \"C\" (.v) format='#,##0'\n }",
    data: { rows: [{ v: "<v>" }] },
    takes: NUMBERS,
    path: "rows[0]",
  },
  "a column's heading": { form: 'table rows {\n column c "{v}" "x"\n }', data: { rows: [{}] }, takes: SHOWN },
  "a column for each": {
    form: 'table rows {\n column each .v "{.a}" (.a)\n }',
    data: { rows: [{ v: "<v>" }] },
    takes: ["list of objects", "an empty list"],
    path: "rows[0].v",
  },
  "a foot's cell": {
    form: 'table rows {\n column c "C" "x"\n foot {\n cell (v) col=c\n }\n }',
    data: { rows: [{}] },
    takes: SHOWN,
  },
  "a group's key": {
    form: 'table rows {\n group (.v) {\n head "{.key}"\n }\n column c "C" "x"\n }',
    data: { rows: [{ v: "<v>" }] },
    takes: SHOWN,
    path: "rows[0].v",
  },
  "a table": { form: 'table v {\n column c "C" "x"\n }', takes: LISTS },
  "a table within a record": {
    form: 'each rows {\n table .v {\n column c "C" "x"\n }\n }',
    data: { rows: [{ v: "<v>" }] },
    takes: LISTS,
    path: "rows[0].v",
  },
  each: { form: 'each v {\n text "x"\n }', takes: LISTS },
  "each of what is left": { form: 'each (v[true]) {\n text "x"\n }', takes: LISTS },
  "a filter's condition": {
    form: 'each (rows[.v]) {\n text "x"\n }',
    data: { rows: [{ v: "<v>" }] },
    takes: FLAGS,
    path: "rows[0].v",
  },
  pairs: { form: 'pairs label-w=20mm {\n pair "名" (v)\n }', takes: SHOWN },
  "a pair's label": { form: 'pairs label-w=20mm {\n pair "{v}" "x"\n }', takes: SHOWN },
  when: { form: 'text "x" when=(v)', takes: FLAGS },
  "a box's when": { form: 'box when=(v) {\n text "x"\n }', takes: FLAGS },
  "the condition of if": { form: "text (if(v, 'a', 'b'))", takes: FLAGS },
  "the branch of if": { form: "text (if(true, v, 'b'))", takes: SHOWN },
  "a fallback": { form: "text (none ?? v)", takes: SHOWN },
  not: { form: "text (if(not v, 'a', 'b'))", takes: FLAGS },
  and: { form: "text (if(true and v, 'a', 'b'))", takes: FLAGS },
  or: { form: "text (if(false or v, 'a', 'b'))", takes: FLAGS },
  "an order": { form: "text (if(v > 5, 'a', 'b'))", takes: NUMBERS },
  "an equation": { form: "text (if(v == 'x', 'a', 'b'))", takes: SHOWN, isSeen: false },
  "an image": { form: 'image (v) w=20mm h=10mm alt="印"', takes: ["an empty text"] },
  "a seal": { form: 'plate h=30mm {\n seal (v) label="印" x=0mm y=0mm w=18mm h=18mm\n }', takes: TEXTS },
  "a place for seals": {
    form: 'seals w=40mm h=20mm {\n seal (v) label="印"\n }',
    takes: TEXTS,
  },
  "a bar code": { form: 'barcode qr "{v}" w=22mm h=22mm', takes: SHOWN, isSeen: false },
  "a bar code's expression": { form: "barcode qr (v) w=22mm h=22mm", takes: SHOWN, isSeen: false },
  "a comb": { form: "comb (v) cells=12 w=60mm h=8mm", takes: SHOWN },
  "a check": { form: 'check (v) "同意"', takes: FLAGS },
  "a colour": { form: 'text "x" color=(v)', takes: ["an empty text"] },
  "a chart": { form: 'chart bar v <size> {\n category "x"\n series "数" (1)\n }', takes: LISTS },
  "a chart's value": {
    form: 'chart bar rows <size> {\n category "x"\n series "数" (.v)\n }',
    data: { rows: [{ v: "<v>" }] },
    takes: NUMBERS,
    path: "rows[0].v",
  },
  "a chart's category": {
    form: 'chart bar rows <size> {\n category (.v)\n series "数" (1)\n }',
    data: { rows: [{ v: "<v>" }] },
    takes: SHOWN,
    path: "rows[0].v",
  },
  "a chart's line": {
    form: 'chart bar rows <size> {\n category "x"\n series "数" (1)\n axis y min=0 max=20 line-at=(v)\n }',
    data: { rows: [{}] },
    takes: [...NUMBERS, "list", "an empty list"],
  },
  "a bar's day": {
    form: "<gantt>scale from=(day) to=(day) unit=day\n bar start=(.v) end=(.v)\n }",
    data: { rows: [{ v: "<v>" }], day: "2026-10-31" },
    takes: ["date"],
    path: "rows[0].v",
  },
  "a bar's progress": {
    form: "<gantt>scale from=(day) to=(day) unit=day\n bar start=(day) end=(day) progress=(.v)\n }",
    data: { rows: [{ v: "<v>" }], day: "2026-10-31" },
    takes: NUMBERS,
    path: "rows[0].v",
  },
  "a milestone": {
    form: "<gantt>scale from=(day) to=(day) unit=day\n milestone (.v) shape=triangle\n }",
    data: { rows: [{ v: "<v>" }], day: "2026-10-31" },
    takes: ["date"],
    path: "rows[0].v",
  },
  "today's line": {
    form: "<gantt>scale from=(day) to=(day) unit=day\n today (v)\n }",
    data: { rows: [{}], day: "2026-10-31" },
    takes: ["date"],
  },
  "days off": {
    form: "<gantt>scale from=(day) to=(day) unit=day holidays=(v) off=#eeeeee\n }",
    data: { rows: [{}], day: "2026-10-31" },
    takes: ["an empty list"],
  },
  "the ends of a scale": {
    form: "<gantt>scale from=(v) to=(day) unit=day\n }",
    data: { rows: [{}], day: "2026-10-31" },
    takes: ["date"],
  },
  sum: { form: "text (sum(v))", takes: ["list", "an empty list"] },
  count: { form: "text (count(v))", takes: LISTS, isSeen: false },
  first: { form: "text (count(distinct(v)))", takes: LISTS, isSeen: false },
  "a joined list": { form: "text (join(v, ','))", takes: ["list", "list of texts", "an empty list"] },
  "a list of conditions": { form: "text (if(any(v), 'a', 'b'))", takes: ["an empty list"] },
  "the greatest": { form: "text (max(v))", takes: ["list", "list of texts", "an empty list", ...SHOWN] },
  "a sort's key": {
    form: 'each (sort(rows, .v, asc)) {\n text "x"\n }',
    data: { rows: [{ v: "<v>" }, { v: 1 }] },
    takes: SHOWN,
    isSeen: false,
    path: "rows[0].v",
  },
  "a sum": { form: "text (v + 1)", takes: NUMBERS },
  "a rounded number": { form: "text (round(v))", takes: NUMBERS },
  "a format": { form: "text (format(v, '#,##0'))", takes: NUMBERS },
  "a date's format": { form: "text (format(v, 'yyyy年M月d日'))", takes: ["date"] },
  "a date's year": { form: "text (year(v))", takes: ["date"] },
  "a text's part": { form: "text (left(v, 2))", takes: SHOWN },
  "a text's length": { form: "text (len(v))", takes: SHOWN },
  "joined texts": { form: "text (concat('a', v))", takes: SHOWN },
  "a label": { form: "text (label(v))", takes: SHOWN },
  has: { form: "text (if(has(v), 'a', 'b'))", takes: ANYTHING, isSeen: false },
  "a let": { form: "text (twice)", lets: "let twice = v * 2", takes: NUMBERS },
  "a let that is printed": { form: "text (same)", lets: "let same = v", takes: SHOWN, path: "same|v" },
  "a bookmark": { form: 'bookmark "{v}"\ntext "x"', takes: SHOWN },
  "a link": { form: 'text "x" link="https://example.com/{v}"', takes: SHOWN },
  "a picture's words": { form: `image ('asset:logo.svg') w=5mm h=5mm alt="{v}"`, takes: SHOWN, isSeen: false },
  "a span": { form: 'rich w=50mm {\n span "{v}"\n }', takes: SHOWN },
} as const satisfies Readonly<Record<string, Place>>;

interface Place {
  readonly form: string;
  readonly lets?: string;
  readonly takes: readonly Kind[];
  /** False where nothing that is drawn shows which of these values it was. */
  readonly isSeen?: false;
  /** The data around the value, which stands where `<v>` does; the value alone is `v`. */
  readonly data?: Readonly<Record<string, unknown>>;
  /** Where the value is said to stand, or one of several names for that. */
  readonly path?: string;
}

const SIZE = 'h=60mm legend=bottom alt="図"';
const GANTT = 'gantt rows header=repeat {\n column c "C" "x" w=20mm\n ';

function sourceOf({ form: short, lets = "" }: Place): string {
  const form = short.replace("<gantt>", GANTT).replace("<size>", SIZE);
  return `rpt 1\n${lets}\npage A4 margin=15mm {\n  body {\n${form}\n  }\n}\n`;
}

function payloadWith({ data = { v: "<v>" } }: Place, value: unknown): string {
  return JSON.stringify({ ...data, v: value }).replaceAll('"<v>"', JSON.stringify(value));
}

function found(place: Place, value: unknown): readonly Diagnostic[] {
  return engine.check({ source: sourceOf(place), data: bytesOf(payloadWith(place, value)) }).diagnostics;
}

/** All that is drawn and said of a value. */
function drawn(place: Place, value: unknown): string {
  const { value: canvas } = compileSource(sourceOf(place));
  if (canvas === null) throw new Error("the form does not compile");
  const { value: pages } = layOutData(canvas, JSON.parse(payloadWith(place, value)));
  const left = ["found", "sources", "font", "glyphs"];
  return JSON.stringify(pages, (key, member: unknown) => (left.includes(key) ? undefined : member));
}

/** What there is nothing to be seen of. */
const UNSEEN: readonly Kind[] = ["an empty text", "false", "an empty list", "an empty object"];

describe.each(Object.entries(PLACES))("in %s", (name, place: Place) => {
  test.each(sampled(ANYTHING, 3, Object.keys(PLACES).indexOf(name)))("%s is drawn, or told by its path", (kind) => {
    const diagnostics = found(place, VALUES[kind]);
    expect(diagnostics.filter(({ code }) => /^RPT[12]/.test(code))).toEqual([]);
    const other = diagnostics.filter(({ code }) => code === "RPT3025" || code === "RPT3022");
    if (!place.takes.includes(kind)) {
      const paths = (place.path ?? "v").split("|");
      const told = diagnostics.filter(({ dataPath = "", message }) =>
        paths.some((path) => `${dataPath} ${message}`.includes(path)),
      );
      expect(told.map(({ code }) => code)).toContainEqual(expect.stringMatching(/^RPT(?:302[25]|40(?:09|21))$/));
      expect(told.every(({ repair, span }) => repair !== null && span.end > 0)).toBe(true);
      return;
    }
    expect(other).toEqual([]);
    if (UNSEEN.includes(kind) || place.isSeen === false) return;
    expect(drawn(place, VALUES[kind])).not.toBe(drawn(place, null));
  });
});

test("what is passed over is told once for each record that has it, and refuses a file that may not misfit", () => {
  const rows = Array.from({ length: 3 }, (_, at) => ({ v: at === 1 ? 5 : [at] }));
  const place: Place = { form: 'table rows {\n column v "C"\n }', data: { rows }, takes: [] };
  const told = found(place, null);
  expect(told.map(({ code, severity, dataPath }) => `${code} ${severity} ${dataPath}`)).toEqual([
    "RPT3025 warning rows[0].v",
    "RPT3025 warning rows[2].v",
  ]);
  expect(hasMisfit(told)).toBe(true);
});

describe("an empty text where a code or a picture was promised", () => {
  const EMPTY = { codes: [{ c: "" }, { c: "A1" }, { c: "　" }] };
  const form = (field: string, element: string) =>
    `rpt 1\nfield codes[].c${field}\npage A4 {\n  body {\n    each codes {\n      ${element}\n    }\n  }\n}\n`;
  const told = (source: string, data: unknown) =>
    engine
      .check({ source, data: bytesOf(JSON.stringify(data)) })
      .diagnostics.filter(({ code }) => code.startsWith("RPT3"))
      .map(({ message, span }) => (span.end > 0 ? message : "nowhere").replace(/ \(page.*/u, ""));

  test("by a required field is told", () => {
    const source = form(' string(9) example=["A"]', "barcode code39 (.c) w=60mm h=12mm");
    expect(told(source, EMPTY)).toEqual([
      'codes[0].c is the text "": no code is drawn for it',
      'codes[2].c is the text "　": no code is drawn for it',
    ]);
  });

  test.each([
    ["an optional field", "? string(9)", "barcode code39 (.c) w=60mm h=12mm"],
    ["a field with a default", ' string(9) default=""', "barcode code39 (.c) w=60mm h=12mm"],
    ["a computed value", ' string(9) example=["A"]', "barcode code39 (if(has(.c), .c, '')) w=60mm h=12mm"],
  ])("by %s draws none, as it says", (_, field, element) => {
    expect(told(form(field, element), EMPTY)).toEqual([]);
  });

  test("for a picture is told", () => {
    const source = form(" image", 'image (.c) w=20mm h=20mm alt="印"');
    expect(told(source, { codes: [{ c: "" }] })).toEqual([expect.stringMatching(/^codes\[0\]\.c /u)]);
  });
});
