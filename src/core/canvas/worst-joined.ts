// Canvas → payloads whose few rows are alike where equal neighbours become one cell: its words then stand over rows
// that differ otherwise, on the ground of one and in the colour of another.
import type { Canvas } from "./canvas.ts";
import { countedLists, takenCount } from "./list-counts.ts";
import { replaceScalars } from "./worst-payload.ts";
import { joinedNames, reads } from "./worst-reads.ts";
import { scalarsOf } from "./worst-search.ts";
import { type Choice, type TriedValue, trialOf, type WorstTrial } from "./worst-trials.ts";

/** The words of the cell stand in the middle one. */
const ROWS_JOINED = 3;
/** So many fields get a trial of their own; forms join few columns. */
const FIELDS_MAX = 4;

/** None where nothing is joined, or no list has so many rows. */
export function joinedRowsTrials(canvas: Canvas): readonly WorstTrial[] {
  const names = joinedNames(canvas);
  if (names.size === 0) return [];
  const lists = countedLists(canvas).filter(({ most }) => most === null || most >= ROWS_JOINED);
  const alike = canvas.fields.flatMap((field): readonly Choice[] => {
    const { path, example, type } = field;
    const [first] = example === null ? [] : scalarsOf(example);
    if (first === undefined || example === null || type.kind === "image" || !reads(names, path)) return [];
    if (!lists.some((list) => path.startsWith(`${list.path}.`))) return [];
    const words = `of ${first.replaceAll('"', "")} in each row`;
    return [{ field, limit: { example: replaceScalars(example, first), words, isDeclared: true } }];
  });
  return alike.slice(0, FIELDS_MAX).map((one) => {
    const joined = lists.filter(({ path }) => one.field.path.startsWith(`${path}.`));
    const counts = new Map(joined.map((list) => [list.path, takenCount(list, ROWS_JOINED)]));
    const trial = trialOf(canvas, [one], counts);
    const rows = [...counts].map(([path, count]): [string, TriedValue] => {
      return [path, { words: `of ${count} entries`, isDeclared: true }];
    });
    return { ...trial, values: new Map([...trial.values, ...rows]) };
  });
}
