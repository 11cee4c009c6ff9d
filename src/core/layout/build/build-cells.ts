// A ruled grid and its record → rows of set cells, drawn and cut as the rows of a table are.
import type { CellsElement, Emu, GridCell, Width } from "../../canvas/index.ts";
import type { Scope } from "../../expression/index.ts";
import { linesHeightEmu } from "../../text/index.ts";
import {
  borderBoxWidth,
  findOverfull,
  frameOf,
  metaOf,
  outerHeight,
  plainFlow,
  type Room,
  type RowEdges,
  type RowFlow,
  rulesOf,
  type TableBlock,
  type TableCell,
  type TableRow,
} from "../blocks/index.ts";
import { wholeTableEmu } from "../cut/index.ts";
import { fillsItsRoom, naturalWidth, ONE_SHARE } from "../elements/index.ts";
import { type Frame, resolveFrame, resolveLine, resolveWidths, sharedOut, verticalInset } from "../page/index.ts";
import { type BuildInner, blankCell, rowEdges } from "../table/index.ts";
import {
  type Finding,
  type LayoutInput,
  naturalTextWidth,
  paddedBy,
  paintsOf,
  plainText,
  setTextBox,
  showTemplate,
  styleOf,
} from "../words/index.ts";
import { findTooWide } from "./off-plate.ts";

const NO_FINDINGS: readonly Finding[] = [];

/** A cell of the canvas with what is set in it. */
interface SetCell {
  readonly source: GridCell;
  readonly cell: TableCell;
  /** What it asks of its rows. */
  readonly neededEmu: Emu;
  /** The height of one line of its text, with the padding around it. */
  readonly lineEmu: Emu;
  /** Nothing stands in it. */
  readonly isBlank: boolean;
}

export function buildCells(
  input: LayoutInput,
  element: CellsElement,
  scope: Scope,
  room: Room,
  buildInner: BuildInner,
): TableBlock {
  const { box, span } = element;
  const width = borderBoxWidth(box, room);
  const widths = columnWidths(input, element, scope, width);
  const edgesEmu = [0];
  for (const each of widths) edgesEmu.push((edgesEmu.at(-1) ?? 0) + each);
  const set = element.cells.map((cell) => setCell(input, cell, scope, edgesEmu, buildInner));
  // The lines around the grid are those of its cells, so that neighbours share them.
  const unlined = { ...box, borderTop: null, borderRight: null, borderBottom: null, borderLeft: null };
  const frame = frameOf(input, unlined, scope);
  const heights = rowHeights(element, set, box.heightEmu ?? box.heightMinEmu ?? 0);
  const rows = rowsOf(element, set, heights);
  const { line } = paintsOf(input, scope);
  const block: TableBlock = {
    ...{ kind: "table", isRuled: true, edgesEmu, headers: [], headersEmu: 0, repeatsHeader: false, cuts: "row", rows },
    ...{ merges: false, striped: [], zebra: null, zebraIsStatic: true, strike: null },
    ...{ blank: [], blankEmu: 0, blankWords: null, blanksWanted: 0, rowsPerPage: null, rowsOnFirstPage: null },
    ...{ fillRows: false, carry: null, pageFoot: null, foot: [], footHeightEmu: 0, footOnEvery: false },
    ...{ footTogether: false, footSpan: span, parts: { head: null, body: null, foot: null } },
    outline: { top: resolveLine(box.borderTop, line), bottom: resolveLine(box.borderBottom, line) },
    span,
    frame,
    rules: rulesOf(box),
    meta: metaOf(input, box, scope),
    widthEmu: width + box.margin[1] + box.margin[3],
    heightEmu: 0,
    fixedHeight: true,
    breaksInside: false,
    varies: true,
    findings: findTooWide(element, widths, 0, width),
    node: null,
  };
  const contentEmu = wholeTableEmu(block) - verticalInset(frame);
  const findings = [...block.findings, ...findOverfull(span, box, contentEmu)];
  return { ...block, heightEmu: outerHeight(box, contentEmu), findings };
}

/** A column of its content's width is as wide as the cells that stand in it alone. */
function columnWidths(input: LayoutInput, element: CellsElement, scope: Scope, widthEmu: Emu): readonly Emu[] {
  const alone = (column: number) =>
    element.cells.filter(({ fromColumn, toColumn }) => fromColumn === column && toColumn === column);
  const wanted = element.columns.map((width, column): Width => {
    const fills = alone(column).some(({ children }) => children?.some(fillsItsRoom) === true);
    return width.kind === "auto" && fills ? ONE_SHARE : width;
  });
  const { widths } = resolveWidths(wanted, widthEmu, (column) =>
    alone(column).reduce((widest, cell) => Math.max(widest, wishedWidth(input, cell, scope)), 0),
  );
  return widths;
}

function wishedWidth(input: LayoutInput, { cell, children, content, style }: GridCell, scope: Scope): Emu {
  const own =
    children === undefined
      ? naturalTextWidth(input, plainText(content, input.evaluation, scope), style, true)
      : children.reduce((widest, child) => Math.max(widest, naturalWidth(input, child, scope)), 0);
  return own + cell.padding[1] + cell.padding[3];
}

function setCell(
  input: LayoutInput,
  source: GridCell,
  scope: Scope,
  edgesEmu: readonly Emu[],
  buildInner: BuildInner,
): SetCell {
  const { fromColumn, toColumn, role, span, rows, names } = source;
  const frame = resolveFrame(source.cell, paintsOf(input, scope));
  const outer = (edgesEmu[toColumn + 1] ?? 0) - (edgesEmu[fromColumn] ?? 0);
  const widthEmu = Math.max(0, outer - frame.padding[1] - frame.padding[3]);
  const around = frame.padding[0] + frame.padding[2];
  const base = {
    ...blankCell(fromColumn, toColumn, frame, span),
    role,
    ...(rows === 1 ? {} : { rowSpan: rows }),
    ...(names === null ? {} : { names }),
  };
  const least = source.heightMinEmu ?? 0;
  const { sizeEmu, lineHeightThousandths } = styleOf(input.canvas, source.style);
  const lineEmu = linesHeightEmu(1, sizeEmu, lineHeightThousandths) + around;
  if (source.children !== undefined) {
    const inner = plainFlow(source, widthEmu, 0, buildInner(source.children, scope, widthEmu));
    const { valign } = styleOf(input.canvas, source.style);
    const neededEmu = Math.max(least, inner.heightEmu + around);
    return { source, cell: { ...base, inner, valign }, neededEmu, lineEmu, isBlank: inner.heightEmu === 0 };
  }
  const blank = { source, cell: base, neededEmu: Math.max(least, around), lineEmu, isBlank: true };
  if (source.content.length === 0) return blank;
  const findings: Finding[] = [];
  const shown = showTemplate(source.content, input.evaluation, scope, role);
  const room = { widthEmu, heightEmu: null, inCell: true, column: "cols" as const, ...paddedBy(frame.padding, outer) };
  const text = setTextBox(input, { shown, style: source.style, scope, room, span }, findings);
  const cell = { ...base, text, findings: findings.length === 0 ? NO_FINDINGS : findings };
  const neededEmu = Math.max(least, text.heightEmu + around);
  return { source, cell, neededEmu, lineEmu, isBlank: shown.text.trim() === "" };
}

/**
 * What a row asks for in which nothing stands: a line of its text, to be written in by hand. A height that the source
 * says is taken at its word.
 */
function blankRowEmu(cells: readonly SetCell[], row: number): Emu {
  const here = cells.filter(({ source }) => source.row <= row && row < source.row + source.rows);
  const lone = here.filter(({ source }) => source.rows === 1);
  if (lone.some(({ source, isBlank }) => !isBlank || source.heightMinEmu !== null)) return 0;
  return Math.max(0, ...(lone.length === 0 ? here : lone).map(({ lineEmu }) => lineEmu));
}

/** What cells over several rows lack is shared by those; what the box has more is shared by all. */
function rowHeights(element: CellsElement, cells: readonly SetCell[], boxEmu: Emu): readonly Emu[] {
  const heights = Array.from(
    { length: element.rows },
    (_, row): Emu => element.rowHeightMinEmu ?? blankRowEmu(cells, row),
  );
  const lone = cells.filter(({ source }) => source.rows === 1);
  for (const { source, neededEmu } of lone) heights[source.row] = Math.max(heights[source.row] ?? 0, neededEmu);
  const spanning = cells.filter(({ source }) => source.rows > 1);
  for (const { source, neededEmu } of spanning.toSorted((one, other) => one.source.rows - other.source.rows)) {
    share(heights, source.row, source.rows, neededEmu);
  }
  if (element.hasEqualRows) heights.fill(Math.max(0, ...heights));
  share(heights, 0, heights.length, boxEmu);
  return heights;
}

/** Makes rows higher in equal parts until they have that height together. */
function share(heights: Emu[], from: number, count: number, wantedEmu: Emu): void {
  if (count === 0) return;
  const has = heights.slice(from, from + count).reduce((sum, one) => sum + one, 0);
  sharedOut(wantedEmu - has, count).forEach((more, at) => {
    heights[from + at] = (heights[from + at] ?? 0) + more;
  });
}

/** Rows that a cell holds together are as one record of a table: no page parts them, nor labels from what they name. */
function rowsOf(element: CellsElement, cells: readonly SetCell[], heights: readonly Emu[]): readonly TableRow[] {
  let units = 0;
  const inRows = heights.map((_, row) =>
    cells
      .filter(({ source }) => source.row <= row && row < source.row + source.rows)
      .toSorted((one, other) => one.source.fromColumn - other.source.fromColumn),
  );
  // Labels without anything below them head nothing.
  const lastHeaded = inRows.findLastIndex((here) => !isHeadRow(here));
  return heights.map((heightEmu, row): TableRow => {
    const here = inRows[row] ?? [];
    const isHeld = here.some(({ source }) => source.row < row);
    const isHeaded = row <= lastHeaded && isHeadRow(inRows[row - 1] ?? []);
    if (!isHeld) units += 1;
    const goesOn = inRows[row + 1]?.some(({ source }) => source.row <= row) === true;
    const flow: RowFlow = {
      cutIll: isHeld || isHeaded ? 2 : 0,
      startsPage: false,
      counts: isHeld ? 0 : 1,
      isRecord: true,
      records: goesOn ? units - 1 : units,
      openHeads: [],
    };
    return {
      heightEmu,
      cells: here.map(({ source, cell }) => (source.row === row ? cell : coveredCell(source, cell, row))),
      edges: edgesOf(here, row, element.columns.length),
      varies: true,
      flow,
      fill: null,
      node: null,
    };
  });
}

/** Whether a row says only what stands below it: labels or headings, and nothing else but empty cells. */
function isHeadRow(here: readonly SetCell[]): boolean {
  const filled = here.filter(({ source, cell }) => source.names !== null || cell.text !== null || cell.inner != null);
  return filled.length > 0 && filled.every(isHead);
}

function isHead({ source, cell: { inner } }: SetCell): boolean {
  if (source.names !== null) return source.names === "column";
  const words = inner?.children.filter(({ block }) => block.kind !== "space") ?? [];
  return words.length > 0 && words.every(({ block }) => block.rules.keepNext);
}

function coveredCell(source: GridCell, cell: TableCell, row: number): TableCell {
  const blank = blankCell(cell.fromColumn, cell.toColumn, frameIn(source, cell.frame, row), cell.span);
  return { ...blank, joinsAbove: true };
}

/** Of a cell over several rows, only the first has the line above and only the last that below. */
function frameIn({ row: first, rows }: GridCell, frame: Frame, row: number): Frame {
  if (rows === 1) return frame;
  return { ...frame, top: row === first ? frame.top : null, bottom: row === first + rows - 1 ? frame.bottom : null };
}

function edgesOf(here: readonly SetCell[], row: number, columns: number): RowEdges {
  return rowEdges(
    here.map(({ source, cell }) => ({ ...cell, frame: frameIn(source, cell.frame, row) })),
    columns,
  );
}
