// The rows of most long tables: every cell is as its column says and holds its text, so a row keeps what sets it apart
// from other rows, and makes cells when it is asked for them. Numbers and codes are only measured when the row is built
// and set when it is drawn: what lives until its page is painted is moved by the collector, what a page makes is not.
// As objects of cells, boxes, lines and pieces a row of eight columns was 90 objects that lived until its page was
// painted: the collector moved each of them twice, which took a third of a table's time and half of its memory.
import type { Color, Emu } from "../canvas/index.ts";
import type { Scope } from "../expression/index.ts";
import { LoneRun, linesHeightEmu, type Paragraph } from "../text/index.ts";
import type { RowEdges, RowFlow, TableCell, TableRow } from "./blocks.ts";
import type { Finding } from "./findings.ts";
import type { Frame } from "./frames.ts";
import type { ShownText } from "./shown-text.ts";
import type { TableBuild } from "./table-cells.ts";
import { type Column, cellScope, entriesOf, showCell } from "./table-columns.ts";
import { fittingBox, setFitting } from "./text-box.ts";

/** A column whose cells differ in their text alone. */
export interface SteadyColumn {
  readonly column: Column;
  readonly frame: Frame;
  readonly color: Color;
  /** Above and below the text. */
  readonly paddingEmu: Emu;
  /** Of a cell of one line, padding included. */
  readonly lineEmu: Emu;
}

/** The table's columns where none of its records can make a cell look otherwise; null where one can. */
export function steadyColumns(build: TableBuild): readonly SteadyColumn[] | null {
  const { element, input } = build;
  if (element.tiers !== undefined || element.rowColor !== undefined || input.rooms !== null) return null;
  const steady: SteadyColumn[] = [];
  for (const column of build.columns) {
    const { frame, setter } = column;
    const { style } = setter;
    if (frame === null || column.column.merge === true || style.color.kind !== "fixed") return null;
    if (style.writing === "vertical" || column.column.children !== undefined) return null;
    const paddingEmu = frame.padding[0] + frame.padding[2];
    const lineEmu = paddingEmu + linesHeightEmu(1, style.sizeEmu, style.lineHeightThousandths);
    steady.push({ column, frame, color: style.color.color, paddingEmu, lineEmu });
  }
  return steady;
}

/** What a record shows in each column; `known` are texts that were evaluated for the columns' widths. */
export function shownCells(
  build: TableBuild,
  record: Scope,
  known: readonly (readonly ShownText[] | null)[],
  at: number,
): readonly ShownText[] {
  const entries = entriesOf(build.input, build.element, record);
  return build.columns.map(
    (column) => known[column.index]?.[at] ?? showCell(build.input, column, cellScope(column, entries, record)),
  );
}

/** The row of a record; null where a text has something to tell, so that its cells must be objects. */
export function recordRow(
  build: TableBuild,
  columns: readonly SteadyColumn[],
  shown: readonly ShownText[],
  edges: RowEdges,
  flow: RowFlow,
  fill: Color | null,
): RecordRow | null {
  const paragraphs = new Array<Paragraph | null>(columns.length).fill(null);
  let heightEmu = build.rowHeightMinEmu;
  for (let index = 0; index < columns.length; index += 1) {
    const steady = columns[index];
    const text = shown[index];
    if (steady === undefined || text === undefined) return null;
    if (steady.column.setter.paragraphs?.maySetLater(text.text) === true) {
      heightEmu = Math.max(heightEmu, steady.lineEmu);
      continue;
    }
    const paragraph = setFitting(steady.column.setter, text.text);
    if (paragraph === null) return null;
    paragraphs[index] = paragraph;
    heightEmu = Math.max(heightEmu, cellHeight(steady, text, paragraph));
  }
  return new RecordRow(columns, shown, paragraphs, heightEmu, edges, flow, fill);
}

function cellHeight({ column, color, lineEmu, paddingEmu }: SteadyColumn, text: ShownText, set: Paragraph): Emu {
  if (set instanceof LoneRun) return lineEmu;
  return paddingEmu + fittingBox(column.setter, text, set, color).heightEmu;
}

const NO_FINDINGS: readonly Finding[] = [];

export class RecordRow implements TableRow {
  readonly heightEmu: Emu;
  readonly edges: RowEdges;
  readonly flow: RowFlow;
  readonly fill: Color | null;
  readonly #columns: readonly SteadyColumn[];
  readonly #shown: readonly ShownText[];
  /** Null where the text is set when it is drawn. */
  readonly #paragraphs: readonly (Paragraph | null)[];
  #cells: readonly TableCell[] | null = null;
  node: number | null = null;

  constructor(
    columns: readonly SteadyColumn[],
    shown: readonly ShownText[],
    paragraphs: readonly (Paragraph | null)[],
    heightEmu: Emu,
    edges: RowEdges,
    flow: RowFlow,
    fill: Color | null,
  ) {
    this.#columns = columns;
    this.#shown = shown;
    this.#paragraphs = paragraphs;
    this.heightEmu = heightEmu;
    this.edges = edges;
    this.flow = flow;
    this.fill = fill;
  }

  get varies(): boolean {
    return true;
  }

  /** Whether a cell has a ground of its own. */
  get hasFills(): boolean {
    return this.#columns.some(({ frame }) => frame.fill !== null);
  }

  /** Each cell's column, text and paragraph in turn. */
  forEachText(visit: (steady: SteadyColumn, shown: ShownText, paragraph: Paragraph) => void): void {
    for (let index = 0; index < this.#columns.length; index += 1) {
      const steady = this.#columns[index];
      const shown = this.#shown[index];
      if (steady === undefined || shown === undefined) continue;
      const paragraph = this.#paragraphs[index] ?? steady.column.setter.paragraphs?.setLater(shown.text);
      if (paragraph !== undefined) visit(steady, shown, paragraph);
    }
  }

  /** Kept from now on: a row that is cut is painted on several pages, and its cells remember their nodes. */
  get cells(): readonly TableCell[] {
    this.#cells ??= this.#makeCells();
    return this.#cells;
  }

  #makeCells(): readonly TableCell[] {
    const cells: TableCell[] = [];
    this.forEachText(({ column, frame, color }, shown, paragraph) => {
      cells.push({
        fromColumn: column.index,
        toColumn: column.index,
        frame,
        text: fittingBox(column.setter, shown, paragraph, color),
        role: column.column.role,
        span: column.column.span,
        findings: NO_FINDINGS,
        joinsAbove: false,
        node: null,
      });
    });
    return cells;
  }
}
