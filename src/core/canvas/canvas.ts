// The compiled form of a template: everything that layout needs, resolved once, as plain JSON.
// It is what publishing freezes; its canonical JSON's SHA-256 is the template's identity.
import type { BarcodeKind } from "../check/index.ts";
import type { SourceSpan } from "../diagnostics/index.ts";
import type { CanvasField, CanvasLet, ExpressionCode, Template } from "../expression/index.ts";

/** Lengths are integers in EMU: 1 pt = 12,700, 1 mm = 36,000, 1 in = 914,400, 1 Q = 9,000. */
export type Emu = number;

export interface Canvas {
  /** The compiled form's own version. */
  readonly format: 1;
  /** The language's major version, `rpt 1`. */
  readonly language: 1;
  readonly document: CanvasDocument;
  /** In source order; empty where the template declares nothing (then a payload is not checked). */
  readonly fields: readonly CanvasField[];
  /** In dependency order: each uses only fields and the lets before it. */
  readonly lets: readonly CanvasLet[];
  /** JSON text of the source's own dataset, digits as written; null where there is none. */
  readonly dataset: string | null;
  /** Families by their name in the source; the first is the default. */
  readonly fonts: readonly CanvasFont[];
  /** Colours that a computed colour may name. */
  readonly colors: Readonly<Record<string, Color>>;
  /** Pictures that are published with the template, by the names of their `asset` lines. */
  readonly assets?: Readonly<Record<string, CanvasAsset>>;
  /** Every distinct resolved text style once; elements name them by index. */
  readonly textStyles: readonly TextStyle[];
  readonly pages: readonly CanvasPage[];
  /** Characters of the private areas with their drawings (外字); absent: none. */
  readonly gaiji?: CanvasGaiji;
  /** One document is made of each record of this array; absent: the payload is one document. */
  readonly recordSource?: CanvasRecordSource;
  /** Each document stands once for each of these labels; absent: once, without a label. */
  readonly copies?: readonly string[];
  /** The file is encrypted; absent: anyone may read and change it. */
  readonly encryption?: CanvasEncryption;
  /** Files that travel inside of the PDF. */
  readonly attachments?: readonly CanvasAttachment[];
  /** What the boxes of fields hold, by canonical path; measured with the examples when the template is checked. */
  readonly capacities?: Readonly<Record<string, TextCapacity>>;
}

/** How much text a field's tightest box holds, counted in full-width characters. */
export interface TextCapacity {
  readonly charactersPerLine: number;
  readonly lines: number;
  /** Hundredths of a point. */
  readonly sizeHundredths: number;
  /** The same once `fit=shrink` has done all it may; absent where the text does not shrink. */
  readonly shrunk?: { readonly charactersPerLine: number; readonly sizeHundredths: number };
}

/** Kinds of PDF that a template may promise: ISO 32000-1, and the levels of ISO 19005-2 and 19005-3. */
export type PdfKind = "1.7" | "a-2b" | "a-2u" | "a-2a" | "a-3b" | "a-3u" | "a-3a";

/** What readers may do with an encrypted file (ISO 32000-1 table 22). Assistive technology may always read it. */
export type Permission = "print" | "print-low" | "copy" | "edit" | "annotate" | "fill" | "assemble" | "accessibility";

export interface CanvasEncryption {
  /** Whether a request may, or must, bring the password that opens the file. */
  readonly open: "none" | "optional" | "required";
  readonly allow: readonly Permission[];
}

/** A request's data as it came, inside of the file. */
export interface CanvasAttachment {
  readonly content: "payload";
  readonly name: string;
  /** What the pages are to it (ISO 19005-3, annex E). */
  readonly relationship: "source" | "data" | "supplement" | "alternative";
  readonly description: string | null;
}

/** What print dialogs start with. */
export interface CanvasPrinting {
  /** `none`: at the size as designed. */
  readonly scale: "none" | "default";
  readonly duplex: "simplex" | "long-edge" | "short-edge" | null;
}

/** The array whose records become documents, each with page numbers of its own. */
export interface CanvasRecordSource {
  /** `customers[]`; evaluations open a record of it by this path. */
  readonly path: string;
  /** The record's bookmark, where the source gives one; evaluated outside records. */
  readonly name: Template | null;
  /** More records are refused. */
  readonly recordsMax: number;
}

export interface CanvasGaiji {
  /** Of the characters' canonical JSON: what the font made of them is known by. */
  readonly sha256: string;
  /** In the order of their code points. */
  readonly characters: readonly {
    readonly codePoint: number;
    /** What it is read and copied as; absent: itself. */
    readonly text?: string;
    /**
     * Contours of quadratic curves, as TrueType has them, in thousandths of the em from the em box's top left, y
     * downwards; a point that is not on the curve controls it.
     */
    readonly contours: readonly (readonly (readonly [x: number, y: number, isOnCurve: 0 | 1])[])[];
  }[];
}

export interface CanvasDocument {
  readonly id: string;
  /** Static catalogue name (`name=`), else null. */
  readonly name: string | null;
  /** The PDF's title. */
  readonly title: Template | null;
  readonly lang: string;
  readonly profiles: readonly string[];
  /** `forbid`: members that are not declared are violations. */
  readonly extra: "ignore" | "forbid";
  readonly author: string | null;
  readonly subject: string | null;
  readonly keywords: string | null;
  /** What the file promises beyond PDF 1.7; absent: nothing. */
  readonly conformance?: { readonly pdf: PdfKind; readonly ua: boolean };
  readonly printing?: CanvasPrinting;
}

export interface CanvasAsset {
  /** As the template names it, without `asset:`. */
  readonly file: string;
  /** The file's bytes in base64 (RFC 4648, section 4); null where the template was compiled without its files. */
  readonly data: string | null;
}

export interface CanvasFont {
  readonly name: string;
  readonly families: readonly string[];
}

/** `[red, green, blue, alpha]`, each 0–255. */
export type Color = readonly [red: number, green: number, blue: number, alpha: number];

/** A colour that is fixed, or an expression that yields a declared name or `#rrggbb`. */
export type Paint =
  | { readonly kind: "fixed"; readonly color: Color }
  | { readonly kind: "computed"; readonly code: ExpressionCode };

export interface CanvasPage {
  readonly widthEmu: Emu;
  readonly heightEmu: Emu;
  readonly margin: Edges;
  readonly fill: Color | null;
  readonly firstNumber: number;
  /** Headers, footers and backgrounds; the most specific `on` wins. */
  readonly bands: readonly CanvasBand[];
  readonly body: CanvasBody;
  readonly span: SourceSpan;
  /** Pages of this size stand on a larger sheet: labels, the parts of a form, and paper that is trimmed. */
  readonly sheet?: CanvasSheet;
  /** Where a larger margin is meant for binding. */
  readonly gutter?: "left" | "right" | "top";
  /** What is drawn beyond each edge, to be trimmed off; the sheet is so much larger. */
  readonly bleedEmu?: Emu;
}

/** How pages are placed on a sheet: row by row from its first place. */
export interface CanvasSheet {
  readonly widthEmu: Emu;
  readonly heightEmu: Emu;
  readonly columns: number;
  readonly rows: number;
  /** Corner of the first page, and from one page to the next. */
  readonly leftEmu: Emu;
  readonly topEmu: Emu;
  readonly stepXEmu: Emu;
  readonly stepYEmu: Emu;
  /** So many records that follow one another (a record's copies) stand together, page by page; 1: one after another. */
  readonly together: number;
  /** The paper's own edges inside the sheet, where it is trimmed: so much on each side is cut off. */
  readonly trimEmu?: Emu;
}

export type Edges = readonly [top: Emu, right: Emu, bottom: Emu, left: Emu];

export interface CanvasBand {
  readonly kind: "header" | "footer" | "background";
  readonly on: "all" | "first" | "rest" | "last" | "odd" | "even";
  /** 0 for a background. */
  readonly heightEmu: Emu;
  readonly children: readonly CanvasElement[];
  readonly span: SourceSpan;
  /** False: pre-printed stock, which shows on screens only. */
  readonly print?: boolean;
  /** A background's shift, right and down, to meet the stock. */
  readonly offset?: readonly [rightEmu: Emu, downEmu: Emu];
}

export interface CanvasBody {
  readonly gapEmu: Emu;
  readonly children: readonly CanvasElement[];
  readonly span: SourceSpan;
}

/** A width: a length, a share of what remains, parts per million of the container, or the content's own. */
export type Width =
  | { readonly kind: "length"; readonly emu: Emu }
  /** Shares in thousandths: `1fr` is 1000, `2.5fr` is 2500. */
  | { readonly kind: "share"; readonly thousandths: number }
  | { readonly kind: "percent"; readonly partsPerMillion: number }
  | { readonly kind: "auto" };

export interface Stroke {
  readonly widthEmu: Emu;
  readonly paint: Paint;
  readonly dash: "solid" | "dash" | "dot" | "double";
}

/** What every visual element has. Absent optional values are null, so that the form is closed. */
export interface Box {
  /** Position in an absolute container (plate, header, footer, background); null in flow. */
  readonly xEmu: Emu | null;
  readonly yEmu: Emu | null;
  readonly width: Width;
  readonly heightEmu: Emu | null;
  readonly heightMinEmu: Emu | null;
  readonly heightMaxEmu: Emu | null;
  readonly padding: Edges;
  readonly margin: Edges;
  readonly fill: Paint | null;
  readonly borderTop: Stroke | null;
  readonly borderRight: Stroke | null;
  readonly borderBottom: Stroke | null;
  readonly borderLeft: Stroke | null;
  readonly radiusEmu: Emu;
  readonly place: "left" | "center" | "right";
  readonly when: ExpressionCode | null;
  readonly keep: "none" | "together" | "next";
  readonly keepMinEmu: Emu | null;
  readonly pageBreak: "none" | "before" | "after";
  readonly layer: "normal" | "under" | "over";
  readonly id: string | null;
  readonly role: string | null;
  readonly alt: Template | null;
  readonly link: Template | null;
  /** Clockwise; width and height are those of the outer box, as it stands turned. */
  readonly rotate?: 90 | 180 | 270;
  /** From 0 (unseen) to 1,000; absent: opaque. */
  readonly opacityThousandths?: number;
}

/** A text's style after resolution: own property > `style=` > inherited > style `base` > default. */
export interface TextStyle {
  /** Index into `Canvas.fonts`. */
  readonly font: number;
  readonly sizeEmu: Emu;
  readonly weight: "normal" | "bold";
  readonly italic: boolean;
  readonly color: Paint;
  readonly align: "left" | "center" | "right" | "justify" | "distribute";
  readonly valign: "top" | "middle" | "bottom";
  /** Thousandths of the size: 1.4 is 1400. */
  readonly lineHeightThousandths: number;
  readonly letterSpacingEmu: Emu;
  readonly wrap: "kinsoku" | "char" | "none";
  /** JLREQ's levels 4 to 1, and none. */
  readonly kinsoku: "very-strict" | "strict" | "normal" | "loose" | "none";
  readonly fit: "wrap" | "shrink" | "clip";
  readonly sizeMinEmu: Emu;
  /** Smallest horizontal scale (長体) that shrinking may use, in thousandths. */
  readonly condenseThousandths: number;
  /** At most this many lines; null for no bound. */
  readonly linesMax: number | null;
  readonly decoration: "none" | "underline" | "strike";
  /** Digits of equal width (`tnum`), for cells with a number format. */
  readonly tabular: boolean;
  readonly lang: string;
  /** Lines are columns that run from top to bottom and follow one another from right to left; absent: horizontal. */
  readonly writing?: "vertical";
  /** 。 and 、 may stand beyond a line's end where they do not fit (ぶら下げ). */
  readonly hang?: true;
  /** Space between Japanese and Latin text in thousandths of the size; absent: 250, and 0 in cells. */
  readonly latinGapThousandths?: number;
  /** In vertical lines, the most digits that stand side by side in one cell (縦中横); absent: 2. */
  readonly combineMax?: number;
}

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

/** A bullet or number, and the room that it has: null for as many whole letters as it needs. */
export interface TextMarker {
  readonly content: Template;
  readonly widthEmu: Emu | null;
}

export interface StackElement extends ElementBase {
  readonly kind: "stack" | "box";
  readonly gapEmu: Emu;
  readonly children: readonly CanvasElement[];
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
}

export interface BarcodeElement extends ElementBase {
  readonly kind: "barcode";
  readonly symbology: BarcodeKind;
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
  /** The last column is a time axis with bars (gantt). */
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
  readonly span: SourceSpan;
}

/** A running sum of all records so far, in the last row of every page but the last and the first but of the first. */
export interface TableCarry {
  /** A number, asked in each record. */
  readonly amount: ExpressionCode;
  /** Index of the column that shows the sum; the words fill the columns left of it. */
  readonly into: number;
  /** Shows the sum: evaluated where the innermost record is `{sum}`. */
  readonly shown: Template;
  readonly out: Template;
  readonly in: Template;
  readonly cell: CellBox;
  readonly labelStyle: number;
  readonly valueStyle: number;
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
  /** Asked where the table stands; the column is left out where it does not hold. */
  readonly when?: ExpressionCode;
  /**
   * A column for each entry of this list, asked in each record; heading and content are evaluated in the entry. The
   * record with the most entries decides how many columns there are, and gives their headings.
   */
  readonly each?: ExpressionCode;
  /** What a cell holds in place of `content`, evaluated in the record. */
  readonly children?: readonly CanvasElement[];
  /** The box of the column's heading, where it is another than that of its cells. */
  readonly headCell?: CellBox;
}

/** A time axis in the last column of a table; its headings and bars. Expressions yield dates or moments. */
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

/** Asked in every record. */
export interface GanttBar {
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
  readonly when: ExpressionCode | null;
  readonly role: string | null;
  readonly alt: Template | null;
  readonly span: SourceSpan;
}

export interface GanttMilestone {
  readonly at: ExpressionCode;
  readonly label: Template | null;
  readonly style: number;
  readonly shape: "triangle" | "diamond" | "line";
  readonly fill: Paint;
  readonly when: ExpressionCode | null;
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
  readonly span: SourceSpan;
  /** Asked where the table stands; there is no foot where it does not hold. */
  readonly when?: ExpressionCode;
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
  /** Only decorates columns that no other cell of the row names. */
  readonly isFiller?: boolean;
}

export type CanvasElement =
  | TextElement
  | RichElement
  | StackElement
  | RowElement
  | GridElement
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
