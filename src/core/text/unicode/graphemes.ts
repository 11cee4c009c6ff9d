// UAX #29 extended grapheme clusters: what a reader takes for one character. Never split by a line, font or spacing.
import { codePointIn } from "../../unicode/index.ts";
import { graphemeClasses as g } from "./names.ts";
import { graphemeClassOf } from "./properties.ts";

/** What of the text before a position the rules look at. */
interface ClusterState {
  before: number;
  /** Regional indicators in a row before the position. */
  regionalIndicators: number;
  /** GB11: a pictograph, extenders and a joiner stand before the position. */
  pictograph: "none" | "open" | "joined";
  /** GB9c: a consonant, or one with a linker behind it, stands before the position. */
  conjunct: "none" | "consonant" | "linked";
}

/** The grapheme clusters of a text, one by one: letters with the marks over and under them. */
export function clustersOf(text: string): readonly string[] {
  const starts = clusterStarts(text);
  const offsets = [...starts.keys()].filter((offset) => starts[offset] === 1);
  return offsets.map((offset, at) => text.slice(offset, offsets[at + 1]));
}

/**
 * Marks where grapheme clusters start.
 * @returns per UTF-16 offset, 1 where a cluster starts.
 */
export function clusterStarts(text: string): Uint8Array {
  const starts = new Uint8Array(text.length);
  const state: ClusterState = { before: -1, regionalIndicators: 0, pictograph: "none", conjunct: "none" };
  for (let offset = 0; offset < text.length; ) {
    const codePoint = codePointIn(text, offset);
    const current = graphemeClassOf(codePoint);
    if (isBoundary(state, current)) starts[offset] = 1;
    advance(state, current);
    offset += codePoint > 0xffff ? 2 : 1;
  }
  return starts;
}

/** Rules GB1 to GB999 between what `state` remembers and the next class. */
function isBoundary(state: ClusterState, current: number): boolean {
  const before = state.before;
  if (before === -1) return true;
  if (before === g.Other && current === g.Other) return true;
  if (before === g.CR && current === g.LF) return false;
  if (isControl(before) || isControl(current)) return true;
  if (isHangulJoin(before, current)) return false;
  if (isExtender(current) || current === g.ZWJ || current === g.SpacingMark) return false;
  if (before === g.Prepend) return false;
  if (state.conjunct === "linked" && current === g.Consonant) return false;
  if (state.pictograph === "joined" && current === g.Pictographic) return false;
  if (before === g.Regional_Indicator && current === g.Regional_Indicator) return state.regionalIndicators % 2 === 0;
  return true;
}

function advance(state: ClusterState, current: number): void {
  state.regionalIndicators = current === g.Regional_Indicator ? state.regionalIndicators + 1 : 0;
  if (current === g.Pictographic) state.pictograph = "open";
  else if (state.pictograph === "open" && current === g.ZWJ) state.pictograph = "joined";
  else if (!(state.pictograph === "open" && isExtender(current))) state.pictograph = "none";
  if (current === g.Consonant) state.conjunct = "consonant";
  else if (state.conjunct !== "none" && current === g.Linker) state.conjunct = "linked";
  else if (!(state.conjunct !== "none" && (current === g.ConjunctExtend || current === g.ZWJ))) state.conjunct = "none";
  state.before = current;
}

function isControl(value: number): boolean {
  return value === g.Control || value === g.CR || value === g.LF;
}

function isExtender(value: number): boolean {
  return value === g.Extend || value === g.ConjunctExtend || value === g.Linker;
}

/** GB6 to GB8. */
function isHangulJoin(before: number, current: number): boolean {
  if (before === g.L) return current === g.L || current === g.V || current === g.LV || current === g.LVT;
  if (before === g.LV || before === g.V) return current === g.V || current === g.T;
  return (before === g.LVT || before === g.T) && current === g.T;
}
