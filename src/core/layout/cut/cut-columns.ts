// Newspaper columns and the room left on a page → what lies in each column there.
import type { Emu } from "../../canvas/index.ts";
import type {
  ColumnSpace,
  ColumnsBlock,
  ColumnsFragment,
  CutFlow,
  CutNotes,
  FragmentChild,
  Resume,
  Taken,
} from "../blocks/index.ts";
import { verticalInset } from "../page/index.ts";
import { ENDLESS_EMU } from "../words/index.ts";
import { blanksOf, blanksShown } from "./blank-rows.ts";
import { cutTiers } from "./cut-tiers.ts";
import { fragmentPrintsNothing } from "./printed.ts";

/** The flow, and where its columns stand. */
export type ColumnFlow = Pick<ColumnsBlock, "inner" | "count" | "stepEmu">;

interface Filled {
  readonly children: readonly FragmentChild[];
  readonly resume: Resume | null;
  readonly heightEmu: Emu;
  /** Not even the first column took anything. */
  readonly empty: boolean;
  /** A forced break ended the page before its columns were full. */
  readonly endsPage: boolean;
}

/** Every column is filled like a page; on the page where all ends they end at one height. */
export function cutColumns(
  block: ColumnsBlock,
  resume: Resume | null,
  space: ColumnSpace,
  notes: CutNotes,
  cutFlow: CutFlow,
): Taken {
  if (block.areTiers) return cutTiers(block, resume, space, notes, cutFlow);
  const inset = verticalInset(block.frame);
  const room = space.heightEmu - inset;
  const least = resume === null ? Math.min(block.heightLeastEmu, space.heightEmu) : 0;
  const found: CutNotes = { findings: [] };
  const full = fill(cutFlow, block, resume, { ...space, heightEmu: room }, found);
  if (full.empty) return { fragment: null, resume: null };
  if (full.resume !== null || !block.balance) {
    notes.findings.push(...found.findings);
    const goesOn: Resume | null = full.resume === null ? null : { kind: "columns", inner: full.resume };
    const taken: Taken = { fragment: fragmentOf(block, full, inset, goesOn === null ? least : 0), resume: goesOn };
    return full.endsPage && goesOn !== null ? { ...taken, forced: "page" } : taken;
  }
  const isBegun = space.isBegun === true;
  const height = leastHeight(cutFlow, block, resume, { mostEmu: full.heightEmu, blanksLeast: blanksIn(full), isBegun });
  const even = { ...space, heightEmu: height, atTop: false };
  const evened: CutNotes = { findings: [] };
  const balanced = fill(cutFlow, block, resume, even, evened);
  // Beside what stands above, less may fit than at a page's top: then the columns stay as they filled.
  // What is higher than the page is found by the columns that have its height, not by those that have its own.
  const fits = balanced.resume === null && !balanced.empty && full.heightEmu <= room;
  notes.findings.push(...(fits ? evened : found).findings);
  return { fragment: fragmentOf(block, fits ? balanced : full, inset, least), resume: null };
}

/** `leastEmu` is what the box declares, where all of it stands here. */
function fragmentOf(block: ColumnsBlock, filled: Filled, inset: Emu, leastEmu: Emu = 0): ColumnsFragment {
  const heightEmu = Math.max(filled.heightEmu + inset, leastEmu);
  return { kind: "columns", block, heightEmu, children: filled.children };
}

/** The whole flow in columns of one height, where no page bounds it. */
export function wholeColumns(block: ColumnsBlock, cutFlow: CutFlow): ColumnsFragment {
  if (block.areTiers) return wholeTier(block);
  const notes: CutNotes = { findings: [] };
  const heightEmu = balancedHeight(block, cutFlow, "last column");
  const space = { heightEmu, atTop: true, endsIn: "last column" } as const;
  const filled = fill(cutFlow, block, null, space, notes);
  const inset = verticalInset(block.frame);
  if (filled.resume === null) return fragmentOf(block, filled, inset, block.heightLeastEmu);
  // Content that is higher than its own box says would be cut there: it is drawn, and told by that box.
  const endless = { heightEmu: ENDLESS_EMU, atTop: true, endsIn: "last column" } as const;
  return fragmentOf(block, fill(cutFlow, block, null, endless, notes), inset, block.heightLeastEmu);
}

/** Whether the breaks part the flow into more pieces than there are columns. */
export function hasBreaksBeyond(columns: ColumnFlow, cutFlow: CutFlow): boolean {
  const filled = fill(cutFlow, columns, null, { heightEmu: ENDLESS_EMU, atTop: true }, { findings: [] });
  return filled.resume !== null && !filled.endsPage;
}

/** Where no page bounds them, vertical lines are as long as their text, and one tier holds them. */
function wholeTier(block: ColumnsBlock): ColumnsFragment {
  const { heightLeastEmu, inner } = block;
  const fragment = { kind: "whole", block: inner, heightEmu: inner.heightEmu } as const;
  const heightEmu = Math.max(inner.heightEmu + verticalInset(block.frame), heightLeastEmu);
  return { kind: "columns", block, heightEmu, children: [{ xEmu: 0, yEmu: 0, fragment }] };
}

/** Where the pieces go that have no column left: to the next page, or below one another into the last column. */
type ColumnsEnd = "next page" | "last column";

/** The least height at which the whole flow fits the columns. */
export function balancedHeight(columns: ColumnFlow, cutFlow: CutFlow, endsIn: ColumnsEnd): Emu {
  return leastHeight(cutFlow, columns, null, {
    mostEmu: columns.inner.heightEmu,
    blanksLeast: blanksOf(columns.inner),
    endsIn,
  });
}

interface FilledSpace extends ColumnSpace {
  /** Left out: on the next page. */
  readonly endsIn?: ColumnsEnd;
}

function fill(
  cutFlow: CutFlow,
  { inner, count, stepEmu }: ColumnFlow,
  resume: Resume | null,
  { endsIn, ...space }: FilledSpace,
  notes: CutNotes,
): Filled {
  const children: FragmentChild[] = [];
  let from = resume;
  let height = 0;
  for (let column = 0; column < count; column++) {
    const goesAside = column < count - 1 || space.goesAside === true;
    const ignoresBreaks = endsIn === "last column" && column === count - 1;
    const isBegun = space.isBegun === true || children.some(({ fragment }) => !fragmentPrintsNothing(fragment));
    const within = { ...space, goesAside, isBegun, ...(ignoresBreaks ? { ignoresBreaks } : {}) };
    const taken = cutFlow(inner, from, within, notes);
    if (taken.fragment === null) {
      return { children, resume: from, heightEmu: height, empty: column === 0, endsPage: false };
    }
    children.push({ xEmu: column * stepEmu, yEmu: 0, fragment: taken.fragment });
    height = Math.max(height, taken.fragment.heightEmu);
    from = taken.resume;
    if (taken.forced === "page" && endsIn !== "last column")
      return { children, resume: from, heightEmu: height, empty: false, endsPage: true };
    if (from === null) break;
  }
  return { children, resume: from, heightEmu: height, empty: false, endsPage: false };
}

/** Half a point: no eye sees columns that differ by less. */
const BALANCE_STEP_EMU = 6_350;

interface LeastHeight {
  readonly mostEmu: Emu;
  readonly blanksLeast: number;
  readonly isBegun?: boolean;
  readonly endsIn?: ColumnsEnd;
}

/**
 * The least height at which all that is left fits the columns with its blank rows, and nothing is parted for it;
 * halving, because less room never fits more.
 */
function leastHeight(
  cutFlow: CutFlow,
  columns: ColumnFlow,
  resume: Resume | null,
  { mostEmu, blanksLeast, isBegun = false, endsIn = "next page" }: LeastHeight,
): Emu {
  const fits = (heightEmu: Emu): boolean => {
    const notes: CutNotes = { findings: [] };
    const filled = fill(cutFlow, columns, resume, { heightEmu, atTop: false, isBegun, endsIn }, notes);
    return filled.resume === null && !filled.empty && filled.heightEmu <= heightEmu && blanksIn(filled) >= blanksLeast;
  };
  let most = mostEmu;
  let least = 0;
  while (most - least > BALANCE_STEP_EMU) {
    const middle = least + Math.floor((most - least) / 2);
    if (fits(middle)) most = middle;
    else least = middle;
  }
  return most;
}

function blanksIn({ children }: Pick<Filled, "children">): number {
  return children.reduce((sum, { fragment }) => sum + blanksShown(fragment), 0);
}
