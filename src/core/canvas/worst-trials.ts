// Canvas → payloads with several fields at their limits at once: a product is at its widest where both of its factors
// are, and what stands beside an absent text may need the room that it left. Only what a template declares is a limit
// here: numbers by their `min` and `max`, texts by their lengths. What takes anything alone is a worst case by itself.
import type { CanvasField, EnumMember } from "../expression/index.ts";
import type { Canvas } from "./canvas.ts";
import { type EntryCounts, examplePayload } from "./example-payload.ts";
import { type CountedList, countedLists } from "./list-counts.ts";
import { replaceScalars, type WorstCase, worstCases } from "./worst-payload.ts";
import type { WidestOf } from "./worst-text.ts";

/** What a field is in a trial. */
export interface TriedValue {
  /** `of -9999999.99`, `absent` */
  readonly words: string;
}

/** A payload whose fields are at one or another of their limits. */
export interface WorstTrial {
  readonly payload: string;
  /** The fields that are not as in the examples, by their paths; those first that expressions compute with. */
  readonly values: ReadonlyMap<string, TriedValue>;
}

/** One limit of a field: what its example becomes; null where it stays away. */
interface Limit extends TriedValue {
  readonly example: string | null;
}

interface LimitedField {
  readonly field: CanvasField;
  /** Its worst first. */
  readonly limits: readonly Limit[];
}

/** So many fields get a number of their own; further ones share them. */
const BITS_MAX = 5;
/** More choices of an enumeration are mostly alike. */
const LIMITS_MAX = 8;
/** A list without a bound has so many entries in the trial of many rows, whatever it has, never more than the other. */
const ENTRIES_UNDECLARED = 80;
const ENTRIES_MAX = 200;

/**
 * A record of combinations, and not all of them: any two fields meet with both at their worst, with neither, and with
 * either one. In the first trial all are at their worst; then each field is at its worst or not as a digit of its own
 * binary number says, and the other way round.
 */
export function worstTrials(canvas: Canvas, widestOf: WidestOf): readonly WorstTrial[] {
  const worst = new Map(worstCases(canvas, widestOf).map((one) => [one.field.path, one]));
  const fields = canvas.fields.flatMap((field) => limitedField(field, worst.get(field.path)) ?? []);
  if (fields.length === 0) return [];
  const varied = fields.filter(({ limits }) => limits.length > 1);
  const numbers = new Map(varied.map((field, number) => [field, number]));
  const most = Math.min(LIMITS_MAX, Math.max(1, ...fields.map(({ limits }) => limits.length)));
  const others = Array.from({ length: most - 1 }, (_, at) => (): number => at + 1);
  const bits = Math.min(BITS_MAX, varied.length < 2 ? 0 : 32 - Math.clz32(varied.length - 1));
  const mixed = Array.from({ length: 2 * bits }, (_, at) => (number: number): number => {
    const isWorst = ((number >> Math.floor(at / 2)) & 1) === at % 2;
    return isWorst ? 0 : 1 + Math.floor(at / 2);
  });
  const trials = [(): number => 0, ...others, ...mixed].map((whichOf) =>
    trialOf(
      canvas,
      fields.map((one) => ({ field: one.field, limit: limitAt(one, whichOf(numbers.get(one) ?? 0)) })),
    ),
  );
  return [...trials, ...manyRows(canvas, fields)];
}

/** The worst, or one of the others in turn. */
function limitAt({ limits }: LimitedField, which: number): Limit | undefined {
  return which === 0 || limits.length === 1 ? limits[0] : limits[1 + ((which - 1) % (limits.length - 1))];
}

interface Choice {
  readonly field: CanvasField;
  readonly limit: Limit | undefined;
}

function trialOf(canvas: Canvas, chosen: readonly Choice[], counts?: EntryCounts): WorstTrial {
  const limits = new Map(chosen.flatMap(({ field, limit }) => (limit === undefined ? [] : [[field.path, limit]])));
  const fields = canvas.fields.map((field) => {
    const limit = limits.get(field.path);
    if (limit === undefined) return field;
    return limit.example === null ? { ...field, example: null, default: null } : { ...field, example: limit.example };
  });
  const computed = chosen.filter(({ field }) => isNumber(field)).concat(chosen.filter(({ field }) => !isNumber(field)));
  const values = new Map(computed.flatMap(({ field, limit }) => (limit === undefined ? [] : [[field.path, limit]])));
  return { payload: examplePayload({ ...canvas, fields }, counts), values };
}

/** Sums of lists: as many rows as they take, with all numbers at their widest. */
function manyRows(canvas: Canvas, fields: readonly LimitedField[]): readonly WorstTrial[] {
  const counts = new Map(countedLists(canvas).flatMap((list) => (list.usual === null ? [] : [entriesOf(list)])));
  const chosen = fields
    .filter(({ field, limits }) => limits.length > 0 && (isNumber(field) || counts.has(field.path)))
    .map(({ field, limits }) => ({ field, limit: limits.reduce(wider) }));
  return chosen.length === 0 || counts.size === 0 ? [] : [trialOf(canvas, chosen, counts)];
}

/** Lists of values stand in a row of words: only a declared number of them is one that the form promises to hold. */
function entriesOf({ path, most, usual, hasRecords }: CountedList): readonly [string, number] {
  const undeclared = hasRecords ? Math.max(usual ?? 0, ENTRIES_UNDECLARED) : (usual ?? 0);
  return [path, Math.min(most ?? undeclared, ENTRIES_MAX)];
}

function wider(one: Limit, other: Limit): Limit {
  return (other.example?.length ?? 0) > (one.example?.length ?? 0) ? other : one;
}

function isNumber({ type }: CanvasField): boolean {
  return type.kind === "int" || type.kind === "decimal";
}

function limitedField(field: CanvasField, worst: WorstCase | undefined): LimitedField | null {
  const away: readonly Limit[] = field.optional ? [{ example: null, words: "absent" }] : [];
  const limits = [...limitsOf(field, worst), ...away];
  return limits.length === 0 ? null : { field, limits };
}

function limitsOf(field: CanvasField, worst: WorstCase | undefined): readonly Limit[] {
  const { type } = field;
  const limit = (json: string, words: string): Limit => {
    const example = field.example === null ? json : replaceScalars(field.example, json);
    return { example, words: `of ${words}` };
  };
  const first = worst?.isDeclared === true ? [{ example: worst.example, words: `of ${worst.words}` }] : [];
  switch (type.kind) {
    case "int":
    case "decimal": {
      const { min, max } = field;
      return [max, min?.startsWith("-") === true ? min : null].flatMap((bound) =>
        bound === null ? [] : [limit(bound, bound)],
      );
    }
    case "enum": {
      const members = type.members.map((member) => ({ json: jsonOf(member), words: member.label ?? member.value }));
      const others = members.filter(({ words }) => `of ${words}` !== first[0]?.words);
      return [...first, ...others.map(({ json, words }) => limit(json, words))];
    }
    case "bool":
      return [limit("true", "true"), limit("false", "false")];
    default:
      return first;
  }
}

function jsonOf({ value, numeric }: EnumMember): string {
  return numeric ? value : JSON.stringify(value);
}
