// Elements and a record → blocks: conditions decided, texts set, widths resolved from the top, heights from the leaves.
import type {
  Box,
  CanvasElement,
  EachElement,
  Emu,
  PlateElement,
  RowElement,
  StackElement,
} from "../../canvas/index.ts";
import type { Scope } from "../../expression/index.ts";
import {
  type Block,
  borderBoxWidth,
  type FlowBlock,
  type FlowChild,
  type FlowRules,
  type ForcedBreak,
  findOverfull,
  flowHeight,
  frameOf,
  keptFrom,
  metaOf,
  NO_META,
  NO_RULES,
  outerHeight,
  type PlacedChild,
  plainFlow,
  type Room,
  type RowBlock,
  type RowChild,
  rulesOf,
  rulesOfHeads,
  strongerBreak,
  type TurnedBlock,
  tallest,
  withFirstLine,
  withTearLines,
} from "../blocks/index.ts";
import { buildChart } from "../chart/index.ts";
import { printsNothing, reflows, settledIn } from "../cut/index.ts";
import {
  buildBarcode,
  buildBookmark,
  buildCheck,
  buildComb,
  buildImage,
  buildLine,
  buildPairs,
  buildRect,
  buildSeal,
  buildSeals,
  buildText,
  contentWidth,
  fillsItsRoom,
  naturalWidth,
  type SideBySide,
  sideBySide,
  wantedWidth,
} from "../elements/index.ts";
import { buildGantt } from "../gantt/index.ts";
import { NO_FRAME, resolveWidths, type Turn } from "../page/index.ts";
import { type BuildInner, buildTable } from "../table/index.ts";
import type { LayoutInput } from "../words/index.ts";
import { childInRow, placeIn } from "./box-place.ts";
import { buildCells } from "./build-cells.ts";
import { buildColumns } from "./build-columns.ts";
import { buildGrid } from "./build-grid.ts";
import { buildMarkdown } from "./build-markdown.ts";
import { fittedElement } from "./content-width.ts";
import { findOffPlate, findTooWide, GROWS_WITH_CONTENT, toldWhereWide } from "./off-plate.ts";

/** Null where the element's condition is false or it has nothing to show; such elements take no gap. */
export function buildBlock(input: LayoutInput, element: CanvasElement, scope: Scope, room: Room): Block | null {
  if (element.kind === "space") {
    const isShown = input.evaluation.condition(element.when ?? null, scope);
    return isShown ? spaceBlock(element.span, room.widthEmu, element.heightEmu) : null;
  }
  if (element.kind === "break") return null;
  if (element.kind === "bookmark") return buildBookmark(input, element, scope);
  if (!input.evaluation.condition(element.box.when, scope)) return null;
  if (element.box.rotate !== undefined) return buildTurned(input, element, element.box.rotate, scope, room);
  switch (element.kind) {
    case "text":
    case "rich":
      return buildText(input, element, scope, room);
    case "markdown":
      return buildMarkdown(input, element, scope, room);
    case "stack":
    case "box":
      return buildStack(input, element, scope, room);
    case "each":
      return buildEach(input, element, scope, room);
    case "row":
      return buildRow(input, element, scope, room);
    case "grid":
      return buildGrid(input, element, scope, room, buildBlock);
    case "cells":
      return buildCells(input, element, scope, room, innerOf(input));
    case "plate":
      return buildPlate(input, element, scope, room);
    case "pairs":
      return buildPairs(input, element, scope, room);
    case "line":
      return buildLine(input, element, scope, room);
    case "rect":
      return buildRect(input, element, scope, room);
    case "image":
      return buildImage(input, element, scope, room);
    case "barcode":
      return buildBarcode(input, element, scope, room);
    case "chart":
      return buildChart(input, element, scope, room);
    case "seal":
      return buildSeal(input, element, scope, room);
    case "seals":
      return buildSeals(input, element, scope, room);
    case "comb":
      return buildComb(input, element, scope, room);
    case "check":
      return buildCheck(input, element, scope, room);
    case "columns":
      return buildColumns(input, element, scope, room, (widthEmu) => {
        const parts = [{ elements: element.children, scope }];
        return buildFlowChildren(input, parts, widthEmu, room.flows === true ? FLOWING : NOT_FLOWING).children;
      });
    case "table":
      return element.axis === undefined
        ? buildTable(input, element, scope, room, innerOf(input))
        : buildGantt(input, element, element.axis, scope, room, innerOf(input));
  }
}

/** Builds what stands in cells. */
function innerOf(input: LayoutInput): BuildInner {
  return (elements, scope, widthEmu, own = input) => buildFlowChildren(own, [{ elements, scope }], widthEmu).children;
}

type BoxedElement = Extract<CanvasElement, { readonly box: Box }>;

/** Width and height are the outer box's; only a declared height bounds a line that runs along it. */
function buildTurned(
  input: LayoutInput,
  element: BoxedElement,
  turn: Turn,
  scope: Scope,
  room: Room,
): TurnedBlock | null {
  const { box } = element;
  const { rotate: _, ...unturned } = box;
  const quarter = turn !== 180;
  const free = box.width.kind === "auto" && !room.assigned;
  const outerWidth = free && quarter ? null : borderBoxWidth(box, room);
  const natural = (): Emu =>
    fillsItsRoom(element)
      ? room.widthEmu
      : naturalWidth(input, { ...element, box: { ...unturned, margin: NO_FRAME.margin } }, scope);
  const innerWidth = quarter ? (box.heightEmu ?? natural()) : (outerWidth ?? 0);
  const inner = buildBlock(
    input,
    {
      ...element,
      box: {
        ...unturned,
        ...(quarter ? { isLying: true } : {}),
        xEmu: null,
        yEmu: null,
        margin: NO_FRAME.margin,
        width: { kind: "length", emu: innerWidth },
        heightEmu: quarter ? outerWidth : box.heightEmu,
        heightMinEmu: null,
        heightMaxEmu: null,
        keep: "none",
        pageBreak: "none",
        layer: "normal",
        when: null,
      },
    },
    scope,
    { widthEmu: innerWidth, absolute: false, assigned: false },
  );
  if (inner === null) return null;
  const [top, right, bottom, left] = box.margin;
  return {
    kind: "turned",
    inner,
    turn,
    span: element.span,
    frame: { ...NO_FRAME, margin: box.margin },
    rules: rulesOf(box),
    meta: { ...NO_META, layer: box.layer },
    widthEmu: (quarter ? inner.heightEmu : inner.widthEmu) + left + right,
    heightEmu: (quarter ? inner.widthEmu : inner.heightEmu) + top + bottom,
    fixedHeight: true,
    breaksInside: false,
    varies: true,
    findings: [],
    node: null,
  };
}

function spaceBlock(span: CanvasElement["span"], widthEmu: Emu, heightEmu: Emu): Block {
  return {
    kind: "space",
    span,
    frame: NO_FRAME,
    rules: NO_RULES,
    meta: NO_META,
    widthEmu,
    heightEmu,
    fixedHeight: true,
    breaksInside: false,
    varies: false,
    findings: [],
    node: null,
  };
}

function buildStack(input: LayoutInput, element: StackElement, scope: Scope, room: Room): Block | null {
  return buildFlow(input, { element, scope, parts: [{ elements: element.children, scope }] }, room);
}

function buildEach(input: LayoutInput, element: EachElement, scope: Scope, room: Room): Block | null {
  const scopes = input.evaluation.records(element.over, scope);
  const parts = scopes.map((record) => ({ elements: element.children, scope: record }));
  return buildFlow(input, { element, scope, parts }, room);
}

/** Elements that stand in a flow with the record that they show. */
export interface FlowPart {
  readonly elements: readonly CanvasElement[];
  readonly scope: Scope;
}

/** A container with what stands in it; what it says of itself is of the scope around its parts. */
interface Flow {
  readonly element: StackElement | EachElement;
  readonly scope: Scope;
  readonly parts: readonly FlowPart[];
}

function buildFlow(input: LayoutInput, { element, scope, parts }: Flow, room: Room): Block | null {
  const { box, gapEmu } = element;
  const width = borderBoxWidth(box, room);
  const frame = frameOf(input, box, scope);
  const inner = Math.max(0, width - box.padding[1] - box.padding[3]);
  const boundEmu = box.heightEmu ?? box.heightMaxEmu;
  const within = boundEmu === null ? withinOf(room) : FLOWING;
  const { children: free, breakAfter } = buildFlowChildren(input, parts, inner, within);
  const isBounded = boundEmu !== null && free.some(({ block }) => reflows(block));
  const settled = isBounded
    ? settledIn(plainFlow(element, inner, gapEmu, free), boundEmu - box.padding[0] - box.padding[2])
    : free;
  const children = element.kind === "each" ? settled : withFirstLine(settled);
  if (children.length === 0 && element.kind === "each") return null;
  const rules = rulesOf(box);
  const first = children[0]?.block;
  const last = children.at(-1)?.block;
  const block: FlowBlock = {
    kind: "flow",
    gapEmu,
    children,
    valign: element.kind === "each" ? undefined : element.valign,
    reflows: children.some(({ block }) => reflows(block)),
    structure: element.kind === "box" || box.role !== null ? "Div" : null,
    span: element.span,
    frame,
    rules: {
      keepTogether: rules.keepTogether || box.heightEmu !== null,
      keepNext: rules.keepNext || keptFrom(children.length, (at) => children[at]?.block) < children.length,
      keepMinEmu: rules.keepMinEmu,
      breakBefore: first?.rules.breakBefore ?? "none",
      breakAfter: strongerBreak(breakAfter, last?.rules.breakAfter ?? "none"),
    },
    meta: metaOf(input, box, scope),
    widthEmu: width + box.margin[1] + box.margin[3],
    heightEmu: outerHeight(box, flowHeight(children, gapEmu)),
    fixedHeight: box.heightEmu !== null,
    breaksInside: hasBreakInside(children),
    varies:
      box.when !== null ||
      element.kind === "each" ||
      children.some(({ block }) => block.varies) ||
      hasDropped(parts, children),
    findings: findOverfull(element.span, box, flowHeight(children, gapEmu)),
    node: null,
  };
  return rules === NO_RULES || printsNothing(block) ? block : withBreaks(block, rules);
}

/** What the place of a flow says to what stands in it. */
type Within = Pick<Room, "pages" | "flows" | "besideEmu">;

const NOT_FLOWING: Within = {};
const FLOWING: Within = { flows: true };

function withinOf({ pages, flows }: Room): Within {
  if (pages === undefined) return flows === true ? FLOWING : NOT_FLOWING;
  return flows === true ? { pages, flows } : { pages };
}

/** Whether a condition may add or drop a child in other data. */
function hasDropped(parts: readonly FlowPart[], children: readonly FlowChild[]): boolean {
  const visible = parts.reduce((sum, part) => sum + part.elements.filter((one) => one.kind !== "break").length, 0);
  return visible !== children.length;
}

function hasBreakInside(children: readonly FlowChild[]): boolean {
  return children.some(
    ({ block }, index) =>
      block.breaksInside ||
      (index > 0 && block.rules.breakBefore !== "none") ||
      (index < children.length - 1 && block.rules.breakAfter !== "none"),
  );
}

/**
 * Builds what stands in a flow. A `break page` becomes a rule of the block after it, or, at the end, of the flow;
 * breaks that follow each other are one.
 */
export function buildFlowChildren(
  input: LayoutInput,
  parts: readonly FlowPart[],
  widthEmu: Emu,
  within: Within = NOT_FLOWING,
): { readonly children: readonly FlowChild[]; readonly breakAfter: ForcedBreak } {
  const children: FlowChild[] = [];
  const room: Room = { widthEmu, absolute: false, assigned: false, ...within };
  let pending: ForcedBreak = "none";
  for (const { elements, scope } of parts) {
    const ofPart: FlowChild[] = [];
    for (const element of elements) {
      if (element.kind === "break") {
        if (input.evaluation.condition(element.when, scope)) pending = strongerBreak(pending, element.what ?? "page");
        continue;
      }
      const fitted = fittedElement(input, element, scope, widthEmu);
      const block = buildBlock(fitted.input, fitted.element, scope, room);
      if (block === null) continue;
      const own = withoutIdleBreaks(element, block);
      const told = toldWhereWide(input.canvas, own, widthEmu, within.besideEmu);
      const broken = pending === "none" ? told : withBreaks(told, { ...NO_RULES, breakBefore: pending });
      pending = "none";
      ofPart.push({ xEmu: placeIn(element, broken, widthEmu), block: broken });
    }
    children.push(...withTearLines(ofPart));
  }
  return { children, breakAfter: pending };
}

function withBreaks<B extends Block>(block: B, { breakBefore, breakAfter }: FlowRules): B {
  const { rules } = block;
  return {
    ...block,
    rules: {
      ...rules,
      breakBefore: strongerBreak(breakBefore, rules.breakBefore),
      breakAfter: strongerBreak(breakAfter, rules.breakAfter),
    },
  };
}

/** What prints nothing makes no break of its own. A stack keeps those that are written within it. */
function withoutIdleBreaks(element: CanvasElement, block: Block): Block {
  if (!("box" in element) || element.box.pageBreak === "none" || !printsNothing(block)) return block;
  if (element.kind === "stack" || element.kind === "box" || element.kind === "each") return block;
  return { ...block, rules: { ...block.rules, breakBefore: "none", breakAfter: "none" } };
}

function buildRow(input: LayoutInput, element: RowElement, scope: Scope, room: Room): Block {
  const { box } = element;
  const width = borderBoxWidth(box, room);
  const inner = Math.max(0, width - box.padding[1] - box.padding[3]);
  const items = sideBySide(input, element.children, scope);
  const heightEmu = box.heightEmu === null ? null : Math.max(0, box.heightEmu - box.padding[0] - box.padding[2]);
  const height = heightEmu === null ? {} : { heightEmu };
  const gaps = element.gapEmu * Math.max(0, items.length - 1);
  const { widths } = resolveWidths(items.map(wantedWidth), Math.max(0, inner - gaps), (index) =>
    contentWidth(input, items[index], inner),
  );
  const children: RowChild[] = [];
  let x = 0;
  items.forEach((item, index) => {
    const widthEmu = widths[index] ?? 0;
    const block = buildBlock(input, item.element, item.scope, { widthEmu, absolute: false, assigned: true, ...height });
    for (const mark of item.marks) children.push({ xEmu: x, yEmu: 0, block: mark });
    if (block !== null) children.push(childInRow(item.element, block, x, widthEmu));
    x += widthEmu + element.gapEmu;
  });
  const block = rowBlock(input, element, scope, width, children, isSteady(element, items));
  const tooWide = findTooWide(element, widths, gaps, inner);
  return tooWide.length === 0 ? block : { ...block, findings: [...block.findings, ...tooWide] };
}

/** Whether other data would leave every child at its place along the row. */
function isSteady(element: RowElement, items: readonly SideBySide[]): boolean {
  const moving = element.children.some(
    (child) => "box" in child && (child.kind === "each" || child.box.when !== null || child.box.width.kind === "auto"),
  );
  return !moving && items.length === element.children.length;
}

function rowBlock(
  input: LayoutInput,
  element: RowElement,
  scope: Scope,
  widthEmu: Emu,
  children: readonly RowChild[],
  steady: boolean,
): RowBlock {
  const { box } = element;
  return {
    kind: "row",
    children,
    structure: box.role !== null ? "Div" : null,
    collapsed: false,
    span: element.span,
    frame: frameOf(input, box, scope),
    rules: rulesOfHeads(
      rulesOf(box),
      children.map((child) => child.block),
    ),
    meta: metaOf(input, box, scope),
    widthEmu: widthEmu + box.margin[1] + box.margin[3],
    heightEmu: outerHeight(box, tallest(children)),
    fixedHeight: box.heightEmu !== null,
    breaksInside: false,
    varies: box.when !== null || !steady || (box.heightEmu === null && children.some(({ block }) => block.varies)),
    findings: findOverfull(element.span, box, tallest(children)),
    node: null,
  };
}

function buildPlate(input: LayoutInput, element: PlateElement, scope: Scope, room: Room): Block {
  const { box } = element;
  const width = borderBoxWidth(box, room);
  const inner = Math.max(0, width - box.padding[1] - box.padding[3]);
  const children = buildAbsolute(input, element.children, scope, inner);
  const lowest = children.reduce((foot, child) => Math.max(foot, child.yEmu + child.block.heightEmu), 0);
  const innerHeight = box.heightEmu === null ? null : box.heightEmu - box.padding[0] - box.padding[2];
  return {
    kind: "plate",
    children,
    element,
    span: element.span,
    frame: frameOf(input, box, scope),
    rules: rulesOfHeads(
      rulesOf(box),
      children.map((child) => child.block),
    ),
    meta: metaOf(input, box, scope),
    widthEmu: width + box.margin[1] + box.margin[3],
    heightEmu: outerHeight(box, lowest),
    fixedHeight: box.heightEmu !== null,
    breaksInside: false,
    varies: box.when !== null || (box.heightEmu === null && children.some(({ block }) => block.varies)),
    findings: findOffPlate(children, inner, innerHeight, {
      canvas: input.canvas,
      span: element.span,
      aroundEmu: box.padding[0] + box.padding[2],
    }),
    node: null,
  };
}

/** The children of a plate or band, where their `x` and `y` say. */
export function buildAbsolute(
  input: LayoutInput,
  elements: readonly CanvasElement[],
  scope: Scope,
  widthEmu: Emu,
): readonly PlacedChild[] {
  const children: PlacedChild[] = [];
  for (const element of elements) {
    const block = buildBlock(input, element, scope, { widthEmu, absolute: true, assigned: false });
    if (block === null) continue;
    const box = "box" in element ? element.box : null;
    const isAsHighAsContent = box?.heightEmu === null && GROWS_WITH_CONTENT[block.kind];
    const place = { xEmu: box?.xEmu ?? 0, yEmu: box?.yEmu ?? 0, block };
    children.push(isAsHighAsContent ? { ...place, isAsHighAsContent } : place);
  }
  return children;
}
