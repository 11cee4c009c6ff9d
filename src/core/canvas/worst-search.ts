// Canvas → values that no limit of a field is, and that some expression of the form prints wider, decides otherwise or
// cannot compute: found by computing each expression by itself with many values, so that no layout is spent on them.
import { type CanvasField, type ExpressionCode, lastNameOf, type Value } from "../expression/index.ts";
import type { Canvas } from "./canvas.ts";
import { type CountedList, countedLists } from "./list-counts.ts";
import { candidatesOf, fewOf, type NumberRange, numberOf, rangeOf, stepsOf } from "./worst-candidates.ts";
import { INT_DIGITS, largestDecimal, worstCases } from "./worst-payload.ts";
import { COUNTED, type FlatValues, type Outcome, type Place, PlaceProgram, placesOf } from "./worst-places.ts";
import type { LetterWidths } from "./worst-text.ts";

/** A value that some expression cannot compute with, with the examples of all other fields. */
export interface FailingValue {
  readonly field: CanvasField;
  readonly json: string;
  /** What is told of it. */
  readonly code: string;
}

/** What was found beyond the limits of fields. */
export interface Searched {
  /** JSON scalars by the paths of their fields; those first that more places need. */
  readonly values: ReadonlyMap<string, readonly string[]>;
  /** Numbers of entries by the paths of their lists. */
  readonly counts: ReadonlyMap<string, readonly number[]>;
  readonly failing: readonly FailingValue[];
}

/** So many values of one field are laid out; the first of them serve most places. */
const FOUND_MAX = 4;
/** What decides between more outcomes is a value of its own. */
const OUTCOMES_MAX = 4;
/** A list without `max` may have so many entries, and no list is tried with more than the other number. */
const ENTRIES_UNDECLARED = 80;
const ENTRIES_MAX = 200;
/** A text of more characters fills pages: which of two is the longer makes no difference. */
const MEASURED_MAX = 10_000;
/** In em: what is wider by less is not told apart by any box. */
const WIDER_EM = 0.02;

/** @param triedOf JSON scalars that the limits of a field and the constants beside it are already */
export function searchWorst(
  canvas: Canvas,
  letters: LetterWidths,
  triedOf: (field: CanvasField) => readonly string[],
): Searched {
  const places = placesOf(canvas);
  const search = new Search(canvas, letters);
  const values = new Map<string, readonly string[]>();
  const failing: FailingValue[] = [];
  for (const field of canvas.fields) {
    const name = lastNameOf(field.path);
    const own = places.filter(({ names }) => names.has(name));
    if (own.length === 0) continue;
    const mentioned = {
      constants: new Set(own.flatMap((place) => [...place.constants])),
      operations: new Set(own.flatMap((place) => [...place.operations])),
    };
    const candidates = [...new Set([...search.zeros(field, own), ...candidatesOf(field, mentioned, letters)])];
    if (candidates.length === 0) continue;
    const found = search.beyond(name, own, triedOf(field), candidates);
    if (found.length > 0) values.set(field.path, found);
    for (const [json, code] of search.failures(name, own, scalarsOf(field.example), candidates))
      failing.push({ field, json, code });
  }
  const counts = new Map<string, readonly number[]>();
  for (const list of countedLists(canvas)) {
    const name = `${COUNTED}${lastNameOf(list.path)}`;
    const own = places.filter(({ names }) => names.has(name));
    const [tried, candidates] = countsOf(list);
    const found = own.length === 0 ? [] : search.beyond(name, own, tried, candidates);
    if (found.length > 0) counts.set(list.path, found.map(Number));
  }
  return { values, counts, failing };
}

/** The scalars of an example, one or a list of them. */
export function scalarsOf(json: string | null): readonly string[] {
  return json === null ? [] : [...new Set(json.match(/"(?:[^"\\]|\\.)*"|[^\s[\],]+/g) ?? [])];
}

function countsOf({ least, most, usual }: CountedList): readonly [tried: string[], candidates: string[]] {
  const end = Math.min(most ?? ENTRIES_UNDECLARED, ENTRIES_MAX);
  const all = Array.from({ length: Math.max(0, end - least + 1) }, (_, at) => least + at);
  const tried = new Set([least, Math.max(1, least), usual ?? least, end]);
  return [[...tried].map(String), all.map(String)];
}

/** The first examples of all fields, by their last names. */
export function usualValues({ fields }: Canvas): FlatValues {
  return new Map(
    fields.flatMap(({ path, example }) => {
      const [first] = scalarsOf(example);
      return first === undefined ? [] : [[lastNameOf(path), first] as const];
    }),
  );
}

/** What a place makes of one value. */
interface Shown extends Outcome {
  readonly width: number;
  readonly lines: number;
}

class Search {
  readonly #program = new PlaceProgram();
  readonly #letters: LetterWidths;
  /** The examples of all fields, and those with the worst in their place. */
  readonly #usual: FlatValues;
  readonly #worst: FlatValues;

  constructor(canvas: Canvas, letters: LetterWidths) {
    this.#letters = letters;
    const usual = new Map(usualValues(canvas));
    for (const { path, usual: count, least } of countedLists(canvas))
      usual.set(`${COUNTED}${lastNameOf(path)}`, String(count ?? least));
    const worst = new Map(usual);
    for (const { field, example } of worstCases(canvas, letters.widestOf)) {
      const [first] = scalarsOf(example);
      if (first !== undefined) worst.set(lastNameOf(field.path), first);
    }
    this.#usual = usual;
    this.#worst = worst;
  }

  /** The values that some place shows wider or on more lines than all that were tried, or decides otherwise. */
  beyond(
    name: string,
    places: readonly Place[],
    tried: readonly string[],
    candidates: readonly string[],
  ): readonly string[] {
    const isNew = new Set(candidates.filter((one) => !tried.includes(one)));
    if (isNew.size === 0) return [];
    const wanted: ReadonlySet<string>[] = [];
    const mingled = places.filter(({ names }) => names.size > 1);
    for (const [own, all] of [
      [places, this.#usual],
      [mingled, this.#worst],
    ] as const) {
      const context = contextOf(own, all);
      const shown = new Map([...tried, ...isNew].map((json) => [json, this.#shownBy(name, own, json, context)]));
      for (const at of own.keys()) {
        const of = (json: string): Shown | undefined => shown.get(json)?.[at];
        wanted.push(...(own[at]?.isShown === true ? larger(tried, isNew, of) : undecided(tried, isNew, of)));
      }
    }
    return coverOf(wanted).slice(0, FOUND_MAX);
  }

  #shownBy(name: string, places: readonly Place[], json: string, context: FlatValues): readonly Shown[] {
    const compute = this.#program.with(new Map([...context, [name, json]]));
    return places.map(({ code, isShown }) => {
      const outcome = compute(code);
      if (!isShown) return { ...outcome, width: 0, lines: 0 };
      const text = textOf(outcome.value).slice(0, MEASURED_MAX);
      const lines = text.split("\n");
      // Lines without letters at either end have no room of their own.
      const height = text.trim().split("\n").length;
      return { ...outcome, width: Math.max(...lines.map(this.#letters.widthOf)), lines: height };
    });
  }

  /** One value for each place that fails with it and not with the examples, by what is told. */
  failures(
    name: string,
    places: readonly Place[],
    examples: readonly string[],
    candidates: readonly string[],
  ): ReadonlyMap<string, string> {
    const found = new Map<string, string>();
    const context = contextOf(places, this.#usual);
    const outcomes = new Map(
      [...examples, ...candidates].map((json) => {
        const compute = this.#program.with(new Map([...context, [name, json]]));
        return [json, places.map(({ code }) => compute(code).failure)] as const;
      }),
    );
    for (const at of places.keys()) {
      const failureOf = (json: string): string | null => outcomes.get(json)?.[at] ?? null;
      // Zero is tried wherever something is divided by a field.
      const known = new Set(["0", ...examples].map(failureOf));
      const isFound = [...found].some(([json, code]) => failureOf(json) === code);
      const first = candidates.find((json) => failureOf(json) !== null && !known.has(failureOf(json)));
      if (first !== undefined && !isFound) found.set(first, failureOf(first) ?? "");
    }
    return found;
  }

  /** Where a divisor comes to zero: as a straight line of one number, or at one of its first numbers. */
  zeros(field: CanvasField, places: readonly Place[]): readonly string[] {
    const range = numbersOf(field);
    if (range === null) return [];
    const name = lastNameOf(field.path);
    const written = JSON.stringify(name);
    const contexts = [this.#usual, this.#worst].map((values) => contextOf(places, values));
    const divisors = places.flatMap((place) => place.divisors);
    const own = divisors.filter((divisor) => JSON.stringify(divisor).includes(`"name":${written}`));
    const few = own.length === 0 ? [] : fewOf(range);
    return own.flatMap((divisor) =>
      contexts.flatMap((context) => {
        const jsonOf = (steps: bigint) => numberOf(steps, range.scale);
        const at = (steps: bigint) => this.#numberAt(divisor, new Map([...context, [name, jsonOf(steps)]]));
        return [...rootsOf(range, at), ...few.filter((steps) => at(steps) === 0)].map(jsonOf);
      }),
    );
  }

  #numberAt(code: ExpressionCode, values: FlatValues): number | null {
    const { value } = this.#program.with(values)(code);
    const number = value === null ? Number.NaN : Number(textOf(value));
    return Number.isFinite(number) ? number : null;
  }
}

/** What the places read of all values. */
function contextOf(places: readonly Place[], values: FlatValues): FlatValues {
  const names = new Set(places.flatMap((place) => [...place.names]));
  return new Map([...names].flatMap((name) => [[name, values.get(name) ?? "null"] as const]));
}

/** Which numbers a field may be; null for a field of another type. */
export function numbersOf(field: CanvasField): NumberRange | null {
  const { type } = field;
  if (type.kind === "int") return rangeOf(field, 0, "9".repeat(INT_DIGITS), null);
  if (type.kind !== "decimal") return null;
  const most = largestDecimal(type);
  return rangeOf(field, type.scale, most, `-${most}`);
}

/** The steps at and on both sides of where the line through two values of an expression comes to zero. */
export function rootsOf(
  { low, high }: Pick<NumberRange, "low" | "high">,
  at: (steps: bigint) => number | null,
): readonly bigint[] {
  if (low === high) return [];
  const [first, last] = [at(low), at(high)];
  if (first === null || last === null || first === last) return [];
  const share = first / (first - last);
  if (!(share >= 0 && share <= 1)) return [];
  const near = low + stepsOf((Number(high - low) * share).toFixed(0), 0);
  return [near - 1n, near, near + 1n].filter((steps) => steps >= low && steps <= high);
}

/** What a page shows of it. */
function textOf(value: Value): string {
  return value === null ? "" : String(value);
}

type ShownOf = (json: string) => Shown | undefined;

/** The candidates that are widest, or have the most lines, where none of the tried ones is so wide or so high. */
function larger(
  tried: readonly string[],
  candidates: ReadonlySet<string>,
  of: ShownOf,
): readonly ReadonlySet<string>[] {
  const measures = [(json: string) => of(json)?.width ?? 0, (json: string) => of(json)?.lines ?? 0];
  return measures.flatMap((measure) => {
    const known = Math.max(0, ...tried.map(measure));
    const most = Math.max(...[...candidates].map(measure));
    if (most <= known + WIDER_EM) return [];
    return [new Set([...candidates].filter((json) => measure(json) > most - WIDER_EM))];
  });
}

/** The candidates of each outcome that none of the tried ones has, where there are few of them. */
function undecided(
  tried: readonly string[],
  candidates: ReadonlySet<string>,
  of: ShownOf,
): readonly ReadonlySet<string>[] {
  const outcomeOf = (json: string) => textOf(of(json)?.value ?? null);
  const outcomes = new Map<string, Set<string>>();
  for (const json of candidates) outcomes.set(outcomeOf(json), (outcomes.get(outcomeOf(json)) ?? new Set()).add(json));
  const known = new Set(tried.map(outcomeOf));
  if (new Set([...outcomes.keys(), ...known]).size > OUTCOMES_MAX) return [];
  return [...outcomes].flatMap(([outcome, values]) => (known.has(outcome) ? [] : [values]));
}

/** Few values, of which each set has one. */
function coverOf(wanted: readonly ReadonlySet<string>[]): readonly string[] {
  const chosen: string[] = [];
  let open = wanted;
  while (open.length > 0) {
    const uses = new Map<string, number>();
    for (const set of open) for (const json of set) uses.set(json, (uses.get(json) ?? 0) + 1);
    const [best] = [...uses].reduce((most, one) => (one[1] > most[1] ? one : most));
    chosen.push(best);
    open = open.filter((set) => !set.has(best));
  }
  return chosen;
}
