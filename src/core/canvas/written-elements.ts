// What the author of a canvas wrote where an element starts: the row of the schema table, with its word and properties.
import { ELEMENTS, type ElementDefinition, type ElementName, isIdle } from "../schema/index.ts";
import type { Canvas, CanvasPage } from "./canvas.ts";
import type { CanvasElement, FootCell, FootPart, TableElement } from "./canvas-elements.ts";

/** The word of an element and its properties. */
export type WrittenElement = ElementDefinition;

/** By the start of each element's span. */
export type WrittenElements = ReadonlyMap<number, WrittenElement>;

const KNOWN = new WeakMap<Canvas, WrittenElements>();

/** The elements of a canvas as they are written; worked out once for each canvas. */
export function writtenElements(canvas: Canvas): WrittenElements {
  const known = KNOWN.get(canvas);
  if (known !== undefined) return known;
  const written = new Map<number, ElementDefinition>();
  for (const page of canvas.pages) ofPage(written, page);
  KNOWN.set(canvas, written);
  return written;
}

/** Whether an element takes a property, and has a use for it. */
export function hasUseOf(element: ElementDefinition | undefined, property: string): boolean {
  return element !== undefined && Object.hasOwn(element.properties, property) && !isIdle(element.name, property);
}

type Found = Map<number, ElementDefinition>;

function ofPage(found: Found, { bands, body }: CanvasPage): void {
  for (const band of bands) {
    note(found, band, band.kind, null);
    for (const child of band.children) ofElement(found, child);
  }
  note(found, body, "body", null);
  for (const child of body.children) ofElement(found, child);
}

function note(found: Found, { span }: Pick<CanvasElement, "span">, name: ElementName, holder: string | null): void {
  found.set(span[0], definitionOf(name, holder));
}

/** @param holder the element or the place that it stands in; null where the word has one meaning. */
function definitionOf(name: ElementName, holder: string | null): ElementDefinition {
  const found = ELEMENTS.find(
    (row) => row.name === name && (holder === null || row.parents.some((at) => at === holder)),
  );
  if (found === undefined) throw new Error(`no ${name} stands in ${holder}`);
  return found;
}

/** A grid is one of elements or of cells. */
function gridOf(isRuled: boolean): ElementDefinition {
  const found = ELEMENTS.find((row) => row.name === "grid" && (row.children !== "flow") === isRuled);
  if (found === undefined) throw new Error("the schema has a grid of elements and one of cells");
  return found;
}

/** A bar or a mark is one of a record or one of each entry of a list. */
function markOf(name: "bar" | "milestone", isListed: boolean): ElementDefinition {
  const found = ELEMENTS.find((row) => row.name === name && (row.opensRecord === true) === isListed);
  if (found === undefined) throw new Error(`the schema has ${name} of records and of entries`);
  return found;
}

/** Words of elements that are compiled to a kind of the same name. */
const STANDING = "flow";

function ofElement(found: Found, element: CanvasElement): void {
  switch (element.kind) {
    case "text":
      return note(found, element, element.written ?? "text", STANDING);
    case "stack":
      note(found, element, element.written ?? "stack", STANDING);
      for (const child of element.children) ofElement(found, child);
      return;
    case "grid":
      found.set(element.span[0], gridOf(false));
      for (const child of element.children) ofElement(found, child);
      return;
    case "cells":
      found.set(element.span[0], gridOf(true));
      for (const cell of element.cells) {
        note(found, cell, cell.names === null ? "cell" : "head", "grid");
        for (const child of cell.children ?? []) ofElement(found, child);
      }
      return;
    case "box":
    case "row":
    case "each":
    case "columns":
    case "plate":
      note(found, element, element.kind, STANDING);
      for (const child of element.children) ofElement(found, child);
      return;
    case "pairs":
      note(found, element, "pairs", STANDING);
      for (const pair of element.pairs) note(found, pair, "pair", "pairs");
      return;
    case "seals":
      note(found, element, "seals", STANDING);
      for (const seal of element.seals) note(found, seal, "seal", "seals");
      return;
    case "table":
      return ofTable(found, element);
    case "rich":
    case "markdown":
    case "line":
    case "rect":
    case "image":
    case "barcode":
    case "chart":
    case "seal":
    case "comb":
    case "check":
    case "space":
    case "break":
    case "bookmark":
      return note(found, element, element.kind, null);
    default:
      element satisfies never;
  }
}

function ofTable(found: Found, table: TableElement): void {
  const name = table.axis === undefined ? "table" : "gantt";
  note(found, table, name, STANDING);
  for (const column of table.columns) {
    if (table.axis?.span[0] === column.span[0]) continue;
    note(found, column, "column", name);
    for (const child of column.children ?? []) ofElement(found, child);
  }
  ofCells(found, table.head, "head", name);
  ofCells(found, table.tiers, "row", "table");
  ofCells(found, table.foot?.rows, "foot", name);
  ofParts(found, table.foot?.parts, name);
  ofCells(found, table.pageFoot, "pagefoot", "table");
  for (const { head, foot, footParts } of table.groups ?? []) {
    ofCells(found, head, "head", "group");
    ofCells(found, foot, "foot", "group");
    ofParts(found, footParts, "group");
  }
  if (table.carry !== undefined) note(found, table.carry, "carry", "table");
  const { axis } = table;
  if (axis === undefined) return;
  note(found, axis, "scale", "gantt");
  for (const bar of axis.bars) found.set(bar.span[0], markOf("bar", bar.each !== undefined));
  for (const milestone of axis.milestones)
    found.set(milestone.span[0], markOf("milestone", milestone.each !== undefined));
  if (axis.today !== null) note(found, axis.today, "today", "gantt");
}

function ofParts(found: Found, parts: readonly FootPart[] | undefined, holder: "table" | "gantt" | "group"): void {
  for (const { rows, written } of parts ?? []) ofCells(found, rows, written, written === "row" ? "foot" : holder);
}

type CellRows = "head" | "row" | "foot" | "pagefoot";

/** @param holder the element that holds the rows; a row that the source writes as one line counts as a cell */
function ofCells(
  found: Found,
  rows: readonly (readonly FootCell[])[] | undefined,
  name: CellRows,
  holder: "table" | "gantt" | "group" | "foot",
): void {
  for (const cell of rows?.flat() ?? []) {
    if (cell.isFiller === true || cell.isLine === true) note(found, cell, name, holder);
    else note(found, cell, "cell", name);
  }
}
