// What an SVG, a symbol or an svg within another lays its view box into (SVG 2, chapter 8).

import type { XmlElement } from "@rgrove/parse-xml";
import { combined, type Matrix } from "../geometry/index.ts";
import type { Bounds } from "./svg-shapes.ts";

/** x, y, width, height; null where there is none that has an area. */
export function viewBoxOf({ attributes }: XmlElement): readonly [number, number, number, number] | null {
  const box = (attributes["viewBox"] ?? "")
    .trim()
    .split(/[\s,]+/u)
    .map(Number);
  const [x = 0, y = 0, width = 0, height = 0] = box;
  return box.length === 4 && box.every(Number.isFinite) && width > 0 && height > 0 ? [x, y, width, height] : null;
}

/** How far along a side the view box stands: 0, a half or 1. */
const ALIGNED: Readonly<Record<string, number>> = { Min: 0, Mid: 0.5, Max: 1 };

/** Lays what `element` holds into an area of the space around it. */
export function viewportMatrix(element: XmlElement, { left, top, right, bottom }: Bounds): Matrix {
  const view = viewBoxOf(element);
  if (view === null) return [1, 0, 0, 1, left, top];
  const [x, y, width, height] = view;
  const [across, down] = [(right - left) / width, (bottom - top) / height];
  const asked = element.attributes["preserveAspectRatio"]?.trim() ?? "";
  if (asked.startsWith("none")) return combined([across, 0, 0, down, left, top], [1, 0, 0, 1, -x, -y]);
  const scale = asked.endsWith("slice") ? Math.max(across, down) : Math.min(across, down);
  const [, alignX = "Mid", alignY = "Mid"] = /x(Min|Mid|Max)Y(Min|Mid|Max)/u.exec(asked) ?? [];
  const freeX = right - left - width * scale;
  const freeY = bottom - top - height * scale;
  const corner: Matrix = [
    scale,
    0,
    0,
    scale,
    left + freeX * (ALIGNED[alignX] ?? 0),
    top + freeY * (ALIGNED[alignY] ?? 0),
  ];
  return combined(corner, [1, 0, 0, 1, -x, -y]);
}
