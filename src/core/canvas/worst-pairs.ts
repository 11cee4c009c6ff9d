// Canvas → payloads in which any two choices of the form meet: two flags, two enumerations, two optional fields. What
// each choice shows is sound by itself; together they may print two texts at one place, or white letters on white.
import { countedEntries } from "../diagnostics/index.ts";
import type { CanvasField } from "../expression/index.ts";
import type { Canvas } from "./canvas.ts";
import { BLANK_IMAGE } from "./example-payload.ts";
import { type CountedList, countedLists } from "./list-counts.ts";
import { comparedOf, wordsOfValue } from "./worst-branches.ts";
import { jsonOf, replaceScalars, worstCases } from "./worst-payload.ts";
import { decidingNames, reads, shownNames } from "./worst-reads.ts";
import { scalarsOf } from "./worst-search.ts";
import type { WidestOf } from "./worst-text.ts";
import { type Choice, type Limit, trialOf, type WorstTrial } from "./worst-trials.ts";

/** So many fields meet one another in pairs: those that conditions read first. */
const FIELDS_MAX = 12;
/** More values of one field are mostly alike. */
const VALUES_MAX = 5;
/** So many trials are laid out for them; pairs of the fields that are declared first come first. */
const TRIALS_MAX = 24;

/** A field and what it is in one trial or another; undefined where it is as in the examples. */
interface DecidingField {
  readonly field: CanvasField;
  readonly limits: readonly (Limit | undefined)[];
}

/**
 * Few payloads in which each value of a deciding field meets each value of every other one. All other fields have
 * their examples: what breaks there is broken by the choices.
 */
export function pairTrials(canvas: Canvas, widestOf: WidestOf): readonly WorstTrial[] {
  const fields = decidingFields(canvas, widestOf);
  const sizes = fields.map(({ limits }) => limits.length);
  return pairwiseRows(sizes, TRIALS_MAX).flatMap((row) => {
    const chosen = fields.flatMap(({ field, limits }, at): readonly Choice[] => {
      const limit = limits[row[at] ?? 0];
      return limit === undefined ? [] : [{ field, limit }];
    });
    return chosen.length === 0 ? [] : [{ ...trialOf(canvas, chosen), isOfChoices: true as const }];
  });
}

function decidingFields(canvas: Canvas, widestOf: WidestOf): readonly DecidingField[] {
  const deciding = decidingNames(canvas);
  const shown = shownNames(canvas);
  const compared = comparedOf(canvas);
  const worst = new Map(worstCases(canvas, widestOf).map((one) => [one.field.path, one.example]));
  const lists = new Map(countedLists(canvas).map((list) => [list.path, list]));
  const all = canvas.fields.flatMap((field) => {
    const isDeciding = reads(deciding, field.path);
    if (!isDeciding && !(field.optional && reads(shown, field.path))) return [];
    const list = lists.get(field.path);
    const limits =
      list === undefined
        ? limitsOf(field, isDeciding ? compared(field) : [], worst.get(field.path))
        : countsOf(list, isDeciding);
    return limits.length < 2 ? [] : [{ field, limits, isDeciding }];
  });
  return all.toSorted((a, b) => Number(b.isDeciding) - Number(a.isDeciding)).slice(0, FIELDS_MAX);
}

/** What a field may be where a condition asks for it: its example first. */
function limitsOf(field: CanvasField, compared: readonly string[], worst: string | undefined): DecidingField["limits"] {
  const present = presentLimit(field, worst);
  const usual = new Set(present.flatMap((limit) => scalarsOf(limit === undefined ? field.example : limit.example)));
  const values = valuesOf(field, compared).filter(({ json }) => !usual.has(json));
  const others = values.map(({ json, words }): Limit => {
    const example = field.example === null ? json : replaceScalars(field.example, json);
    return { example, words: `of ${words}`, isDeclared: true };
  });
  const away: readonly Limit[] = field.optional ? [{ example: null, words: "absent", isDeclared: true }] : [];
  return [...present, ...away, ...others].slice(0, VALUES_MAX);
}

/** An optional field without an example stays away from the examples: a value that is declared for it stands for it. */
function presentLimit(field: CanvasField, worst: string | undefined): readonly (Limit | undefined)[] {
  if (!field.optional || field.example !== null || field.default !== null) return [undefined];
  const example = field.type.kind === "image" ? JSON.stringify(BLANK_IMAGE) : worst;
  return example === undefined ? [] : [{ example, words: "given", isDeclared: true }];
}

/** A list that a condition reads may have no entry. */
function countsOf({ least, usual }: CountedList, isDeciding: boolean): DecidingField["limits"] {
  if (!isDeciding || least > 0 || usual === null || usual === 0) return [undefined];
  return [undefined, { example: null, count: 0, words: `of ${countedEntries(0)}`, isDeclared: true }];
}

interface TriedJson {
  readonly json: string;
  readonly words: string;
}

function valuesOf(field: CanvasField, compared: readonly string[]): readonly TriedJson[] {
  const { type } = field;
  if (type.kind === "bool") return ["true", "false"].map((json) => ({ json, words: json }));
  if (type.kind !== "enum") return compared.map((json) => ({ json, words: wordsOfValue(field, json) }));
  return type.members.map((member) => ({ json: jsonOf(member), words: member.label ?? member.value }));
}

/**
 * Rows of indexes, one for each field, in which any two values of two fields meet in some row.
 * @param sizes how many values each field has
 * @returns at most `most` rows; each row is chosen so that it has many pairs that no row before it has
 */
export function pairwiseRows(sizes: readonly number[], most: number): readonly (readonly number[])[] {
  const open = new Set<string>();
  for (const [one, size] of sizes.entries()) {
    for (const [other, otherSize] of sizes.entries()) {
      if (other <= one) continue;
      for (let at = 0; at < size * otherSize; at += 1) {
        open.add(pairKey(one, Math.floor(at / otherSize), other, at % otherSize));
      }
    }
  }
  const rows: (readonly number[])[] = [];
  while (open.size > 0 && rows.length < most) {
    const row = rowOf(sizes, open);
    for (const [one, value] of row.entries()) {
      for (const [other, otherValue] of row.entries())
        if (one < other) open.delete(pairKey(one, value, other, otherValue));
    }
    rows.push(row);
  }
  return rows;
}

/** A row that begins with the first open pair; each other field takes the value that has most open pairs with it. */
function rowOf(sizes: readonly number[], open: ReadonlySet<string>): readonly number[] {
  const [first = ""] = open;
  const [one = 0, value = 0, other = 0, otherValue = 0] = first.split(" ").map(Number);
  const row = new Map([
    [one, value],
    [other, otherValue],
  ]);
  for (const [field, size] of sizes.entries()) {
    if (row.has(field)) continue;
    const opened = Array.from({ length: size }, (_, at) => openPairs(row, open, field, at));
    row.set(field, opened.indexOf(Math.max(...opened)));
  }
  return sizes.map((_, field) => row.get(field) ?? 0);
}

function openPairs(row: ReadonlyMap<number, number>, open: ReadonlySet<string>, field: number, value: number): number {
  let pairs = 0;
  for (const [known, knownValue] of row) {
    const isBefore = known < field;
    const key = isBefore ? pairKey(known, knownValue, field, value) : pairKey(field, value, known, knownValue);
    if (open.has(key)) pairs += 1;
  }
  return pairs;
}

function pairKey(one: number, value: number, other: number, otherValue: number): string {
  return `${one} ${value} ${other} ${otherValue}`;
}
