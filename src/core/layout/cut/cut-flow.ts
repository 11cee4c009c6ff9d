// A block and the room left on a page → what lies there, and where the block goes on.

import type { Emu } from "../../canvas/index.ts";
import { millimetres, millimetresAtMost, millimetresEnough } from "../../diagnostics/index.ts";
import {
  type Block,
  type CutNotes,
  type FlowBlock,
  type Fragment,
  gapBetween,
  isHighByLines,
  keptFrom,
  type Resume,
  shownPath,
  strongerBreak,
  type Taken,
  type TextBlock,
} from "../blocks/index.ts";
import { verticalInset } from "../page/index.ts";
import { cutHeightEmu, cuttableLines, type Finding } from "../words/index.ts";
import { fillsPage, givesBlanks } from "./blank-rows.ts";
import { cutColumns } from "./cut-columns.ts";
import { cutForNext, type Laid } from "./cut-for-next.ts";
import { cutTable } from "./cut-table.ts";
import { LINES_TOGETHER_MIN, linesBeforeCut } from "./lines-together.ts";
import { fragmentPrintsNothing } from "./printed.ts";
import { cutVertical } from "./vertical-flow.ts";

/** Room for a part of a block. At a page's top something is always placed: that is the progress rule. */
export interface Space {
  readonly heightEmu: Emu;
  readonly atTop: boolean;
  /** What the block would have at a page's top; absent where no fresh page follows. */
  readonly freshEmu?: Emu;
  /** The most blank rows below the last of a table, for what stands below them; absent where there is room for all. */
  readonly blanksMost?: number;
  /** A column follows at the right, where blank rows go on. */
  readonly goesAside?: boolean;
  /** Forced breaks are passed over: there is no page to go on to. */
  readonly ignoresBreaks?: boolean;
  /** Something is printed above on the page; where nothing is, a forced break would leave it blank. */
  readonly isBegun?: boolean;
  /** A look ahead at the page that would follow: no further look is taken from there. */
  readonly isLookAhead?: boolean;
}

/** What an author knows a block as. */
const NAMES = {
  text: "a text",
  deferred: "a text",
  flow: "a box",
  row: "a row",
  plate: "a plate",
  rule: "a line",
  rect: "a rectangle",
  image: "an image",
  seal: "a seal",
  drawing: "a drawing",
  columns: "a text in columns",
  turned: "a turned element",
  space: "a space",
  bookmark: "a bookmark",
  table: "a table",
} as const satisfies Readonly<Record<Block["kind"], string>>;

const NOTHING: Taken = { fragment: null, resume: null };

/** The part of `block` after `resume` that fits into `space`. */
export function cutBlock(block: Block, resume: Resume | null, space: Space, notes: CutNotes): Taken {
  if (resume === null && block.heightEmu <= space.heightEmu && !block.breaksInside) {
    const isAsked = space.blanksMost === undefined && space.goesAside !== true ? fillsPage(block) : givesBlanks(block);
    if (!isAsked) return whole(block);
  }
  if (resume === null && block.rules.keepTogether) {
    if (block.breaksInside || reflows(block)) return cutTogether(block, space, notes);
    if (!space.atTop) return NOTHING;
    notes.findings.push(tallerThanPage(block, space.heightEmu, isParted(block) ? KEPT : NAMES[block.kind]));
  }
  if (resume === null && !space.atTop && block.rules.keepMinEmu > space.heightEmu) return NOTHING;
  return cutInside(block, resume, space, notes);
}

/** Whether the block's height depends on where it stands. */
export function reflows(block: Block): boolean {
  return block.kind === "text" ? block.flow !== undefined : block.kind === "flow" && block.reflows === true;
}

/**
 * Only cutting tells whether all of a block fits: where its lines are as long as the page lets them be, in newspaper
 * columns, and where a break or a count of rows may part it.
 */
function cutTogether(block: Block, space: Space, notes: CutNotes): Taken {
  const tried: CutNotes = { findings: [] };
  const taken = cutInside(block, null, space, tried);
  if (taken.resume !== null || taken.fragment === null) {
    // A break that is written within it parts it on any page.
    if (!space.atTop && taken.forced === undefined) return NOTHING;
    notes.findings.push(taken.forced === undefined ? keepsTooMuch(block, space.heightEmu) : keepsBreak(block));
  }
  notes.findings.push(...tried.findings);
  return taken;
}

function cutInside(block: Block, resume: Resume | null, space: Space, notes: CutNotes): Taken {
  switch (block.kind) {
    case "flow":
      return block.fixedHeight ? unbreakable(block, space, notes) : cutFlow(block, resume, space, notes);
    case "text":
      if (block.flow !== undefined) return cutVertical(block, block.flow, resume, space, notes);
      return block.fixedHeight ? unbreakable(block, space, notes) : cutText(block, resume, space);
    case "table":
      return cutTable(block, resume?.kind === "table" ? resume : null, space, notes);
    case "columns":
      return cutColumns(block, resume?.kind === "columns" ? resume.inner : null, space, notes, cutFlow);
    case "space":
      // A space that meets the page's end has done its work.
      return { fragment: { kind: "whole", block, heightEmu: Math.max(0, space.heightEmu) }, resume: null };
    case "deferred":
    case "row":
    case "plate":
    case "rule":
    case "rect":
    case "image":
    case "seal":
    case "drawing":
    case "turned":
    case "bookmark":
      return unbreakable(block, space, notes);
  }
}

function whole(block: Block): Taken {
  return { fragment: { kind: "whole", block, heightEmu: block.heightEmu }, resume: null };
}

function unbreakable(block: Block, space: Space, notes: CutNotes): Taken {
  if (!space.atTop) return NOTHING;
  if (block.heightEmu > space.heightEmu && !block.rules.keepTogether) {
    notes.findings.push(tallerThanPage(block, space.heightEmu, NAMES[block.kind]));
  }
  return whole(block);
}

function tallerThanPage(block: Block, heightEmu: Emu, what: string): Finding {
  const lackEmu = block.heightEmu - heightEmu;
  const lower = `make it ${millimetresEnough(lackEmu)} lower`;
  return {
    code: "RPT4011",
    severity: "error",
    span: block.span,
    message: `${what} needs ${millimetresEnough(block.heightEmu)}, a page has ${millimetresAtMost(heightEmu)}`,
    path: shownPath(block),
    why: "what may not be divided must fit on one page",
    repair: isHighByLines(block, heightEmu)
      ? "give its vertical text h=, the length of its lines, and w= for all of them"
      : what === KEPT
        ? "remove keep=together"
        : hasParts(block)
          ? `${lower}, or put its parts below one another`
          : lower,
    lackEmu,
  };
}

const KEPT = "keep=together";

/** Whether a page may part the block without keep=together: for all others that changes nothing. */
function isParted(block: Block): boolean {
  if (block.kind === "flow" || block.kind === "text") return !block.fixedHeight;
  return block.kind === "table" || block.kind === "columns";
}

function hasParts({ kind }: Block): boolean {
  return kind === "flow" || kind === "row" || kind === "plate" || kind === "turned" || kind === "deferred";
}

function keepsTooMuch(block: Block, heightEmu: Emu): Finding {
  return {
    code: "RPT4011",
    severity: "error",
    span: block.span,
    message: `keep=together needs more than one page, which has ${millimetres(heightEmu)}`,
    path: shownPath(block),
    why: "what may not be divided must fit on one page",
    repair: "remove keep=together",
  };
}

function keepsBreak(block: Block): Finding {
  return {
    code: "RPT4012",
    severity: "warning",
    span: block.span,
    message: "keep=together could not be honoured: a page break stands within it",
    path: shownPath(block),
    why: "the break parts what is to stay together",
    repair: "remove keep=together, or the break within it",
  };
}

const CUTTERS = { cutBlock, cutFlow } as const;

/** Children in order; a cut may fall between them or inside one. */
export function cutFlow(block: FlowBlock, resume: Resume | null, space: Space, notes: CutNotes): Taken {
  const inset = verticalInset(block.frame);
  const room = space.heightEmu - inset;
  const inside = space.freshEmu === undefined ? space : { ...space, freshEmu: space.freshEmu - inset };
  const laid: Laid[] = [];
  const start = resume?.kind === "flow" ? resume : { index: 0, inner: null };
  let inner = start.inner;
  let y = 0;
  let previous: Block | null = null;
  let inked = false;
  let printed = space.isBegun === true;
  // A page that begins with spaces alone has them on purpose; what is absent may leave it blank.
  let absent = false;
  let spaced = false;
  for (let index = start.index; index < block.children.length; index++) {
    const child = block.children[index];
    if (child === undefined) break;
    const next = child.block;
    const forced = strongerBreak(next.rules.breakBefore, previous?.rules.breakAfter ?? "none");
    const leavesBlank = absent && !printed;
    if (inked && !leavesBlank && inner === null && forced !== "none" && space.ignoresBreaks !== true) {
      return { ...finished(block, laid, y, inset, { kind: "flow", index, inner: null }), forced };
    }
    if (next.kind === "space" && !inked && start.index > 0) continue;
    let gap = gapBetween(previous, next, block.gapEmu);
    const left = { ...inside, heightEmu: room - y - gap, atTop: space.atTop && !inked, isBegun: printed };
    let taken = cutBlock(next, inner, left, notes);
    if (taken.fragment === null) {
      const parted = cutForNext({ block, laid, next: index }, { ...inside, heightEmu: room }, CUTTERS);
      if (parted !== null) return finished(block, parted.laid, parted.contentEmu, inset, parted.resume);
      const fillsPage = space.atTop && laid.length > 0 && keptBefore(block, laid) === 0;
      if (fillsPage) taken = cutBelowHeading(next, inner, left);
    }
    if (taken.fragment === null && space.atTop && leavesBlank && !spaced) {
      // What prints nothing, and the gaps beside it, are no reason for a blank page.
      [y, gap] = [0, 0];
      taken = cutBlock(next, inner, { ...left, heightEmu: room, atTop: true }, notes);
    }
    if (taken.fragment === null) return cutBefore(block, laid, index, inner, space, inset, notes);
    laid.push({ index, from: inner, child: { xEmu: child.xEmu, yEmu: y + gap, fragment: taken.fragment } });
    y += gap + taken.fragment.heightEmu;
    if (taken.resume !== null) {
      const cut = finished(block, laid, y, inset, { kind: "flow", index, inner: taken.resume });
      return taken.forced === undefined ? cut : { ...cut, forced: taken.forced };
    }
    inner = null;
    if (next.kind !== "bookmark") {
      previous = next;
      inked ||= next.kind !== "space" || taken.fragment.heightEmu > 0;
    }
    printed ||= !fragmentPrintsNothing(taken.fragment);
    spaced ||= next.kind === "space";
    absent ||= next.kind !== "space" && next.kind !== "bookmark" && !printed;
  }
  return finished(block, laid, y, inset, null);
}

/** All of the page is kept with what does not fit below it: that is cut where nothing forbids it. */
function cutBelowHeading(block: Block, inner: Resume | null, space: Space): Taken {
  const tried: CutNotes = { findings: [] };
  const taken = cutBlock(block, inner, { ...space, atTop: true }, tried);
  const fits = taken.fragment !== null && taken.fragment.heightEmu <= space.heightEmu;
  return fits && tried.findings.length === 0 ? taken : NOTHING;
}

function finished(block: FlowBlock, laid: readonly Laid[], contentEmu: Emu, inset: Emu, resume: Resume | null): Taken {
  if (laid.length === 0 && resume !== null) return NOTHING;
  const fragment: Fragment = {
    kind: "flow",
    block,
    heightEmu: contentEmu + inset,
    children: laid.map((one) => one.child),
  };
  return { fragment, resume };
}

/**
 * The child `index` does not fit: the cut falls before it, and before what must stay with it (`keep=next`). Where
 * that would leave the page empty, the rule gives way and is reported.
 */
function cutBefore(
  block: FlowBlock,
  laid: readonly Laid[],
  index: number,
  inner: Resume | null,
  space: Space,
  inset: Emu,
  notes: CutNotes,
): Taken {
  let kept = keptBefore(block, laid);
  if (kept === 0 && laid.length > 0 && space.atTop) {
    kept = laid.length;
    const own = laid.map((one) => block.children[one.index]?.block);
    const last = own.findLast((one) => one?.rules.keepNext === true);
    if (last !== undefined && last.rules.opensBox !== true) {
      notes.findings.push(keepNotHonoured(last, laid, block.children[index], space));
    }
  }
  if (kept === 0) return NOTHING;
  const last = laid[kept - 1];
  const moved = laid[kept];
  const height = last === undefined ? 0 : last.child.yEmu + last.child.fragment.heightEmu;
  const resume: Resume =
    moved === undefined ? { kind: "flow", index, inner } : { kind: "flow", index: moved.index, inner: moved.from };
  return finished(block, laid.slice(0, kept), height, inset, resume);
}

/** How many of the children stay on the page that others leave. */
function keptBefore({ children }: FlowBlock, laid: readonly Laid[]): number {
  return keptFrom(laid.length, (at) => children[laid[at]?.index ?? 0]?.block);
}

/** What is laid out already stands at the page's top, and what it is kept with does not fit below it. */
function keepNotHonoured(
  block: Block,
  laid: readonly Laid[],
  next: FlowBlock["children"][number] | undefined,
  { heightEmu }: Space,
): Finding {
  const last = laid.at(-1);
  const has = last === undefined ? 0 : last.child.yEmu + last.child.fragment.heightEmu;
  const parts = `${millimetresEnough(has)} and ${millimetresEnough(next?.block.heightEmu ?? 0)}`;
  const isHeading = "structure" in block && /^H\d/u.test(block.structure ?? "");
  const isLine = block.kind === "rule" && block.line.dash !== "solid";
  const what = isHeading ? "a heading's place" : isLine ? "a tear line's place" : "keep=next";
  return {
    code: "RPT4012",
    severity: "warning",
    span: block.span,
    message: `${what} could not be honoured: ${parts} are to stay together, the page has ${millimetres(heightEmu)}`,
    path: shownPath(block) ?? (next === undefined ? null : shownPath(next.block)),
    why: `a ${isLine ? "line" : "heading"} may stand alone at the page's foot`,
    repair:
      isHeading || isLine ? "shorten what belongs together" : "shorten what belongs together, or remove keep=next",
  };
}

function cutText(block: TextBlock, resume: Resume | null, space: Space): Taken {
  const from = resume?.kind === "text" ? resume.line : 0;
  const total = cuttableLines(block.text);
  const inset = verticalInset(block.frame);
  const room = space.heightEmu - inset;
  const rest = total - from;
  const height = (lines: number): Emu => cutHeightEmu(block.text, from, from + lines);
  if (height(rest) <= room) return linesTaken(block, from, total, inset, null);
  let fitting = 0;
  while (fitting < rest && height(fitting + 1) <= room) fitting++;
  const together = linesBeforeCut(fitting, rest);
  if (together === 0 && !space.atTop) return NOTHING;
  const to = from + (together > 0 ? together : Math.max(1, Math.min(fitting, rest - LINES_TOGETHER_MIN)));
  return linesTaken(block, from, to, inset, to === total ? null : { kind: "text", line: to });
}

function linesTaken(block: TextBlock, from: number, to: number, inset: Emu, resume: Resume | null): Taken {
  const heightEmu = cutHeightEmu(block.text, from, to) + inset;
  return { fragment: { kind: "lines", block, heightEmu, from, to }, resume };
}
