// Canvas → values on both sides of the constants that the form compares its fields with: `n == 42`, `z > 50`,
// `startsWith(code, 'ZZ')`. What a condition shows there is shown by no limit of the field.
import { countedEntries } from "../diagnostics/index.ts";
import {
  type CanvasField,
  type CompareOperator,
  compilePattern,
  dateOfDayNumber,
  dayNumber,
  isOneLine,
  linesIn,
  parseDate,
  printDate,
} from "../expression/index.ts";
import type { Canvas } from "./canvas.ts";
import { examplePayload } from "./example-payload.ts";
import { boundsOf, replaceScalars, type WorstCase, worstCases, worstPayload } from "./worst-payload.ts";
import { addNames, reads, visit } from "./worst-reads.ts";
import { type Searched, searchWorst } from "./worst-search.ts";
import type { LetterWidths, WidestOf } from "./worst-text.ts";
import { type Choice, type Limit, trialOf, triedScalars, type WorstTrial } from "./worst-trials.ts";

/** A field with more of them is a scale, whose steps are mostly alike. */
const VALUES_MAX = 8;
/** More digits are no number of a condition, and not all of them are kept by a double. */
const DIGITS_MAX = 15;

/** A constant that some place of the form compares a field with. */
interface Comparison {
  /** Last names of fields. */
  readonly names: ReadonlySet<string>;
  readonly operator: CompareOperator | "part";
  readonly constant: string;
}

/** What the expressions of a form are computed with, besides the limits of fields and what conditions compare. */
export function searchBranches(canvas: Canvas, letters: LetterWidths): Searched {
  const comparisons = comparisonsOf(canvas);
  const worst = new Map(worstCases(canvas, letters.widestOf).map((one) => [one.field.path, one]));
  return searchWorst(canvas, letters, (field) => [
    ...triedScalars(field, worst.get(field.path)),
    ...comparedValues(field, comparisons),
  ]);
}

/** Each field with each of its values by itself; the others have their examples. */
export function branchCases(canvas: Canvas, searched: Searched): readonly WorstCase[] {
  const usual = examplePayload(canvas);
  return valuesOfBranches(canvas, searched)
    .flatMap(({ values }) => values)
    .filter((one) => worstPayload(canvas, [one]) !== usual);
}

/** The first values of all fields together, the second ones, and so on; all other fields are at their worst. */
export function branchTrials(canvas: Canvas, widestOf: WidestOf, searched: Searched): readonly WorstTrial[] {
  const branches = valuesOfBranches(canvas, searched);
  const counts = countsOfBranches(canvas, searched);
  const most = Math.max(0, ...[...branches, ...counts].map(({ values }) => values.length));
  const compared = new Set(branches.map(({ field }) => field.path));
  const others = worstCases(canvas, widestOf).filter(({ field }) => !compared.has(field.path));
  return Array.from({ length: most }, (_, at) => {
    const own = branches.flatMap(({ values }) => choiceOf(values[at % values.length]));
    const sizes = counts.flatMap(({ field, values }) => ({ field, limit: values[at % values.length] }));
    return trialOf(canvas, [...sizes, ...own, ...others.flatMap(choiceOf)]);
  });
}

function choiceOf(one: WorstCase | undefined): readonly Choice[] {
  return one === undefined ? [] : [{ field: one.field, limit: { ...one, words: `of ${one.words}` } }];
}

function valuesOfBranches(
  canvas: Canvas,
  searched: Searched,
): readonly { readonly field: CanvasField; readonly values: readonly WorstCase[] }[] {
  const comparisons = comparisonsOf(canvas);
  return canvas.fields.flatMap((field) => {
    const compared = comparedValues(field, comparisons).slice(0, VALUES_MAX);
    const found = new Set([...compared, ...(searched.values.get(field.path) ?? [])]);
    const values = [...found].map((json): WorstCase => {
      const example = field.example === null ? json : replaceScalars(field.example, json);
      return { field, words: wordsOfValue(field, json), example, isDeclared: true };
    });
    return values.length === 0 ? [] : [{ field, values }];
  });
}

/** A value as findings name it: a day is written without quotes. */
export function wordsOfValue({ type }: CanvasField, json: string): string {
  return type.kind === "date" || type.kind === "time" || type.kind === "datetime" ? String(JSON.parse(json)) : json;
}

/** The JSON of what the form compares a field with, on both sides of each limit, as its declaration takes it. */
export function comparedOf(canvas: Canvas): (field: CanvasField) => readonly string[] {
  const comparisons = comparisonsOf(canvas);
  return (field) => comparedValues(field, comparisons);
}

function comparedValues(field: CanvasField, comparisons: readonly Comparison[]): readonly string[] {
  const own = comparisons.filter(({ names }) => reads(names, field.path));
  return [...new Set(own.flatMap((comparison) => sidesOf(field, comparison)))];
}

function countsOfBranches(
  { fields }: Canvas,
  { counts }: Searched,
): readonly { readonly field: CanvasField; readonly values: readonly Limit[] }[] {
  return [...counts].flatMap(([path, all]) => {
    const field = fields.find((one) => one.path === path);
    if (field === undefined) return [];
    const values = all.map((count) => {
      const words = `of ${countedEntries(count)}`;
      return { example: null, count, words, isDeclared: true };
    });
    return [{ field, values }];
  });
}

const ONE_LETTER = { op: "text", text: "国" } as const;

interface Ruby {
  readonly content: readonly { readonly code?: unknown }[];
}

/** A stretch of a paragraph that has a reading. */
function isRuby(part: object): part is Ruby {
  return "ruby" in part && part.ruby !== null && "content" in part && Array.isArray(part.content);
}

function comparisonsOf(canvas: Canvas): readonly Comparison[] {
  const found: Comparison[] = [];
  const add = (value: unknown, other: unknown, operator: Comparison["operator"]): void => {
    const constant = constantOf(other);
    if (constant === null || !isReference(value)) return;
    const names = new Set<string>();
    addNames(value, names);
    found.push({ names, operator, constant });
  };
  // Colours stand in the styles.
  visit(canvas, (part) => {
    if (isComparison(part)) {
      add(part.left, part.right, part.operator);
      add(part.right, part.left, MIRRORED[part.operator]);
    }
    if (isTextQuestion(part)) add(part.args[0], part.args[1], "part");
    // A single letter can't be parted, however long its reading is.
    if (isRuby(part)) for (const { code } of part.content) add(code, ONE_LETTER, "==");
  });
  return found;
}

const MIRRORED = {
  ...{ "==": "==", "!=": "!=" },
  ...{ "<": ">", "<=": ">=", ">": "<", ">=": "<=" },
} as const satisfies Record<CompareOperator, CompareOperator>;

/** The JSON of the values that the condition parts from others, as far as the field's declaration takes them. */
function sidesOf(field: CanvasField, { operator, constant }: Comparison): readonly string[] {
  const { type } = field;
  switch (type.kind) {
    case "int":
    case "decimal":
      return operator === "part" ? [] : numbersAt(field, operator, constant);
    case "string":
    case "text": {
      const isTaken = field.pattern === null || compilePattern(field.pattern)(constant);
      const isLine = type.kind === "text" ? linesIn(constant) <= (type.linesMax ?? Infinity) : isOneLine(constant);
      const isOrdered = operator !== "part" && operator !== "==" && operator !== "!=";
      return isOrdered || !isTaken || !isLine || [...constant].length > type.lengthMax
        ? []
        : [JSON.stringify(constant)];
    }
    case "date":
      return operator === "part" ? [] : daysAt(operator, constant);
    default:
      return [];
  }
}

function numbersAt(field: CanvasField, operator: CompareOperator, constant: string): readonly string[] {
  const scale = field.type.kind === "decimal" ? field.type.scale : 0;
  const digits = field.type.kind === "decimal" ? field.type.precision : DIGITS_MAX;
  // An exponent in the digits is exact, as the product of doubles is not.
  const steps = Number(`${constant}e${scale}`);
  const { min, max } = boundsOf(field);
  return stepsAt(operator, steps)
    .filter((step) => Math.abs(step) < Number(`1e${Math.min(digits, DIGITS_MAX)}`))
    .map((step) => Number(`${step}e-${scale}`).toFixed(scale))
    .filter((number) => Number(min ?? number) <= Number(number) && Number(max ?? number) >= Number(number));
}

/** Whole steps at a limit: of `>` and `<=` the limit and the next one, of `>=` and `<` the limit and the one before. */
function stepsAt(operator: CompareOperator, limit: number): readonly number[] {
  if (!Number.isFinite(limit)) return [];
  if (!Number.isInteger(limit))
    return operator === "==" || operator === "!=" ? [] : [Math.floor(limit), Math.ceil(limit)];
  switch (operator) {
    case "==":
    case "!=":
      return [limit];
    case ">":
    case "<=":
      return [limit, limit + 1];
    case ">=":
    case "<":
      return [limit - 1, limit];
  }
}

function daysAt(operator: CompareOperator, constant: string): readonly string[] {
  const date = parseDate(constant);
  if (date === null) return [];
  const days = stepsAt(operator, dayNumber(date)).flatMap((day) => dateOfDayNumber(day) ?? []);
  return days.map((day) => JSON.stringify(printDate(day)));
}

function constantOf(code: unknown): string | null {
  if (typeof code !== "object" || code === null || !("op" in code)) return null;
  if (code.op === "number" && "digits" in code) return String(code.digits);
  if (code.op === "text" && "text" in code) return String(code.text);
  if (code.op !== "negate" || !("operand" in code)) return null;
  const positive = constantOf(code.operand);
  return positive === null ? null : `-${positive}`;
}

/** The field itself, not something that is computed from it. */
function isReference(code: unknown): boolean {
  return typeof code === "object" && code !== null && "op" in code && (code.op === "member" || code.op === "each");
}

interface ComparisonCode {
  readonly operator: CompareOperator;
  readonly left: unknown;
  readonly right: unknown;
}

function isComparison(part: object): part is ComparisonCode {
  return "op" in part && part.op === "compare" && "operator" in part && "left" in part && "right" in part;
}

function isTextQuestion(part: object): part is { readonly args: readonly unknown[] } {
  const isCall = "op" in part && part.op === "call" && "name" in part && "args" in part && Array.isArray(part.args);
  return isCall && (part.name === "startsWith" || part.name === "contains");
}
