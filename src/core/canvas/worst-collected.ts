// Canvas → payloads whose records all differ in what one place joins into a text: the names of all people in one group,
// or in the whole list. Examples have few of them, and records that differ in their group too have one in each group.
import { countedEntries } from "../diagnostics/index.ts";
import type { CanvasField } from "../expression/index.ts";
import type { Canvas } from "./canvas.ts";
import { type CountedList, countedLists, takenCount } from "./list-counts.ts";
import { isKey, KEYS_UNDECLARED, keysOf, nestedList } from "./worst-keys.ts";
import { replaceScalars } from "./worst-payload.ts";
import { collectedNames, groupNames, reads } from "./worst-reads.ts";
import { scalarsOf } from "./worst-search.ts";
import type { WidestOf } from "./worst-text.ts";
import { type Choice, mostEntries, type TriedValue, trialOf, type WorstTrial } from "./worst-trials.ts";

/** So many ways to group records get a trial of their own; forms have few. */
const GROUPINGS_MAX = 4;
/** Inner lists of all records hold at most this number of entries together. */
const ENTRIES_TOGETHER_MAX = 400;

/**
 * One trial of the whole list, and one for each way that the form groups records, in which all of them are one group.
 * None where nothing joins what records hold.
 */
export function collectedTrials(canvas: Canvas, widestOf: WidestOf): readonly WorstTrial[] {
  const collected = collectedNames(canvas);
  if (collected.size === 0) return [];
  const lists = countedLists(canvas);
  const fields = canvas.fields.filter(({ path, type }) => {
    return path.includes("[]") && reads(collected, path) && isKey(type.kind) && listsAbove(lists, path).length > 0;
  });
  const groupings = groupNames(canvas).slice(0, GROUPINGS_MAX);
  return [new Set<string>(), ...groupings].flatMap((keys) => {
    const different = fields.filter(({ path }) => !reads(keys, path));
    return different.length === 0 ? [] : [collectedTrial(canvas, widestOf, lists, { different, keys })];
  });
}

interface Collected {
  /** The fields that differ in each record. */
  readonly different: readonly CanvasField[];
  /** What is the same in all of them. */
  readonly keys: ReadonlySet<string>;
}

function collectedTrial(
  canvas: Canvas,
  widestOf: WidestOf,
  lists: readonly CountedList[],
  { different, keys }: Collected,
): WorstTrial {
  const counts = new Map<string, number>();
  const chosen = different.map((field) => differentChoice(field, listsAbove(lists, field.path), counts, widestOf));
  const same = canvas.fields.flatMap((field): readonly Choice[] => {
    const isInList = [...counts.keys()].some((list) => field.path.startsWith(`${list}.`));
    const [first] = field.example === null ? [] : scalarsOf(field.example);
    if (!isInList || first === undefined || !reads(keys, field.path)) return [];
    const example = replaceScalars(field.example ?? first, first);
    return [{ field, limit: { example, words: `of ${first.replaceAll('"', "")} alone`, isDeclared: true } }];
  });
  const keyed = [...chosen, ...same];
  const trial = trialOf(canvas, keyed, counts);
  const own = new Map(trialOf(canvas, chosen, counts).values);
  const rows = [...counts].map(([path, count]): [string, TriedValue] => {
    const isDeclared = lists.every((list) => list.path !== path || list.most !== null);
    return [path, { words: `of ${countedEntries(count)}`, isDeclared }];
  });
  // Different values are those of several records: none of them is a limit of its field alone.
  const values = new Map([...own, ...rows, ...trial.values]);
  return { ...trial, chosen: [], keyed, values, ...(keys.size === 0 ? {} : { isOneGroup: true as const }) };
}

function listsAbove(lists: readonly CountedList[], of: string): readonly CountedList[] {
  return lists.filter(({ path }) => of === path || of.startsWith(`${path}.`));
}

/** The field with another value in each entry of its lists, whose numbers of entries are added to the counts. */
function differentChoice(
  field: CanvasField,
  above: readonly CountedList[],
  counts: Map<string, number>,
  widestOf: WidestOf,
): Choice {
  let room = ENTRIES_TOGETHER_MAX;
  const sizes = above.toReversed().map((list) => {
    const most = list.most === null ? KEYS_UNDECLARED : (mostEntries(list, counts) ?? list.most);
    const count = counts.get(list.path) ?? takenCount(list, Math.max(1, Math.min(most, room)));
    room = Math.max(1, Math.floor(room / count));
    counts.set(list.path, count);
    return count;
  });
  const shape = sizes.toReversed();
  const entries = shape.reduce((product, count) => product * count, 1);
  return {
    field,
    limit: {
      example: nestedList(shape, keysOf(field, widestOf)),
      words: `of ${entries} different values`,
      isDeclared: above.every(({ most }) => most !== null),
      advice: `declare the values of ${field.path} as an enum, or fewer entries by max=`,
    },
  };
}
