// Areas of charts: a colour, its outline, and the lines that tell a colour that comes again from its first use.
import type { Color, Emu } from "../../canvas/index.ts";
import type { DrawnPath, PathCommand, Rectangle } from "../page/index.ts";
import type { ChartDrawing } from "./chart-drawing.ts";
import { type Hatch, type Look, readableOn } from "./chart-looks.ts";

/** Lines of a hatch are so far apart and so wide, in type sizes. */
const PITCH_SIZES = 0.42;
const WIDTH_SIZES = 0.07;
/** Of a larger area the lines are further apart, so that no chart is all lines. */
const LINES_MAX = 200;

/** The area, and its hatch over it. */
export function areaPaths(
  drawing: ChartDrawing,
  commands: readonly PathCommand[],
  bounds: Rectangle,
  { color, hatch }: Look,
  outline: DrawnPath["stroke"],
): readonly DrawnPath[] {
  if (hatch === null) return [{ commands, fill: color, stroke: outline, isMark: true }];
  return [
    { commands, fill: color, stroke: null, isMark: true },
    { ...hatchPath(drawing, bounds, hatch, color), clipPaths: [{ commands }] },
    { commands, fill: null, stroke: outline },
  ];
}

/** The direction of a hatch's lines. */
const ANGLES = {
  rising: [[1, -1]],
  falling: [[1, 1]],
  level: [[1, 0]],
  upright: [[0, 1]],
  net: [
    [1, 0],
    [0, 1],
  ],
  lattice: [
    [1, -1],
    [1, 1],
  ],
} as const satisfies Record<Hatch, readonly (readonly [number, number])[]>;

function hatchPath(drawing: ChartDrawing, bounds: Rectangle, hatch: Hatch, color: Color): DrawnPath {
  const { leftEmu, topEmu, rightEmu, bottomEmu } = bounds;
  const [width, height] = [rightEmu - leftEmu, bottomEmu - topEmu];
  const reach = Math.max(width, height);
  const pitch = Math.max(Math.round(drawing.sizeEmu * PITCH_SIZES), Math.ceil((2 * reach) / LINES_MAX), 1);
  const commands: PathCommand[] = [];
  const line = (fromX: Emu, fromY: Emu, toX: Emu, toY: Emu) => {
    commands.push({ op: "move", xEmu: fromX, yEmu: fromY }, { op: "line", xEmu: toX, yEmu: toY });
  };
  for (const [across, down] of ANGLES[hatch]) {
    const slanted = across !== 0 && down !== 0;
    const span = slanted ? width + height : down === 0 ? height : width;
    const step = slanted ? Math.round((pitch * 17) / 12) : pitch;
    for (let at = Math.floor(step / 2); at < span; at += step) {
      if (down === 0) line(leftEmu, topEmu + at, rightEmu, topEmu + at);
      else if (across === 0) line(leftEmu + at, topEmu, leftEmu + at, bottomEmu);
      else if (down > 0) line(leftEmu + at - height, topEmu, leftEmu + at, bottomEmu);
      else line(leftEmu + at - height, bottomEmu, leftEmu + at, topEmu);
    }
  }
  const widthEmu = Math.max(3_175, Math.round(drawing.sizeEmu * WIDTH_SIZES));
  return { commands, fill: null, stroke: { widthEmu, color: readableOn(color), dashEmu: [] } };
}
