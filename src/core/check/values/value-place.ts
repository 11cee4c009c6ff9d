// Where a value stands, and the findings that every kind of value shares.
import type { Span } from "../../diagnostics/index.ts";
import type { NameScope } from "../../expression/index.ts";
import type { PropertyValue } from "../../language/index.ts";
import type { PropertyDefinition } from "../../schema/index.ts";
import { type CheckContext, rewrite } from "../context/index.ts";

/** The place of a value: whose property it is, and which names its expressions see. */
export interface ValuePlace {
  readonly context: CheckContext;
  readonly scope: NameScope;
  readonly name: string;
  readonly definition: PropertyDefinition;
}

/** RPT1015: the value is of another kind. `instead` is written in its place. */
export function wrongKind(
  place: ValuePlace,
  value: PropertyValue,
  takes: string,
  instead: string = place.definition.example,
): null {
  place.context.report({
    code: "RPT1015",
    span: value.span,
    message: `${place.name} takes ${takes}`,
    why: `For example ${place.name}=${place.definition.example}.`,
    repair: rewrite(value.span, instead, `write ${place.name}=${instead}`),
  });
  return null;
}

/** RPT1015 of two lengths where one stands: the other direction has a property of its own, or there is none. */
export function wrongPair(place: ValuePlace, pair: readonly PropertyValue[], value: PropertyValue): null {
  const { context, name, definition } = place;
  const [rows = "", columns = ""] = pair.map(({ span }) => context.textOf(span));
  const across = definition.across === undefined ? "" : ` ${definition.across}=${rows}`;
  context.report({
    code: "RPT1015",
    span: value.span,
    message: `${name} takes a length`,
    why: across === "" ? "It is the space in one direction." : "The space between rows is a property of its own.",
    repair: rewrite(value.span, `${columns}${across}`, `write ${name}=${columns}${across}`),
  });
  return null;
}

/** The text of a literal or of a template without computed parts. */
export function staticText(value: PropertyValue): string | null {
  if (value.kind === "literal") return value.text;
  if (value.kind !== "template") return null;
  return value.parts.every((part) => part.kind === "fixed")
    ? value.parts.map((part) => (part.kind === "fixed" ? part.text : "")).join("")
    : null;
}

/** A bare word as the value that it names: a field of the record or of the form; null where it names none. */
export function namedValue({ root, records }: NameScope, word: string): string | null {
  if (records[0]?.shape?.members.has(word) === true) return `(.${word})`;
  return root.members.has(word) ? `(${word})` : null;
}

/** RPT1011: the value may not depend on data. */
export function refuseDynamic(place: ValuePlace, span: Span): null {
  place.context.report({
    code: "RPT1011",
    span,
    message: `${place.name} must be static, not an expression`,
    why: "Geometry never depends on data, so that overlaps can be judged before any data arrives.",
    repair: rewrite(span, place.definition.example, `write a fixed value such as ${place.definition.example}`),
  });
  return null;
}
