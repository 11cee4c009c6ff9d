// Colours that expressions yield: one that is none draws no ground, and leaves letters and lines black.
import { describe, expect, test } from "vitest";
import { layOutSource } from "../../../support/lay-out.ts";

const FORM = (element: string): string => `rpt 1
field c? string(20) example="shade"
field rows[].c? string(20) example=["shade"]
colors shade=#ff0000
page A5 margin=10mm {
  body {
    ${element}
  }
}
`;

const PLACES: Readonly<Record<string, string>> = {
  rect: "rect h=8mm w=40mm fill=(c) stroke=0.25pt",
  box: 'box h=8mm fill=(c) {\n text "x"\n }',
  text: 'text "x" fill=(c)',
  cell: 'table rows {\n column c "C" "x" fill=(.c)\n }',
  row: 'table rows row-fill=(.c) {\n column c "C" "x"\n }',
  zebra: 'table rows zebra=(c) {\n column c "C" "x"\n }',
};

function drawn(element: string, c: unknown) {
  const { value, diagnostics } = layOutSource(FORM(element), { c, rows: [{ c }, { c }] });
  const fills = value.pages.flatMap(({ items }) =>
    items.flatMap((item) => (item.kind === "fill" && item.shape.kind === "rectangle" ? [item.color.join()] : [])),
  );
  return { fills: [...new Set(fills)], told: diagnostics.map(({ code, message }) => `${code} ${message}`) };
}

describe.each(Object.entries(PLACES))("the ground of a %s", (_, element) => {
  test.each([
    ["shade", "255,0,0,255"],
    ["#0f0", "0,255,0,255"],
    ["#00FF00", "0,255,0,255"],
    ["#00ff0080", "0,255,0,128"],
  ])("is drawn in %s", (c, color) => {
    const { fills, told } = drawn(element, c);
    expect(fills).toContain(color);
    expect(told).toEqual([]);
  });

  test.each([[null], [""], ["　"]])("is not drawn for %j", (c) => {
    expect(drawn(element, c)).toEqual({ fills: [], told: [] });
  });

  test.each(["赤", "#12345"])("is not drawn for %s, which is told", (c) => {
    const { fills, told } = drawn(element, c);
    expect(fills).toEqual([]);
    expect(told[0]).toMatch(/^RPT3025 .* a colour is needed: no ground is drawn/u);
  });
});

test.each([
  [null, []],
  ["赤", [expect.stringMatching(/^RPT3025 c is the text "赤": a colour is needed: black is drawn/u)]],
])("letters are black for %j", (c, told) => {
  const { value, diagnostics } = layOutSource(FORM('text "x" color=(c)'), { c, rows: [] });
  const colors = value.pages.flatMap(({ items }) =>
    items.flatMap((item) => (item.kind === "glyphs" ? [item.color.join()] : [])),
  );
  expect(colors).toEqual(["0,0,0,255"]);
  expect(diagnostics.map(({ code, message }) => `${code} ${message}`)).toEqual(told);
});

describe("the colour of a row reaches what stands in its blocks", () => {
  const INNER: Readonly<Record<string, string>> = {
    text: "text (.c)",
    rich: 'rich {\n span "甲"\n span "乙" weight=bold\n }',
    check: 'check (true) "済"',
    stack: 'stack {\n text "甲"\n }',
    box: 'box border=0.25pt {\n text "甲"\n }',
    row: 'row {\n text "甲"\n text "乙"\n }',
    pairs: 'pairs {\n pair "甲" "乙"\n }',
    grid: 'grid cols=[10mm, 10mm] border=0.25pt {\n cell "甲"\n cell "乙"\n }',
    table: 'table rows {\n column c "甲" "乙"\n }',
  };

  const colors = (inner: string, c: string | null): readonly string[] => {
    const table = `table rows header=none row-color=(.c) {\n column c "C" {\n ${inner}\n }\n }`;
    const { value } = layOutSource(FORM(table), { c: null, rows: [{ c }] });
    return value.pages.flatMap(({ items }) =>
      items.flatMap((item) => (item.kind === "glyphs" ? [item.color.join()] : [])),
    );
  };

  test.each(Object.entries(INNER))("%s", (_, inner) => {
    expect(new Set(colors(inner, "shade"))).toEqual(new Set(["255,0,0,255"]));
    expect(new Set(colors(inner, "#00ff00"))).toEqual(new Set(["0,255,0,255"]));
    expect(colors(inner, null)).not.toContain("255,0,0,255");
  });

  test("but what says its own", () => {
    expect(colors('text "甲" color=#0000ff\n text "乙"', "shade")).toEqual(["0,0,255,255", "255,0,0,255"]);
  });
});

describe("a colour of its own stands over that of the row", () => {
  const OF_ROW = "#00ff00";
  const OWN = "0,0,255,255";

  /** The colours of the letters by the words that have them. */
  const colors = (parts: string, declared = ""): Readonly<Record<string, string>> => {
    const table = `table rows header=none row-color=(.c) {\n${parts}\n}`;
    const source = FORM(table).replace("page ", `${declared}page `);
    const { value } = layOutSource(source, { c: null, rows: [{ c: OF_ROW }] });
    const items = value.pages.flatMap((page) => page.items);
    return Object.fromEntries(
      items.flatMap((item) => (item.kind === "glyphs" ? [[item.run.text, item.color.join()]] : [])),
    );
  };

  const ROW = "0,255,0,255";
  test.each([
    ["computed", "color=(if(.c == '#00ff00', '#0000ff', 'shade'))", ""],
    ["fixed", "color=#0000ff", ""],
    ["of its style", "style=own", "style own color=#0000ff\n"],
  ])("of a column, %s", (_, own, declared) => {
    expect(colors(`column a "A" "甲" ${own}\ncolumn b "B" "乙"`, declared)).toEqual({ 甲: OWN, 乙: ROW });
    const block = `column a "A" ${own} {\ntext "甲"\n}\ncolumn b "B" {\ntext "乙"\n}`;
    expect(colors(block, declared)).toEqual({ 甲: OWN, 乙: ROW });
  });

  const COLUMNS = 'column a "A"\ncolumn b "B"';
  test.each([
    ["cell", `${COLUMNS}\nrow {\ncell "甲" col=a color=#0000ff\ncell "乙" col=b\n}`],
    ["column", `column a "A" color=#0000ff\ncolumn b "B"\nrow {\ncell "甲" col=a\ncell "乙" col=b\n}`],
  ])("of a %s in tiers", (_, parts) => {
    expect(colors(parts)).toEqual({ 甲: OWN, 乙: ROW });
  });

  test("but not what the table says", () => {
    const table = 'table rows header=none color=#0000ff row-color=(.c) {\ncolumn a "A" "甲"\n}';
    const { value } = layOutSource(FORM(table), { c: null, rows: [{ c: OF_ROW }] });
    expect(value.pages[0]?.items.map((item) => ("color" in item ? item.color.join() : ""))).toEqual([ROW]);
  });
});
