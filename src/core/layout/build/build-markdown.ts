// A Markdown text with a record's values → paragraphs, lists, quotes and rows, one below another.
import type { Canvas, CanvasElement, Emu, MarkdownElement } from "../../canvas/index.ts";
import type { Scope } from "../../expression/index.ts";
import { type MarkdownBlock, type MarkdownItem, type MarkdownList, readMarkdown } from "../../markdown/index.ts";
import {
  type Block,
  borderBoxWidth,
  type FlowBlock,
  type FlowChild,
  findOverfull,
  flowHeight,
  frameOf,
  metaOf,
  NO_META,
  NO_RULES,
  outerHeight,
  type PlacedMarker,
  plainFlow,
  type Room,
  rulesOf,
} from "../blocks/index.ts";
import { textStructure } from "../elements/index.ts";
import { type Line, NO_FRAME, type StructureType } from "../page/index.ts";
import { type Finding, type LayoutInput, resolveColor, showTemplate, styleOf } from "../words/index.ts";
import { buildMarkdownTable } from "./markdown-table.ts";
import {
  type MarkdownSetting,
  MarkdownSources,
  markdownMarkerWidth,
  setMarkdownMarker,
  setMarkdownText,
} from "./markdown-texts.ts";

/** Bullets of a list, and of one within it. */
const BULLETS = ["・", "-"] as const;
/** What stands before the text of an item without a number, and before what is no text. */
const EMPTY_LINES = [0, 0] as const;
/** Narrower than so many letters, what is deeper is not indented any more. */
const INDENTED_LETTERS_MIN = 8;
/** Gaps above a heading. */
const HEADING_GAPS = 2;
/** 0.25 pt, and the line beside a quote. */
const HAIRLINE_EMU = 3_175;
const QUOTE_LINE_EMU = 12_700;

export function buildMarkdown(input: LayoutInput, element: MarkdownElement, scope: Scope, room: Room): FlowBlock {
  const { box } = element;
  const width = borderBoxWidth(box, room);
  const inner = Math.max(0, width - box.padding[1] - box.padding[3]);
  const shown = showTemplate(element.content, input.evaluation, scope, box.role);
  const setting: MarkdownSetting = {
    // What goes on below has no capacity that could be noted.
    input: { ...input, rooms: null },
    element,
    scope,
    shown,
    sources: new MarkdownSources(shown),
    headingLevel: element.heading ?? (hasTitle(input.canvas) ? 2 : 1),
  };
  const children = childrenOf(setting, readMarkdown(shown.text), inner, 0);
  const heightEmu = flowHeight(children, element.gapEmu);
  const own = rulesOf(box);
  // Headings alone head what stands below the element.
  const isHeading =
    children.length > 0 && children.every(({ block }) => block.kind === "space" || block.rules.keepNext);
  const rules = isHeading ? { ...own, keepNext: true } : own;
  return {
    ...plainFlow(element, width + box.margin[1] + box.margin[3], element.gapEmu, children),
    structure: box.role === null && box.alt === null ? null : "Div",
    frame: frameOf(input, box, scope),
    rules: box.heightEmu === null ? rules : { ...rules, keepTogether: true },
    meta: metaOf(input, box, scope),
    heightEmu: outerHeight(box, heightEmu),
    fixedHeight: box.heightEmu !== null,
    varies: box.when !== null || !shown.isStatic,
    findings: findOverfull(element.span, box, heightEmu),
  };
}

function childrenOf(
  setting: MarkdownSetting,
  blocks: readonly MarkdownBlock[],
  widthEmu: Emu,
  depth: number,
): readonly FlowChild[] {
  return blocks.flatMap((block, index) => {
    const child = { xEmu: 0, block: buildPart(setting, block, widthEmu, depth) };
    if (block.kind !== "heading" || index === 0) return [child];
    return [{ xEmu: 0, block: spaceOf(setting, HEADING_GAPS * setting.element.gapEmu) }, child];
  });
}

/** In place of the gap: a heading stands nearer to what it heads than to what is above. */
function spaceOf({ element }: MarkdownSetting, heightEmu: Emu): Block {
  return {
    ...{ kind: "space", span: element.span, frame: NO_FRAME, rules: NO_RULES, meta: NO_META, widthEmu: 0, heightEmu },
    ...{ fixedHeight: true, breaksInside: false, varies: false, findings: [], node: null },
  };
}

function buildPart(setting: MarkdownSetting, part: MarkdownBlock, widthEmu: Emu, depth: number): Block {
  switch (part.kind) {
    case "paragraph":
    case "heading":
    case "code":
      return buildLetters(setting, part, widthEmu, null);
    case "quote":
      return buildQuote(setting, part.blocks, widthEmu, depth);
    case "list":
      return buildList(setting, part, widthEmu, depth);
    case "table":
      return buildMarkdownTable(setting, part, widthEmu, { ...lineOf(setting), widthEmu: HAIRLINE_EMU });
    case "rule":
      return buildRule(setting, widthEmu);
  }
}

type Letters = Extract<MarkdownBlock, { kind: "paragraph" | "heading" | "code" }>;

function buildLetters(setting: MarkdownSetting, part: Letters, widthEmu: Emu, marker: PlacedMarker | null): Block {
  const { element, headingLevel } = setting;
  const { stretches, lines } = part;
  const common = { stretches, lines, widthEmu, marker };
  if (part.kind === "heading") {
    const styles = element.headings[Math.min(part.level, element.headings.length) - 1] ?? element.body;
    const level = Math.min(HEADINGS.length, headingLevel + part.level - 1);
    return setMarkdownText(setting, { ...common, styles, structure: HEADINGS[level - 1] ?? "H6" });
  }
  const indented = { ...NO_FRAME, padding: [0, 0, 0, letterOf(setting)] as const };
  const frame = part.kind === "code" && marker === null ? { frame: indented } : {};
  return setMarkdownText(setting, { ...common, ...frame, styles: element.body, structure: "P" });
}

const HEADINGS = ["H1", "H2", "H3", "H4", "H5", "H6"] as const satisfies readonly StructureType[];

function letterOf({ element, input }: MarkdownSetting): Emu {
  return styleOf(input.canvas, element.body.normal).sizeEmu;
}

function buildList(setting: MarkdownSetting, list: MarkdownList, widthEmu: Emu, depth: number): FlowBlock {
  const { element } = setting;
  const bullet = BULLETS[depth % BULLETS.length] ?? BULLETS[0];
  const markers = list.items.map(({ number }) => number ?? bullet);
  const widest = new Set(markers.map((marker) => markdownMarkerWidth(setting, marker)));
  const markerEmu = Math.min(Math.max(0, ...widest), widthEmu);
  const items = list.items.map((item, index) => {
    const placed = { text: markers[index] ?? bullet, markerEmu, widthEmu, gapEmu: list.isTight ? 0 : element.gapEmu };
    return { xEmu: 0, block: buildItem(setting, item, placed, depth) };
  });
  return { ...plainFlow(element, widthEmu, list.isTight ? 0 : element.gapEmu, items), structure: "L" };
}

/** How an item's marker and its text stand. */
interface PlacedItem {
  readonly text: string;
  readonly markerEmu: Emu;
  readonly widthEmu: Emu;
  readonly gapEmu: Emu;
}

/** Its first text stands beside the marker, all else below that text. */
function buildItem(setting: MarkdownSetting, item: MarkdownItem, placed: PlacedItem, depth: number): FlowBlock {
  const { element } = setting;
  const { gapEmu, markerEmu, text, widthEmu } = placed;
  const findings: Finding[] = [];
  const marker = setMarkdownMarker(setting, text, markerEmu, findings);
  const [head, ...rest] = item.blocks;
  const isText = head?.kind === "paragraph" || head?.kind === "heading" || head?.kind === "code";
  const letters: Letters = isText ? head : { kind: "paragraph", stretches: [], lines: EMPTY_LINES };
  const first = { xEmu: 0, block: buildLetters(setting, letters, widthEmu, marker) };
  const others = isText ? rest : item.blocks;
  const isWide = widthEmu - markerEmu >= INDENTED_LETTERS_MIN * letterOf(setting);
  const xEmu = isWide ? markerEmu : 0;
  const below = childrenOf(setting, others, widthEmu - xEmu, depth + 1).map(({ block }) => ({ xEmu, block }));
  const flow = plainFlow(element, widthEmu, gapEmu, [first, ...below]);
  return { ...flow, structure: "LBody", findings };
}

function buildQuote(
  setting: MarkdownSetting,
  blocks: readonly MarkdownBlock[],
  widthEmu: Emu,
  depth: number,
): FlowBlock {
  const { element } = setting;
  const letterEmu = letterOf(setting);
  const paddingEmu = widthEmu >= INDENTED_LETTERS_MIN * letterEmu ? letterEmu : 0;
  const line = { ...lineOf(setting), widthEmu: QUOTE_LINE_EMU };
  const frame = { ...NO_FRAME, padding: [0, 0, 0, paddingEmu] as const, left: line, isStatic: false };
  const children = childrenOf(setting, blocks, widthEmu - paddingEmu, depth);
  return { ...plainFlow(element, widthEmu, element.gapEmu, children), structure: "BlockQuote", frame };
}

/** Lines of a text have its colour. */
function lineOf({ element, input, scope }: MarkdownSetting): Line {
  const { color } = styleOf(input.canvas, element.body.normal);
  return { widthEmu: HAIRLINE_EMU, color: resolveColor(input, color, scope), dash: "solid" };
}

function buildRule(setting: MarkdownSetting, widthEmu: Emu): Block {
  const line = lineOf(setting);
  const along = Math.floor(line.widthEmu / 2);
  return {
    ...{ kind: "rule", line, isStatic: false, fromXEmu: 0, fromYEmu: along, toXEmu: widthEmu, toYEmu: along },
    ...{ span: setting.element.span, frame: NO_FRAME, rules: NO_RULES, meta: NO_META },
    ...{ widthEmu, heightEmu: line.widthEmu, fixedHeight: true, breaksInside: false, varies: true },
    ...{ findings: [], node: null },
  };
}

const TITLED = new WeakMap<Canvas, boolean>();

/** Whether a text of the form itself is a heading of the first level. */
function hasTitle(canvas: Canvas): boolean {
  const known = TITLED.get(canvas);
  if (known !== undefined) return known;
  const found = canvas.pages.some(({ bands, body }) => [...bands, body].some(({ children }) => children.some(isTitle)));
  TITLED.set(canvas, found);
  return found;
}

function isTitle(element: CanvasElement): boolean {
  if (element.kind === "text" || element.kind === "rich") return textStructure(element) === "H1";
  if (element.kind === "cells") return element.cells.some(({ children }) => children?.some(isTitle) === true);
  if (element.kind === "table") return element.columns.some(({ children }) => children?.some(isTitle) === true);
  return "children" in element && element.children.some(isTitle);
}
