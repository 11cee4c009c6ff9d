// What a table leaves blank: records without words, each as many rows high as any other.
import type { Emu } from "../../canvas/index.ts";
import { linesHeightEmu } from "../../text/index.ts";
import { LONE_ROW, type TableCell, type TableRow } from "../blocks/index.ts";
import { showTemplate, styleOf } from "../words/index.ts";
import {
  blankCell,
  cellFrame,
  rowEdges,
  styleOutside,
  type TableBuild,
  textCell,
  withStyle,
  writtenRows,
} from "./table-cells.ts";

/** The rows of a blank record, each as high as one of one line. */
export function blankRecord(build: TableBuild): readonly TableRow[] {
  const { element, scope } = build;
  if (element.tiers === undefined) return [blankRow(build)];
  const written = element.tiers.map((cells) =>
    cells.map((cell) => ({ cell: { ...cell, content: [], cell: cell.outside ?? cell.cell }, scope })),
  );
  const rows = writtenRows(build, written, false, (at) => ({ ...LONE_ROW, counts: at === 0 ? 1 : 0 }));
  return rows.map((row) => ({ ...row, varies: false, cells: row.cells.map(withoutText) }));
}

function withoutText(cell: TableCell): TableCell {
  return { ...cell, text: null, role: null, findings: [] };
}

function blankRow(build: TableBuild): TableRow {
  let heightEmu = build.rowHeightMinEmu;
  const cells = build.columns.map(({ column, frame: fixed, index }) => {
    const frame = fixed ?? cellFrame(build, column.outside?.cell ?? column.cell, build.scope);
    heightEmu = Math.max(heightEmu, lineOf(build, column.bodyStyle) + frame.padding[0] + frame.padding[2]);
    return blankCell(index, index, frame, column.span);
  });
  const edges = rowEdges(cells, build.columns.length);
  return { heightEmu, cells, edges, varies: false, flow: LONE_ROW, fill: null, node: null };
}

function lineOf({ input }: TableBuild, index: number): Emu {
  const style = styleOf(input.canvas, index);
  return linesHeightEmu(1, style.sizeEmu, style.lineHeightThousandths);
}

/** Words in the middle of the widest cell of the first row: that is where a reader looks for one more record. */
export function blankWords(build: TableBuild, blank: readonly TableRow[]): readonly TableRow[] | null {
  const { element, edgesEmu, scope } = build;
  const [first, ...others] = blank;
  if (element.blank === undefined || first === undefined) return null;
  const widthOf = ({ fromColumn, toColumn }: TableCell) => (edgesEmu[toColumn + 1] ?? 0) - (edgesEmu[fromColumn] ?? 0);
  const [leftmost, ...rest] = first.cells;
  if (leftmost === undefined) return null;
  const widest = rest.reduce((most, cell) => (widthOf(cell) > widthOf(most) ? cell : most), leftmost);
  const style = styleIn(build, widest);
  if (style === null) return null;
  const shown = showTemplate(element.blank, build.input.evaluation, scope, null);
  const centred = withStyle(build, style, { align: "center" });
  const range = [widest.fromColumn, widest.toColumn] as const;
  const said = textCell(centred, range, widest.frame, shown, style, scope, null, element.span);
  const cell = widest.rowSpan === undefined ? said : { ...said, rowSpan: widest.rowSpan };
  const cells = first.cells.map((one) => (one === widest ? cell : one));
  // Copies: what stands beside the words is no row that is left blank.
  return [{ ...first, cells }, ...others.map((row) => ({ ...row }))];
}

/** The style of a cell in the first row of a record. */
function styleIn({ element, columns }: TableBuild, { fromColumn }: TableCell): number | null {
  const column = columns[fromColumn];
  if (column === undefined) return null;
  const { source } = column;
  const own = element.tiers?.[0]?.find((cell) => cell.fromColumn <= source && source <= cell.toColumn);
  return own?.style ?? styleOutside(column.column);
}
