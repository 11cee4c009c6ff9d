// A table that stays with what follows it (`keep=next`) → its part on this page, where its last rows go along to the
// next one. Lists and texts are parted so where no page holds them whole, with what follows them.
import type { Emu } from "../../canvas/index.ts";
import type { DiagnosticCode } from "../../diagnostics/index.ts";
import {
  type Block,
  type ColumnSpace,
  type CutFlow,
  type CutNotes,
  type FlowBlock,
  type FragmentChild,
  liesBetween,
  type Resume,
  type Taken,
} from "../blocks/index.ts";

/** One child of a flow on this page, with where it had come from, so that it can be taken back. */
export interface Laid {
  readonly index: number;
  readonly from: Resume | null;
  readonly child: FragmentChild;
}

/** A flow, what of it lies on the page, and the child that has no room below that. */
export interface Filled {
  readonly block: FlowBlock;
  readonly laid: readonly Laid[];
  readonly next: number;
}

/** What cuts a block or a flow at a room. */
export interface Cutters {
  readonly cutBlock: (block: Block, resume: Resume | null, space: ColumnSpace, notes: CutNotes) => Taken;
  readonly cutFlow: CutFlow;
}

/** What stays of the flow on the page, and where it goes on. */
interface ForNext {
  readonly laid: readonly Laid[];
  readonly contentEmu: Emu;
  readonly resume: Resume;
}

/** Half a point: no less is gained by looking closer. */
const STEP_EMU = 6_350;

/** What is parted against its rules, or lies where there is no room for it, is told. */
const PARTED: ReadonlySet<string> = new Set<DiagnosticCode>(["RPT4010", "RPT4011", "RPT4012"]);

function partsAny({ findings }: CutNotes): boolean {
  return findings.some(({ code }) => PARTED.has(code));
}

/**
 * The page without the last rows of the block that stays with the next one. Null where no block is parted so: all that
 * is kept goes along whole, or the page that follows would not hold the last rows and the next block.
 */
export function cutForNext(filled: Filled, space: ColumnSpace, cutters: Cutters): ForNext | null {
  const { laid, next } = filled;
  if (space.isLookAhead === true) return null;
  for (let at = laid.length - 1; at >= 0; at -= 1) {
    const last = laid[at];
    const own = last?.child.fragment.block;
    if (last === undefined || own === undefined || !(own.rules.keepNext || liesBetween(own))) return null;
    if (!mayPart(own)) continue;
    const holds = (inner: Resume | null) => holdsNext(filled.block, { index: last.index, inner, next }, space, cutters);
    // Only a table is always parted: what can go along whole does.
    if (own.kind !== "table" && holds(last.from)) continue;
    const { child } = last;
    const left = { ...space, heightEmu: space.heightEmu - child.yEmu, atTop: space.atTop && at === 0 };
    const taken = partedBy(child, last.from, left, cutters);
    if (taken?.fragment == null || !holds(taken.resume)) return null;
    const part = { ...last, child: { ...child, fragment: taken.fragment } };
    const resume: Resume = { kind: "flow", index: last.index, inner: taken.resume };
    return { laid: [...laid.slice(0, at), part], contentEmu: child.yEmu + taken.fragment.heightEmu, resume };
  }
  return null;
}

/** Whether a page may part the block for what follows it. */
function mayPart(block: Block): boolean {
  const { keepNext, keepTogether, opensBox } = block.rules;
  if (!keepNext || keepTogether || opensBox === true) return false;
  if (block.kind === "flow" || block.kind === "text") return !block.fixedHeight;
  return block.kind === "table" || block.kind === "columns";
}

/** The most of the block that leaves a part of it over, and parts nothing against its rules; found by halving. */
function partedBy(
  { fragment }: FragmentChild,
  from: Resume | null,
  space: ColumnSpace,
  { cutBlock }: Cutters,
): Taken | null {
  let best: Taken | null = null;
  let [least, most] = [0, Math.min(fragment.heightEmu, space.heightEmu)];
  const { freshEmu: _, ...here } = space;
  while (most - least > STEP_EMU) {
    const heightEmu = least + Math.floor((most - least) / 2);
    const notes: CutNotes = { findings: [] };
    const tried = cutBlock(fragment.block, from, { ...here, heightEmu, isLookAhead: true }, notes);
    if (tried.fragment !== null && tried.resume === null) {
      most = heightEmu;
      continue;
    }
    least = heightEmu;
    const isSound = tried.fragment !== null && tried.fragment.heightEmu <= heightEmu && !partsAny(notes);
    if (isSound && tried.forced === undefined) best = tried;
  }
  return best;
}

/** Whether the page that follows takes all from there on, and at least the beginning of the next block. */
function holdsNext(
  block: FlowBlock,
  { index, inner, next }: { readonly index: number; readonly inner: Resume | null; readonly next: number },
  { heightEmu, freshEmu }: ColumnSpace,
  { cutFlow }: Cutters,
): boolean {
  const notes: CutNotes = { findings: [] };
  // Blank rows that fill a page leave room for what follows them.
  const room = { heightEmu: freshEmu ?? heightEmu, atTop: true, isLookAhead: true, blanksMost: 0 };
  const { fragment, resume } = cutFlow(block, { kind: "flow", index, inner }, room, notes);
  if (fragment === null || partsAny(notes)) return false;
  if (resume === null) return true;
  return resume.kind === "flow" && (resume.index > next || (resume.index === next && resume.inner !== null));
}
