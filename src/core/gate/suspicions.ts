// What a look at a page says, and by what it judges.
import type { Emu } from "../canvas/index.ts";

/** What may be found on a page. */
export interface Suspicions {
  overlap: boolean;
  /** Letters of one text lie on one another. */
  crowded: boolean;
  /** Texts of neighbours may read as one. */
  joined: boolean;
  /** A level line ends before a number, as a minus sign stands. */
  signed: boolean;
  /** There is a code, which a frame may come near. */
  framed: boolean;
  hidden: boolean;
  /** Something opaque comes after a drawing that it meets. */
  overlaid: boolean;
  /** Something opaque comes after a shape of another element, and lies on the middle of one of its sides. */
  lost: boolean;
  /** There is a line so thick that it hides letters, or one that runs through some. */
  struck: boolean;
  /** There is a border so thick that it hides what lies under it. */
  covered: boolean;
  /** Letters come near a round corner, which they may lie beyond. */
  rounded: boolean;
  /** A round corner cuts what lies in it. */
  cut: boolean;
  outside: boolean;
  small: boolean;
  contrast: boolean;
  marks: boolean;
  /** Something of a picture is so translucent that it is not seen. */
  unseen: boolean;
  faint: boolean;
  alignment: boolean;
}

/** The numbers that the rules judge by. */
export interface ScanLimits {
  readonly touchEmu: Emu;
  readonly coverLineShare: number;
  readonly coverLineShareOfCodes: number;
  readonly sizeMinEmu: Emu;
  readonly rubyMinEmu: Emu;
  readonly textContrastMin: number;
  readonly lineContrastMin: number;
  readonly ruleThicknessMostEmu: Emu;
  readonly inkAboveThousandths: number;
  readonly inkBelowThousandths: number;
}

/** What pages of a run have in common; it grows from page to page. */
export interface Seen {
  /** Line elements that were surely seen, by the starts of their spans. */
  readonly fine: Set<number>;
  /** How far content reaches to the sides. */
  leftEmu: Emu;
  rightEmu: Emu;
}

/** Kinds of elements whose shapes are pictures. */
export interface Pictures {
  /** To what overlaps them. */
  readonly oneInk: ReadonlySet<string>;
  /** To what lines stand in one line, and can be seen. */
  readonly ownLines: ReadonlySet<string>;
  /** By what their fills show. */
  readonly filled: ReadonlySet<string>;
}

/** Nothing was found. */
export const NOTHING: Suspicions = {
  overlap: false,
  crowded: false,
  joined: false,
  signed: false,
  framed: false,
  hidden: false,
  overlaid: false,
  lost: false,
  struck: false,
  covered: false,
  rounded: false,
  cut: false,
  outside: false,
  small: false,
  contrast: false,
  marks: false,
  unseen: false,
  faint: false,
  alignment: false,
};
