// Blocks: elements with their data, at a known width and height. Pagination cuts them, painting places them.
import type {
  Box,
  Color,
  Emu,
  ImageElement,
  PlateElement,
  RichElement,
  StackElement,
  TextElement,
} from "../../canvas/index.ts";
import type { SourceSpan } from "../../diagnostics/index.ts";
import type { Scope } from "../../expression/index.ts";
import type { ImageResource } from "../../pictures/index.ts";
import type { DrawnPath, Frame, Line, StructureType, Turn } from "../page/index.ts";
import type { Finding, TextBox, Unfollowed, VerticalFlow } from "../words/index.ts";

/** What a forced break ends; outside of columns a column is the page. */
export type ForcedBreak = "none" | "column" | "page";

/** Of two breaks that meet, the one that ends more. */
export function strongerBreak(one: ForcedBreak, other: ForcedBreak): ForcedBreak {
  return one === "page" || other === "none" ? one : other;
}

/** How a block may be cut and moved in its flow. */
export interface FlowRules {
  readonly keepTogether: boolean;
  readonly keepNext: boolean;
  /** The block stays with the next one as the first line of its box: nobody asked for it, and nothing is told of it. */
  readonly opensBox?: boolean;
  /** Space that the block wants on the page where it begins. */
  readonly keepMinEmu: Emu;
  readonly breakBefore: ForcedBreak;
  readonly breakAfter: ForcedBreak;
}

export const NO_RULES: FlowRules = {
  keepTogether: false,
  keepNext: false,
  keepMinEmu: 0,
  breakBefore: "none",
  breakAfter: "none",
};

/** What the element says about itself beyond its looks. */
export interface BlockMeta {
  readonly role: string | null;
  readonly alt: string | null;
  readonly link: string | null;
  /** An address that is left out; absent: none is. */
  readonly unfollowed?: Unfollowed;
  /** The data path that the name of a linked place comes from. */
  readonly linkPath?: string;
  readonly id: string | null;
  readonly layer: "normal" | "under" | "over";
  /** 255: opaque. */
  readonly alpha: number;
}

export const NO_META: BlockMeta = { role: null, alt: null, link: null, id: null, layer: "normal", alpha: 255 };

interface BlockBase {
  readonly span: SourceSpan;
  readonly frame: Frame;
  readonly rules: FlowRules;
  readonly meta: BlockMeta;
  /** Margins included, as are the heights. */
  readonly widthEmu: Emu;
  /** Unbroken. */
  readonly heightEmu: Emu;
  /** Declared: neither stretched by a row nor cut at a page's end. */
  readonly fixedHeight: boolean;
  /** A forced break lies inside. */
  readonly breaksInside: boolean;
  /** Data decides the height, so its ground and edges are not the same everywhere. */
  readonly varies: boolean;
  readonly findings: readonly Finding[];
  /** Index of the structure node, once the first part of the block is painted. */
  node: number | null;
}

export interface TextBlock extends BlockBase {
  readonly kind: "text";
  readonly text: TextBox;
  /** A bullet or number left of the first line, above it in vertical writing, inside the frame's padding. */
  readonly marker?: PlacedMarker;
  /** Vertical lines that go on to the next page; absent where they stay together. */
  readonly flow?: VerticalFlow;
  /** The label of a pair. */
  readonly isLabel?: true;
  readonly structure: StructureType;
}

export interface PlacedMarker {
  readonly text: TextBox;
  /** From its beginning to where the lines begin. */
  readonly lengthEmu: Emu;
}

/** A text in a fixed box whose content may name the page: set when its page is known. */
export interface DeferredTextBlock extends BlockBase {
  readonly kind: "deferred";
  readonly element: TextElement | RichElement;
  readonly scope: Scope;
  readonly structure: StructureType;
}

/** Children one below the other. */
export interface FlowBlock extends BlockBase {
  readonly kind: "flow";
  readonly gapEmu: Emu;
  /** Where its children stand together in a higher box; absent: at the top. */
  readonly valign?: StackElement["valign"] | undefined;
  readonly children: readonly FlowChild[];
  readonly structure: StructureType | null;
  /** Vertical lines inside are as long as the room lets them be, so only cutting tells the height. */
  readonly reflows?: boolean;
}

export interface FlowChild {
  /** From the content's left edge. */
  readonly xEmu: Emu;
  readonly block: Block;
}

/** Children side by side, never cut. They stretch to the row's height. */
export interface RowBlock extends BlockBase {
  readonly kind: "row";
  readonly children: readonly RowChild[];
  readonly structure: StructureType | null;
  /** Lines of a grid without gaps, centred on the edges of its cells. */
  readonly collapsed: boolean;
}

export interface RowChild {
  readonly xEmu: Emu;
  /** Down from the row's top: first lines of different sizes stand on one baseline. */
  readonly yEmu: Emu;
  /** Where it stands in the row's height; absent: it is as high as the row. */
  readonly down?: Box["down"];
  readonly block: Block;
}

export interface PlateBlock extends BlockBase {
  readonly kind: "plate";
  readonly children: readonly PlacedChild[];
  readonly element: PlateElement | null;
}

export interface PlacedChild {
  readonly xEmu: Emu;
  readonly yEmu: Emu;
  readonly block: Block;
  /** Its element says no height: it is as high as its content. */
  readonly isAsHighAsContent?: true;
}

export interface RuleBlock extends BlockBase {
  readonly kind: "rule";
  readonly line: Line;
  readonly isStatic: boolean;
  readonly fromXEmu: Emu;
  readonly fromYEmu: Emu;
  readonly toXEmu: Emu;
  readonly toYEmu: Emu;
}

export interface RectBlock extends BlockBase {
  readonly kind: "rect";
}

export interface ImageBlock extends BlockBase {
  readonly kind: "image";
  readonly image: ImageResource;
  readonly placing: PicturePlacing;
}

/** How a picture lies in its box; without `align` and `valign` it lies in the middle. */
export type PicturePlacing = Pick<ImageElement, "fit" | "align" | "valign">;

/** A seal's frame with its label, or a name in a ring. */
export interface SealBlock extends BlockBase {
  readonly kind: "seal";
  readonly ring: boolean;
  /** The rim of a company's seal has corners (角印). */
  readonly square?: boolean;
  /** The place is empty: there is no seal to lie on a name. */
  readonly isOpenPlace?: true;
  readonly color: Color;
  readonly texts: readonly PlacedText[];
}

export interface PlacedText {
  readonly xEmu: Emu;
  readonly yEmu: Emu;
  readonly widthEmu: Emu;
  readonly heightEmu: Emu;
  readonly text: TextBox;
}

/** Lines and surfaces with texts among them, measured from the corner of the border box. */
export interface DrawingBlock extends BlockBase {
  readonly kind: "drawing";
  readonly shapes: readonly DrawnShape[];
  /** Drawn after the shapes and before the texts. */
  readonly paths?: readonly DrawnPath[];
  readonly texts: readonly PlacedText[];
  readonly structure: StructureType;
  /** It is content even without letters and words about it. */
  readonly told?: boolean;
}

/** A path through points; what has neither fill nor line is not seen. */
export interface DrawnShape {
  readonly points: readonly (readonly [xEmu: Emu, yEmu: Emu])[];
  readonly closed: boolean;
  readonly fill: Color | null;
  readonly line: Line | null;
}

/** A flow that fills columns one after the other. */
export interface ColumnsBlock extends BlockBase {
  readonly kind: "columns";
  readonly inner: FlowBlock;
  readonly count: number;
  /** Of vertical text: the columns are tiers, one below the other. */
  readonly areTiers: boolean;
  /** From the left edge of one column to that of the next; between tiers. */
  readonly stepEmu: Emu;
  readonly balance: boolean;
  /** What the box declares, margins included; 0 where its content decides. */
  readonly heightLeastEmu: Emu;
  /** What tiers share, where the box declares it. */
  readonly heightMostEmu: Emu | null;
}

/** A block that is painted as if it were not, and then turned about its corner. */
export interface TurnedBlock extends BlockBase {
  readonly kind: "turned";
  readonly inner: Block;
  readonly turn: Turn;
}

export interface SpaceBlock extends BlockBase {
  readonly kind: "space";
}

export interface BookmarkBlock extends BlockBase {
  readonly kind: "bookmark";
  readonly title: string;
  readonly level: number;
}

export interface TableBlock extends BlockBase {
  /** A ruled grid, whose cells and widths are written otherwise than those of a table. */
  readonly isRuled?: boolean;
  readonly kind: "table";
  /** Left edge of each column and the right edge of the last, from the content's left edge. */
  readonly edgesEmu: readonly Emu[];
  readonly headers: readonly TableRow[];
  readonly headersEmu: Emu;
  readonly repeatsHeader: boolean;
  /** Where a page's end may cut it: between rows, nowhere, in each cell, or (`tall`) in a row higher than a page. */
  readonly cuts: "row" | "none" | "cell" | "tall";
  /** Records, heads and feet of groups, or the row that says that there are none. */
  readonly rows: readonly TableRow[];
  /** The rows of each group with `keep=together`, inner groups before the one around them; absent: none. */
  readonly keptGroups?: readonly KeptRows[];
  readonly merges: boolean;
  /** The columns that stripes run through, from one to another: cells that are merged over rows have none. */
  readonly striped: readonly (readonly [fromColumn: number, toColumn: number])[];
  /** The rows of a record that is left blank, and their height. */
  readonly blank: readonly TableRow[];
  readonly blankEmu: Emu;
  /** The first blank record where it has words. */
  readonly blankWords: readonly TableRow[] | null;
  /** The diagonal through what is left blank. */
  readonly strike: Line | null;
  /** Blank records wanted after the data, as far as the last page has room. */
  readonly blanksWanted: number;
  readonly rowsPerPage: number | null;
  readonly rowsOnFirstPage: number | null;
  readonly fillRows: boolean;
  readonly carry: Carry | null;
  readonly pageFoot: PageFoot | null;
  readonly foot: readonly TableRow[];
  readonly footHeightEmu: Emu;
  readonly footOnEvery: boolean;
  /** No cut parts the foot's rows. */
  readonly footTogether: boolean;
  /** The columns that a list gives, of which several are one element; absent: none. */
  readonly listed?: ReadonlySet<number>;
  readonly footSpan: SourceSpan;
  readonly zebra: Color | null;
  readonly zebraIsStatic: boolean;
  /** The lines that close a grid above and below where a page cuts it. */
  readonly outline?: { readonly top: Line | null; readonly bottom: Line | null };
  /** A time axis in one of its columns. */
  readonly axis?: AxisBlock;
  /** Which of its columns that is. */
  readonly axisColumn?: number;
  /** Nodes of the table's parts, made when first painted. */
  readonly parts: { head: number | null; body: number | null; foot: number | null };
}

/** Rows of a table that a group wants on one page. */
export interface KeptRows {
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
  readonly span: SourceSpan;
}

/** Rows whose numbers depend on where a page cuts the table; their heights do not. */
export interface Carry {
  readonly heightEmu: Emu;
  /** The sum of what stands before a place, to go on the next page and as it came from the page before. */
  out(place: RowPlace): TableRow;
  in(place: RowPlace): TableRow;
}

export interface PageFoot {
  readonly heightEmu: Emu;
  /** Sums over the numbers that stand between two places. */
  rows(from: RowPlace, to: RowPlace): readonly TableRow[];
}

/** Where a page ends or begins among the rows of a table: before a row, or between its lines. */
export interface RowPlace {
  readonly row: number;
  /** How many lines of each cell stand before; null where none does. */
  readonly lines: readonly number[] | null;
}

/** How ill a cut before a row would be. */
export type CutIll =
  /** None. */
  | 0
  /** It parts a group that should stay together. */
  | 1
  /** It parts a head from its first row, a foot from its last, or the tiers of one record. */
  | 2;

export interface TableRow {
  readonly heightEmu: Emu;
  readonly cells: readonly TableCell[];
  /** Shared by rows whose cells are framed alike, so that their borders are worked out once. */
  readonly edges: RowEdges;
  readonly varies: boolean;
  readonly flow: RowFlow;
  /** Behind all cells; null for none. */
  readonly fill: Color | null;
  node: number | null;
}

/** A time axis, measured from its column's left edge. */
export interface AxisBlock {
  readonly leftEmu: Emu;
  readonly widthEmu: Emu;
  /** Lines of headings from the top; each with its labels. */
  readonly tiers: readonly AxisTier[];
  /** Lines down through the rows; a strong one begins a larger step. */
  readonly lines: readonly { readonly xEmu: Emu; readonly isStrong: boolean }[];
  readonly line: Line | null;
  readonly strongLine: Line | null;
  /** Stretches without work. */
  readonly off: readonly { readonly fromEmu: Emu; readonly toEmu: Emu }[];
  readonly offColor: Color | null;
  readonly today: AxisToday | null;
  /** What each record has on the axis, in the order of the table's records. */
  readonly records: readonly AxisRecord[];
  readonly span: SourceSpan;
}

export interface AxisRecord {
  readonly marks: readonly AxisMark[];
  readonly findings: readonly Finding[];
}

export interface AxisTier {
  readonly cells: readonly AxisName[];
  /** The tier has a cell for each step, so days without work show in it. */
  readonly isFinest: boolean;
}

/** A step's name, which begins so far behind the step's edge. */
export interface AxisName {
  readonly fromEmu: Emu;
  readonly insetEmu: Emu;
  readonly text: TextBox | null;
  /** Where its letters begin and end; null where none are shown. */
  readonly inkEmu: readonly [from: Emu, to: Emu] | null;
  /** A line of the heading runs before it. */
  readonly isBound: boolean;
}

export interface AxisToday {
  readonly xEmu: Emu;
  /** Null for words without a line. */
  readonly line: Line | null;
  readonly label: TextBox | null;
  readonly labelXEmu: Emu;
  readonly span: SourceSpan;
}

/** A bar or a mark of one record. */
export type AxisMark = AxisBar | AxisMilestone;

export interface AxisBar {
  readonly kind: "bar";
  readonly fromEmu: Emu;
  readonly toEmu: Emu;
  /** How far it is done; null where nobody says. */
  readonly doneEmu: Emu | null;
  readonly start: BarEnd;
  readonly end: BarEnd;
  /** What is done of it ends beyond the axis. */
  readonly isDoneBeyond: boolean;
  readonly lane: "main" | "progress";
  readonly heightEmu: Emu | null;
  readonly fill: Color;
  readonly doneColor: Color;
  readonly border: Line | null;
  readonly label: AxisLabel | null;
  readonly alt: string | null;
  readonly role: string | null;
  readonly span: SourceSpan;
  /** Of a bar of a list, the value that tells it from the others of its row. */
  readonly path?: string;
}

/** A bar ends where it says, beyond the axis, or nobody knows where. */
export type BarEnd = "known" | "beyond" | "open";

export interface AxisMilestone {
  readonly kind: "milestone";
  readonly xEmu: Emu;
  /** `before` and `after` are arrows at the axis's ends, where a mark lies beyond them. */
  readonly shape: "triangle" | "diamond" | "line" | "before" | "after";
  readonly fill: Color;
  readonly label: AxisLabel | null;
  /** Which part of the row it has for itself, where several marks stand at one place. */
  readonly tier?: { readonly at: number; readonly of: number };
  readonly alt: string | null;
  readonly role: string | null;
  readonly span: SourceSpan;
  /** Of a mark of a list, the value that tells it from the others of its row. */
  readonly path?: string;
}

export interface AxisLabel {
  readonly xEmu: Emu;
  readonly widthEmu: Emu;
  readonly text: TextBox;
  /** Of one of several marks at a place, words that may stand anywhere in the row: no others are on that side. */
  readonly isAside?: true;
  /** Of words beside a bar that they might else be read without: the side on which it is, where they point. */
  readonly pointsTo?: "left" | "right";
}

/** How a row stands among the others. */
export interface RowFlow {
  readonly cutIll: CutIll;
  /** A new page begins with the row. */
  readonly startsPage: boolean;
  /** What the row counts among the rows of a page. */
  readonly counts: number;
  /** Striped, and cut between its lines where it must be. */
  readonly isRecord: boolean;
  /** Records that are finished when the row ends. */
  readonly records: number;
  /** Heads of groups that stand again above the row where a page begins with it. */
  readonly openHeads: readonly TableRow[];
}

export const LONE_ROW: RowFlow = {
  cutIll: 0,
  startsPage: false,
  counts: 1,
  isRecord: false,
  records: 0,
  openHeads: [],
};

export interface TableCell {
  readonly fromColumn: number;
  /** Inclusive. */
  readonly toColumn: number;
  readonly frame: Frame;
  /** Null in blank rows, uncovered columns, and where the cell holds elements. */
  readonly text: TextBox | null;
  /** The elements that the cell holds in place of a text. */
  readonly inner?: FlowBlock;
  /** Where they stand in a cell that is higher. */
  readonly valign?: "top" | "middle" | "bottom";
  readonly role: string | null;
  readonly span: SourceSpan;
  readonly findings: readonly Finding[];
  /** One with the cell above, which shows the same text or lies over several rows. */
  readonly joinsAbove: boolean;
  /** Of a label in the body: the cells at its right, or those below. */
  readonly names?: "row" | "column";
  /** The cell lies over so many rows; absent: over those that join it. */
  readonly rowSpan?: number;
  node: number | null;
}

/** A row's lines per column; the vertical ones per edge, null inside a spanning cell. */
export interface RowEdges {
  readonly top: readonly (Line | null)[];
  readonly bottom: readonly (Line | null)[];
  readonly vertical: readonly (Line | null)[];
  readonly isStatic: boolean;
}

/** The closed union that pagination and painting know. */
export type Block =
  | TextBlock
  | DeferredTextBlock
  | FlowBlock
  | RowBlock
  | PlateBlock
  | RuleBlock
  | RectBlock
  | ImageBlock
  | SealBlock
  | DrawingBlock
  | ColumnsBlock
  | TurnedBlock
  | SpaceBlock
  | BookmarkBlock
  | TableBlock;
