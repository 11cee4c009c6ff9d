// Stretches of Markdown → texts in their looks, each with the data that it shows.
import type { Emu, MarkdownElement, MarkdownStyles } from "../../canvas/index.ts";
import type { Scope } from "../../expression/index.ts";
import type { MarkdownCell, MarkdownStretch, SourceLines } from "../../markdown/index.ts";
import type { TextSpan } from "../../text/index.ts";
import { NO_META, NO_RULES, type PlacedMarker, type TextBlock } from "../blocks/index.ts";
import { markerWidth } from "../elements/index.ts";
import { type Frame, isHeading, NO_FRAME, type StructureType, type TextSource } from "../page/index.ts";
import {
  anywhere,
  type Finding,
  facesIn,
  type LayoutInput,
  naturalSpansWidth,
  resolveColor,
  type ShownText,
  type SpanLook,
  setShownRich,
  setTextBox,
  styleOf,
  widestWordOfSpans,
} from "../words/index.ts";

/** A Markdown element with a record's values in it. */
export interface MarkdownSetting {
  readonly input: LayoutInput;
  readonly element: MarkdownElement;
  readonly scope: Scope;
  /** What is read as Markdown. */
  readonly shown: ShownText;
  readonly sources: MarkdownSources;
  /** The level of its first headings. */
  readonly headingLevel: number;
}

/** A text of a Markdown element before it is set. */
export interface MarkdownText {
  readonly stretches: readonly MarkdownStretch[];
  readonly lines: SourceLines;
  readonly styles: MarkdownStyles;
  readonly structure: StructureType;
  readonly widthEmu: Emu;
  readonly frame?: Frame;
  readonly marker?: PlacedMarker | null;
  /** Null for the alignment of its style. */
  readonly align?: MarkdownCell["align"];
}

export function setMarkdownText(setting: MarkdownSetting, text: MarkdownText): TextBlock {
  const { element, input, scope, shown, sources } = setting;
  const { stretches, styles, structure, widthEmu } = text;
  const marker = text.marker ?? null;
  const frame = text.frame ?? NO_FRAME;
  const [top, right, bottom, left] = frame.padding;
  const insetEmu = left + (marker?.lengthEmu ?? 0);
  const words = stretches.map((stretch) => stretch.text).join("");
  const own: ShownText = {
    text: words,
    sources: sources.of(words, text.lines),
    isStatic: shown.isStatic,
    path: shown.path,
  };
  const room = { widthEmu: Math.max(0, widthEmu - insetEmu - right), heightEmu: null, inCell: false };
  const spans = { shown: own, ...spansOf(setting, stretches, styles) };
  const align = text.align == null ? {} : { align: text.align };
  const of = { style: styles.normal, span: element.span, ...align };
  const { box, findings } = setShownRich(input, of, spans, scope, room);
  const heightEmu = Math.max(box.heightEmu, marker?.text.heightEmu ?? 0);
  return {
    kind: "text",
    text: box,
    ...(marker === null ? {} : { marker }),
    structure,
    span: element.span,
    frame: marker === null ? frame : { ...frame, padding: [top, right, bottom, insetEmu] },
    // Alone at a page's foot a heading heads nothing.
    rules: isHeading(structure) ? { ...NO_RULES, keepNext: true } : NO_RULES,
    meta: NO_META,
    widthEmu,
    heightEmu: heightEmu + top + bottom,
    fixedHeight: false,
    breaksInside: false,
    varies: !shown.isStatic,
    findings: findings.map(ofProse),
    node: null,
  };
}

function spansOf({ element, input, scope }: MarkdownSetting, all: readonly MarkdownStretch[], styles: MarkdownStyles) {
  const spans: TextSpan[] = [];
  const looks: SpanLook[] = [];
  for (const stretch of all) {
    const index = styleIndexOf(stretch, styles);
    const style = styleOf(input.canvas, index);
    const { sizeEmu, tabular } = style;
    spans.push({ text: stretch.text, ...facesIn(input, index), sizeEmu, tabular, ruby: null });
    looks.push({
      color: resolveColor(input, style.color, scope),
      colorIsStatic: style.color.kind === "fixed",
      decoration: stretch.isStruck ? "strike" : stretch.link === null ? "none" : "underline",
      isSlanted: style.italic || stretch.isItalic,
      link: stretch.link,
      ruby: null,
      span: element.span,
    });
  }
  return { spans, looks };
}

function styleIndexOf({ isBold, isCode }: MarkdownStretch, { bold, boldCode, code, normal }: MarkdownStyles): number {
  if (isCode) return isBold ? boldCode : code;
  return isBold ? bold : normal;
}

/** The width of the text on one line. */
export function markdownWidth(setting: MarkdownSetting, stretches: readonly MarkdownStretch[], styles: MarkdownStyles) {
  return naturalSpansWidth(setting.input, styles.normal, spansOf(setting, stretches, styles).spans);
}

/** The width of the widest word of the text. */
export function markdownWordWidth(
  setting: MarkdownSetting,
  stretches: readonly MarkdownStretch[],
  styles: MarkdownStyles,
) {
  return widestWordOfSpans(setting.input, styles.normal, spansOf(setting, stretches, styles).spans);
}

/** Letters of a Markdown text never shrink: there is no `fit` to be asked for. */
function ofProse(finding: Finding): Finding {
  if (finding.code !== "RPT4004") return finding;
  return { ...finding, repair: ["widen the column", ...anywhere(finding)].join(", or ") };
}

/** A bullet or number in so much room; findings about its letters go into `findings`. */
export function setMarkdownMarker(
  { element, input, scope }: MarkdownSetting,
  text: string,
  lengthEmu: Emu,
  findings: Finding[],
): PlacedMarker {
  const sources = [{ start: 0, end: text.length, path: null, role: element.box.role }];
  const shown = { text, sources, isStatic: false, path: null };
  const room = { widthEmu: lengthEmu, heightEmu: null, inCell: false };
  const toSet = { shown, style: element.body.normal, scope, room, span: element.span };
  return { text: setTextBox(input, toSet, findings), lengthEmu };
}

export function markdownMarkerWidth({ element, input }: MarkdownSetting, text: string): Emu {
  return markerWidth(input, text, element.body.normal);
}

/** Between two letters stand no more signs, the addresses of links among them. */
const SIGNS_MAX = 2_000;

/** Tells which data the letters of a Markdown text show, though its signs are gone: they come in the same order. */
export class MarkdownSources {
  readonly #shown: ShownText;
  #lineStarts: readonly number[] | null = null;
  #at = 0;

  constructor(shown: ShownText) {
    this.#shown = shown;
  }

  /** The sources of letters that stand in some lines of the text; they are asked for from its top to its end. */
  of(letters: string, [from, to]: SourceLines): readonly TextSource[] {
    const { sources, text } = this.#shown;
    const [only] = sources;
    if (letters === "" || only === undefined) return [];
    if (sources.length === 1) return [{ ...only, start: 0, end: letters.length }];
    this.#lineStarts ??= lineStartsOf(text);
    const end = this.#lineStarts[to] ?? text.length;
    this.#at = Math.max(this.#at, this.#lineStarts[from] ?? 0);
    const parts: TextSource[] = [];
    for (let index = 0; index < letters.length; index += 1) {
      const ahead = text.slice(this.#at, Math.min(end, this.#at + SIGNS_MAX)).indexOf(letters.charAt(index));
      // A letter that its source writes in another way (`&amp;`) stands where the one before it does.
      const at = this.#at + Math.max(0, ahead);
      if (ahead >= 0) this.#at = at + 1;
      const source = sources.find((one) => one.end > at) ?? only;
      const last = parts.at(-1);
      const goesOn = last !== undefined && last.path === source.path && last.role === source.role;
      if (goesOn && last.computed === source.computed) parts[parts.length - 1] = { ...last, end: index + 1 };
      else parts.push({ ...source, start: index, end: index + 1 });
    }
    return parts;
  }
}

function lineStartsOf(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}
