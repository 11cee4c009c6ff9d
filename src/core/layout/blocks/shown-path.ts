// The data that a block shows, for findings about blocks of several texts: the highest of them made it so high.
import type { Emu } from "../../canvas/index.ts";
import type { TextBox } from "../words/index.ts";
import type { Block, TableRow } from "./blocks.ts";

interface ShownData {
  readonly path: string;
  readonly heightEmu: Emu;
  readonly isVertical: boolean;
}

/** The path of the data in the highest text of a block; null where all its texts are fixed. */
export function shownPath(block: Block): string | null {
  return highestOf(block)?.path ?? null;
}

/** Whether a vertical text makes a block too high: nothing ends its lines, which are as long as its words. */
export function isHighByLines(block: Block, roomEmu: Emu): boolean {
  const highest = highestOf(block);
  return highest?.isVertical === true && highest.heightEmu > roomEmu;
}

/** The path of the data in the highest cell of a row; null where all its cells are fixed. */
export function shownPathOfRow(row: TableRow | undefined): string | null {
  return row === undefined ? null : (highestInRow(row)?.path ?? null);
}

function highestOf(block: Block): ShownData | null {
  switch (block.kind) {
    case "text":
      return dataOf(block.text);
    case "flow":
    case "row":
    case "plate":
      return highest(block.children.map((child) => highestOf(child.block)));
    case "columns":
    case "turned":
      return highestOf(block.inner);
    case "seal":
    case "drawing":
      return highest(block.texts.map(({ text }) => dataOf(text)));
    case "table":
      return highest(block.rows.map(highestInRow));
    case "deferred":
    case "rule":
    case "rect":
    case "image":
    case "space":
    case "bookmark":
      return null;
  }
}

function highestInRow(row: TableRow): ShownData | null {
  return highest(
    row.cells.map((cell) => {
      if (cell.inner !== undefined) return highestOf(cell.inner);
      return cell.text === null ? null : dataOf(cell.text);
    }),
  );
}

function dataOf({ shown, heightEmu, style }: TextBox): ShownData | null {
  return shown.path === null ? null : { path: shown.path, heightEmu, isVertical: style.writing === "vertical" };
}

/** The first of those that are equally high. */
function highest(all: readonly (ShownData | null)[]): ShownData | null {
  let found: ShownData | null = null;
  for (const one of all) if (one !== null && one.heightEmu > (found?.heightEmu ?? -1)) found = one;
  return found;
}
