// Words of a bar among bookings: in the bar, or beside it and pointing to it. Where they stood over a free hour alone,
// they would read as a booking of that hour.
import type { Emu, GanttBar, TextStyle } from "../../canvas/index.ts";
import type { Scope } from "../../expression/index.ts";
import type { AxisBar, AxisLabel } from "../blocks/index.ts";
import {
  type Finding,
  type LayoutInput,
  naturalTextWidth,
  restyled,
  type ShownText,
  setTextBox,
} from "../words/index.ts";
import type { AxisPlace } from "./axis-place.ts";
import {
  isLowerThanLetters,
  type RowOfWords,
  stripeHeight,
  type Words,
  wordsOfBar,
  wordsOffEdges,
} from "./axis-words.ts";

/** A stretch of the axis. */
type Stretch = readonly [from: Emu, to: Emu];

/**
 * Whether words of a bar may not stand free beside it: on an axis of times of day, and where a list gives a row its
 * bars, what is free beside a bar may be taken.
 */
export function keepsToItsBar({ each }: GanttBar, { scale }: Pick<AxisPlace, "scale">): boolean {
  return each !== undefined || scale.isClock;
}

/** The letters are at most as high as this share of their bar. */
const HEIGHT_SHARE = 0.92;

/** How large the words of a bar are that keeps them: as their style says, or so that they are lower than the bar. */
export function sizeOnBar(
  { bars }: Pick<RowOfWords, "bars">,
  bar: AxisBar,
  { sizeEmu, sizeMinEmu }: Pick<TextStyle, "sizeEmu" | "sizeMinEmu">,
): Emu {
  const placed = bars.find((each) => each.bar === bar);
  if (placed === undefined) return sizeEmu;
  const stripe = bar.doneEmu === null ? 0 : stripeHeight(placed.topEmu, placed.bottomEmu);
  const heightEmu = placed.bottomEmu - placed.topEmu - stripe;
  return Math.min(sizeEmu, Math.max(Math.min(sizeMinEmu, sizeEmu), Math.floor(heightEmu * HEIGHT_SHARE)));
}

/** From the top of a bar with its words to its foot; null where words so large stand higher or lower in their row. */
export function bandOfWords({ bars, row }: Omit<RowOfWords, "xEmu">, bar: AxisBar, sizeEmu: Emu): Stretch | null {
  const placed = bars.find((each) => each.bar === bar);
  if (placed === undefined) return null;
  const half = Math.ceil(sizeEmu / 2);
  const stripe = bar.doneEmu === null ? 0 : stripeHeight(placed.topEmu, placed.bottomEmu);
  const middle = Math.round((placed.topEmu + placed.bottomEmu - stripe) / 2);
  const [topEmu, bottomEmu] = [middle - half, middle + half];
  if (topEmu < row.topEmu || bottomEmu > row.topEmu + row.heightEmu) return null;
  return [Math.min(placed.topEmu, topEmu), Math.max(placed.bottomEmu, bottomEmu)];
}

/** What is free for the words of one bar. */
export interface RoomOfWords {
  /** Between the ends of the bar, where nothing else lies on it. */
  readonly inside: Stretch;
  /** What lies beside the bar at its height: other bars, marks and words. */
  readonly taken: readonly Stretch[];
  readonly lines: RowOfWords;
  readonly sizeEmu: Emu;
  readonly sizeMinEmu: Emu;
  readonly insetEmu: Emu;
}

interface WordsOfBar {
  readonly place: AxisPlace;
  readonly source: GanttBar;
  readonly record: Scope;
  readonly bar: AxisBar;
  readonly shown: ShownText;
}

/** In the bar, narrower or smaller where they need it; else beside it with a pointer; else nowhere: null. */
export function labelOnBar(words: WordsOfBar, room: RoomOfWords, findings: Finding[]): AxisLabel | null {
  const { input } = words.place;
  const { style } = words.source;
  const natural = naturalTextWidth(sized(words, room, {}), words.shown.text, style, true);
  const [from, to] = room.inside;
  // Letters with tails need more of the height.
  const sizes = [room.sizeEmu, Math.max(Math.min(room.sizeEmu, room.sizeMinEmu), tailed(room.sizeEmu))];
  const sizeEmu = sizes.find((size) => !isLowFor(words, { ...room, sizeEmu: size }));
  if (sizeEmu !== undefined && to > from) {
    const own: Finding[] = [];
    const label = setIn(words, { ...room, sizeEmu }, [from, to], { fit: "shrink" }, own);
    if (!own.some(({ severity }) => severity === "error")) {
      findings.push(...own);
      return { ...label, xEmu: from + alignedBy(input, style, to - from - label.widthEmu) };
    }
  }
  return labelBeside(words, room, natural, findings);
}

/** The size of letters with tails where others have that one. */
function tailed(sizeEmu: Emu): Emu {
  return Math.floor((sizeEmu * TAILED_THOUSANDTHS) / 1000);
}

const TAILED_THOUSANDTHS = 860;

/** The words in that stretch, in the size that the bar has room for. */
function setIn(
  words: WordsOfBar,
  room: RoomOfWords,
  [from, to]: Stretch,
  over: Partial<TextStyle>,
  findings: Finding[],
): AxisLabel {
  const { source, record, shown } = words;
  const toSet = {
    ...{ shown, style: source.style, scope: record, span: source.span },
    room: { widthEmu: Math.max(1, to - from), heightEmu: null, inCell: true, standsAlone: true },
  };
  const text = setTextBox(sized(words, room, over), toSet, findings);
  const drawn = text.paragraph.lines.reduce((most, line) => Math.max(most, line.widthEmu), 0);
  return { xEmu: from, widthEmu: Math.min(to - from, drawn), text };
}

function sized({ place, source }: WordsOfBar, { sizeEmu }: RoomOfWords, over: Partial<TextStyle>): LayoutInput {
  return restyled(place.input, source.style, { valign: "middle", wrap: "none", align: "left", sizeEmu, ...over });
}

/** What of the room that is left stands before the words. */
export function alignedBy({ canvas }: LayoutInput, style: number, spareEmu: Emu): Emu {
  const align = canvas.textStyles[style]?.align;
  if (align === "center") return Math.floor(Math.max(0, spareEmu) / 2);
  return align === "right" ? Math.max(0, spareEmu) : 0;
}

/** Words that are higher than their bar would lie across its edges. */
function isLowFor(words: WordsOfBar, room: RoomOfWords): boolean {
  const placed = room.lines.bars.find((each) => each.bar === words.bar);
  const probe = setIn(words, room, [0, PROBE_EMU], {}, []);
  return placed !== undefined && isLowerThanLetters(placed, probe.text);
}

/** Wider than any axis. */
const PROBE_EMU = 100_000_000;

/** From its bar to the tip of a pointer, and from a pointer to its words, in thousandths of their size. */
const GAP_THOUSANDTHS = 120;
/** How long a pointer is, in thousandths of the size of its words, and how high on either side of its tip. */
const POINTER_THOUSANDTHS = 460;
const POINTER_HALF_THOUSANDTHS = 300;

/** Right of the bar, or left of it, where nothing lies between the two. */
function labelBeside(words: WordsOfBar, room: RoomOfWords, natural: Emu, findings: Finding[]): AxisLabel | null {
  const { bar, place } = words;
  const aside = Math.round((room.sizeEmu * (2 * GAP_THOUSANDTHS + POINTER_THOUSANDTHS)) / 1000);
  const own: Finding[] = [];
  const { text } = setIn(words, room, [0, natural], {}, own);
  const sides = [
    { xEmu: bar.toEmu + aside, reach: [bar.toEmu, bar.toEmu + aside + natural + room.insetEmu], pointsTo: "left" },
    { xEmu: bar.fromEmu - aside - natural, reach: [bar.fromEmu - aside - natural, bar.fromEmu], pointsTo: "right" },
  ] as const;
  for (const { xEmu, reach, pointsTo } of sides) {
    const [from, to] = reach;
    const isOnAxis = xEmu >= 0 && xEmu + natural <= place.widthEmu;
    if (!isOnAxis || room.taken.some(([start, end]) => start < to && end > from)) continue;
    const label: AxisLabel = { xEmu, widthEmu: natural, text, pointsTo };
    const placed = room.lines.bars.find((each) => each.bar === bar);
    if (placed === undefined) continue;
    const labelled = wordsOfBar({ ...placed, bar: { ...bar, label } }, room.lines.row, room.lines.xEmu);
    if (labelled === null || wordsOffEdges(labelled, bar, room.lines) !== labelled) continue;
    findings.push(...own);
    return label;
  }
  return null;
}

/** The corners of the pointer of words that are drawn in that room; null where they have none. */
export function pointerOf({ label, room }: Words): readonly (readonly [Emu, Emu])[] | null {
  if (label.pointsTo === undefined) return null;
  const of = (thousandths: number): Emu => Math.round((label.text.paragraph.sizeEmu * thousandths) / 1000);
  const middle = Math.round((room.topEmu + room.bottomEmu) / 2);
  const isLeft = label.pointsTo === "left";
  const base = isLeft ? room.leftEmu - of(GAP_THOUSANDTHS) : room.rightEmu + of(GAP_THOUSANDTHS);
  const tip = isLeft ? base - of(POINTER_THOUSANDTHS) : base + of(POINTER_THOUSANDTHS);
  const half = of(POINTER_HALF_THOUSANDTHS);
  return [
    [tip, middle],
    [base, middle - half],
    [base, middle + half],
  ];
}

/** What words take of the axis, with their pointer. */
export function reachOfWords({ fromEmu, toEmu }: AxisBar, { xEmu, widthEmu, pointsTo }: AxisLabel): Stretch {
  if (pointsTo === "left") return [toEmu, xEmu + widthEmu];
  return [xEmu, pointsTo === "right" ? fromEmu : xEmu + widthEmu];
}
