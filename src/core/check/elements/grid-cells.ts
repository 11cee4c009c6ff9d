// Cells of a ruled grid → their places: row by row from the left, around cells that reach down from above.
import type { Repair, Span } from "../../diagnostics/index.ts";
import { counted } from "../../diagnostics/index.ts";
import type { ElementStatement } from "../../language/index.ts";
import { type AnyElement, advise, type CheckContext, rewrite } from "../context/index.ts";

/** Where a cell of a grid lies, counted from 0. */
export interface CellPlace {
  readonly cell: AnyElement;
  readonly row: number;
  readonly column: number;
  readonly columns: number;
  readonly rows: number;
}

/** Free places side by side in a row. */
interface FreeRun {
  readonly column: number;
  readonly columns: number;
}

type Problem =
  /** The cell is wider than the free places from where it begins. */
  | { readonly kind: "wide"; readonly place: CellPlace; readonly free: number; readonly isEdge: boolean }
  /** The cell reaches below the last row. */
  | { readonly kind: "high"; readonly place: CellPlace; readonly free: number }
  /** The row ends before its places are taken. */
  | { readonly kind: "open"; readonly row: number; readonly last: CellPlace; readonly free: readonly FreeRun[] };

export interface GridPlan {
  readonly places: readonly CellPlace[];
  readonly rows: number;
}

/** Of spans that lead out of the grid, so much counts as lies in it. */
export function planGrid(children: readonly AnyElement[], columns: number): GridPlan {
  return placed(children, columns).plan;
}

/** The first cell that does not fit into the grid (RPT1028), or the first row with places left over (RPT1029). */
export function checkGridCells(
  context: CheckContext,
  statement: ElementStatement,
  children: readonly AnyElement[],
  columns: number,
): void {
  const written = (statement.block?.children ?? []).filter((each) => each.kind === "element");
  // A word that was refused may have been a cell.
  if (context.hasUnread || written.length !== children.length) return;
  const [problem] = placed(children, columns).problems;
  if (problem === undefined) return;
  const cell = (place: CellPlace) => written.find(({ span }) => span.start === place.cell.span.start) ?? statement;
  switch (problem.kind) {
    case "wide": {
      const { place, free, isEdge } = problem;
      const asked = `cols=${place.columns} has ${counted(free, "free column")} in row ${place.row + 1}`;
      return report(context, cell(place), {
        code: "RPT1028",
        message: isEdge ? `${asked} of ${columns}` : `${asked}, before a cell that reaches down from above`,
        why: "A cell may not leave the grid, nor lie over another one.",
        repair: rewritten(context, cell(place), "cols", free),
      });
    }
    case "high": {
      const { place, free } = problem;
      return report(context, cell(place), {
        code: "RPT1028",
        message: `rows=${place.rows} has ${counted(free, "row")} from row ${place.row + 1} to the last one`,
        why: "A cell may not reach below the grid.",
        repair: rewritten(context, cell(place), "rows", free),
      });
    }
    case "open": {
      const { row, last, free } = problem;
      const count = free.reduce((sum, run) => sum + run.columns, 0);
      return report(context, cell(last), {
        code: "RPT1029",
        message: `row ${row + 1} of the grid has ${counted(count, "place")} without a cell`,
        why: `Its cells take ${columns - count} of ${columns} columns, those that reach down from above included.`,
        repair: filled(context, cell(last), problem),
      });
    }
    default:
      problem satisfies never;
  }
}

function report(
  context: CheckContext,
  { keyword }: ElementStatement,
  told: {
    readonly code: "RPT1028" | "RPT1029";
    readonly message: string;
    readonly why: string;
    readonly repair: Repair;
  },
): void {
  context.report({ span: keyword.span, ...told });
}

/** The end of what is written at a cell itself, before its block. */
function headEnd({ keyword, args, properties, block, span }: ElementStatement): number {
  const ends = [keyword, ...args, ...properties].map((each) => each.span.end);
  return Math.max(...ends.filter((end) => end <= (block?.span.start ?? span.end)));
}

function rewritten(context: CheckContext, cell: ElementStatement, name: "cols" | "rows", count: number): Repair {
  const property = cell.properties.find((each) => each.name.text === name);
  const [title, text] = [`write ${name}=${count}, or make room for it`, `${name}=${count}`];
  if (property !== undefined) return rewrite(property.span, text, title);
  const end = headEnd(cell);
  return context.isUnread(cell.span) ? advise(title) : rewrite({ start: end, end }, ` ${text}`, title);
}

/** The last cell is made wider where it ends before the free places; else blank cells take them. */
function filled(
  context: CheckContext,
  cell: ElementStatement,
  { last, free }: Extract<Problem, { readonly kind: "open" }>,
): Repair {
  const [run, ...more] = free;
  const isBeside = run !== undefined && more.length === 0 && last.column + last.columns === run.column;
  if (isBeside && last.rows === 1 && cell.keyword.text === "cell") {
    const columns = last.columns + run.columns;
    return { ...rewritten(context, cell, "cols", columns), title: `write cols=${columns}, or a further cell` };
  }
  const lineStart = context.source.lastIndexOf("\n", cell.span.start) + 1;
  const indent = " ".repeat(cell.span.start - lineStart);
  const text = free.map(({ columns }) => `\n${indent}cell${columns === 1 ? "" : ` cols=${columns}`}`).join("");
  const at: Span = { start: cell.span.end, end: cell.span.end };
  return rewrite(at, text, "write a blank cell in its place, or make one beside it wider");
}

function placed(
  children: readonly AnyElement[],
  columns: number,
): { readonly plan: GridPlan; readonly problems: readonly Problem[] } {
  const walk = new GridWalk(columns);
  for (const child of children) {
    if (child.name === "newrow") walk.endRow();
    else walk.add(child);
  }
  walk.endRow();
  const rows = walk.row;
  const places = walk.places.map((place) => ({ ...place, rows: Math.min(place.rows, rows - place.row) }));
  const high = walk.places.flatMap((place): readonly Problem[] => {
    const free = rows - place.row;
    return place.rows > free ? [{ kind: "high", place, free }] : [];
  });
  return { plan: { places, rows }, problems: [...walk.problems, ...high] };
}

/** Takes cells one by one. */
class GridWalk {
  readonly places: CellPlace[] = [];
  readonly problems: Problem[] = [];
  /** The row that is being filled; at the end, how many there are. */
  row = 0;
  /** The first row in which each column is free. */
  readonly #freeFrom: number[];
  /** The last cell of the row; null where none has begun in it. */
  #last: CellPlace | null = null;

  constructor(columns: number) {
    this.#freeFrom = new Array<number>(Math.max(1, columns)).fill(0);
  }

  add(cell: AnyElement): void {
    let [run] = this.#free();
    while (run === undefined) {
      this.#nextRow();
      [run] = this.#free();
    }
    const wanted = spanOf(cell, "cols");
    const columns = Math.min(wanted, run.columns);
    const place: CellPlace = { cell, row: this.row, column: run.column, columns, rows: spanOf(cell, "rows") };
    if (wanted > run.columns) {
      const isEdge = run.column + run.columns === this.#freeFrom.length;
      this.problems.push({ kind: "wide", place: { ...place, columns: wanted }, free: run.columns, isEdge });
    }
    this.#freeFrom.fill(this.row + place.rows, run.column, run.column + columns);
    this.places.push(place);
    this.#last = place;
  }

  /** A row in which nothing has begun is not ended: the one before was full. */
  endRow(): void {
    if (this.#last === null) return;
    const free = this.#free();
    if (free.length > 0) this.problems.push({ kind: "open", row: this.row, last: this.#last, free });
    this.#nextRow();
  }

  #nextRow(): void {
    this.row += 1;
    this.#last = null;
  }

  #free(): readonly FreeRun[] {
    const runs: FreeRun[] = [];
    this.#freeFrom.forEach((from, column) => {
      if (from > this.row) return;
      const before = runs.at(-1);
      if (before !== undefined && before.column + before.columns === column) {
        runs[runs.length - 1] = { ...before, columns: before.columns + 1 };
      } else runs.push({ column, columns: 1 });
    });
    return runs;
  }
}

function spanOf({ properties }: AnyElement, name: "cols" | "rows"): number {
  const value = properties.get(name);
  return value?.kind === "number" ? Math.max(1, Math.round(value.thousandths / 1000)) : 1;
}
