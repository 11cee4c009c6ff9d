// Colours that are computed, in the scope of other records than where they are written: texts inherit them.
import type { AnyElement, CheckedValue, CheckedValues, PaintValue } from "../check/index.ts";
import { movedCode } from "../expression/index.ts";
import type { PropertyName } from "../schema/index.ts";

/**
 * Values where `opened` more records are opened, or where it is negative fewer: paints of a record that is not there
 * are left out. The same object where nothing is computed.
 */
export function movedPaints(values: CheckedValues, opened: number): CheckedValues {
  if (opened === 0 || ![...values.values()].some(isComputed)) return values;
  const moved = new Map<PropertyName, CheckedValue>();
  for (const [key, value] of values) {
    const one = movedValue(value, opened);
    if (one !== null) moved.set(key, one);
  }
  return moved;
}

/** The element with its computed colours moved to a scope that lacks the innermost `records`. */
export function outsideOf<Element extends AnyElement>(element: Element, records: number): Element {
  const properties = movedPaints(element.properties, -records);
  return properties === element.properties ? element : { ...element, properties };
}

function isComputed(value: CheckedValue): boolean {
  if (value.kind === "paint") return value.paint?.kind === "computed";
  return value.kind === "stroke" && value.stroke.paint?.kind === "computed";
}

function movedValue(value: CheckedValue, opened: number): CheckedValue | null {
  if (!isComputed(value)) return value;
  if (value.kind === "paint" && value.paint !== null) {
    const paint = movedPaint(value.paint, opened);
    return paint === null ? null : { ...value, paint };
  }
  // A line keeps its width, and has the colour that it would have without one of its own.
  if (value.kind === "stroke" && value.stroke.paint !== null)
    return { ...value, stroke: { ...value.stroke, paint: movedPaint(value.stroke.paint, opened) } };
  return value;
}

function movedPaint(paint: PaintValue, opened: number): PaintValue | null {
  if (paint.kind === "fixed") return paint;
  const code = movedCode(paint.code, opened);
  return code === null ? null : { ...paint, code };
}
