// Measures, colours, strokes, boxes and text styles: what every element of a compiled template is described with.
import type { ExpressionCode, Template } from "../expression/index.ts";

/**
 * Lengths are integers in EMU: 1 pt = 12,700, 1 mm = 36,000, 1 in = 914,400, 1 Q = 9,000.
 *
 * V8 must see small integers too. One −0 (write `0 - x`, not `-x`), one Infinity or one number out of an array of
 * floats makes floats of all that is added to it and of the fields that it is stored in. Objects of the old shape are
 * found for as long as the process lives then, and what is compiled for them is thrown away each time, without an end:
 * up to a seventh of a batch's time, in some processes and not in others.
 */
export type Emu = number;

/** `[red, green, blue, alpha]`, each 0–255. */
export type Color = readonly [red: number, green: number, blue: number, alpha: number];

/** A colour that is fixed, or an expression that yields a declared name or `#rrggbb`. */
export type Paint =
  | { readonly kind: "fixed"; readonly color: Color }
  | { readonly kind: "computed"; readonly code: ExpressionCode };

export type Edges = readonly [top: Emu, right: Emu, bottom: Emu, left: Emu];

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
  /** It says `w=auto` beside its place: in a flow it is as wide as its content. */
  readonly fitsContent?: true;
  /** Where it stands in the height of its row or of the row of its grid; absent: it is as high as that. */
  readonly down?: "top" | "middle" | "bottom";
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
  /** Laid out before a quarter turn: its width here is the height that the template says, and the other way about. */
  readonly isLying?: true;
  /** Its template takes away the line that it has by itself. */
  readonly isUnlined?: true;
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
  /** The size is a multiple of a declared one: that of a heading in Markdown. */
  readonly isScaled?: true;
}
