// The rows of most long tables: every cell is as its column says and holds its text, so a row keeps what sets it apart
// from other rows, and makes cells when it is asked for them. Numbers and codes are only measured when the row is built
// and set when it is drawn: what lives until its page is painted is moved by the collector, what a page makes is not.
// As objects of cells, boxes, lines and pieces a row of eight columns was 90 objects that lived until its page was
// painted: the collector moved each of them twice, which took a third of a table's time and half of its memory.
import type { Color, Emu } from "../../canvas/index.ts";
import type { Printer, Scope } from "../../expression/index.ts";
import { linesHeightEmu, type Paragraph } from "../../text/index.ts";
import type { RowEdges, RowFlow, TableCell, TableRow } from "../blocks/index.ts";
import type { Frame } from "../page/index.ts";
import {
  type Finding,
  fittingBox,
  isLone,
  PrintedValue,
  printerOf,
  type ShownText,
  setFitting,
  unifyLines,
} from "../words/index.ts";
import { type Entries, entriesOf } from "./listed-columns.ts";
import type { TableBuild } from "./table-cells.ts";
import { type Column, cellScope, showCell } from "./table-columns.ts";

/** A column whose cells differ in their text alone. */
export interface SteadyColumn {
  readonly column: Column;
  /** Prints the only value of a cell, from the row's record; null where a cell shows anything else. */
  readonly printer: Printer | null;
  /** The role of that value. */
  readonly role: string | null;
  readonly frame: Frame;
  readonly color: Color;
  /** Above and below the text. */
  readonly paddingEmu: Emu;
  /** Of a cell of one line, padding included. */
  readonly lineEmu: Emu;
}

/** A table whose records can't make a cell look otherwise. */
export interface SteadyTable {
  readonly columns: readonly SteadyColumn[];
  readonly edges: RowEdges;
  /** Whether a cell has a ground of its own. */
  readonly hasFills: boolean;
  /** Of the row that was painted last, since nearly all rows are of one height; null before the first. */
  baselines: RowBaselines | null;
}

/** From the top of a row of a height to the baseline of each of its cells that has one line. */
export interface RowBaselines {
  readonly heightEmu: Emu;
  readonly belowTopEmu: readonly Emu[];
}

/** What a cell shows; a text alone is what the column's printer printed from the row's record. */
type CellText = string | ShownText;

/** Null where a record can make a cell look otherwise. */
export function steadyTable(build: TableBuild, edges: RowEdges): SteadyTable | null {
  const { element, input } = build;
  if (element.tiers !== undefined || element.rowColor !== undefined || input.rooms !== null) return null;
  const columns: SteadyColumn[] = [];
  for (const column of build.columns) {
    const steady = steadyColumn(build, column);
    if (steady === null) return null;
    columns.push(steady);
  }
  return { columns, edges, hasFills: columns.some(({ frame }) => frame.fill !== null), baselines: null };
}

function steadyColumn({ input }: TableBuild, column: Column): SteadyColumn | null {
  const { frame, setter, column: declared } = column;
  const { style } = setter;
  if (frame === null || declared.merge === true || style.color.kind !== "fixed") return null;
  if (style.writing === "vertical" || declared.children !== undefined) return null;
  const paddingEmu = frame.padding[0] + frame.padding[2];
  const lineEmu = paddingEmu + linesHeightEmu(1, style.sizeEmu, style.lineHeightThousandths);
  const printer = column.entry === null ? printerOf(declared.content, input.evaluation) : null;
  const [part] = declared.content;
  const role = (part?.kind === "computed" ? part.role : null) ?? declared.role;
  return { column, printer, role, frame, color: style.color.color, paddingEmu, lineEmu };
}

/**
 * What a record shows in each column, its lines' ends as they come; `known` are texts that were evaluated for the
 * columns' widths.
 */
function textsOf(
  build: TableBuild,
  columns: readonly SteadyColumn[],
  record: Scope,
  known: readonly (readonly ShownText[] | null)[],
  at: number,
): CellText[] {
  const texts = new Array<CellText>(columns.length);
  let entries: Entries | null = null;
  for (let index = 0; index < columns.length; index += 1) {
    const steady = columns[index];
    if (steady === undefined) break;
    const { column, printer } = steady;
    const before = known[column.index]?.[at];
    if (before !== undefined) texts[index] = before;
    else if (printer !== null) texts[index] = printer.text(record);
    else {
      entries ??= entriesOf(build.input, build.element, build.listed, record);
      texts[index] = showCell(build.input, column, cellScope(column, entries, record));
    }
  }
  return texts;
}

function charactersOf(text: CellText): string {
  return typeof text === "string" ? text : text.text;
}

/** What a cell shows, for whoever asks more than its characters. */
function shownOf({ printer, role }: SteadyColumn, text: CellText, record: Scope): ShownText {
  if (typeof text !== "string") return text;
  if (printer === null) throw new Error("a text alone is what the column's printer printed");
  return new PrintedValue(text, printer, record, role);
}

/** A record's row; where a text has something to tell, what its cells show, which must be objects then. */
export function recordRow(
  build: TableBuild,
  table: SteadyTable,
  record: Scope,
  known: readonly (readonly ShownText[] | null)[],
  at: number,
  flow: RowFlow,
  fill: Color | null,
): RecordRow | readonly ShownText[] {
  const { columns } = table;
  const texts = textsOf(build, columns, record, known, at);
  let paragraphs: (Paragraph | null)[] | null = null;
  let heightEmu = build.rowHeightMinEmu;
  for (let index = 0; index < columns.length; index += 1) {
    const steady = columns[index];
    const printed = texts[index];
    if (steady === undefined || printed === undefined) break;
    const { setter } = steady.column;
    if (setter.paragraphs?.maySetLater(charactersOf(printed)) === true) {
      heightEmu = Math.max(heightEmu, steady.lineEmu);
      continue;
    }
    // ASCII that is set later has no ends of lines.
    const text = typeof printed === "string" ? unifyLines(printed) : printed;
    texts[index] = text;
    const paragraph = setFitting(setter, charactersOf(text));
    if (paragraph === null) return shownCells(columns, texts, record);
    paragraphs ??= new Array<Paragraph | null>(columns.length);
    paragraphs[index] = paragraph;
    heightEmu = Math.max(heightEmu, cellHeight(steady, text, record, paragraph));
  }
  return new RecordRow(table, record, texts, paragraphs, heightEmu, flow, fill);
}

function shownCells(columns: readonly SteadyColumn[], texts: readonly CellText[], record: Scope): readonly ShownText[] {
  return columns.map((steady, index) => {
    const text = texts[index] ?? "";
    return shownOf(steady, typeof text === "string" ? unifyLines(text) : text, record);
  });
}

function cellHeight(steady: SteadyColumn, text: CellText, record: Scope, set: Paragraph): Emu {
  if (isLone(set)) return steady.lineEmu;
  const { column, color, paddingEmu } = steady;
  return paddingEmu + fittingBox(column.setter, shownOf(steady, text, record), set, color).heightEmu;
}

const NO_FINDINGS: readonly Finding[] = [];

export class RecordRow implements TableRow {
  readonly heightEmu: Emu;
  readonly flow: RowFlow;
  readonly fill: Color | null;
  readonly #table: SteadyTable;
  readonly #record: Scope;
  readonly #texts: readonly CellText[];
  /** Null where the text is set when it is drawn. */
  readonly #paragraphs: readonly (Paragraph | null)[] | null;
  #cells: readonly TableCell[] | null = null;
  node: number | null = null;

  constructor(
    table: SteadyTable,
    record: Scope,
    texts: readonly CellText[],
    paragraphs: readonly (Paragraph | null)[] | null,
    heightEmu: Emu,
    flow: RowFlow,
    fill: Color | null,
  ) {
    this.#table = table;
    this.#record = record;
    this.#texts = texts;
    this.#paragraphs = paragraphs;
    this.heightEmu = heightEmu;
    this.flow = flow;
    this.fill = fill;
  }

  get edges(): RowEdges {
    return this.#table.edges;
  }

  get varies(): boolean {
    return true;
  }

  get table(): SteadyTable {
    return this.#table;
  }

  /** The paragraph of the cell in a column, made anew where it was only measured. */
  paragraphIn(steady: SteadyColumn, index: number): Paragraph {
    const known = this.#paragraphs?.[index] ?? null;
    if (known !== null) return known;
    const { paragraphs } = steady.column.setter;
    if (paragraphs === null) throw new Error("only what may be set later is not set");
    return paragraphs.setLater(charactersOf(this.#texts[index] ?? ""));
  }

  shownIn(steady: SteadyColumn, index: number): ShownText {
    return shownOf(steady, this.#texts[index] ?? "", this.#record);
  }

  /** Kept from now on: a row that is cut is painted on several pages, and its cells remember their nodes. */
  get cells(): readonly TableCell[] {
    this.#cells ??= this.#table.columns.map((steady, index) => this.#cellIn(steady, index));
    return this.#cells;
  }

  #cellIn(steady: SteadyColumn, index: number): TableCell {
    const { column, color, frame } = steady;
    return {
      fromColumn: column.index,
      toColumn: column.index,
      frame,
      text: fittingBox(column.setter, this.shownIn(steady, index), this.paragraphIn(steady, index), color),
      role: column.column.role,
      span: column.column.span,
      findings: NO_FINDINGS,
      joinsAbove: false,
      node: null,
    };
  }
}
