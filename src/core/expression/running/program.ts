// A template's lets and expressions, compiled once, run over one record of data after another.
import type { Diagnostic, SourceSpan } from "../../diagnostics/index.ts";
import {
  branchesOf,
  type CanvasField,
  type CanvasLet,
  type Code,
  type ExpressionCode,
  readCode,
  readSegments,
} from "../code/index.ts";
import { Decimal, type PayloadValue, type Value } from "../values/index.ts";
import { compile, entriesOf, entryPlaces, isTrue, openEntry, useless } from "./compile.ts";
import { printValue, readNumber } from "./operations.ts";
import { isCompound, type Wanted } from "./passed-over.ts";
import { placeOfEntry } from "./places.ts";
import {
  type Closure,
  type ConditionObserver,
  type LetTree,
  RecordShape,
  RecordValue,
  Run,
  type RunScope,
} from "./run.ts";

/** Everything of a template that computes, compiled once; holds no state between evaluations. */
export interface Program {
  evaluate(data: PayloadValue, options?: EvaluationOptions): Evaluation;
}

export interface EvaluationOptions {
  /** The document's record of the record source: array path and 0-based index. */
  readonly source?: { readonly path: string; readonly index: number };
  /** 1-based number of this record among all of the request. */
  readonly record?: { readonly n: number; readonly total: number };
  /** 1-based copy. */
  readonly copy?: { readonly label: string; readonly index: number };
  /** Told of each condition that is asked. */
  readonly observer?: ConditionObserver;
}

/** Where an expression is evaluated: the opened records and the page. Made only by an `Evaluation`. */
export interface Scope {
  /** 1-based number of the innermost opened record; null outside records. */
  readonly index: number | null;
}

/** Where a plain reference to data leads: `items[0].name`, `tags[1]`; null for all else. */
export interface PrintedPlace {
  readonly path: string | null;
  /** Where a plain reference to a computed value stands: `total`, `items[0].amount`, `taxes[1].tax`. */
  readonly computed: string | null;
}

/** What is printed, and where it stands. */
export interface PrintedText extends PrintedPlace {
  readonly text: string;
}

/** One expression that is printed record after record, as a table's column is. */
export interface Printer {
  text(scope: Scope): string;
  /** Where what it prints stands: few ask, and paths of every cell took as long to write as the cells' numbers. */
  place(scope: Scope): PrintedPlace;
  /** The same; where it prints one of several (`if`, `case`, `??`), of that one. */
  origin(scope: Scope): PrintedPlace;
  /** Whether what it prints is a number, as it is or by a format, or a date or time by a format. */
  isFigure(scope: Scope): boolean;
}

/** The expressions of one template over one record of data. Nothing throws: problems are diagnostics and null. */
export interface Evaluation {
  readonly root: Scope;
  value(code: ExpressionCode, scope: Scope): Value;
  /** Whether an element is drawn: no condition is true, null is false. */
  condition(code: ExpressionCode | null, scope: Scope): boolean;
  text(code: ExpressionCode, scope: Scope): PrintedText;
  /** Prints one expression many times: it is looked up once. */
  printer(code: ExpressionCode): Printer;
  /** Where what a code shows stands, where nobody prints it. */
  place(code: ExpressionCode, scope: Scope): PrintedPlace;
  /** The number that a code yields; null for none, which is told where there is anything else. */
  number(code: ExpressionCode, scope: Scope): Decimal | null;
  /** The text that a code yields; null for none, which is told where there is anything else. */
  word(code: ExpressionCode, scope: Scope, wanted: Wanted): string | null;
  /**
   * Tells that a value which a code yielded is of no use where it stands; null is nobody's. A span stands in for that
   * of the code, which plain references have none of.
   */
  passOver(code: ExpressionCode, scope: Scope, value: Value, wanted: Wanted, span?: SourceSpan): void;
  /**
   * Tells what prints by another clock than a time axis counts by.
   * @param span that of the axis. @param marks those of its bars and marks, whose words are judged by their places.
   */
  tellAxisClock(offsetMinutes: number, span: SourceSpan, marks: readonly SourceSpan[]): void;
  /** Opens each entry of a list in turn; `index` starts at 1. */
  records(code: ExpressionCode, scope: Scope): readonly Scope[];
  /** Opens each entry of a list found in `scope` as if it stood in `around`; `index` goes on after `before`. */
  recordsAround(code: ExpressionCode, scope: Scope, around: Scope, before: number): readonly Scope[];
  withPage(scope: Scope, page: { readonly n: number; readonly total: number }): Scope;
  /** Running sums of a number over records: entry k is the sum of the first k, null counting nothing. */
  runningSums(code: ExpressionCode, records: readonly Scope[]): readonly Decimal[];
  /** Opens a record whose one member is `sum`. */
  withSum(scope: Scope, sum: Decimal): Scope;
  /** What was found so far while evaluating. */
  readonly diagnostics: readonly Diagnostic[];
}

/** One record in one copy, where a request says nothing else. */
const ALONE = { n: 1, total: 1 };
const SINGLE_COPY = { label: "", index: 1 };

/** The same program, whose evaluations tell an observer of the conditions that they ask. */
export function observed(program: Program, observer: ConditionObserver): Program {
  return { evaluate: (data, options = {}) => program.evaluate(data, { ...options, observer }) };
}

/** Compiles a template's lets; expressions are compiled on first use and remembered by their code's identity. */
export function compileProgram(template: {
  readonly fields: readonly CanvasField[];
  readonly lets: readonly CanvasLet[];
}): Program {
  const closureOf = remembered((code) => compile(readCode(code)));
  const printerOf = remembered((code): Printer => new CodePrinter(code, closureOf));
  const shape = new RecordShape(plantLets(template.lets, closureOf), true);
  return {
    evaluate: (data, options = {}) => {
      const run = new Run(data, shape, {
        source: options.source ?? null,
        record: options.record ?? ALONE,
        copy: options.copy ?? SINGLE_COPY,
        observer: options.observer ?? null,
      });
      return new RunningEvaluation(run, closureOf, printerOf);
    },
  };
}

/** What is made of a code, made once. */
function remembered<Made>(make: (code: ExpressionCode) => Made): (code: ExpressionCode) => Made {
  const made = new WeakMap<ExpressionCode, { readonly of: Made }>();
  return (code) => {
    const known = made.get(code);
    if (known !== undefined) return known.of;
    const of = make(code);
    made.set(code, { of });
    return of;
  };
}

function plantLets(lets: readonly CanvasLet[], closureOf: (code: ExpressionCode) => Closure): LetTree {
  const root = emptyTree();
  for (const { path, code } of lets) {
    const segments = readSegments(path);
    const last = segments.pop();
    if (last === undefined) continue;
    let tree = root;
    for (const { name } of segments) tree = childTree(tree, name);
    tree.lets.set(last.name, { closure: closureOf(code), many: last.many });
  }
  return root;
}

function emptyTree(): LetTree {
  return { lets: new Map(), children: new Map() };
}

function childTree(tree: LetTree, name: string): LetTree {
  const known = tree.children.get(name);
  if (known !== undefined) return known;
  const child = emptyTree();
  tree.children.set(name, child);
  return child;
}

const SUM_SHAPE = new RecordShape(null, false);

const NO_PLACE: PrintedPlace = { path: null, computed: null };

/** Scopes are made by evaluations alone, so each is one of ours. */
function ownScope(scope: Scope): RunScope {
  return scope as RunScope;
}

/** What a code prints and where that stands; the same for all evaluations, which their scopes lead to. */
class CodePrinter implements Printer {
  readonly #code: Code;
  readonly #closure: Closure;
  /** Null where the code is no plain reference to a member. */
  readonly #name: string | null;
  /** How many records out the entry is that a plain `.` or `outer` prints; null where the code is none. */
  readonly #level: number | null;
  /** The record that the reference is to; null for the current one. */
  readonly #owner: Closure | null;
  readonly #closureOf: (code: ExpressionCode) => Closure;
  /** Null before somebody asks for them. */
  #branches: readonly Branch[] | null = null;

  constructor(code: ExpressionCode, closureOf: (code: ExpressionCode) => Closure) {
    this.#closureOf = closureOf;
    this.#closure = closureOf(code);
    this.#code = readCode(code);
    const reference = referenceOf(this.#code);
    const member = reference?.op === "member" ? reference : null;
    this.#level = reference?.op === "record" ? reference.level : null;
    const isCurrent = member?.base.op === "record" && member.base.level === 0;
    this.#name = member?.name ?? null;
    this.#owner = member === null || isCurrent ? null : closureOf(member.base);
  }

  text(scope: Scope): string {
    const value = this.#closure(ownScope(scope));
    if (isCompound(value)) useless(this.#code, value, ownScope(scope), "shown");
    ownScope(scope).run.tellNight(value, false);
    return printValue(value);
  }

  isFigure(scope: Scope): boolean {
    const code = this.#code;
    if (code.op === "format" && code.kind === "date") return true;
    const closure = code.op === "format" ? this.#closureOf(code.value) : this.#closure;
    return closure(ownScope(scope)) instanceof Decimal;
  }

  place(scope: Scope): PrintedPlace {
    const own = ownScope(scope);
    if (this.#level !== null) return { path: placeOfEntry(own, this.#level), computed: null };
    const name = this.#name;
    if (name === null) return NO_PLACE;
    const owner = this.#owner === null ? own.record : this.#owner(own);
    if (!(owner instanceof RecordValue)) return NO_PLACE;
    if (owner.isComputed(name)) return { path: null, computed: owner.computedPath(name) };
    return { path: owner.memberPath(name), computed: null };
  }

  origin(scope: Scope): PrintedPlace {
    if (this.#name !== null || this.#level !== null) return this.place(scope);
    this.#branches ??= branchesOf(this.#code).map(([condition, value]) => ({
      isTaken: condition === null ? null : this.#closureOf(condition.code),
      isPresence: condition?.isPresence ?? false,
      printer: new CodePrinter(value, this.#closureOf),
    }));
    const own = ownScope(scope);
    const taken = this.#branches.find(({ isTaken, isPresence }) => {
      if (isTaken === null) return true;
      const value = isTaken(own);
      return isPresence ? value !== null : value === true;
    });
    return taken?.printer.origin(scope) ?? NO_PLACE;
  }
}

/** One of several codes that are printed, the first one that is taken. */
interface Branch {
  /** Null for what is taken where no other is. */
  readonly isTaken: Closure | null;
  /** Taken where it is there, and not where it is true. */
  readonly isPresence: boolean;
  readonly printer: CodePrinter;
}

class RunningEvaluation implements Evaluation {
  readonly root: Scope;
  readonly #run: Run;
  readonly #closureOf: (code: ExpressionCode) => Closure;
  readonly #printerOf: (code: ExpressionCode) => Printer;

  constructor(run: Run, closureOf: (code: ExpressionCode) => Closure, printerOf: (code: ExpressionCode) => Printer) {
    this.#run = run;
    this.#closureOf = closureOf;
    this.#printerOf = printerOf;
    this.root = run.rootScope;
  }

  get diagnostics(): readonly Diagnostic[] {
    return this.#run.diagnostics;
  }

  value(code: ExpressionCode, scope: Scope): Value {
    return this.#closureOf(code)(ownScope(scope));
  }

  condition(code: ExpressionCode | null, scope: Scope): boolean {
    if (code === null) return true;
    const holds = isTrue(readCode(code), this.value(code, scope), ownScope(scope));
    this.#run.options.observer?.(code, holds);
    return holds;
  }

  text(code: ExpressionCode, scope: Scope): PrintedText {
    const printer = this.#printerOf(code);
    const text = printer.text(scope);
    const { computed, path } = printer.place(scope);
    return { text, path, computed };
  }

  printer(code: ExpressionCode): Printer {
    return this.#printerOf(code);
  }

  place(code: ExpressionCode, scope: Scope): PrintedPlace {
    return this.#printerOf(code).place(scope);
  }

  number(code: ExpressionCode, scope: Scope): Decimal | null {
    const value = this.value(code, scope);
    const number = readNumber(value);
    this.#run.tellNight(number, false);
    if (number === null) this.passOver(code, scope, value, "number");
    return number;
  }

  word(code: ExpressionCode, scope: Scope, wanted: Wanted): string | null {
    const value = this.value(code, scope);
    if (typeof value === "string") return value;
    this.passOver(code, scope, value, wanted);
    return null;
  }

  passOver(code: ExpressionCode, scope: Scope, value: Value, wanted: Wanted, span?: SourceSpan): void {
    if (value !== null) useless(readCode(code), value, ownScope(scope), wanted, span);
  }

  tellAxisClock(offsetMinutes: number, span: SourceSpan, marks: readonly SourceSpan[]): void {
    this.#run.tellClock(this.#run.clocks.complaintOfAxis(offsetMinutes, marks), span);
  }

  records(code: ExpressionCode, scope: Scope): readonly Scope[] {
    const own = ownScope(scope);
    const node = readCode(code);
    const places = entryPlaces(node, own);
    return entriesOf(node, this.value(code, scope), own).map((entry, at) => openEntry(entry, at, own, places));
  }

  recordsAround(code: ExpressionCode, scope: Scope, around: Scope, before: number): readonly Scope[] {
    const outer = ownScope(around);
    const node = readCode(code);
    const places = entryPlaces(node, ownScope(scope));
    const list = entriesOf(node, this.value(code, scope), ownScope(scope));
    return list.map((entry, at) => openEntry(entry, before + at, outer, (value) => places(value, at)));
  }

  withPage(scope: Scope, page: { readonly n: number; readonly total: number }): Scope {
    const paged: RunScope = { ...ownScope(scope), page };
    return paged;
  }

  runningSums(code: ExpressionCode, records: readonly Scope[]): readonly Decimal[] {
    let sum = Decimal.zero;
    const sums = [sum];
    for (const record of records) {
      const value = this.number(code, record);
      if (value !== null) sum = sum.plus(value);
      sums.push(sum);
    }
    return sums;
  }

  withSum(scope: Scope, sum: Decimal): Scope {
    const record = new RecordValue(this.#run, new Map([["sum", sum]]), SUM_SHAPE, null, null, 1);
    return openEntry(record, 0, ownScope(scope));
  }
}

/** The plain reference to a member or an entry that a code is, however it is written out. */
function referenceOf(code: Code): Extract<Code, { op: "member" | "record" }> | null {
  if (code.op === "format" || code.op === "label") return referenceOf(code.value);
  return code.op === "member" || code.op === "record" ? code : null;
}
