// What stays with the block below it: headings, with the lines below them, and lines along which a sheet is torn.
import type { Block, FlowChild } from "./blocks.ts";

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
