// Rich paragraphs: spans with a record's values → set lines, and what each span shows.
import type { Emu, RichElement, RichSpan, TextStyle } from "../../canvas/index.ts";
import type { SourceSpan } from "../../diagnostics/index.ts";
import type { Scope, Template } from "../../expression/index.ts";
import {
  feedRichLines,
  type LineFeed,
  lineBoxes,
  naturalRichWidthEmu,
  type RichParagraphSpec,
  setRichParagraph,
  type TextRange,
  type TextSpan,
  withoutIgnorables,
  wordRichWidthEmu,
} from "../../text/index.ts";
import type { TextSource } from "../page/index.ts";
import { emphasisMark, measuredMarks } from "./emphasis-marks.ts";
import { facesIn, type LayoutInput, resolveColor, styleOf } from "./layout-input.ts";
import { ENDLESS_EMU, lineLength, lineSpec, type TextRoom } from "./line-spec.ts";
import { printedLink } from "./link-targets.ts";
import type { SpanLook } from "./set-text.ts";
import { movedRanges, type ShownText, showTemplate } from "./shown-text.ts";
import { findBrokenWords, finishText, type SetText } from "./text-box.ts";

/** A rich paragraph with a record's values in it. */
export interface ShownRich {
  /** All spans one after another, without their ruby. */
  readonly shown: ShownText;
  readonly spans: readonly TextSpan[];
  readonly looks: readonly SpanLook[];
}

/** What parts a reading into one for each letter: blanks, and the tabs and line ends that data brings. */
const READING_GAPS = /[ \u3000\t\n\r\v\f\u0085\u2028\u2029]+/u;

/** A reading stands with the first line of its letters. A line of blanks, or without any character, carries none. */
const NO_LETTERS = /^[^\S\n\v\f\u2028\u2029]*(?:$|[\n\v\f\u0085\u2028\u2029])/u;
/** Characters that have a width and no ink, and are no white space. */
const INKLESS = /[\u115f\u1160\u2800\u3164\uffa0]/gu;

function showRich(input: LayoutInput, element: RichElement, scope: Scope): ShownRich {
  const spans: TextSpan[] = [];
  const looks: SpanLook[] = [];
  const sources: TextSource[] = [];
  const shownSpans: { readonly own: ShownText; readonly start: number }[] = [];
  let text = "";
  let path: string | null = null;
  let isStatic = true;
  for (const span of element.spans) {
    if (!input.evaluation.condition(span.when, scope)) continue;
    const own = showTemplate(span.content, input.evaluation, scope, span.role ?? element.box.role);
    for (const source of own.sources) {
      sources.push({ ...source, start: text.length + source.start, end: text.length + source.end });
    }
    shownSpans.push({ own, start: text.length });
    text += own.text;
    path ??= own.path;
    isStatic &&= own.isStatic && span.when === null;
    const given = span.ruby === null ? null : showTemplate(span.ruby, input.evaluation, scope, span.role);
    isStatic &&= given?.isStatic ?? true;
    const isOverNothing = NO_LETTERS.test(withoutIgnorables(own.text).replaceAll(INKLESS, ""));
    const reading = isOverNothing ? null : given;
    if (span.ruby !== null && isOverNothing && given?.text.trim() !== "")
      tellReading(input, span.ruby, scope, span.span);
    spans.push(textSpan(input, span, own.text, reading));
    looks.push(lookOf(input, span, reading, scope));
  }
  const shown: ShownText = {
    ...{ text, sources, isStatic, path },
    get figures() {
      return shownSpans.flatMap(({ own, start }) => movedRanges(own.figures, start));
    },
  };
  return { shown, spans, looks };
}

/** RPT3025: values of a reading that has no letters to stand over. A form's own words alone are no data. */
function tellReading({ evaluation }: LayoutInput, ruby: Template, scope: Scope, at: SourceSpan): void {
  for (const part of ruby) {
    if (part.kind === "fixed" || evaluation.text(part.code, scope).text.trim() === "") continue;
    evaluation.passOver(part.code, scope, evaluation.value(part.code, scope), "reading", at);
  }
}

function textSpan(input: LayoutInput, span: RichSpan, text: string, reading: ShownText | null): TextSpan {
  const style = styleOf(input.canvas, span.style);
  const given = reading === null ? null : readingsOf(reading);
  const readings = given === null || emphasisMark(given) === null ? given : given.map(measuredMarks);
  return {
    text,
    ...facesIn(input, span.style),
    sizeEmu: style.sizeEmu,
    tabular: style.tabular,
    ruby: readings?.length === 1 ? (readings[0] ?? null) : readings,
  };
}

function readingsOf({ text }: ShownText): readonly string[] {
  return text.trim().split(READING_GAPS);
}

function lookOf(input: LayoutInput, span: RichSpan, reading: ShownText | null, scope: Scope): SpanLook {
  const style = styleOf(input.canvas, span.style);
  const emphasis = reading === null ? null : emphasisMark(readingsOf(reading));
  return {
    color: resolveColor(input, style.color, scope),
    colorIsStatic: style.color.kind === "fixed",
    decoration: style.decoration,
    isSlanted: style.italic,
    ...printedLink(span.link, input.evaluation, scope),
    ruby: reading === null || emphasis !== null ? null : { path: reading.path, role: span.role },
    ...(emphasis === null ? {} : { emphasis }),
    span: span.span,
  };
}

/** Sets a rich paragraph; its role goes to all spans that have none of their own. */
export function setRichText(input: LayoutInput, element: RichElement, scope: Scope, room: TextRoom): SetText {
  return setShownRich(input, element, showRich(input, element, scope), scope, room);
}

/** Sets a paragraph whose spans are known. */
export function setShownRich(
  input: LayoutInput,
  element: Pick<RichElement, "style" | "span"> & Partial<Pick<TextStyle, "align">>,
  { shown, spans, looks }: ShownRich,
  scope: Scope,
  room: TextRoom,
): SetText {
  const own = styleOf(input.canvas, element.style);
  const style = element.align === undefined ? own : { ...own, align: element.align };
  const { shaper } = input.fonts;
  const spec: RichParagraphSpec = { ...lineSpec({ style, room }), spans };
  const lengthEmu = lineLength(style, room) ?? naturalRichWidthEmu(spec, shaper);
  const first = setRichParagraph(spec, lengthEmu, shaper);
  const isClipped = style.fit === "clip" && first.overflowEmu > 0;
  const paragraph = isClipped
    ? setRichParagraph({ ...spec, wrap: "anywhere", kinsoku: "none" }, lengthEmu, shaper)
    : first;
  const composed = {
    looks,
    widthEmu: room.widthEmu,
    lengthEmu: lineLength(style, room) ?? paragraph.widthEmu,
    setAgain: (length: number) => setRichParagraph(spec, length, shaper),
  };
  const color = resolveColor(input, style.color, scope);
  const text = { shown, color, colorIsStatic: looks.every((look) => look.colorIsStatic), paragraph, composed };
  const brokenWords = findBrokenWords(spec, shown.text, paragraph);
  const rangeWidth = ({ start, end }: TextRange): Emu => {
    const endless = lineSpec({ style, room: { widthEmu: ENDLESS_EMU, heightEmu: null, inCell: room.inCell } });
    return naturalRichWidthEmu({ ...endless, spans: spansWithin(spans, start, end) }, shaper);
  };
  return finishText({ input, styleIndex: element.style, style, room, rangeWidth }, text, brokenWords, element.span);
}

/** The spans of the characters `start` to `end`; a reading goes with a whole span alone. */
function spansWithin(spans: readonly TextSpan[], start: number, end: number): readonly TextSpan[] {
  let at = 0;
  return spans.flatMap((span) => {
    const [from, to] = [Math.max(start - at, 0), Math.min(end - at, span.text.length)];
    at += span.text.length;
    if (from >= to) return [];
    return to - from === span.text.length ? [span] : [{ ...span, text: span.text.slice(from, to), ruby: null }];
  });
}

/** The lines of a rich paragraph, one by one. */
export function feedRichText(input: LayoutInput, element: RichElement, scope: Scope, room: TextRoom): LineFeed {
  const style = styleOf(input.canvas, element.style);
  const { spans } = showRich(input, element, scope);
  return feedRichLines({ ...lineSpec({ style, room }), spans }, input.fonts.shaper);
}

/** The width of level spans on one line. */
export function naturalSpansWidth(input: LayoutInput, styleIndex: number, spans: readonly TextSpan[]): Emu {
  const room = { widthEmu: ENDLESS_EMU, heightEmu: null, inCell: false };
  const style = styleOf(input.canvas, styleIndex);
  return naturalRichWidthEmu({ ...lineSpec({ style, room }), spans }, input.fonts.shaper);
}

/** The width of the widest word of level spans. */
export function widestWordOfSpans(input: LayoutInput, styleIndex: number, spans: readonly TextSpan[]): Emu {
  const room = { widthEmu: ENDLESS_EMU, heightEmu: null, inCell: false };
  const style = styleOf(input.canvas, styleIndex);
  return wordRichWidthEmu({ ...lineSpec({ style, room }), spans }, input.fonts.shaper);
}

/**
 * The width that a rich paragraph would like, padding not counted.
 * @param heightEmu the length of vertical lines where it is declared.
 */
export function naturalRichTextWidth(
  input: LayoutInput,
  element: RichElement,
  scope: Scope,
  heightEmu: Emu | null,
): Emu {
  const style = styleOf(input.canvas, element.style);
  const { shaper } = input.fonts;
  const { spans } = showRich(input, element, scope);
  const room = { widthEmu: ENDLESS_EMU, heightEmu, inCell: false };
  const spec: RichParagraphSpec = { ...lineSpec({ style, room }), spans };
  if (style.writing !== "vertical") return naturalRichWidthEmu(spec, shaper);
  const { lines } = setRichParagraph(spec, heightEmu ?? naturalRichWidthEmu(spec, shaper), shaper);
  return lineBoxes(lines, style.lineHeightThousandths, "vertical").extentEmu;
}
