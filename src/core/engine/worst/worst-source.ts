// A record source that the declarations let stay empty: no document is made of it, and a render refuses such data.
import type { Canvas } from "../../canvas/index.ts";
import { type Diagnostic, diagnose } from "../../diagnostics/index.ts";

/** What the declaration of the source's own array says against it; a list that says nothing has `minItems: 1`. */
export function findEmptySource({ recordSource, fields }: Canvas): readonly Diagnostic[] {
  const field = fields.find(({ path }) => path === recordSource?.path);
  if (field === undefined) return [];
  const { path, min, optional } = field;
  const saysNone = min !== null && Number(min) < 1;
  if (!saysNone && !optional) return [];
  const advice = [
    ...(optional ? [`declare ${path} without "?"`] : []),
    ...(saysNone ? [`declare min=1 of ${path}`] : []),
  ].join(", and ");
  const finding = diagnose({
    code: "RPT4031",
    span: { start: field.span[0], end: field.span[1] },
    message: `with ${path} of no entries: no document is made, and the data are refused`,
    why: "One document is made of each record of the source.",
    repair: { title: advice, applicability: "suggestion", edits: [] },
  });
  return [{ ...finding, dataPath: path }];
}
