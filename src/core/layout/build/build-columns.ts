// Newspaper columns: one flow in the width of a column, cut into columns on every page.
import type { CanvasElement, ColumnsElement, Emu } from "../../canvas/index.ts";
import type { Scope } from "../../expression/index.ts";
import {
  borderBoxWidth,
  type ColumnsBlock,
  type FlowChild,
  findOverfull,
  frameOf,
  metaOf,
  outerHeight,
  plainFlow,
  type Room,
  rulesOf,
} from "../blocks/index.ts";
import { balancedHeight, cutFlow, hasBreaksBeyond } from "../cut/index.ts";
import { type Finding, type LayoutInput, styleOf } from "../words/index.ts";

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
  const areTiers = isVertical(input, element.children) === true;
  const columnEmu = Math.max(0, Math.floor((innerEmu - columnGapEmu * (count - 1)) / count));
  const widthEmu = areTiers ? innerEmu : columnEmu;
  const inner = plainFlow(element, widthEmu, gapEmu, build(widthEmu));
  const stepEmu = areTiers ? columnGapEmu : columnEmu + columnGapEmu;
  const flow = { inner, count, stepEmu };
  const isCut = room.flows === true;
  const contentEmu = areTiers ? inner.heightEmu : balancedHeight(flow, cutFlow, isCut ? "next page" : "last column");
  const beyond = !areTiers && !isCut && hasBreaksBeyond(flow, cutFlow) ? [breaksBeyond(element)] : [];
  return {
    kind: "columns",
    inner,
    count,
    areTiers,
    stepEmu,
    balance: element.balance,
    heightLeastEmu: box.heightEmu === null && box.heightMinEmu === null ? 0 : outerHeight(box, 0),
    heightMostEmu: mostOf(box),
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
    // What finds no place in the tiers goes on to the next page where there is one.
    findings: areTiers && isCut ? [] : [...findOverfull(element.span, box, contentEmu), ...beyond],
    node: null,
  };
}

function breaksBeyond({ span, count }: ColumnsElement): Finding {
  return {
    code: "RPT4012",
    severity: "warning",
    span,
    message: `more breaks stand here than ${count} columns have, and in a row, cell or plate no page follows`,
    path: null,
    why: "all that follows stands in the last column",
    repair: `write n=${count + 1} or more, or delete a break`,
  };
}

function mostOf({ heightEmu, heightMaxEmu, margin }: ColumnsElement["box"]): Emu | null {
  const most = heightEmu ?? heightMaxEmu;
  return most === null ? null : most + margin[0] + margin[2];
}

/** Whether all texts among elements are vertical: false with anything that is not, null without texts. */
function isVertical(input: LayoutInput, elements: readonly CanvasElement[]): boolean | null {
  let found: boolean | null = null;
  for (const element of elements) {
    const own = directionOf(input, element);
    if (own === false) return false;
    found ??= own;
  }
  return found;
}

function directionOf(input: LayoutInput, element: CanvasElement): boolean | null {
  switch (element.kind) {
    case "text":
    case "rich":
      return styleOf(input.canvas, element.style).writing === "vertical";
    case "stack":
    case "box":
    case "each":
      return isVertical(input, element.children);
    case "space":
    case "break":
    case "bookmark":
      return null;
    default:
      return false;
  }
}
