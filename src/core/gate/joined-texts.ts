// RPT5012: texts of neighbours that read as one, because nothing parts them: 12 beside 3号機 reads as 123号機. Digits
// that meet digits are told wherever they stand, and letters that meet letters in the headings of a table.
import type { Emu } from "../canvas/index.ts";
import { type Diagnostic, millimetres } from "../diagnostics/index.ts";
import {
  ARTIFACT,
  CHECK_WORDS_THOUSANDTHS,
  type FillItem,
  type GlyphRunItem,
  glyphInk,
  inkOf,
  leadsDown,
  type OpenDocument,
  type Page,
  type PlacedItem,
  type Rectangle,
} from "../layout/index.ts";
import { contrastOn } from "./contrast.ts";
import { type ElementIndex, type ElementInfo, lengthTextAbove, nameOf, takes } from "./elements.ts";
import { PAPER } from "./grounds.ts";
import { inHeading, JOINTS, jointsOfBeginning, jointsOfEnd, WORD_JOINTS } from "./joined-ends.ts";
import { RULE_THICKNESS_MOST_EMU } from "./line-items.ts";
import { FoundByRow, type FoundInRow, pairOf } from "./row-places.ts";

type Structure = OpenDocument["structure"];

/** Digits nearer than this part of their size read as one number. */
export const DIGITS_APART_SHARE = 0.4;
/** Words nearer than this part of their size read as one word: a blank is as wide. */
const WORDS_APART_SHARE = 0.25;
/** Texts that share more than this part of their size lie on one another, which is told as that. */
export const SHARED_SHARE = 0.1;
/** Texts whose lines are no farther apart than this part of their size stand on one line. */
export const LINE_SHARE = 0.25;
/** Lines that may be one are looked for in steps of 1 mm. */
export const STEP_EMU = 36_000;
/** Less padding than 1.5 mm is hardly seen. */
const PADDING_LEAST_EMU = 54_000;
/** What is added to the least distance, so that rounding takes nothing of it. */
const SURPLUS_EMU = 3_600;
/** A line parts nothing where it is hardly to be told from its ground. */
const SEEN_CONTRAST = 1.1;

/** Elements that show texts of the data. Pictures, codes and schedules place their own words. */
export const TEXTS: ReadonlySet<ElementInfo["kind"]> = new Set(["text", "cell", "pair", "rich", "markdown", "check"]);

/** One run, with its edges along its line and where that line lies across. */
interface Run {
  readonly item: GlyphRunItem;
  readonly element: ElementInfo;
  readonly isDown: boolean;
  /** Whether it is read towards larger places. */
  readonly isForward: boolean;
  readonly fromEmu: Emu;
  readonly toEmu: Emu;
  readonly lineEmu: Emu;
  /** Bits of `JOINTS`. */
  readonly beginning: number;
  readonly end: number;
}

/** Two runs that nothing but a little room parts. */
interface Meeting {
  readonly before: Run;
  readonly after: Run;
  readonly are: "numbers" | "words" | "box";
  readonly apartEmu: Emu;
  readonly leastEmu: Emu;
}

/** Each pair of elements once in each row. Worded for page 1. */
export function joinedByElement(page: Page, elements: ElementIndex, structure: Structure): readonly FoundInRow[] {
  const meetings = meetingsOf(page, elements, structure);
  if (meetings.length === 0) return [];
  const found = new FoundByRow(page, elements);
  for (const meeting of meetings) {
    const { before, after, are } = meeting;
    const pair = `${pairOf(before.element.ownSpan[0], after.element.ownSpan[0])} ${are}`;
    if (!found.has(pair, after.item) && !areParted(meeting, page.items))
      found.add(pair, finding(meeting, page.items), after.item);
  }
  return found.all();
}

function meetingsOf({ items }: Page, elements: ElementIndex, structure: Structure): readonly Meeting[] {
  const lines = new Map<number, Run[]>();
  const headings = new Map<number, boolean>();
  const isInHeading = (node: GlyphRunItem["node"]): boolean => {
    const known = headings.get(node) ?? isHeading(node, structure);
    headings.set(node, known);
    return known;
  };
  for (const item of items) {
    if (item.kind !== "glyphs" || item.isRuby === true || item.isCombined === true) continue;
    const text = item.run.text.trim();
    const element = elements.byStart.get(item.span[0]);
    if (element === undefined || element.isLayered || !TEXTS.has(element.kind)) continue;
    const isCheck = element.kind === "check";
    const joints = [isCheck ? JOINTS.box : jointsOfBeginning(text), jointsOfEnd(text)] as const;
    if (joints[0] === 0 && joints[1] === 0) continue;
    // A label and its value are two things, so that neither is the unit of the other.
    const isNamed = element.kind === "pair" || item.isNaming === true || isInHeading(item.node);
    const [beginning, end] = isNamed ? [inHeading(joints[0]), inHeading(joints[1])] : joints;
    const edges = edgesOf(item);
    const fromEmu = isCheck ? boxFromEmu(item, edges.fromEmu) : edges.fromEmu;
    const run = { ...edges, fromEmu, item, element, beginning, end };
    // Lines that lead down and level ones are kept apart by the sign.
    const step = (Math.floor(run.lineEmu / STEP_EMU) + 1) * (run.isDown ? -1 : 1);
    const known = lines.get(step);
    if (known === undefined) lines.set(step, [run]);
    else known.push(run);
  }
  const meetings: Meeting[] = [];
  for (const [step, runs] of lines) {
    const near = [...runs, ...(lines.get(step + 1) ?? []), ...(lines.get(step - 1) ?? [])];
    for (const before of runs) {
      for (const after of near) {
        const meeting = meetingOf(before, after);
        if (meeting !== null) meetings.push(meeting);
      }
    }
  }
  return meetings;
}

function edgesOf(item: GlyphRunItem): Pick<Run, "isDown" | "isForward" | "fromEmu" | "toEmu" | "lineEmu"> {
  const isDown = leadsDown(item);
  const ink = glyphInk(item);
  const [fromEmu, toEmu] = isDown ? [ink.topEmu, ink.bottomEmu] : [ink.leftEmu, ink.rightEmu];
  // Upright and lying letters of a vertical line share their middle.
  const lineEmu = isDown ? (ink.leftEmu + ink.rightEmu) / 2 : item.yEmu;
  return { isDown, isForward: isForward(item), fromEmu, toEmu, lineEmu };
}

/** Where the box of a check begins whose words begin at `fromEmu`. The box of a turned check is not looked at. */
export function boxFromEmu({ sizeEmu, rotation = 0 }: GlyphRunItem, fromEmu: Emu): Emu {
  return rotation === 0 ? fromEmu - Math.round((sizeEmu * CHECK_WORDS_THOUSANDTHS) / 1000) : fromEmu;
}

/** Whether a run leads to the right or down. A quarter turn leads level letters down, and vertical ones to the left. */
export function isForward(item: Pick<GlyphRunItem, "run" | "rotation">): boolean {
  const { rotation = 0 } = item;
  if (rotation === 0) return true;
  return leadsDown(item) ? rotation === 90 : rotation === 270;
}

/** Null where the two do not read as one, the other one after the first. */
function meetingOf(before: Run, after: Run): Meeting | null {
  const joints = before.end & after.beginning;
  if (joints === 0) return null;
  if (before.isDown !== after.isDown || before.isForward !== after.isForward || areOneText(before, after)) return null;
  const sizeEmu = Math.min(before.item.sizeEmu, after.item.sizeEmu);
  const apartEmu = before.isForward ? after.fromEmu - before.toEmu : before.fromEmu - after.toEmu;
  if (apartEmu < -sizeEmu * SHARED_SHARE || apartEmu >= sizeEmu * DIGITS_APART_SHARE) return null;
  if (Math.abs(before.lineEmu - after.lineEmu) > sizeEmu * LINE_SHARE) return null;
  const are = (joints & ~WORD_JOINTS) !== 0 ? "numbers" : joints === JOINTS.box ? "box" : "words";
  const leastEmu = sizeEmu * (are === "numbers" ? DIGITS_APART_SHARE : WORDS_APART_SHARE);
  return apartEmu < leastEmu ? { before, after, are, apartEmu, leastEmu } : null;
}

/** Runs of one text follow one another as their author wrote them. */
function areOneText({ item, element }: Run, other: Run): boolean {
  if (item === other.item) return true;
  if (element.ownSpan[0] !== other.element.ownSpan[0] || item.isNaming !== other.item.isNaming) return false;
  if (item.part !== other.item.part) return false;
  return item.node === other.item.node || element.kind === "rich" || element.kind === "markdown";
}

/** Whether a run stands in the heading of a column. */
export function isHeading(node: GlyphRunItem["node"], structure: Structure): boolean {
  for (let at = node; at >= 0; at = structure[at]?.parent ?? -1) {
    const known = structure[at];
    if (known?.type === "TD" || known?.type === "Table") return false;
    if (known?.type === "TH") return known.scope !== "row";
  }
  return false;
}

/** Whether a line stands between the two, or they stand on grounds that differ. */
function areParted({ before, after, are }: Meeting, items: readonly PlacedItem[]): boolean {
  const { isDown } = before;
  const [first, second] = before.isForward ? [before, after] : [after, before];
  const slack = Math.min(first.item.sizeEmu, second.item.sizeEmu) * SHARED_SHARE;
  const [from, to] = [first.toEmu - slack, second.fromEmu + slack];
  // In the middle of the letters, across their line.
  const ink = glyphInk(first.item);
  const across = isDown ? (ink.leftEmu + ink.rightEmu) / 2 : (ink.topEmu + ink.bottomEmu) / 2;
  const grounds: FillItem[] = [];
  const groundAt = (along: Emu) =>
    grounds.findLast((fill) => fill.shape.kind === "rectangle" && standsAt(fill.shape.rectangle, along, across, isDown))
      ?.color ?? PAPER;
  for (const item of items) {
    if (item.kind !== "fill" && item.kind !== "stroke") continue;
    // A box does not part its own words from others.
    if (are === "box" && item.span[0] === after.item.span[0]) continue;
    const edges = inkOf(item);
    if (edges === null) continue;
    const [low, high] = isDown ? [edges.leftEmu, edges.rightEmu] : [edges.topEmu, edges.bottomEmu];
    if (low > across || high < across) continue;
    const [start, end] = isDown ? [edges.topEmu, edges.bottomEmu] : [edges.leftEmu, edges.rightEmu];
    const isLine = item.kind === "stroke" || end - start <= RULE_THICKNESS_MOST_EMU;
    const isBetween = (start >= from && start <= to) || (end >= from && end <= to);
    if (isLine && isBetween && contrastOn(item.color, groundAt((from + to) / 2)) >= SEEN_CONTRAST) return true;
    if (item.kind === "fill" && !isLine) grounds.push(item);
  }
  return contrastOn(groundAt(first.toEmu - slack), groundAt(second.fromEmu + slack)) >= SEEN_CONTRAST;
}

function standsAt(
  { leftEmu, topEmu, rightEmu, bottomEmu }: Rectangle,
  along: Emu,
  across: Emu,
  isDown: boolean,
): boolean {
  const [x, y] = isDown ? [across, along] : [along, across];
  return x >= leftEmu && x <= rightEmu && y >= topEmu && y <= bottomEmu;
}

const ROWS: ReadonlySet<string> = new Set(["column", "cell"]);

function finding({ before, after, are, apartEmu, leastEmu }: Meeting, items: readonly PlacedItem[]): Diagnostic {
  const { element } = after;
  const [one, other] = [before, after].map((run) => shortText(wholeLine(run, items)));
  const isBox = are === "box";
  const where = apartEmu > 0 ? `${millimetres(apartEmu)} before` : "without a gap before";
  // What is shown twice has one padding, which moves both alike, unless they are rows of one column.
  const isTwice = before.element === element && !(after.isDown && ROWS.has(element.kind));
  const wantedEmu = Math.max(PADDING_LEAST_EMU, leastEmu - apartEmu + SURPLUS_EMU + element.paddingEmu);
  const padding = isTwice ? null : paddingOf(after, wantedEmu);
  const isLabel = isTwice && element.kind === "pair";
  const room = isLabel ? "make label-w of the pairs larger" : "make room between the two";
  // A label that reaches to the end of its width does so in a wider one too.
  const ofLabel =
    isLabel && element.fillsLabel === true && !after.isDown
      ? { property: "padding-right", added: lengthTextAbove(wantedEmu), ofStyle: "label" }
      : null;
  const change = ofLabel ?? padding;
  const title =
    ofLabel !== null
      ? `write padding-right=${ofLabel.added} in style label, or draw a line between them`
      : padding === null
        ? `${room}, or draw a line between them`
        : `write ${padding.property}=${padding.added} at the ${nameOf(element)}, or draw a line between the two`;
  return {
    code: "RPT5012",
    severity: "warning",
    span: { start: element.ownSpan[0], end: element.ownSpan[1] },
    beside: { start: before.element.ownSpan[0], end: before.element.ownSpan[1] },
    message: `"${one}" stands ${where} ${isBox ? "the box of " : ""}"${other}", and nothing parts them (page 1)`,
    why: isBox ? "nobody knows which word the box belongs to" : `the two read as "${one}${other}"`,
    repair: {
      title,
      applicability: "suggestion",
      edits: [],
      ...(change === null ? {} : { change }),
    },
  };
}

/** The padding that parts an element from what stands before it; null where it takes none, or is turned. */
function paddingOf({ element, isDown }: Run, emu: Emu): { property: string; added: string } | null {
  const property = isDown ? "padding-top" : "padding-left";
  if (element.held.isTurned || !takes(element, property)) return null;
  return { property, added: lengthTextAbove(emu) };
}

/** All that stands on the line of a run and belongs to its text: each face and script has a run of its own. */
function wholeLine({ item, isDown }: Run, items: readonly PlacedItem[]): string {
  const own = items.filter(
    (each) => each.kind === "glyphs" && each.node === item.node && each.span[0] === item.span[0],
  );
  const line = own.filter((each): each is GlyphRunItem => {
    if (each.kind !== "glyphs" || each.isRuby === true) return false;
    // Upright and lying letters of a vertical line begin beside one another.
    const apart = isDown ? each.xEmu - item.xEmu : each.yEmu - item.yEmu;
    return Math.abs(apart) < item.sizeEmu / 2;
  });
  return item.node === ARTIFACT ? item.run.text : line.map(({ run }) => run.text).join("");
}

function shortText(text: string): string {
  const letters = [...text.trim()];
  return letters.length > 20 ? `${letters.slice(0, 20).join("")}…` : letters.join("");
}
