// Cells of a ruled grid: where they lie, and what is told of those that do not fit.
import { describe, expect, test } from "vitest";
import type { CellsElement } from "../../../../src/core/canvas/index.ts";
import { compileSource } from "../../../../src/core/canvas/index.ts";
import { applyEdits } from "../../../../src/core/diagnostics/index.ts";

const form = (grid: string): string => `rpt 1\npage A4 {\n  body {\n${grid}\n  }\n}\n`;

function ruled(cells: string, cols = "[20mm, 1fr, 20mm, 1fr]"): string {
  return form(`    grid cols=${cols} {\n${cells.replace(/^/gm, "      ")}\n    }`);
}

function told(source: string): readonly string[] {
  return compileSource(source).diagnostics.map(({ code, message }) => `${code} ${message}`);
}

function mended(source: string): string {
  const [first] = compileSource(source).diagnostics;
  return applyEdits(source, first?.repair?.edits ?? []);
}

function cellsOf(source: string): CellsElement {
  const { value } = compileSource(source);
  const [element] = value?.pages[0]?.body.children ?? [];
  if (element?.kind !== "cells") throw new Error("The form has no ruled grid.");
  return element;
}

/** `row,column+columns×rows` of each cell. */
function placesIn(source: string): readonly string[] {
  return cellsOf(source).cells.map(
    ({ row, fromColumn, toColumn, rows }) => `${row},${fromColumn}+${toColumn - fromColumn + 1}×${rows}`,
  );
}

describe("cells stand row by row, around those that reach down from above", () => {
  test("with or without newrow", () => {
    const cells = ['head "氏名"', "cell", 'cell "写真" rows=2 cols=2', 'head "住所"', "cell"];
    const places = ["0,0+1×1", "0,1+1×1", "0,2+2×2", "1,0+1×1", "1,1+1×1"];
    expect(placesIn(ruled(cells.join("\n")))).toEqual(places);
    expect(placesIn(ruled(cells.toSpliced(3, 0, "newrow").join("\n")))).toEqual(places);
    expect(told(ruled(cells.join("\n")))).toEqual([]);
  });

  test("past a row that cells from above fill", () => {
    const source = ruled("cell rows=3 cols=2\ncell cols=2\ncell rows=2 cols=2\ncell cols=4");
    expect(placesIn(source)).toEqual(["0,0+2×3", "0,2+2×1", "1,2+2×2", "3,0+4×1"]);
    expect(told(source)).toEqual([]);
  });
});

describe("what does not fit is told once, and its repair mends it", () => {
  test.each([
    ["head\ncell cols=4", "RPT1028 cols=4 has 3 free columns in row 1 of 4"],
    ["cell\ncell rows=2\ncell cols=2\ncell cols=2\ncell cols=2", expect.stringContaining("reaches down from above")],
    ["cell cols=2\ncell rows=3 cols=2\ncell cols=2", "RPT1028 rows=3 has 2 rows from row 1 to the last one"],
    ['head "氏名"\ncell\nnewrow\ncell cols=4', "RPT1029 row 1 of the grid has 2 places without a cell"],
    ['cell cols=4\nhead "氏名"\nhead "住所"', "RPT1029 row 2 of the grid has 2 places without a cell"],
    ['cell rows=2\nhead "甲" rows=2 cols=3\ncell', expect.stringContaining("RPT1029")],
  ])("%s", (cells, message) => {
    const source = ruled(cells);
    expect(told(source)[0]).toEqual(message);
    expect(told(mended(source)).filter((each) => each === told(source)[0])).toEqual([]);
  });

  test("spans of any size are told, and take no time", () => {
    expect(told(ruled("cell rows=50 cols=50"))).toHaveLength(1);
    expect(told(ruled("cell cols=51"))[0]).toContain("RPT1018");
  });
});

describe("words of other languages are rewritten", () => {
  test.each([
    ['cell colspan=3\nhead "甲"', "cell cols=3"],
    ['cell span=3\nhead "甲"', "cell cols=3"],
    ["cell cols=4\ncell rowspan=2\ncell cols=3\ncell cols=3", "cell rows=2"],
    ['td "甲" cols=4', 'cell "甲" cols=4'],
    ['th "甲" cols=4\nnewrow', 'head "甲" cols=4'],
    ['text "甲"\ncell cols=3', 'cell "甲"'],
    ['label "甲"\ncell cols=3', 'head "甲"'],
    ["cell cols=4\ntr\ncell cols=4", "newrow"],
  ])("%s", (cells, written) => {
    const source = ruled(cells);
    const { diagnostics } = compileSource(source);
    const once = diagnostics.find(({ repair }) => (repair?.edits ?? []).length > 0);
    expect(applyEdits(source, once?.repair?.edits ?? [])).toContain(written);
  });

  test("a grid of elements is what it was", () => {
    const { value } = compileSource(
      form('    grid cols=[24mm, 1fr] gap=1mm {\n      text "納期"\n      text "月末"\n    }'),
    );
    expect(value?.pages[0]?.body.children[0]?.kind).toBe("grid");
  });
});

describe("lines", () => {
  const widths = ({ cells }: CellsElement): readonly (readonly (number | null)[])[] =>
    cells.map(({ cell }) =>
      [cell.borderTop, cell.borderRight, cell.borderBottom, cell.borderLeft].map((line) => line?.widthEmu ?? null),
    );
  const grid = (properties: string, cells = "cell\ncell\ncell\ncell"): string =>
    ruled(cells, `[1fr, 1fr] ${properties}`);

  test("border= is around the grid, rules= between its cells", () => {
    const [thick, thin] = [12_700, 3_175];
    expect(widths(cellsOf(grid("border=1pt rules=0.25pt")))).toEqual([
      [thick, thin, thin, thick],
      [thick, thick, thin, thin],
      [thin, thin, thick, thick],
      [thin, thick, thick, thin],
    ]);
    expect(widths(cellsOf(grid("border=1pt")))).toEqual(widths(cellsOf(grid("border=1pt rules=0.25pt"))));
    expect(widths(cellsOf(grid("border=1pt rules=none")))[0]).toEqual([thick, null, null, thick]);
    expect(widths(cellsOf(grid("")))[0]).toEqual([null, null, null, null]);
  });

  test("what a cell says of a side is left to it by its neighbour", () => {
    const [first, second] = widths(cellsOf(grid("border=1pt", "cell\ncell border-left=none\ncell\ncell")));
    expect([first?.[1], second?.[3]]).toEqual([null, null]);
  });
});

test("a label names what stands at its right, or below where labels fill its row", () => {
  const source = ruled('head "月"\nhead "日"\nhead "始業"\nhead "終業"\nhead "1"\ncell cols=3');
  expect(cellsOf(source).cells.map(({ names }) => names)).toEqual([
    "column",
    "column",
    "column",
    "column",
    "row",
    null,
  ]);
});
