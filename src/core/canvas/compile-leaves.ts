// Elements without a block of others: texts, drawings, marks, and what moves the flow.
import type { CheckedElement, CheckedValue, CheckedValues } from "../check/index.ts";
import { type ExpressionCode, textCode } from "../expression/index.ts";
import type { ChoiceOf, PropertyName } from "../schema/index.ts";
import { boxOf, lengthOf, linedBoxOf, paintOf, STROKE_DEFAULT_EMU, strokeOf, wordOf } from "./boxes.ts";
import type { CanvasElement, CheckElement, PairElement, SealElement, TextElement } from "./canvas-elements.ts";
import type { Box, Paint, Stroke } from "./canvas-styles.ts";
import { clearOfBorder } from "./clear-of-border.ts";
import {
  argumentChoiceOf,
  type Compiling,
  choiceOf,
  colorOf,
  conditionOf,
  countOf,
  isTabular,
  type Placed,
  spanOf,
  templateOf,
  wordsOf,
} from "./element-values.ts";
import { cellText, withDefault } from "./text-styles.ts";

/** Labels of `pairs` are 20 mm wide where nothing is said. */
const LABEL_WIDTH_EMU = 720_000;

export function compileText(element: CheckedElement<"text" | "label">, placed: Placed): TextElement {
  const { compiling, text, values } = placed;
  const style = compiling.styles.index(text, isTabular(element.args.get("content"), element));
  return {
    kind: "text",
    box: boxOf(values, colorOf(text)),
    span: spanOf(element),
    content: templateOf(element.args, "content"),
    style,
    heading: headingIn(compiling, element, style),
    ...markerOf(element),
    ...(element.name === "label" ? { written: element.name } : {}),
  };
}

/** The level of a heading, whose size is noted: the title of a document is one without being told. */
export function headingIn(
  { headings, styles }: Compiling,
  { properties }: CheckedElement<"text" | "label" | "rich">,
  style: number,
): TextElement["heading"] {
  const level = countOf(properties, "heading") ?? (wordOf(properties, "role") === "document.title" ? 1 : 0);
  const sizeEmu = styles.styles[style]?.sizeEmu;
  if (level > 0 && sizeEmu !== undefined) headings.found.push(sizeEmu);
  return level as TextElement["heading"];
}

function markerOf({ properties }: CheckedElement<"text" | "label">): Pick<TextElement, "marker"> {
  const content = wordsOf(properties.get("marker"));
  return content === null ? {} : { marker: { content, widthEmu: lengthOf(properties, "marker-w") } };
}

export function compileSpace(element: CheckedElement<"space">): CanvasElement {
  const when = conditionOf(element);
  const height = element.args.get("height");
  const share = height?.kind === "width" && height.width.kind === "share" ? { share: height.width.thousandths } : {};
  return {
    kind: "space",
    heightEmu: lengthOf(element.args, "height") ?? 0,
    ...share,
    span: spanOf(element),
    ...(when === null ? {} : { when }),
  };
}

export function compileBreak(element: CheckedElement<"break">): CanvasElement {
  const what = argumentChoiceOf(element, "what") ?? "page";
  const turned = { kind: "break", when: conditionOf(element), span: spanOf(element) } as const;
  return what === "page" ? turned : { ...turned, what };
}

export function compileBookmark(element: CheckedElement<"bookmark">): CanvasElement {
  return {
    kind: "bookmark",
    title: templateOf(element.args, "content"),
    level: countOf(element.properties, "level") ?? 1,
    when: conditionOf(element),
    span: spanOf(element),
  };
}

/** Stroke, width, colour and dash of `line` and `rect`. */
function ownStroke(element: CheckedElement<"line" | "rect">, textColor: Paint, fallback: boolean): Stroke | null {
  const { properties } = element;
  const color = paintOf(properties, "color") ?? textColor;
  const stroke = properties.get("stroke");
  const dash = choiceOf(element, "dash");
  const width = lengthOf(properties, "stroke-width");
  const base = stroke?.kind === "stroke" ? strokeOf(stroke, color, dash) : null;
  if (stroke !== undefined && base === null) return null;
  if (base === null && width === null && !fallback) return null;
  const { widthEmu, paint, dash: kind } = base ?? { widthEmu: STROKE_DEFAULT_EMU, paint: color, dash: dash ?? "solid" };
  return { widthEmu: width ?? widthEmu, paint, dash: kind };
}

export function compileLine(element: CheckedElement<"line">, { text, values }: Placed): CanvasElement {
  const { properties } = element;
  const color = colorOf(text);
  const box = boxOf(values, color);
  const stroke = ownStroke(element, color, true) ?? { widthEmu: 0, paint: color, dash: "solid" as const };
  const relative = (end: "x2" | "y2", start: number | null): number | null => {
    const emu = lengthOf(properties, end);
    return emu === null ? null : emu - (start ?? 0);
  };
  const x2Emu = relative("x2", box.xEmu);
  const y2Emu = relative("y2", box.yEmu);
  const slanted = x2Emu !== null || y2Emu !== null;
  return {
    kind: "line",
    box,
    span: spanOf(element),
    stroke,
    x2Emu: slanted ? (x2Emu ?? 0) : null,
    y2Emu: slanted ? (y2Emu ?? 0) : null,
  };
}

export function compileRect(element: CheckedElement<"rect">, { text, values }: Placed): CanvasElement {
  return { kind: "rect", box: rectBox(element, values, colorOf(text)), span: spanOf(element) };
}

/** A rectangle's stroke is its border on all sides. */
function rectBox(element: CheckedElement<"rect">, values: CheckedValues, color: Paint): Box {
  const box = boxOf(values, color);
  const framed = values.has("fill") || box.borderTop !== null;
  const stroke = ownStroke(element, color, !framed);
  if (stroke === null) return box;
  return { ...box, borderTop: stroke, borderRight: stroke, borderBottom: stroke, borderLeft: stroke };
}

export function compileImage(element: CheckedElement<"image">, { text, values }: Placed): CanvasElement | null {
  const source = pictureOf(element.args.get("source"));
  if (source === null) return null;
  const fit = choiceOf(element, "fit") ?? "contain";
  const [align, valign] = [placeOf(values, "align"), placeOf(values, "valign")];
  const box = boxOf(values, colorOf(text));
  return {
    kind: "image",
    // A box that is as wide as its picture stands where the picture is to stand.
    box: align === null || values.has("place") ? box : { ...box, place: align },
    span: spanOf(element),
    source,
    fit,
    ...(align === null || align === "center" ? {} : { align }),
    ...(valign === null || valign === "middle" ? {} : { valign }),
  };
}

/** Where a picture stands, also by its style; of words, that of a text alone places none. */
function placeOf<Key extends "align" | "valign">(values: CheckedValues, key: Key): ChoiceOf<"image", Key> | null {
  const word = wordOf(values, key);
  return word === "justify" || word === "distribute" ? null : (word as ChoiceOf<"image", Key> | null);
}

/** An expression, or the name of a declared asset. */
function pictureOf(source: CheckedValue | undefined): ExpressionCode | null {
  if (source?.kind === "word") return textCode(`asset:${source.text}`);
  return source?.kind === "code" ? source.checked.code : null;
}

export function compileSeal(element: CheckedElement<"seal">, { compiling, text, values }: Placed): SealElement {
  const label = element.args.get("label") ?? element.properties.get("label");
  const centred = withDefault(withDefault(text, "align", "center"), "valign", "middle");
  return {
    kind: "seal",
    box: linedBoxOf(values, colorOf(text)),
    span: spanOf(element),
    source: pictureOf(element.args.get("source")),
    label: label?.kind === "template" ? label.template : null,
    style: compiling.styles.index(centred, false),
  };
}

/** Letters in cells. */
export function compileComb(element: CheckedElement<"comb">, { compiling, text, values }: Placed): CanvasElement {
  const { args, properties } = element;
  return {
    kind: "comb",
    box: linedBoxOf(values, colorOf(text)),
    span: spanOf(element),
    content: templateOf(args, "content"),
    cells: countOf(properties, "cells") ?? 1,
    style: compiling.styles.index(text, isTabular(args.get("content"), element)),
  };
}

/** A box to tick. */
export function compileCheck(element: CheckedElement<"check">, { compiling, text, values }: Placed): CheckElement {
  const ticked = element.args.get("ticked");
  return {
    kind: "check",
    box: clearOfBorder(boxOf(values, colorOf(text)), "inside"),
    span: spanOf(element),
    ticked: ticked?.kind === "code" ? ticked.checked.code : null,
    mark: choiceOf(element, "mark") ?? "tick",
    label: wordsOf(element.args.get("label")),
    style: compiling.styles.index(text, false),
  };
}

export function compilePairs(element: CheckedElement<"pairs">, { compiling, text, values }: Placed): CanvasElement {
  const { properties } = element;
  return {
    kind: "pairs",
    box: boxOf(values, colorOf(text)),
    span: spanOf(element),
    labelWidthEmu: lengthOf(properties, "label-w") ?? LABEL_WIDTH_EMU,
    gapEmu: lengthOf(properties, "gap") ?? 0,
    pairs: element.children.map((child) => compilePair(child, compiling, text)),
  };
}

function compilePair(
  element: CheckedElement<"pair">,
  { resources, styles }: Placed["compiling"],
  text: Placed["text"],
): PairElement {
  const value = cellText(resources, text, element, null);
  const label = new Map(text);
  const ofLabel = resources.styles.get("label")?.properties ?? new Map();
  const labelEndEmu = lengthOf(ofLabel, "padding-right") ?? 0;
  for (const [key, each] of ofLabel) if (label.has(key) || LABEL_KEYS.has(key)) label.set(key, each);
  return {
    label: templateOf(element.args, "label"),
    value: templateOf(element.args, "value"),
    labelStyle: styles.index(label, false),
    valueStyle: styles.index(value, isTabular(element.args.get("value"), element)),
    ...(labelEndEmu === 0 ? {} : { labelEndEmu }),
    when: conditionOf(element),
    role: wordOf(element.properties, "role"),
    span: spanOf(element),
  };
}

/** Of style `label`, what the labels of pairs take over. */
const LABEL_KEYS: ReadonlySet<PropertyName> = new Set(["size", "color", "weight", "font", "align"]);
