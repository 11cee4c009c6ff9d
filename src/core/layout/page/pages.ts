// The page value: what layout answers and every renderer draws. A page is a list of placed items in paint order,
// in integer EMU from the page's top-left corner, y downwards; nothing in it needs the source, the canvas or data.
import type { Color, Emu } from "../../canvas/index.ts";
import type { SourceSpan } from "../../diagnostics/index.ts";
import type { GradientStop, ImageResource, OpaqueParts } from "../../pictures/index.ts";
import type { GlyphRun } from "../../text/index.ts";

/** Everything that one rendering draws. A request's records and copies stand one after another in `pages`. */
export interface PageDocument {
  readonly title: string;
  readonly lang: string;
  readonly author: string | null;
  readonly subject: string | null;
  readonly keywords: string | null;
  readonly pages: readonly Page[];
  /** The tree that assistive technology reads; index 0 is the document itself. Items name nodes by index. */
  readonly structure: readonly StructureNode[];
  /** Distinct images once; items name them by index. */
  readonly images: readonly ImageResource[];
  readonly bookmarks: readonly Bookmark[];
  /** Named places that links may lead to. */
  readonly destinations: readonly Destination[];
  /** One entry per record (per copy), in order. */
  readonly records: readonly RecordPages[];
}

/** What pages name by index while a document is still growing: both lists get longer, and nothing in them changes. */
export type OpenDocument = Pick<PageDocument, "lang" | "structure" | "images">;

export interface RecordPages {
  readonly firstPage: number;
  readonly pages: number;
  /** The record's bookmark in a collated file; null where there is only one record. */
  readonly title: string | null;
}

export interface Page {
  readonly widthEmu: Emu;
  readonly heightEmu: Emu;
  /** The paper as it is once it is cut; absent: the whole page. */
  readonly trim?: Rectangle;
  /** In paint order. */
  readonly items: readonly PlacedItem[];
  /** The form allows fewer pages than stand before it, and layout has told that. */
  readonly isTooMany?: true;
}

/** The closed union of what may lie on a page. */
export type PlacedItem = GlyphRunItem | FillItem | StrokeItem | ImageItem | LinkItem;

interface PlacedBase {
  /** The element that drew the item. */
  readonly span: SourceSpan;
  /** Index into `PageDocument.structure`, or `ARTIFACT` for what is not read aloud (rules, fills, repeats). */
  readonly node: number;
  /** No data decides how the item looks, though it may decide where it lies: a renderer may share what comes again. */
  readonly isStatic: boolean;
  /** The first of those that one picture is drawn by. What an element draws from here on is that picture's. */
  readonly startsPicture?: true;
  /** Of the first of them: layout has told that this picture shows nothing. */
  readonly isToldUnseen?: true;
  /** The empty place of a seal: it may not lie on a name, as the seal may. */
  readonly isOpenPlace?: true;
}

/** Turned clockwise. */
export type Turn = 90 | 180 | 270;

/** The structure index of decoration and repeats. */
export const ARTIFACT = -1;

/** The tangent of twelve degrees: how far a slanted letter leans for its height. */
export const SLANT_THOUSANDTHS = 213;

/** One shaped run on one baseline. */
export interface GlyphRunItem extends PlacedBase {
  readonly kind: "glyphs";
  readonly run: GlyphRun;
  /** Start of the baseline. For a vertical run: the top centre of the first cell. */
  readonly xEmu: Emu;
  readonly yEmu: Emu;
  /**
   * Degrees clockwise that the whole run is turned about its start; none where left out. Horizontal runs lie on their
   * side so in vertical lines.
   */
  readonly rotation?: 0 | Turn;
  readonly sizeEmu: Emu;
  /**
   * Letters lean along their line by {@link SLANT_THOUSANDTHS} (斜体), since the fonts have no italics. The run's start
   * stays. What is above the baseline of a horizontal run moves on along the run. In a vertical run, and in combined
   * letters, what is to the right of the start moves down the line (CSS Fonts 4, `font-style`).
   */
  readonly isSlanted?: true;
  /** Scale along the run in thousandths (長体, in a vertical run 平体); 1000 is the design's own. */
  readonly scaleThousandths: number;
  /** Added after every glyph of the run. */
  readonly letterSpacingEmu: Emu;
  /**
   * Extra movement in EMU after each glyph, where spacing is not even (均等割付, 約物); null where there is none.
   * Same length as the run's glyphs.
   */
  readonly adjustmentsEmu: readonly Emu[] | null;
  /** Whole advance along the line in EMU, spacing and adjustments included. */
  readonly advanceEmu: Emu;
  readonly color: Color;
  /** What the run's characters show, in order and without gaps. */
  readonly sources: readonly TextSource[];
  /** Letters beside others (ruby), which are small by nature. */
  readonly isRuby?: true;
  /** Level letters that share one cell of a vertical line (縦中横). */
  readonly isCombined?: true;
  /** They name what stands beside or below them: the label of a pair, the heading of a column. */
  readonly isNaming?: true;
  /** Which of the texts that one element draws beside one another: the column, where a list gives columns. */
  readonly part?: number;
}

/** Characters `start` to `end` (UTF-16, of the run's text) show a value of the data or fixed text. */
export interface TextSource {
  readonly start: number;
  readonly end: number;
  /** The data path with its indexes (`items[0].name`), or null for fixed and computed text. */
  readonly path: string | null;
  /** Where a computed value stands (`total`, `taxes[1].tax`); absent for all else. */
  readonly computed?: string;
  readonly role: string | null;
}

/** A path in EMU: the four commands every page format knows. */
export type PathCommand =
  | { readonly op: "move"; readonly xEmu: Emu; readonly yEmu: Emu }
  | { readonly op: "line"; readonly xEmu: Emu; readonly yEmu: Emu }
  | {
      readonly op: "curve";
      readonly x1Emu: Emu;
      readonly y1Emu: Emu;
      readonly x2Emu: Emu;
      readonly y2Emu: Emu;
      readonly xEmu: Emu;
      readonly yEmu: Emu;
    }
  | { readonly op: "close" };

/** A rectangle from rounded edges, so that neighbours share an edge without a hairline between them. */
export interface Rectangle {
  readonly leftEmu: Emu;
  readonly topEmu: Emu;
  readonly rightEmu: Emu;
  readonly bottomEmu: Emu;
}

export type Shape =
  | { readonly kind: "rectangle"; readonly rectangle: Rectangle; readonly radiusEmu: Emu }
  | { readonly kind: "path"; readonly commands: readonly PathCommand[] };

/** A path that cuts what is drawn: what lies outside of it is not seen. */
export interface ClipPath {
  readonly commands: readonly PathCommand[];
  readonly rule?: "evenodd";
  /** Whose round corners cut; absent for what a picture cuts itself. */
  readonly corners?: RoundCorners;
}

/** The round corners of an element that holds what is drawn. */
export interface RoundCorners {
  /** Of the element. */
  readonly span: SourceSpan;
  readonly radiusEmu: Emu;
}

/** Colours that go over into one another; before the first and after the last the colour stays. */
export interface Gradient {
  readonly kind: "linear" | "radial";
  /**
   * From the gradient's own space to the page: x' = a·x + c·y + e, y' = b·x + d·y + f. There a linear one runs from
   * (0, 0) to (1, 0), a radial one from its focus to the circle of radius 1 about (0, 0).
   */
  readonly matrix: readonly [Emu, Emu, Emu, Emu, Emu, Emu];
  /** Where a radial one begins, in thousandths of its radius; (0, 0) for a linear one. */
  readonly focusThousandths: readonly [x: number, y: number];
  /** At least two, in order. */
  readonly stops: readonly GradientStop[];
}

export interface FillItem extends PlacedBase {
  readonly kind: "fill";
  readonly shape: Shape;
  /** Where there is a gradient: the middle of its colours. */
  readonly color: Color;
  readonly gradient?: Gradient;
  /** What counts as inside where a path crosses itself; absent: where it winds about a point (non-zero). */
  readonly rule?: "evenodd";
  /** What of it shows; absent: all. */
  readonly clip?: Rectangle;
  /** Paths that cut it besides, each within the others. */
  readonly clipPaths?: readonly ClipPath[];
  /** The quiet zone of a bar code, which holds its bars alone. */
  readonly quiet?: Rectangle;
  /** What a chart shows its values by. */
  readonly isMark?: true;
  /** The text of a picture that it is a part of the letters of; absent: of none. */
  readonly words?: string;
}

/** PDF's own (ISO 32000-1, table 52). */
export const MITER_LIMIT_DEFAULT_THOUSANDTHS = 10_000;

/** A double line, of which a stroke is one. */
export interface DoubleLine {
  /** Of both strokes and what lies between them. */
  readonly widthEmu: Emu;
  /** How far the middle of this stroke lies within the outer edge of the line. */
  readonly insetEmu: Emu;
}

export interface StrokeItem extends PlacedBase {
  readonly kind: "stroke";
  readonly shape: Shape;
  readonly widthEmu: Emu;
  /** Where there is a gradient: the middle of its colours. */
  readonly color: Color;
  /** All of its stops have one opacity. */
  readonly gradient?: Gradient;
  /** Lengths of dashes and gaps in turn; empty for a solid line. */
  readonly dashEmu: readonly Emu[];
  /** How far into its dashes it begins, less than all of them are long; absent: at the first one's beginning. */
  readonly dashOffsetEmu?: Emu;
  /** How its ends look; absent: cut where the path ends (butt). */
  readonly cap?: "round" | "square";
  /** How its corners look; absent: pointed (miter). */
  readonly join?: "round" | "bevel";
  /** How many widths a pointed corner may be long before it is cut off, in thousandths; absent: ten. */
  readonly miterLimitThousandths?: number;
  /** What of it shows; absent: all. */
  readonly clip?: Rectangle;
  /** Paths that cut it besides, each within the others. */
  readonly clipPaths?: readonly ClipPath[];
  /** What a chart shows its values by. */
  readonly isMark?: true;
  /** The text of a picture that it is a part of the letters of; absent: of none. */
  readonly words?: string;
  /** The border of a box or cell, or a side of it: no letters may lie under it. */
  readonly isBorder?: true;
  /** Of a border's stroke that is one of two. */
  readonly double?: DoubleLine;
}

export interface ImageItem extends PlacedBase {
  readonly kind: "image";
  /** Index into `PageDocument.images`. */
  readonly image: number;
  /** Where the whole image lies. */
  readonly rectangle: Rectangle;
  /** What of it shows (`fit=cover` cuts); null for all. */
  readonly clip: Rectangle | null;
  /** Paths that cut it besides, each within the others: rounded corners. */
  readonly clipPaths?: readonly ClipPath[];
  /** Degrees clockwise that the image is turned; the rectangles are those it has on the page. */
  readonly rotation?: 0 | Turn;
  /** 0 (unseen) to 255; absent: opaque. */
  readonly alpha?: number;
  /** Where its pixels hide what lies under them; absent: nowhere. */
  readonly opaque?: OpaqueParts;
  /** The image itself, for who looks at what it shows; absent: nobody can. */
  readonly picture?: ImageResource;
}

/** A clickable area; draws nothing. */
export interface LinkItem extends PlacedBase {
  readonly kind: "link";
  readonly rectangle: Rectangle;
  readonly target:
    | { readonly kind: "url"; readonly url: string }
    | { readonly kind: "destination"; readonly name: string };
}

/** ISO 32000-1 §14.8.4 standard types, as far as forms need them. */
export type StructureType =
  | "Document"
  | "Sect"
  | "Div"
  | "H1"
  | "H2"
  | "H3"
  | "H4"
  | "H5"
  | "H6"
  | "BlockQuote"
  | "P"
  | "Span"
  | "Table"
  | "THead"
  | "TBody"
  | "TFoot"
  | "TR"
  | "TH"
  | "TD"
  | "L"
  | "LI"
  | "Lbl"
  | "LBody"
  | "Figure"
  | "Link"
  | "Ruby"
  | "RB"
  | "RT";

const HEADINGS: ReadonlySet<StructureType> = new Set(["H1", "H2", "H3", "H4", "H5", "H6"]);

export function isHeading(type: StructureType): boolean {
  return HEADINGS.has(type);
}

export interface StructureNode {
  readonly type: StructureType;
  /** Index of the parent; -1 for the root. Children are in reading order: the order of their indexes. */
  readonly parent: number;
  readonly alt: string | null;
  readonly lang: string | null;
  /** The role of what the node shows (`issuer.name`), for profiles. */
  readonly role: string | null;
  readonly span: SourceSpan;
  readonly scope: "row" | "column" | null;
  readonly columnSpan: number;
  readonly rowSpan: number;
}

export interface Bookmark {
  readonly title: string;
  /** 1 is outermost. */
  readonly level: number;
  readonly page: number;
  readonly yEmu: Emu;
}

export interface Destination {
  readonly name: string;
  readonly page: number;
  readonly yEmu: Emu;
}
