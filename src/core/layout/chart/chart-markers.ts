// Marks of the points of a line.
import type { Color, Emu } from "../../canvas/index.ts";
import { circle, type DrawnPath, polygon } from "../page/index.ts";
import type { ChartDrawing } from "./chart-drawing.ts";
import { HATCHES } from "./chart-looks.ts";

/**
 * Each series has marks of its own shape, so that lines are told apart without colours. What `layer` others lie over
 * is larger than they are.
 */
export function marker(
  drawing: ChartDrawing,
  index: number,
  [x, y]: readonly [Emu, Emu],
  color: Color,
  layer = 0,
): DrawnPath {
  const r = radiusOf(drawing, layer);
  const shapes = [
    circle([x, y], r),
    polygon([
      [x - r, y - r],
      [x + r, y - r],
      [x + r, y + r],
      [x - r, y + r],
    ]),
    polygon([
      [x, y - r],
      [x + r, y + r],
      [x - r, y + r],
    ]),
    polygon([
      [x, y - Math.round(r * 1.3)],
      [x + Math.round(r * 1.3), y],
      [x, y + Math.round(r * 1.3)],
      [x - Math.round(r * 1.3), y],
    ]),
  ];
  // From the fifth series on, marks are hollow.
  const fill: Color = index % 8 < shapes.length ? color : [255, 255, 255, 255];
  const commands = shapes[index % shapes.length] ?? [];
  return { commands, fill, stroke: { widthEmu: 6_350, color, dashEmu: [] } };
}

function radiusOf({ sizeEmu }: ChartDrawing, layer: number): Emu {
  return Math.round(sizeEmu * 0.24 * (1 + 0.6 * layer));
}

/** How far a mark reaches from its point. */
export function markerReach(drawing: ChartDrawing, layer: number): Emu {
  return Math.round(radiusOf(drawing, layer) * 1.3);
}

/** As declared; lines whose colour comes again have dashes of their own. */
export function dashesOf({ element, series }: ChartDrawing, index: number): readonly Emu[] {
  const declared = element.series[index]?.dash ?? "solid";
  const again = series[index]?.hatch ?? null;
  const kind = declared === "solid" && again !== null ? (HATCHES.indexOf(again) % 2 === 0 ? "dash" : "dot") : declared;
  return kind === "dash" ? [57_150, 38_100] : kind === "dot" ? [15_875, 31_750] : [];
}
