// Columns of vertical text (段組): tiers of one height, one below the other, filled from the top of the page to its foot.
import type { Emu } from "../../canvas/index.ts";
import type { ColumnsBlock, CutFlow, CutNotes, FragmentChild, Resume, Taken } from "../blocks/index.ts";
import { verticalInset } from "../page/index.ts";
import { fragmentPrintsNothing } from "./printed.ts";

/** The room that a page leaves. */
interface TierSpace {
  readonly heightEmu: Emu;
  readonly atTop: boolean;
  readonly freshEmu?: Emu;
  readonly ignoresBreaks?: boolean;
  readonly isBegun?: boolean;
}

/**
 * Shares the room out among the tiers, and fills them in turn. On the page where all ends the last tiers are short or
 * empty (成り行き): Japanese typesetters even out level columns alone. https://www.w3.org/TR/jlreq/
 */
export function cutTiers(
  block: ColumnsBlock,
  resume: Resume | null,
  space: TierSpace,
  notes: CutNotes,
  cutFlow: CutFlow,
): Taken {
  const { count, heightLeastEmu, inner, stepEmu: gapEmu } = block;
  const inset = verticalInset(block.frame);
  const declaredEmu = block.heightMostEmu ?? space.heightEmu;
  if (declaredEmu > space.heightEmu && !space.atTop) return { fragment: null, resume: null };
  const room = Math.min(declaredEmu, space.heightEmu) - inset;
  const tierEmu = Math.max(0, Math.floor((room - gapEmu * (count - 1)) / count));
  const { freshEmu, ...rest } = space;
  // A page's share of the fresh one tells whether a text had better begin there.
  const fresh = freshEmu === undefined ? {} : { freshEmu: Math.floor(freshEmu / count) };
  const children: FragmentChild[] = [];
  let from = resume;
  let heightEmu = 0;
  for (let tier = 0; tier < count; tier++) {
    const isBegun = space.isBegun === true || children.some(({ fragment }) => !fragmentPrintsNothing(fragment));
    const taken = cutFlow(inner, from, { ...rest, ...fresh, heightEmu: tierEmu, isBegun }, notes);
    if (taken.fragment === null) {
      if (tier === 0) return { fragment: null, resume: null };
      break;
    }
    const yEmu = tier * (tierEmu + gapEmu);
    children.push({ xEmu: 0, yEmu, fragment: taken.fragment });
    heightEmu = yEmu + taken.fragment.heightEmu;
    from = taken.resume;
    if (from === null || taken.forced === "page") break;
  }
  const least = from === null && resume === null ? heightLeastEmu : 0;
  const fragment = { kind: "columns", block, heightEmu: Math.max(heightEmu + inset, least), children } as const;
  return { fragment, resume: from === null ? null : { kind: "columns", inner: from } };
}
