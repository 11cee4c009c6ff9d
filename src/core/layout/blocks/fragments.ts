// Fragments: what of a block lies on one page, and where it goes on.
import type { Emu } from "../../canvas/index.ts";
import type { LineStart } from "../../text/index.ts";
import type { Finding, Tier } from "../words/index.ts";
import type { Block, ColumnsBlock, FlowBlock, ForcedBreak, TableBlock, TableRow, TextBlock } from "./blocks.ts";

/** A part of a block on a page. Painting walks these; a trial that is thrown away has painted nothing. */
export type Fragment = WholeFragment | FlowFragment | ColumnsFragment | LinesFragment | TiersFragment | TableFragment;

export interface WholeFragment {
  readonly kind: "whole";
  readonly block: Block;
  readonly heightEmu: Emu;
}

export interface FlowFragment {
  readonly kind: "flow";
  readonly block: FlowBlock;
  readonly heightEmu: Emu;
  readonly children: readonly FragmentChild[];
}

/** The parts of a flow that stand side by side. */
export interface ColumnsFragment {
  readonly kind: "columns";
  readonly block: ColumnsBlock;
  readonly heightEmu: Emu;
  readonly children: readonly FragmentChild[];
}

export interface FragmentChild {
  readonly xEmu: Emu;
  /** From the fragment's content top. */
  readonly yEmu: Emu;
  readonly fragment: Fragment;
}

/** Lines `from` to `to` (exclusive) of a text. */
export interface LinesFragment {
  readonly kind: "lines";
  readonly block: TextBlock;
  readonly heightEmu: Emu;
  readonly from: number;
  readonly to: number;
}

/** Vertical lines, tier below tier. */
export interface TiersFragment {
  readonly kind: "tiers";
  readonly block: TextBlock;
  readonly heightEmu: Emu;
  readonly tiers: readonly Tier[];
  /** The text begins here. */
  readonly isFirst: boolean;
}

export interface TableFragment {
  readonly kind: "table";
  readonly block: TableBlock;
  readonly heightEmu: Emu;
  readonly header: "none" | "first" | "repeat";
  /** What is carried over from the page before, then heads of groups that go on. */
  readonly before: readonly RowPiece[];
  /** Rows in order; a row that is cut at the page's end comes as a piece. */
  readonly rows: readonly RowPiece[];
  readonly blanks: number;
  /** How many blank rows stand in the columns at its left; absent: none. */
  readonly blanksBefore?: number;
  /** Rows follow on the next page: no words say here that nothing follows. */
  readonly goesOn: boolean;
  /** Subtotals of the page. */
  readonly pageFoot: readonly RowPiece[];
  /** What is carried to the next page. */
  readonly after: readonly RowPiece[];
  readonly foot: readonly RowPiece[];
}

export interface RowPiece {
  readonly row: TableRow;
  readonly heightEmu: Emu;
  /** Lines per cell, `[from, to]` pairs; null for the whole row. */
  readonly lines: readonly (readonly [from: number, to: number])[] | null;
}

/** Where a cut block goes on. */
export type Resume =
  | { readonly kind: "flow"; readonly index: number; readonly inner: Resume | null }
  | { readonly kind: "columns"; readonly inner: Resume }
  | { readonly kind: "text"; readonly line: number }
  | {
      readonly kind: "vertical";
      readonly start: LineStart;
      /** Lines that stand before. */
      readonly lines: number;
    }
  | {
      readonly kind: "table";
      readonly row: number;
      readonly lines: readonly number[] | null;
      readonly footRow: number;
      /** All rows are placed, and so many blank ones: more of them follow in the next column; absent: none does. */
      readonly blanks?: number;
    };

export interface Taken {
  /** Null where not even the smallest part fits. */
  readonly fragment: Fragment | null;
  /** Null when the block is finished. */
  readonly resume: Resume | null;
  /** What ended here by force; absent: the room did. */
  readonly forced?: ForcedBreak;
}

/** What cutting finds out; a trial's findings are thrown away with it. */
export interface CutNotes {
  readonly findings: Finding[];
}

/** Cuts a flow at a room; handed in, since what cuts blocks knows columns too. */
export type CutFlow = (block: FlowBlock, resume: Resume | null, space: ColumnSpace, notes: CutNotes) => Taken;

export interface ColumnSpace {
  readonly heightEmu: Emu;
  readonly atTop: boolean;
  readonly freshEmu?: Emu;
  readonly blanksMost?: number;
  /** A column follows at the right, where blank rows go on. */
  readonly goesAside?: boolean;
  readonly ignoresBreaks?: boolean;
  /** Something is printed above on the page. */
  readonly isBegun?: boolean;
  readonly isLookAhead?: boolean;
}
