// What a table says of columns that their condition leaves out: cells, rows of nothing else, and sums go with them.
import type { FootCell, FootPart, TableElement } from "../../canvas/index.ts";
import type { Scope } from "../../expression/index.ts";
import type { LayoutInput } from "../words/index.ts";
import { isShown } from "./table-columns.ts";

/** The table without rows of heads, feet, groups and records that hold no cell any more, and a carry into nowhere. */
export function withoutLeftOut(input: LayoutInput, element: TableElement, scope: Scope): TableElement {
  const shown = element.columns.map((column) => isShown(input, column, scope));
  if (!shown.includes(false)) return element;
  const isIn = ({ fromColumn, toColumn }: Pick<FootCell, "fromColumn" | "toColumn">): boolean =>
    shown.slice(fromColumn, toColumn + 1).includes(true);
  const { head, tiers, foot, groups, pageFoot, carry, ...rest } = element;
  const carried = carry !== undefined && isIn({ fromColumn: carry.into, toColumn: carry.toColumn ?? carry.into });
  // Headings of a list's columns stand in the first row of a head, whatever else stands there.
  const listed = element.columns.some(({ each }, at) => each !== undefined && shown[at] === true);
  return {
    ...rest,
    ...(head === undefined ? {} : { head: listed ? atLeastOne(head, isIn) : filledRows(head, isIn) }),
    ...(tiers === undefined ? {} : { tiers: atLeastOne(tiers, isIn) }),
    foot:
      foot === null
        ? null
        : {
            ...foot,
            rows: filledRows(foot.rows, isIn),
            ...("parts" in foot ? { parts: filledParts(foot.parts, isIn) } : {}),
          },
    ...(groups === undefined
      ? {}
      : {
          groups: groups.map((group) => ({
            ...group,
            head: filledRows(group.head, isIn),
            foot: filledRows(group.foot, isIn),
            ...("footParts" in group ? { footParts: filledParts(group.footParts, isIn) } : {}),
          })),
        }),
    ...(pageFoot === undefined ? {} : { pageFoot: filledRows(pageFoot, isIn) }),
    ...(carry === undefined || !carried ? {} : { carry }),
  };
}

/** Rows in which a cell is shown, or over which one from a row above lies. */
function filledRows<Cell extends FootCell>(
  rows: readonly (readonly Cell[])[],
  isIn: (cell: Cell) => boolean,
): readonly (readonly Cell[])[] {
  let coveredTo = 0;
  return rows.filter((cells, at) => {
    const here = cells.filter((cell) => cell.isFiller !== true && isIn(cell));
    coveredTo = Math.max(coveredTo, ...here.map(({ rows: over = 1 }) => at + over));
    return coveredTo > at;
  });
}

/** No cell reaches from one part into another. */
function filledParts(parts: readonly FootPart[] = [], isIn: (cell: FootCell) => boolean): readonly FootPart[] {
  return parts.map((part) => ({ ...part, rows: filledRows(part.rows, isIn) }));
}

/** A record keeps its row. */
function atLeastOne<Cell extends FootCell>(
  rows: readonly (readonly Cell[])[],
  isIn: (cell: Cell) => boolean,
): readonly (readonly Cell[])[] {
  const filled = filledRows(rows, isIn);
  return filled.length === 0 ? rows.slice(0, 1) : filled;
}
