// Vertical lines in a box of a declared height: as long as the box lets them be, all on one page.
import type { Emu } from "../../canvas/index.ts";
import {
  type FlowBlock,
  type FlowChild,
  type Fragment,
  type FragmentChild,
  flowHeight,
  type TextBlock,
} from "../blocks/index.ts";
import { verticalInset } from "../page/index.ts";
import { cutFlow, reflows } from "./cut-flow.ts";

/**
 * The children of a flow that is `heightEmu` high, their vertical lines set as long as they may be in it. What does not
 * fit is told by the text itself, which is set whole all the same.
 */
export function settledIn(flow: FlowBlock, heightEmu: Emu): readonly FlowChild[] {
  const { fragment } = cutFlow(flow, null, { heightEmu, atTop: true, ignoresBreaks: true }, { findings: [] });
  return fragment?.kind === "flow" ? settledChildren(flow, fragment.children) : flow.children;
}

function settledChildren(flow: FlowBlock, laid: readonly FragmentChild[]): readonly FlowChild[] {
  const fragments = new Map(laid.map(({ fragment }) => [fragment.block, fragment]));
  return flow.children.map((child) => {
    const fragment = fragments.get(child.block);
    return fragment === undefined ? child : { ...child, block: settled(child, fragment) };
  });
}

function settled({ block }: FlowChild, fragment: Fragment): FlowChild["block"] {
  if (block.kind === "text" && fragment.kind === "tiers")
    return settledText(block, fragment.tiers.at(-1)?.text.heightEmu);
  if (block.kind !== "flow" || fragment.kind !== "flow" || !reflows(block)) return block;
  const children = settledChildren(block, fragment.children);
  const heightEmu = flowHeight(children, block.gapEmu) + verticalInset(block.frame);
  return { ...block, children, heightEmu, reflows: false };
}

function settledText(block: TextBlock, lengthEmu: Emu | undefined): TextBlock {
  const { flow, ...plain } = block;
  if (flow === undefined || lengthEmu === undefined) return block;
  const { box, findings } = flow.setIn(lengthEmu);
  return { ...plain, text: box, findings, heightEmu: box.heightEmu + verticalInset(block.frame), fixedHeight: true };
}
