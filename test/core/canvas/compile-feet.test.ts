// Feet and heads of groups stand below their columns: a cell under one of them looks as the column's own cells do.
import { describe, expect, test } from "vitest";
import { type CanvasElement, compileSource, type TableElement } from "../../../src/core/canvas/index.ts";
import { TEXT_PROPERTIES } from "../../../src/core/schema/index.ts";
import { valuesOf } from "../../support/element-samples.ts";

const PLACES = ["foot", "pagefoot", "group foot", "group head", "inner foot"] as const;

interface Written {
  readonly place: (typeof PLACES)[number];
  readonly column?: string;
  readonly rows?: string;
  readonly cell: string;
  readonly style?: string;
}

function partOf({ place, rows = "", cell }: Written): string {
  const [first = "", second = first] = place.split(" ");
  const part = `${second} ${rows} {\n${cell}\n}`;
  if (first === "group") return `group (.name) {\n${part}\n}`;
  return first === "inner" ? `group (.name) {\ngroup (.day) {\n${part}\n}\n}` : part;
}

function tableWith(written: Written): string {
  const { column = "", style = "size=small" } = written;
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
      column name "品名" w=1fr
      column qty "数量" w=40mm (.qty) ${column}
      ${partOf(written)}
    }
  }
}
`;
}

/** What is printed in the cells of the part, and how. */
function cellsOf(written: Written): unknown {
  const { value: canvas, diagnostics } = compileSource(tableWith(written));
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  const isTable = (each: CanvasElement): each is TableElement => each.kind === "table";
  const table = canvas?.pages[0]?.body.children.find(isTable);
  const rows = [
    ...(table?.foot?.rows ?? []),
    ...(table?.pageFoot ?? []),
    ...(table?.groups ?? []).flatMap(({ head, foot }) => [...head, ...foot]),
  ];
  const cells = rows.flat().map(({ style, ...cell }) => ({ ...cell, style: canvas?.textStyles[style] }));
  expect(cells).not.toEqual([]);
  return JSON.parse(JSON.stringify(cells, (key, value: unknown) => (key === "span" ? undefined : value)));
}

const NAMES = Object.entries(TEXT_PROPERTIES).map(([name, definition]) => {
  const values = valuesOf(name, definition);
  return [name, `${name}=${values[0] ?? ""}`, `${name}=${values.at(-1) ?? ""}`] as const;
});

describe.each(PLACES)("a cell of %s", (place) => {
  const sum = "cell (1200) col=qty";

  test.each(NAMES)("has %s of the column above it", (_, first) => {
    const said = cellsOf({ place, cell: `${sum} ${first}` });
    expect(cellsOf({ place, column: first, cell: sum })).toEqual(said);
    expect(cellsOf({ place, style: first, column: "style=own", cell: sum })).toEqual(said);
  });

  test.each(NAMES)("has its own %s, that of its style and of its rows over that", (_, first, last) => {
    const said = cellsOf({ place, cell: `${sum} ${last}` });
    expect(cellsOf({ place, column: first, cell: `${sum} ${last}` })).toEqual(said);
    expect(cellsOf({ place, column: first, style: last, cell: `${sum} style=own` })).toEqual(said);
    expect(cellsOf({ place, column: first, rows: last, cell: sum })).toEqual(said);
  });

  test.each(NAMES)("across columns has no %s of theirs, nor has one under another column", (_, first) => {
    for (const cell of ['cell "計" col=name..qty', 'cell "計" col=name'])
      expect(cellsOf({ place, column: first, cell })).toEqual(cellsOf({ place, cell }));
  });

  test.each([
    ["a number", "format='#,##0'", sum, "format='#,##0'"],
    ["its own stands over that", "format='#,##0'", `${sum} format='0'`, ""],
    ["words have none", "format='#,##0'", 'cell "1200 円" col=qty', ""],
    ["one across columns has none", "format='#,##0'", "cell (1200) col=name..qty", ""],
    ["nor has one under another column", "format='#,##0'", "cell (1200) col=name", ""],
  ])("is written in the pattern of its column: %s", (_, column, cell, own) => {
    expect(cellsOf({ place, column, cell })).toEqual(cellsOf({ place, cell: `${cell} ${own}` }));
  });
});
