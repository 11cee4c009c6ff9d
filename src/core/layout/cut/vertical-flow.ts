// Vertical lines in a flow: tiers as high as the page lets them be or as the text declares, filled from the right, one
// below the other; what finds no place goes on at the next page. https://www.w3.org/TR/jlreq/#multi_column_format

import type { Emu } from "../../canvas/index.ts";
import { millimetresAtMost, millimetresEnough } from "../../diagnostics/index.ts";
import { type LineFeed, type LineStart, lineBoxes, type ParagraphLine, type TextRange } from "../../text/index.ts";
import type { CutNotes, Resume, Taken, TextBlock, TiersFragment } from "../blocks/index.ts";
import { verticalInset } from "../page/index.ts";
import {
  anywhere,
  type Finding,
  fitFindings,
  type TextBox,
  type Tier,
  tooManyLines,
  type VerticalFlow,
} from "../words/index.ts";
import { LINES_TOGETHER_MIN } from "./lines-together.ts";

/** The room of a part: at a page's top something is always placed. */
interface TierSpace {
  readonly heightEmu: Emu;
  readonly atTop: boolean;
  readonly freshEmu?: Emu;
}

const NOTHING: Taken = { fragment: null, resume: null };

/** Between tiers (段間): two characters, the least that typesetters leave. */
const TIER_GAP_EM = 2;
/** Below what stands above, lines begin that hold so many characters, on at least this part of a page. */
const LENGTH_LEAST_EM = 10;
const PAGE_SHARE = 4;

/** The part of a vertical text after `resume` that fits into `space`. */
export function cutVertical(
  block: TextBlock,
  flow: VerticalFlow,
  resume: Resume | null,
  space: TierSpace,
  notes: CutNotes,
): Taken {
  const inset = verticalInset(block.frame);
  const roomEmu = space.heightEmu - inset;
  // What no page follows takes all there is.
  const mustTake = space.atTop || space.freshEmu === undefined;
  const bounded = Math.min(roomEmu, flow.mostEmu ?? roomEmu);
  const { sizeEmu } = block.text.style;
  const lengthEmu = flow.lengthEmu ?? Math.max(bounded, sizeEmu);
  if (!mustTake && (lengthEmu > roomEmu || (resume === null && isMeagre(block, flow, roomEmu, space)))) return NOTHING;
  if (lengthEmu > roomEmu) notes.findings.push(tooLow(block, flow, lengthEmu + inset, space.heightEmu));
  if (block.text.style.fit !== "wrap") return setWhole(block, flow, lengthEmu, inset, notes);
  const from = resume?.kind === "vertical" ? resume : { start: FIRST, lines: 0 };
  const takesAny = mustTake || holdsOneLine(block);
  const filled =
    fillTiers(block, flow, from.start, { lengthEmu, roomEmu, mustTake: takesAny }, notes) ??
    wholeHere(block, flow, from.start, { lengthEmu, roomEmu, mustTake: true }, notes);
  if (filled === null) return NOTHING;
  const lines = from.lines + filled.lines;
  if (filled.next === null) tellLines(block, lines, notes);
  const fragment: TiersFragment = {
    kind: "tiers",
    block,
    heightEmu: filled.heightEmu + inset,
    tiers: filled.tiers,
    isFirst: resume === null,
  };
  return { fragment, resume: filled.next === null ? null : { kind: "vertical", start: filled.next, lines } };
}

const FIRST: LineStart = { part: 0, glyph: 0 };

/** Whether a text better begins on the next page: what is left of this one would make its lines too short. */
function isMeagre(block: TextBlock, flow: VerticalFlow, roomEmu: Emu, { freshEmu = 0 }: TierSpace): boolean {
  if (flow.lengthEmu !== null) return false;
  const { style, heightEmu } = block.text;
  const least = Math.max(LENGTH_LEAST_EM * style.sizeEmu, Math.floor(freshEmu / PAGE_SHARE));
  return roomEmu < Math.min(least, heightEmu, flow.mostEmu ?? least);
}

/** Text that shrinks or is clipped is not cut: it takes what there is. */
function setWhole(block: TextBlock, flow: VerticalFlow, lengthEmu: Emu, inset: Emu, notes: CutNotes): Taken {
  const { box, findings } = flow.setIn(lengthEmu);
  notes.findings.push(...findings);
  const tiers = [{ yEmu: 0, text: box }];
  return {
    fragment: { kind: "tiers", block, heightEmu: box.heightEmu + inset, tiers, isFirst: true },
    resume: null,
  };
}

interface FilledTiers {
  readonly tiers: readonly Tier[];
  readonly heightEmu: Emu;
  readonly lines: number;
  readonly next: LineStart | null;
}

interface TierRoom {
  readonly lengthEmu: Emu;
  readonly roomEmu: Emu;
  readonly mustTake: boolean;
}

/** Whether no two lines stand side by side in the text's width: then none stands alone for want of another. */
function holdsOneLine({ text }: TextBlock): boolean {
  const { sizeEmu, lineHeightThousandths } = text.style;
  const twoEmu = sizeEmu + Math.floor((sizeEmu * lineHeightThousandths) / 1000);
  return (text.composed?.widthEmu ?? 0) < twoEmu;
}

/** A line that stands alone in its tier leaves nothing to another page where all tiers stand on this one. */
function wholeHere(...[block, flow, start, room, notes]: Parameters<typeof fillTiers>): FilledTiers | null {
  const findings: Finding[] = [];
  const filled = fillTiers(block, flow, start, room, { ...notes, findings });
  if (filled?.next !== null) return null;
  notes.findings.push(...findings);
  return filled;
}

/** Null where not even the first tier may begin here. */
function fillTiers(
  block: TextBlock,
  flow: VerticalFlow,
  start: LineStart,
  { lengthEmu, roomEmu, mustTake }: TierRoom,
  notes: CutNotes,
): FilledTiers | null {
  const feed = flow.feed();
  const gapEmu = TIER_GAP_EM * block.text.style.sizeEmu;
  const tiers: Tier[] = [];
  let [heightEmu, lines] = [0, 0];
  let next: LineStart | null = start;
  while (next !== null) {
    const yEmu: Emu = tiers.length === 0 ? 0 : heightEmu + gapEmu;
    if (tiers.length > 0 && yEmu + lengthEmu > roomEmu) break;
    const tier: TakenTier | null = takeTier(block, feed, next, lengthEmu, mustTake || tiers.length > 0);
    if (tier === null) return null;
    const box = boxOf(block.text, tier.lines, lengthEmu);
    notes.findings.push(...findingsOf(block, flow, box, tier.brokenWords));
    tiers.push({ yEmu, text: box });
    lines += tier.lines.length;
    next = tier.next;
    heightEmu = yEmu + (flow.lengthEmu === null && next === null ? endEmu(block, tier, lengthEmu) : lengthEmu);
  }
  return { tiers, heightEmu, lines, next };
}

/** Where only short lines are left, the text ends with the longest of them. */
function endEmu({ text }: TextBlock, { lines, isWrapped }: TakenTier, lengthEmu: Emu): Emu {
  const { align } = text.style;
  if (isWrapped || (align !== "left" && align !== "justify")) return lengthEmu;
  return lines.reduce((longest, line) => Math.max(longest, line.widthEmu), 0);
}

interface TakenTier {
  readonly lines: readonly ParagraphLine[];
  /** Some line ends for want of room. */
  readonly isWrapped: boolean;
  readonly brokenWords: readonly TextRange[];
  readonly next: LineStart | null;
}

/** The lines that stand side by side in the text's width. Null where the least that may stand there does not fit. */
function takeTier(
  { text }: TextBlock,
  feed: LineFeed,
  start: LineStart,
  lengthEmu: Emu,
  mustTake: boolean,
): TakenTier | null {
  const widthEmu = text.composed?.widthEmu ?? 0;
  const { lineHeightThousandths } = text.style;
  const fed: ReturnType<LineFeed>[] = [];
  let [wide, next]: [Emu, LineStart | null] = [0, start];
  // One line more than fits tells whether it would stand alone in the next tier.
  while (next !== null && (wide <= widthEmu || fed.length < LINES_TOGETHER_MIN + 1)) {
    const one: ReturnType<LineFeed> = feed(next, lengthEmu);
    fed.push(one);
    wide += Math.floor((one.line.sizeEmu * lineHeightThousandths) / 1000);
    next = one.next;
  }
  const extent = (count: number): Emu =>
    lineBoxes(
      fed.slice(0, count).map(({ line }) => line),
      lineHeightThousandths,
      "vertical",
    ).extentEmu;
  let count = fed.length;
  while (count > 1 && extent(count) > widthEmu) count -= 1;
  const isAll = next === null && count === fed.length;
  if (!isAll) {
    if (next === null && fed.length - count < LINES_TOGETHER_MIN) count = fed.length - LINES_TOGETHER_MIN;
    if (count < LINES_TOGETHER_MIN && !mustTake) return null;
    count = Math.max(1, count);
  }
  const taken = fed.slice(0, count);
  return {
    lines: taken.map(({ line }) => line),
    isWrapped: taken.some(({ endsPart }) => !endsPart),
    brokenWords: taken.flatMap(({ brokenWord }) => brokenWord ?? []),
    next: taken.at(-1)?.next ?? null,
  };
}

/** A tier's lines as a box of their own. */
function boxOf(text: TextBox, lines: readonly ParagraphLine[], lengthEmu: Emu): TextBox {
  const { composed, style } = text;
  const widthEmu = lines.reduce((widest, line) => Math.max(widest, line.widthEmu), 0);
  const overflowEmu = Math.max(0, widthEmu - lengthEmu);
  const paragraph = { ...text.paragraph, lines, widthEmu, overflowEmu, linesOver: 0, missing: [] };
  const { neededEmu } = lineBoxes(lines, style.lineHeightThousandths, "vertical");
  return {
    ...text,
    paragraph,
    lineSizeEmu: paragraph.sizeEmu,
    heightEmu: lengthEmu,
    neededEmu,
    composed: composed === null ? null : { ...composed, lengthEmu, setAgain: () => paragraph },
  };
}

/** What of a tier does not fit: a word that is longer than a line, or a line that is wider than the text. */
function findingsOf(
  block: TextBlock,
  flow: VerticalFlow,
  box: TextBox,
  brokenWords: readonly TextRange[],
): readonly Finding[] {
  const widthEmu = box.composed?.widthEmu ?? 0;
  if (box.paragraph.overflowEmu === 0 && brokenWords.length === 0 && box.neededEmu <= widthEmu) return [];
  const style = { ...box.style, linesMax: null };
  const room = { widthEmu, heightEmu: box.heightEmu, inCell: false };
  const found = fitFindings({ ...box, style }, { style, room, naturalWidth: () => 0 }, brokenWords, block.span);
  if (flow.lengthEmu !== null) return found;
  return found.map((one) =>
    one.code === "RPT4004" ? { ...one, repair: ["set it smaller", ...anywhere(one)].join(", or ") } : one,
  );
}

/** The text itself tells where it has too many lines before it is cut. */
function tellLines(block: TextBlock, lines: number, notes: CutNotes): void {
  const { style, shown } = block.text;
  if (style.linesMax === null || lines <= style.linesMax) return;
  if (block.findings.some(({ code }) => code === "RPT4001")) return;
  notes.findings.push({ ...tooManyLines(lines, style.linesMax, null), span: block.span, path: shown.path });
}

function tooLow(block: TextBlock, flow: VerticalFlow, neededEmu: Emu, hasEmu: Emu): Finding {
  return {
    code: "RPT4011",
    severity: "error",
    span: block.span,
    message: `a vertical line needs ${millimetresEnough(neededEmu)}, a page has ${millimetresAtMost(hasEmu)}`,
    path: block.text.shown.path,
    why: "lines that are longer than the page run off it",
    repair:
      flow.lengthEmu === null
        ? "set it in a smaller size"
        : "make h smaller, or leave it out: lines are as long as the page lets them be then",
  };
}
