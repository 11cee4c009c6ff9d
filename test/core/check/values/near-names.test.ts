import { describe, expect, test } from "vitest";
import { compileSource } from "../../../../src/core/canvas/index.ts";
import type { Diagnostic } from "../../../../src/core/diagnostics/index.ts";
import { nearest } from "../../../../src/core/expression/index.ts";
import { ELEMENTS, PROPERTY_HABITS } from "../../../../src/core/schema/index.ts";

const FIELDS = `field items[].n string(8) example=["甲"]
field items[].v int min=0 max=9 example=[1]
field site.progress int min=0 max=9 example=3
field report.no string(4) example="1"
`;

/** A form whose body holds one statement. */
function form(statement: string): string {
  return `rpt 1\ndocument d\n${FIELDS}page A4 margin=15mm {\n  body {\n${statement}\n  }\n}\n`;
}

function told(source: string, code: string): readonly Diagnostic[] {
  return compileSource(source).diagnostics.filter((one) => one.code === code);
}

/** A table or schedule around what only stands there. */
const inTable = (own: string) => `table items {\ncolumn n "名"\n${own}\n}`;
const inGantt = (own: string) => `gantt items {\ncolumn n "名"\n${own}\n}`;

/** What `name` needs around it to stand where it may. */
const AROUND: Readonly<Record<string, (statement: string) => string>> = {
  column: (own) => `table items {\n${own}\n}`,
  pair: (own) => `pairs {\n${own}\n}`,
  series: (own) => `chart bar items h=40mm alt="x" {\ncategory (.n)\n${own}\n}`,
  axis: (own) => `chart bar items h=40mm alt="x" {\ncategory (.n)\nseries "v" (.v)\n${own}\n}`,
  span: (own) => `rich {\n${own}\n}`,
  ruby: (own) => `rich {\n${own}\n}`,
  group: inTable,
  carry: inTable,
  foot: inTable,
  pagefoot: inTable,
  head: (own) => inTable(`group (.n) {\n${own}\n}`),
  scale: inGantt,
  bar: inGantt,
  milestone: inGantt,
  today: inGantt,
  category: (own) => `chart bar items h=40mm alt="x" {\n${own}\n}`,
  cell: (own) => `table items {\ncolumn n "名"\nfoot {\n${own}\n}\n}`,
};

/** Elements that can be written alone, with all that a property stands behind. */
const HEADS = {
  text: 'text "x"',
  label: 'label "x"',
  image: 'image (null) alt="x"',
  line: "line",
  rect: "rect h=9mm",
  seal: 'seal "印"',
  barcode: 'barcode qr "x" w=20mm',
  comb: 'comb "12" cells=2',
  check: "check (true) 'x'",
  stack: "stack {\n}",
  box: "box {\n}",
  row: "row {\n}",
  grid: "grid cols=[1fr] {\n}",
  each: "each items {\n}",
  columns: "columns {\n}",
  plate: "plate h=9mm {\n}",
  pairs: "pairs {\n}",
  table: "table items {\n}",
  chart: 'chart bar items h=40mm alt="x" {\n}',
  column: 'column n "名"',
  pair: 'pair "x" (report.no)',
  series: 'series "v" (.v)',
  axis: "axis y",
  span: 'span "x"',
  cell: 'cell "x" col=n',
  rich: "rich {\n}",
  markdown: 'markdown "x"',
  seals: "seals {\n}",
  ruby: 'ruby "国" "くに"',
  bookmark: 'bookmark "x"',
  gantt: "gantt items {\n}",
  group: "group (.n) {\n}",
  head: 'head "x"',
  carry: 'carry (.v) into=n out="x"',
  foot: "foot {\n}",
  pagefoot: "pagefoot {\n}",
  scale: "scale unit=day",
  bar: "bar",
  milestone: "milestone (null)",
  today: "today (null)",
  category: "category (.n)",
} as const;

const ELEMENTS_TRIED = Object.entries(HEADS);

/** They have no properties, or stand at the top or in a page, where one table of names answers them alike. */
const NOT_TRIED = [
  ...["document", "source", "encrypt", "attach", "fonts", "gaiji", "sizes", "colors", "asset", "style", "copies"],
  ...["part", "page", "header", "footer", "background", "body", "use", "br", "space", "break", "newrow"],
];

test("every element is tried, or has a reason why not", () => {
  const named = [...Object.keys(HEADS), ...NOT_TRIED];
  expect(new Set(ELEMENTS.map(({ name }) => name).filter((name) => !named.includes(name)))).toEqual(new Set());
});

function withProperty(name: string, head: string, property: string): string {
  const written = head.includes(" {") ? head.replace(" {", ` ${property}=1 {`) : `${head} ${property}=1`;
  return form((AROUND[name] ?? ((own: string) => own))(written));
}

/** Two letters that changed places, one that is missing, one twice, one that became another. */
function slipsOf(word: string): readonly string[] {
  const at = Math.floor(word.length / 2);
  const swapped = `${word.slice(0, at - 1)}${word[at]}${word[at - 1]}${word.slice(at + 1)}`;
  return [swapped, word.slice(0, at) + word.slice(at + 1), `${word}${word.at(-1)}`, `${word.slice(0, -1)}q`];
}

describe.each(ELEMENTS_TRIED)("an unknown property of %s", (name, head) => {
  const properties = ELEMENTS.filter((each) => each.name === name).flatMap((each) => Object.keys(each.properties));

  test("is answered with a near name, or with those that there are", () => {
    const known = new Set([...properties, "header-style", "header-fill"]);
    let tried = 0;
    for (const property of properties.filter((each) => each.length > 4)) {
      for (const slip of slipsOf(property).filter(
        (each) => !known.has(each) && !Object.hasOwn(PROPERTY_HABITS, each),
      )) {
        const [one] = told(withProperty(name, head, slip), "RPT1003");
        const title = one?.repair?.title ?? "nothing";
        const [, near] = /^(?:did you mean|write) ([a-z-]+)[?=]/.exec(title) ?? [];
        const isNear = near !== undefined && properties.includes(near);
        expect(isNear || /there are |belongs to /.test(title), `${name} ${slip}= → ${title}`).toBe(true);
        tried += 1;
      }
    }
    expect(tried > 0 || properties.every((each) => each.length <= 4)).toBe(true);
    const [one] = told(withProperty(name, head, "zzzyzzy"), "RPT1003");
    expect(one?.repair?.title).toMatch(/^delete it; there are /);
    expect(properties.some((each) => one?.repair?.title.includes(each) === true)).toBe(true);
  });
});

test.each([
  ["text", "heigth", "did you mean h?"],
  ["text", "widht", "did you mean w?"],
  ["text", "colro", "did you mean color?"],
  ["text", "colour", "write color="],
  ["pair", "alignment", "did you mean align?"],
  ["series", "typ", "did you mean type?"],
])("%s %s= is answered: %s", (name, slip, title) => {
  const head = HEADS[name as keyof typeof HEADS];
  expect(told(withProperty(name, head, slip), "RPT1003").map(({ repair }) => repair?.title)).toEqual([title]);
});

test("a property of another element is named with its owner", () => {
  const [one] = told(withProperty("column", HEADS.column, "headstyle"), "RPT1003");
  expect(one?.repair?.title).toMatch(/^delete it; head-style= belongs to table, gantt, grid; there are /);
});

test.each([
  ["tabel items {\n}", "did you mean table?"],
  ['txt "x"', "did you mean text?"],
  ["zzzyzzy", expect.stringMatching(/^delete it; here stand .*\btext\b.*\btable\b/)],
])("the element %s is answered", (statement, title) => {
  expect(told(form(statement), "RPT1001").map(({ repair }) => repair?.title)).toEqual([title]);
});

test.each([
  ["document.date", "did you mean document.issueDate?"],
  ["line.price", "did you mean line.unitPrice?"],
  ["issuer.nam", "did you mean issuer.name?"],
  ["document.recipient", expect.stringContaining("document.number, document.issueDate, document.subject")],
  ["zzz.zzz", expect.stringContaining("document.…, issuer.…, recipient.…")],
])("the role %s is answered", (role, title) => {
  const source = form('text "x"').replace("site.progress int", `site.progress int role=${role}`);
  expect(told(source, "RPT6090").map(({ repair }) => repair?.title)).toEqual([title]);
});

test("a field that another record has is named with it", () => {
  const [one] = told(form('text "{report.progress}"'), "RPT2103");
  expect(one?.repair?.title).toBe("did you mean site.progress? fields here: no");
});

test("of two names at the same distance the one whose letters changed places is nearer", () => {
  expect(nearest("tabel", ["label", "table"])).toBe("table");
  expect(nearest("tabel", ["table", "label"])).toBe("table");
});

test.each([
  ["cols", ["role", "color"], null],
  ["lane", ["date", "scale"], null],
  ["height", ["head", "lines"], null],
  ["heading", ["lead", "head"], "head"],
  ["printing", ["print-low", "print"], "print"],
  ["colro", ["color"], "color"],
])("a word is near where few of its letters differ: %s of %j is %s", (word, names, near) => {
  expect(nearest(word, names)).toBe(near);
  expect(nearest(word, new Map(names.map((name) => [name, name])).keys()), "of a list that is read once").toBe(near);
});

/** Where a property of texts may be looked for that holds all texts of a form. */
const WHOLE = {
  document: (own: string) => form('text "x"').replace("document d", `document d ${own}`),
  page: (own: string) => form('text "x"').replace("margin=15mm", `margin=15mm ${own}`),
};

describe("what all texts of a form have", () => {
  const wishes = ["font=own", "weight=bold", "color=#333333", "align=right", "line-height=1.5"];

  test.each(Object.entries(WHOLE).flatMap(([owner, write]) => wishes.map((wish) => [owner, wish, write] as const)))(
    "stands in style base, which %s %s is led to",
    (_, wish, write) => {
      const [finding, ...others] = told(write(wish), "RPT1003");
      expect(others).toEqual([]);
      expect(finding?.repair?.title).toBe(`write style base ${wish}: all texts take what it says`);
      const repaired = form('text "x"').replace(
        "document d",
        `document d\nfonts own=["BIZ UDMincho"]\nstyle base ${wish}`,
      );
      expect(compileSource(repaired).diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    },
  );
});
