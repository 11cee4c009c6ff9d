// Texts, plain and rich → blocks. One whose box is fixed waits for its page, whose number it may show.

import type { Emu, RichElement, TextElement } from "../../canvas/index.ts";
import { millimetresAtMost, millimetresEnough, type SourceSpan, shortened } from "../../diagnostics/index.ts";
import { namesPage, type Scope } from "../../expression/index.ts";
import type { LineFeed } from "../../text/index.ts";
import {
  type Block,
  borderBoxWidth,
  type FlowRules,
  frameOf,
  metaOf,
  outerHeight,
  type PlacedMarker,
  type Room,
  rulesOf,
  type TextBlock,
} from "../blocks/index.ts";
import { type Frame, NO_FRAME, type StructureType } from "../page/index.ts";
import {
  aboutGlyphs,
  ENDLESS_EMU,
  type Finding,
  feedRichText,
  feedText,
  type LayoutInput,
  paddedBy,
  type SetText,
  type ShownText,
  setRichText,
  setTextBox,
  showTemplate,
  styleOf,
  type TextBox,
  type TextRoom,
  type VerticalFlow,
} from "../words/index.ts";
import { markerWidth, naturalWidth } from "./natural-width.ts";

type AnyText = TextElement | RichElement;

/** Headings as declared; the document's title is one by its role. */
export function textStructure(element: AnyText): StructureType {
  if (element.heading === 1 || (element.heading === 0 && element.box.role === "document.title")) return "H1";
  if (element.heading === 2) return "H2";
  if (element.heading === 3) return "H3";
  return "P";
}

/** A heading stays with what follows it, as `keep=next` asks of others: alone at a page's foot it heads nothing. */
function textRules(element: AnyText): FlowRules {
  const rules = rulesOf(element.box);
  return rules.keepNext || textStructure(element) === "P" ? rules : { ...rules, keepNext: true };
}

/** Whether the text waits for its page: vertical lines that may go on to the next one do so only for its number. */
function isDeferred(element: AnyText, isFlowing: boolean): boolean {
  const { box } = element;
  if (box.heightEmu === null || box.width.kind !== "length") return false;
  const parts =
    element.kind === "text"
      ? element.content
      : element.spans.flatMap(({ content, ruby }) => [...content, ...(ruby ?? [])]);
  return parts.some((part) => part.kind === "computed" && (!isFlowing || namesPage(part.code)));
}

export function buildText(input: LayoutInput, element: AnyText, scope: Scope, room: Room): Block {
  const { box } = element;
  const width = textWidth(input, element, scope, room);
  const isVertical = styleOf(input.canvas, element.style).writing === "vertical";
  const isFlowing = isVertical && room.flows === true;
  if (isDeferred(element, isFlowing)) {
    return {
      kind: "deferred",
      element,
      scope,
      structure: textStructure(element),
      span: element.span,
      frame: NO_FRAME,
      rules: textRules(element),
      meta: metaOf(input, box, scope),
      widthEmu: width + box.margin[1] + box.margin[3],
      heightEmu: outerHeight(box, 0),
      fixedHeight: true,
      breaksInside: false,
      varies: box.when !== null,
      findings: [],
      node: null,
    };
  }
  return setTextElement(input, element, scope, width, isVertical ? room : NO_HEIGHT);
}

/** How high the lines of a vertical text may be beside what its box says, and whether they go on to the next page. */
type LineHeights = Pick<Room, "flows" | "heightEmu">;

const NO_HEIGHT: LineHeights = {};

/** A vertical text without a width is as wide as its columns: where lines begin would else depend on the page. */
function textWidth(input: LayoutInput, element: AnyText, scope: Scope, room: Room): Emu {
  const { box, style } = element;
  const isVertical = styleOf(input.canvas, style).writing === "vertical";
  if (!isVertical || room.assigned || !room.absolute || box.width.kind !== "auto") return borderBoxWidth(box, room);
  return naturalWidth(input, element, scope) - box.margin[1] - box.margin[3];
}

/** Sets a text element in a border box of `widthEmu`. */
export function setTextElement(
  input: LayoutInput,
  element: AnyText,
  scope: Scope,
  widthEmu: Emu,
  heights: LineHeights = NO_HEIGHT,
): TextBlock {
  const { box } = element;
  const markerFindings: Finding[] = [];
  const marker = element.kind === "text" ? setMarker(input, element, scope, { widthEmu, markerFindings }) : null;
  const frame = besideMarker(frameOf(input, box, scope), marker);
  const inner = Math.max(0, widthEmu - frame.padding[1] - frame.padding[3]);
  // What goes on to the next page has no capacity that could be noted.
  const own = heights.flows === true && input.rooms !== null ? { ...input, rooms: null } : input;
  const markerEmu = frame.padding[3] - box.padding[3];
  const within = { input: own, element, scope, frame, widthEmu: inner, outerEmu: widthEmu - markerEmu };
  const set = setInBox(within, heights);
  const flow = heights.flows === true ? flowOf(within, set.box) : null;
  const isTooWide = flow !== null && set.box.neededEmu > inner;
  const beforeEmu = frame.padding[0] - box.padding[0];
  const isVertical = set.box.style.writing === "vertical";
  // A marker of several lines may be higher than the text beside it.
  const heightEmu = isVertical ? set.box.heightEmu : Math.max(set.box.heightEmu, marker?.text.heightEmu ?? 0);
  return {
    kind: "text",
    text: set.box,
    ...(marker === null ? {} : { marker }),
    ...(flow === null ? {} : { flow }),
    structure: textStructure(element),
    span: element.span,
    frame,
    rules: textRules(element),
    meta: metaOf(input, box, scope),
    widthEmu: widthEmu + box.margin[1] + box.margin[3],
    // Lines that do not stand side by side are never taken whole.
    heightEmu: isTooWide ? ENDLESS_EMU : outerHeight(box, heightEmu + beforeEmu),
    fixedHeight: box.heightEmu !== null && flow === null,
    breaksInside: false,
    varies: box.when !== null || (box.heightEmu === null && mayGrow(set.box)),
    findings: [...markerFindings, ...(isTooWide ? aboutGlyphs(set.findings) : set.findings)],
    node: null,
  };
}

/** What a text element is set with. */
interface TextWithin {
  readonly input: LayoutInput;
  readonly element: AnyText;
  readonly scope: Scope;
  readonly frame: Frame;
  readonly widthEmu: Emu;
  /** With the padding of its box. */
  readonly outerEmu: Emu;
}

/** How a vertical text is cut; null where a box of a height holds all of it. */
function flowOf(within: TextWithin, { neededEmu, style }: SetText["box"]): VerticalFlow | null {
  const { element, frame, input, scope, widthEmu } = within;
  const { box } = element;
  if (box.heightEmu !== null && (style.fit !== "wrap" || neededEmu <= widthEmu)) return null;
  const insetEmu = frame.padding[0] + frame.padding[2];
  const inside = (height: Emu | null): Emu | null => (height === null ? null : Math.max(0, height - insetEmu));
  const setIn = (heightEmu: Emu): SetText => setAnyText(input, element, scope, { widthEmu, heightEmu, inCell: false });
  let feed: LineFeed | null = null;
  return {
    feed: () => {
      feed ??= feedIn(within);
      return feed;
    },
    lengthEmu: inside(box.heightEmu),
    mostEmu: inside(box.heightMaxEmu),
    setIn,
  };
}

function feedIn({ input, element, scope, widthEmu }: TextWithin): LineFeed {
  const room = { widthEmu, heightEmu: null, inCell: false };
  if (element.kind === "rich") return feedRichText(input, element, scope, room);
  const shown = showTemplate(element.content, input.evaluation, scope, element.box.role);
  return feedText(input, shown, element.style, room);
}

/** Null where the text has no marker. None is wider than all of its text's place. */
function setMarker(
  input: LayoutInput,
  { marker, style, span, box }: TextElement,
  scope: Scope,
  { widthEmu, markerFindings }: { readonly widthEmu: Emu; readonly markerFindings: Finding[] },
): PlacedMarker | null {
  if (marker === undefined) return null;
  const shown = showTemplate(marker.content, input.evaluation, scope, null);
  const { sizeEmu, lineHeightThousandths, writing } = styleOf(input.canvas, style);
  const isVertical = writing === "vertical";
  const natural = markerWidth(input, shown.text, style);
  const most = isVertical ? natural : Math.min(natural, widthEmu);
  const setWithin = (lengthEmu: Emu, isAtHead: boolean, found: Finding[]): PlacedMarker => {
    const room = isVertical
      ? { widthEmu: Math.ceil((sizeEmu * lineHeightThousandths) / 1000), heightEmu: lengthEmu }
      : { widthEmu: lengthEmu, heightEmu: box.heightEmu === null ? null : innerHeight(box, box.heightEmu) };
    const within = isVertical && isAtHead ? atItsHead(input, style) : input;
    return {
      text: setTextBox(within, { shown, style, scope, room: { ...room, inCell: false }, span }, found),
      lengthEmu,
    };
  };
  const found: Finding[] = [];
  const placed = setWithin(marker.widthEmu ?? most, marker.widthEmu === null, found);
  if (marker.widthEmu !== null && marker.widthEmu < most && isParted(placed.text)) {
    const widened = setWithin(most, true, markerFindings);
    markerFindings.push(widerMarker(shown, { hasEmu: marker.widthEmu, naturalEmu: natural, span }));
    return widened;
  }
  markerFindings.push(...(marker.widthEmu === null ? found : found.map((each) => ofMarker(each, natural))));
  return placed;
}

/** Whether a text has more lines than it says, or runs out of its place. */
function isParted({ paragraph, shown }: TextBox): boolean {
  return paragraph.overflowEmu > 0 || paragraph.lines.length + paragraph.linesOver > shown.text.split("\n").length;
}

/** RPT4004: a marker is never parted; its text begins behind it. */
function widerMarker(
  { text, path }: ShownText,
  { hasEmu, naturalEmu, span }: { readonly hasEmu: Emu; readonly naturalEmu: Emu; readonly span: SourceSpan },
): Finding {
  const value = millimetresEnough(naturalEmu);
  const needs = `the marker "${shortened(text, MARKER_SHOWN_MAX)}" needs ${value}`;
  return {
    code: "RPT4004",
    severity: "warning",
    span,
    message: `${needs}, marker-w has ${millimetresAtMost(hasEmu)}, so its text begins further in`,
    path,
    why: "the texts of a list stand one below another where their markers are equally wide",
    repair: `write marker-w=${value}, or leave marker-w= out`,
    change: { property: "marker-w", value },
  };
}

const MARKER_SHOWN_MAX = 24;

/**
 * A vertical marker as long as its words begins at the head of its place, whatever its text's lines do: what its last
 * stop leaves blank parts it from a text that begins with a bracket, whose own blank half is given up there.
 */
function atItsHead(input: LayoutInput, style: number): LayoutInput {
  const own = styleOf(input.canvas, style);
  if (own.align === "left") return input;
  const textStyles = [...input.canvas.textStyles];
  textStyles[style] = { ...own, align: "left" };
  return { ...input, canvas: { ...input.canvas, textStyles } };
}

/** A marker has a width of its own: that of its text's box mends nothing. */
function ofMarker(finding: Finding, naturalEmu: Emu): Finding {
  if (!ABOUT_ROOM.has(finding.code)) return finding;
  const { change: _, ...told } = finding;
  const value = millimetresEnough(naturalEmu);
  return {
    ...told,
    message: `the marker does not fit: ${finding.message}`,
    repair: `write marker-w=${value}, or leave marker-w= out`,
    change: { property: "marker-w", value },
  };
}

const ABOUT_ROOM: ReadonlySet<string> = new Set(["RPT4001", "RPT4002", "RPT4003", "RPT4004"]);

function innerHeight({ padding }: TextElement["box"], heightEmu: Emu): Emu {
  return Math.max(0, heightEmu - padding[0] - padding[2]);
}

/** The lines begin behind the marker, in vertical writing below it. */
function besideMarker(frame: Frame, marker: PlacedMarker | null): Frame {
  if (marker === null) return frame;
  const [top, right, bottom, left] = frame.padding;
  const { lengthEmu, text } = marker;
  if (text.style.writing === "vertical") return { ...frame, padding: [top + lengthEmu, right, bottom, left] };
  return { ...frame, padding: [top, right, bottom, left + lengthEmu] };
}

/** A box that may grow to a greatest height bounds its text by it; vertical lines only where they would be longer. */
function setInBox(
  { input, element, scope, frame, widthEmu, outerEmu }: TextWithin,
  { heightEmu: mostEmu }: LineHeights,
): SetText {
  const { box } = element;
  const insetEmu = frame.padding[0] + frame.padding[2];
  const within = (height: Emu | null): SetText => {
    const innerEmu = height === null ? null : Math.max(0, height - insetEmu);
    const isMost = box.heightEmu === null && box.heightMaxEmu !== null;
    return setAnyText(input, element, scope, {
      ...{ widthEmu, heightEmu: innerEmu, inCell: false, isMost },
      isLying: box.isLying === true,
      ...paddedBy(box.padding, outerEmu),
    });
  };
  const isVertical = styleOf(input.canvas, element.style).writing === "vertical";
  const most = isVertical ? least(box.heightMaxEmu, mostEmu ?? null) : box.heightMaxEmu;
  if (!isVertical || box.heightEmu !== null || most === null) return within(box.heightEmu ?? most);
  const free = within(null);
  return free.box.heightEmu + insetEmu <= most ? free : within(most);
}

function least(one: Emu | null, other: Emu | null): Emu | null {
  return one === null || other === null ? (one ?? other) : Math.min(one, other);
}

function setAnyText(input: LayoutInput, element: AnyText, scope: Scope, room: TextRoom): SetText {
  if (element.kind === "rich") return setRichText(input, element, scope, room);
  const shown = showTemplate(element.content, input.evaluation, scope, element.box.role);
  const findings: Finding[] = [];
  const { style, span } = element;
  return { box: setTextBox(input, { shown, style, scope, room, span }, findings), findings };
}

/** Whether other data would ask for another height. */
function mayGrow({ shown, style }: TextBox): boolean {
  if (shown.isStatic) return false;
  const isOneLine = style.fit === "shrink" && (style.linesMax ?? 1) === 1;
  return !isOneLine || style.writing === "vertical";
}
