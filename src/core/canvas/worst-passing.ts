// Canvas → payloads whose records all pass one condition of the form: a filter that the examples do not pass leaves the
// longest list empty, and an element whose condition they fail takes no room in any record.
import type { CanvasField } from "../expression/index.ts";
import type { Canvas } from "./canvas.ts";
import { countedLists } from "./list-counts.ts";
import { comparedOf } from "./worst-branches.ts";
import { candidatesOf } from "./worst-candidates.ts";
import { differentKeysTrial } from "./worst-keys.ts";
import { replaceScalars, type WorstCase, worstCases } from "./worst-payload.ts";
import { type Condition, conditionsOf, PlaceProgram } from "./worst-places.ts";
import { reads } from "./worst-reads.ts";
import { scalarsOf } from "./worst-search.ts";
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
  const search = new PassingSearch(canvas, letters);
  const found = new Map<string, WorstTrial>();
  for (const condition of conditions) {
    for (const base of bases) {
      const passing = search.passing(condition, base);
      if (passing === null) continue;
      const trial = passingTrial(canvas, base, passing);
      if (!found.has(trial.payload)) found.set(trial.payload, trial);
    }
  }
  return [...found.values()];
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

  /** Values that pass, as few of them as may be other than in the trial; null where all pass, or none was found. */
  passing(condition: Condition, base: WorstTrial): Passing | null {
    const fields = this.#canvas.fields.filter(({ path }) => condition.some(({ names }) => reads(names, path)));
    const own = fields.map((field) => scalarsIn(base, field));
    const records = Math.max(0, ...own.map(({ length }) => length));
    const at = (record: number): OneRecord =>
      new Map(fields.map(({ path }, of) => [path, own[of]?.[Math.min(record, own[of].length - 1)] ?? "null"]));
    const all = Array.from({ length: records }, (_, record) => at(record));
    if (all.every((one) => this.#passes(condition, one))) return null;
    const values = fields.map((field, of) => this.#valuesOf(condition, field, own[of] ?? []));
    const first = all.find((one) => this.#passes(condition, one)) ?? this.#firstOf(condition, fields, values);
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

  #firstOf(
    condition: Condition,
    fields: readonly CanvasField[],
    values: readonly (readonly string[])[],
  ): OneRecord | null {
    let looked = 0;
    const chosen = new Map<string, string>();
    const from = (of: number): boolean => {
      const field = fields[of];
      if (field === undefined) {
        looked += 1;
        return this.#passes(condition, chosen);
      }
      return (values[of] ?? []).some((json) => {
        if (looked >= TOGETHER_MAX) return false;
        chosen.set(field.path, json);
        return from(of + 1);
      });
    };
    return from(0) ? chosen : null;
  }

  #passes(condition: Condition, values: OneRecord): boolean {
    const flat = new Map([...values].map(([path, json]) => [lastOf(path), json] as const));
    const compute = this.#program.with(flat);
    return condition.every(({ code }) => compute(code).value === true);
  }
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

function lastOf(path: string): string {
  return path.replaceAll("[]", "").split(".").at(-1) ?? "";
}
