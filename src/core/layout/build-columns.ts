// Newspaper columns: one flow in the width of a column, cut into columns on every page.
import type { ColumnsElement, Emu } from "../canvas/index.ts";
import type { Scope } from "../expression/index.ts";
import type { ColumnsBlock, FlowChild } from "./blocks.ts";
import { balancedHeight } from "./cut-columns.ts";
import { cutFlow } from "./cut-flow.ts";
import { borderBoxWidth, findOverfull, frameOf, metaOf, outerHeight, type Room, rulesOf } from "./element-box.ts";
import type { LayoutInput } from "./layout-input.ts";
import { plainFlow } from "./plain-rows.ts";

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
  const inner = plainFlow(element, widthEmu, gapEmu, build(widthEmu));
  const stepEmu = widthEmu + columnGapEmu;
  const contentEmu = balancedHeight({ inner, count, stepEmu }, cutFlow);
  return {
    kind: "columns",
    inner,
    count,
    stepEmu,
    balance: element.balance,
    heightLeastEmu: box.heightEmu === null && box.heightMinEmu === null ? 0 : outerHeight(box, 0),
    span: element.span,
    frame: frameOf(input, box, scope),
    rules: rulesOf(box),
    meta: metaOf(input, box, scope),
    widthEmu: width + box.margin[1] + box.margin[3],
    heightEmu: outerHeight(box, contentEmu),
    fixedHeight: true,
    // Its height depends on where it stands: it is never taken whole without being cut.
    breaksInside: true,
    varies: true,
    findings: findOverfull(element.span, box, contentEmu),
    node: null,
  };
}
