// Vertical texts that follow each other in a flow stand one below the other: where one begins a page though the one
// before left much of its own page's width free, the form was meant otherwise.
import { millimetres } from "../../diagnostics/index.ts";
import { type Block, type Fragment, shownPath, type TextBlock } from "../blocks/index.ts";
import type { Finding, TextBox } from "../words/index.ts";

/** Lines that take no more than this part of the width leave room for another text's. */
const WIDTH_SHARE = 2;

/** A text on a page: its last lines, and whether it begins there. */
interface VerticalEdge {
  readonly block: TextBlock;
  readonly text: TextBox;
  readonly isFirst: boolean;
}

/** Null where the text that begins a page had no room beside the one that ends the page before. */
export function beginsBesideRoom(before: Fragment | null, after: Fragment | null): Finding | null {
  const last = edgeOf(before, "last");
  const next = edgeOf(after, "first");
  if (last === null || next === null || !next.isFirst || last.block === next.block) return null;
  const widthEmu = last.text.composed?.widthEmu ?? 0;
  const { neededEmu } = last.text;
  if (neededEmu * WIDTH_SHARE > widthEmu) return null;
  const free = millimetres(widthEmu - neededEmu);
  return {
    code: "RPT4027",
    severity: "warning",
    span: next.block.span,
    message: `a vertical text begins a page, beside the one before ${free} of width are free`,
    path: shownPath(next.block),
    why: "texts of a flow stand one below the other: vertical ones with lines as long as the page take a page each",
    repair:
      "write vertical texts that follow each other as one, a list by \"{join(items[].name, '\\n')}\" and several " +
      "looks by rich with br, or give their lines a length: h=",
  };
}

/** The vertical text at an end of what lies on a page; null where something else stands there. */
function edgeOf(fragment: Fragment | null, end: "first" | "last"): VerticalEdge | null {
  if (fragment === null) return null;
  switch (fragment.kind) {
    case "flow":
    case "columns":
      return edgeOf(fragment.children.at(end === "first" ? 0 : -1)?.fragment ?? null, end);
    case "tiers": {
      const text = fragment.tiers.at(-1)?.text;
      return text === undefined ? null : { block: fragment.block, text, isFirst: fragment.isFirst };
    }
    case "whole":
      return edgeOfBlock(fragment.block, end);
    case "lines":
    case "table":
      return null;
  }
}

/** The same of a block all of which lies on the page. */
function edgeOfBlock(block: Block | undefined, end: "first" | "last"): VerticalEdge | null {
  if (block?.kind === "flow") return edgeOfBlock(block.children.at(end === "first" ? 0 : -1)?.block, end);
  return block?.kind === "text" && block.flow !== undefined ? { block, text: block.text, isFirst: true } : null;
}
