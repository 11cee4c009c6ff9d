// Canvas → cases of one field alone: each choice of a flag or an enumeration, an optional picture that comes, and
// numbers that a computation or a pie cannot take.
import type { CanvasField, EnumMember, ExpressionCode } from "../expression/index.ts";
import type { Canvas } from "./canvas.ts";
import type { CanvasElement, ChartElement } from "./canvas-elements.ts";
import { BLANK_IMAGE, examplePayload } from "./example-payload.ts";
import { boundsOf, replaceScalars, type WorstCase, worstPayload } from "./worst-payload.ts";

/** More choices of an enumeration are mostly alike. */
const MEMBERS_MAX = 8;
/** `fixed` writes at most this number of decimals. */
const DECIMALS_MAX = 40;

/** A case with a number that some place of the form cannot take. */
export interface UnfitNumber extends WorstCase {
  readonly kind: "divisor" | "decimals" | "part";
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

/** An enumeration's member as the payload has it. */
export function jsonOf({ value, numeric }: EnumMember): string {
  return numeric ? value : JSON.stringify(value);
}

/** Optional pictures, which stay away from the examples where they have none of their own. */
export function pictureCases({ fields, dataset }: Canvas): readonly WorstCase[] {
  const absent = fields.filter(({ type, optional, example }) => type.kind === "image" && optional && example === null);
  return dataset === null ? absent.map((field) => caseOf(field, JSON.stringify(BLANK_IMAGE), "a square picture")) : [];
}

/** Numbers within the declarations that a division, a number of decimals or a pie refuses. */
export function unfitNumbers(canvas: Canvas): readonly UnfitNumber[] {
  const { divisors, decimals, parts } = operandsOf(canvas);
  return canvas.fields.filter(isNumber).flatMap((field) => {
    const { path } = field;
    const { min, max } = boundsOf(field);
    const unfit = (kind: UnfitNumber["kind"], number: string, isDeclared: boolean, advice: string): UnfitNumber => {
      return { ...caseOf(field, number, number, isDeclared), kind, advice };
    };
    const takesZero = Number(min ?? 0) <= 0 && Number(max ?? 0) >= 0;
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

/** Where elements with a condition of their own begin. */
export function conditionalStarts({ pages }: Canvas): ReadonlySet<number> {
  const starts = new Set<number>();
  visit(pages, (part) => {
    if (isElement(part) && part.box.when !== null) starts.add(part.span[0]);
  });
  return starts;
}

/** Where pies begin. */
export function pieStarts({ pages }: Canvas): ReadonlySet<number> {
  const starts = new Set<number>();
  visit(pages, (part) => {
    if (isPie(part)) starts.add(part.span[0]);
  });
  return starts;
}

interface Operands {
  readonly divisors: ReadonlySet<string>;
  readonly decimals: ReadonlySet<string>;
  readonly parts: ReadonlySet<string>;
}

/** The names that are read there; a let stands for what it is computed from. */
function operandsOf(canvas: Canvas): Operands {
  const found = { divisors: new Set<string>(), decimals: new Set<string>(), parts: new Set<string>() };
  visit([canvas.pages, canvas.lets], (part) => {
    if (isDivision(part)) addNames(part.right, found.divisors);
    if (isFixed(part)) addNames(part.args[1], found.decimals);
    if (isPie(part)) for (const { value } of part.series) addNames(value, found.parts);
  });
  for (const names of Object.values(found)) {
    // Each let uses only those before it.
    for (const { path, code } of canvas.lets.toReversed()) if (reads(names, path)) addNames(code, names);
  }
  return found;
}

function addNames(code: unknown, names: Set<string>): void {
  visit(code, (part) => {
    if ("op" in part && "name" in part && typeof part.name === "string") names.add(part.name);
  });
}

/** Whether the last name of a path is among those. */
function reads(names: ReadonlySet<string>, path: string): boolean {
  return names.has(path.replaceAll("[]", "").split(".").at(-1) ?? "");
}

function visit(part: unknown, look: (part: object) => void): void {
  if (typeof part !== "object" || part === null) return;
  look(part);
  for (const inner of Object.values(part)) visit(inner, look);
}

function isDivision(part: object): part is { readonly right: ExpressionCode } {
  const isArithmetic = "op" in part && part.op === "arithmetic" && "operator" in part && "right" in part;
  return isArithmetic && (part.operator === "/" || part.operator === "%");
}

function isFixed(part: object): part is { readonly args: readonly unknown[] } {
  return "op" in part && part.op === "call" && "name" in part && part.name === "fixed" && "args" in part;
}

function isPie(part: object): part is ChartElement {
  return "kind" in part && part.kind === "chart" && "chart" in part && part.chart === "pie";
}

function isElement(part: object): part is Extract<CanvasElement, { readonly box: unknown }> {
  return "kind" in part && "box" in part && "span" in part;
}
