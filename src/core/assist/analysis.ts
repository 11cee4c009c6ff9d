// A source read and checked once, with everything that checking learned on the way kept for questions about places.
import { type CheckedDocument, checkDocument, definitionIn } from "../check/index.ts";
import type { Diagnostic, Span } from "../diagnostics/index.ts";
import type { NameScope, Type } from "../expression/index.ts";
import {
  type ElementStatement,
  type Expression,
  type FieldStatement,
  type LetStatement,
  parseSource,
  type Statement,
  type SyntaxTree,
} from "../language/index.ts";
import type { ElementDefinition } from "../schema/index.ts";

/** One node of an expression as the checker saw it. */
export interface Sighting {
  readonly node: Expression;
  /** Canonical declared path where the node is a plain reference: `items[].price`. */
  readonly path: string | null;
  /** Null where the node has an error. */
  readonly type: Type | null;
  readonly scope: NameScope;
}

export interface Analysis {
  readonly source: string;
  readonly tree: SyntaxTree;
  readonly document: CheckedDocument;
  readonly sightings: readonly Sighting[];
  /** Findings of syntax, names and types; layout is not asked. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads and checks a source. Any text is answered. */
export function analyse(source: string): Analysis {
  const read = parseSource(source);
  const sightings: Sighting[] = [];
  const checked = checkDocument(read.value, {
    observer: (node, seen, scope) =>
      sightings.push({ node, path: seen?.path ?? null, type: seen?.type ?? null, scope }),
  });
  const diagnostics = [...read.diagnostics, ...checked.diagnostics];
  return { source, tree: read.value, document: checked.value, sightings, diagnostics };
}

/** A statement with the elements around it, outermost first. */
export interface Standing<S extends Statement = Statement> {
  readonly statement: S;
  readonly owners: readonly ElementStatement[];
}

/** Every statement of a tree, blocks included, in source order. */
export function standings(tree: SyntaxTree): readonly Standing[] {
  const found: Standing[] = [];
  const enter = (statement: Statement, owners: readonly ElementStatement[]): void => {
    found.push({ statement, owners });
    if (statement.kind !== "element") return;
    for (const child of statement.block?.children ?? []) enter(child, [...owners, statement]);
  };
  for (const statement of tree.statements) enter(statement, []);
  return found;
}

/** The innermost statement around an offset. */
export function standingAt(tree: SyntaxTree, offset: number): Standing | null {
  return standings(tree).findLast(({ statement }) => holds(statement.span, offset)) ?? null;
}

/** Whether a caret at `offset` touches the range. */
export function holds(span: Span, offset: number): boolean {
  return offset >= span.start && offset <= span.end;
}

/** The definition of an element where it stands: some words mean different things in different blocks. */
export function definitionOf(
  statement: ElementStatement,
  owners: readonly ElementStatement[],
): ElementDefinition | null {
  let definition: ElementDefinition | null = null;
  for (const each of [...owners, statement]) definition = definitionIn(each, definition) ?? null;
  return definition;
}

export function isDeclaration(statement: Statement): statement is FieldStatement | LetStatement {
  return statement.kind === "field" || statement.kind === "let";
}
