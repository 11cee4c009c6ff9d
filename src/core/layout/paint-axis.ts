// A table's time axis on one page → headings, days without work, lines, bars and marks, and the line of today.
import type { Color, Emu } from "../canvas/index.ts";
import type { SourceSpan } from "../diagnostics/index.ts";
import { barShape, type PlacedBar, placeBars, tipOf } from "./axis-bars.ts";
import type { AxisBar, AxisBlock, AxisLabel, AxisMilestone, AxisRecord } from "./blocks.ts";
import type { Finding } from "./findings.ts";
import type { Line } from "./frames.ts";
import { inkOf } from "./ink.ts";
import { sizeOfMark, widthOfLine } from "./mark-sizes.ts";
import { ARTIFACT, type PathCommand, type PlacedItem, type Rectangle } from "./pages.ts";
import { paintLine } from "./paint-lines.ts";
import { paintTextLines } from "./paint-text.ts";
import { addNode, fillShape, type Painting, type Sheet, strokeShape } from "./painting.ts";
import { polygon } from "./path-shapes.ts";
import { lineCountOf } from "./text-box.ts";

/** A row of the page as the axis sees it. */
export interface AxisRow {
  readonly topEmu: Emu;
  readonly heightEmu: Emu;
  /** Heading, record or blank row, or anything else (heads and feet of groups, sums). */
  readonly part: "head" | "record" | "other";
  /** The structure's cell that bars belong to. */
  readonly node: number;
  /** What its record has on the axis, where the row begins here. */
  readonly record: AxisRecord | null;
}

/** What lies under texts and borders. `xEmu` is the axis's left edge on the page. */
export function paintAxisGround(sheet: Sheet, axis: AxisBlock, rows: readonly AxisRow[], xEmu: Emu): void {
  const words = rows.flatMap((row) => (row.record === null ? [] : wordsOf(row.record, row, xEmu)));
  for (const [topEmu, bottomEmu] of stretches(rows, "record")) {
    paintOff(sheet, axis, xEmu, topEmu, bottomEmu);
    for (const { xEmu: x, isStrong } of axis.lines) {
      for (const [from, to] of leftOf([topEmu, bottomEmu], clearOfWords(words, xEmu + x))) {
        paintStep(sheet, axis, isStrong ? axis.strongLine : axis.line, xEmu + x, from, to);
      }
    }
  }
  for (const [topEmu, bottomEmu] of stretches(rows, "head")) {
    axis.tiers.forEach((tier, at) => {
      const [from, to] = tierEdges(axis, at, topEmu, bottomEmu);
      if (tier.isFinest) paintOff(sheet, axis, xEmu, from, to);
      for (const { fromEmu, isBound } of tier.cells.slice(1)) {
        if (isBound) paintStep(sheet, axis, axis.strongLine, xEmu + fromEmu, from, to);
      }
      if (at > 0) paintAcross(sheet, axis, xEmu, from);
    });
  }
}

/**
 * Labels of the headings, bars and marks of records, and the line of today over them. `cells`: what the rows show
 * already, whose words the line leaves out too: those of heads and feet lie over the axis.
 */
export function paintAxis(
  painting: Painting,
  axis: AxisBlock,
  rows: readonly AxisRow[],
  xEmu: Emu,
  cells: readonly PlacedItem[],
): void {
  for (const [topEmu, bottomEmu] of stretches(rows, "head")) {
    const node = rows.find((row) => row.part === "head")?.node ?? ARTIFACT;
    axis.tiers.forEach((tier, at) => {
      const [from, to] = tierEdges(axis, at, topEmu, bottomEmu);
      for (const cell of tier.cells) paintName(painting, axis, cell, xEmu, from, to, node);
    });
  }
  // Words come last, and the line of today leaves them out.
  const labels: PlacedLabel[] = [];
  for (const row of rows) {
    if (row.record !== null) labels.push(...paintRecord(painting, axis, row.record, row, xEmu));
  }
  paintToday(painting, axis, rows, xEmu, { labels, cells });
  for (const label of labels) paintLabel(painting, label);
}

/** Where the words of a record stand, for the lines that leave them out. */
function wordsOf(record: AxisRecord, row: AxisRow, xEmu: Emu): readonly Words[] {
  if (record.marks.every(({ label }) => label === null)) return [];
  const bars = placeBars(record.marks, row, []);
  const stripes = bars.flatMap((bar) => stripeOf(bar, xEmu) ?? []);
  return [
    ...bars.flatMap((bar) => wordsOfBar(bar, row, xEmu) ?? []),
    ...record.marks.flatMap((mark) => {
      const words = mark.kind === "milestone" ? wordsOfMilestone(mark, row, xEmu) : null;
      return words === null ? [] : [besideStripes(words, stripes, row) ?? words];
    }),
  ];
}

/** Bars below marks; what could not lie in the row as declared is told. */
function paintRecord(
  painting: Painting,
  { widthEmu }: AxisBlock,
  record: AxisRecord,
  row: AxisRow,
  xEmu: Emu,
): readonly PlacedLabel[] {
  const findings = [...record.findings];
  const bars = placeBars(record.marks, row, findings);
  const at = { xEmu, yEmu: row.topEmu };
  for (const finding of findings) painting.findings.add(finding, painting.sheet.number, at);
  const marks = record.marks.filter((mark) => mark.kind === "milestone");
  const stripes = bars.flatMap((bar) => stripeOf(bar, xEmu) ?? []);
  return [
    ...bars.flatMap((bar) => paintBar(painting, bar, row, xEmu) ?? []),
    ...marks.flatMap((mark) => {
      const node = paintMilestone(painting, mark, row, [xEmu, xEmu + widthEmu]);
      const words = wordsOfMilestone(mark, row, xEmu);
      if (words === null) return [];
      const beside = besideStripes(words, stripes, row);
      if (beside === null) {
        const corner = { xEmu: words.room.leftEmu, yEmu: words.room.topEmu };
        painting.findings.add(wordsAreCrossed(mark.span), painting.sheet.number, corner);
      }
      return [{ ...(beside ?? words), span: mark.span, node: node === ARTIFACT ? row.node : node }];
    }),
  ];
}

/** What shows how much of a bar is done: a stripe at its foot, or a bar in the lane of progress. Null for none. */
function stripeOf({ bar, topEmu, bottomEmu }: PlacedBar, xEmu: Emu): Rectangle | null {
  if (bar.doneEmu === null) return null;
  const [left, right] = [xEmu + bar.fromEmu, xEmu + bar.toEmu];
  const done = xEmu + bar.doneEmu;
  if (done <= left) return null;
  if (bar.lane === "progress") return { leftEmu: left, topEmu, rightEmu: done, bottomEmu };
  const tip = tipOf({ leftEmu: left, topEmu, rightEmu: right, bottomEmu });
  const from = left + (bar.start === "beyond" ? tip : 0);
  const to = Math.min(done, right - (bar.end === "beyond" ? tip : 0));
  return to > from
    ? { leftEmu: from, topEmu: bottomEmu - stripeEmu(topEmu, bottomEmu), rightEmu: to, bottomEmu }
    : null;
}

function stripeEmu(topEmu: Emu, bottomEmu: Emu): Emu {
  return Math.round(((bottomEmu - topEmu) * DONE_THOUSANDTHS) / 1000);
}

/**
 * The words of a mark where no stripe runs through them as if they were struck out: as near to the mark as may be. Null
 * where the row has no such place.
 */
function besideStripes(words: Words, stripes: readonly Rectangle[], row: AxisRow): Words | null {
  const { room } = words;
  const { sizeEmu } = words.label.text.paragraph;
  const half = Math.round(sizeEmu * (0.5 + CLEAR_SHARE));
  const crossed = stripes.filter(({ leftEmu, rightEmu }) => leftEmu < room.rightEmu && rightEmu > room.leftEmu);
  const usual = Math.round((room.topEmu + room.bottomEmu) / 2);
  const [first, last] = [row.topEmu + Math.round(sizeEmu / 2), row.topEmu + row.heightEmu - Math.round(sizeEmu / 2)];
  const isFree = (middle: Emu) =>
    crossed.every(({ topEmu, bottomEmu }) => middle + half <= topEmu || middle - half >= bottomEmu);
  const others = crossed.flatMap(({ topEmu, bottomEmu }) => [topEmu - half, bottomEmu + half]);
  const free = others.filter((middle) => middle >= first && middle <= last && isFree(middle));
  const [nearest] = free.toSorted((one, other) => Math.abs(one - usual) - Math.abs(other - usual));
  if (isFree(usual)) return words;
  if (nearest === undefined) return null;
  const height = room.bottomEmu - room.topEmu;
  const topEmu = nearest - Math.floor(height / 2);
  return { ...words, room: { ...room, topEmu, bottomEmu: topEmu + height } };
}

/** RPT4003: a row that is too low for the words of a mark beside what is done of its bars. */
function wordsAreCrossed(span: SourceSpan): Finding {
  return {
    code: "RPT4003",
    severity: "warning",
    span,
    message: "the words of a mark lie over the stripe that shows how much of a bar is done",
    path: null,
    why: "the row has no room for them above or below it, and words with a stripe look struck out",
    repair: "give the gantt a larger row-h, make their letters smaller, or draw fewer bars in one row",
  };
}

/** A label with its place; the room is its bar's or its row's. */
interface Words {
  readonly label: AxisLabel;
  readonly room: Rectangle;
}

interface PlacedLabel extends Words {
  readonly span: SourceSpan;
  readonly node: number;
}

/** Neighbouring rows of one kind as one stretch. */
function stretches(rows: readonly AxisRow[], part: AxisRow["part"]): readonly (readonly [Emu, Emu])[] {
  const found: [Emu, Emu][] = [];
  for (const row of rows) {
    if (row.part !== part) continue;
    const last = found.at(-1);
    if (last !== undefined && last[1] === row.topEmu) last[1] = row.topEmu + row.heightEmu;
    else found.push([row.topEmu, row.topEmu + row.heightEmu]);
  }
  return found;
}

function tierEdges(axis: AxisBlock, at: number, topEmu: Emu, bottomEmu: Emu): readonly [Emu, Emu] {
  const edge = (tier: number): Emu => topEmu + Math.round(((bottomEmu - topEmu) * tier) / axis.tiers.length);
  return [edge(at), edge(at + 1)];
}

function paintOff(sheet: Sheet, axis: AxisBlock, xEmu: Emu, topEmu: Emu, bottomEmu: Emu): void {
  if (axis.offColor === null) return;
  for (const { fromEmu, toEmu } of axis.off) {
    fillBox(sheet, axis.span, axis.offColor, xEmu + fromEmu, topEmu, xEmu + toEmu, bottomEmu, ARTIFACT);
  }
}

function paintStep(sheet: Sheet, axis: AxisBlock, line: Line | null, x: Emu, topEmu: Emu, bottomEmu: Emu): void {
  if (line !== null) paintLine(sheet, axis.span, line, x, topEmu, x, bottomEmu, false);
}

function paintAcross(sheet: Sheet, axis: AxisBlock, xEmu: Emu, y: Emu): void {
  if (axis.strongLine !== null) paintLine(sheet, axis.span, axis.strongLine, xEmu, y, xEmu + axis.widthEmu, y, false);
}

function fillBox(
  sheet: Sheet,
  span: SourceSpan,
  color: Color,
  leftEmu: Emu,
  topEmu: Emu,
  rightEmu: Emu,
  bottomEmu: Emu,
  node: number,
): void {
  const rectangle = { leftEmu, topEmu, rightEmu, bottomEmu };
  fillShape(sheet, span, { kind: "rectangle", rectangle, radiusEmu: 0 }, color, false, node);
}

function paintName(
  painting: Painting,
  axis: AxisBlock,
  { fromEmu, insetEmu, text }: AxisBlock["tiers"][number]["cells"][number],
  xEmu: Emu,
  topEmu: Emu,
  bottomEmu: Emu,
  node: number,
): void {
  if (text === null) return;
  const at = { xEmu: xEmu + fromEmu + insetEmu, yEmu: topEmu, heightEmu: bottomEmu - topEmu, node, still: false };
  paintTextLines(painting, axis.span, text, 0, lineCountOf(text.paragraph), at);
}

/** How much of a bar's height shows what is done of it. */
const DONE_THOUSANDTHS = 200;

function paintBar(
  painting: Painting,
  { bar, topEmu, bottomEmu }: PlacedBar,
  row: AxisRow,
  xEmu: Emu,
): PlacedLabel | null {
  const { sheet } = painting;
  const [left, right] = [xEmu + bar.fromEmu, xEmu + bar.toEmu];
  const node = nodeOfMark(painting, bar, row);
  const done = bar.doneEmu === null ? null : xEmu + bar.doneEmu;
  const isProgress = bar.lane === "progress" && done !== null;
  const reach = isProgress ? done : right;
  const end = isProgress ? (bar.isDoneBeyond ? "beyond" : "known") : bar.end;
  const shape = barShape({ leftEmu: left, topEmu, rightEmu: reach, bottomEmu }, bar.start, end);
  if (reach > left) fillShape(sheet, bar.span, shape, bar.fill, false, node);
  const hasStripe = bar.lane === "main" && done !== null && stripeEmu(topEmu, bottomEmu) > 0;
  const box = hasStripe ? stripeOf({ bar, topEmu, bottomEmu }, xEmu) : null;
  if (box !== null) {
    fillBox(sheet, bar.span, bar.doneColor, box.leftEmu, box.topEmu, box.rightEmu, box.bottomEmu, node);
  }
  if (bar.border !== null) {
    const rectangle = { leftEmu: left, topEmu, rightEmu: right, bottomEmu };
    strokeShape(sheet, bar.span, barShape(rectangle, bar.start, bar.end), bar.border, [], false, node);
  }
  const words = wordsOfBar({ bar, topEmu, bottomEmu }, row, xEmu);
  return words === null ? null : { ...words, span: bar.span, node: node === ARTIFACT ? row.node : node };
}

/** A label keeps above the stripe of what is done. */
function wordsOfBar({ bar, topEmu, bottomEmu }: PlacedBar, row: AxisRow, xEmu: Emu): Words | null {
  if (bar.label === null) return null;
  const stripe = bar.lane === "main" && bar.doneEmu !== null ? stripeEmu(topEmu, bottomEmu) : 0;
  return placed(bar.label, row, xEmu, [topEmu, bottomEmu - stripe]);
}

/** About the middle of their bar or mark, but no line between rows runs through them where the row is high enough. */
function placed(label: AxisLabel, row: AxisRow, axisEmu: Emu, [top, bottom]: readonly [Emu, Emu]): Words {
  const { lines, sizeEmu } = label.text.paragraph;
  const leftEmu = axisEmu + label.xEmu;
  const widthEmu = lines.reduce((most, line) => Math.max(most, line.widthEmu), 0);
  const half = Math.ceil(Math.min(sizeEmu, row.heightEmu) / 2);
  const middle = Math.round((top + bottom) / 2);
  const kept = Math.min(Math.max(middle, row.topEmu + half), row.topEmu + row.heightEmu - half);
  const [topEmu, bottomEmu] = [top + kept - middle, bottom + kept - middle];
  return { label, room: { leftEmu, topEmu, rightEmu: leftEmu + widthEmu, bottomEmu } };
}

/** Words that are higher than their bar stand as far above it as below. */
function paintLabel(painting: Painting, { span, label, room, node }: PlacedLabel): void {
  const { text } = label;
  const heightEmu = room.bottomEmu - room.topEmu;
  const beyondEmu = Math.max(0, text.neededEmu - heightEmu);
  const at = { xEmu: room.leftEmu, yEmu: room.topEmu - Math.floor(beyondEmu / 2), node, still: false };
  paintTextLines(painting, span, text, 0, lineCountOf(text.paragraph), { ...at, heightEmu: heightEmu + beyondEmu });
}

/** What a bar tells by its alternative text; bars without one are decoration of their row. */
function nodeOfMark(painting: Painting, mark: AxisBar | AxisMilestone, row: AxisRow): number {
  if (mark.alt === null || row.node === ARTIFACT) return ARTIFACT;
  return addNode(painting, "Figure", row.node, mark.span, { role: mark.role, alt: mark.alt });
}

/** Where the foot of marks stands. */
function footOfMarks({ topEmu, heightEmu }: AxisRow): Emu {
  return topEmu + heightEmu - Math.round(heightEmu / 12);
}

function wordsOfMilestone({ label }: AxisMilestone, row: AxisRow, xEmu: Emu): Words | null {
  const foot = footOfMarks(row);
  return label === null ? null : placed(label, row, xEmu, [foot - sizeOfMark(row.heightEmu), foot]);
}

/** About its place, where a whole mark has room. Answers its node of the structure. */
function paintMilestone(
  painting: Painting,
  mark: AxisMilestone,
  row: AxisRow,
  [leftEmu, rightEmu]: readonly [Emu, Emu],
): number {
  const { sheet } = painting;
  const node = nodeOfMark(painting, mark, row);
  const size = sizeOfMark(row.heightEmu);
  const x = leftEmu + mark.xEmu;
  const half = Math.round(size / 2);
  const [left, right] = [Math.max(leftEmu, x - half), Math.min(rightEmu, x + half)];
  const bottom = row.topEmu + row.heightEmu;
  const low = footOfMarks(row);
  const middle = row.topEmu + Math.round(row.heightEmu / 2);
  switch (mark.shape) {
    case "triangle":
      fillPoints(sheet, mark, node, [
        [x, low - size],
        [right, low],
        [left, low],
      ]);
      break;
    case "diamond":
      fillPoints(sheet, mark, node, [
        [x, middle - half],
        [right, middle],
        [x, middle + half],
        [left, middle],
      ]);
      break;
    case "before":
    case "after": {
      const inward = mark.shape === "before" ? size : -size;
      fillPoints(sheet, mark, node, [
        [x, middle],
        [x + inward, middle - half],
        [x + inward, middle + half],
      ]);
      break;
    }
    case "line": {
      const width = widthOfLine(size);
      const from = Math.max(leftEmu, x - Math.floor(width / 2));
      const to = Math.min(rightEmu, x - Math.floor(width / 2) + width);
      fillBox(sheet, mark.span, mark.fill, from, row.topEmu, to, bottom, node);
      break;
    }
    default:
      mark.shape satisfies never;
  }
  return node;
}

function fillPoints(sheet: Sheet, mark: AxisMilestone, node: number, points: readonly (readonly [Emu, Emu])[]): void {
  fillShape(sheet, mark.span, { kind: "path", commands: polygon(points) }, mark.fill, false, node);
}

/** Half the width of the pointer above today's line, and its height, in widths of the line but no less than this. */
const POINTER_EMU = 28_000;

function pointerAt(xEmu: Emu, yEmu: Emu): readonly PathCommand[] {
  return [
    { op: "move", xEmu: xEmu - POINTER_EMU, yEmu: yEmu - POINTER_EMU },
    { op: "line", xEmu: xEmu + POINTER_EMU, yEmu: yEmu - POINTER_EMU },
    { op: "line", xEmu, yEmu },
    { op: "close" },
  ];
}

/** A line through the rows but through no words, and words in the heading, which stand without any row too. */
function paintToday(
  painting: Painting,
  axis: AxisBlock,
  rows: readonly AxisRow[],
  xEmu: Emu,
  { labels, cells }: { readonly labels: readonly Words[]; readonly cells: readonly PlacedItem[] },
): void {
  const { sheet } = painting;
  const { today } = axis;
  if (today === null) return;
  const body = rows.filter((row) => row.part !== "head");
  const [first, last] = [body[0], body.at(-1)];
  const x = xEmu + today.xEmu;
  const head = rows.filter((row) => row.part === "head");
  if (today.line !== null && first !== undefined && last !== undefined) {
    const stretch = [first.topEmu, last.topEmu + last.heightEmu] as const;
    for (const [from, to] of leftOf(stretch, [...clearOfWords(labels, x), ...clearOfLetters(cells, x)])) {
      paintLine(sheet, today.span, today.line, x, from, x, to, false);
    }
    const commands = pointerAt(x, first.topEmu);
    if (head.length > 0) fillShape(sheet, today.span, { kind: "path", commands }, today.line.color, false);
  }
  const [top, bottom] = [head[0], head.at(-1)];
  if (today.label === null || top === undefined || bottom === undefined) return;
  const [from, to] = tierEdges(axis, 0, top.topEmu, bottom.topEmu + bottom.heightEmu);
  const at = { xEmu: xEmu + today.labelXEmu, yEmu: from, heightEmu: to - from, node: ARTIFACT, still: false };
  paintTextLines(painting, today.span, today.label, 0, lineCountOf(today.label.paragraph), at);
}

/** What an upright line leaves out of its way, from above to below. */
type Clear = readonly [from: Emu, to: Emu];

/** Letters of one line stand about the middle of their room, whatever its height is. */
function clearOfWords(words: readonly Words[], x: Emu): readonly Clear[] {
  return words.flatMap(({ label, room }) => {
    const { sizeEmu } = label.text.paragraph;
    const clearEmu = Math.round(sizeEmu * CLEAR_SHARE);
    if (x < room.leftEmu - clearEmu || x > room.rightEmu + clearEmu) return [];
    return [about(Math.round((room.topEmu + room.bottomEmu) / 2), Math.round(sizeEmu / 2) + clearEmu)];
  });
}

/** The same of letters that are painted already. */
function clearOfLetters(items: readonly PlacedItem[], x: Emu): readonly Clear[] {
  return items.flatMap((item) => {
    const ink = item.kind === "glyphs" ? inkOf(item) : null;
    if (item.kind !== "glyphs" || ink === null) return [];
    const clearEmu = Math.round(item.sizeEmu * CLEAR_SHARE);
    if (x < ink.leftEmu - clearEmu || x > ink.rightEmu + clearEmu) return [];
    return [
      about(Math.round((ink.topEmu + ink.bottomEmu) / 2), Math.ceil((ink.bottomEmu - ink.topEmu) / 2) + clearEmu),
    ];
  });
}

function about(middle: Emu, half: Emu): Clear {
  return [middle - half, middle + half];
}

/** What an upright line has left beside what it would cross. */
function leftOf([top, bottom]: readonly [Emu, Emu], clear: readonly Clear[]): readonly (readonly [Emu, Emu])[] {
  const pieces: (readonly [Emu, Emu])[] = [];
  let from = top;
  for (const [start, end] of clear.toSorted(([one], [other]) => one - other)) {
    if (end <= top || start >= bottom) continue;
    if (start > from) pieces.push([from, start]);
    from = Math.max(from, end);
  }
  return bottom > from ? [...pieces, [from, bottom] as const] : pieces;
}

/** What a line leaves free about the letters, in their size. */
const CLEAR_SHARE = 0.1;
