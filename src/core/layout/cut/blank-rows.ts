// Blank rows of tables, which give way to what stands below them.
import type { Block, Fragment } from "../blocks/index.ts";

/** Whether a block has a table that can do with fewer blank rows: none does in a box that is never cut. */
export function givesBlanks(block: Block): boolean {
  if (block.rules.keepTogether) return false;
  switch (block.kind) {
    case "table":
      return block.blanksWanted > 0 || block.fillRows;
    case "flow":
      return !block.fixedHeight && block.children.some((child) => givesBlanks(child.block));
    case "columns":
      return givesBlanks(block.inner);
    case "text":
    case "deferred":
    case "row":
    case "plate":
    case "rule":
    case "rect":
    case "image":
    case "seal":
    case "drawing":
    case "turned":
    case "space":
    case "bookmark":
      return false;
  }
}

/** Whether a block has a table whose blank rows take the rest of the page: it is never as high as its rows alone. */
export function fillsPage(block: Block): boolean {
  if (block.rules.keepTogether) return false;
  if (block.kind === "table") return block.fillRows;
  return block.kind === "flow" && !block.fixedHeight && block.children.some((child) => fillsPage(child.block));
}

/** Whether blank rows stand on a page. */
export function showsBlanks(fragment: Fragment): boolean {
  return fragment.kind === "whole" ? givesBlanks(fragment.block) : blanksShown(fragment) > 0;
}

/** How many blank rows stand on a page. */
export function blanksShown(fragment: Fragment): number {
  switch (fragment.kind) {
    case "whole":
      return blanksOf(fragment.block);
    case "flow":
    case "columns":
      return fragment.children.reduce((sum, child) => sum + blanksShown(child.fragment), 0);
    case "lines":
    case "tiers":
      return 0;
    case "table":
      return fragment.blanks;
  }
}

/** How many blank rows the tables of a block ask for by `min-rows`. */
export function blanksOf(block: Block): number {
  if (block.kind === "table") return block.blanksWanted;
  if (block.kind === "columns") return blanksOf(block.inner);
  return block.kind === "flow" ? block.children.reduce((sum, child) => sum + blanksOf(child.block), 0) : 0;
}
