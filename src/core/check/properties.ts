// Names of properties: known ones, near ones, and those of other languages.

import type { Repair, Span } from "../diagnostics/index.ts";
import { nearest } from "../expression/index.ts";
import type { Property } from "../language/index.ts";
import { advise, type CheckContext, rewrite } from "./context.ts";
import type { Properties, PropertyDefinition } from "./definition.ts";
import { type Habit, PROPERTY_HABITS } from "./habits.ts";

export interface KnownProperty<Name extends string = string> {
  readonly name: Name;
  readonly property: Property;
  readonly definition: PropertyDefinition;
}

/** The properties that `owner` has, each once; the rest is told. */
export function knownProperties<Table extends Properties>(
  context: CheckContext,
  owner: string,
  table: Table,
  properties: readonly Property[],
): readonly KnownProperty<keyof Table & string>[] {
  const known: KnownProperty<keyof Table & string>[] = [];
  const seen = new Map<string, Property>();
  for (const property of properties) {
    const { text } = property.name;
    if (seen.has(text)) {
      reportTwice(context, property);
      continue;
    }
    seen.set(text, property);
    const definition = Object.hasOwn(table, text) ? table[text] : undefined;
    if (definition === undefined) reportUnknown(context, owner, table, property, properties);
    else known.push({ name: text, property, definition });
  }
  return known;
}

/** A range with the spaces before it, so that deleting it leaves no gap. */
export function withSpaceBefore(context: CheckContext, span: Span): Span {
  let start = span.start;
  while (start > 0 && /[ \t\u3000]/.test(context.source[start - 1] ?? "")) start--;
  return { start, end: span.end };
}

function reportTwice(context: CheckContext, property: Property): void {
  context.report({
    code: "RPT1004",
    span: property.span,
    message: `property ${property.name.text} is given twice`,
    why: "One of the two values would be lost.",
    repair: rewrite(withSpaceBefore(context, property.span), "", "delete this one"),
  });
}

function reportUnknown(
  context: CheckContext,
  owner: string,
  table: Properties,
  property: Property,
  all: readonly Property[],
): void {
  const { text, span } = property.name;
  if (owner === "encrypt" && /pass|pw|secret|key/i.test(text)) {
    refuseSecret(context, property);
    return;
  }
  context.report({
    code: "RPT1003",
    span,
    message: `${owner} has no property "${text}"`,
    why:
      Object.keys(table).length === 0
        ? `${owner} takes no properties.`
        : `Properties: ${Object.keys(table).join(", ")}.`,
    repair: repairName(context, table, property, all),
  });
}

function repairName(context: CheckContext, table: Properties, property: Property, all: readonly Property[]): Repair {
  const { text, span } = property.name;
  const remove = rewrite(withSpaceBefore(context, property.span), "", "delete it");
  const habit = habitOf(text);
  if (habit !== undefined && "name" in habit && Object.hasOwn(table, habit.name)) {
    if (all.some((each) => each.name.text === habit.name)) return remove;
    return rewrite(span, habit.name, `write ${habit.name}=`);
  }
  if (habit !== undefined && "write" in habit && Object.hasOwn(table, habit.write.split("=")[0] ?? "")) {
    const off = property.value.kind === "word" && /^(?:false|none|no|off|auto|normal)$/.test(property.value.text);
    return off ? remove : rewrite(property.span, habit.write, `write ${habit.write}`);
  }
  const near = nearest(text, Object.keys(table)) ?? nearest(text.replace(/[-_]/g, ""), Object.keys(table));
  if (near !== null && !all.some((each) => each.name.text === near))
    return rewrite(span, near, `did you mean ${near}?`);
  if (habit !== undefined && "advice" in habit) return advise(habit.advice);
  return Object.keys(table).length > 0 || all.length > 0 ? remove : advise("delete it");
}

function habitOf(text: string): Habit | undefined {
  const dashed = text
    .replace(/([a-z])([A-Z])/g, "$1-$2")
    .replace(/_/g, "-")
    .toLowerCase();
  for (const name of [text, dashed]) {
    if (Object.hasOwn(PROPERTY_HABITS, name)) return PROPERTY_HABITS[name];
  }
  return undefined;
}

/** RPT7004: a source is stored, shown and compared; a secret does not belong in it. */
function refuseSecret(context: CheckContext, property: Property): void {
  context.report({
    code: "RPT7004",
    span: property.span,
    message: "a password must not be written in the source",
    why: "A source is stored, shown and compared; the password comes with each request.",
    repair: rewrite(withSpaceBefore(context, property.span), "", "delete it; pass it with the request", "safe"),
  });
}
