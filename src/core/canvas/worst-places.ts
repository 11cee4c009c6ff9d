// Canvas → the expressions of a form by themselves: each reads its fields by their last names from one flat record, and
// computes with a few values as cheaply as with one.
import { compileProgram, type ExpressionCode, lastNameOf, type Template, type Value } from "../expression/index.ts";
import type { Canvas } from "./canvas.ts";
import { visit } from "./worst-reads.ts";

/** An expression of the form whose value hangs on single fields. */
export interface Place {
  readonly code: ExpressionCode;
  /** What it shows is printed; else it decides or measures. */
  readonly isShown: boolean;
  /** Last names of fields, and with `#` before them those of lists whose entries are counted. */
  readonly names: ReadonlySet<string>;
  /** Texts and numbers that it is written with. */
  readonly constants: ReadonlySet<string>;
  /** The functions that it calls; a format is named by its pattern, an operator by its sort. */
  readonly operations: ReadonlySet<string>;
  /** What it divides by. */
  readonly divisors: readonly ExpressionCode[];
}

/** What a place comes out as. */
export interface Outcome {
  readonly value: Value;
  /** The finding of what cannot be computed. */
  readonly failure: string | null;
}

/** How many nodes an expression may have once its lets are written out. */
const NODES_MAX = 2_000;
const ROOT = { op: "root" } as const;
/** Stands for whole lists and records, which are computed with by no value of a field. */
const NOTHING = { op: "constant", value: null } as const;

/** Functions that make one number of a list of them. */
const OF_LISTS: ReadonlySet<string> = new Set(["sum", "avg", "min", "max"]);

/** Before the name of a list whose entries are counted. */
export const COUNTED = "#";

/** The places of a form, each different one once. What they take from whole lists is left out of them. */
export function placesOf(canvas: Canvas): readonly Place[] {
  const found = new Map<string, Place>();
  const flat = new Flattening(canvas);
  const add = (code: object, isShown: boolean): void => {
    const place = flat.place(code, isShown);
    if (place === null || place.names.size === 0) return;
    found.set(`${isShown} ${JSON.stringify(place.code)}`, place);
  };
  const inside = new Set<object>();
  // Colours stand in the styles; what is printed is computed by parts of templates.
  visit([canvas.pages, canvas.textStyles], (part) => {
    if ("kind" in part && part.kind === "computed" && "code" in part) {
      add(part.code as object, true);
      visit(part.code, (inner) => inside.add(inner));
    } else if ("op" in part && !inside.has(part)) {
      add(part, false);
      visit(part, (inner) => inside.add(inner));
    }
  });
  return [...found.values()];
}

/** A text of the form whose parts are computed by themselves. */
export interface PrintedText {
  /** Last names of the fields that it reads. */
  readonly names: ReadonlySet<string>;
  /** What is printed of it; null where some part cannot be computed. */
  readonly with: (values: FlatValues) => string | null;
}

/** Null where some part of the text hangs on more than values of single fields. */
export function printedText(canvas: Canvas, content: Template): PrintedText | null {
  const flat = new Flattening(canvas);
  const names = new Set<string>();
  const parts: (string | Place)[] = [];
  for (const part of content) {
    const place = part.kind === "fixed" ? part.text : flat.place(part.code, true);
    if (place === null) return null;
    parts.push(place);
    if (typeof place !== "string") for (const name of place.names) names.add(name);
  }
  const program = new PlaceProgram();
  const printed = (values: FlatValues): string | null => {
    const compute = program.with(new Map([...names].map((name) => [name, values.get(name) ?? "null"])));
    const texts = parts.map((part) => {
      if (typeof part === "string") return part;
      const { value, failure } = compute(part.code);
      if (failure !== null || Array.isArray(value)) return null;
      return value === null ? "" : String(value);
    });
    return texts.includes(null) ? null : texts.join("");
  };
  return { names, with: printed };
}

/** What has to hold for one record, for it to be shown at one place: all of these. */
export type Condition = readonly Place[];

/**
 * The conditions of filters, each with those of the filters that it filters further, and of elements. Those that hang
 * on more than values of fields are not among them.
 * @param within the parts of the form that are looked at; left out, all of it
 */
export function conditionsOf(
  canvas: Canvas,
  within: readonly unknown[] = [canvas.pages, canvas.lets, canvas.textStyles],
): readonly Condition[] {
  const lets = new Map(canvas.lets.map(({ path, code }) => [lastNameOf(path), code]));
  const all: (readonly unknown[])[] = [];
  visit(within, (part) => {
    if (isCode(part) && part.op === "filter") all.push(filtersOf(part, lets));
    else if ("when" in part && part.when !== null && part.when !== undefined) all.push([part.when]);
  });
  return differentConditions(canvas, all);
}

/** What has to hold for each element with a condition, and for each branch of `if` and `case`, to be shown. */
export function shownConditionsOf(canvas: Canvas): readonly Condition[] {
  return differentConditions(canvas, shownUnder([canvas.pages, canvas.lets, canvas.textStyles], []));
}

/** What tells conditions apart. */
export function conditionKey(condition: Condition): string {
  return JSON.stringify(condition.map(({ code }) => code));
}

function differentConditions(canvas: Canvas, all: readonly (readonly unknown[])[]): readonly Condition[] {
  const flat = new Flattening(canvas);
  const found = new Map<string, Condition>();
  for (const codes of all) {
    const places = codes.map((code) => (isCode(code) ? flat.place(code, false) : null));
    const condition = places.flatMap((place) => place ?? []);
    if (condition.length === 0 || condition.length < codes.length) continue;
    found.set(conditionKey(condition), condition);
  }
  return [...found.values()];
}

/** The condition of each, those around it, and that no branch before it is taken. */
function shownUnder(part: unknown, around: readonly unknown[]): readonly (readonly unknown[])[] {
  if (typeof part !== "object" || part === null) return [];
  if (Array.isArray(part)) return part.flatMap((each) => shownUnder(each, around));
  if (isCode(part) && part.op === "call" && part["name"] === "case" && Array.isArray(part["args"])) {
    return branchesUnder(part["args"], around);
  }
  const isConditional = "when" in part && part.when !== null && part.when !== undefined;
  const own = isConditional ? [...around, part.when] : around;
  return [...(isConditional ? [own] : []), ...Object.values(part).flatMap((each) => shownUnder(each, own))];
}

/** Conditions and values in turn, and at last the value where none of them holds. */
function branchesUnder(args: readonly unknown[], around: readonly unknown[]): readonly (readonly unknown[])[] {
  const isPassed = (condition: unknown): unknown => ({ op: "not", operand: condition, lift: false });
  return args.flatMap((value, at) => {
    const isValue = at % 2 === 1 || at === args.length - 1;
    const before = args.slice(0, at % 2 === 1 ? at - 1 : at).filter((_, place) => place % 2 === 0);
    const own = [...around, ...before.map(isPassed), ...(at % 2 === 1 ? [args[at - 1]] : [])];
    return isValue ? [own, ...shownUnder(value, own)] : shownUnder(value, around);
  });
}

/** The conditions of a list that is filtered, be it sorted or named by a let. */
function filtersOf(list: unknown, lets: ReadonlyMap<string, ExpressionCode>): readonly unknown[] {
  if (!isCode(list)) return [];
  if (list.op === "filter") return [list["condition"], ...filtersOf(list["base"], lets)];
  if (list.op === "call") return Array.isArray(list["args"]) ? filtersOf(list["args"][0], lets) : [];
  if (list.op !== "member") return [];
  const name = String(list["name"]);
  const computed = lets.get(name);
  // The let of a list may have the name of a list that it filters.
  const others = new Map([...lets].filter(([one]) => one !== name));
  return computed === undefined ? [] : filtersOf(computed, others);
}

type Code = Readonly<Record<string, unknown>> & { readonly op: string };

function isCode(part: unknown): part is Code {
  return typeof part === "object" && part !== null && "op" in part;
}

function operationOf(code: Code): string {
  if (code.op === "call") return String(code["name"]);
  if (code.op === "format") return String(code["pattern"]);
  return code.op === "arithmetic" && code["operator"] === "%" ? "remainder" : code.op;
}

/** What one expression was found to be made of. */
interface Parts {
  readonly names: Set<string>;
  readonly constants: Set<string>;
  readonly operations: Set<string>;
  readonly divisors: ExpressionCode[];
  /** The lets that are being written out: the sum of a member often has its name, and within it that is the member. */
  readonly within: Set<string>;
  nodes: number;
}

class Flattening {
  readonly #fields: ReadonlySet<string>;
  readonly #lets: ReadonlyMap<string, ExpressionCode>;

  constructor({ fields, lets }: Canvas) {
    this.#fields = new Set(fields.map(({ path }) => lastNameOf(path)));
    this.#lets = new Map(lets.map(({ path, code }) => [lastNameOf(path), code]));
  }

  place(code: object, isShown: boolean): Place | null {
    const sets = { names: new Set<string>(), constants: new Set<string>(), operations: new Set<string>() };
    const parts: Parts = { ...sets, divisors: [], within: new Set(), nodes: 0 };
    const flat = this.#flat(code, parts);
    if (!isCode(flat)) return null;
    const { names, constants, operations, divisors } = parts;
    return { code: flat, isShown, names, constants, operations, divisors };
  }

  /** The same with every reference to the flat record; null where it is too long. */
  #flat(code: unknown, parts: Parts): unknown {
    if (Array.isArray(code)) {
      const all = code.map((one) => this.#flat(one, parts));
      return all.includes(null) ? null : all;
    }
    if (!isCode(code)) return code;
    parts.nodes += 1;
    if (parts.nodes > NODES_MAX) return null;
    switch (code.op) {
      case "member":
        return this.#member(String(code["name"]), parts);
      case "index":
        return { op: "number", digits: "1" };
      case "ambient":
        return code["name"] === "copy.label" ? { op: "text", text: "" } : { op: "number", digits: "1" };
      case "root":
      case "source":
      case "record":
      case "each":
      case "filter":
        return NOTHING;
      case "text":
        parts.constants.add(String(code["text"]));
        return code;
      case "number":
        parts.constants.add(String(code["digits"]));
        return code;
      case "call":
        if (code["name"] === "count") return this.#count(code, parts);
        return this.#entry(code, parts) ?? this.#parts(code, parts);
      default:
        return this.#parts(code, parts);
    }
  }

  #parts(code: Code, parts: Parts): unknown {
    // A constant null is no code that could not be had.
    if (code.op === "constant") return code;
    parts.operations.add(operationOf(code));
    const entries = Object.entries(code).map(([key, value]) => [key, this.#flat(value, parts)] as const);
    if (entries.some(([, value]) => value === null)) return null;
    const flat = Object.fromEntries(entries);
    const isDivision = code.op === "arithmetic" && (code["operator"] === "/" || code["operator"] === "%");
    if (isDivision && isCode(flat["right"])) parts.divisors.push(flat["right"]);
    return flat;
  }

  #member(name: string, parts: Parts): unknown {
    const computed = this.#lets.get(name);
    if (computed !== undefined && !parts.within.has(name)) {
      parts.within.add(name);
      const flat = this.#flat(computed, parts);
      parts.within.delete(name);
      return flat;
    }
    if (!this.#fields.has(name)) return NOTHING;
    parts.names.add(name);
    return { op: "member", base: ROOT, name };
  }

  /** The sum, mean, least or most of a list of one entry is that entry. Null for a call of something else. */
  #entry(code: Code, parts: Parts): unknown {
    const [list, ...others] = Array.isArray(code["args"]) ? code["args"] : [];
    if (!OF_LISTS.has(String(code["name"])) || others.length > 0 || !isCode(list)) return null;
    const name = String(list["name"]);
    if ((list.op !== "member" && list.op !== "each") || !this.#isKnown(name)) return null;
    parts.operations.add(operationOf(code));
    return this.#member(name, parts);
  }

  #isKnown(name: string): boolean {
    return this.#lets.has(name) || this.#fields.has(name);
  }

  /** How many entries a list has stands for them as a number. */
  #count(code: Code, parts: Parts): unknown {
    const [list] = Array.isArray(code["args"]) ? code["args"] : [];
    if (!isCode(list) || list.op !== "member") return this.#parts(code, parts);
    const name = String(list["name"]);
    if (this.#lets.has(name)) return this.#parts(code, parts);
    parts.names.add(`${COUNTED}${name}`);
    return { op: "member", base: ROOT, name: `${COUNTED}${name}` };
  }
}

/** Values of fields by their last names; a text is one of JSON's scalars as it is written. */
export type FlatValues = ReadonlyMap<string, string>;

/** Computes places with one set of values after another. */
export class PlaceProgram {
  readonly #program = compileProgram({ fields: [], lets: [] });

  /** Answers for one set of values. */
  with(values: FlatValues): (code: ExpressionCode) => Outcome {
    const record = new Map([...values].map(([name, json]) => [name, payloadOf(json)]));
    const evaluation = this.#program.evaluate(record);
    return (code) => {
      const before = evaluation.diagnostics.length;
      const value = evaluation.value(code, evaluation.root);
      const failure = evaluation.diagnostics.slice(before).find(({ severity }) => severity === "error");
      return { value, failure: failure?.code ?? null };
    };
  }
}

function payloadOf(json: string) {
  if (json.startsWith('"')) return JSON.parse(json) as string;
  if (json === "true" || json === "false") return json === "true";
  return json === "null" ? null : ({ kind: "number", digits: json } as const);
}
