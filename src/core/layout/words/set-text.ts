// What a set text is, between setting and painting.
import type { Color, Emu, TextStyle } from "../../canvas/index.ts";
import type { SourceSpan } from "../../diagnostics/index.ts";
import type { LineFeed, Paragraph } from "../../text/index.ts";
import type { PlacedItem, TextSource } from "../page/index.ts";
import type { Finding } from "./findings.ts";
import type { Unfollowed } from "./link-targets.ts";
import type { ShownText } from "./shown-text.ts";

/** A set text, ready to be painted into any box of its width. */
export interface TextBox {
  readonly shown: ShownText;
  readonly style: TextStyle;
  readonly color: Color;
  readonly colorIsStatic: boolean;
  readonly paragraph: Paragraph;
  /** The size by which lines stand: a single shrunk line keeps the baseline of its full size. */
  readonly lineSizeEmu: Emu;
  /** Down the page: n line boxes, in vertical writing the length of the lines. */
  readonly heightEmu: Emu;
  /** From the first em box to the last one's far edge, across the lines: what must fit. */
  readonly neededEmu: Emu;
  /** Of fixed words, how they were painted last; null where that is not kept. */
  painted: PaintedText | null;
  /** How lines of more than one look, or of vertical writing, are placed; null for level lines of one look. */
  readonly composed: ComposedText | null;
}

/** A set text, and where it does not fit. */
export interface SetText {
  readonly box: TextBox;
  readonly findings: readonly Finding[];
}

/** The content box of a text: padding is off already. */
export interface TextPlace {
  readonly xEmu: Emu;
  readonly yEmu: Emu;
  readonly heightEmu: Emu;
  readonly node: number;
  readonly still: boolean;
  /** The text names what stands beside or below it: a label or a heading. */
  readonly isNaming?: true;
  /** Which of the texts that one element draws beside one another. */
  readonly part?: number | undefined;
}

/** Lines as items of a page, and where: most fixed words stand at one place on all pages. */
export interface PaintedText {
  readonly place: TextPlace;
  readonly span: SourceSpan;
  readonly from: number;
  readonly to: number;
  readonly keepsSources: boolean;
  readonly items: readonly PlacedItem[];
}

/** What a text needs to be placed beyond a plain one. */
export interface ComposedText {
  /** One per span, by the index that pieces name. */
  readonly looks: readonly SpanLook[];
  /** It has one look: what goes along it ends with its letters, as in horizontal lines of one look. */
  readonly isPlain?: true;
  /** The box's width. */
  readonly widthEmu: Emu;
  /** What the lines were set for. */
  readonly lengthEmu: Emu;
  /** The same text in lines of another length, for vertical text in a box that grew with its neighbours. */
  readonly setAgain: (lengthEmu: Emu) => Paragraph;
}

/** How one span of a text looks, and what it is. */
export interface SpanLook {
  /** Null for that of the whole text. */
  readonly color: Color | null;
  readonly colorIsStatic: boolean;
  readonly decoration: TextStyle["decoration"];
  readonly link: string | null;
  /** An address that is left out; absent: none is. */
  readonly unfollowed?: Unfollowed;
  /** The data path that the name of a linked place comes from. */
  readonly linkPath?: string;
  /** Absent: as the whole text is. */
  readonly isSlanted?: boolean;
  /** What the letters beside the span show; null where there are none. */
  readonly ruby: Pick<TextSource, "path" | "role"> | null;
  /** The mark that stresses each letter of the span (傍点); absent: none does. It is no ruby. */
  readonly emphasis?: string;
  readonly span: SourceSpan;
}

/** How a vertical text is cut. */
export interface VerticalFlow {
  /** The lines, one by one. */
  readonly feed: () => LineFeed;
  /** The length of lines that the element declares; null for as long as the page lets them be. */
  readonly lengthEmu: Emu | null;
  /** No line is longer (`max-h`); null for no bound. */
  readonly mostEmu: Emu | null;
  /** The whole text in lines of a length, where it is not cut. */
  readonly setIn: (lengthEmu: Emu) => SetText;
}

/** Lines side by side. */
export interface Tier {
  /** From the content's top. */
  readonly yEmu: Emu;
  readonly text: TextBox;
}
