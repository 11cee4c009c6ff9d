// What stays with the block below it: headings, with the lines below them, the first line of a box, and lines along
// which a sheet is torn.

import { cuttableLines } from "../words/index.ts";
import type { Block, FlowChild, FlowRules } from "./blocks.ts";

/** A broken line across, or a row of such lines and words. */
function isTearLine(block: Block): boolean {
  if (block.kind === "rule") {
    const { dash } = block.line;
    return (dash === "dash" || dash === "dot") && block.fromYEmu === block.toYEmu;
  }
  if (block.kind !== "row") return false;
  const parts = block.children.map((child) => child.block);
  const isWords = ({ kind }: Block): boolean => kind === "text" || kind === "deferred";
  return parts.some(isTearLine) && parts.every((part) => isWords(part) || isTearLine(part));
}

/** Tear lines stay with what follows them among the children of one part; the last one there closes what is above. */
export function withTearLines(children: readonly FlowChild[]): readonly FlowChild[] {
  const last = children.findLastIndex(({ block }) => block.kind !== "space");
  return children.map((child, at) => {
    const { block } = child;
    if (at >= last || block.rules.keepNext || !isTearLine(block)) return child;
    return { ...child, block: { ...block, rules: { ...block.rules, keepNext: true } } };
  });
}

/** What lies between or behind words, and is no part of them. */
function isBare({ kind }: Block): boolean {
  return kind === "space" || kind === "rule" || kind === "rect" || kind === "bookmark";
}

/** One line of words, or several side by side. */
function isOneLine(block: Block): boolean {
  if (block.kind === "deferred") return true;
  if (block.kind === "text") return block.flow === undefined && cuttableLines(block.text) === 1;
  if (block.kind !== "row") return false;
  const parts = block.children.map((child) => child.block).filter((part) => !isBare(part));
  return parts.length > 0 && parts.every(isOneLine);
}

/**
 * The first line of a box stays with what follows it there, behind the headings that the box begins with: at a page's
 * foot a caption alone in its box says nothing.
 */
export function withFirstLine(children: readonly FlowChild[]): readonly FlowChild[] {
  const first = children.findIndex(({ block }) => !isBare(block) && !block.rules.keepNext);
  const block = children[first]?.block;
  if (block === undefined || !isOneLine(block)) return children;
  if (children.slice(first + 1).every((child) => isBare(child.block))) return children;
  const kept = { ...block, rules: { ...block.rules, keepNext: true, opensBox: true } };
  return children.map((child, at) => (at === first ? { ...child, block: kept } : child));
}

/** Texts at given places or side by side, with a heading among them, head what follows, as the heading would alone. */
export function rulesOfHeads(rules: FlowRules, blocks: readonly Block[]): FlowRules {
  const words = blocks.filter((block) => !isBare(block));
  const texts = words.flatMap((block) => (block.kind === "text" || block.kind === "deferred" ? [block] : []));
  const isHeading = texts.length === words.length && texts.some(({ structure }) => structure !== "P");
  return isHeading ? { ...rules, keepNext: true } : rules;
}

/** Where those of `count` blocks begin that stay with what follows: no space and no line parts a heading from it. */
export function keptFrom(count: number, blockAt: (at: number) => Block | undefined): number {
  let from = count;
  for (let at = count - 1; at >= 0; at -= 1) {
    const block = blockAt(at);
    if (block?.rules.keepNext === true) from = at;
    else if (block?.kind !== "space" && block?.kind !== "rule") break;
  }
  return from;
}
