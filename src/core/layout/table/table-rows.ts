// Records and their groups → the rows of a table's body, each with how ill a cut before it would be.
import type { Color, FootCell, TableColumn, TableGroup } from "../../canvas/index.ts";
import { Decimal, type Scope } from "../../expression/index.ts";
import {
  type CutIll,
  type KeptRows,
  type PagesLeft,
  plainFlow,
  type RowEdges,
  type RowFlow,
  type TableCell,
  type TableRow,
} from "../blocks/index.ts";
import { type Frame, resolveFrame } from "../page/index.ts";
import {
  type LayoutInput,
  paintsOf,
  recolored,
  resolveFill,
  type ShownText,
  setWith,
  showTemplate,
  styleOf,
} from "../words/index.ts";
import { type Entries, entriesOf } from "./listed-columns.ts";
import { RecordRow, recordRow, type SteadyTable, steadyTable } from "./record-row.ts";
import { groupFootRows } from "./shown-foot.ts";
import {
  blankCell,
  cellFrame,
  rowEdges,
  styleOutside,
  type TableBuild,
  tableRow,
  textCell,
  writtenRows,
} from "./table-cells.ts";
import { type Column, cellScope, showCell } from "./table-columns.ts";

/** What stands in the body, in order, before anything is set. */
export type PlannedRow =
  | { readonly kind: "record"; readonly scope: Scope; readonly ill: CutIll }
  | {
      readonly kind: "opens";
      readonly group: TableGroup;
      readonly scope: Scope;
      readonly ill: CutIll;
      readonly startsPage: boolean;
    }
  | { readonly kind: "closes"; readonly group: TableGroup; readonly scope: Scope };

/** The records, or groups of groups of them. */
export function planRows(
  input: LayoutInput,
  over: readonly Scope[],
  groups: readonly TableGroup[],
  scope: Scope,
): readonly PlannedRow[] {
  if (groups.length === 0) return over.map((record) => ({ kind: "record", scope: record, ill: 0 }));
  const planned: PlannedRow[] = [];
  planGroups({ input, groups, around: scope, planned, records: 0 }, 0, scope, 0, 0);
  return planned;
}

/** Groups being planned; a record sees what is around the table, not the group that it happens to stand in. */
interface GroupPlan {
  readonly input: LayoutInput;
  readonly groups: readonly TableGroup[];
  readonly around: Scope;
  readonly planned: PlannedRow[];
  records: number;
}

/** `first` is how ill a cut before the first group would be, `rest` before every other row. */
function planGroups(plan: GroupPlan, depth: number, scope: Scope, first: CutIll, rest: CutIll): void {
  const { evaluation } = plan.input;
  const group = plan.groups[depth];
  if (group === undefined) return;
  const inside: CutIll = group.keepTogether ? 1 : rest;
  evaluation.records(group.over, scope).forEach((opened, at) => {
    const ill = at === 0 ? first : rest;
    plan.planned.push({ kind: "opens", group, scope: opened, ill, startsPage: at > 0 && group.breaksPage });
    const begin: CutIll = group.head.length > 0 ? 2 : ill;
    if (depth + 1 < plan.groups.length) planGroups(plan, depth + 1, opened, begin, inside);
    else {
      const records = evaluation.recordsAround(group.items, opened, plan.around, plan.records);
      records.forEach((record, row) => {
        plan.planned.push({ kind: "record", scope: record, ill: row === 0 ? begin : inside });
      });
      plan.records += records.length;
    }
    plan.planned.push({ kind: "closes", group, scope: opened });
  });
}

/** What the cells above say, column by column, and whether what stands at the left in this row says the same. */
interface MergeState {
  readonly said: (Said | null)[];
  isSameAtLeft: boolean;
}

/** The rows of a table's body, and which of them a group wants on one page. */
interface SetRows {
  readonly rows: readonly TableRow[];
  readonly keptGroups: readonly KeptRows[];
}

/** Sets planned rows. */
export function setRows(
  build: TableBuild,
  planned: readonly PlannedRow[],
  autoTexts: readonly (readonly ShownText[] | null)[],
  left?: PagesLeft,
): SetRows {
  // A cell that is one with others may ask less than its row's height.
  const isBounded = left !== undefined && build.columns.every(({ column }) => column.merge !== true);
  let pages = 0;
  const fixed = build.columns.every((column) => column.frame !== null);
  const shared = fixed ? columnEdges(build) : null;
  const steady = shared === null ? null : steadyTable(build, shared);
  const rows: TableRow[] = [];
  const merges: MergeState = { said: build.columns.map(() => null), isSameAtLeft: true };
  let open: readonly TableRow[] = [];
  const heads: (readonly TableRow[])[] = [];
  const begun: number[] = [];
  const keptGroups: KeptRows[] = [];
  let records = 0;
  let startsPage = false;
  for (const plan of planned) {
    if (isBounded && pages > left.pages) {
      left.isCut = true;
      break;
    }
    if (plan.kind === "record") {
      const flow = recordFlow(records + 1, open, plan.ill, startsPage);
      if (steady !== null) rows.push(steadyRow(build, steady, plan.scope, records, flow, autoTexts, merges));
      else rows.push(...recordRows(build, plan.scope, records, flow, shared, autoTexts, merges));
      records++;
      startsPage = false;
      // A row taller than a page fills no more than one where it can't be broken.
      if (isBounded) pages += Math.min(1, (rows.at(-1)?.heightEmu ?? 0) / left.pageHeightEmu);
      continue;
    }
    merges.said.fill(null);
    if (plan.kind === "closes") {
      heads.pop();
      open = heads.flat();
      rows.push(
        ...groupRows(build, groupFootRows(build.input, plan.group, plan.scope), plan.scope, records, open, 2, false),
      );
      const from = begun.pop() ?? 0;
      if (plan.group.keepTogether) keptGroups.push({ from, to: rows.length, span: plan.group.span });
      continue;
    }
    begun.push(rows.length);
    const starts: boolean = startsPage || plan.startsPage;
    const head = groupRows(build, plan.group.head, plan.scope, records, open, plan.ill, starts);
    rows.push(...head);
    startsPage = head.length === 0 && starts;
    heads.push(plan.group.repeatHead ? head : []);
    open = heads.flat();
  }
  return { rows: joinHeights(build, rows), keptGroups };
}

function recordFlow(records: number, openHeads: readonly TableRow[], cutIll: CutIll = 0, startsPage = false): RowFlow {
  return { cutIll, startsPage, counts: 1, isRecord: true, records, openHeads };
}

/** A row of a table whose records differ in their texts alone; one that has something to tell is set cell by cell. */
function steadyRow(
  build: TableBuild,
  table: SteadyTable,
  scope: Scope,
  at: number,
  flow: RowFlow,
  known: readonly (readonly ShownText[] | null)[],
  merges: MergeState,
): TableRow {
  const { element, input } = build;
  const fill = element.rowFill === undefined ? null : resolveFill(input, element.rowFill, scope);
  const row = recordRow(build, table, scope, known, at, flow, fill);
  if (row instanceof RecordRow) return row;
  const entries = entriesOf(input, element, build.listed, scope);
  const cells = build.columns.map((column, index) => bodyCell(build, column, scope, entries, row[index], merges));
  return { ...tableRow(build, cells, table.edges, true, flow), fill };
}

/** Heads and feet count as rows of the page. */
function groupRows(
  build: TableBuild,
  tiers: readonly (readonly FootCell[])[],
  scope: Scope,
  records: number,
  openHeads: readonly TableRow[],
  firstIll: CutIll,
  startsPage: boolean,
): readonly TableRow[] {
  const written = tiers.map((cells) => cells.map((cell) => ({ cell, scope })));
  return writtenRows(build, written, true, (at) => ({
    cutIll: at === 0 ? firstIll : 2,
    startsPage: at === 0 && startsPage,
    counts: 1,
    isRecord: false,
    records,
    openHeads,
  }));
}

function recordRows(
  build: TableBuild,
  scope: Scope,
  at: number,
  flow: RowFlow,
  shared: RowEdges | null,
  autoTexts: readonly (readonly ShownText[] | null)[],
  merges: MergeState,
): readonly TableRow[] {
  const { element, input } = build;
  const fill = element.rowFill === undefined ? null : resolveFill(input, element.rowFill, scope);
  if (element.tiers !== undefined) return tierRows(build, element.tiers, scope, flow, fill);
  const color = element.rowColor === undefined ? null : resolveFill(input, element.rowColor, scope);
  const entries = entriesOf(input, element, build.listed, scope);
  const cellIn = (column: Column): TableCell => {
    const isOwn = color === null || column.column.ownColor === true;
    const within = isOwn || column.column.children === undefined ? build : blocksInColor(build, column, color);
    const cell = bodyCell(within, column, scope, entries, autoTexts[column.index]?.[at], merges);
    return isOwn ? cell : inColor(cell, color);
  };
  merges.isSameAtLeft = true;
  let cells = build.columns.map(cellIn);
  if (cells.length > 0 && cells.every(({ joinsAbove }) => joinsAbove)) {
    // A record that is one with the one above in every column would leave no trace: its last one is said again.
    merges.said[build.columns.length - 1] = null;
    merges.isSameAtLeft = true;
    cells = build.columns.map(cellIn);
  }
  const row = tableRow(build, cells, shared ?? rowEdges(cells, build.columns.length), true, flow);
  return [fill === null ? row : { ...row, fill }];
}

/** The tiers of a record are never parted, and are one row of the page. */
function tierRows(
  build: TableBuild,
  tiers: readonly (readonly FootCell[])[],
  scope: Scope,
  flow: RowFlow,
  fill: TableRow["fill"],
): readonly TableRow[] {
  const { element } = build;
  const written = tiers.map((cells) => cells.map((cell) => ({ cell, scope })));
  const rows = writtenRows(build, written, false, (at) => ({
    ...flow,
    cutIll: at === 0 ? flow.cutIll : 2,
    startsPage: at === 0 && flow.startsPage,
    counts: at === 0 ? 1 : 0,
    records: at === tiers.length - 1 ? flow.records : flow.records - 1,
  }));
  if (fill === null && element.rowColor === undefined) return rows;
  const color = element.rowColor === undefined ? null : resolveFill(build.input, element.rowColor, scope);
  const own = new Set(tiers.flatMap((cells) => cells.flatMap(({ ownColor, span }) => (ownColor ? [span[0]] : []))));
  const colored = (cell: TableCell, of: Color): TableCell => (own.has(cell.span[0]) ? cell : inColor(cell, of));
  return rows.map((row) => ({
    ...row,
    fill,
    cells: color === null ? row.cells : row.cells.map((cell) => colored(cell, color)),
  }));
}

/** Fixed words share one box among all rows: what it remembers of how it was painted is of another colour. */
function inColor(cell: TableCell, color: Color): TableCell {
  return cell.text === null ? cell : { ...cell, text: { ...cell.text, color, colorIsStatic: false, painted: null } };
}

/** What stands in a column's block has the row's colour where its texts have the column's. */
function blocksInColor(build: TableBuild, { column }: Column, color: Color): TableBuild {
  const { input } = build;
  const inner = recolored(input, styleOf(input.canvas, column.bodyStyle).color, color);
  return { ...build, buildInner: (elements, scope, widthEmu) => build.buildInner(elements, scope, widthEmu, inner) };
}

function bodyCell(
  build: TableBuild,
  column: Column,
  record: Scope,
  entries: Entries,
  known: ShownText | undefined,
  merges: MergeState,
): TableCell {
  const { input } = build;
  const { column: source, index } = column;
  const found = cellScope(column, entries, record);
  const scope = found ?? record;
  const shown = known ?? showCell(input, column, found);
  const frame = column.frame ?? resolveFrame(source.cell, paintsOf(input, scope));
  if (source.children !== undefined) return innerCell(build, column, source.children, scope, frame);
  const set = setWith(column.setter, shown, scope, source.span);
  const joinsAbove = source.merge === true && joins(build, column, found, shown.text, merges);
  return {
    fromColumn: index,
    toColumn: index,
    frame,
    text: set.box,
    role: source.role,
    span: source.span,
    findings: joinsAbove ? [] : set.findings,
    joinsAbove,
    node: null,
  };
}

/**
 * Whether a cell is one with that above it: it says the same, and so do all that may be joined at its left, since a
 * department of one company is not that of the next. What `format=` only writes alike is not the same.
 */
function joins(build: TableBuild, merged: Column, scope: Scope | null, text: string, merges: MergeState) {
  const { index } = merged;
  const { mergeBy } = merged.column;
  const says = mergeBy === undefined || scope === null ? text : build.input.evaluation.text(mergeBy, scope).text;
  const [above, own] = [merges.said[index] ?? null, { text: says, scope }];
  const isSame = merges.isSameAtLeft && above !== null && isSaidAlike(build, merged, above, own);
  merges.said[index] = own;
  merges.isSameAtLeft = isSame;
  return isSame && text !== "";
}

/** What a cell says, and where. */
interface Said {
  readonly text: string;
  readonly scope: Scope | null;
}

const DIGITS = /^-?\d+(?:\.\d+)?$/;

/** Numbers are as they were sent where none is declared, and equal ones are equal: `18` and `18.000`. */
function isSaidAlike({ input }: TableBuild, { column: { mergeBy, content } }: Column, above: Said, own: Said): boolean {
  if (above.text === own.text) return true;
  if (above.scope === null || own.scope === null || !DIGITS.test(above.text) || !DIGITS.test(own.text)) return false;
  const [only] = content.length === 1 ? content : [];
  const code = mergeBy ?? (only?.kind === "computed" ? only.code : null);
  if (code === null) return false;
  const [one, other] = [input.evaluation.value(code, above.scope), input.evaluation.value(code, own.scope)];
  return one instanceof Decimal && other instanceof Decimal && one.compare(other) === 0;
}

/** A cell that holds elements in place of a text. */
function innerCell(
  build: TableBuild,
  { column, index }: Column,
  elements: NonNullable<TableColumn["children"]>,
  scope: Scope,
  frame: Frame,
): TableCell {
  const outer = (build.edgesEmu[index + 1] ?? 0) - (build.edgesEmu[index] ?? 0);
  const widthEmu = Math.max(0, outer - frame.padding[1] - frame.padding[3]);
  const inner = plainFlow(column, widthEmu, 0, build.buildInner(elements, scope, widthEmu));
  const { valign } = styleOf(build.input.canvas, column.bodyStyle);
  return { ...blankCell(index, index, frame, column.span), role: column.role, inner, valign };
}

/** A cell that is one with others asks no row for its height: what it lacks goes to the last. */
function joinHeights(build: TableBuild, rows: readonly TableRow[]): readonly TableRow[] {
  if (!build.columns.some(({ column }) => column.merge === true)) return rows;
  return rows.map((row, at) => {
    // Rows of group heads and feet already have the height that their own cells over several rows need.
    if (!row.flow.isRecord) return row;
    const below = rows[at + 1];
    const goesOn = (index: number) => below?.flow.isRecord === true && below.cells[index]?.joinsAbove === true;
    const isJoined = (index: number) => row.cells[index]?.joinsAbove === true || goesOn(index);
    if (!row.cells.some((_, index) => isJoined(index))) return row;
    const alone = row.cells.filter((_, index) => !isJoined(index));
    const lowest = row.cells.map((cell) => ({ ...cell, text: null }));
    const least = tableRow(build, lowest, row.edges, true).heightEmu;
    return { ...row, heightEmu: Math.max(least, tableRow(build, alone, row.edges, true).heightEmu) };
  });
}

/** One row that says that there are none, across all columns; nothing where the template says nothing. */
export function emptyRows(build: TableBuild): readonly TableRow[] {
  const { element, input, columns, scope } = build;
  const first = columns[0];
  if (element.empty === null || first === undefined) return [];
  const shown = showTemplate(element.empty, input.evaluation, scope, null);
  const frame = cellFrame(build, first.column.outside?.cell ?? first.column.cell, scope);
  const last = columns.length - 1;
  const style = styleOutside(first.column);
  const cell = textCell(inSentences(build, style), [0, last], frame, shown, style, scope, null, element.span);
  return [tableRow(build, [cell], rowEdges([cell], columns.length), false, recordFlow(0, []))];
}

/** What a column does to its values says nothing about a sentence that spans the table: all of it is to be read. */
function inSentences(build: TableBuild, style: number): TableBuild {
  const { input } = build;
  const { writing: _, ...own } = styleOf(input.canvas, style);
  const textStyles = [...input.canvas.textStyles];
  textStyles[style] = { ...own, align: own.align === "center" ? "center" : "left", fit: "wrap", linesMax: null };
  return { ...build, input: { ...input, canvas: { ...input.canvas, textStyles } } };
}

/** The borders of a row whose cells are framed as their columns say. */
function columnEdges(build: TableBuild): RowEdges {
  const cells = build.columns.map(({ column, index, frame }) =>
    blankCell(index, index, frame ?? cellFrame(build, column.outside?.cell ?? column.cell, build.scope), column.span),
  );
  return rowEdges(cells, build.columns.length);
}
