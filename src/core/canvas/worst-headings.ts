// Canvas → examples for longer lists whose entries head columns.
import type { CanvasField } from "../expression/index.ts";
import type { Canvas } from "./canvas.ts";
import type { EntryCounts } from "./example-payload.ts";
import { jsonOf } from "./worst-payload.ts";
import { headingNames, reads } from "./worst-reads.ts";

/**
 * Fields of choices that head columns, with another choice in each entry of a longer list: the examples would be
 * repeated, and a heading that stands twice in a record makes a column more than the choices allow. `isKept` tells of
 * the fields whose values are chosen already.
 */
export function withOtherHeadings(
  canvas: Canvas,
  counts: EntryCounts,
  isKept: (path: string) => boolean,
): readonly CanvasField[] {
  const names = counts.size === 0 ? new Set<string>() : headingNames(canvas);
  if (names.size === 0) return canvas.fields;
  return canvas.fields.map((field) => {
    const { path, type } = field;
    const count = counts.get(listAbove(path));
    if (count === undefined || type.kind !== "enum" || isKept(path) || !reads(names, path)) return field;
    const choices = Array.from({ length: count }, (_, at) => {
      return jsonOf(type.members[at % Math.max(1, type.members.length)] ?? { value: "", label: null, numeric: false });
    });
    const depth = path.split("[]").length - 1;
    return { ...field, example: `${"[".repeat(depth)}${choices.join(",")}${"]".repeat(depth)}` };
  });
}

/** `rows[].months[]` of `rows[].months[].label`. */
function listAbove(path: string): string {
  return path.slice(0, path.lastIndexOf("[]") + 2);
}
