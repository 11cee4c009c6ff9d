// A table's time axis on one page → headings, days without work, lines, bars and marks, and the line of today.
import type { Color, Emu } from "../../canvas/index.ts";
import type { SourceSpan } from "../../diagnostics/index.ts";
import type { AxisBar, AxisBlock, AxisMilestone, AxisRecord } from "../blocks/index.ts";
import {
  barShape,
  boxOfMark,
  CLEAR_SHARE,
  clearWords,
  type PlacedBar,
  placeBars,
  pointerOf,
  stripeHeight,
  stripeOf,
  type Words,
  wordsAreAcross,
  wordsAreCrossed,
  wordsOfBar,
  wordsOffEdges,
  wordsOfMilestone,
} from "../gantt/index.ts";
import { ARTIFACT, inkOf, type Line, type PathCommand, type PlacedItem, polygon } from "../page/index.ts";
import { lineCountOf } from "../words/index.ts";
import { dashOf, paintLine, shrink, strokesOf } from "./paint-lines.ts";
import { paintTextLines } from "./paint-text.ts";
import { addNode, fillShape, type Painting, type Sheet, strokeShape } from "./painting.ts";

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
  const around = { bars: placeBars(record.marks, row, []), row, xEmu };
  return [
    ...around.bars.flatMap((bar) => {
      const words = wordsOfBar(bar, row, xEmu);
      return words === null ? [] : [clearWords(words, bar.bar, around) ?? words];
    }),
    ...record.marks.flatMap((mark) => {
      const words = mark.kind === "milestone" ? wordsOfMilestone(mark, row, xEmu) : null;
      return words === null ? [] : [clearWords(words, mark, around) ?? words];
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
  const around = { bars, row, xEmu };
  const labelOf = (words: Words | null, mark: AxisBar | AxisMilestone, node: number): readonly PlacedLabel[] => {
    if (words === null) return [];
    const clear = clearWords(words, mark, around);
    if (clear === null) {
      const corner = { xEmu: words.room.leftEmu, yEmu: words.room.topEmu };
      painting.findings.add(wordsAreCrossed(mark), painting.sheet.number, corner);
    } else if (mark.kind === "bar" && wordsOffEdges(words, mark, around) === null) {
      const corner = { xEmu: clear.room.leftEmu, yEmu: clear.room.topEmu };
      painting.findings.add(wordsAreAcross(mark), painting.sheet.number, corner);
    }
    return [{ ...(clear ?? words), span: mark.span, node: node === ARTIFACT ? row.node : node }];
  };
  const marks = record.marks.filter((mark) => mark.kind === "milestone");
  return [
    ...bars.flatMap((placed) => {
      const node = paintBar(painting, placed, row, xEmu);
      return labelOf(wordsOfBar(placed, row, xEmu), placed.bar, node);
    }),
    ...marks.flatMap((mark) => {
      const node = paintMilestone(painting, mark, row, [xEmu, xEmu + widthEmu]);
      return labelOf(wordsOfMilestone(mark, row, xEmu), mark, node);
    }),
  ];
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

/** Answers the bar's node of the structure. */
function paintBar(painting: Painting, { bar, topEmu, bottomEmu }: PlacedBar, row: AxisRow, xEmu: Emu): number {
  const { sheet } = painting;
  const [left, right] = [xEmu + bar.fromEmu, xEmu + bar.toEmu];
  const node = nodeOfMark(painting, bar, row);
  const done = bar.doneEmu === null ? null : xEmu + bar.doneEmu;
  const isProgress = bar.lane === "progress" && done !== null;
  const reach = isProgress ? done : right;
  const end = isProgress ? (bar.isDoneBeyond ? "beyond" : "known") : bar.end;
  const shape = barShape({ leftEmu: left, topEmu, rightEmu: reach, bottomEmu }, bar.start, end);
  if (reach > left) fillShape(sheet, bar.span, shape, bar.fill, false, node);
  const hasStripe = bar.lane === "main" && done !== null && stripeHeight(topEmu, bottomEmu) > 0;
  const box = hasStripe ? stripeOf({ bar, topEmu, bottomEmu }, xEmu) : null;
  if (box !== null) {
    fillBox(sheet, bar.span, bar.doneColor, box.leftEmu, box.topEmu, box.rightEmu, box.bottomEmu, node);
  }
  if (bar.border !== null) {
    const rectangle = { leftEmu: left, topEmu, rightEmu: right, bottomEmu };
    for (const { line, insetEmu } of strokesOf(bar.border)) {
      const edge = barShape(shrink(rectangle, insetEmu), bar.start, bar.end);
      strokeShape(sheet, bar.span, edge, line, dashOf(line), false, node);
    }
  }
  return node;
}

/** Words that are higher than their bar stand as far above it as below. */
function paintLabel(painting: Painting, { span, label, room, node }: PlacedLabel): void {
  const { text } = label;
  const heightEmu = room.bottomEmu - room.topEmu;
  const beyondEmu = Math.max(0, text.neededEmu - heightEmu);
  const at = { xEmu: room.leftEmu, yEmu: room.topEmu - Math.floor(beyondEmu / 2), node, still: false };
  paintTextLines(painting, span, text, 0, lineCountOf(text.paragraph), { ...at, heightEmu: heightEmu + beyondEmu });
  const pointer = pointerOf({ label, room });
  if (pointer === null) return;
  fillShape(painting.sheet, span, { kind: "path", commands: polygon(pointer) }, text.color, false, ARTIFACT);
}

/** What a bar tells by its alternative text; bars without one are decoration of their row. */
function nodeOfMark(painting: Painting, mark: AxisBar | AxisMilestone, row: AxisRow): number {
  if (mark.alt === null || row.node === ARTIFACT) return ARTIFACT;
  return addNode(painting, "Figure", row.node, mark.span, { role: mark.role, alt: mark.alt });
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
  const x = leftEmu + mark.xEmu;
  const box = boxOfMark(mark, row, leftEmu);
  const { topEmu, bottomEmu } = box;
  const [left, right] = [Math.max(leftEmu, box.leftEmu), Math.min(rightEmu, box.rightEmu)];
  const middle = Math.round((topEmu + bottomEmu) / 2);
  switch (mark.shape) {
    case "triangle":
      fillPoints(sheet, mark, node, [
        [x, topEmu],
        [right, bottomEmu],
        [left, bottomEmu],
      ]);
      break;
    case "diamond":
      fillPoints(sheet, mark, node, [
        [x, topEmu],
        [right, middle],
        [x, bottomEmu],
        [left, middle],
      ]);
      break;
    case "before":
    case "after": {
      const inner = mark.shape === "before" ? box.rightEmu : box.leftEmu;
      fillPoints(sheet, mark, node, [
        [x, middle],
        [inner, topEmu],
        [inner, bottomEmu],
      ]);
      break;
    }
    case "line":
      fillBox(sheet, mark.span, mark.fill, left, topEmu, right, bottomEmu, node);
      break;
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
