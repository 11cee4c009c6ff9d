// Canvas → payloads with several fields at their limits at once: a product is at its widest where both of its factors
// are, and what stands beside an absent text may need the room that it left. Numbers have their `min` and `max` as
// limits, or what their type holds; texts have their declared lengths. A text of any length is a worst case by itself.
import { countedEntries } from "../diagnostics/index.ts";
import type { CanvasField } from "../expression/index.ts";
import type { Canvas } from "./canvas.ts";
import { BLANK_IMAGE, type EntryCounts, examplePayload } from "./example-payload.ts";
import { fixedAxes } from "./fixed-axes.ts";
import { type CountedList, countedLists, takenCount } from "./list-counts.ts";
import { withOtherHeadings } from "./worst-headings.ts";
import { boundsOf, jsonOf, largestDecimal, replaceScalars, type WorstCase, worstCases } from "./worst-payload.ts";
import { categoryNames, differencesOf, mingledNames, plannedRows, promisesPages, reads } from "./worst-reads.ts";
import { scalarsOf } from "./worst-search.ts";
import type { WidestOf } from "./worst-text.ts";

/** What a field is in a trial. */
export interface TriedValue {
  /** `of -9999999.99`, `absent` */
  readonly words: string;
  /** The template says so itself; else it is what a type holds that says nothing. */
  readonly isDeclared: boolean;
  /** What to declare instead, where that is not its length. */
  readonly advice?: string;
  /** How many lines its text has, where nothing declares how many. */
  readonly lines?: number;
  /** Few texts are written so: what they break is told as what may be, and not as what is to be mended. */
  readonly isRare?: true;
}

/** A payload whose fields are at one or another of their limits. */
export interface WorstTrial {
  readonly payload: string;
  /** The fields that are not as in the examples, by their paths; those first that expressions compute with. */
  readonly values: ReadonlyMap<string, TriedValue>;
  /** The same fields with what their examples become. */
  readonly chosen: readonly Choice[];
  /** How many entries lists have where that differs from the examples. */
  readonly counts: EntryCounts;
  /** Nothing in it is worse than where every field is at its worst. */
  readonly isWithinWorst: boolean;
  /** All records are of one group, which is longer than any group is meant to be: its sums are what is tried. */
  readonly isOneGroup?: true;
  /** A list without `max=` has all the entries that a payload may have: what its numbers grow to is what is tried. */
  readonly isOpen?: true;
  /** It has no other limits than choices, of which as few are named as break an element together. */
  readonly isOfChoices?: true;
  /** Fields that differ in each record, which are no limits and so not among those chosen. */
  readonly keyed?: readonly Choice[];
  /** What of it is tried first by itself: what breaks there is broken by no other field. */
  readonly alone?: WorstTrial;
}

/** One limit of a field: what its example becomes; null where it stays away. */
export interface Limit extends TriedValue {
  readonly example: string | null;
  /** It is how many entries the list has, and says nothing of what they are. */
  readonly count?: number;
}

interface LimitedField {
  readonly field: CanvasField;
  /** Its worst first. */
  readonly limits: readonly Limit[];
}

/** The JSON scalars that a field is in some trial. */
export function triedScalars(field: CanvasField, worst: WorstCase | undefined): readonly string[] {
  const limits = limitsOf(field, worst).slice(0, LIMITS_MAX);
  const absent = field.optional ? ["null"] : [];
  const examples = [field.example, worst?.example ?? null, ...limits.map(({ example }) => example)];
  return [...absent, ...examples.flatMap(scalarsOf)];
}

/** So many fields get a number of their own; further ones share them. */
const BITS_MAX = 5;
/** More choices of an enumeration are mostly alike. */
const LIMITS_MAX = 8;
/** A list without a bound has so many entries in the trial of many rows, whatever it has, never more than the other. */
const ENTRIES_UNDECLARED = 80;
const ENTRIES_MAX = 200;
/** One trial has as many entries as longer lists declare, up to this number: a sum of a thousand is a digit wider. */
export const ENTRIES_LONG_MAX = 1000;
/** The inner lists of all records hold at most this number of entries together. */
const NESTED_ENTRIES_MAX = 400;
/** Longer lists go on to other pages, and their longest texts are a worst case by themselves. */
const ENTRIES_OF_TEXT_MAX = 40;
/** More characters take seconds to lay out. */
const CHARACTERS_MAX = 60_000;
/** The records of the examples are few, so the texts of longer lists in them may be as long. */
const NESTED_TEXTS_MAX = 100;

/**
 * A record of combinations, and not all of them: any two fields that some place of the form reads together meet with
 * both at their worst, with neither, and with either one. In the first trial all are at their worst; then each field is
 * at its worst or not as a digit of its own binary number says, and the other way round.
 */
export function worstTrials(canvas: Canvas, widestOf: WidestOf): readonly WorstTrial[] {
  const worst = new Map(worstCases(canvas, widestOf).map((one) => [one.field.path, one]));
  const differences = differencesOf(canvas);
  const onAxes = new Set([...fixedAxes(canvas).values()].flatMap((names) => [...names]));
  const fields = canvas.fields.flatMap((field) => {
    const limited = limitedField(field, worst.get(field.path));
    const isTaken = reads(differences.from, field.path) || reads(differences.taken, field.path);
    // An axis ends at both of its ends.
    const isOnAxis = boundsOf(field).min !== null && reads(onAxes, field.path);
    return limited === null ? [] : [isTaken || isOnAxis ? withLeast(limited) : limited];
  });
  if (fields.length === 0) return [];
  const varied = fields.filter(({ limits }) => limits.length > 1);
  const mingled = mingledNames(canvas);
  const paired = varied.filter(({ field }) => reads(mingled, field.path));
  const numbers = new Map(paired.map((field, number) => [field, number]));
  const most = Math.min(LIMITS_MAX, Math.max(1, ...fields.map(({ limits }) => limits.length)));
  const others = Array.from({ length: most - 1 }, (_, at) => (): number => at + 1);
  const bits = Math.min(BITS_MAX, paired.length < 2 ? 0 : 32 - Math.clz32(paired.length - 1));
  const mixed = Array.from({ length: 2 * bits }, (_, at) => (number: number): number => {
    const isWorst = ((number >> Math.floor(at / 2)) & 1) === at % 2;
    return isWorst ? 0 : 1 + Math.floor(at / 2);
  });
  const isWithinWorst = fields.every(({ field: { path, example }, limits: [first] }) => {
    return first?.example === example || first?.example === worst.get(path)?.example;
  });
  return [(): number => 0, ...others, ...mixed].map((whichOf, at) => ({
    ...trialOf(
      canvas,
      fields.map((one) => ({ field: one.field, limit: limitAt(one, whichOf(numbers.get(one) ?? 0)) })),
    ),
    isWithinWorst: at === 0 && isWithinWorst,
  }));
}

/** A number that has no other limit than its most, with its least; zero where none is declared. */
function withLeast({ field, limits }: LimitedField): LimitedField {
  if (!isNumber(field) || limits.filter(({ example }) => example !== null).length !== 1) return { field, limits };
  return { field, limits: [...limits, leastOf(field)] };
}

function leastOf(field: CanvasField): Limit {
  const { min } = boundsOf(field);
  const least = min ?? (field.type.kind === "decimal" ? `-${largestDecimal(field.type)}` : "0");
  return limitOf(field, least, least, min !== null);
}

/** The worst, or one of the others in turn. */
function limitAt({ limits }: LimitedField, which: number): Limit | undefined {
  return which === 0 || limits.length === 1 ? limits[0] : limits[1 + ((which - 1) % (limits.length - 1))];
}

/** A field and what it is in a trial. */
export interface Choice {
  readonly field: CanvasField;
  readonly limit: Limit | undefined;
}

/** A payload of chosen limits; all other fields have their examples. */
export function trialOf(canvas: Canvas, chosen: readonly Choice[], counts: EntryCounts = NO_COUNTS): WorstTrial {
  const limits = new Map<string, Limit>();
  const allCounts = new Map(counts);
  for (const { field, limit } of chosen) {
    if (limit?.count !== undefined) allCounts.set(field.path, limit.count);
    else if (limit !== undefined) limits.set(field.path, limit);
  }
  const fields = withOtherHeadings(canvas, allCounts, (path) => limits.has(path)).map((field) => {
    const limit = limits.get(field.path);
    if (limit === undefined) return field;
    return limit.example === null ? { ...field, example: null, default: null } : { ...field, example: limit.example };
  });
  const computed = chosen.filter(({ field }) => isNumber(field)).concat(chosen.filter(({ field }) => !isNumber(field)));
  const values = new Map(computed.flatMap(({ field, limit }) => (limit === undefined ? [] : [[field.path, limit]])));
  return { payload: examplePayload({ ...canvas, fields }, allCounts), values, chosen, counts, isWithinWorst: false };
}

/** The declared limits of a trial, of which each may be tried by itself, with the examples of all other fields. */
export function declaredChoices({ chosen }: WorstTrial): readonly Choice[] {
  return chosen.filter(({ limit }) => limit?.isDeclared === true);
}

/**
 * What of a trial is declared, with square pictures, since any form that shows one must hold it so, and with the
 * examples of all other fields; null where all of the trial is declared, or none.
 */
export function declaredTrial(canvas: Canvas, trial: WorstTrial): WorstTrial | null {
  const chosen = trial.chosen.flatMap(({ field, limit }): readonly Choice[] => {
    if (limit?.isDeclared === true) return [{ field, limit }];
    return field.type.kind === "image" && limit !== undefined ? [{ field, limit: squarePicture(field) }] : [];
  });
  const counts = new Map([...trial.counts].filter(([list]) => trial.values.get(list)?.isDeclared === true));
  const pictures = new Map(chosen.flatMap(({ field, limit }) => (limit === undefined ? [] : [[field.path, limit]])));
  const values = new Map(
    [...trial.values].flatMap(([path, value]): readonly [string, TriedValue][] => {
      const own = value.isDeclared ? value : pictures.get(path);
      return own === undefined ? [] : [[path, own]];
    }),
  );
  if (values.size === 0 || [...trial.values.values()].every(({ isDeclared }) => isDeclared)) return null;
  return { ...trialOf(canvas, chosen, counts), values };
}

function squarePicture(field: CanvasField): Limit {
  return limitOf(field, JSON.stringify(BLANK_IMAGE), "a square picture", true);
}

/** One declared limit by itself, with the examples of all other fields. */
export function singleTrial(canvas: Canvas, one: Choice): WorstTrial {
  return trialOf(canvas, [one]);
}

/**
 * Each declared number of a trial by itself, in as many records as its lists declare: what a form prints as the sum of
 * one field is a value of that field, though many records make it. None where a list declares no `max=`.
 */
export function summedTrials(canvas: Canvas, { chosen, counts, values }: WorstTrial): readonly WorstTrial[] {
  return chosen.flatMap((one): readonly WorstTrial[] => {
    const { field, limit } = one;
    const lists = [...counts].filter(([list]) => field.path.startsWith(`${list}.`) || field.path === list);
    const isBounded = lists.every(([list]) => values.get(list)?.isDeclared === true);
    if (!isNumber(field) || limit?.isDeclared !== true || lists.length === 0 || !isBounded) return [];
    const rows = lists.flatMap(([list]) => {
      const tried = values.get(list);
      return tried === undefined ? [] : [[list, tried] as const];
    });
    return [{ ...trialOf(canvas, [one], new Map(lists)), values: new Map([[field.path, limit], ...rows]) }];
  });
}

/** What is no limit of a size: a flag, a choice of an enumeration, or that a field is absent. */
function isChoice({ field: { type }, limit }: Choice): boolean {
  return type.kind === "bool" || type.kind === "enum" || limit?.example === null;
}

/** The trial of choices without one of them; null where only one is left. */
export function withoutChoice(canvas: Canvas, { chosen }: WorstTrial, path: string): WorstTrial | null {
  const others = chosen.filter(({ field }) => field.path !== path);
  return others.length < 2 ? null : { ...trialOf(canvas, others), isOfChoices: true };
}

/** The choices of a trial alone: any of them is as usual as the others, also together. Null where it has none. */
export function choicesTrial(canvas: Canvas, { chosen }: WorstTrial): WorstTrial | null {
  const choices = chosen.filter(isChoice);
  return choices.length === 0 ? null : trialOf(canvas, choices);
}

/** One field of a trial beside its flags, choices and absent fields: these may show it, and are no limits of a size. */
export function shownTrial(canvas: Canvas, { chosen }: WorstTrial, path: string): WorstTrial | null {
  const own = chosen.filter(({ field, limit }) => field.path === path && limit?.isDeclared === true);
  const choices = chosen.filter((one) => one.field.path !== path && isChoice(one));
  return own.length === 0 || choices.length === 0 ? null : trialOf(canvas, [...own, ...choices]);
}

/** Two transparent pixels, one above the other: a portrait where the examples have none, or a landscape. */
const TALL_IMAGE = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAACCAQAAAAziH6sAAAADklEQVR42mP4z8DwnwEABv8B/xpDwIAAAAAASUVORK5CYII=";

const NO_COUNTS: EntryCounts = new Map();

/**
 * As many rows as all lists take, for their sums, with all numbers at their widest, and with the longest texts in short
 * lists, which stand beside one another and are not broken, and as names of a chart's categories. Null where the
 * examples have as many of all.
 */
export function manyRowsTrial(
  canvas: Canvas,
  widestOf: WidestOf,
  entriesMost = ENTRIES_MAX,
  undeclared = ENTRIES_UNDECLARED,
): WorstTrial | null {
  const counts = new Map<string, number>();
  const bounded = new Set<string>();
  for (const list of countedLists(canvas)) {
    const count = mostEntries(list, counts, entriesMost, undeclared);
    if (count !== null) counts.set(list.path, count);
    if (list.most !== null) bounded.add(list.path);
  }
  return counts.size === 0 ? null : rowsTrialOf(canvas, widestOf, counts, { bounded, textsMost: ENTRIES_OF_TEXT_MAX });
}

/**
 * Up to two trials with longer lists. The first one has as many entries as the lists declare, at most 1,000, and all of
 * its findings are reported. The second one has 1,000 entries in each list that declares no number, and only findings
 * about texts are reported. Empty where no list is longer than in the trial of many rows.
 */
export function longRowsTrials(canvas: Canvas, widestOf: WidestOf): readonly WorstTrial[] {
  const lists = countedLists(canvas).filter(({ isNested }) => !isNested);
  const isLong = lists.some(({ most }) => most !== null && most > ENTRIES_MAX);
  const isOpen = lists.some(({ most, hasRecords, usual }) => most === null && hasRecords && usual !== null);
  const long = isLong ? manyRowsTrial(canvas, widestOf, ENTRIES_LONG_MAX) : null;
  const open = isOpen ? manyRowsTrial(canvas, widestOf, ENTRIES_MAX, ENTRIES_LONG_MAX) : null;
  return [...(long === null ? [] : [long]), ...(open === null ? [] : [{ ...open, isOpen: true as const }])];
}

/**
 * All declared entries with all texts at their longest, where the form promises how many pages a record takes: other
 * forms let long lists go on to more pages. Null where no list is longer than in the trial of many rows, or where the
 * texts together are longer than a check has time for.
 */
export function promisedRowsTrial(canvas: Canvas, widestOf: WidestOf): WorstTrial | null {
  if (!promisesPages(canvas)) return null;
  const lists = countedLists(canvas).filter(({ most }) => most !== null);
  const counts = new Map<string, number>();
  for (const list of lists) {
    const count = mostEntries(list, counts, ENTRIES_LONG_MAX);
    if (count !== null) counts.set(list.path, count);
  }
  if (![...counts.keys()].some((path) => (entriesAbove(`${path}.`, counts) ?? 0) > ENTRIES_OF_TEXT_MAX)) return null;
  if (charactersOf(canvas, counts) > CHARACTERS_MAX) return null;
  return rowsTrialOf(canvas, widestOf, counts, { bounded: new Set(counts.keys()), textsMost: Infinity });
}

/** Characters of all texts at their longest. */
function charactersOf({ fields }: Canvas, counts: EntryCounts): number {
  const characters = fields.map(({ path, type }) => {
    const isText = type.kind === "string" || type.kind === "text";
    return isText ? type.lengthMax * (entriesAbove(path, counts) ?? 0) : 0;
  });
  return characters.reduce((sum, one) => sum + one, 0);
}

/**
 * Two pages of rows, as many as `rows-per-page=` plans, with the longest texts in all of them: each row may be higher
 * than those that the form was made with. Null where no table plans its rows, where its lists take fewer than one page
 * has, or where the texts together are longer than a check has time for.
 */
export function plannedRowsTrial(canvas: Canvas, widestOf: WidestOf): WorstTrial | null {
  const { names, rows } = plannedRows(canvas);
  const lists = countedLists(canvas).filter((list) => list.hasRecords && !list.isNested && reads(names, list.path));
  const counts = new Map(lists.map((list) => [list.path, takenCount(list, rows)]));
  if (rows === 0 || counts.size === 0 || charactersOf(canvas, counts) > CHARACTERS_MAX) return null;
  return rowsTrialOf(canvas, widestOf, counts, { bounded: new Set(counts.keys()), textsMost: Infinity });
}

/**
 * Lists in other lists with as many entries as they declare, in as many records as the examples have: where the outer
 * lists are long, the trial of many rows has fewer entries in each. One trial for the lists of each depth, but those
 * that the other trial has at as many.
 */
export function nestedRowsTrials(canvas: Canvas, widestOf: WidestOf, rows: WorstTrial): readonly WorstTrial[] {
  const depths = new Map<number, Map<string, number>>();
  for (const list of countedLists(canvas)) {
    const count = list.isNested && list.most !== null ? mostEntries(list, NO_COUNTS) : null;
    if (count === null) continue;
    const depth = list.path.split("[]").length;
    depths.set(depth, (depths.get(depth) ?? new Map<string, number>()).set(list.path, count));
  }
  const isNew = ([path, count]: readonly [string, number]): boolean =>
    rows.counts.get(path) !== count || (entriesAbove(`${path}.`, rows.counts) ?? 0) > ENTRIES_OF_TEXT_MAX;
  return [...depths.values()].flatMap((counts) => {
    if (![...counts].some(isNew)) return [];
    return [rowsTrialOf(canvas, widestOf, counts, { bounded: new Set(counts.keys()), textsMost: NESTED_TEXTS_MAX })];
  });
}

/** Which of the lists of a trial declare their most, and up to how many entries texts are at their longest. */
interface RowsOfTrial {
  readonly bounded: ReadonlySet<string>;
  readonly textsMost: number;
}

function rowsTrialOf(
  canvas: Canvas,
  widestOf: WidestOf,
  counts: EntryCounts,
  { bounded, textsMost }: RowsOfTrial,
): WorstTrial {
  const categories = categoryNames(canvas);
  // Texts that name categories are tried at their longest only in lists that declare `max=`.
  const isCategory = (path: string): boolean =>
    reads(categories, path) && [...bounded].some((list) => path.startsWith(`${list}.`));
  const chosen = widestChoices(canvas, widestOf, (field) => {
    const isShortText = isText(field) && (entriesAbove(field.path, counts) ?? 0) <= textsMost;
    return isNumber(field) || isShortText || (isText(field) && isCategory(field.path));
  });
  const trial = trialOf(canvas, chosen, counts);
  const numbers = new Set(canvas.fields.filter(isNumber).map(({ path }) => path));
  const fields = [...trial.values].filter(([path]) => !counts.has(path));
  const computed = fields.filter(([path]) => numbers.has(path));
  const rows = [...counts].map(([path, count]): [string, TriedValue] => {
    const words = `of ${countedEntries(count)}`;
    return [path, { words, isDeclared: bounded.has(path) }];
  });
  return { ...trial, values: new Map([...computed, ...rows, ...fields]) };
}

/** As many rows, with the numbers of one side of differences at their least and those of the other at their most. */
export function differentRowsTrials(canvas: Canvas, rows: WorstTrial): readonly WorstTrial[] {
  const { from, taken } = differencesOf(canvas);
  const least = (names: ReadonlySet<string>, others: ReadonlySet<string>): readonly WorstTrial[] => {
    const isLeast = ({ field }: Choice) => isNumber(field) && reads(names, field.path) && !reads(others, field.path);
    if (!rows.chosen.some((one) => isLeast(one) && one.field.path.includes("[]"))) return [];
    const changed = new Map(rows.chosen.flatMap((one) => (isLeast(one) ? [[one.field.path, leastOf(one.field)]] : [])));
    const chosen = rows.chosen.map(({ field, limit }) => ({ field, limit: changed.get(field.path) ?? limit }));
    const values = new Map([...rows.values].map(([path, one]) => [path, changed.get(path) ?? one]));
    return [{ ...trialOf(canvas, chosen, rows.counts), values }];
  };
  return [...least(taken, from), ...least(from, taken)];
}

/** Some fields at the widest of their limits. */
export function widestChoices(
  canvas: Canvas,
  widestOf: WidestOf,
  isChosen: (field: CanvasField) => boolean,
): readonly Choice[] {
  const worst = new Map(worstCases(canvas, widestOf).map((one) => [one.field.path, one]));
  return canvas.fields.filter(isChosen).flatMap((field) => {
    const limits = limitsOf(field, worst.get(field.path));
    return limits.length === 0 ? [] : [{ field, limit: limits.reduce(wider) }];
  });
}

/** Lists of values stand in a row of words: only a declared number of them is one that the form promises to hold. */
export function mostEntries(
  list: CountedList,
  outer: EntryCounts,
  entriesMost = ENTRIES_MAX,
  undeclared = ENTRIES_UNDECLARED,
): number | null {
  const { path, most, usual, hasRecords, isNested } = list;
  if (usual === null) return null;
  if (most !== null) return takenCount(list, isNested ? Math.min(ENTRIES_MAX, roomIn(path, outer)) : entriesMost);
  if (!hasRecords || isNested) return null;
  return takenCount(list, Math.min(Math.max(ENTRIES_MAX, undeclared), Math.max(usual, undeclared)));
}

function roomIn(path: string, outer: EntryCounts): number {
  return Math.max(1, Math.floor(NESTED_ENTRIES_MAX / (entriesAbove(path, outer) ?? 1)));
}

/** The entries of the lists that hold a path, multiplied; null where none does. */
function entriesAbove(path: string, counts: EntryCounts): number | null {
  const parts = path.split(".");
  const above = parts.slice(0, -1).map((_, at) => counts.get(parts.slice(0, at + 1).join(".")));
  const known = above.filter((count) => count !== undefined);
  return known.length === 0
    ? null
    : Math.max(
        1,
        known.reduce((product, count) => product * count),
      );
}

function wider(one: Limit, other: Limit): Limit {
  return (other.example?.length ?? 0) > (one.example?.length ?? 0) ? other : one;
}

function isText({ type }: CanvasField): boolean {
  return type.kind === "string" || type.kind === "text";
}

export function isNumber({ type }: CanvasField): boolean {
  return type.kind === "int" || type.kind === "decimal";
}

function limitedField(field: CanvasField, worst: WorstCase | undefined): LimitedField | null {
  const away: readonly Limit[] = field.optional ? [{ example: null, words: "absent", isDeclared: true }] : [];
  const limits = [...limitsOf(field, worst), ...away];
  return limits.length === 0 ? null : { field, limits };
}

function limitOf({ example }: CanvasField, json: string, words: string, isDeclared: boolean): Limit {
  return { example: example === null ? json : replaceScalars(example, json), words: `of ${words}`, isDeclared };
}

function limitsOf(field: CanvasField, worst: WorstCase | undefined): readonly Limit[] {
  const { type } = field;
  const limit = (json: string, words: string, isDeclared = true): Limit => limitOf(field, json, words, isDeclared);
  const first =
    worst?.isDeclared === true ? [{ example: worst.example, words: `of ${worst.words}`, isDeclared: true }] : [];
  switch (type.kind) {
    case "int":
    case "decimal": {
      const { min } = boundsOf(field);
      const most = worst === undefined ? [] : [{ ...worst, words: `of ${worst.words}` }];
      if (min?.startsWith("-") === true) return [...most, limit(min, min)];
      if (min !== null || type.kind === "int") return most;
      const least = `-${largestDecimal(type)}`;
      return [...most, limit(least, least, false)];
    }
    case "enum": {
      const members = type.members.map((member) => ({ json: jsonOf(member), words: member.label ?? member.value }));
      const others = members.filter(({ words }) => `of ${words}` !== first[0]?.words);
      return [...first, ...others.map(({ json, words }) => limit(json, words))];
    }
    case "bool":
      return [limit("true", "true"), limit("false", "false")];
    case "image":
      return [limit(JSON.stringify(TALL_IMAGE), "a picture twice as high as wide", false)];
    default:
      return first;
  }
}
