// Pairs of label and value → rows whose two texts stand on one baseline.
import type { Emu, PairElement, PairsElement } from "../../canvas/index.ts";
import type { Scope } from "../../expression/index.ts";
import {
  type Block,
  borderBoxWidth,
  type FlowChild,
  findOverfull,
  flowHeight,
  frameOf,
  metaOf,
  NO_META,
  NO_RULES,
  outerHeight,
  plainRow,
  type Room,
  type RowChild,
  rulesOf,
  type TextBlock,
} from "../blocks/index.ts";
import { NO_FRAME } from "../page/index.ts";
import { type Finding, firstBaselineEmu, type LayoutInput, setTextBox, showTemplate } from "../words/index.ts";

export function buildPairs(input: LayoutInput, element: PairsElement, scope: Scope, room: Room): Block {
  const { box } = element;
  const width = borderBoxWidth(box, room);
  const inner = Math.max(0, width - box.padding[1] - box.padding[3]);
  const rows: FlowChild[] = [];
  for (const pair of element.pairs) {
    if (!input.evaluation.condition(pair.when, scope)) continue;
    rows.push({ xEmu: 0, block: buildPair(input, pair, scope, inner, element.labelWidthEmu) });
  }
  return {
    kind: "flow",
    gapEmu: element.gapEmu,
    children: rows,
    structure: box.role !== null ? "Div" : null,
    span: element.span,
    frame: frameOf(input, box, scope),
    rules: rulesOf(box),
    meta: metaOf(input, box, scope),
    widthEmu: width + box.margin[1] + box.margin[3],
    heightEmu: outerHeight(box, flowHeight(rows, element.gapEmu)),
    fixedHeight: box.heightEmu !== null,
    breaksInside: false,
    varies: box.when !== null || rows.length !== element.pairs.length || rows.some(({ block }) => block.varies),
    findings: findOverfull(element.span, box, flowHeight(rows, element.gapEmu)),
    node: null,
  };
}

/** A label and its value on one baseline, whatever their sizes. */
function buildPair(input: LayoutInput, pair: PairElement, scope: Scope, widthEmu: Emu, labelWidthEmu: Emu): Block {
  const label = pairText(
    input,
    pair,
    "label",
    scope,
    Math.max(0, Math.min(labelWidthEmu, widthEmu) - (pair.labelEndEmu ?? 0)),
  );
  const value = pairText(input, pair, "value", scope, Math.max(0, widthEmu - labelWidthEmu));
  // Vertical lines have no baseline to stand on.
  const isVertical = [label, value].some(({ text }) => text.style.writing === "vertical");
  const drop = isVertical ? 0 : firstBaselineEmu(value.text) - firstBaselineEmu(label.text);
  const children: RowChild[] = [
    { xEmu: 0, yEmu: Math.max(0, drop), block: label },
    { xEmu: labelWidthEmu, yEmu: Math.max(0, -drop), block: value },
  ];
  return { ...plainRow(pair, widthEmu, children, false), structure: "P" };
}

function pairText(
  input: LayoutInput,
  pair: PairElement,
  part: "label" | "value",
  scope: Scope,
  widthEmu: Emu,
): TextBlock {
  const role = part === "value" ? pair.role : null;
  const shown = showTemplate(pair[part], input.evaluation, scope, role);
  const style = part === "label" ? pair.labelStyle : pair.valueStyle;
  const findings: Finding[] = [];
  const room = { widthEmu, heightEmu: null, inCell: false };
  const text = setTextBox(input, { shown, style, scope, room, span: pair.span }, findings);
  return {
    kind: "text",
    text,
    ...(part === "label" ? { isLabel: true } : {}),
    structure: "Span",
    span: pair.span,
    frame: NO_FRAME,
    rules: NO_RULES,
    meta: role === null ? NO_META : { ...NO_META, role },
    widthEmu,
    heightEmu: text.heightEmu,
    fixedHeight: true,
    breaksInside: false,
    varies: !shown.isStatic && !(text.style.fit === "shrink" && (text.style.linesMax ?? 1) === 1),
    findings,
    node: null,
  };
}
