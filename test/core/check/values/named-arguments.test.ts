// What an element takes without a name, written as a property: one finding, and the statement as it was meant.
import { describe, expect, test } from "vitest";
import { applyEdits, type Diagnostic } from "../../../../src/core/diagnostics/index.ts";
import { bundledFonts, createEngine } from "../../../../src/core/engine/index.ts";

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });

const DECLARED = `field items[].name string(20) example=["甲"]
field items[].qty int min=0 max=99 example=[1]
field items[].due date example=["2026-01-05"]
field t string(20) example="甲"
field d date example="2026-01-05"
field p? image
field n int min=0 max=9 example=1
`;

function form(statement: string): string {
  return `rpt 1\ndocument d title="記録"\n${DECLARED}page A4 margin=15mm {\n  body {\n${statement}\n  }\n}\n`;
}

function errorsOf(source: string): readonly Diagnostic[] {
  return engine.check({ source, data: null }).diagnostics.filter(({ severity }) => severity === "error");
}

const inTable = (own: string) => `table items {\ncolumn name "名"\ncolumn qty "数"\n${own}\n}`;
const inGantt = (own: string) => `gantt items {\ncolumn name "名"\nscale from=(d) to=(d) unit=day\n${own}\n}`;
const bar = "bar start=(.due) end=(.due)";

describe("an argument with a name", () => {
  test.each([
    ['text value="x"', 'text "x"'],
    ["markdown text=(t)", "markdown (t)"],
    ['seal name="山田"', 'seal "山田"'],
    ['barcode kind=qr data="x" w=20mm', 'barcode qr "x" w=20mm'],
    ['table data=items {\ncolumn name "名"\n}', "table items {"],
    ['each in=items {\ntext "{.name}"\n}', "each items {"],
    ['image src=(p) h=9mm alt="x"', "image (p) h=9mm"],
    ['check checked=(n > 1) text="あり"', 'check (n > 1) "あり"'],
    ['pairs {\npair label="a" value=(t)\n}', 'pair "a" (t)'],
    ["space h=3mm", "space 3mm"],
    ['bookmark title="x"', 'bookmark "x"'],
    [inTable('column due heading="期日"'), 'column due "期日"'],
    [inTable('foot {\ncell text="計" col=name\n}'), 'cell "計" col=name'],
    [inTable("carry amount=(.qty) into=qty out='次'"), "carry (.qty) into=qty"],
    [inTable('group by=(.name) {\nhead "{.key}"\n}'), "group (.name) {"],
    [inGantt(`${bar}\nmilestone at=(.due) label="x"`), 'milestone (.due) "x"'],
    [inGantt(`${bar}\ntoday on=(d)`), "today (d)"],
  ])("%s", (written, meant) => {
    const source = form(written);
    const found = errorsOf(source);
    expect(found.map(({ code }) => code)).toEqual(["RPT1003"]);
    const mended = applyEdits(source, found[0]?.repair?.edits ?? []);
    expect(mended).toContain(meant);
    expect(errorsOf(mended).map(({ message }) => message)).toEqual([]);
  });

  test("is written in words where it would have to be moved", () => {
    const [one, ...more] = errorsOf(form('text w=30mm value="x"'));
    expect([one?.repair?.title, one?.repair?.edits, more]).toEqual(['write text "x", without a name', [], []]);
  });

  test("is a property all the same where the element has one of the meaning", () => {
    expect(errorsOf(form('seal "印" title="印"')).map(({ repair }) => repair?.title)).toEqual(["write label="]);
  });

  test("is left out where its place is taken", () => {
    const [one] = errorsOf(form('text "a" value="b"'));
    expect(one?.repair?.title).toMatch(/^delete it; /);
  });
});

test("a label that is an expression is written as a text, and the picture's name stays", () => {
  const source = form("seal (t) (coalesce(t, 'x')) w=17mm h=17mm");
  const [found, ...others] = errorsOf(source);
  expect([found?.code, found?.repair?.title, others]).toEqual(["RPT1014", 'write the label as a text: "{t}"', []]);
  const mended = applyEdits(source, found?.repair?.edits ?? []);
  expect(mended).toContain(`seal "{t}" (coalesce(t, 'x'))`);
  expect(errorsOf(mended)).toEqual([]);
});

describe("a height where there is none", () => {
  test.each([
    inTable('foot {\ncell "計" col=name height=8mm\n}'),
    inTable('foot {\ncell "計" col=name h=8mm\n}'),
    inTable('foot {\ncell "計" col=name min-height=8mm\n}'),
    inTable('foot height=8mm {\ncell "計" col=name\n}'),
    inTable('foot {\ncell "計" col=name\nnewrow height=8mm\ncell "計" col=name\n}'),
    inTable('row h=8mm {\ncell "{.name}" col=name\n}'),
    inTable('column due "期日" height=8mm'),
    inTable('pagefoot 高さ=8mm {\ncell "計" col=name\n}'),
  ])("%s", (written) => {
    const found = errorsOf(form(written));
    expect(found.map(({ repair }) => repair?.title)).toEqual([expect.stringContaining("row-h= of the table")]);
    expect(errorsOf(applyEdits(form(written), found[0]?.repair?.edits ?? []))).toEqual([]);
  });
});

describe("words that stand for something are no slips of others", () => {
  test.each([
    ['text "x" cols=3', "cols= belongs to grid"],
    ['text "x" step=3', "step= belongs to axis"],
    ['grid cols=[1fr] rows=3 {\ntext "x"\n}', "rows= belongs to cell"],
    [inGantt(`${bar}\nlane (.name)`), "each record has its row"],
    [inGantt(`${bar}\nrow "{.name}"`), "every record has its row"],
    [inGantt(`${bar}\ntabel items {\n}`), "write table, and move table into"],
    ['text "{page.foo}"', "write page.n or page.total"],
    [inTable('foot {\ncell "計" col=zzz\n}'), "write one of name, qty, or add column zzz"],
  ])("%s → %s", (written, words) => {
    expect(errorsOf(form(written)).map(({ repair }) => repair?.title)).toEqual([expect.stringContaining(words)]);
  });

  test("start and end of a bar are not asked for where they have another name", () => {
    const source = form(inGantt("bar from=(.due) to=(.due)"));
    const found = errorsOf(source);
    expect(found.map(({ repair }) => repair?.title)).toEqual(["write start=", "write end="]);
    const edits = found.flatMap(({ repair }) => repair?.edits ?? []);
    expect(errorsOf(applyEdits(source, edits))).toEqual([]);
  });
});

describe("a row of cells that is full", () => {
  test.each([
    ["row {", "}"],
    ["foot {", "}"],
    ["head {", "}"],
  ])("is told once in %s, and newrow mends it", (open, close) => {
    const cells = 'cell "a" col=name\ncell "b" col=qty';
    const source = form(inTable(`${open}\n${cells}\n${cells}\n${close}`));
    const found = errorsOf(source);
    expect(found.map(({ code }) => code)).toEqual(["RPT1017"]);
    const mended = applyEdits(source, found[0]?.repair?.edits ?? []);
    expect(mended).toContain("newrow\ncell");
    expect(errorsOf(mended)).toEqual([]);
  });

  test("row among cells is newrow, and tells nothing more", () => {
    const cells = 'cell "a" col=name\ncell "b" col=qty';
    const source = form(inTable(`foot {\n${cells}\nrow\n${cells}\n}`));
    expect(errorsOf(source).map(({ repair }) => repair?.title)).toEqual(["write newrow"]);
  });

  test.each(["row", "foot", "head"])("a second %s is joined to the first", (name) => {
    const source = form(inTable(`${name} {\ncell "a" col=name\n}\n${name} {\ncell "b" col=name\n}`));
    const found = errorsOf(source);
    expect(found.map(({ code }) => code)).toEqual(["RPT1017"]);
    const mended = applyEdits(source, found[0]?.repair?.edits ?? []);
    expect(mended).toContain('cell "a" col=name\n  newrow\ncell "b" col=name');
    expect(errorsOf(mended)).toEqual([]);
  });
});

describe("a column that names no field", () => {
  test.each([
    ['column mon "月"', 'foot {\ncell "計" col=mon\n}', 'column mon "月" ""'],
    ['column mon "月"', 'head {\ncell "計" col=name..mon\n}', 'column mon "月" ""'],
    ['column nam "月"', 'foot {\ncell "a" col=nam\n}', 'column nam "月" ""'],
  ])("%s with %s has an empty cell of its own", (column, cells, meant) => {
    const source = form(inTable(`${column}\n${cells}`));
    const found = errorsOf(source);
    expect(found.map(({ code, repair }) => [code, repair?.title])).toEqual([
      ["RPT2103", `write ${meant}: its cells say it`],
    ]);
    const mended = applyEdits(source, found[0]?.repair?.edits ?? []);
    expect(mended).toContain(`${meant}\n`);
    expect(errorsOf(mended)).toEqual([]);
  });

  test.each(["mon", "nam"])("needs no cell of its own beside row { … }: column %s", (id) => {
    const source = form(inTable(`column ${id} "月"\nrow {\ncell "a" col=${id}\n}`));
    expect(errorsOf(source)).toEqual([]);
  });

  test("is told what it lacks where no cell names it", () => {
    const [one] = errorsOf(form(inTable('column mon "月"')));
    expect(one?.repair?.title).toMatch(/^fields here: .*; a column of no field .* column mon "月" "…"$/);
  });

  test("is a slip of a field that no other column shows", () => {
    const [one] = errorsOf(form(inTable('column deu "期日"')));
    expect(one?.repair?.title).toContain("did you mean due?");
  });
});
