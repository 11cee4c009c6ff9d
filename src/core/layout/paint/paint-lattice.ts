// The lines of a table or grid that has double ones: every line is drawn knowing what it meets.
import type { Emu } from "../../canvas/index.ts";
import type { SourceSpan } from "../../diagnostics/index.ts";
import { type Line, lineReach, type Meeting, sameLine, strokeReach, thirdOf } from "../page/index.ts";
import { paintLine } from "./paint-lines.ts";
import type { Sheet } from "./painting.ts";

/** Lines between the cells of a table on a page. */
export interface Lattice {
  /** The edges of columns and rows on the page. */
  readonly xs: readonly Emu[];
  readonly ys: readonly Emu[];
  /** For each edge of a row the line of each column. */
  readonly across: readonly (readonly (Line | null)[])[];
  /** For each edge of a column the line of each row. */
  readonly down: readonly (readonly (Line | null)[])[];
}

/** Neighbouring pieces of a line that look alike, from one edge to another. */
interface Run {
  readonly line: Line;
  readonly from: number;
  readonly to: number;
}

/** One direction of a lattice: its lines lie along `stops`, and `crossing` are those of the other direction. */
interface Direction {
  readonly stops: readonly Emu[];
  readonly lines: Lattice["across"];
  readonly crossing: Lattice["across"];
}

export function paintLattice(sheet: Sheet, span: SourceSpan, { xs, ys, across, down }: Lattice): void {
  const level: Direction = { stops: xs, lines: across, crossing: down };
  ys.forEach((y, edge) => {
    for (const run of runsOf(across[edge] ?? [])) {
      for (const { line, from, to, offset } of strokesOf(run, edge, level)) {
        paintLine(sheet, span, line, from, y + offset, to, y + offset, false);
      }
    }
  });
  const upright: Direction = { stops: ys, lines: down, crossing: across };
  xs.forEach((x, edge) => {
    for (const run of runsOf(down[edge] ?? [])) {
      for (const { line, from, to, offset } of strokesOf(run, edge, upright)) {
        paintLine(sheet, span, line, x + offset, from, x + offset, to, false);
      }
    }
  });
}

function runsOf(lines: readonly (Line | null)[]): readonly Run[] {
  const runs: Run[] = [];
  lines.forEach((line, at) => {
    const last = runs.at(-1);
    if (line === null) return;
    if (last !== undefined && last.to === at && sameLine(last.line, line))
      runs[runs.length - 1] = { ...last, to: at + 1 };
    else runs.push({ line, from: at, to: at + 1 });
  });
  return runs;
}

/** A single stroke along its direction. */
interface Stroke {
  readonly line: Line;
  readonly from: Emu;
  readonly to: Emu;
  /** Across its direction, from the middle of the line. */
  readonly offset: Emu;
}

const SIDES = [-1, 1] as const;

function strokesOf(run: Run, edge: number, direction: Direction): readonly Stroke[] {
  const { line, from, to } = run;
  const { stops } = direction;
  if (line.dash !== "double") {
    const start = (stops[from] ?? 0) - lineReach(meetingAt(run, from, -1, { edge, direction }));
    const end = (stops[to] ?? 0) + lineReach(meetingAt(run, to, -1, { edge, direction }));
    return end > start ? [{ line, from: start, to: end, offset: 0 }] : [];
  }
  const third = thirdOf(line);
  return SIDES.flatMap((side) => {
    const double = { widthEmu: line.widthEmu, insetEmu: Math.floor(line.widthEmu / 2) + side * third };
    const single: Line = { ...line, widthEmu: third, dash: "solid", double };
    const strokes: Stroke[] = [];
    let start = (stops[from] ?? 0) - strokeReach(meetingAt(run, from, side, { edge, direction }));
    for (let stop = from + 1; stop <= to; stop += 1) {
      const meeting = meetingAt(run, stop, side, { edge, direction });
      const reach = strokeReach(meeting);
      if (stop < to && reach >= 0) continue;
      const end = (stops[stop] ?? 0) + reach;
      if (end > start) strokes.push({ line: single, from: start, to: end, offset: side * third });
      start = (stops[stop] ?? 0) - reach;
    }
    return strokes;
  });
}

/** What a line meets at a stop, seen by its stroke on one side. */
function meetingAt(
  { from, to }: Run,
  stop: number,
  side: -1 | 1,
  { edge, direction }: { readonly edge: number; readonly direction: Direction },
): Meeting {
  const { crossing, lines } = direction;
  const before = crossing[stop]?.[edge - 1] ?? null;
  const after = crossing[stop]?.[edge] ?? null;
  const beyond = stop === from ? stop - 1 : stop === to ? stop : null;
  const own = lines[edge];
  const goesOn = beyond === null ? (own?.[stop] ?? null) : (own?.[beyond] ?? null);
  return side < 0 ? { near: before, far: after, goesOn } : { near: after, far: before, goesOn };
}
