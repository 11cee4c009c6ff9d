// Canvas → a payload whose records all differ in what parts them into groups and columns: as many of these as records.
import { countedEntries } from "../diagnostics/index.ts";
import type { CanvasField } from "../expression/index.ts";
import type { Canvas } from "./canvas.ts";
import type { EntryCounts } from "./example-payload.ts";
import { type CountedList, countedLists, takenCount } from "./list-counts.ts";
import { boundsOf, jsonOf } from "./worst-payload.ts";
import { headingNames, joinedNames, operandsOf, partsByComputed, reads } from "./worst-reads.ts";
import { type WidestOf, worstText } from "./worst-text.ts";
import {
  type Choice,
  isNumber,
  mostEntries,
  type TriedValue,
  trialOf,
  type WorstTrial,
  widestChoices,
} from "./worst-trials.ts";

/** More groups and columns are alike: they go on to other pages, or have had no room long before. */
const KEYS_MAX = 80;
/** So many different ones have lists whose number of entries nothing bounds: months, departments, rates of tax. */
export const KEYS_UNDECLARED = 12;
/** Days that every month has. */
const DAYS = 28;
/** A whole month of a calendar is that of January. */
const CALENDAR_DAYS = 31;
const MONTHS = 12;
const FIRST_YEAR = 2001;

/**
 * The same with values that are far apart: no two days share a year, and no two texts share their first letters. A key
 * that is computed of near values is often the same for all of them. Null where no key is computed.
 */
export function distantKeysTrial(canvas: Canvas, widestOf: WidestOf): WorstTrial | null {
  return partsByComputed(canvas) ? differentKeysTrial(canvas, widestOf, true) : null;
}

/** Null where nothing groups records, joins them or heads columns by them. */
export function differentKeysTrial(canvas: Canvas, widestOf: WidestOf, areDistant = false): WorstTrial | null {
  // Neighbours with different values of a joined column are rows of their own, each as high as its text.
  const keys = new Set([...operandsOf(canvas).keys, ...joinedNames(canvas)]);
  const all = canvas.fields.filter(({ path, type }) => path.includes("[]") && reads(keys, path) && isKey(type.kind));
  // What lacks room is told of the first one: many columns leave each of them less, many groups are on more pages.
  const headings = headingNames(canvas);
  const fields = all.toSorted((one, other) => Number(reads(headings, other.path)) - Number(reads(headings, one.path)));
  const lists = countedLists(canvas);
  const counts = new Map<string, number>();
  /** How many groups the records of a list make, by its path. */
  const parts = new Map<string, number>();
  const chosen = fields.flatMap((field) => {
    const above = lists.filter(({ path }) => field.path === path || field.path.startsWith(`${path}.`));
    if (above.length === 0) return [];
    let room = mostRecords(field, above);
    // Those of an inner list first: all of its entries head columns, and few records do for their difference.
    const sizes = [...above].reverse().map((list) => {
      const most = mostEntries(list, counts) ?? list.most ?? list.usual ?? 1;
      const count = takenCount(list, Math.max(1, Math.min(most, above.length > 1 ? Math.max(2, room) : room)));
      room = Math.floor(room / count);
      return [list.path, count] as const;
    });
    for (const [path, count] of sizes) counts.set(path, Math.max(counts.get(path) ?? 0, count));
    const shape = [...sizes].reverse().map(([, count]) => count);
    const isDeclared = above.every(({ most }) => most !== null);
    const entries = shape.reduce((product, count) => product * count, 1);
    const most = isDeclared ? entries : Math.min(KEYS_UNDECLARED, entries);
    const number = isCalendar(field, headings) ? Math.min(most, shape.at(-1) ?? most) : most;
    const list = above[0]?.path ?? "";
    parts.set(list, Math.max(parts.get(list) ?? 0, number));
    const isNear = !areDistant || isCalendar(field, headings);
    const keyOf = isNear ? keysOf(field, widestOf) : distantKeysOf(field, widestOf);
    const jsonAt = (at: number) => keyOf(at % number);
    const limit: TriedValue & { readonly example: string } = {
      example: nestedList(shape, jsonAt),
      words: `of ${number} different values`,
      isDeclared,
      advice: `declare the values of ${field.path} as an enum, or fewer entries by max=`,
    };
    return number < 2 ? [] : [{ field, limit }];
  });
  if (chosen.length === 0) return null;
  const keyed = new Set(chosen.map(({ field }) => field.path));
  // Sums of groups are as wide as they get.
  const numbers = widestChoices(canvas, widestOf, (field) => isNumber(field) && !keyed.has(field.path)).map((one) =>
    unevenly(one, parts.get(listOf(one.field.path)) ?? 0),
  );
  const own = new Map(trialOf(canvas, chosen, counts).values);
  const trial = trialOf(canvas, [...chosen, ...numbers], counts);
  // Different values are those of several records: none of them is a limit of its field alone.
  return withRows({ ...trial, chosen: numbers, keyed: chosen, values: new Map([...own, ...trial.values]) }, counts);
}

/**
 * Days and numbers that head columns for each entry of an inner list are those of a calendar: every record has the same
 * ones, one after another. Of others there may be as many as all records have together.
 */
function isCalendar({ path, type }: CanvasField, headings: ReadonlySet<string>): boolean {
  return (type.kind === "date" || type.kind === "int") && path.split("[]").length > 2 && reads(headings, path);
}

/** The first record's number is another, so that rounded shares need words about their sum where they can. */
function unevenly({ field, limit }: Choice, parts: number): Choice {
  const [most] = limit?.example?.match(/-?[0-9][0-9.]*/u) ?? [];
  if (limit === undefined || most === undefined || field.path.split("[]").length !== 2) return { field, limit };
  const { min } = boundsOf(field);
  const least = min === null || Number(min) < 1 ? "1" : min;
  if (Number(least) > Number(most)) return { field, limit };
  const firsts = Array.from({ length: FIRSTS_MAX }, (_, at) => Math.ceil(Number(least)) + at);
  const odd = firsts.find((first) => first <= Number(most) && !isWhole(first, Number(most), parts));
  return { field, limit: { ...limit, example: `[${odd ?? least},${most}]` } };
}

function listOf(path: string): string {
  return path.slice(0, path.indexOf("[]") + 2);
}

/** So many numbers are looked at for one whose share is none of a round sum. */
const FIRSTS_MAX = 40;

/** Whether shares in tenths of a percent, each rounded for itself, add up: one of a number, and the others alike. */
function isWhole(first: number, other: number, parts: number): boolean {
  const whole = first + other * (parts - 1);
  const shareOf = (part: number) => Math.round((part * 1000) / whole);
  return shareOf(first) + shareOf(other) * (parts - 1) === 1000;
}

function withRows(trial: WorstTrial, counts: EntryCounts): WorstTrial {
  const rows = [...counts].map(([path, count]): [string, TriedValue] => [
    path,
    { words: `of ${countedEntries(count)}`, isDeclared: true },
  ]);
  const [first, ...others] = trial.values;
  return { ...trial, values: new Map([...(first === undefined ? [] : [first]), ...rows, ...others]) };
}

/** What parts records into few groups needs no more of them than two for each. */
function mostRecords({ type }: CanvasField, above: readonly CountedList[]): number {
  if (type.kind === "enum") return Math.min(KEYS_MAX, 2 * type.members.length);
  return above.every(({ most }) => most !== null) ? KEYS_MAX : 2 * KEYS_UNDECLARED;
}

/** Whether values of a kind tell records apart: a flag has two of them, and pictures are compared by nothing. */
export function isKey(kind: CanvasField["type"]["kind"]): boolean {
  return kind !== "image" && kind !== "array" && kind !== "bool";
}

/** `[["甲", "乙"], ["丙", "丁"]]` for 2 × 2. */
export function nestedList(shape: readonly number[], jsonAt: (at: number) => string): string {
  let next = 0;
  const listOf = ([count, ...inner]: readonly number[]): string => {
    if (count === undefined) {
      next += 1;
      return jsonAt(next - 1);
    }
    return `[${Array.from({ length: count }, () => listOf(inner)).join(",")}]`;
  };
  return listOf(shape);
}

/** The JSON of values by their number; no two of them are near one another. */
function distantKeysOf(field: CanvasField, widestOf: WidestOf): (at: number) => string {
  const { type, pattern } = field;
  if (type.kind === "date" || type.kind === "datetime") {
    return (at) => {
      const day = `${FIRST_YEAR + at}-${two(1 + (at % MONTHS))}-${two(1 + (at % DAYS))}`;
      return JSON.stringify(type.kind === "date" ? day : `${day}T08:00:00Z`);
    };
  }
  if ((type.kind !== "string" && type.kind !== "text") || pattern !== null) return keysOf(field, widestOf);
  return (at) => {
    const first = `${KANA[at % KANA.length]}${KANA[Math.floor(at / KANA.length) % KANA.length]}`.slice(
      0,
      type.lengthMax,
    );
    return JSON.stringify(`${first}${worstText(type.lengthMax - first.length, null, widestOf) ?? ""}`);
  };
}

/** The JSON of one value after another, different as long as the declaration has more of them. */
export function keysOf(field: CanvasField, widestOf: WidestOf): (at: number) => string {
  const { type, pattern } = field;
  switch (type.kind) {
    case "enum":
      return (at) =>
        jsonOf(type.members[at % Math.max(1, type.members.length)] ?? { value: "", label: null, numeric: false });
    case "int":
    case "decimal": {
      const { min, max } = boundsOf(field);
      const least = Math.ceil(Number(min ?? 1));
      const number = Math.max(1, Math.floor(Number(max ?? least + KEYS_MAX) - least) + 1);
      return (at) => String(least + (at % number));
    }
    case "string":
    case "text":
      return (at) => JSON.stringify(keyText(type.lengthMax, pattern, widestOf, at));
    default: {
      const time = { date: "", time: "T08:00:00", datetime: "T08:00:00Z" };
      return (at) => {
        const day = `${FIRST_YEAR + Math.floor(at / CALENDAR_DAYS)}-01-${two(1 + (at % CALENDAR_DAYS))}`;
        if (type.kind === "time")
          return JSON.stringify(`${String(at % 24).padStart(2, "0")}:${String(at % 60).padStart(2, "0")}`);
        return JSON.stringify(`${day}${type.kind === "datetime" ? time.datetime : ""}`);
      };
    }
  }
}

/** Kana, of which every font of a Japanese form has these. */
const KANA: readonly string[] = [
  ..."アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン",
];

/** The longest text, and at its end what tells it from the others. */
function keyText(lengthMax: number, pattern: string | null, widestOf: WidestOf, at: number): string {
  if (pattern !== null) {
    let rest = at;
    const text = worstText(lengthMax, pattern, (texts) => {
      const chosen = texts[rest % texts.length] ?? "";
      rest = Math.floor(rest / texts.length);
      return chosen;
    });
    return text ?? "";
  }
  const [first, second] = [KANA[at % KANA.length] ?? "", KANA[Math.floor(at / KANA.length) % KANA.length] ?? ""];
  const end = lengthMax === 1 ? first : `${second}${first}`;
  return `${worstText(Math.max(0, lengthMax - end.length), null, widestOf) ?? ""}${end}`;
}

function two(number: number): string {
  return String(number).padStart(2, "0");
}
