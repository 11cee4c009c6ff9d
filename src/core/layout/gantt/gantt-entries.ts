// Where the bars and marks of a time axis are asked: in each record, or in the entries of a list there.
import type { GanttBar, GanttMilestone } from "../../canvas/index.ts";
import type { Evaluation, Scope } from "../../expression/index.ts";
import type { Finding } from "../words/index.ts";

/** The scopes in which a bar or mark is drawn for a record: those in which its condition holds. */
export function scopesOf(
  evaluation: Evaluation,
  { each, when }: Pick<GanttBar | GanttMilestone, "each" | "when">,
  record: Scope,
): readonly Scope[] {
  const scopes = each === undefined ? [record] : evaluation.records(each, record);
  return scopes.filter((scope) => evaluation.condition(when, scope));
}

/** A bar or mark of the form, and the record or entry that it is drawn for. */
export interface Drawn<Source> {
  readonly source: Source;
  readonly scope: Scope;
}

/** No axis is so long that more could be told apart in one row; each is placed among all others. */
const ENTRIES_MAX = 200;

/** All that is drawn for a record, in the order of the form and of its lists. */
export function drawnIn<Source extends GanttBar | GanttMilestone>(
  evaluation: Evaluation,
  sources: readonly Source[],
  record: Scope,
  findings: Finding[],
): readonly Drawn<Source>[] {
  return sources.flatMap((source) => {
    const scopes = scopesOf(evaluation, source, record);
    const left = scopes[ENTRIES_MAX];
    if (left !== undefined) findings.push(tooMany(source, scopes.length, pathOfEntry(evaluation, source, left)));
    return scopes.slice(0, ENTRIES_MAX).map((scope) => ({ source, scope }));
  });
}

/** RPT4020: a list of more entries than a row can show. */
function tooMany(source: GanttBar | GanttMilestone, count: number, { path }: { readonly path?: string }): Finding {
  const what = "at" in source ? "marks" : "bars";
  return {
    code: "RPT4020",
    severity: "error",
    span: source.span,
    message: `a row has ${count} ${what} of one list, and the first ${ENTRIES_MAX} are drawn`,
    path: path ?? null,
    why: `more ${what} could not be told apart in one row`,
    repair: "filter the list, part its entries among more records, or declare max= of the list",
  };
}

/** For findings, the value that tells a bar or mark of a list from the others of its row: where it lies. */
export function pathOfEntry(
  evaluation: Evaluation,
  { each, ...source }: GanttBar | GanttMilestone,
  scope: Scope,
): { readonly path?: string } {
  const ends = "at" in source ? [source.at] : [source.start, source.end];
  const [path] = each === undefined ? [] : ends.flatMap((code) => evaluation.place(code, scope).path ?? []);
  return path === undefined ? {} : { path };
}
