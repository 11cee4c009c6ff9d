// The lines between the cells of a ruled grid: spans × sides × neighbours, each piece of a line by itself.
import fc from "fast-check";
import { expect, test } from "vitest";
import { layOutSource } from "../../../support/lay-out.ts";

const EMU_PER_MM = 36_000;
const STEP_MM = 10;
const MARGIN_MM = 10;
const COUNT = 3;

/** What a cell says of a side: nothing, that it has no line, or a line of its own. */
type Said = "nothing" | "none" | "line";
type Side = "top" | "right" | "bottom" | "left";
const SIDES: readonly Side[] = ["top", "right", "bottom", "left"];

interface Cell {
  readonly row: number;
  readonly column: number;
  readonly rows: number;
  readonly columns: number;
  readonly said: Readonly<Record<Side, Said>>;
}

const said = fc.oneof({ weight: 3, arbitrary: fc.constant("nothing" as const) }, fc.constantFrom("none", "line"));
const wish = fc.record({
  rows: fc.constantFrom(1, 1, 2, 3),
  columns: fc.constantFrom(1, 1, 2),
  whole: fc.constantFrom("", "", "none", "line"),
  said: fc.record({ top: said, right: said, bottom: said, left: said }),
});

/** Cells that fill a grid row by row, as large as they wish where that has room. */
function place(wishes: readonly (typeof wish extends fc.Arbitrary<infer One> ? One : never)[]): readonly Cell[] {
  const taken = new Set<string>();
  const cells: Cell[] = [];
  const isFree = (row: number, column: number): boolean => column < COUNT && !taken.has(`${row},${column}`);
  for (let at = 0; at < COUNT * COUNT; at += 1) {
    const [row, column] = [Math.floor(at / COUNT), at % COUNT];
    const own = wishes[at];
    if (own === undefined || taken.has(`${row},${column}`)) continue;
    const columns = own.columns > 1 && isFree(row, column + 1) ? 2 : 1;
    const rows = Math.min(own.rows, COUNT - row);
    for (let r = row; r < row + rows; r += 1) for (let c = column; c < column + columns; c += 1) taken.add(`${r},${c}`);
    const whole: Said = own.whole === "" ? "nothing" : (own.whole as Said);
    const sides = Object.fromEntries(
      SIDES.map((side) => [side, own.said[side] === "nothing" ? whole : own.said[side]]),
    ) as Record<Side, Said>;
    cells.push({ row, column, rows, columns, said: sides });
  }
  return cells;
}

function sourceOf(cells: readonly Cell[]): string {
  const line = (of: Said): string => (of === "none" ? "none" : "1pt");
  const written = cells.map(({ rows, columns, said: sides }) => {
    const borders = SIDES.flatMap((side) => (sides[side] === "nothing" ? [] : [`border-${side}=${line(sides[side])}`]));
    return [`cell`, `rows=${rows}`, `cols=${columns}`, ...borders].join(" ").replace(/ (?:rows|cols)=1(?= |$)/gu, "");
  });
  return `rpt 1
page A5 margin=${MARGIN_MM}mm {
  body {
    grid cols=[10mm, 10mm, 10mm] row-h=${STEP_MM}mm border=0.5pt rules=0.25pt {
      ${written.join("\n      ")}
    }
  }
}
`;
}

/** Whether a stroke runs over a point, in millimetres from the grid's corner. */
function strokesOf(source: string): (x: number, y: number) => boolean {
  const lines = (layOutSource(source).value.pages[0]?.items ?? []).flatMap((item) => {
    if (item.kind !== "stroke" || item.shape.kind !== "path") return [];
    const points = item.shape.commands.flatMap((command) => (command.op === "close" ? [] : [command]));
    const mm = (emu: number): number => emu / EMU_PER_MM - MARGIN_MM;
    const [xs, ys] = [points.map(({ xEmu }) => mm(xEmu)), points.map(({ yEmu }) => mm(yEmu))];
    return [{ x0: Math.min(...xs), x1: Math.max(...xs), y0: Math.min(...ys), y1: Math.max(...ys) }];
  });
  return (x, y) => lines.some(({ x0, x1, y0, y1 }) => x > x0 - 1 && x < x1 + 1 && y > y0 - 1 && y < y1 + 1);
}

const OPPOSITE = { top: "bottom", right: "left", bottom: "top", left: "right" } as const;

test("a line stands between two cells where one has it, and not where one says none and the other nothing", () => {
  fc.assert(
    fc.property(fc.array(wish, { minLength: 9, maxLength: 9 }), (wishes) => {
      const cells = place(wishes);
      // A row that no cell begins in is no row.
      fc.pre([0, 1, 2].every((row) => cells.some((cell) => cell.row === row)));
      const source = sourceOf(cells);
      const isDrawn = strokesOf(source);
      const at = (row: number, column: number): Cell | undefined =>
        cells.find((c) => row >= c.row && row < c.row + c.rows && column >= c.column && column < c.column + c.columns);
      const beside = (cell: Cell, side: Side): readonly Cell[] =>
        cells.filter((other) => other !== cell && touching(cell, other, side));
      /** Whether a cell's line at a side may have to stay whole for a neighbour that leaves its own line to others. */
      const isStaggered = (cell: Cell, side: Side): boolean =>
        beside(cell, side).some(
          (other) =>
            other.said[OPPOSITE[side]] === "nothing" &&
            beside(other, OPPOSITE[side]).some((third) => third !== cell && third.said[side] !== "nothing"),
        );
      for (let row = 0; row < COUNT; row += 1) {
        for (let column = 0; column < COUNT; column += 1) {
          for (const side of ["right", "bottom"] as const) {
            const one = at(row, column);
            const other = side === "right" ? at(row, column + 1) : at(row + 1, column);
            if (one === undefined || other === undefined || one === other) continue;
            const [near, far] = [one.said[side], other.said[OPPOSITE[side]]];
            const x = side === "right" ? (column + 1) * STEP_MM : (column + 0.5) * STEP_MM;
            const y = side === "right" ? (row + 0.5) * STEP_MM : (row + 1) * STEP_MM;
            const mayStay = near !== far && (isStaggered(one, side) || isStaggered(other, OPPOSITE[side]));
            const isMeant = near === "line" || far === "line" || (near === "nothing" && far === "nothing");
            if (!isMeant && mayStay) continue;
            expect(isDrawn(x, y), `${source}${row},${column} ${side}`).toBe(isMeant);
          }
        }
      }
    }),
    { numRuns: 150 },
  );
});

function touching(cell: Cell, other: Cell, side: Side): boolean {
  const isBeside = other.row < cell.row + cell.rows && cell.row < other.row + other.rows;
  const isAcross = other.column < cell.column + cell.columns && cell.column < other.column + other.columns;
  if (side === "top") return isAcross && other.row + other.rows === cell.row;
  if (side === "bottom") return isAcross && cell.row + cell.rows === other.row;
  if (side === "left") return isBeside && other.column + other.columns === cell.column;
  return isBeside && cell.column + cell.columns === other.column;
}
