// A table and its records → rows of set cells. Columns are resolved once, each cell is evaluated once.

import { type Box, type CellBox, type Emu, isAxis, type TableColumn, type TableElement } from "../../canvas/index.ts";
import { millimetresAtMost, millimetresEnough } from "../../diagnostics/index.ts";
import type { Scope } from "../../expression/index.ts";
import {
  borderBoxWidth,
  findOverfull,
  frameOf,
  metaOf,
  outerHeight,
  type PagesLeft,
  type Room,
  rulesOf,
  type TableBlock,
  type TableRow,
} from "../blocks/index.ts";
import { wholeTableEmu } from "../cut/index.ts";
import { type Line, verticalInset } from "../page/index.ts";
import { type Finding, type LayoutInput, resolveColor, resolveFill, showTemplate, styleOf } from "../words/index.ts";
import { blankRecord, blankWords } from "./blank-records.ts";
import { withoutLeftOut } from "./left-out-columns.ts";
import { footRows } from "./shown-foot.ts";
import {
  type BuildInner,
  cellFrame,
  rowEdges,
  styleOutside,
  type TableBuild,
  tableRow,
  textCell,
  type WrittenCell,
  writtenRows,
} from "./table-cells.ts";
import { buildColumns, type Column, showCell, type TableColumns } from "./table-columns.ts";
import { emptyRows, planRows, setRows } from "./table-rows.ts";
import { buildCarry, buildPageFoot } from "./table-sums.ts";
import { tellHeadings } from "./told-headings.ts";
import { writtenWidths } from "./written-widths.ts";

const NO_FINDINGS: readonly Finding[] = [];

export function buildTable(
  input: LayoutInput,
  written: TableElement,
  scope: Scope,
  room: Room,
  buildInner: BuildInner,
): TableBlock {
  const element = withoutLeftOut(input, written, scope);
  const { box } = element;
  const width = borderBoxWidth(box, room);
  const inner = Math.max(0, width - box.padding[1] - box.padding[3]);
  const groups = element.groups ?? [];
  const ungrouped = groups.length === 0 ? input.evaluation.records(element.over, scope) : [];
  const planned = planRows(input, ungrouped, groups, scope);
  const records =
    groups.length === 0 ? ungrouped : planned.flatMap((plan) => (plan.kind === "record" ? [plan.scope] : []));
  const table = { input, element, scope, records, planned };
  const resolved = buildColumns(table, inner, (shown) => writtenWidths(table, shown));
  const { columns, edgesEmu } = resolved;
  const build: TableBuild = {
    input,
    element,
    scope,
    columns,
    edgesEmu,
    listed: resolved.listed,
    rowHeightMinEmu: element.rowHeightMinEmu ?? 0,
    buildInner,
  };
  const { rows, keptGroups } =
    records.length === 0
      ? { rows: emptyRows(build), keptGroups: [] }
      : setRows(build, planned, resolved.autoTexts, leftFor(element, room));
  const drawnEmu = isFramed(box) && box.width.kind === "auto" && !room.assigned ? framedWidth(box, edgesEmu) : width;
  const block = tableBlock(build, resolved, rows, records, Math.min(width, drawnEmu));
  return sizedTable(element, keptGroups.length === 0 ? block : { ...block, keptGroups });
}

function isFramed({ fill, borderTop, borderRight, borderBottom, borderLeft }: Box): boolean {
  return [fill, borderTop, borderRight, borderBottom, borderLeft].some((one) => one !== null);
}

/** A frame goes around the columns, where nothing says how wide the table is. */
function framedWidth({ padding }: Box, edgesEmu: readonly Emu[]): Emu {
  return (edgesEmu.at(-1) ?? 0) + padding[1] + padding[3];
}

/** The pages that a table's rows may fill, where nothing but the pages bounds them. */
function leftFor({ box }: TableElement, { pages }: Room): PagesLeft | undefined {
  return box.heightEmu === null && box.heightMaxEmu === null ? pages : undefined;
}

/** The table with its height: that of its rows, where its box says nothing else. */
export function sizedTable({ box, span }: TableElement, block: TableBlock): TableBlock {
  const contentEmu = wholeTableEmu(block) - verticalInset(block.frame);
  const findings = [
    ...block.findings.filter((each) => each.code !== "RPT4001"),
    ...findOverfull(span, box, contentEmu),
  ];
  return { ...block, heightEmu: outerHeight(box, contentEmu), findings };
}

function listedOf(columns: TableBuild["columns"]): Pick<TableBlock, "listed"> {
  const listed = columns.flatMap(({ column }, index) => (column.each === undefined ? [] : [index]));
  return listed.length === 0 ? {} : { listed: new Set(listed) };
}

/** The block of rows; its height is told by the caller. */
function tableBlock(
  build: TableBuild,
  resolved: TableColumns,
  rows: readonly TableRow[],
  records: readonly Scope[],
  widthEmu: Emu,
): TableBlock {
  const { input, element, scope } = build;
  const { box } = element;
  const innerEmu = Math.max(0, widthEmu - box.padding[1] - box.padding[3]);
  const headers = headerRows(build);
  const rowsOfFoot = footRows(input, element.foot, scope);
  const foot = writtenRows(
    build,
    rowsOfFoot.map((cells) => cells.map((cell) => ({ cell, scope }))),
    true,
  );
  const blanksWanted = Math.max(0, element.rowsMin - (records.length === 0 ? rows.length : records.length));
  const blank = blankRecord(build);
  return {
    kind: "table",
    edgesEmu: resolved.edgesEmu,
    headers,
    headersEmu: heightOf(headers),
    repeatsHeader: element.header === "repeat",
    cuts: element.split,
    rows,
    merges: build.columns.some(({ column }) => column.merge === true),
    striped: stripedColumns(build.columns.map(({ column }) => column.merge !== true)),
    blank,
    blankEmu: heightOf(blank),
    blankWords: blankWords(build, blank),
    strike: element.strike === true ? strikeLine(build) : null,
    blanksWanted,
    rowsPerPage: element.rowsPerPage,
    rowsOnFirstPage: element.rowsOnFirstPage ?? null,
    fillRows: element.fillRows,
    carry: buildCarry(build, element.carry, records, rows),
    pageFoot: buildPageFoot(build, element.pageFoot, records, rows),
    foot,
    footHeightEmu: heightOf(foot),
    footOnEvery: element.foot?.on === "every",
    footTogether: element.foot?.keep === "together" || rowsOfFoot.flat().some((cell) => cell.rows !== undefined),
    ...listedOf(build.columns),
    ...(element.axis === undefined ? {} : { axisColumn: build.columns.findIndex(({ column }) => isAxis(column)) }),
    footSpan: element.foot?.span ?? element.span,
    zebra: element.zebra === null ? null : resolveFill(input, element.zebra, scope),
    zebraIsStatic: element.zebra === null || element.zebra.kind === "fixed",
    parts: { head: null, body: null, foot: null },
    span: element.span,
    frame: frameOf(input, box, scope),
    rules: rulesOf(box),
    meta: metaOf(input, box, scope),
    widthEmu: widthEmu + box.margin[1] + box.margin[3],
    heightEmu: 0,
    fixedHeight: true,
    // A table with a fixed count of rows, or with groups that start pages, ends its pages by itself.
    breaksInside: element.rowsPerPage !== null || (element.groups ?? []).some((group) => group.breaksPage),
    varies: true,
    findings: columnFindings(build, resolved, innerEmu, records),
    node: null,
  };
}

function heightOf(rows: readonly TableRow[]): Emu {
  return rows.reduce((height, row) => height + row.heightEmu, 0);
}

/** The last entry of a list that gives columns: only such a table has more of them with other data. */
function listedPath(input: LayoutInput, { columns }: TableColumns): string | null {
  const last = columns.findLast((column) => column.entry !== null);
  return last === undefined ? null : showCell(input, last, last.scope).path;
}

function columnFindings(
  build: TableBuild,
  resolved: TableColumns,
  innerEmu: Emu,
  records: readonly Scope[],
): readonly Finding[] {
  const { input, element } = build;
  const { excessEmu, listed } = resolved;
  const tooWide =
    excessEmu > 0 ? [columnsTooWide(element, innerEmu, excessEmu, listedPath(input, resolved))] : NO_FINDINGS;
  const leftOut = [...listed].flatMap(([source, { left }]) => columnsLeftOut(element, source, left));
  return [...tooWide, ...leftOut, ...tellHeadings(build, headed(build), records)];
}

function columnsLeftOut({ columns }: TableElement, source: number, left: number): readonly Finding[] {
  const column = columns[source];
  if (left === 0 || column === undefined) return NO_FINDINGS;
  return [
    {
      code: "RPT4006",
      severity: "error",
      span: column.span,
      message: `${left} more headings differ than a table has columns for: their values are not printed`,
      path: null,
      why: "each entry stands under its own heading, and every other heading is another column",
      repair: "let the heading show what the records' lists have in common, such as the month",
    },
  ];
}

function columnsTooWide(element: TableElement, widthEmu: Emu, excessEmu: Emu, path: string | null): Finding {
  return {
    code: "RPT4006",
    severity: "error",
    span: element.span,
    message: `columns need ${millimetresEnough(widthEmu + excessEmu)}, the table has ${millimetresAtMost(widthEmu)}`,
    path,
    why: "the last columns leave the table",
    repair: "reduce the widths, or give one column w=1fr",
  };
}

/** The table's own heading rows, else one of the columns' headings. */
function headerRows(build: TableBuild): readonly TableRow[] {
  const { element, scope, input } = build;
  if (element.header === "none" || build.columns.length === 0) return [];
  if (element.head !== undefined) {
    const written = element.head.map((cells) => cells.map((cell): WrittenCell => ({ cell, scope })));
    written[0]?.push(...dataHeadings(build, element.head));
    return writtenRows(build, written, false).map((row) => ({ ...row, varies: false }));
  }
  // A table within a cell often has no headings: a band without words says nothing.
  if (element.axis === undefined && build.columns.every(({ column }) => column.heading.length === 0)) return [];
  const cells = build.columns.map(({ column, index, scope: own }) => {
    const shown = showTemplate(column.heading, input.evaluation, own, null);
    const frame = cellFrame(build, headingOf(column), scope);
    return textCell(build, [index, index], frame, shown, column.headStyle, scope, null, column.span);
  });
  return [tableRow(build, cells, rowEdges(cells, build.columns.length), false)];
}

/** No cell of a head can name the columns that a list gives: they keep their headings, over all rows of the head. */
function dataHeadings(build: TableBuild, head: NonNullable<TableElement["head"]>): readonly WrittenCell[] {
  const { scope } = build;
  return headed(build).flatMap(({ column, source, index, scope: shownIn }): readonly WrittenCell[] => {
    const { heading: content, headStyle: style, span } = column;
    const rows = head.length > 1 ? { rows: head.length } : {};
    const cell = headingOf(column);
    return [
      {
        cell: { content, fromColumn: source, toColumn: source, cell, style, role: null, span, ...rows },
        scope,
        shownIn,
        index,
      },
    ];
  });
}

/** The columns whose own headings are printed: in a head those of lists, unless a cell lies over them. */
function headed({ element, columns }: TableBuild): readonly Column[] {
  if (element.header === "none") return [];
  if (element.head === undefined) return columns;
  const named = element.head.flat();
  const isNamed = (source: number) => named.some((cell) => cell.fromColumn <= source && source <= cell.toColumn);
  return columns.filter(({ entry, source }) => entry !== null && !isNamed(source));
}

/** What the heading of a column has around it; no record is there. */
function headingOf({ headCell, outside, cell }: TableColumn): CellBox {
  return headCell ?? outside?.cell ?? cell;
}

/** As thin as a table's rules. */
const STRIKE_WIDTH_EMU = 6_350;

/** Drawn in the colour of the first column's text. */
function strikeLine(build: TableBuild): Line | null {
  const first = build.columns[0];
  if (first === undefined) return null;
  const { color } = styleOf(build.input.canvas, styleOutside(first.column));
  return { widthEmu: STRIKE_WIDTH_EMU, color: resolveColor(build.input, color, build.scope), dash: "solid" };
}

/** Neighbours that have stripes, together. */
function stripedColumns(hasStripes: readonly boolean[]): readonly (readonly [number, number])[] {
  const runs: [number, number][] = [];
  hasStripes.forEach((has, column) => {
    const last = runs.at(-1);
    if (has && last?.[1] === column - 1) last[1] = column;
    else if (has) runs.push([column, column]);
  });
  return runs;
}
