// RPT5008 of letters in drawings: texts of an SVG that hardly differ from what they lie on, in the picture or below it.
import type { Color, Emu } from "../canvas/index.ts";
import { type Diagnostic, type SourceSpan, shortened } from "../diagnostics/index.ts";
import { inkOf, over, type Page, type PathCommand, type Rectangle } from "../layout/index.ts";
import { contrastOn, shown, TEXT_CONTRAST_MIN, WATERMARK_CONTRAST_MIN } from "./contrast.ts";
import { isWithinClips } from "./covers.ts";
import { type ElementIndex, type ElementInfo, nameOf } from "./elements.ts";
import { type Ground, meet } from "./grounds.ts";
import { colorUnder } from "./picture-contrast.ts";
import type { DrawnMark } from "./shown-marks.ts";

/** The letters of one text of a picture, as they are painted one after another. */
interface DrawnText {
  readonly words: string;
  readonly span: SourceSpan;
  readonly element: ElementInfo;
  readonly marks: DrawnMark[];
  /** So many grounds were painted before it. */
  readonly under: number;
}

/** A text and how much its faintest letter differs from its ground; null where that can't be told. */
interface JudgedText {
  readonly text: DrawnText;
  readonly ink: Rectangle;
  readonly ratio: number | null;
}

/** Each element once, with the first of its texts that is faint. Worded for page 1. */
export function findFaintLettersInPictures({ items }: Page, { byStart }: ElementIndex): readonly Diagnostic[] {
  const texts: DrawnText[] = [];
  const grounds: Ground[] = [];
  let open: DrawnText | null = null;
  for (const item of items) {
    const mark = item.kind === "fill" || item.kind === "stroke" ? item : null;
    const element = byStart.get(item.span[0]);
    if (mark?.words === undefined || element === undefined) open = null;
    else if (open === null || open.words !== mark.words || open.element !== element) {
      open = { words: mark.words, span: item.span, element, marks: [mark], under: grounds.length };
      texts.push(open);
    } else open.marks.push(mark);
    if (item.kind === "fill" || item.kind === "image") grounds.push(item);
  }
  const judged = texts.flatMap((text) => judge(text, grounds.slice(0, text.under)));
  const found = new Map<number, Diagnostic>();
  for (const one of judged) {
    const { span } = one.text;
    const needed = neededBy(one.text);
    if (one.ratio === null || one.ratio >= needed || found.has(span[0])) continue;
    if (!judged.some((other) => readsAs(other, one))) found.set(span[0], finding(one.text, one.ratio, needed));
  }
  return [...found.values()];
}

/** Letters that are drawn twice, for a shadow or a light edge, are read by the stronger ones. */
function readsAs(other: JudgedText, { text, ink }: JudgedText): boolean {
  if (other.text === text || other.text.words !== text.words || other.text.element !== text.element) return false;
  return (other.ratio === null || other.ratio >= neededBy(other.text)) && meet(other.ink, ink);
}

/** What lies above or below the content and lets light through is meant to be light. */
function neededBy({ element, marks }: DrawnText): number {
  const isMeantLight = element.overlapsOnPurpose && marks.every(({ color }) => color[3] < OPAQUE);
  return isMeantLight ? WATERMARK_CONTRAST_MIN : TEXT_CONTRAST_MIN;
}

const OPAQUE = 255;
/** Points of an outline that are looked at. */
const POINTS_OF_FIGURE = 8;
/** Outlines of one text that are looked at. */
const FIGURES_MOST = 400;

function judge(text: DrawnText, under: readonly Ground[]): readonly JudgedText[] {
  const inks = text.marks.map(inkOf);
  const ink = inks.reduce((all, each) => (all === null || each === null ? (all ?? each) : hull(all, each)), null);
  if (ink === null) return [];
  const below = under.filter((ground) => {
    const reach = ground.kind === "image" ? (ground.clip ?? ground.rectangle) : inkOf(ground);
    return reach !== null && meet(reach, ink);
  });
  let least: number | null = null;
  for (const figure of figuresOf(text.marks).slice(0, FIGURES_MOST)) {
    const ratio = contrastOfFigure(figure, text.marks, inks, below);
    if (ratio !== null) least = Math.min(least ?? ratio, ratio);
  }
  return [{ text, ink, ratio: least }];
}

type Point = readonly [x: Emu, y: Emu];

/** The middle one of the contrasts along an outline: its ends may lie on an edge of the ground. */
function contrastOfFigure(
  figure: readonly Point[],
  marks: readonly DrawnMark[],
  inks: readonly (Rectangle | null)[],
  below: readonly Ground[],
): number | null {
  const ratios: number[] = [];
  for (const [x, y] of figure) {
    const ground = colorUnder(below, x, y);
    if (ground === null) return null;
    const here = marks.filter((mark, at) => isAbout(inks[at] ?? null, x, y) && isWithinClips(mark, x, y));
    const all = here.flatMap(colorsOf).map((color) => contrastOn(color, over(ground, WHITE)));
    if (all.length > 0) ratios.push(Math.max(...all));
  }
  return ratios.sort((one, other) => one - other)[Math.floor(ratios.length / 2)] ?? null;
}

const WHITE: Color = [255, 255, 255, 255];

function colorsOf({ gradient, color }: DrawnMark): readonly Color[] {
  return gradient === undefined ? [color] : gradient.stops.map((stop) => stop.color);
}

function isAbout(ink: Rectangle | null, x: Emu, y: Emu): boolean {
  return ink !== null && x >= ink.leftEmu && x <= ink.rightEmu && y >= ink.topEmu && y <= ink.bottomEmu;
}

/** Points of each outline of the letters: of areas, or of lines where nothing is filled. */
function figuresOf(marks: readonly DrawnMark[]): readonly (readonly Point[])[] {
  const filled = marks.filter(({ kind }) => kind === "fill");
  return (filled.length > 0 ? filled : marks).flatMap(({ shape }) => {
    return shape.kind === "path" ? pointsOf(shape.commands) : [];
  });
}

function pointsOf(commands: readonly PathCommand[]): readonly (readonly Point[])[] {
  const figures: Point[][] = [];
  for (const command of commands) {
    if (command.op === "move") figures.push([]);
    if (command.op !== "close") figures.at(-1)?.push([command.xEmu, command.yEmu]);
  }
  return figures.map((points) => {
    const step = Math.max(1, points.length / POINTS_OF_FIGURE);
    return points.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step));
  });
}

function hull(one: Rectangle, other: Rectangle): Rectangle {
  return {
    leftEmu: Math.min(one.leftEmu, other.leftEmu),
    topEmu: Math.min(one.topEmu, other.topEmu),
    rightEmu: Math.max(one.rightEmu, other.rightEmu),
    bottomEmu: Math.max(one.bottomEmu, other.bottomEmu),
  };
}

/** Of a text, a finding says so much. */
const WORDS_TOLD = 40;

function finding({ words, span, element }: DrawnText, ratio: number, needed: number): Diagnostic {
  return {
    code: "RPT5008",
    severity: "warning",
    span: { start: span[0], end: span[1] },
    message:
      `contrast ${shown(ratio, needed)}:1 of letters in ${nameOf(element)} (${shortened(words, WORDS_TOLD)}) to ` +
      `their ground, less than ${needed}:1 (page 1)`,
    why: "print and photocopies lose the text",
    repair: {
      title: "send a picture with darker letters or a lighter ground, or lay it on another fill",
      applicability: "suggestion",
      edits: [],
    },
  };
}
