// RPT4007: frames whose lines run through the free margin of a code, or through its bars.
import type { Diagnostic } from "../diagnostics/index.ts";
import type { Page, PlacedItem, Rectangle } from "../layout/index.ts";
import type { ElementIndex, ElementInfo } from "./elements.ts";
import { inFreeMargin } from "./overlap.ts";

/** A frame that begins where the free margin ends takes a part of its line from it; readers do with so much less. */
const LINE_AT_EDGE_EMU = 18_000;

/** The findings by the frame and the code, of which each pair is told once. */
export function framesNearCodes(page: Page, index: number, { byStart }: ElementIndex): ReadonlyMap<string, Diagnostic> {
  const found = new Map<string, Diagnostic>();
  const codes = page.items.flatMap((item) => {
    const element = byStart.get(item.span[0]);
    if (item.kind !== "fill" || item.quiet === undefined || element === undefined || element.isLayered) return [];
    return [{ element, free: narrowed(item.quiet) }];
  });
  if (codes.length === 0) return found;
  for (const item of page.items) {
    const element = byStart.get(item.span[0]);
    if (element === undefined || !isFrame(item, element)) continue;
    const lines = linesOf(item);
    for (const code of codes) {
      const key = `${element.ownSpan[0]} ${code.element.ownSpan[0]}`;
      if (element.ownSpan[0] === code.element.ownSpan[0] || found.has(key)) continue;
      if (lines.some((line) => meet(line, code.free))) found.set(key, inFreeMargin(element, code.element, index));
    }
  }
  return found;
}

type Frame = Extract<PlacedItem, { readonly kind: "stroke" }> & {
  readonly shape: Extract<Extract<PlacedItem, { readonly kind: "stroke" }>["shape"], { readonly kind: "rectangle" }>;
};

/** Strokes of pictures are their own affair, and lines are judged as letters are. */
function isFrame(item: PlacedItem, { kind, overlapsOnPurpose }: ElementInfo): item is Frame {
  if (item.kind !== "stroke" || item.shape.kind !== "rectangle" || overlapsOnPurpose) return false;
  return kind !== "line" && kind !== "image" && kind !== "chart" && kind !== "barcode";
}

function linesOf({ shape, widthEmu }: Frame): readonly Rectangle[] {
  const { leftEmu, topEmu, rightEmu, bottomEmu } = shape.rectangle;
  const half = Math.ceil(widthEmu / 2);
  const across = { leftEmu: leftEmu - half, rightEmu: rightEmu + half };
  const down = { topEmu: topEmu - half, bottomEmu: bottomEmu + half };
  return [
    { ...across, topEmu: topEmu - half, bottomEmu: topEmu + half },
    { ...across, topEmu: bottomEmu - half, bottomEmu: bottomEmu + half },
    { ...down, leftEmu: leftEmu - half, rightEmu: leftEmu + half },
    { ...down, leftEmu: rightEmu - half, rightEmu: rightEmu + half },
  ];
}

function narrowed({ leftEmu, topEmu, rightEmu, bottomEmu }: Rectangle): Rectangle {
  const by = LINE_AT_EDGE_EMU;
  return { leftEmu: leftEmu + by, topEmu: topEmu + by, rightEmu: rightEmu - by, bottomEmu: bottomEmu - by };
}

/** However thin the line is. */
function meet(one: Rectangle, other: Rectangle): boolean {
  return (
    one.leftEmu < other.rightEmu &&
    other.leftEmu < one.rightEmu &&
    one.topEmu < other.bottomEmu &&
    other.topEmu < one.bottomEmu
  );
}
