// The elements of a compiled template, resolved: containers, texts, graphics, tables and their parts.
import type { SourceSpan } from "../diagnostics/index.ts";
import type { ExpressionCode, Template } from "../expression/index.ts";
import type { Box, Edges, Emu, Paint, Stroke, Width } from "./canvas-styles.ts";

interface ElementBase {
  readonly box: Box;
  readonly span: SourceSpan;
}

export interface TextElement extends ElementBase {
  readonly kind: "text";
  readonly content: Template;
  /** Index into `Canvas.textStyles`. */
  readonly style: number;
  readonly heading: 0 | 1 | 2 | 3;
  /** Stands before the first line; all lines begin behind it. */
  readonly marker?: TextMarker;
  /** The word of the source; absent: `text`. */
  readonly written?: "label";
}

/** A paragraph of spans in several looks on shared lines. */
export interface RichElement extends ElementBase {
  readonly kind: "rich";
  readonly spans: readonly RichSpan[];
  /** Alignment, line breaks and fit of the whole; what spans say of those is not asked for. */
  readonly style: number;
  readonly heading: 0 | 1 | 2 | 3;
}

/** Forced line ends are U+000A in the content. */
export interface RichSpan {
  readonly content: Template;
  readonly style: number;
  /** The reading beside the letters; where spaces part it into as many pieces as there are letters, one for each. */
  readonly ruby: Template | null;
  readonly when: ExpressionCode | null;
  readonly role: string | null;
  readonly link: Template | null;
  readonly span: SourceSpan;
}

/** A text of the data that is read as Markdown where it is laid out. */
export interface MarkdownElement extends ElementBase {
  readonly kind: "markdown";
  readonly content: Template;
  /** Between paragraphs. */
  readonly gapEmu: Emu;
  /** The level of its first headings; null for one below the form's title. */
  readonly heading: number | null;
  readonly body: MarkdownStyles;
  /** Headings of the first, the second, the third and of all further levels. */
  readonly headings: readonly MarkdownStyles[];
}

/** Indexes into `Canvas.textStyles`. Slanted and struck letters have the style of those around them. */
export interface MarkdownStyles {
  readonly normal: number;
  readonly bold: number;
  readonly code: number;
  readonly boldCode: number;
}

/** A bullet or number, and the room that it has: null for as many whole letters as it needs. */
export interface TextMarker {
  readonly content: Template;
  readonly widthEmu: Emu | null;
}

export interface StackElement extends ElementBase {
  readonly kind: "stack" | "box";
  readonly gapEmu: Emu;
  /** Where its contents stand together in a higher box; absent: at the top. */
  readonly valign?: "middle" | "bottom";
  readonly children: readonly CanvasElement[];
  /** The word of the source; absent: the kind. */
  readonly written?: "use";
}

export interface RowElement extends ElementBase {
  readonly kind: "row";
  readonly gapEmu: Emu;
  readonly children: readonly CanvasElement[];
}

export interface GridElement extends ElementBase {
  readonly kind: "grid";
  readonly columns: readonly Width[];
  readonly gapEmu: Emu;
  readonly rowGapEmu: Emu;
  readonly children: readonly CanvasElement[];
}

/** A ruled form: cells that span columns and rows. The lines of its box are those around it. */
export interface CellsElement extends ElementBase {
  readonly kind: "cells";
  readonly columns: readonly Width[];
  readonly rows: number;
  readonly rowHeightMinEmu: Emu | null;
  /** Every row is as high as the highest. */
  readonly hasEqualRows: boolean;
  /** Row by row, from the left. */
  readonly cells: readonly GridCell[];
}

export interface GridCell {
  /** From 0, as columns are; inclusive. */
  readonly fromColumn: number;
  readonly toColumn: number;
  readonly row: number;
  readonly rows: number;
  /** The cells that it names: those at its right, or those below; null for a cell that names none. */
  readonly names: "row" | "column" | null;
  readonly content: Template;
  /** Elements in place of a text. */
  readonly children?: readonly CanvasElement[];
  readonly cell: CellBox;
  readonly heightMinEmu: Emu | null;
  readonly style: number;
  readonly role: string | null;
  readonly span: SourceSpan;
}

/** Children lie where their `x` and `y` say, from the plate's content corner. */
export interface PlateElement extends ElementBase {
  readonly kind: "plate";
  readonly children: readonly CanvasElement[];
}

export interface EachElement extends ElementBase {
  readonly kind: "each";
  readonly over: ExpressionCode;
  readonly gapEmu: Emu;
  readonly children: readonly CanvasElement[];
}

export interface PairsElement extends ElementBase {
  readonly kind: "pairs";
  readonly labelWidthEmu: Emu;
  readonly gapEmu: Emu;
  readonly pairs: readonly PairElement[];
}

export interface PairElement {
  readonly label: Template;
  readonly value: Template;
  readonly labelStyle: number;
  readonly valueStyle: number;
  /** What is free between the label and its value; absent: nothing, the label may take all of its width. */
  readonly labelEndEmu?: Emu;
  readonly when: ExpressionCode | null;
  readonly role: string | null;
  readonly span: SourceSpan;
}

export interface LineElement extends ElementBase {
  readonly kind: "line";
  readonly stroke: Stroke;
  /** End relative to the start, for a slanted line; null: along the box. */
  readonly x2Emu: Emu | null;
  readonly y2Emu: Emu | null;
}

export interface RectElement extends ElementBase {
  readonly kind: "rect";
}

export interface ImageElement extends ElementBase {
  readonly kind: "image";
  readonly source: ExpressionCode;
  readonly fit: "contain" | "cover" | "fill";
  /** Where the picture stands in a wider box; absent: in its middle. */
  readonly align?: "left" | "right";
  /** Where it stands in a higher one; absent: in its middle. */
  readonly valign?: "top" | "bottom";
}

export interface BarcodeElement extends ElementBase {
  readonly kind: "barcode";
  /** One that comes with Platen, or of a plugin: `qr`. */
  readonly symbology: string;
  readonly content: Template;
  /** How much of a QR code may be damaged; null: the kind's own. */
  readonly correction: "L" | "M" | "Q" | "H" | null;
  /** The narrowest bar, or the side of one square; null: as large as the box allows. */
  readonly moduleEmu: Emu | null;
  /** The free margin; null: what the kind's standard asks for. */
  readonly quietModules: number | null;
  /** Null: as is usual for the kind. */
  readonly showsText: boolean | null;
  readonly style: number;
}

/** A chart of records: series beside one another, on one another, as lines, or the parts of a whole. */
export interface ChartElement extends ElementBase {
  readonly kind: "chart";
  readonly chart: "bar" | "stacked" | "line" | "pie";
  readonly over: ExpressionCode;
  readonly title: Template | null;
  /** Null: as the chart needs it. */
  readonly legend: "none" | "top" | "right" | "bottom" | null;
  /** Asked in each record, as are the values and colours of series. */
  readonly category: Template;
  readonly series: readonly ChartSeries[];
  readonly x: ChartAxis;
  readonly y: ChartAxis;
  readonly style: number;
  readonly titleStyle: number;
}

export interface ChartSeries {
  readonly name: Template;
  readonly value: ExpressionCode;
  /** Null: a colour that differs from the others' in print without colours too. */
  readonly paint: Paint | null;
  readonly dash: Stroke["dash"];
  /** What the series is drawn as; absent: as the chart is. */
  readonly type?: "bar" | "line";
  /** A pattern for numbers at the bars and points; null: none are written. */
  readonly format: string | null;
}

export interface ChartAxis {
  /** In thousandths; null: by the data. */
  readonly min: number | null;
  readonly max: number | null;
  readonly step: number | null;
  /** Values with a line across, in thousandths, or an expression that yields them. */
  readonly lineAt: readonly number[] | ExpressionCode;
  readonly title: Template | null;
  readonly format: string | null;
}

/** A seal box: the image or name where given, else frame and label. */
export interface SealElement extends ElementBase {
  readonly kind: "seal";
  readonly source: ExpressionCode | null;
  readonly label: Template | null;
  readonly style: number;
}

/** Seal boxes side by side under their labels (決裁欄); the box's borders are drawn between them as well. */
export interface SealsElement extends ElementBase {
  readonly kind: "seals";
  /** Boxes side by side. */
  readonly columns: number;
  readonly seals: readonly SealElement[];
}

/** One letter in each of a row of cells (マス目); the box's borders are drawn between the cells as well. */
export interface CombElement extends ElementBase {
  readonly kind: "comb";
  readonly content: Template;
  readonly cells: number;
  readonly style: number;
}

/** A box with its mark where the condition holds, drawn as lines, and words beside it. */
export interface CheckElement extends ElementBase {
  readonly kind: "check";
  /** Null: a box to tick by hand. */
  readonly ticked: ExpressionCode | null;
  readonly mark: "tick" | "cross" | "fill";
  readonly label: Template | null;
  readonly style: number;
}

/** Newspaper columns: children fill one after the other, on every page. */
export interface ColumnsElement extends ElementBase {
  readonly kind: "columns";
  readonly count: number;
  /** Between the columns. */
  readonly columnGapEmu: Emu;
  /** Between children. */
  readonly gapEmu: Emu;
  /** Where all ends, the columns end at one height. */
  readonly balance: boolean;
  readonly children: readonly CanvasElement[];
}

export interface SpaceElement {
  readonly kind: "space";
  readonly heightEmu: Emu;
  /** Of a row: thousandths of a share of the width that is left. */
  readonly share?: number;
  readonly when?: ExpressionCode;
  readonly span: SourceSpan;
}

export interface BreakElement {
  readonly kind: "break";
  /** Absent: the page. */
  readonly what?: "column";
  readonly when: ExpressionCode | null;
  readonly span: SourceSpan;
}

export interface BookmarkElement {
  readonly kind: "bookmark";
  readonly title: Template;
  readonly level: number;
  readonly when: ExpressionCode | null;
  readonly span: SourceSpan;
}

export interface TableElement extends ElementBase {
  readonly kind: "table";
  readonly over: ExpressionCode;
  readonly header: "repeat" | "once" | "none";
  readonly split: "row" | "none" | "cell";
  readonly rowHeightMinEmu: Emu | null;
  readonly rowsMin: number;
  readonly rowsPerPage: number | null;
  readonly fillRows: boolean;
  readonly zebra: Paint | null;
  readonly empty: Template | null;
  readonly columns: readonly TableColumn[];
  readonly foot: TableFoot | null;
  /** Rows of the first page where `rowsPerPage` holds for the rest only. */
  readonly rowsOnFirstPage?: number;
  /** Heading rows of the table's own, in place of the columns' headings. */
  readonly head?: readonly (readonly FootCell[])[];
  /** Groups from the outermost to the innermost; `over` is then not asked for. */
  readonly groups?: readonly TableGroup[];
  /** One record's cells in several tiers, in place of the columns' cells; a record's tiers are never parted. */
  readonly tiers?: readonly (readonly FootCell[])[];
  readonly carry?: TableCarry;
  /** Subtotals at the foot of every page. */
  readonly pageFoot?: readonly (readonly PageFootCell[])[];
  /** Words in the first blank row (以下余白). */
  readonly blank?: Template;
  /** A diagonal through the blank rows. */
  readonly strike?: boolean;
  /** Behind a record's row and of its text, asked in the record. */
  readonly rowFill?: Paint;
  readonly rowColor?: Paint;
  /** One column is a time axis with bars (gantt). */
  readonly axis?: GanttAxis;
}

/**
 * Records of one key. `over` yields the groups (`{key, items}` in order) where the table stands, for an inner group in
 * the record of the group around it; `items` yields the group's records in the group's record.
 */
export interface TableGroup {
  readonly over: ExpressionCode;
  readonly items: ExpressionCode;
  readonly breaksPage: boolean;
  readonly repeatHead: boolean;
  /** The group stays on one page where a page can hold it. */
  readonly keepTogether: boolean;
  /** Evaluated in the group's record. */
  readonly head: readonly (readonly FootCell[])[];
  readonly foot: readonly (readonly FootCell[])[];
  /** In place of `foot`, which is empty then. */
  readonly footParts?: readonly FootPart[];
  readonly span: SourceSpan;
}

/** A running sum of all records so far, in the last row of every page but the last and the first but of the first. */
export interface TableCarry {
  /** A number, asked in each record. */
  readonly amount: ExpressionCode;
  /** Index of the column that shows the sum; the words fill the columns left of it, else those at its right. */
  readonly into: number;
  /** The last column of the sum, where it stands across several; absent: `into`. */
  readonly toColumn?: number;
  /** Shows the sum: evaluated where the innermost record is `{sum}`. */
  readonly shown: Template;
  readonly out: Template;
  readonly in: Template;
  readonly cell: CellBox;
  /** Around the sum; absent: as around the words. */
  readonly sumCell?: CellBox;
  /** Of each column that holds neither words nor sum; absent: as the column's own cells. */
  readonly restCells?: readonly CellBox[];
  readonly labelStyle: number;
  readonly valueStyle: number;
  /** Of the sum; absent: none. */
  readonly role?: string;
  readonly span: SourceSpan;
}

/** With `sum`, a number of each record, the content is evaluated where the innermost record is `{sum}` of the page. */
export interface PageFootCell extends FootCell {
  readonly sum: ExpressionCode | null;
}

export interface TableColumn {
  readonly id: string;
  readonly heading: Template;
  readonly content: Template;
  readonly width: Width;
  readonly cell: CellBox;
  readonly headStyle: number;
  readonly bodyStyle: number;
  readonly role: string | null;
  readonly span: SourceSpan;
  /** Equal neighbours below one another become one cell. */
  readonly merge?: boolean;
  /** What makes neighbours equal, where a pattern writes it; absent: the text. */
  readonly mergeBy?: ExpressionCode;
  /** Asked where the table stands; the column is left out where it does not hold. */
  readonly when?: ExpressionCode;
  /**
   * A column for each entry of this list, asked in each record; heading and content are evaluated in the entry. The
   * record with the most entries decides how many columns there are, and gives their headings.
   */
  readonly each?: ExpressionCode;
  /** What a cell holds in place of `content`, evaluated in the record. */
  readonly children?: readonly CanvasElement[];
  /** The column says a colour itself, which stands over that of its rows; absent: it says none, or rows do not. */
  readonly ownColor?: true;
  /** The box of the column's heading, where it is another than that of its cells. */
  readonly headCell?: CellBox;
  /** What the column's cells look like where no record is; absent: as in records. */
  readonly outside?: CellLook;
}

/** How a cell is framed, and the style of its text. */
export interface CellLook {
  readonly cell: CellBox;
  readonly style: number;
}

/** A time axis in a column of a table: headings and bars. Expressions yield dates, moments or times of day. */
export interface GanttAxis {
  /** Both days are shown whole. */
  readonly from: ExpressionCode;
  readonly to: ExpressionCode;
  readonly unit: "hour" | "day" | "week" | "month";
  /** Patterns of the lines of headings, from the top. */
  readonly tiers: readonly string[];
  /** A list of days without work. */
  readonly holidays: ExpressionCode | null;
  readonly off: Paint | null;
  readonly headStyle: number;
  readonly bars: readonly GanttBar[];
  readonly milestones: readonly GanttMilestone[];
  readonly today: GanttToday | null;
  readonly span: SourceSpan;
}

/** What stands on a time axis once for each record, or once for each entry of a list. */
interface GanttMark {
  /** A list, asked in each record: all else is asked in its entries. Absent: all is asked in the record. */
  readonly each?: ExpressionCode;
  readonly when: ExpressionCode | null;
}

export interface GanttBar extends GanttMark {
  readonly start: ExpressionCode;
  readonly end: ExpressionCode;
  /** From 0 to 100. */
  readonly progress: ExpressionCode | null;
  /** In the progress lane a bar is thin, lies below, and reaches as far as is done. */
  readonly lane: "main" | "progress";
  readonly label: Template | null;
  readonly style: number;
  readonly fill: Paint;
  readonly border: Stroke | null;
  readonly heightEmu: Emu | null;
  readonly role: string | null;
  readonly alt: Template | null;
  readonly span: SourceSpan;
}

export interface GanttMilestone extends GanttMark {
  readonly at: ExpressionCode;
  readonly label: Template | null;
  readonly style: number;
  readonly shape: "triangle" | "diamond" | "line";
  readonly fill: Paint;
  readonly role: string | null;
  readonly alt: Template | null;
  readonly span: SourceSpan;
}

export interface GanttToday {
  readonly at: ExpressionCode;
  readonly label: Template | null;
  readonly style: number;
  readonly stroke: Stroke;
  readonly span: SourceSpan;
}

/** What a cell has of a box. */
export interface CellBox {
  readonly padding: Edges;
  readonly fill: Paint | null;
  readonly borderTop: Stroke | null;
  readonly borderRight: Stroke | null;
  readonly borderBottom: Stroke | null;
  readonly borderLeft: Stroke | null;
}

export interface TableFoot {
  readonly on: "last" | "every";
  readonly keep: "none" | "together";
  readonly rows: readonly (readonly FootCell[])[];
  /** In place of `rows`, which is empty then. */
  readonly parts?: readonly FootPart[];
  readonly span: SourceSpan;
  /** Asked where the table stands; there is no foot where it does not hold. */
  readonly when?: ExpressionCode;
}

/** Rows of a foot that are written together. No cell reaches beyond them. */
export interface FootPart {
  /** A `row { … }`, or what stands in the foot itself. */
  readonly written: "row" | "foot";
  /** Asked where the cells are; the rows take no room where it does not hold. Null: they always stand. */
  readonly when: ExpressionCode | null;
  readonly rows: readonly (readonly FootCell[])[];
  readonly span: SourceSpan;
}

export interface FootCell {
  readonly content: Template;
  /** Inclusive column indexes. */
  readonly fromColumn: number;
  readonly toColumn: number;
  readonly cell: CellBox;
  readonly style: number;
  readonly role: string | null;
  readonly span: SourceSpan;
  /** The cell lies over so many rows; absent: one. */
  readonly rows?: number;
  /** Of a record: what the cell looks like in a blank one; absent: the same. */
  readonly outside?: CellBox;
  /** Of a record: the cell, its column or its row says a colour, which stands over `row-color`. */
  readonly ownColor?: true;
  /** Only decorates columns that no other cell of the row names. */
  readonly isFiller?: boolean;
  /** The row itself has the words, without a cell. */
  readonly isLine?: boolean;
}

export type CanvasElement =
  | TextElement
  | RichElement
  | MarkdownElement
  | StackElement
  | RowElement
  | GridElement
  | CellsElement
  | PlateElement
  | EachElement
  | PairsElement
  | LineElement
  | RectElement
  | ImageElement
  | BarcodeElement
  | ChartElement
  | SealElement
  | SealsElement
  | CombElement
  | CheckElement
  | ColumnsElement
  | SpaceElement
  | BreakElement
  | BookmarkElement
  | TableElement;
