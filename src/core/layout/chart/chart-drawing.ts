// A chart while it is drawn: its data, and the paths and texts that it comes to.

import { type ChartElement, type Color, type Emu, LEGIBLE_EMU, type TextStyle } from "../../canvas/index.ts";
import { millimetres, millimetresEnough } from "../../diagnostics/index.ts";
import type { Decimal, Scope, Value } from "../../expression/index.ts";
import type { PlacedText } from "../blocks/index.ts";
import { type DrawnPath, type Rectangle, rectanglePath } from "../page/index.ts";
import {
  aboutGlyphs,
  type Finding,
  type LayoutInput,
  restyled,
  type ShownText,
  setTextBox,
  styleOf,
} from "../words/index.ts";
import type { Look } from "./chart-looks.ts";
import type { ChartStroke } from "./chart-strokes.ts";

/** What a record gives to the chart. */
export interface ChartRow {
  readonly name: ShownText;
  /** What the name prints where it is one value, such as a date; else null. */
  readonly value: Value;
  /** One for each series; null where there is no number. */
  readonly values: readonly (Decimal | null)[];
  /** What the values are, for findings and labels. */
  readonly paths: readonly (string | null)[];
  readonly colors: readonly Color[];
}

export interface ChartSeriesLook extends Look {
  readonly name: ShownText;
}

/** Collects what is drawn; places are measured from the border box's corner. */
export interface ChartDrawing {
  readonly input: LayoutInput;
  readonly element: ChartElement;
  readonly scope: Scope;
  readonly rows: readonly ChartRow[];
  readonly series: readonly ChartSeriesLook[];
  readonly sizeEmu: Emu;
  readonly lineEmu: Emu;
  readonly ink: Color;
  readonly paths: DrawnPath[];
  /** Grounds of numbers, so that no line runs through them; drawn after all other paths. */
  readonly grounds: DrawnPath[];
  readonly texts: PlacedText[];
  /** Numbers of values, what they stand at, and where their ink is. */
  readonly numbers: (Rectangle & { readonly text: string; readonly pointEmu: Emu })[];
  /** Where bars and parts end: numbers of others leave that to be seen. */
  readonly ends: (readonly [leftEmu: Emu, rightEmu: Emu, yEmu: Emu])[];
  /** Bars, parts and points, and the left edge of what each stands at: numbers of others do not erase them. */
  readonly shown: (Rectangle & { readonly pointEmu: Emu | null })[];
  /** Lines and marks of points, which are drawn over bars and parts. */
  readonly strokes: ChartStroke[];
  /** What the numbers are that there is no room for, whether shorter ones would have it, and zeros of stacks. */
  readonly leftOut: { readonly path: string | null; readonly isLong: boolean; readonly isZero: boolean }[];
  readonly findings: Finding[];
}

/** The data of a record: its name, else its first value; null where a chart has neither. */
export function chartedPath({ rows }: ChartDrawing, at: number): string | null {
  const row = rows[at];
  return row?.name.path ?? row?.paths.find((path) => path !== null) ?? null;
}

/** RPT4001: a plot in which bars and names could not be told apart is not drawn. */
export function tellTooSmall(
  drawing: ChartDrawing,
  [side, has]: readonly ["width" | "height", Emu],
  leastEmu: Emu,
): void {
  const { span } = drawing.element;
  const least = millimetresEnough(leastEmu);
  const message = `the chart's plot has ${millimetres(Math.max(0, has))} of ${side}, less than ${least}`;
  const why = "its bars and names could not be told apart";
  const missing = millimetresEnough(leastEmu - Math.max(0, has));
  const repair = `enlarge ${side === "height" ? "h" : "w"} by ${missing} or more, or leave out its legend or title`;
  drawing.findings.push({
    code: "RPT4001",
    severity: "error",
    span,
    message,
    path: chartedPath(drawing, 0),
    why,
    repair,
  });
}

/** Where a text of a chart stands. */
export interface ChartPlace {
  readonly xEmu: Emu;
  readonly yEmu: Emu;
  readonly widthEmu: Emu;
  readonly heightEmu: Emu;
}

/** Sets a text on one line with its left edge, middle or right edge at `xEmu`. */
export function putText(
  drawing: ChartDrawing,
  shown: ShownText,
  place: ChartPlace,
  align: "left" | "center" | "right",
  over: Partial<TextStyle> = {},
  style: number = drawing.element.style,
): void {
  const { input, scope, element } = drawing;
  const look = { align, valign: "middle", fit: "shrink", wrap: "none", linesMax: 1, ...over } as const;
  const room = { widthEmu: Math.max(1, place.widthEmu), heightEmu: null, inCell: true };
  const toSet = { shown, style, scope, room, span: element.span };
  const found: Finding[] = [];
  drawing.texts.push({ ...place, text: setTextBox(restyled(input, style, look), toSet, found) });
  const isSmallest = styleOf(input.canvas, style).sizeMinEmu <= LEGIBLE_EMU;
  const advice = isSmallest ? "enlarge w, or write less there" : "enlarge w, write less there, or lower min-size";
  drawing.findings.push(...inChart(found, advice));
}

/** Texts of a chart are set as it needs them: what `fit`, `wrap` and `lines` would do elsewhere is no repair here. */
export function inChart(findings: readonly Finding[], repair: string): readonly Finding[] {
  const aboutLetters = aboutGlyphs(findings);
  return findings.map((one) => {
    if (aboutLetters.includes(one)) return one;
    const { change: _, ...rest } = one;
    return { ...rest, repair };
  });
}

/** Words of the chart's own, and of computed numbers. */
export function plainShown(text: string, path: string | null = null): ShownText {
  const sources = text === "" ? [] : [{ start: 0, end: text.length, path, role: null }];
  return { text, sources, isStatic: false, path };
}

/** Why a chart shows nothing: there is no number, all are zero, or none can be a part of a whole. */
const NOTHING = {
  absent: { ja: "データなし", en: "no data" },
  zero: { ja: "すべて0", en: "all are zero" },
  negative: { ja: "0以下の値のみ", en: "no value above zero" },
} as const;

/** In the middle of the plot, for who wonders whether something is missing. */
export function drawNothing(drawing: ChartDrawing, room: Rectangle, reason: keyof typeof NOTHING = "absent"): void {
  const words = NOTHING[reason][drawing.input.canvas.document.lang.startsWith("ja") ? "ja" : "en"];
  const place = {
    xEmu: room.leftEmu,
    yEmu: room.topEmu,
    widthEmu: room.rightEmu - room.leftEmu,
    heightEmu: room.bottomEmu - room.topEmu,
  };
  drawing.paths.push(rectanglePath(room, null, { widthEmu: 3_175, color: drawing.ink, dashEmu: [] }));
  putText(drawing, plainShown(words), place, "center");
}

/** Around bars and slices: light ones show on white paper, and neighbours are told apart without colours. */
export function outlineOf({ ink }: ChartDrawing): NonNullable<DrawnPath["stroke"]> {
  return { widthEmu: 3_175, color: ink, dashEmu: [] };
}
