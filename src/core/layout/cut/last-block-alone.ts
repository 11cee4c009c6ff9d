// RPT4036: a signature, seals or 以上 that the page before has no room for, on a last page with nothing else.
import type { Emu } from "../../canvas/index.ts";
import { millimetresEnough, shortened } from "../../diagnostics/index.ts";
import {
  type Block,
  type Fragment,
  type FragmentChild,
  liesBetween,
  shownPath,
  type TextBlock,
} from "../blocks/index.ts";
import type { Finding } from "../words/index.ts";

/** What takes a larger part of the page does not look forgotten there. */
const ALONE_MOST_SHARE = 0.25;
/** So many letters of a block say which one it is. */
const NAMED_MAX = 20;

/** A page's part of the body, and what it has room for. */
interface BodyPart {
  readonly fragment: Fragment | null;
  readonly roomEmu: Emu;
}

/** Null where rows or lines of what stands before came along, or where a new section begins. */
export function standsAlone(before: Fragment | null, { fragment, roomEmu }: BodyPart): Finding | null {
  if (before === null || fragment === null || fragment.heightEmu > roomEmu * ALONE_MOST_SHARE) return null;
  const [last, next] = edgesOf(before, fragment);
  const above = last.findLast(({ fragment: { block } }) => !liesBetween(block))?.fragment.block;
  const alone = next.map((child) => child.fragment.block).filter((block) => !liesBetween(block));
  const [first] = alone;
  // A further record of a list, or block of a Markdown text, is of one kind with what stands before it.
  if (above === undefined || first === undefined || above.span[0] === first.span[0]) return null;
  if (above.rules.keepNext || beginsWithHeading(first)) return null;
  const height = millimetresEnough(fragment.heightEmu);
  const words = firstText(first)?.text.shown.text.trim() ?? "";
  const isOne = alone.length === 1;
  const named = words === "" ? "" : `, ${isOne ? "" : "from "}“${shortened(words, NAMED_MAX)}”${isOne ? "" : " on"},`;
  const message = isOne
    ? `the last block${named} stands alone on its page, ${height} high`
    : `the last ${alone.length} blocks${named} stand alone on their page, ${height} high`;
  return {
    code: "RPT4036",
    severity: "info",
    span: first.span,
    message,
    path: shownPath(first),
    why: "a page with a signature, seals or a last line alone looks forgotten, and says nothing of what it belongs to",
    ...bringingAlong(above, height, {
      isLittle: fragment.heightEmu + above.heightEmu <= roomEmu * ALONE_MOST_SHARE,
      isMost: isVertical(above) || (above.kind === "flow" && above.heightEmu > roomEmu / 2),
    }),
  };
}

/** The children of the innermost flow that goes on from one page to the next. */
function edgesOf(before: Fragment, after: Fragment): readonly [readonly FragmentChild[], readonly FragmentChild[]] {
  if (before.kind !== "flow" || after.kind !== "flow" || before.block !== after.block) return [[], []];
  const [last, next] = [before.children.at(-1)?.fragment, after.children[0]?.fragment];
  if (last === undefined || next === undefined || last.block !== next.block || after.children.length > 1)
    return [before.children, after.children];
  // The pairs of one list are of one kind, as its records are.
  if (last.block.kind === "flow" && last.block.children.every(({ block }) => isPair(block)))
    return [before.children, after.children];
  return edgesOf(last, next);
}

function isPair(block: Block): boolean {
  return block.kind === "row" && block.structure === "P";
}

function beginsWithHeading(block: Block): boolean {
  if ("structure" in block && /^H\d/u.test(block.structure ?? "")) return true;
  if (block.kind !== "flow" && block.kind !== "row" && block.kind !== "plate") return false;
  const first = block.children.find((child) => !liesBetween(child.block) && child.block.kind !== "rect");
  return first !== undefined && beginsWithHeading(first.block);
}

function firstText(block: Block): TextBlock | null {
  if (block.kind === "text") return block.text.shown.text.trim() === "" ? null : block;
  if (block.kind !== "flow" && block.kind !== "row" && block.kind !== "plate") return null;
  for (const child of block.children) {
    const found = firstText(child.block);
    if (found !== null) return found;
  }
  return null;
}

/** Whether its lines are as long as a page is high: fewer of them make it no lower. */
function isVertical(block: Block): boolean {
  return block.kind === "text" && block.flow !== undefined;
}

interface Along {
  /** Together, the two still look alone on the next page. */
  readonly isLittle: boolean;
  /** The element before it is most of a page, and keep=next would move all of it. */
  readonly isMost: boolean;
}

/** How the block goes to the next page with something that it belongs to. */
function bringingAlong(
  { kind, rules, span }: Block,
  height: string,
  { isLittle, isMost }: Along,
): Pick<Finding, "repair" | "change"> {
  const room = `make ${height} of room by smaller gaps, sizes or padding`;
  if (isMost) return { repair: `${room}: keep=next at the element before it would move most of the page` };
  if (rules.keepTogether) return { repair: `${room}, or put it into a stack keep=together with what stands before it` };
  if (isLittle && kind !== "table") {
    return { repair: `write keep=next at the elements before it, from the last table or long text on, or ${room}` };
  }
  const along = kind === "table" ? "its last rows come" : kind === "text" ? "its last lines come" : "it comes";
  const what = kind === "table" ? "table" : "element";
  const repair = `write keep=next at the ${what} before it, so that ${along} along, or ${room}`;
  return { repair, change: { property: "keep", added: "next", of: span } };
}
