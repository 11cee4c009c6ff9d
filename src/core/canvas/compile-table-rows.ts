// Rows that a table is told cell by cell: heads, tiers, feet, heads and feet of groups, sums of a page.
import type { AnyElement, CheckedElement, CheckedValue, CheckedValues } from "../check/index.ts";
import {
  type ExpressionCode,
  groupsOf,
  itemsOfGroup,
  sumInPattern,
  summed,
  sumWrittenLike,
} from "../expression/index.ts";
import { boxValues, CELL_KEYS, cellBox, wordOf } from "./boxes.ts";
import type {
  CellBox,
  FootCell,
  FootPart,
  PageFootCell,
  TableCarry,
  TableFoot,
  TableGroup,
} from "./canvas-elements.ts";
import {
  type Compiling,
  choiceOf,
  colorOf,
  conditionOf,
  countOf,
  flagOf,
  isTabular,
  readChildren,
  spanOf,
  templateOf,
  wordsOf,
} from "./element-values.ts";
import { movedPaints, outsideOf } from "./moved-paints.ts";
import { cellText, styleNameOf, styleProperties, type TextValues, withDefault } from "./text-styles.ts";

/** Where rows of cells stand: the table's text, what its style gives to cells, and its columns' ids. */
export interface RowPlace {
  readonly compiling: Compiling;
  readonly text: TextValues;
  readonly cells: CheckedValues;
  readonly ids: readonly string[];
  /** The edges of each column's cells: numbers of a foot stand below those that they sum. */
  readonly columns: readonly CheckedValues[];
  /** What the rows themselves say of their cells. */
  readonly decoration: CheckedValues;
  /** What each column says of the texts in its cells, and the rows over that; absent in a head of the table. */
  readonly ofColumns?: readonly TextValues[];
  readonly ofRows?: TextValues;
  /** Tiers of a record: a cell across columns has what the first of them says. In feet it is a label, and has none. */
  readonly isRecord?: true;
  /** Of a record: the table gives its rows colours. */
  readonly hasRowColor?: true;
}

/** Cells of tables stand in the middle of their row unless the source says otherwise. */
export function inCell(text: TextValues): TextValues {
  return withDefault(text, "valign", "middle");
}

type Cell = CheckedElement<"cell", "foot" | "head" | "row" | "pagefoot">;
/** What holds rows of cells. */
type CellRows =
  | CheckedElement<"foot" | "pagefoot">
  | CheckedElement<"head", "table" | "gantt" | "group">
  | CheckedElement<"row", "table" | "foot">;
type Group = CheckedElement<"group">;

export function compileFoot(place: RowPlace, foot: CheckedElement<"foot", "table" | "gantt">): TableFoot {
  const when = conditionOf(foot);
  return {
    on: choiceOf(foot, "on") ?? "last",
    keep: choiceOf(foot, "keep") ?? "none",
    rows: holdsRows(foot) ? [] : compileRows(place, foot),
    ...(holdsRows(foot) ? { parts: compileParts(place, foot) } : {}),
    span: spanOf(foot),
    ...(when === null ? {} : { when }),
  };
}

type Foot = CheckedElement<"foot", "table" | "gantt" | "group">;

function holdsRows({ children }: Foot): boolean {
  return children.some(({ name }) => name === "row");
}

/** Each `row { … }` of a foot, and what stands between two of them. */
function compileParts(place: RowPlace, foot: Foot): readonly FootPart[] {
  const inside = insideOf(place, foot);
  const parts: FootPart[] = [];
  let bare: Foot["children"][number][] = [];
  const endBare = (): void => {
    const rows = rowsWithin(place, inside, foot, bare);
    parts.push({ written: "foot", when: null, rows, span: spanOf(foot) });
    bare = [];
  };
  for (const child of foot.children) {
    if (child.name !== "row") {
      bare.push(child);
      continue;
    }
    endBare();
    const rows = rowsWithin(place, insideOf(inside, child), child, child.children);
    parts.push({ written: "row", when: conditionOf(child), rows, span: spanOf(child) });
  }
  endBare();
  return parts.flatMap((part) => (part.rows.length === 0 ? [] : [{ ...part, rows: part.rows.map(bounded) }]));
}

/** Cells of a row that reach no further than the rows that are written with it. */
function bounded(
  cells: readonly FootCell[],
  at: number,
  { length }: readonly (readonly FootCell[])[],
): readonly FootCell[] {
  return cells.map(({ rows = 1, ...cell }) => {
    const within = Math.min(rows, length - at);
    return within === 1 ? cell : { ...cell, rows: within };
  });
}

/** What the element around cells says of them all: its style, and its own properties over that. */
function insideOf(place: RowPlace, element: AnyElement): RowPlace {
  const { resources } = place.compiling;
  const text = cellText(resources, place.text, element, styleNameOf(element));
  const ofRows = cellText(resources, place.ofRows ?? NO_TEXT, element, null);
  const own = [...styleProperties(resources, styleNameOf(element)), ...element.properties];
  const added = own.filter(([key]) => CELL_KEYS.has(key));
  if (added.length === 0) return { ...place, text, ofRows };
  const [cells, decoration] = [place.cells, place.decoration].map((values) => new Map([...values, ...added]));
  return { ...place, text, ofRows, cells: cells ?? place.cells, decoration: decoration ?? place.decoration };
}

const NO_TEXT: TextValues = new Map();

/** The text around a cell: of the table, of the column that it stands in, and of its row. */
function textAround({ text, ofColumns, ofRows = NO_TEXT, isRecord }: RowPlace, from: number, to: number): TextValues {
  const ofColumn = from === to || isRecord === true ? ofColumns?.[from] : undefined;
  return ofColumn === undefined ? text : new Map([...text, ...ofColumn, ...ofRows]);
}

/** Whether an element says a colour of its text itself, or by its style. */
export function saysColor(resources: Compiling["resources"], element: AnyElement): boolean {
  return cellText(resources, NO_TEXT, element, null).has("color");
}

/** The same of a cell, the column that it stands in, and its row. */
function cellSaysColor(place: RowPlace, cell: Cell, from: number, to: number): boolean {
  const around = [textAround({ ...place, text: NO_TEXT }, from, to), place.ofRows ?? NO_TEXT];
  return saysColor(place.compiling.resources, cell) || around.some((text) => text.has("color"));
}

/** What a cell has around it: of the table, of its columns, of its rows, each over the one before. */
function aroundCell(place: RowPlace, from: number, to: number): CheckedValues {
  const edges = edgesAcross(place.columns[from], place.columns[to]);
  return edges.size === 0 ? place.cells : new Map([...place.cells, ...edges, ...place.decoration]);
}

const NO_EDGES: CheckedValues = new Map();

/** The edges of a cell from one column to another: on the right those of the last one, else those of the first. */
function edgesAcross(first: CheckedValues = NO_EDGES, last: CheckedValues = first): CheckedValues {
  if (first === last) return first;
  const edges = new Map(first);
  const right = last.get("border-right") ?? last.get("border");
  edges.delete("border-right");
  if (right !== undefined) edges.set("border-right", right);
  else if (edges.has("border")) edges.set("border-right", NO_LINE);
  const inset = insetOf(last) ?? (insetOf(first) === undefined ? undefined : NO_LENGTH);
  edges.delete("padding-right");
  if (inset !== undefined) edges.set("padding-right", inset);
  return edges;
}

/** What a column says of the room at the right of its contents. */
function insetOf(column: CheckedValues): CheckedValue | undefined {
  const all = column.get("padding");
  return column.get("padding-right") ?? (all?.kind === "edges" ? { kind: "length", emu: all.edges[1] } : undefined);
}

const NO_LENGTH: CheckedValue = { kind: "length", emu: 0 };
const NO_LINE: CheckedValue = { kind: "stroke", stroke: { none: true, widthEmu: null, paint: null, dash: null } };

/** What columns say of the texts in their cells: cells of rows, of feet and of groups take it over. */
export function textOfColumns({ resources }: Compiling, columns: readonly AnyElement[]): readonly TextValues[] {
  return columns.map((column) => cellText(resources, NO_TEXT, column, null));
}

/** Rows of cells; one that is told in a line is one cell across all columns. */
export function compileRows(place: RowPlace, element: CellRows): readonly (readonly FootCell[])[] {
  const inside = insideOf(place, element);
  const isLine = (element.name === "head" || element.name === "foot") && element.args.has("content");
  if (element.children.length === 0 && isLine) return [[{ ...compileAcross(inside, element), isLine: true }]];
  return rowsWithin(place, inside, element, element.children);
}

/**
 * @param place where the element stands
 * @param inside what it says of its cells
 */
function rowsWithin(
  place: RowPlace,
  inside: RowPlace,
  element: AnyElement,
  children: CellRows["children"],
): readonly (readonly FootCell[])[] {
  const rows = rowsOf(children).map((cells) => cells.map((cell) => compileCell(inside, cell)));
  if (!isDecorated(place, inside)) return rows;
  return rows.map((cells, at) => withFillers(inside, element, rows, cells, at));
}

/** Whether the cells of a row are filled or framed otherwise than those of its table; padding alone is not seen. */
function isDecorated(place: RowPlace, inside: RowPlace): boolean {
  if (inside.cells === place.cells) return false;
  return [...CELL_KEYS].some((key) => !key.startsWith("padding") && inside.cells.get(key) !== place.cells.get(key));
}

/** The rows of cells. A row without cells counts where a cell above reaches into it, and is dropped elsewhere. */
function rowsOf(children: CellRows["children"]): readonly (readonly Cell[])[] {
  const rows: Cell[][] = [[]];
  for (const child of children) {
    if (child.name === "newrow") rows.push([]);
    else if (child.name === "cell") rows.at(-1)?.push(child);
  }
  let reached = 0;
  return rows.filter((row, at) => {
    for (const { properties } of row) reached = Math.max(reached, at + (countOf(properties, "rows") ?? 1));
    return row.length > 0 || at < reached;
  });
}

/** Cells of columns that none names, so that a decorated row is decorated across. */
function withFillers(
  place: RowPlace,
  element: AnyElement,
  rows: readonly (readonly FootCell[])[],
  cells: readonly FootCell[],
  at: number,
): readonly FootCell[] {
  const isNamed = (column: number): boolean =>
    rows.some((row, from) =>
      row.some(
        (cell) => cell.fromColumn <= column && column <= cell.toColumn && from <= at && at < from + (cell.rows ?? 1),
      ),
    );
  const fillers = place.ids.flatMap((_, column): readonly FootCell[] => {
    if (isNamed(column)) return [];
    const blank = compileAcross(place, element);
    return [{ ...blank, content: [], fromColumn: column, toColumn: column, role: null, isFiller: true }];
  });
  return [...cells, ...fillers];
}

interface CellLook {
  readonly values: CheckedValues;
  readonly text: TextValues;
  /** The first and the last one. */
  readonly columns: readonly number[];
}

/** The content of an element across all columns. */
function compileAcross(place: RowPlace, element: AnyElement): FootCell {
  return compileContent(place, element, {
    values: place.cells,
    text: inCell(place.text),
    columns: [0, place.ids.length - 1],
  });
}

function compileCell(place: RowPlace, cell: Cell): FootCell {
  const { compiling, ids } = place;
  const range = cell.properties.get("col");
  const columns = range?.kind === "columns" ? [ids.indexOf(range.from), ids.indexOf(range.to)] : [0, ids.length - 1];
  const rows = countOf(cell.properties, "rows") ?? 1;
  const [from = 0, to = 0] = columns;
  const text = inCell(cellText(compiling.resources, textAround(place, from, to), cell, null));
  const values = boxValues(compiling.resources, cell, aroundCell(place, from, to));
  const compiled = compileContent(place, cell, { values, text, columns });
  const hasOwnColor = place.hasRowColor === true && cellSaysColor(place, cell, from, to);
  return {
    ...compiled,
    ...(rows === 1 ? {} : { rows }),
    ...(hasOwnColor ? { ownColor: true } : {}),
    ...blankOf(place, values, text),
  };
}

/** A cell of a record, where it is blank and of none. */
function blankOf({ isRecord }: RowPlace, values: CheckedValues, text: TextValues): Pick<FootCell, "outside"> {
  const [box, color] = [values, text].map((each) => movedPaints(each, -1));
  if (isRecord !== true || box === undefined || color === undefined || (box === values && color === text)) return {};
  return { outside: cellBox(box, colorOf(color)) };
}

function compileContent({ compiling }: RowPlace, element: AnyElement, look: CellLook): FootCell {
  const { values, text } = look;
  const [from = 0, to = 0] = look.columns;
  return {
    content: templateOf(element.args, "content"),
    fromColumn: Math.max(0, from),
    toColumn: Math.max(0, to),
    cell: cellBox(values, colorOf(text)),
    style: compiling.styles.index(text, isTabular(element.args.get("content"), element)),
    role: wordOf(element.properties, "role"),
    span: spanOf(element),
  };
}

/** Subtotals of a page: a cell with a number alone sums it, any other says its words. */
export function compilePageFoot(
  place: RowPlace,
  element: CheckedElement<"pagefoot">,
): readonly (readonly PageFootCell[])[] {
  const inside = insideOf(place, element);
  const rows = rowsOf(element.children).map((cells) =>
    cells.map((cell): PageFootCell => {
      const content = cell.args.get("content");
      const compiled = compileCell(inside, cell);
      if (content?.kind !== "template" || content.only === null) return { ...compiled, sum: null };
      const { sum, shown } = summed(content.only.code, spanOf(cell));
      return { ...compiled, content: shown, sum };
    }),
  );
  if (inside.cells === place.cells) return rows;
  return rows.map((cells, at) => withFillers(inside, element, rows, cells, at).map((cell) => ({ sum: null, ...cell })));
}

/** Groups from the outermost to the innermost. `list` yields the records that the outermost parts. */
export function compileGroups(place: RowPlace, group: Group | undefined, list: ExpressionCode): readonly TableGroup[] {
  const key = group?.args.get("key");
  if (group === undefined || key?.kind !== "code") return [];
  const { properties } = group;
  const within = inGroup(place);
  const order = choiceOf(group, "order") ?? "data";
  const inside = insideOf(within, group);
  const fill = properties.get("head-fill");
  const heading: RowPlace =
    fill === undefined ? inside : { ...inside, cells: new Map([...inside.cells, ["fill", fill]]) };
  const items = itemsOfGroup();
  const read = readChildren(group, {
    head: ([head]) => (head === undefined ? [] : compileRows(heading, head)),
    foot: ([foot]) => foot,
    group: ([inner]) => compileGroups(within, inner, items),
  });
  const own: TableGroup = {
    over: groupsOf(list, key.checked, order, spanOf(group)),
    items,
    breaksPage: choiceOf(group, "break") === "page",
    repeatHead: flagOf(properties, "repeat-head") ?? true,
    keepTogether: choiceOf(group, "keep") === "together",
    head: read.head,
    foot: read.foot === undefined || holdsRows(read.foot) ? [] : compileRows(inside, read.foot),
    ...(read.foot !== undefined && holdsRows(read.foot) ? { footParts: compileParts(inside, read.foot) } : {}),
    span: spanOf(group),
  };
  return [own, ...read.group];
}

/** One group further in than `place`: what is of the table, and of its columns, is of the same records. */
function inGroup({ ofColumns, ...place }: RowPlace): RowPlace {
  return {
    ...place,
    text: movedPaints(place.text, 1),
    columns: place.columns.map((column) => movedPaints(column, 1)),
    ...(ofColumns === undefined ? {} : { ofColumns: ofColumns.map((column) => movedPaints(column, 1)) }),
  };
}

/** Null where the running sum has no column to stand in. */
export function compileCarry(
  place: RowPlace,
  carry: CheckedElement<"carry">,
  columns: readonly CheckedElement<"column">[],
): TableCarry | null {
  const amount = carry.args.get("amount");
  const range = carry.properties.get("into");
  const [into, toColumn] =
    range?.kind === "columns" ? [place.ids.indexOf(range.from), place.ids.indexOf(range.to)] : [-1, -1];
  const column = columns[into];
  if (amount?.kind !== "code" || column === undefined) return null;
  const { compiling } = place;
  const span = spanOf(carry);
  const shownAs = column.args.get("cell");
  // A column beside row { … } may have no value. The carry then takes the format= of the column.
  const ofNone = shownAs === undefined ? wordOf(column.properties, "format") : null;
  const pattern = wordOf(carry.properties, "format") ?? ofNone;
  const role = wordOf(carry.properties, "role");
  const inside = insideOf(place, carry);
  const around = (from: number, to: number): CellBox =>
    cellBox(boxValues(compiling.resources, carry, aroundCell(place, from, to)), colorOf(text));
  const like = shownAs?.kind === "template" && shownAs.only !== null ? shownAs.only.code : null;
  const text = inCell(cellText(compiling.resources, place.text, carry, null));
  const ofColumn = cellText(compiling.resources, place.text, outsideOf(column, 1), null);
  const value = inCell(cellText(compiling.resources, ofColumn, carry, null));
  const align: CheckedValue = ofColumn.get("align") ?? { kind: "word", text: "right" };
  const words = wordOf(text, "lang") === "ja" ? CARRIED_IN_JAPANESE : CARRIED;
  return {
    amount: amount.checked.code,
    into,
    ...(toColumn > into ? { toColumn } : {}),
    shown: pattern === null ? sumWrittenLike(like, span) : sumInPattern(pattern, span),
    out: wordsOf(carry.properties.get("out")) ?? fixedText(words.out, span),
    in: wordsOf(carry.properties.get("in")) ?? fixedText(words.in, span),
    cell: around(0, Math.max(0, into - 1)),
    ...(place.columns.every(({ size }) => size === 0) ? {} : { sumCell: around(into, Math.max(into, toColumn)) }),
    ...(isDecorated(place, inside) ? { restCells: place.columns.map((_, index) => around(index, index)) } : {}),
    labelStyle: compiling.styles.index(withDefault(text, "align", "right"), false),
    valueStyle: compiling.styles.index(new Map(value).set("align", align), true),
    ...(role === null ? {} : { role }),
    span,
  };
}

/** What stands beside carried sums where the form says nothing else. */
const CARRIED_IN_JAPANESE = { out: "次頁へ繰越", in: "前頁より繰越" } as const;
const CARRIED = { out: "Carried forward", in: "Brought forward" } as const;

function fixedText(text: string, span: TableCarry["span"]): TableCarry["out"] {
  return [{ kind: "fixed", text, span }];
}
