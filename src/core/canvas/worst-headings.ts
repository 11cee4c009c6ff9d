// Canvas → examples for longer lists whose entries head columns.
import { type CanvasField, dateOfDayNumber, dayNumber, parseDate, printDate } from "../expression/index.ts";
import type { Canvas } from "./canvas.ts";
import { type EntryCounts, examplePayload } from "./example-payload.ts";
import { boundsOf, jsonOf } from "./worst-payload.ts";
import { headingNames, reads } from "./worst-reads.ts";

/**
 * Fields that head columns, with another value in each entry of a longer list, and the same ones in every record:
 * choices, days and whole numbers. The examples would be repeated, and a heading that stands twice in a record makes a
 * column more than the declarations allow: a calendar would have the days of each record beside those of all others.
 * `isKept` tells of the fields whose values are chosen already.
 */
export function withOtherHeadings(
  canvas: Canvas,
  counts: EntryCounts,
  isKept: (path: string) => boolean,
): readonly CanvasField[] {
  const names = counts.size === 0 ? new Set<string>() : headingNames(canvas);
  if (names.size === 0) return canvas.fields;
  return canvas.fields.map((field) => {
    const { path } = field;
    const count = counts.get(listAbove(path));
    const valueAt = count === undefined || isKept(path) || !reads(names, path) ? null : valuesOf(field);
    if (valueAt === null) return field;
    const values = Array.from({ length: count ?? 0 }, (_, at) => valueAt(at));
    const depth = path.split("[]").length - 1;
    return { ...field, example: `${"[".repeat(depth)}${values.join(",")}${"]".repeat(depth)}` };
  });
}

/** The payload of the examples with other numbers of entries, whose headings are those of as many entries. */
export function payloadOfCounts(canvas: Canvas, counts: EntryCounts): string {
  return examplePayload({ ...canvas, fields: withOtherHeadings(canvas, counts, () => false) }, counts);
}

/** The JSON of one value after another; null for kinds whose examples are repeated. */
function valuesOf(field: CanvasField): ((at: number) => string) | null {
  const { type, example } = field;
  const first = example === null ? null : (/[^[\]",\s]+/u.exec(example)?.[0] ?? null);
  switch (type.kind) {
    case "enum":
      return (at) =>
        jsonOf(type.members[at % Math.max(1, type.members.length)] ?? { value: "", label: null, numeric: false });
    case "date": {
      const day = first === null ? null : parseDate(first);
      if (day === null) return null;
      return (at) => JSON.stringify(printDate(dateOfDayNumber(dayNumber(day) + at) ?? day));
    }
    case "int": {
      const { min, max } = boundsOf(field);
      const least = Math.ceil(Number(min ?? Math.min(1, Number(first ?? 1))));
      const most = Math.floor(Number(max ?? Number.MAX_SAFE_INTEGER));
      return (at) => String(least + (at % Math.max(1, most - least + 1)));
    }
    default:
      return null;
  }
}

/** `rows[].months[]` of `rows[].months[].label`. */
function listAbove(path: string): string {
  return path.slice(0, path.lastIndexOf("[]") + 2);
}
