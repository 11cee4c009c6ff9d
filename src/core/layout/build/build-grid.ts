// A grid → rows of cells in columns of one width. A cell keeps its place where its condition does not hold: the label
// beside it would stand before another value otherwise.
import type { CanvasElement, Emu, GridElement, Width } from "../../canvas/index.ts";
import type { Scope } from "../../expression/index.ts";
import {
  type Block,
  borderBoxWidth,
  type FlowBlock,
  type FlowChild,
  findOverfull,
  flowHeight,
  frameOf,
  metaOf,
  outerHeight,
  plainRow,
  type Room,
  type RowChild,
  rulesOf,
  rulesOfHeads,
} from "../blocks/index.ts";
import { cellsOf, contentWidth, fillsItsRoom, ONE_SHARE, type SideBySide } from "../elements/index.ts";
import { resolveWidths } from "../page/index.ts";
import type { LayoutInput } from "../words/index.ts";
import { childInRow, placedWidth } from "./box-place.ts";
import { findTooWide } from "./off-plate.ts";

/** Builds what a cell holds. */
type BuildCell = (input: LayoutInput, element: CanvasElement, scope: Scope, room: Room) => Block | null;

type Cell = SideBySide | null;

export function buildGrid(
  input: LayoutInput,
  element: GridElement,
  scope: Scope,
  room: Room,
  buildCell: BuildCell,
): FlowBlock {
  const { box } = element;
  const width = borderBoxWidth(box, room);
  const inner = Math.max(0, width - box.padding[1] - box.padding[3]);
  const count = Math.max(1, element.columns.length);
  const cells = cellsOf(input, element.children, scope, count);
  const gaps = element.gapEmu * (count - 1);
  const widths = columnWidths(input, element, cells, Math.max(0, inner - gaps), inner);
  const rows = cells.map((row): FlowChild => {
    const children: RowChild[] = [];
    let x = 0;
    row.forEach((cell, column) => {
      const widthEmu = widths[column] ?? 0;
      const cellRoom = { widthEmu, absolute: false, assigned: true };
      const block = cell === null ? null : buildCell(input, cell.element, cell.scope, cellRoom);
      for (const mark of cell?.marks ?? []) children.push({ xEmu: x, yEmu: 0, block: mark });
      if (cell !== null && block !== null) {
        children.push(childInRow(cell.element, block, x, widthEmu));
      }
      x += widthEmu + element.gapEmu;
    });
    const isCollapsed = element.gapEmu === 0 && element.rowGapEmu === 0;
    const block = plainRow(element, inner, children, isCollapsed);
    return { xEmu: 0, block: { ...block, rules: rulesOfHeads(block.rules, blocksOf(children)) } };
  });
  const frame = frameOf(input, box, scope);
  const columnsEmu = widths.reduce((sum, one) => sum + one, gaps);
  const shown = cells.flat().filter((cell) => cell !== null);
  return {
    kind: "flow",
    gapEmu: element.rowGapEmu,
    children: rows,
    structure: box.role !== null ? "Div" : null,
    span: element.span,
    frame,
    rules: rulesOf(box),
    meta: metaOf(input, box, scope),
    widthEmu: placedWidth(box, frame, { boxEmu: width, columnsEmu }) + box.margin[1] + box.margin[3],
    heightEmu: outerHeight(box, flowHeight(rows, element.rowGapEmu)),
    fixedHeight: box.heightEmu !== null,
    breaksInside: false,
    varies: box.when !== null || shown.length !== element.children.length || rows.some(({ block }) => block.varies),
    findings: [
      ...findOverfull(element.span, box, flowHeight(rows, element.rowGapEmu)),
      ...findTooWide(element, widths, gaps, inner),
    ],
    node: null,
  };
}

function blocksOf(children: readonly RowChild[]): readonly Block[] {
  return children.map(({ block }) => block);
}

/** `limitEmu` bounds what a column of its content's width may ask for. */
function columnWidths(
  input: LayoutInput,
  { columns }: GridElement,
  cells: readonly (readonly Cell[])[],
  roomEmu: Emu,
  limitEmu: Emu,
): readonly Emu[] {
  const inColumn = columns.map((_, column) => cells.flatMap((row) => row[column] ?? []));
  const wanted = columns.map((width, column): Width => {
    const fills = width.kind === "auto" && inColumn[column]?.some((cell) => fillsItsRoom(cell.element));
    return fills === true ? ONE_SHARE : width;
  });
  const { widths } = resolveWidths(wanted, roomEmu, (column) =>
    (inColumn[column] ?? []).reduce((widest, cell) => Math.max(widest, contentWidth(input, cell, limitEmu)), 0),
  );
  return widths;
}
