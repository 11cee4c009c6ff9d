// Canvas → payloads whose records all pass one condition of the form: a filter that the examples do not pass leaves the
// longest list empty, and an element whose condition they fail takes no room in any record.
import { type CanvasField, type ExpressionCode, lastNameOf } from "../expression/index.ts";
import type { Canvas } from "./canvas.ts";
import { countedLists } from "./list-counts.ts";
import { comparedOf } from "./worst-branches.ts";
import { candidatesOf, numberOf } from "./worst-candidates.ts";
import { collectedTrials } from "./worst-collected.ts";
import { differentKeysTrial } from "./worst-keys.ts";
import { replaceScalars, type WorstCase, worstCases } from "./worst-payload.ts";
import {
  type Condition,
  conditionKey,
  conditionsOf,
  type FlatValues,
  PlaceProgram,
  shownConditionsOf,
} from "./worst-places.ts";
import { collectedLists, reads, visit } from "./worst-reads.ts";
import { numbersOf, rootsOf, scalarsOf } from "./worst-search.ts";
import type { LetterWidths } from "./worst-text.ts";
import { type Choice, type TriedValue, trialOf, triedScalars, type WorstTrial, worstTrials } from "./worst-trials.ts";
import { linedRowsTrial } from "./worst-writing.ts";

/** The most values that the search tries of one field, and the most combinations that it tries for one condition. */
const VALUES_MAX = 160;
const TOGETHER_MAX = 4000;

/** One value for each field that a condition reads, as JSON scalars by their paths. */
type OneRecord = ReadonlyMap<string, string>;
/** The same, with several of fields that differ in each record. */
type Passing = ReadonlyMap<string, readonly string[]>;

/**
 * Trials of other kinds, changed by what makes all records pass one condition: with everything at its worst,
 * with many records, with many different ones, and with many lines in each. None for a condition that all records of
 * a trial pass already, or that no value was found for.
 */
export function passingTrials(canvas: Canvas, letters: LetterWidths, rows: WorstTrial | null): readonly WorstTrial[] {
  const lists = countedLists(canvas).map(({ path }) => path);
  const isInList = ({ path }: CanvasField): boolean =>
    lists.some((list) => path === list || path.startsWith(`${list}.`));
  const inLists = canvas.fields.filter(isInList);
  const conditions = conditionsOf(canvas).filter((condition) =>
    inLists.some(({ path }) => condition.some(({ names }) => reads(names, path))),
  );
  if (conditions.length === 0) return [];
  const { widestOf } = letters;
  const bases = [
    worstTrials(canvas, widestOf)[0] ?? null,
    rows,
    differentKeysTrial(canvas, widestOf),
    rows === null ? null : linedRowsTrial(canvas, widestOf, rows),
  ].filter((base) => base !== null);
  // Only what is joined under a condition is tried with as many records as all of them pass.
  const collected = collectedTrials(canvas, widestOf);
  const joined = new Set(collected.length === 0 ? [] : conditionsOf(canvas, collectedLists(canvas)).map(conditionKey));
  const search = new PassingSearch(canvas, letters);
  const found = new Map<string, WorstTrial>();
  for (const condition of conditions) {
    const isJoined = joined.has(conditionKey(condition));
    for (const base of isJoined ? [...bases, ...collected] : bases) {
      const passing = search.passing(condition, base);
      if (passing === null) continue;
      const trial = passingTrial(canvas, base, passing);
      if (!found.has(trial.payload)) found.set(trial.payload, trial);
    }
  }
  return [...found.values()];
}

/**
 * Trials with everything at its worst but for the fields that a condition reads: for each element and each branch that
 * none of the trials before shows. None for what no value was found for.
 * @param before all trials with several fields at their limits
 */
export function reachingTrials(
  canvas: Canvas,
  letters: LetterWidths,
  before: readonly WorstTrial[],
): readonly WorstTrial[] {
  const [base] = before;
  if (base === undefined) return [];
  const search = new PassingSearch(canvas, letters);
  const found: WorstTrial[] = [];
  for (const condition of shownConditionsOf(canvas)) {
    if ([...before, ...found].some((trial) => search.isPassed(condition, trial))) continue;
    const passing = search.passing(condition, base);
    if (passing !== null) found.push(passingTrial(canvas, base, passing));
  }
  return found;
}

function passingTrial(canvas: Canvas, base: WorstTrial, passing: Passing): WorstTrial {
  const keyed = base.keyed ?? [];
  const same = canvas.fields.flatMap((field): readonly Choice[] => {
    const [json, ...more] = passing.get(field.path) ?? [];
    if (json === undefined) return [];
    if (more.length > 0) {
      const words = `of ${more.length + 1} different values`;
      return [{ field, limit: { example: `[${[json, ...more].join(",")}]`, words, isDeclared: true } }];
    }
    if (json === "null") return [{ field, limit: { example: null, words: "absent", isDeclared: true } }];
    const example = field.example === null ? json : replaceScalars(field.example, json);
    return [{ field, limit: { example, words: `of ${wordsOf(field, json)}`, isDeclared: true } }];
  });
  const others = base.chosen.filter(({ field }) => !passing.has(field.path));
  const different = keyed.filter(({ field }) => !passing.has(field.path));
  const isCount = ([path]: readonly [string, TriedValue]): boolean => base.counts.has(path);
  const few = trialOf(canvas, [...different, ...same], base.counts);
  const own = new Map([...few.values, ...[...base.values].filter(isCount)]);
  const kept = [...base.values].filter(([path]) => !passing.has(path));
  return {
    ...trialOf(canvas, [...different, ...others, ...same], base.counts),
    values: new Map([...own, ...kept]),
    alone: { ...few, values: own },
    ...(base.isOneGroup === true ? { isOneGroup: true as const } : {}),
  };
}

/** What a choice is called, and other texts and days without their quotes. */
function wordsOf({ type }: CanvasField, json: string): string {
  const value = json.startsWith('"') ? String(JSON.parse(json)) : json;
  if (type.kind !== "enum") return value;
  return type.members.find((member) => member.value === value)?.label ?? value;
}

class PassingSearch {
  readonly #canvas: Canvas;
  readonly #letters: LetterWidths;
  readonly #program = new PlaceProgram();
  readonly #worst: ReadonlyMap<string, WorstCase>;
  readonly #compared: (field: CanvasField) => readonly string[];

  constructor(canvas: Canvas, letters: LetterWidths) {
    this.#canvas = canvas;
    this.#letters = letters;
    this.#worst = new Map(worstCases(canvas, letters.widestOf).map((one) => [one.field.path, one]));
    this.#compared = comparedOf(canvas);
  }

  /** Whether some record of a trial passes. */
  isPassed(condition: Condition, trial: WorstTrial): boolean {
    return this.#recordsIn(condition, trial).some((one) => this.#passes(condition, one));
  }

  /** What the fields of a condition are in each record of a trial. */
  #recordsIn(condition: Condition, trial: WorstTrial): readonly OneRecord[] {
    const fields = this.#fieldsOf(condition);
    const own = fields.map((field) => scalarsIn(trial, field));
    const records = Math.max(0, ...own.map(({ length }) => length));
    const at = (record: number): OneRecord =>
      new Map(fields.map(({ path }, of) => [path, own[of]?.[Math.min(record, own[of].length - 1)] ?? "null"]));
    return Array.from({ length: records }, (_, record) => at(record));
  }

  #fieldsOf(condition: Condition): readonly CanvasField[] {
    return this.#canvas.fields.filter(({ path }) => condition.some(({ names }) => reads(names, path)));
  }

  /** Values that pass, as few of them as may be other than in the trial; null where all pass, or none was found. */
  passing(condition: Condition, base: WorstTrial): Passing | null {
    const fields = this.#fieldsOf(condition);
    const own = fields.map((field) => scalarsIn(base, field));
    const all = this.#recordsIn(condition, base);
    if (all.every((one) => this.#passes(condition, one))) return null;
    const values = fields.map((field, of) => [
      ...this.#equalities(condition, field, [...all.slice(0, 1), this.#leastOf(fields)]),
      ...this.#valuesOf(condition, field, own[of] ?? []),
    ]);
    const passesAll = (one: OneRecord): boolean => this.#passes(condition, one);
    // Where no value is one of both fields of a name, one of the two is what the condition reads.
    const passesOne = (one: OneRecord): boolean => flatsOf(one).some((flat) => this.#holds(condition, flat));
    const ways = flatsOf(all[0] ?? new Map()).length > 1 ? [passesAll, passesOne] : [passesAll];
    const first =
      all.find(passesAll) ??
      ways.reduce<OneRecord | null>((found, passes) => found ?? firstOf(fields, values, passes), null);
    if (first === null) return null;
    const keyed = new Set(base.keyed?.map(({ field }) => field.path));
    return new Map(
      fields.map(({ path }, of): [string, readonly string[]] => {
        const chosen = first.get(path) ?? "null";
        if (!keyed.has(path) || path.split("[]").length !== 2) return [path, [chosen]];
        const passes = (json: string): boolean =>
          json !== "null" && this.#passes(condition, new Map([...first, [path, json]]));
        return [path, [...new Set([chosen, ...(values[of] ?? []).filter(passes)])]];
      }),
    );
  }

  #valuesOf(condition: Condition, field: CanvasField, own: readonly string[]): readonly string[] {
    const constants = new Set(condition.flatMap((place) => [...place.constants]));
    const operations = new Set(condition.flatMap((place) => [...place.operations]));
    const tried = [...triedScalars(field, this.#worst.get(field.path)), ...this.#compared(field)];
    const others = candidatesOf(field, { constants, operations }, this.#letters);
    const isNumber = field.type.kind === "int" || field.type.kind === "decimal";
    // Sums are widest of the largest numbers that pass.
    const sorted = isNumber ? [...tried, ...others].toSorted((a, b) => Number(b) - Number(a)) : [...tried, ...others];
    return [...new Set([...own, ...sorted])].slice(0, VALUES_MAX);
  }

  /** Numbers at which the two sides of a comparison are equal, as a straight line of one number, beside given ones. */
  #equalities(condition: Condition, field: CanvasField, besides: readonly OneRecord[]): readonly string[] {
    const range = numbersOf(field);
    if (range === null) return [];
    const differences = condition.flatMap(({ code }) => differencesIn(code));
    return differences.flatMap((difference) =>
      besides.flatMap((beside) => {
        const at = (steps: bigint): number | null => {
          const flat = new Map([...beside, [field.path, numberOf(steps, range.scale)] as const]);
          const { value } = this.#program.with(flatsOf(flat)[0] ?? flat)(difference);
          const number = value === null ? Number.NaN : Number(String(value));
          return Number.isFinite(number) ? number : null;
        };
        return rootsOf(range, at).map((steps) => numberOf(steps, range.scale));
      }),
    );
  }

  /** Numbers at their least, and the examples of others. */
  #leastOf(fields: readonly CanvasField[]): OneRecord {
    return new Map(
      fields.map((field) => {
        const range = numbersOf(field);
        return [
          field.path,
          range === null ? (allScalars(field.example)[0] ?? "null") : numberOf(range.low, range.scale),
        ];
      }),
    );
  }

  /** Whether a record passes; of fields with one last name, whichever of them the condition reads. */
  #passes(condition: Condition, values: OneRecord): boolean {
    return flatsOf(values).every((flat) => this.#holds(condition, flat));
  }

  #holds(condition: Condition, flat: FlatValues): boolean {
    const compute = this.#program.with(flat);
    return condition.every(({ code }) => compute(code).value === true);
  }
}

/** The first combination of values that passes; null where none does, or none of the first ones. */
function firstOf(
  fields: readonly CanvasField[],
  values: readonly (readonly string[])[],
  passes: (one: OneRecord) => boolean,
): OneRecord | null {
  let looked = 0;
  const chosen = new Map<string, string>();
  const from = (of: number): boolean => {
    const field = fields[of];
    if (field === undefined) {
      looked += 1;
      return passes(chosen);
    }
    return (values[of] ?? []).some((json) => {
      if (looked >= TOGETHER_MAX) return false;
      chosen.set(field.path, json);
      return from(of + 1);
    });
  };
  return from(0) ? chosen : null;
}

/** What the field is in the records of a trial. */
function scalarsIn({ chosen, keyed = [] }: WorstTrial, field: CanvasField): readonly string[] {
  const choice = [...keyed, ...chosen].find((one) => one.field.path === field.path && one.limit?.count === undefined);
  if (choice === undefined) return allScalars(field.example);
  return choice.limit?.example == null ? ["null"] : allScalars(choice.limit.example);
}

/** Those of a list in their order, also equal ones. */
function allScalars(json: string | null): readonly string[] {
  return json === null ? ["null"] : (json.match(/"(?:[^"\\]|\\.)*"|[^\s[\],]+/g) ?? scalarsOf(json));
}

/** So many readings of names that several fields have are looked at. */
const READINGS_MAX = 8;

/** By the last names of the fields; a name that several fields have is each of their values in turn. */
function flatsOf(values: OneRecord): readonly FlatValues[] {
  const byName = new Map<string, Set<string>>();
  for (const [path, json] of values) {
    const name = lastNameOf(path);
    byName.set(name, (byName.get(name) ?? new Set()).add(json));
  }
  return [...byName].reduce<readonly FlatValues[]>(
    (flats, [name, jsons]) =>
      [...jsons].flatMap((json) => flats.map((flat) => new Map([...flat, [name, json]]))).slice(0, READINGS_MAX),
    [new Map()],
  );
}

/** What the sides of each comparison differ by. */
function differencesIn(code: ExpressionCode): readonly ExpressionCode[] {
  const found: ExpressionCode[] = [];
  visit(code, (part) => {
    if (!("op" in part) || part.op !== "compare" || !("left" in part) || !("right" in part)) return;
    const { left, right } = part;
    found.push({ op: "arithmetic", operator: "-", left, right, lift: "", span: [0, 0] } as ExpressionCode);
  });
  return found;
}
