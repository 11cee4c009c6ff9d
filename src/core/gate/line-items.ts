// What looks like a line on paper, whatever the form draws it as: strokes, and filled rectangles as thin as a rule.
import type { FillItem, PlacedItem, Rectangle, StrokeItem } from "../layout/index.ts";

/** A filled area no thicker is a rule, a thicker one a ground. */
export const RULE_THICKNESS_MOST_EMU = 36_000;

/** Whether an area without clipping is as thin as a rule. */
export function isThin({ leftEmu, topEmu, rightEmu, bottomEmu }: Rectangle): boolean {
  return Math.min(rightEmu - leftEmu, bottomEmu - topEmu) <= RULE_THICKNESS_MOST_EMU;
}

/** The item as the stroke that it looks like; null where it looks like none. */
export function lineOf(item: PlacedItem): StrokeItem | null {
  if (item.kind === "stroke") return item;
  return item.kind === "fill" && item.shape.kind === "rectangle" && isThin(item.shape.rectangle)
    ? ruleOf(item, item.shape.rectangle)
    : null;
}

/** A stroke along the middle of a thin area, as wide as that is thick. */
function ruleOf({ span, node, isStatic, color, clip }: FillItem, area: Rectangle): StrokeItem {
  const { leftEmu, topEmu, rightEmu, bottomEmu } = area;
  const isLevel = bottomEmu - topEmu < rightEmu - leftEmu;
  const [x, y] = [(leftEmu + rightEmu) / 2, (topEmu + bottomEmu) / 2];
  return {
    kind: "stroke",
    span,
    node,
    isStatic,
    shape: {
      kind: "path",
      commands: [
        { op: "move", xEmu: isLevel ? leftEmu : x, yEmu: isLevel ? y : topEmu },
        { op: "line", xEmu: isLevel ? rightEmu : x, yEmu: isLevel ? y : bottomEmu },
      ],
    },
    widthEmu: isLevel ? bottomEmu - topEmu : rightEmu - leftEmu,
    color,
    dashEmu: [],
    ...(clip === undefined ? {} : { clip }),
  };
}
