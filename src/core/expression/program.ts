// A template's lets and expressions, compiled once, run over one record of data after another.
import type { Diagnostic } from "../diagnostics/index.ts";
import { type Code, type ExpressionCode, readCode } from "./code.ts";
import { compile, openEntry } from "./compile.ts";
import { Decimal } from "./decimal.ts";
import type { CanvasField, CanvasLet } from "./declarations.ts";
import { printValue } from "./operations.ts";
import { type Closure, type LetTree, RecordValue, Run, type RunScope } from "./run.ts";
import { readSegments } from "./shapes.ts";
import { isList, type PayloadValue, type Value } from "./values.ts";

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
}

/** Where an expression is evaluated: the opened records and the page. Made only by an `Evaluation`. */
export interface Scope {
  /** 1-based number of the innermost opened record; null outside records. */
  readonly index: number | null;
}

/** What is printed, and for plain references to data where it stands there: `items[0].name`. */
export interface PrintedText {
  readonly text: string;
  readonly path: string | null;
  /** Where a plain reference to a computed value stands: `total`, `items[0].amount`, `taxes[1].tax`. */
  readonly computed: string | null;
}

/** The expressions of one template over one record of data. Nothing throws: problems are diagnostics and null. */
export interface Evaluation {
  readonly root: Scope;
  value(code: ExpressionCode, scope: Scope): Value;
  /** Whether an element is drawn: no condition is true, null is false. */
  condition(code: ExpressionCode | null, scope: Scope): boolean;
  text(code: ExpressionCode, scope: Scope): PrintedText;
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

/** Compiles a template's lets; expressions are compiled on first use and remembered by their code's identity. */
export function compileProgram(template: {
  readonly fields: readonly CanvasField[];
  readonly lets: readonly CanvasLet[];
}): Program {
  const closures = new WeakMap<ExpressionCode, Closure>();
  const closureOf = (code: ExpressionCode): Closure => {
    const known = closures.get(code);
    if (known !== undefined) return known;
    const closure = compile(readCode(code));
    closures.set(code, closure);
    return closure;
  };
  const lets = plantLets(template.lets, closureOf);
  return {
    evaluate: (data, options = {}) => {
      const run = new Run(data, lets, {
        source: options.source ?? null,
        record: options.record ?? ALONE,
        copy: options.copy ?? SINGLE_COPY,
      });
      return new RunningEvaluation(run, closureOf);
    },
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

class RunningEvaluation implements Evaluation {
  readonly root: Scope;
  readonly #run: Run;
  readonly #closureOf: (code: ExpressionCode) => Closure;

  constructor(run: Run, closureOf: (code: ExpressionCode) => Closure) {
    this.#run = run;
    this.#closureOf = closureOf;
    this.root = run.rootScope;
  }

  get diagnostics(): readonly Diagnostic[] {
    return this.#run.diagnostics;
  }

  value(code: ExpressionCode, scope: Scope): Value {
    return this.#closureOf(code)(this.#own(scope));
  }

  condition(code: ExpressionCode | null, scope: Scope): boolean {
    return code === null || this.value(code, scope) === true;
  }

  text(code: ExpressionCode, scope: Scope): PrintedText {
    const text = printValue(this.value(code, scope));
    const member = memberOf(readCode(code));
    if (member === null) return { text, path: null, computed: null };
    const isCurrent = member.base.op === "record" && member.base.level === 0;
    const owner = isCurrent ? this.#own(scope).record : this.value(member.base, scope);
    if (!(owner instanceof RecordValue)) return { text, path: null, computed: null };
    const { name } = member;
    if (owner.isComputed(name)) return { text, path: null, computed: owner.computedPath(name) };
    return { text, path: owner.path === null ? null : memberPath(owner.path, name), computed: null };
  }

  records(code: ExpressionCode, scope: Scope): readonly Scope[] {
    const list = this.value(code, scope);
    const own = this.#own(scope);
    return isList(list) ? list.map((entry, at) => openEntry(entry, at, own)) : [];
  }

  recordsAround(code: ExpressionCode, scope: Scope, around: Scope, before: number): readonly Scope[] {
    const list = this.value(code, scope);
    const outer = this.#own(around);
    return isList(list) ? list.map((entry, at) => openEntry(entry, before + at, outer)) : [];
  }

  withPage(scope: Scope, page: { readonly n: number; readonly total: number }): Scope {
    const paged: RunScope = { ...this.#own(scope), page };
    return paged;
  }

  runningSums(code: ExpressionCode, records: readonly Scope[]): readonly Decimal[] {
    let sum = Decimal.zero;
    const sums = [sum];
    for (const record of records) {
      const value = this.value(code, record);
      if (value instanceof Decimal) sum = sum.plus(value);
      sums.push(sum);
    }
    return sums;
  }

  withSum(scope: Scope, sum: Decimal): Scope {
    const record = new RecordValue(this.#run, new Map([["sum", sum]]), null, null, null, false, 1);
    return openEntry(record, 0, this.#own(scope));
  }

  /** Scopes are made by evaluations alone, so each is one of ours. */
  #own(scope: Scope): RunScope {
    return scope as RunScope;
  }
}

/** The plain reference that a code is, however it is written out. */
function memberOf(code: Code): Extract<Code, { op: "member" }> | null {
  if (code.op === "format" || code.op === "label") return memberOf(code.value);
  return code.op === "member" ? code : null;
}

function memberPath(owner: string, name: string): string {
  return owner === "" ? name : `${owner}.${name}`;
}
