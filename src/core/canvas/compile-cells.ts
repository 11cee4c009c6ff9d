// Checked grids of cells → compiled ones: every cell at its place, with the lines on its four sides decided.
import {
  type CellPlace,
  type CheckedElement,
  type CheckedValue,
  type CheckedValues,
  planGrid,
} from "../check/index.ts";
import type { PropertyName } from "../schema/index.ts";
import { boxOf, CELL_KEYS, cellBox, cellValues, lengthOf, strokeOf, wordOf } from "./boxes.ts";
import type { CanvasElement, CellBox, CellsElement, GridCell } from "./canvas-elements.ts";
import type { Paint, Stroke } from "./canvas-styles.ts";
import { aroundDrawn } from "./clear-of-border.ts";
import { colorOf, flagOf, isTabular, type Placed, spanOf, templateOf } from "./element-values.ts";
import { cellText, styleNameOf, styleProperties, type TextValues, withDefault, withStyleText } from "./text-styles.ts";

/** A cell of a ruled grid. */
export type RuledCell = CheckedElement<"head" | "cell", "grid">;

/** Compiles what stands in a cell's block, in the text of the cell. */
export type CompileInCell = (cell: RuledCell, text: TextValues) => readonly CanvasElement[];

const EMU_PER_MM = 36_000;
/** Letters stand off the lines where nothing is said. */
const PADDING: CheckedValue = {
  kind: "edges",
  edges: [EMU_PER_MM / 2, 1.5 * EMU_PER_MM, EMU_PER_MM / 2, 1.5 * EMU_PER_MM],
};
/** The lines between cells where only the one around them is said. */
const RULE_EMU = 3_175;

const SIDES = ["Top", "Right", "Bottom", "Left"] as const;
type Side = (typeof SIDES)[number];
const OPPOSITE = { Top: "Bottom", Right: "Left", Bottom: "Top", Left: "Right" } as const satisfies Record<Side, Side>;
const PROPERTY_OF = {
  Top: "border-top",
  Right: "border-right",
  Bottom: "border-bottom",
  Left: "border-left",
} as const satisfies Record<Side, PropertyName>;

/** A cell while the lines around it are decided. */
interface Framed {
  readonly place: CellPlace;
  readonly box: CellBox;
  /** The sides whose lines the cell itself decides, `none` included. */
  readonly decided: ReadonlySet<Side>;
}

export function compileCells(
  element: CheckedElement<"grid">,
  { compiling, text }: Placed,
  compileInCell: CompileInCell,
): CellsElement {
  const { properties } = element;
  const widths = properties.get("cols");
  const columns = widths?.kind === "widths" ? widths.widths : [{ kind: "share", thousandths: 1000 } as const];
  const plan = planGrid(element.children, columns.length);
  const ofStyle = styleProperties(compiling.resources, styleNameOf(element));
  const outside = new Map<PropertyName, CheckedValue>([
    ...[...ofStyle].filter(([key]) => !CELL_KEYS.has(key)),
    ...[...properties].filter(([key]) => !key.startsWith("padding")),
  ]);
  const box = boxOf(outside, colorOf(text));
  const looks = plan.places.map((place) => lookOf(element, place.cell as RuledCell, { compiling, text }));
  const framed = plan.places.map((place, at): Framed => {
    const { values, own, text: inside } = looks[at] ?? { values: new Map(), own: new Map(), text };
    const decided = SIDES.filter((side) => own.has("border") || own.has(PROPERTY_OF[side]));
    return { place, box: cellBox(values, colorOf(inside)), decided: new Set(decided) };
  });
  const lines = linesOf(element, box, colorOf(text));
  const size = { columns: columns.length, rows: plan.rows };
  const cells = framed.map((one, at): GridCell => {
    const cell = one.place.cell as RuledCell;
    const inside = looks[at]?.text ?? text;
    const { row, rows, column } = one.place;
    const ruled = { ...one.box, ...sidesOf(one, framed, size, lines) };
    const children = cell.children.length === 0 ? null : compileInCell(cell, inside);
    return {
      fromColumn: column,
      toColumn: column + one.place.columns - 1,
      row,
      rows,
      names: cell.name === "head" ? namesOf(plan.places, one.place) : null,
      content: templateOf(cell.args, "content"),
      cell: children === null ? ruled : aroundDrawn(ruled, children, "shared"),
      heightMinEmu: lengthOf(cell.properties, "min-h"),
      style: compiling.styles.index(inside, isTabular(cell.args.get("content"), cell)),
      role: wordOf(cell.properties, "role"),
      span: spanOf(cell),
      ...(children === null ? {} : { children }),
    };
  });
  return {
    kind: "cells",
    box,
    span: spanOf(element),
    columns,
    rows: plan.rows,
    rowHeightMinEmu: lengthOf(properties, "row-h"),
    hasEqualRows: flagOf(properties, "equal-rows") ?? false,
    cells,
  };
}

/** A label names what stands at its right, and where labels fill its row what stands below. */
function namesOf(places: readonly CellPlace[], label: CellPlace): "row" | "column" {
  const inRow = places.filter(({ row, rows }) => row <= label.row && label.row < row + rows);
  return inRow.every(({ cell }) => cell.name === "head") ? "column" : "row";
}

interface Look {
  /** All that holds for the cell's box. */
  readonly values: CheckedValues;
  /** What of it the cell says itself, by its style or by the one for labels. */
  readonly own: CheckedValues;
  readonly text: TextValues;
}

/** Contents stand in the middle of their rows, and labels in that of their cells, unless the source says otherwise. */
function lookOf(
  grid: CheckedElement<"grid">,
  cell: RuledCell,
  { compiling: { resources }, text }: Pick<Placed, "compiling" | "text">,
): Look {
  const isHead = cell.name === "head";
  const forHeads = isHead ? wordOf(grid.properties, "head-style") : null;
  const fill = isHead ? grid.properties.get("head-fill") : undefined;
  const paddings = [...grid.properties].filter(([key]) => key.startsWith("padding"));
  const own = new Map<PropertyName, CheckedValue>([
    ...framesOf(styleProperties(resources, forHeads)),
    ...(fill === undefined ? [] : ([["fill", fill]] as const)),
    ...framesOf(styleProperties(resources, styleNameOf(cell))),
    ...framesOf(cell.properties),
  ]);
  const values = new Map<PropertyName, CheckedValue>([
    ["padding", PADDING],
    ...cellValues(resources, grid),
    ...paddings,
    ...own,
  ]);
  const around = withDefault(text, "valign", "middle");
  const labelled = new Map(around).set("align", { kind: "word", text: "center" });
  const named = isHead ? withStyleText(labelled, resources, forHeads) : around;
  return { values: withPaddingOver(values, own, paddings), own, text: cellText(resources, named, cell, null) };
}

function framesOf(values: CheckedValues): readonly (readonly [PropertyName, CheckedValue])[] {
  return [...values].filter(([key]) => CELL_KEYS.has(key));
}

/** `padding=` of a cell stands over `padding-left=` of its grid: the nearer says all four. */
function withPaddingOver(
  values: Map<PropertyName, CheckedValue>,
  own: CheckedValues,
  paddings: readonly (readonly [PropertyName, CheckedValue])[],
): CheckedValues {
  if (!own.has("padding")) return values;
  for (const [key] of paddings) if (key !== "padding" && !own.has(key)) values.delete(key);
  return values;
}

/** The lines that cells have where they say nothing themselves. */
interface GridLines {
  readonly around: Readonly<Record<Side, Stroke | null>>;
  /** Null: those of the grid's style. */
  readonly between: { readonly stroke: Stroke | null } | null;
}

function linesOf({ properties }: CheckedElement<"grid">, box: CellsElement["box"], ink: Paint): GridLines {
  const around = { Top: box.borderTop, Right: box.borderRight, Bottom: box.borderBottom, Left: box.borderLeft };
  const rules = properties.get("rules");
  if (rules?.kind === "stroke") return { around, between: { stroke: strokeOf(rules, ink, null) } };
  const [first] = SIDES.flatMap((side) => around[side] ?? []);
  const isBordered = first !== undefined && !properties.has("style");
  return { around, between: isBordered ? { stroke: { ...first, widthEmu: RULE_EMU, dash: "solid" } } : null };
}

/** The lines of a cell. One that a neighbour decides alone is left to it. */
function sidesOf(
  one: Framed,
  all: readonly Framed[],
  size: { readonly columns: number; readonly rows: number },
  lines: GridLines,
): Omit<CellBox, "padding" | "fill"> {
  const side = (which: Side): Stroke | null => {
    const own = one.box[`border${which}`];
    if (one.decided.has(which)) return own;
    if (isAtEdge(one.place, which, size)) return lines.around[which] ?? own;
    if (isLeftToNeighbours(one, which, all)) return null;
    return lines.between === null ? own : lines.between.stroke;
  };
  return {
    borderTop: side("Top"),
    borderRight: side("Right"),
    borderBottom: side("Bottom"),
    borderLeft: side("Left"),
  };
}

/**
 * Whether some neighbour at a side decides the line there. The others then draw it along their own sides, unless one of
 * them borders on cells further out: then the line stays whole, since no cell owns a piece of it.
 */
function isLeftToNeighbours(one: Framed, side: Side, all: readonly Framed[]): boolean {
  const besideOf = (cell: Framed, at: Side): readonly Framed[] =>
    all.filter((other) => touches(cell.place, other.place, at));
  const decides = (at: Side) => (cell: Framed) => cell.decided.has(at);
  const opposite = OPPOSITE[side];
  const beside = besideOf(one, side);
  if (!beside.some(decides(opposite))) return false;
  return beside.every((other) => other.decided.has(opposite) || !besideOf(other, opposite).some(decides(side)));
}

function isAtEdge(
  { row, rows, column, columns }: CellPlace,
  side: Side,
  size: { readonly columns: number; readonly rows: number },
): boolean {
  const edges = {
    Top: row === 0,
    Right: column + columns === size.columns,
    Bottom: row + rows === size.rows,
    Left: column === 0,
  } as const satisfies Record<Side, boolean>;
  return edges[side];
}

/** Whether the other cell lies at that side of the one. */
function touches(one: CellPlace, other: CellPlace, side: Side): boolean {
  const meets = (from: number, length: number, otherFrom: number, otherLength: number): boolean =>
    from < otherFrom + otherLength && otherFrom < from + length;
  const isBeside = meets(one.row, one.rows, other.row, other.rows);
  const isAcross = meets(one.column, one.columns, other.column, other.columns);
  const touching = {
    Top: isAcross && other.row + other.rows === one.row,
    Right: isBeside && other.column === one.column + one.columns,
    Bottom: isAcross && other.row === one.row + one.rows,
    Left: isBeside && other.column + other.columns === one.column,
  } as const satisfies Record<Side, boolean>;
  return touching[side];
}
