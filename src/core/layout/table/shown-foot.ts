// Which rows of a foot stand: some are left out on conditions of their own.
import type { FootCell, FootPart, TableFoot, TableGroup } from "../../canvas/index.ts";
import type { Scope } from "../../expression/index.ts";
import type { LayoutInput } from "../words/index.ts";

type Rows = readonly (readonly FootCell[])[];

const NO_ROWS: Rows = [];

/** The rows of a table's foot; none where it has no foot, or its condition does not hold. */
export function footRows({ evaluation }: LayoutInput, foot: TableFoot | null, scope: Scope): Rows {
  if (foot === null || !evaluation.condition(foot.when ?? null, scope)) return NO_ROWS;
  return [...foot.rows, ...standing({ evaluation }, foot.parts, scope)];
}

/** The rows below the records of a group, whose record is that of the scope. */
export function groupFootRows(input: LayoutInput, { foot, footParts }: TableGroup, scope: Scope): Rows {
  return footParts === undefined ? foot : standing(input, footParts, scope);
}

function standing(
  { evaluation }: Pick<LayoutInput, "evaluation">,
  parts: readonly FootPart[] = [],
  scope: Scope,
): Rows {
  return parts.flatMap(({ when, rows }) => (evaluation.condition(when, scope) ? rows : NO_ROWS));
}
