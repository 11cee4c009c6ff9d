// Checked elements → compiled elements: styles resolved, boxes closed, tables with their columns by index.
import type { CheckedElement, CheckedValue, CheckedValues, Resources } from "../check/index.ts";
import type { SourceSpan } from "../diagnostics/index.ts";
import type { Template } from "../expression/index.ts";
import {
  boxOf,
  boxValues,
  cellBox,
  cellValues,
  lengthOf,
  paintOf,
  STROKE_DEFAULT_EMU,
  strokeOf,
  wordOf,
} from "./boxes.ts";
import type {
  CanvasElement,
  CheckElement,
  FootCell,
  Paint,
  PairElement,
  Stroke,
  TableColumn,
  TableElement,
  TableFoot,
  Width,
} from "./canvas.ts";
import { cellText, styleNameOf, type TextStyles, type TextValues, textOf, withDefault } from "./text-styles.ts";

const BLACK: Paint = { kind: "fixed", color: [0, 0, 0, 255] };
/** Labels of `pairs` are 20 mm wide where nothing is said. */
const LABEL_WIDTH_EMU = 720_000;
/** Newspaper columns stand two letters of small print apart where nothing is said. */
const COLUMN_GAP_EMU = 216_000;

/** What compiling keeps at hand. */
export interface Compiling {
  readonly resources: Resources;
  readonly styles: TextStyles;
}

/** Where an element stands: the text around it, and what a grid's style gives to its cells. */
interface Surroundings {
  readonly text: TextValues;
  readonly cells: CheckedValues | null;
}

export function spanOf(element: CheckedElement): SourceSpan {
  return [element.span.start, element.span.end];
}

function colorOf(text: TextValues): Paint {
  return paintOf(text, "color") ?? BLACK;
}

function templateOf(values: CheckedValues, key: string): Template {
  const value = values.get(key);
  return value?.kind === "template" ? value.template : [];
}

/** Digits of equal width for numbers that a pattern formats. */
function isTabular(value: CheckedValue | undefined, element: CheckedElement): boolean {
  if (!element.properties.has("format") || value?.kind !== "template") return false;
  return value.only !== null;
}

export function compileChildren(
  compiling: Compiling,
  parent: CheckedElement,
  text: TextValues,
): readonly CanvasElement[] {
  return compileAll(compiling, parent.children, { text, cells: null });
}

function compileAll(
  compiling: Compiling,
  children: readonly CheckedElement[],
  around: Surroundings,
): readonly CanvasElement[] {
  return children.flatMap((child) => compileElement(compiling, child, around) ?? []);
}

function compileElement(compiling: Compiling, element: CheckedElement, around: Surroundings): CanvasElement | null {
  const { resources } = compiling;
  const name = element.definition.name;
  const text = textOf(resources, around.text, element, name === "label" ? "label" : null);
  const own = boxValues(resources, element, around.cells);
  const values =
    name === "label" && element.properties.get("style") === undefined ? withLabelStyle(resources, own, element) : own;
  const span = spanOf(element);
  switch (name) {
    case "space":
      return { kind: "space", heightEmu: lengthOf(element.args, "height") ?? 0, span };
    case "break":
      return { kind: "break", when: conditionOf(element), span };
    case "bookmark":
      return {
        kind: "bookmark",
        title: templateOf(element.args, "content"),
        level: countOf(element.properties, "level") ?? 1,
        when: conditionOf(element),
        span,
      };
    case "seals":
      return compileSeals(compiling, element, text, values);
    case "comb":
    case "check":
      return compileMark(compiling, element, text, boxOf(values, colorOf(text)));
    case "text":
    case "label":
      return compileText(compiling, element, text, boxOf(values, colorOf(text)));
    case "grid":
      return compileGrid(compiling, element, text);
    case "table":
      return compileTable(compiling, element, text);
    case "pairs":
      return compilePairs(compiling, element, text);
    default:
      return compileBoxed(compiling, element, text, values);
  }
}

function withLabelStyle(resources: Resources, values: CheckedValues, element: CheckedElement): CheckedValues {
  const style = resources.styles.get("label");
  return style === undefined ? values : new Map([...style.properties, ...values, ...element.properties]);
}

function compileBoxed(
  compiling: Compiling,
  element: CheckedElement,
  text: TextValues,
  values: CheckedValues,
): CanvasElement | null {
  const color = colorOf(text);
  const box = boxOf(values, color);
  const span = spanOf(element);
  const children = (): readonly CanvasElement[] => compileAll(compiling, element.children, { text, cells: null });
  const gapEmu = lengthOf(element.properties, "gap") ?? 0;
  switch (element.definition.name) {
    case "stack":
    case "box":
      return { kind: element.definition.name, box, span, gapEmu, children: children() };
    case "columns": {
      const columnGapEmu = lengthOf(element.properties, "gap") ?? COLUMN_GAP_EMU;
      const balance = flagOf(element.properties, "balance") ?? true;
      const count = countOf(element.properties, "n") ?? 2;
      return { kind: "columns", box, span, count, columnGapEmu, gapEmu: 0, balance, children: children() };
    }
    case "row":
      return { kind: "row", box, span, gapEmu, children: children() };
    case "plate":
      return { kind: "plate", box, span, children: children() };
    case "each": {
      const list = element.args.get("array");
      return list?.kind === "code"
        ? { kind: "each", box, span, over: list.checked.code, gapEmu, children: children() }
        : null;
    }
    case "line":
      return compileLine(element, box, color);
    case "rect":
      return { kind: "rect", box: rectBox(element, values, color), span };
    case "image":
      return compileImage(element, box);
    case "seal":
      return compileSeal(compiling, element, text, box);
    default:
      return null;
  }
}

function conditionOf(element: CheckedElement): PairElement["when"] {
  const when = element.properties.get("when");
  return when?.kind === "code" ? when.checked.code : null;
}

function flagOf(values: CheckedValues, key: string): boolean | null {
  const value = values.get(key);
  return value?.kind === "flag" ? value.value : null;
}

/** Null where the template gives none, or an empty one. */
function wordsOf(value: CheckedValue | undefined): Template | null {
  return value?.kind === "template" ? value.template : null;
}

function countOf(values: CheckedValues, key: string): number | null {
  const value = values.get(key);
  return value?.kind === "number" ? Math.round(value.thousandths / 1000) : null;
}

function compileText(
  compiling: Compiling,
  element: CheckedElement,
  text: TextValues,
  box: ReturnType<typeof boxOf>,
): CanvasElement {
  const role = wordOf(element.properties, "role");
  const heading = countOf(element.properties, "heading") ?? (role === "document.title" ? 1 : 0);
  return {
    kind: "text",
    box,
    span: spanOf(element),
    content: templateOf(element.args, "content"),
    style: compiling.styles.index(text, isTabular(element.args.get("content"), element)),
    heading: heading as 0 | 1 | 2 | 3,
  };
}

/** Stroke, width, colour and dash of `line` and `rect`. */
function ownStroke(element: CheckedElement, textColor: Paint, fallback: boolean): Stroke | null {
  const { properties } = element;
  const color = paintOf(properties, "color") ?? textColor;
  const stroke = properties.get("stroke");
  const dash = wordOf(properties, "dash");
  const width = lengthOf(properties, "stroke-width");
  const base = stroke?.kind === "stroke" ? strokeOf(stroke, color, dash) : null;
  if (stroke !== undefined && base === null) return null;
  if (base === null && width === null && !fallback) return null;
  const {
    widthEmu,
    paint,
    dash: kind,
  } = base ?? { widthEmu: STROKE_DEFAULT_EMU, paint: color, dash: (dash ?? "solid") as Stroke["dash"] };
  return { widthEmu: width ?? widthEmu, paint, dash: kind };
}

function compileLine(element: CheckedElement, box: ReturnType<typeof boxOf>, color: Paint): CanvasElement {
  const { properties } = element;
  const stroke = ownStroke(element, color, true) ?? { widthEmu: 0, paint: color, dash: "solid" as const };
  const relative = (end: string, start: number | null): number | null => {
    const emu = lengthOf(properties, end);
    return emu === null ? null : emu - (start ?? 0);
  };
  const x2Emu = relative("x2", box.xEmu);
  const y2Emu = relative("y2", box.yEmu);
  const slanted = x2Emu !== null || y2Emu !== null;
  return {
    kind: "line",
    box,
    span: spanOf(element),
    stroke,
    x2Emu: slanted ? (x2Emu ?? 0) : null,
    y2Emu: slanted ? (y2Emu ?? 0) : null,
  };
}

/** A rectangle's stroke is its border on all sides. */
function rectBox(element: CheckedElement, values: CheckedValues, color: Paint): ReturnType<typeof boxOf> {
  const box = boxOf(values, color);
  const framed = element.properties.has("fill") || box.borderTop !== null;
  const stroke = ownStroke(element, color, !framed);
  if (stroke === null) return box;
  return { ...box, borderTop: stroke, borderRight: stroke, borderBottom: stroke, borderLeft: stroke };
}

function compileImage(element: CheckedElement, box: ReturnType<typeof boxOf>): CanvasElement | null {
  const source = element.args.get("source");
  if (source?.kind !== "code") return null;
  const fit = (wordOf(element.properties, "fit") ?? "contain") as "contain" | "cover" | "fill";
  return { kind: "image", box, span: spanOf(element), source: source.checked.code, fit };
}

function compileSeal(
  compiling: Compiling,
  element: CheckedElement,
  text: TextValues,
  box: ReturnType<typeof boxOf>,
): CanvasElement {
  const label = element.args.get("label") ?? element.properties.get("label");
  const source = element.args.get("source");
  const centred = withDefault(withDefault(text, "align", "center"), "valign", "middle");
  return {
    kind: "seal",
    box,
    span: spanOf(element),
    source: source?.kind === "code" ? source.checked.code : null,
    label: label?.kind === "template" ? label.template : null,
    style: compiling.styles.index(centred, false),
  };
}

/** Letters in cells, and boxes to tick. */
function compileMark(
  compiling: Compiling,
  element: CheckedElement,
  text: TextValues,
  box: ReturnType<typeof boxOf>,
): CanvasElement {
  const span = spanOf(element);
  const { args, properties } = element;
  if (element.definition.name === "comb") {
    const style = compiling.styles.index(text, isTabular(args.get("content"), element));
    return {
      kind: "comb",
      box,
      span,
      content: templateOf(args, "content"),
      cells: countOf(properties, "cells") ?? 1,
      style,
    };
  }
  const ticked = args.get("ticked");
  return {
    kind: "check",
    box,
    span,
    ticked: ticked?.kind === "code" ? ticked.checked.code : null,
    mark: (wordOf(properties, "mark") ?? "tick") as CheckElement["mark"],
    label: wordsOf(args.get("label")),
    style: compiling.styles.index(text, false),
  };
}

function compileSeals(
  compiling: Compiling,
  element: CheckedElement,
  text: TextValues,
  values: CheckedValues,
): CanvasElement {
  const seals = compileAll(compiling, element.children, { text, cells: null }).filter((one) => one.kind === "seal");
  const columns = countOf(element.properties, "cols") ?? Math.max(1, seals.length);
  return { kind: "seals", box: boxOf(values, colorOf(text)), span: spanOf(element), columns, seals };
}

function compileGrid(compiling: Compiling, element: CheckedElement, text: TextValues): CanvasElement {
  const own = new Map<string, CheckedValue>([...boxValues(compiling.resources, element, null)]);
  const cells = cellValues(compiling.resources, element);
  for (const key of cells.keys()) if (!element.properties.has(key)) own.delete(key);
  const cols = element.properties.get("cols");
  const gapEmu = lengthOf(element.properties, "gap") ?? 0;
  return {
    kind: "grid",
    box: boxOf(own, colorOf(text)),
    span: spanOf(element),
    columns: cols?.kind === "widths" ? cols.widths : [{ kind: "share", thousandths: 1000 }],
    gapEmu,
    rowGapEmu: lengthOf(element.properties, "row-gap") ?? gapEmu,
    children: compileAll(compiling, element.children, { text, cells }),
  };
}

function compilePairs(compiling: Compiling, element: CheckedElement, text: TextValues): CanvasElement {
  const { resources, styles } = compiling;
  const pairs = element.children.map((child): PairElement => {
    const value = cellText(resources, text, child, null);
    const label = new Map(text);
    for (const [key, each] of resources.styles.get("label")?.properties ?? [])
      if (label.has(key) || key in LABEL_KEYS) label.set(key, each);
    return {
      label: templateOf(child.args, "label"),
      value: templateOf(child.args, "value"),
      labelStyle: styles.index(label, false),
      valueStyle: styles.index(value, isTabular(child.args.get("value"), child)),
      when: conditionOf(child),
      role: wordOf(child.properties, "role"),
      span: spanOf(child),
    };
  });
  const own = new Map<string, CheckedValue>(element.properties);
  return {
    kind: "pairs",
    box: boxOf(own, colorOf(text)),
    span: spanOf(element),
    labelWidthEmu: lengthOf(element.properties, "label-w") ?? LABEL_WIDTH_EMU,
    gapEmu: lengthOf(element.properties, "gap") ?? 0,
    pairs,
  };
}

/** Of style `label`, what the labels of pairs take over. */
const LABEL_KEYS: Readonly<Record<string, true>> = { size: true, color: true, weight: true, font: true, align: true };

/** Cells of tables stand in the middle of their row unless the source says otherwise. */
function inCell(text: TextValues): TextValues {
  return withDefault(text, "valign", "middle");
}

function compileTable(compiling: Compiling, element: CheckedElement, text: TextValues): TableElement | null {
  const over = element.args.get("array");
  if (over?.kind !== "code") return null;
  const { properties } = element;
  const cells = cellValues(compiling.resources, element);
  const fill = properties.get("fill-rows");
  const columns = element.children.filter((child) => child.definition.name === "column");
  const foot = element.children.find((child) => child.definition.name === "foot");
  const tiers = element.children.find((child) => child.definition.name === "row");
  const rowsPerPage = rowsPerPageOf(properties);
  const empty = properties.get("empty");
  return {
    kind: "table",
    box: boxOf(properties, colorOf(text)),
    span: spanOf(element),
    over: over.checked.code,
    header: (wordOf(properties, "header") ?? "repeat") as TableElement["header"],
    split: (wordOf(properties, "split") ?? "row") as TableElement["split"],
    rowHeightMinEmu: lengthOf(properties, "row-h"),
    rowsMin: countOf(properties, "min-rows") ?? 0,
    rowsPerPage: rowsPerPage.rest,
    fillRows: fill?.kind === "flag" && fill.value,
    zebra: paintOf(properties, "zebra"),
    empty: empty?.kind === "template" ? empty.template : null,
    columns: columns.map((column) => compileColumn(compiling, column, text, cells)),
    foot: foot === undefined ? null : compileFoot(compiling, foot, text, cells, columns.map(idOf)),
    ...(rowsPerPage.first === null ? {} : { rowsOnFirstPage: rowsPerPage.first }),
    ...(tiers === undefined ? {} : { tiers: compileRows(compiling, tiers, text, cells, columns.map(idOf)) }),
    ...tableExtras(element),
  };
}

/** `22`, or `[18, 22]` where the first page holds another number of rows. */
function rowsPerPageOf(values: CheckedValues): { readonly first: number | null; readonly rest: number | null } {
  const value = values.get("rows-per-page");
  if (value?.kind !== "numbers") return { first: null, rest: countOf(values, "rows-per-page") };
  const [first, rest] = value.thousandths.map((each) => Math.round(each / 1000));
  return rest === undefined ? { first: null, rest: first ?? null } : { first: first ?? null, rest };
}

/** What only some tables say; absent where it is not said, so that other tables keep their compiled form. */
function tableExtras(element: CheckedElement): Partial<TableElement> {
  const { properties } = element;
  const blank = wordsOf(properties.get("blank"));
  const rowFill = paintOf(properties, "row-fill");
  const rowColor = paintOf(properties, "row-color");
  return {
    ...(blank === null ? {} : { blank }),
    ...(flagOf(properties, "strike") === true ? { strike: true } : {}),
    ...(rowFill === null ? {} : { rowFill }),
    ...(rowColor === null ? {} : { rowColor }),
  };
}

function idOf(column: CheckedElement): string {
  return wordOf(column.args, "id") ?? "";
}

function compileColumn(
  compiling: Compiling,
  column: CheckedElement,
  table: TextValues,
  cells: CheckedValues,
): TableColumn {
  const { resources, styles } = compiling;
  const text = inCell(cellText(resources, table, column, null));
  const head = new Map<string, CheckedValue>([...inCell(table), ["align", { kind: "word", text: "center" }]]);
  const width = column.properties.get("w");
  const when = conditionOf(column);
  const share: Width = { kind: "share", thousandths: 1000 };
  return {
    id: idOf(column),
    heading: templateOf(column.args, "heading"),
    content: templateOf(column.args, "cell"),
    width: width?.kind === "width" ? width.width : share,
    cell: cellBox(boxValues(resources, column, cells), colorOf(text)),
    headStyle: styles.index(head, false),
    bodyStyle: styles.index(text, isTabular(column.args.get("cell"), column)),
    role: wordOf(column.properties, "role"),
    span: spanOf(column),
    ...(wordOf(column.properties, "merge") === "same" ? { merge: true } : {}),
    ...(when === null ? {} : { when }),
  };
}

function compileFoot(
  compiling: Compiling,
  foot: CheckedElement,
  table: TextValues,
  cells: CheckedValues,
  ids: readonly string[],
): TableFoot {
  return {
    on: (wordOf(foot.properties, "on") ?? "last") as TableFoot["on"],
    keep: (wordOf(foot.properties, "keep") ?? "none") as TableFoot["keep"],
    rows: compileRows(compiling, foot, table, cells, ids),
    span: spanOf(foot),
  };
}

/** The cells of a foot or of a record's tiers, row by row. */
function compileRows(
  compiling: Compiling,
  element: CheckedElement,
  table: TextValues,
  cells: CheckedValues,
  ids: readonly string[],
): readonly (readonly FootCell[])[] {
  const text = cellText(compiling.resources, table, element, styleNameOf(element));
  const rows: FootCell[][] = [[]];
  for (const child of element.children) {
    if (child.definition.name === "newrow") rows.push([]);
    else rows.at(-1)?.push(compileCell(compiling, child, text, cells, ids));
  }
  return rows.filter((row) => row.length > 0);
}

function compileCell(
  compiling: Compiling,
  cell: CheckedElement,
  foot: TextValues,
  cells: CheckedValues,
  ids: readonly string[],
): FootCell {
  const text = inCell(cellText(compiling.resources, foot, cell, null));
  const range = cell.properties.get("col");
  const from = range?.kind === "columns" ? ids.indexOf(range.from) : 0;
  const to = range?.kind === "columns" ? ids.indexOf(range.to) : 0;
  return {
    content: templateOf(cell.args, "content"),
    fromColumn: Math.max(0, from),
    toColumn: Math.max(0, to),
    cell: cellBox(boxValues(compiling.resources, cell, cells), colorOf(text)),
    style: compiling.styles.index(text, isTabular(cell.args.get("content"), cell)),
    role: wordOf(cell.properties, "role"),
    span: spanOf(cell),
  };
}
