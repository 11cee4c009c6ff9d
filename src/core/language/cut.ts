// What can be left out of a source so that an error in it is gone: the smallest part around it.
import type { Span } from "../diagnostics/index.ts";
import { parseSource } from "./parse.ts";
import type { ElementStatement, Property, PropertyValue, Statement } from "./tree.ts";

/** A part that can be left out. */
export interface Cut {
  readonly span: Span;
  /** What stands in its place. */
  readonly text: string;
  /** Only the look or the example of something is left out: all that it says is still there. */
  readonly keepsContent: boolean;
}

/** Without these nothing is drawn at all. */
const NEEDED: ReadonlySet<string> = new Set(["document", "page", "body"]);

/** Values of these properties are content or decide whether there is any. */
const OF_CONTENT: ReadonlySet<string> = new Set(["role", "when", "as", "of", "into", "col", "id", "fill-rows"]);

/** The smallest part around each place; null where one can't be left out. */
export function cutsAround(source: string, places: readonly Span[]): readonly (Cut | null)[] {
  const { statements } = parseSource(source).value;
  return places.map((place) => cutAround(source, statements, place));
}

function cutAround(source: string, statements: readonly Statement[], place: Span): Cut | null {
  const statement = statementAt(statements, place);
  if (statement === null) return lineCut(source, place);
  const property = propertiesOf(statement).find(({ span }) => holds(span, place));
  if (property !== undefined) return propertyCut(statement, property);
  if (statement.kind === "version" || (statement.kind === "element" && NEEDED.has(statement.keyword.text))) return null;
  const inText = statement.kind === "element" ? textPartAt(statement.args, place) : null;
  return inText ?? { span: wholeLines(source, statement.span), text: "", keepsContent: false };
}

function statementAt(statements: readonly Statement[], place: Span): Statement | null {
  const outer = statements.find(({ span }) => holds(span, place));
  if (outer === undefined) return null;
  return (outer.kind === "element" ? statementAt(outer.block?.children ?? [], place) : null) ?? outer;
}

function holds(span: Span, place: Span): boolean {
  return span.start <= place.start && place.end <= span.end;
}

function propertiesOf(statement: Statement): readonly Property[] {
  return "properties" in statement ? statement.properties : [];
}

function propertyCut(statement: Statement, { span, name, value }: Property): Cut {
  const isExample = statement.kind === "field" && (name.text === "example" || name.text === "default");
  const isLook = statement.kind === "element" && !OF_CONTENT.has(name.text) && !isComputed(value);
  return { span, text: "", keepsContent: isExample || isLook };
}

function isComputed(value: PropertyValue): boolean {
  return value.kind === "template" || value.kind === "expression" || value.kind === "path";
}

/** The `{…}` of a text around the place: the rest of the text is still there. */
function textPartAt(args: readonly PropertyValue[], place: Span): Cut | null {
  for (const arg of args) {
    if (arg.kind !== "template" || !holds(arg.span, place)) continue;
    const part = arg.parts.find(({ kind, span }) => kind === "expression" && holds(span, place));
    if (part !== undefined) return { span: part.span, text: "", keepsContent: false };
  }
  return null;
}

/** A line that is no statement, with its block where it opens one. */
function lineCut(source: string, { start }: Span): Cut {
  const from = source.lastIndexOf("\n", start - 1) + 1;
  const lines = source.slice(from).split("\n");
  let depth = 0;
  let end = from;
  for (const line of lines) {
    end += line.length + 1;
    depth += opens(line) - (line.trim() === "}" ? 1 : 0);
    if (depth <= 0) break;
  }
  return { span: { start: from, end: Math.min(end, source.length) }, text: "", keepsContent: false };
}

function opens(line: string): number {
  return /\{\s*(?:\/\/.*)?$/.test(line) ? 1 : 0;
}

function wholeLines(source: string, { start, end }: ElementStatement["span"]): Span {
  const next = source.indexOf("\n", Math.max(start, end - 1));
  return { start: source.lastIndexOf("\n", start - 1) + 1, end: next === -1 ? source.length : next + 1 };
}
