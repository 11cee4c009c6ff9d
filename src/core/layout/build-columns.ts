// Newspaper columns: one flow in the width of a column, cut into columns on every page.
import type { ColumnsElement, Emu } from "../canvas/index.ts";
import type { Scope } from "../expression/index.ts";
import { type ColumnsBlock, type FlowBlock, type FlowChild, NO_META, NO_RULES } from "./blocks.ts";
import { balancedHeight } from "./cut-columns.ts";
import { cutFlow } from "./cut-flow.ts";
import { borderBoxWidth, frameOf, metaOf, outerHeight, type Room, rulesOf } from "./element-box.ts";
import { flowHeight } from "./flow-gaps.ts";
import { NO_FRAME } from "./frames.ts";
import type { LayoutInput } from "./layout-input.ts";

/** `build` makes the children of a flow of a width. */
export function buildColumns(
  input: LayoutInput,
  element: ColumnsElement,
  scope: Scope,
  room: Room,
  build: (widthEmu: Emu) => readonly FlowChild[],
): ColumnsBlock {
  const { box, count, columnGapEmu, gapEmu } = element;
  const width = borderBoxWidth(box, room);
  const innerEmu = Math.max(0, width - box.padding[1] - box.padding[3]);
  const widthEmu = Math.max(0, Math.floor((innerEmu - columnGapEmu * (count - 1)) / count));
  const children = build(widthEmu);
  const inner: FlowBlock = {
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
  const stepEmu = widthEmu + columnGapEmu;
  return {
    kind: "columns",
    inner,
    count,
    stepEmu,
    balance: element.balance,
    span: element.span,
    frame: frameOf(input, box, scope),
    rules: rulesOf(box),
    meta: metaOf(input, box, scope),
    widthEmu: width + box.margin[1] + box.margin[3],
    heightEmu: outerHeight(box, balancedHeight({ inner, count, stepEmu }, cutFlow)),
    fixedHeight: true,
    // Its height depends on where it stands: it is never taken whole without being cut.
    breaksInside: true,
    varies: true,
    findings: [],
    node: null,
  };
}
