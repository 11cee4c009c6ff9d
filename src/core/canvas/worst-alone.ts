// Canvas → cases of one field alone: each choice of a flag or an enumeration, an optional picture that comes, and
// numbers that a computation or a pie cannot take.
import type { CanvasField } from "../expression/index.ts";
import type { Canvas } from "./canvas.ts";
import { BLANK_IMAGE, examplePayload } from "./example-payload.ts";
import { boundsOf, jsonOf, replaceScalars, type WorstCase, worstPayload } from "./worst-payload.ts";
import { barEnds, type Operands, operandsOf, reads } from "./worst-reads.ts";
import type { FailingValue, Searched } from "./worst-search.ts";

/** More choices of an enumeration are mostly alike. */
const MEMBERS_MAX = 8;
/** `fixed` writes at most this number of decimals. */
const DECIMALS_MAX = 40;

/** A case with a number that some place of the form cannot take. */
export interface UnfitNumber extends WorstCase {
  readonly kind: "divisor" | "decimals" | "part" | "moved";
  /** Other fields that have to be at their own values too. */
  readonly also: readonly WorstCase[];
  /** What to declare instead. */
  readonly advice: string;
}

/** Flags and enumerations, each with every value that its example has not; the others have their examples. */
export function choiceCases(canvas: Canvas): readonly WorstCase[] {
  const usual = examplePayload(canvas);
  return canvas.fields
    .flatMap((field) => choicesOf(field).map(({ json, words }) => caseOf(field, json, words)))
    .filter((one) => worstPayload(canvas, [one]) !== usual);
}

function choicesOf({ type }: CanvasField): readonly { readonly json: string; readonly words: string }[] {
  if (type.kind === "bool") return ["true", "false"].map((json) => ({ json, words: json }));
  if (type.kind !== "enum") return [];
  return type.members
    .slice(0, MEMBERS_MAX)
    .map((member) => ({ json: jsonOf(member), words: member.label ?? member.value }));
}

/** Optional pictures, which stay away from the examples where they have none of their own. */
export function pictureCases({ fields, dataset }: Canvas): readonly WorstCase[] {
  const absent = fields.filter(({ type, optional, example }) => type.kind === "image" && optional && example === null);
  return dataset === null ? absent.map((field) => caseOf(field, JSON.stringify(BLANK_IMAGE), "a square picture")) : [];
}

/** A field that stays away from all records, and what to write so that it may. */
interface AbsentEnd extends WorstCase {
  readonly advice: string;
}

/** Optional days and times that bars start or end at: a bar with one of its two is drawn with a torn edge. */
export function absentEnds(canvas: Canvas): readonly AbsentEnd[] {
  const { names } = barEnds(canvas);
  const others = "write (… ?? …) with another in its place, or draw the bar when it is there";
  return canvas.fields
    .filter(({ path, optional, type }) => optional && DATED.has(type.kind) && reads(names, path))
    .map((field) => ({
      ...{ ...caseOf(field, "null", "absent"), isAbsent: true as const },
      advice: `declare ${field.path} without ?, ${others}`,
    }));
}

const DATED: ReadonlySet<string> = new Set(["date", "time", "datetime"]);

/** Numbers within the declarations that a division, a number of decimals or a pie refuses. */
export function unfitNumbers(canvas: Canvas, { failing }: Pick<Searched, "failing">): readonly UnfitNumber[] {
  const operands = operandsOf(canvas);
  const { divisors, decimals, parts } = operands;
  const alone = canvas.fields.filter(isNumber).flatMap((field) => {
    const { path } = field;
    const { min, max } = boundsOf(field);
    const unfit = (kind: UnfitNumber["kind"], number: string, isDeclared: boolean, advice: string): UnfitNumber => {
      return { ...caseOf(field, number, number, isDeclared), kind, also: [], advice };
    };
    const takesZero = takes(field, 0);
    const found: UnfitNumber[] = [];
    if (reads(divisors, path) && takesZero)
      found.push(unfit("divisor", "0", min !== null, `declare ${aboveZero(field)}`));
    if (reads(decimals, path)) {
      const advice = `declare min=0 max=${DECIMALS_MAX} of ${path}`;
      if (Number(min ?? -1) < 0) found.push(unfit("decimals", min ?? "-1", min !== null, advice));
      const most = max ?? String(DECIMALS_MAX + 1);
      if (Number(most) > DECIMALS_MAX) found.push(unfit("decimals", most, max !== null, advice));
    }
    // A field without `min` is not tried: a render tells its negative values, as it tells those beyond an axis.
    if (reads(parts, path) && min !== null) {
      if (Number(min) < 0) found.push(unfit("part", min, true, `declare ${aboveZero(field)}`));
      if (takesZero) found.push(unfit("part", "0", true, `declare ${aboveZero(field)}`));
    }
    return found;
  });
  return [...alone, ...unfitTogether(canvas, operands), ...failing.flatMap(unfitValue)];
}

/** What the search found by computing: a divisor that is zero at another number, a day beyond the calendar. */
function unfitValue({ field, json, code }: FailingValue): readonly UnfitNumber[] {
  const kind = UNFIT_KINDS.get(code);
  if (kind === undefined) return [];
  const { min, max } = boundsOf(field);
  const isOpen = isNumber(field) && (min === null || max === null);
  const advice = isOpen ? `declare min= and max= of ${field.path}` : `declare bounds that keep ${field.path} from it`;
  return [{ ...caseOf(field, json, json, !isOpen || kind === "divisor"), kind, also: [], advice }];
}

const UNFIT_KINDS: ReadonlyMap<string, UnfitNumber["kind"]> = new Map([
  ["RPT3020", "divisor"],
  ["RPT3023", "moved"],
  ["RPT3024", "decimals"],
]);

/** Whether some divisor is read from a list. */
export function divisorLists(canvas: Canvas): (path: string) => boolean {
  const { divisors } = operandsOf(canvas);
  return (path) => reads(divisors, path);
}

/** So many fields are zero in pairs, beside all of them at once. */
const PAIRED_MAX = 4;

/**
 * Divisors that are zero only together: the sum of two, one behind a guard against another, the difference of equal
 * ones.
 */
function unfitTogether(canvas: Canvas, { divisors, guards, differences }: Operands): readonly UnfitNumber[] {
  const numbers = canvas.fields.filter(isNumber).filter(({ path }) => reads(divisors, path) || reads(guards, path));
  const zero = (field: CanvasField): WorstCase => caseOf(field, "0", "0", boundsOf(field).min !== null);
  const zeros = numbers.filter((field) => takes(field, 0));
  const paired = zeros.slice(0, PAIRED_MAX);
  const sets = [
    ...paired.flatMap((one, at) => paired.slice(at + 1).map((other) => [zero(one), zero(other)])),
    ...(zeros.length > 2 ? [zeros.map(zero)] : []),
    ...equalNumbers(numbers.filter(({ path }) => reads(differences, path))),
    ...guardedZeros(canvas, guards, zeros.map(zero)),
  ];
  return sets.flatMap(([first, ...also]) => {
    if (first === undefined || also.length === 0) return [];
    const advice = `guard the division, or declare bounds that keep ${first.field.path} from it`;
    return [{ ...first, kind: "divisor" as const, also, advice }];
  });
}

/** Each choice that a guard reads, with all numbers at zero: those of records one after another in one case. */
function guardedZeros(canvas: Canvas, guards: ReadonlySet<string>, zeros: readonly WorstCase[]) {
  if (zeros.length === 0) return [];
  const read = canvas.fields.filter(({ path }) => reads(guards, path));
  return read.flatMap((field) => {
    const choices = choicesOf(field);
    if (choices.length === 0) return [];
    if (!field.path.includes("[]")) return choices.map(({ json, words }) => [...zeros, caseOf(field, json, words)]);
    const words = choices.map((choice) => choice.words).join(", ");
    return [[...zeros, { ...caseOf(field, "", words), example: everyChoice(field, choices) }]];
  });
}

function everyChoice({ path }: CanvasField, choices: ReturnType<typeof choicesOf>): string {
  const depth = path.split("[]").length - 1;
  return `${"[".repeat(depth)}${choices.map(({ json }) => json).join(",")}${"]".repeat(depth)}`;
}

/** All of them at one number that each of them takes. */
function equalNumbers(fields: readonly CanvasField[]): readonly (readonly WorstCase[])[] {
  const number = ["1", ...fields.flatMap((field) => boundsOf(field).min ?? [])].find((one) =>
    fields.every((field) => takes(field, Number(one))),
  );
  if (fields.length < 2 || number === undefined) return [];
  return [fields.map((field) => caseOf(field, number, number))];
}

function takes(field: CanvasField, number: number): boolean {
  const { min, max } = boundsOf(field);
  return Number(min ?? number) <= number && Number(max ?? number) >= number;
}

/** Of a plain list, min= would say how many entries it has. */
function aboveZero({ path, type }: CanvasField): string {
  return type.kind === "int" && !path.endsWith("[]") ? `min=1 of ${path}` : `only values above zero for ${path}`;
}

function caseOf(field: CanvasField, json: string, words: string, isDeclared = true): WorstCase {
  const example = field.example === null ? json : replaceScalars(field.example, json);
  return { field, words, example, isDeclared };
}

function isNumber({ type }: CanvasField): boolean {
  return type.kind === "int" || type.kind === "decimal";
}
