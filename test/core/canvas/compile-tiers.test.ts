// Tiers of a record stand in columns: what a column says of texts is said of the cells above it.
import { describe, expect, test } from "vitest";
import { type CanvasElement, compileSource, type TableElement } from "../../../src/core/canvas/index.ts";
import { TEXT_PROPERTIES } from "../../../src/core/schema/index.ts";
import { valuesOf } from "../../support/element-samples.ts";

interface Written {
  readonly column?: string;
  readonly second?: string;
  readonly row?: string;
  readonly cell: string;
  readonly style?: string;
}

function tableWith({ column = "", second = "", row = "", cell, style = "size=small" }: Written): string {
  return `rpt 1
fonts gothic="Noto Sans JP" mincho="Noto Serif JP"
sizes small=7pt body=9pt big=14pt head=12pt
colors ink=#1a1a1a rule=#767676 late=#c0392b
style own ${style}
field items[].name string(20) example=["机", "椅子"]
field items[].qty int min=0 max=99999 example=[12000, 3]
field items[].day date example=["2026-10-01", "2026-11-24"]
page A4 margin=10mm {
  body gap=2mm {
    table items {
      column name "品名" w=1fr ${column}
      column qty "数量" w=40mm ${second}
      row ${row} {
        ${cell}
      }
    }
  }
}
`;
}

/** What is printed in the tiers, and how. */
function tiersOf(written: Written): unknown {
  const { value: canvas, diagnostics } = compileSource(tableWith(written));
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  const isTable = (each: CanvasElement): each is TableElement => each.kind === "table";
  const table = canvas?.pages[0]?.body.children.find(isTable);
  const cells = table?.tiers?.flat().map(({ content, style, fromColumn, toColumn, cell }) => {
    return { content, style: canvas?.textStyles[style], fromColumn, toColumn, cell };
  });
  return JSON.parse(JSON.stringify(cells, (key, value: unknown) => (key === "span" ? undefined : value)));
}

const NAMES = Object.entries(TEXT_PROPERTIES).map(([name, definition]) => {
  const values = valuesOf(name, definition);
  return [name, `${name}=${values[0] ?? ""}`, `${name}=${values.at(-1) ?? ""}`] as const;
});

describe("a cell of a tier has what its column says of texts", () => {
  test.each(NAMES)("%s", (_, first, last) => {
    const said = tiersOf({ cell: `cell (.name) col=name ${first}` });
    expect(tiersOf({ column: first, cell: "cell (.name) col=name" })).toEqual(said);
    // The first one of several.
    const across = tiersOf({ cell: `cell "{.name} {.qty}" col=name..qty ${first}` });
    expect(tiersOf({ column: first, second: last, cell: 'cell "{.name} {.qty}" col=name..qty' })).toEqual(across);
    // By its style as well.
    expect(tiersOf({ style: first, column: "style=own", cell: "cell (.name) col=name" })).toEqual(said);
    // In a tier below, and not under another column.
    const below = tiersOf({ cell: `cell (.qty) col=qty\nnewrow\ncell (.name) col=name ${first}` });
    expect(tiersOf({ column: first, cell: "cell (.qty) col=qty\nnewrow\ncell (.name) col=name" })).toEqual(below);
  });

  test.each(NAMES)("%s of the cell itself, of its style and of its row stand over that", (_, first, last) => {
    const said = tiersOf({ cell: `cell (.name) col=name ${last}` });
    expect(tiersOf({ column: first, cell: `cell (.name) col=name ${last}` })).toEqual(said);
    expect(tiersOf({ column: first, style: last, cell: "cell (.name) col=name style=own" })).toEqual(said);
    expect(tiersOf({ column: first, row: last, cell: "cell (.name) col=name" })).toEqual(said);
    expect(tiersOf({ column: first, style: last, row: "style=own", cell: "cell (.name) col=name" })).toEqual(said);
  });
});

describe("a cell of a tier is written in the pattern of its column", () => {
  test.each([
    ["a number", "format='#,##0'", "cell (.qty) col=name", "format='#,##0'"],
    ["a date", "format='yyyy/MM/dd'", "cell (.day) col=name", "format='yyyy/MM/dd'"],
    ["a number across columns", "format='#,##0'", "cell (.qty) col=name..qty", "format='#,##0'"],
    ["its own stands over that", "format='#,##0'", "cell (.qty) col=name format='0'", ""],
    ["a text has none", "format='#,##0'", "cell (.name) col=name", ""],
    ["words with a value have none", "format='#,##0'", 'cell "{.qty} 個" col=name', ""],
    ["fixed words have none", "format='#,##0'", 'cell "計" col=name', ""],
    ["a date has none of numbers", "format='#,##0'", "cell (.day) col=name", ""],
    ["a number has none of dates", "format='yyyy/MM/dd'", "cell (.qty) col=name", ""],
    ["nor has one in another column", "format='#,##0'", "cell (.qty) col=qty", ""],
  ])("%s", (_, format, cell, own) => {
    // The column's own field is a number, or what the pattern is for.
    const shown = format.includes("#") ? "(.qty)" : "(.day)";
    const inColumn = tiersOf({ column: `${shown} ${format}`, cell });
    expect(inColumn).toEqual(tiersOf({ cell: `${cell} ${own}` }));
  });

  test("wherever the row stands", () => {
    const source = tableWith({ column: "(.qty) format='#,##0'", cell: "cell (.qty) col=name" });
    const row = /\n {6}row[\s\S]*?\n {6}\}/.exec(source)?.[0] ?? "";
    const before = source.replace(row, "").replace("table items {", `table items {${row}`);
    const styles = [source, before].map((each) => compileSource(each).value?.textStyles.some(({ tabular }) => tabular));
    expect(styles).toEqual([true, true]);
  });
});
