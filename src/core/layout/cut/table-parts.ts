// The parts of a table on a page, from its top to its bottom. This walk is the one place that says their order.
import type { RowPiece, TableFragment } from "../blocks/index.ts";
import { verticalInset } from "../page/index.ts";
import { wholeRow } from "./row-pieces.ts";

/** `carried`: rows that a page's edge adds, such as repeated group heads and carried sums. */
export type TablePart = "head" | "carried" | "body" | "blank" | "foot";

/** What a page shows of a table, without the height that it comes to. */
type TableParts = Omit<TableFragment, "kind" | "heightEmu">;

/** Hands over each row of the page, from the top down, with the part that it belongs to. */
export function forEachRow(parts: TableParts, visit: (piece: RowPiece, part: TablePart) => void): void {
  const { block, header, before, rows, pageFoot, after, foot } = parts;
  if (header !== "none") for (const row of block.headers) visit(wholeRow(row), "head");
  for (const piece of before) visit(piece, "carried");
  for (const piece of rows) visit(piece, "body");
  for (let blank = 0; blank < parts.blanks; blank++) visitBlank(parts, blank, visit);
  for (const piece of pageFoot) visit(piece, "foot");
  for (const piece of after) visit(piece, "carried");
  for (const piece of foot) visit(piece, "foot");
}

/** The rows of one blank record. The first one after the data may have words; all are as high as one without. */
function visitBlank(
  { block, goesOn, blanksBefore = 0 }: TableParts,
  blank: number,
  visit: (piece: RowPiece, part: TablePart) => void,
): void {
  const isFirst = blank === 0 && !goesOn && blanksBefore === 0;
  const record = isFirst ? (block.blankWords ?? block.blank) : block.blank;
  record.forEach((row, at) => {
    visit({ row, heightEmu: block.blank[at]?.heightEmu ?? 0, lines: null }, "blank");
  });
}

/** The fragment of these parts: as high as all of their rows, within the table's frame. */
export function fragmentOfParts(parts: TableParts): TableFragment {
  let heightEmu = verticalInset(parts.block.frame);
  forEachRow(parts, (piece) => {
    heightEmu += piece.heightEmu;
  });
  return { kind: "table", ...parts, heightEmu };
}
