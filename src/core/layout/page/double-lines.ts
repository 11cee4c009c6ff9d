// Where the two strokes of double lines begin and end: at a corner outer meets outer and inner meets inner, and where
// lines branch off, each stroke ends at the first that it meets.
import type { Emu } from "../../canvas/index.ts";
import type { Line } from "./frames.ts";

/** How far each stroke of a double line is from its middle, and how wide it is: a third of the line. */
export function thirdOf({ widthEmu }: Line): Emu {
  return Math.max(1, Math.round(widthEmu / 3));
}

/** What a line meets at one of its ends. */
export interface Meeting {
  /** The crossing line on the side of the stroke: above or left of the line, or below or right of it. */
  readonly near: Line | null;
  readonly far: Line | null;
  /** The line that goes on in the same direction. */
  readonly goesOn: Line | null;
}

/** How far a stroke of a double line reaches beyond the point where it meets others; negative: it ends before it. */
export function strokeReach({ near, far, goesOn }: Meeting): Emu {
  if (near?.dash === "double") return -innerReach(near);
  if (goesOn?.dash === "double") return 0;
  if (far?.dash === "double") return outerReach(far);
  return goesOn === null ? halfOf(near, far) : 0;
}

/** The same of a line of one stroke. */
export function lineReach({ near, far, goesOn }: Meeting): Emu {
  if (goesOn !== null) return 0;
  const [doubleNear, doubleFar] = [near?.dash === "double" ? near : null, far?.dash === "double" ? far : null];
  if (doubleNear !== null && far !== null) return -innerReach(doubleNear);
  if (doubleFar !== null && near !== null) return -innerReach(doubleFar);
  const corner = doubleNear ?? doubleFar;
  return corner === null ? halfOf(near, far) : outerReach(corner);
}

/** To the far edge of the outer stroke. */
function outerReach(line: Line): Emu {
  const third = thirdOf(line);
  return third + Math.floor(third / 2);
}

/** To the far edge of the stroke that is met first. */
function innerReach(line: Line): Emu {
  const third = thirdOf(line);
  return third - Math.floor(third / 2);
}

function halfOf(near: Line | null, far: Line | null): Emu {
  return Math.floor(Math.max(near?.widthEmu ?? 0, far?.widthEmu ?? 0) / 2);
}
