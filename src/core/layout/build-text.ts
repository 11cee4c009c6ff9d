// Texts, plain and rich → blocks. One whose box is fixed waits for its page, whose number it may show.
import type { Emu, RichElement, TextElement } from "../canvas/index.ts";
import type { Scope } from "../expression/index.ts";
import type { Block, PlacedMarker, TextBlock } from "./blocks.ts";
import { borderBoxWidth, frameOf, metaOf, outerHeight, type Room, rulesOf } from "./element-box.ts";
import { type Frame, NO_FRAME } from "./frames.ts";
import { type LayoutInput, styleOf } from "./layout-input.ts";
import type { TextRoom } from "./line-spec.ts";
import { markerWidth, naturalWidth } from "./natural-width.ts";
import type { StructureType } from "./pages.ts";
import { setRichText } from "./rich-text.ts";
import type { TextBox } from "./set-text.ts";
import { showTemplate } from "./shown-text.ts";
import { type SetText, setTextBox } from "./text-box.ts";

type AnyText = TextElement | RichElement;

/** Headings as declared; the document's title is one by its role. */
export function textStructure(element: AnyText): StructureType {
  if (element.heading === 1 || (element.heading === 0 && element.box.role === "document.title")) return "H1";
  if (element.heading === 2) return "H2";
  if (element.heading === 3) return "H3";
  return "P";
}

function isComputed(element: AnyText): boolean {
  const parts =
    element.kind === "text"
      ? element.content
      : element.spans.flatMap(({ content, ruby }) => [...content, ...(ruby ?? [])]);
  return parts.some((part) => part.kind === "computed");
}

export function buildText(input: LayoutInput, element: AnyText, scope: Scope, room: Room): Block {
  const { box } = element;
  const width = textWidth(input, element, scope, room);
  if (isComputed(element) && box.heightEmu !== null && box.width.kind === "length") {
    return {
      kind: "deferred",
      element,
      scope,
      structure: textStructure(element),
      span: element.span,
      frame: NO_FRAME,
      rules: rulesOf(box),
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
  return setTextElement(input, element, scope, width);
}

/** A vertical text without a width is as wide as its columns: where lines begin would else depend on the page. */
function textWidth(input: LayoutInput, element: AnyText, scope: Scope, room: Room): Emu {
  const { box, style } = element;
  const isVertical = styleOf(input.canvas, style).writing === "vertical";
  if (!isVertical || room.assigned || !room.absolute || box.width.kind !== "auto") return borderBoxWidth(box, room);
  return naturalWidth(input, element, scope) - box.margin[1] - box.margin[3];
}

/** Sets a text element in a border box of `widthEmu`. */
export function setTextElement(input: LayoutInput, element: AnyText, scope: Scope, widthEmu: Emu): TextBlock {
  const { box } = element;
  const marker = element.kind === "text" ? setMarker(input, element, scope) : null;
  const frame = besideMarker(frameOf(input, box, scope), marker);
  const inner = Math.max(0, widthEmu - frame.padding[1] - frame.padding[3]);
  const set = setInBox(input, element, scope, inner);
  return {
    kind: "text",
    text: set.box,
    ...(marker === null ? {} : { marker }),
    structure: textStructure(element),
    span: element.span,
    frame,
    rules: rulesOf(box),
    meta: metaOf(input, box, scope),
    widthEmu: widthEmu + box.margin[1] + box.margin[3],
    heightEmu: outerHeight(box, set.box.heightEmu),
    fixedHeight: box.heightEmu !== null,
    breaksInside: false,
    varies: box.when !== null || (box.heightEmu === null && mayGrow(set.box)),
    findings: set.findings,
    node: null,
  };
}

/** Null where the text has no marker. */
function setMarker(input: LayoutInput, { marker, style, span }: TextElement, scope: Scope): PlacedMarker | null {
  if (marker === undefined) return null;
  const shown = showTemplate(marker.content, input.evaluation, scope, null);
  const widthEmu = marker.widthEmu ?? markerWidth(input, shown.text, style);
  const { box: text } = setTextBox(input, shown, style, scope, { widthEmu, heightEmu: null, inCell: false }, span);
  return { text, widthEmu };
}

/** The lines begin behind the marker. */
function besideMarker(frame: Frame, marker: PlacedMarker | null): Frame {
  if (marker === null) return frame;
  const [top, right, bottom, left] = frame.padding;
  return { ...frame, padding: [top, right, bottom, left + marker.widthEmu] };
}

/** A box that may grow to a greatest height bounds its text by it; vertical lines only where they would be longer. */
function setInBox(input: LayoutInput, element: AnyText, scope: Scope, widthEmu: Emu): SetText {
  const { box } = element;
  const insetEmu = box.padding[0] + box.padding[2];
  const within = (heightEmu: Emu | null): SetText => {
    const innerEmu = heightEmu === null ? null : Math.max(0, heightEmu - insetEmu);
    return setAnyText(input, element, scope, { widthEmu, heightEmu: innerEmu, inCell: false });
  };
  const isVertical = styleOf(input.canvas, element.style).writing === "vertical";
  if (!isVertical || box.heightEmu !== null || box.heightMaxEmu === null) {
    return within(box.heightEmu ?? box.heightMaxEmu);
  }
  const free = within(null);
  return free.box.heightEmu + insetEmu <= box.heightMaxEmu ? free : within(box.heightMaxEmu);
}

function setAnyText(input: LayoutInput, element: AnyText, scope: Scope, room: TextRoom): SetText {
  if (element.kind === "rich") return setRichText(input, element, scope, room);
  const shown = showTemplate(element.content, input.evaluation, scope, element.box.role);
  return setTextBox(input, shown, element.style, scope, room, element.span);
}

/** Whether other data would ask for another height. */
function mayGrow({ shown, style }: TextBox): boolean {
  if (shown.isStatic) return false;
  const isOneLine = style.fit === "shrink" && (style.linesMax ?? 1) === 1;
  return !isOneLine || style.writing === "vertical";
}
