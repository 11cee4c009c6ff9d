// What of the data prints nothing: elements that are there, with nothing to show and no room of their own.
import type { Emu } from "../../canvas/index.ts";
import { type Block, type Fragment, flowHeight, type Resume, type TurnedBlock, tallest } from "../blocks/index.ts";
import { verticalInset } from "../page/index.ts";
import type { TextBox } from "../words/index.ts";

/**
 * Whether nothing of the block is seen, and it asks for no room: neither a height of its own nor a border or a ground
 * is there. The empty line of an absent text asks for none. Spaces lie between what is printed; no page is made for
 * them.
 */
export function printsNothing(block: Block): boolean {
  switch (block.kind) {
    case "space":
    case "bookmark":
      return true;
    case "text": {
      const { fixedHeight, marker, text } = block;
      const lineEmu = Math.max(text.heightEmu, marker?.text.heightEmu ?? 0);
      const isUnseen = isBlank(text) && (marker === undefined || isBlank(marker.text));
      return isUnseen && !fixedHeight && isBare(block, lineEmu);
    }
    case "flow":
      return allPrintNothing(block) && !block.fixedHeight && isBare(block, flowHeight(block.children, block.gapEmu));
    case "row":
      return allPrintNothing(block) && !block.fixedHeight && isBare(block, tallest(block.children));
    case "columns":
      return printsNothing(block.inner) && block.heightLeastEmu === 0 && !hasInk(block);
    case "turned":
      return printsNothing(block.inner) && isBare(block, turnedEmu(block));
    case "table":
      return !block.fillRows && block.blanksWanted === 0 && isBare(block, 0);
    case "deferred":
    case "plate":
    case "rule":
    case "rect":
    case "image":
    case "seal":
    case "drawing":
      return false;
  }
}

/** The same of a part of a block. */
export function fragmentPrintsNothing(fragment: Fragment): boolean {
  if (fragment.kind !== "flow" && fragment.kind !== "columns") return printsNothing(fragment.block);
  return !hasInk(fragment.block) && fragment.children.every((child) => fragmentPrintsNothing(child.fragment));
}

/** Whether nothing of what is left of the block is seen. */
export function restPrintsNothing(block: Block, resume: Resume): boolean {
  if (block.kind === "columns" && resume.kind === "columns")
    return !hasInk(block) && restPrintsNothing(block.inner, resume.inner);
  if (block.kind !== "flow" || resume.kind !== "flow" || hasInk(block)) return false;
  const { index, inner } = resume;
  for (let at = index; at < block.children.length; at++) {
    const child = block.children[at]?.block;
    if (child === undefined) continue;
    const isUnseen = at === index && inner !== null ? restPrintsNothing(child, inner) : printsNothing(child);
    if (!isUnseen) return false;
  }
  return true;
}

/** Blanks of the data print nothing, unless one writes on the line below them; blanks of the form stand on purpose. */
function isBlank({ composed, shown, style }: TextBox): boolean {
  if (shown.text === "") return true;
  const isUnderlined = [style, ...(composed?.looks ?? [])].some(({ decoration }) => decoration === "underline");
  return !shown.isStatic && !isUnderlined && shown.text.trim() === "";
}

/** What a turned block takes down the page where its box declares nothing. */
function turnedEmu({ inner, turn }: TurnedBlock): Emu {
  return turn === 180 ? inner.heightEmu : inner.frame.padding[1] + inner.frame.padding[3];
}

function allPrintNothing({ children }: { readonly children: readonly { readonly block: Block }[] }): boolean {
  return children.every((child) => printsNothing(child.block));
}

/** Nothing is drawn about the content, and the box asks for no more height than that. */
function isBare(block: Block, contentEmu: Emu): boolean {
  return block.heightEmu <= verticalInset(block.frame) + contentEmu && !hasInk(block);
}

/** A ground without height is not seen, a line is. */
function hasInk({ frame, heightEmu }: Block): boolean {
  const { fill, margin, top, right, bottom, left } = frame;
  if (top !== null || right !== null || bottom !== null || left !== null) return true;
  return fill !== null && heightEmu > margin[0] + margin[2];
}
