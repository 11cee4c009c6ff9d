// Checked elements → compiled elements: styles resolved, boxes closed.
import type { CheckedElement, CheckedValue, CheckedValues, Resources } from "../check/index.ts";
import { INHERITED, TEXT_PROPERTIES } from "../check/index.ts";
import { bothHold, type ExpressionCode, textCode } from "../expression/index.ts";
import { boxOf, boxValues, cellValues, lengthOf, paintOf, STROKE_DEFAULT_EMU, strokeOf, wordOf } from "./boxes.ts";
import type { CanvasElement, CheckElement, PairElement, TextElement } from "./canvas-elements.ts";
import type { Paint, Stroke } from "./canvas-styles.ts";
import { compileBarcode } from "./compile-barcode.ts";
import { compileChart } from "./compile-chart.ts";
import { compileRich } from "./compile-rich.ts";
import { compileTable } from "./compile-tables.ts";
import {
  type Compiling,
  colorOf,
  conditionOf,
  countOf,
  flagOf,
  isTabular,
  spanOf,
  templateOf,
  wordsOf,
} from "./element-values.ts";
import { cellText, styleNameOf, styleProperties, type TextValues, textOf, withDefault } from "./text-styles.ts";

/** Labels of `pairs` are 20 mm wide where nothing is said. */
const LABEL_WIDTH_EMU = 720_000;
/** Newspaper columns stand two letters of small print apart where nothing is said. */
export const COLUMN_GAP_EMU = 216_000;

/** Where an element stands: the text around it, and what a grid's style gives to its cells. */
interface Surroundings {
  readonly text: TextValues;
  readonly cells: CheckedValues | null;
  /** What the container says of the texts directly in it: of that, only some is inherited further down. */
  readonly direct: TextValues;
}

const NO_TEXT: TextValues = new Map();

/** Texts that take over what their container says of texts. */
const TEXTS: ReadonlySet<string> = new Set(["text", "label", "rich", "check"]);

export function compileChildren(
  compiling: Compiling,
  parent: CheckedElement,
  text: TextValues,
): readonly CanvasElement[] {
  return compileAll(compiling, parent.children, { text, cells: null, direct: NO_TEXT });
}

function compileAll(
  compiling: Compiling,
  children: readonly CheckedElement[],
  around: Surroundings,
): readonly CanvasElement[] {
  return children.flatMap((child) =>
    child.definition.name === "use"
      ? compileUse(compiling, child, around)
      : (compileElement(compiling, child, around) ?? []),
  );
}

/** The elements of a part, where it is used. At a place of its own they are stacked there. */
function compileUse(compiling: Compiling, use: CheckedElement, around: Surroundings): readonly CanvasElement[] {
  const part = compiling.parts.get(wordOf(use.args, "part") ?? "");
  if (part === undefined) return [];
  const children = compileAll(compiling, part.children, around);
  if (use.properties.has("x") || use.properties.has("w")) {
    const box = boxOf(use.properties, colorOf(around.text));
    return [{ kind: "stack", box, span: spanOf(use), gapEmu: 0, children }];
  }
  const when = conditionOf(use);
  return when === null ? children : children.map((child) => shownWhen(child, when));
}

/** The element, drawn only where one more condition holds. */
function shownWhen(element: CanvasElement, when: ExpressionCode): CanvasElement {
  if ("box" in element) return { ...element, box: { ...element.box, when: bothHold(when, element.box.when) } };
  const both = bothHold(when, element.when ?? null) ?? when;
  return { ...element, when: both };
}

function compileElement(compiling: Compiling, element: CheckedElement, around: Surroundings): CanvasElement | null {
  const { resources } = compiling;
  const name = element.definition.name;
  const direct = TEXTS.has(name) ? around.direct : NO_TEXT;
  const text = textOf(resources, around.text, element, name === "label" ? "label" : null, direct);
  const own = boxValues(resources, element, around.cells);
  const values =
    name === "label" && element.properties.get("style") === undefined ? withLabelStyle(resources, own, element) : own;
  const span = spanOf(element);
  switch (name) {
    case "space":
      return spaceOf(element);
    case "break": {
      const column = wordOf(element.args, "what") === "column";
      return { kind: "break", when: conditionOf(element), span, ...(column ? { what: "column" } : {}) };
    }
    case "bookmark":
      return {
        kind: "bookmark",
        title: templateOf(element.args, "content"),
        level: countOf(element.properties, "level") ?? 1,
        when: conditionOf(element),
        span,
      };
    case "seals":
      return compileSeals(compiling, element, text, values);
    case "comb":
    case "check":
      return compileMark(compiling, element, text, boxOf(values, colorOf(text)));
    case "text":
    case "label":
      return compileText(compiling, element, text, boxOf(values, colorOf(text)));
    case "rich":
      return compileRich(compiling, element, text, boxOf(values, colorOf(text)));
    case "grid":
      return compileGrid(compiling, element, text, directOf(styleProperties(resources, styleNameOf(element)), element));
    case "table":
    case "gantt":
      return compileTable(compiling, element, text, (column, own) =>
        compileAll(compiling, column.children, { text: own, cells: null, direct: NO_TEXT }),
      );
    case "pairs":
      return compilePairs(compiling, element, text);
    default:
      return compileBoxed(compiling, element, text, values, name === "each" ? around.direct : NO_TEXT);
  }
}

/** What is written at a container goes to its texts; what its style says goes there in a grid alone: they are cells. */
function directOf(around: CheckedValues, element: CheckedElement): TextValues {
  const own = [...around, ...element.properties];
  return new Map(own.filter(([key]) => Object.hasOwn(TEXT_PROPERTIES, key) && !INHERITED.has(key)));
}

function spaceOf(element: CheckedElement): CanvasElement {
  const when = conditionOf(element);
  const heightEmu = lengthOf(element.args, "height") ?? 0;
  return { kind: "space", heightEmu, span: spanOf(element), ...(when === null ? {} : { when }) };
}

function withLabelStyle(resources: Resources, values: CheckedValues, element: CheckedElement): CheckedValues {
  const style = resources.styles.get("label");
  return style === undefined ? values : new Map([...style.properties, ...values, ...element.properties]);
}

function compileBoxed(
  compiling: Compiling,
  element: CheckedElement,
  text: TextValues,
  values: CheckedValues,
  around: TextValues,
): CanvasElement | null {
  const color = colorOf(text);
  const box = boxOf(values, color);
  const span = spanOf(element);
  const direct = directOf(around, element);
  const inside: Surroundings = { text, cells: null, direct };
  const children = (): readonly CanvasElement[] => compileAll(compiling, element.children, inside);
  const gapEmu = lengthOf(element.properties, "gap") ?? 0;
  switch (element.definition.name) {
    case "stack":
    case "box":
      return { kind: element.definition.name, box, span, gapEmu, children: children() };
    case "columns": {
      const columnGapEmu = lengthOf(element.properties, "gap") ?? COLUMN_GAP_EMU;
      const balance = flagOf(element.properties, "balance") ?? true;
      const count = countOf(element.properties, "n") ?? 2;
      const betweenEmu = lengthOf(element.properties, "row-gap") ?? 0;
      return { kind: "columns", box, span, count, columnGapEmu, gapEmu: betweenEmu, balance, children: children() };
    }
    case "row":
      return { kind: "row", box, span, gapEmu, children: children() };
    case "plate":
      return { kind: "plate", box, span, children: children() };
    case "each": {
      const list = element.args.get("array");
      return list?.kind === "code"
        ? { kind: "each", box, span, over: list.checked.code, gapEmu, children: children() }
        : null;
    }
    case "line":
      return compileLine(element, box, color);
    case "rect":
      return { kind: "rect", box: rectBox(element, values, color), span };
    case "image":
      return compileImage(element, box);
    case "barcode":
      return compileBarcode(compiling.styles, element, text, box, span);
    case "chart":
      return compileChart(compiling, element, text, box);
    case "seal":
      return compileSeal(compiling, element, text, box);
    default:
      return null;
  }
}

function compileText(
  compiling: Compiling,
  element: CheckedElement,
  text: TextValues,
  box: ReturnType<typeof boxOf>,
): CanvasElement {
  const role = wordOf(element.properties, "role");
  const heading = countOf(element.properties, "heading") ?? (role === "document.title" ? 1 : 0);
  return {
    kind: "text",
    box,
    span: spanOf(element),
    content: templateOf(element.args, "content"),
    style: compiling.styles.index(text, isTabular(element.args.get("content"), element)),
    heading: heading as 0 | 1 | 2 | 3,
    ...markerOf(element),
  };
}

function markerOf({ properties }: CheckedElement): Pick<TextElement, "marker"> {
  const content = wordsOf(properties.get("marker"));
  return content === null ? {} : { marker: { content, widthEmu: lengthOf(properties, "marker-w") } };
}

/** Stroke, width, colour and dash of `line` and `rect`. */
function ownStroke(element: CheckedElement, textColor: Paint, fallback: boolean): Stroke | null {
  const { properties } = element;
  const color = paintOf(properties, "color") ?? textColor;
  const stroke = properties.get("stroke");
  const dash = wordOf(properties, "dash");
  const width = lengthOf(properties, "stroke-width");
  const base = stroke?.kind === "stroke" ? strokeOf(stroke, color, dash) : null;
  if (stroke !== undefined && base === null) return null;
  if (base === null && width === null && !fallback) return null;
  const {
    widthEmu,
    paint,
    dash: kind,
  } = base ?? { widthEmu: STROKE_DEFAULT_EMU, paint: color, dash: (dash ?? "solid") as Stroke["dash"] };
  return { widthEmu: width ?? widthEmu, paint, dash: kind };
}

function compileLine(element: CheckedElement, box: ReturnType<typeof boxOf>, color: Paint): CanvasElement {
  const { properties } = element;
  const stroke = ownStroke(element, color, true) ?? { widthEmu: 0, paint: color, dash: "solid" as const };
  const relative = (end: string, start: number | null): number | null => {
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

/** A rectangle's stroke is its border on all sides. */
function rectBox(element: CheckedElement, values: CheckedValues, color: Paint): ReturnType<typeof boxOf> {
  const box = boxOf(values, color);
  const framed = element.properties.has("fill") || box.borderTop !== null;
  const stroke = ownStroke(element, color, !framed);
  if (stroke === null) return box;
  return { ...box, borderTop: stroke, borderRight: stroke, borderBottom: stroke, borderLeft: stroke };
}

function compileImage(element: CheckedElement, box: ReturnType<typeof boxOf>): CanvasElement | null {
  const source = element.args.get("source");
  const picture = pictureOf(source);
  if (picture === null) return null;
  const fit = (wordOf(element.properties, "fit") ?? "contain") as "contain" | "cover" | "fill";
  return { kind: "image", box, span: spanOf(element), source: picture, fit };
}

/** An expression, or the name of a declared asset. */
function pictureOf(source: CheckedValue | undefined): ExpressionCode | null {
  if (source?.kind === "word") return textCode(`asset:${source.text}`);
  return source?.kind === "code" ? source.checked.code : null;
}

function compileSeal(
  compiling: Compiling,
  element: CheckedElement,
  text: TextValues,
  box: ReturnType<typeof boxOf>,
): CanvasElement {
  const label = element.args.get("label") ?? element.properties.get("label");
  const source = element.args.get("source");
  const centred = withDefault(withDefault(text, "align", "center"), "valign", "middle");
  return {
    kind: "seal",
    box,
    span: spanOf(element),
    source: pictureOf(source),
    label: label?.kind === "template" ? label.template : null,
    style: compiling.styles.index(centred, false),
  };
}

/** Letters in cells, and boxes to tick. */
function compileMark(
  compiling: Compiling,
  element: CheckedElement,
  text: TextValues,
  box: ReturnType<typeof boxOf>,
): CanvasElement {
  const span = spanOf(element);
  const { args, properties } = element;
  if (element.definition.name === "comb") {
    const style = compiling.styles.index(text, isTabular(args.get("content"), element));
    return {
      kind: "comb",
      box,
      span,
      content: templateOf(args, "content"),
      cells: countOf(properties, "cells") ?? 1,
      style,
    };
  }
  const ticked = args.get("ticked");
  return {
    kind: "check",
    box,
    span,
    ticked: ticked?.kind === "code" ? ticked.checked.code : null,
    mark: (wordOf(properties, "mark") ?? "tick") as CheckElement["mark"],
    label: wordsOf(args.get("label")),
    style: compiling.styles.index(text, false),
  };
}

function compileSeals(
  compiling: Compiling,
  element: CheckedElement,
  text: TextValues,
  values: CheckedValues,
): CanvasElement {
  const seals = compileAll(compiling, element.children, { text, cells: null, direct: NO_TEXT }).filter(
    (one) => one.kind === "seal",
  );
  const columns = countOf(element.properties, "cols") ?? Math.max(1, seals.length);
  return { kind: "seals", box: boxOf(values, colorOf(text)), span: spanOf(element), columns, seals };
}

function compileGrid(
  compiling: Compiling,
  element: CheckedElement,
  text: TextValues,
  direct: TextValues,
): CanvasElement {
  const own = new Map<string, CheckedValue>([...boxValues(compiling.resources, element, null)]);
  const cells = cellValues(compiling.resources, element);
  for (const key of cells.keys()) if (!element.properties.has(key)) own.delete(key);
  const cols = element.properties.get("cols");
  const gapEmu = lengthOf(element.properties, "gap") ?? 0;
  return {
    kind: "grid",
    box: boxOf(own, colorOf(text)),
    span: spanOf(element),
    columns: cols?.kind === "widths" ? cols.widths : [{ kind: "share", thousandths: 1000 }],
    gapEmu,
    rowGapEmu: lengthOf(element.properties, "row-gap") ?? gapEmu,
    children: compileAll(compiling, element.children, { text, cells, direct }),
  };
}

function compilePairs(compiling: Compiling, element: CheckedElement, text: TextValues): CanvasElement {
  const { resources, styles } = compiling;
  const pairs = element.children.map((child): PairElement => {
    const value = cellText(resources, text, child, null);
    const label = new Map(text);
    for (const [key, each] of resources.styles.get("label")?.properties ?? [])
      if (label.has(key) || key in LABEL_KEYS) label.set(key, each);
    return {
      label: templateOf(child.args, "label"),
      value: templateOf(child.args, "value"),
      labelStyle: styles.index(label, false),
      valueStyle: styles.index(value, isTabular(child.args.get("value"), child)),
      when: conditionOf(child),
      role: wordOf(child.properties, "role"),
      span: spanOf(child),
    };
  });
  const own = new Map<string, CheckedValue>(element.properties);
  return {
    kind: "pairs",
    box: boxOf(own, colorOf(text)),
    span: spanOf(element),
    labelWidthEmu: lengthOf(element.properties, "label-w") ?? LABEL_WIDTH_EMU,
    gapEmu: lengthOf(element.properties, "gap") ?? 0,
    pairs,
  };
}

/** Of style `label`, what the labels of pairs take over. */
const LABEL_KEYS: Readonly<Record<string, true>> = { size: true, color: true, weight: true, font: true, align: true };
