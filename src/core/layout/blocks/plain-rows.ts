// Rows and flows without a frame of their own: the lines of grids and pairs, what a body, a column or a cell holds.
import type { Emu } from "../../canvas/index.ts";
import type { SourceSpan } from "../../diagnostics/index.ts";
import { NO_FRAME } from "../page/index.ts";
import { type FlowBlock, type FlowChild, NO_META, NO_RULES, type RowBlock, type RowChild } from "./blocks.ts";
import { flowHeight } from "./flow-gaps.ts";

/** The height that a row's children need. */
export function tallest(children: readonly RowChild[]): Emu {
  return children.reduce((height, child) => Math.max(height, child.yEmu + child.block.heightEmu), 0);
}

/** A row without a frame of its own. */
export function plainRow(
  element: { readonly span: SourceSpan },
  widthEmu: Emu,
  children: readonly RowChild[],
  collapsed: boolean,
): RowBlock {
  return {
    kind: "row",
    children,
    structure: null,
    collapsed,
    span: element.span,
    frame: NO_FRAME,
    rules: NO_RULES,
    meta: NO_META,
    widthEmu,
    heightEmu: tallest(children),
    fixedHeight: false,
    breaksInside: false,
    varies: children.some(({ block }) => block.varies),
    findings: [],
    node: null,
  };
}

/** A flow without a frame of its own. */
export function plainFlow(
  element: { readonly span: SourceSpan },
  widthEmu: Emu,
  gapEmu: Emu,
  children: readonly FlowChild[],
): FlowBlock {
  return {
    kind: "flow",
    gapEmu,
    children,
    structure: null,
    span: element.span,
    frame: NO_FRAME,
    rules: NO_RULES,
    meta: NO_META,
    widthEmu,
    heightEmu: flowHeight(children, gapEmu),
    fixedHeight: false,
    breaksInside: false,
    varies: true,
    findings: [],
    node: null,
  };
}
