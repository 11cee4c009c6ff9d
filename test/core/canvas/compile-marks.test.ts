import { describe, expect, test } from "vitest";
import { type CanvasElement, compileSource, type TableElement } from "../../../src/core/canvas/index.ts";
import { formatDiagnostics } from "../../../src/core/diagnostics/index.ts";
import { layOutData, pageLines } from "../../support/lay-out.ts";

function form(body: string): string {
  const fields = "field yes bool example=true\nfield items[].a int example=[1]\nfield items[].b string example=['x']\n";
  return `rpt 1\n${fields}page A4 {\n  body {\n    ${body}\n  }\n}\n`;
}

function compiled(body: string) {
  const source = form(body);
  const { value, diagnostics } = compileSource(source);
  if (value === null) throw new Error(formatDiagnostics(source, diagnostics));
  return value;
}

function first(body: string): CanvasElement {
  const element = compiled(body).pages[0]?.body.children[0];
  if (element === undefined) throw new Error("the form has no element");
  return element;
}

const DATA = {
  yes: true,
  items: [
    { a: 1, b: "x" },
    { a: 2, b: "x" },
  ],
};

describe("marks and columns from source", () => {
  test.each([
    ["check", 'check (yes) "同意" mark=cross', { kind: "check", mark: "cross" }],
    ["comb", 'comb "123" cells=7 w=49mm h=8mm', { kind: "comb", cells: 7 }],
    ["seals", 'seals w=60mm h=24mm {\n      seal "承認"\n      seal "作成"\n    }', { kind: "seals", columns: 2 }],
    ["columns", 'columns n=3 gap=6mm {\n      text "x"\n    }', { kind: "columns", count: 3, columnGapEmu: 216_000 }],
  ])("%s", (_, body, expected) => {
    expect(first(body)).toMatchObject(expected);
  });

  test("boxes turn and fade only where the source says so", () => {
    expect("box" in first('text "x"') && Object.keys((first('text "x"') as { box: object }).box)).not.toContain(
      "rotate",
    );
    expect(first('text "x" rotate=270 opacity=0.4')).toMatchObject({ box: { rotate: 270, opacityThousandths: 400 } });
  });

  test("what is compiled is drawn", () => {
    const body =
      'check (yes) "同意"\n    comb "12" cells=4\n    columns n=2 {\n      text "左"\n      text "右"\n    }';
    const { value, diagnostics } = layOutData(compiled(body), DATA);
    expect(diagnostics).toEqual([]);
    expect(pageLines(value, 0)).toEqual(["同意", "1|2", "左|右"]);
  });
});

describe("rows and columns of tables from source", () => {
  test("blank rows, joined cells, conditions and styles of rows", () => {
    const rows = "row-fill=(if(.a > 1, '#ffeeee', 'white')) row-color=(if(.a > 1, '#aa0000', 'black'))";
    const columns = 'column b "B" merge=same\n      column a "A"\n      column c "C" (.a) when=(count(items) > 5)';
    const table = first(`table items min-rows=4 blank="以下余白" strike=true ${rows} {\n      ${columns}\n    }`);
    const { blank, strike, rowFill, columns: compiledColumns } = table as TableElement;
    expect([blank?.length, strike, rowFill?.kind]).toEqual([1, true, "computed"]);
    expect(compiledColumns.map((column) => [column.merge ?? false, column.when !== undefined])).toEqual([
      [true, false],
      [false, false],
      [false, true],
    ]);
    const source = `table items min-rows=4 blank="以下余白" strike=true ${rows} {\n      ${columns}\n    }`;
    const { value, diagnostics } = layOutData(compiled(source), DATA);
    expect(diagnostics).toEqual([]);
    const texts = value.pages[0]?.items.flatMap((item) => (item.kind === "glyphs" ? [item.run.text] : [])) ?? [];
    expect(texts).toEqual(["B", "A", "x", "1", "2", "以下余白"]);
  });

  test("rows of the first page and of the rest, and tiers of a record", () => {
    const tiers = "row {\n        cell (.b) col=b\n        newrow\n        cell (.a) col=a\n      }";
    const body = `table items rows-per-page=[1, 2] {\n      column b "B"\n      column a "A"\n      ${tiers}\n    }`;
    expect(first(body)).toMatchObject({ rowsOnFirstPage: 1, rowsPerPage: 2 });
    const { value } = layOutData(compiled(body), DATA);
    const runs = value.pages.map((page) =>
      page.items.flatMap((item) => (item.kind === "glyphs" ? [item.run.text] : [])),
    );
    expect(runs).toEqual([
      ["B", "A", "x", "1"],
      ["B", "A", "x", "2"],
    ]);
  });
});

test("a background for pre-printed stock says so, with its shift", () => {
  const background = 'background print=false offset=[1.5mm, -1mm] {\n    text "枠" x=5mm y=5mm w=20mm\n  }';
  const { value } = compileSource(`rpt 1\npage A4 {\n  ${background}\n  body {\n    text "x"\n  }\n}\n`);
  expect(value?.pages[0]?.bands[0]).toMatchObject({ print: false, offset: [54_000, -36_000] });
});
