// `milestone at=(.due) label="納品"`: what stands without a name here, written with one.
import type { ElementStatement, Property, PropertyValue } from "../../language/index.ts";
import { COLUMN_EACH, type ElementDefinition, PROPERTY_HABITS } from "../../schema/index.ts";
import { advise, type CheckContext } from "../context/index.ts";
import { accepts } from "./arguments.ts";
import { isAsset } from "./pictures.ts";

/** Names that authors give to an argument, beside its own. Two elements may have one of the same name. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  content: ["value", "text", "label", "caption", "title", "data", "body", "expr", "expression"],
  heading: ["header", "title", "label", "caption", "text"],
  cell: ["value", "content", "data", "expr", "expression"],
  id: ["field", "key", "name"],
  array: ["data", "rows", "items", "records", "source", "in", "of", "list", "from"],
  key: ["by", "on", "field", "value"],
  kind: ["type"],
  data: ["value", "content", "code"],
  source: ["src", "file", "href", "value", "data", "image", "picture", "asset", "img"],
  label: ["text", "caption", "title", "name", "content", "words"],
  value: ["content", "text", "data", "y", "checked", "expr", "expression"],
  date: ["at", "on", "day", "value", "time", "due"],
  name: ["label", "title", "heading"],
  letters: ["base", "text", "content"],
  reading: ["ruby", "rt", "text"],
  amount: ["value", "sum", "content"],
  part: ["name"],
  ticked: ["value", "checked", "tick", "if"],
  height: ["h", "size", "value"],
};

interface Named {
  readonly property: Property;
  /** The place among the arguments. */
  readonly at: number;
}

/**
 * The statement as it was meant, where properties that the element does not have stand for arguments that it lacks
 * (RPT1003): one finding for all of them, and none for what seems to be missing.
 */
export function withNamedArguments(
  context: CheckContext,
  definition: ElementDefinition,
  statement: ElementStatement,
): ElementStatement {
  const { args, name } = definition;
  if (definition === COLUMN_EACH || args.length <= statement.args.length) return statement;
  const named = namedIn(context, definition, statement);
  const [first] = named;
  if (first === undefined || named.length + statement.args.length > args.length) return statement;
  const meant = inOrder(named, statement.args, definition);
  if (meant === null) return statement;
  const text = [name, ...meant.map((each) => context.textOf(each.span))].join(" ");
  const names = named.map(({ property }) => `"${property.name.text}"`);
  const places = meant.map((each) => each.span.start);
  // Where they stand in order, it is enough to take their names away.
  const isInOrder = places.every((place, at) => at === 0 || place > (places[at - 1] ?? 0));
  const other = statement.properties.find((each) => !named.some(({ property }) => property === each));
  const isAtFront = other === undefined || places.every((place) => place < other.span.start);
  const title = `write ${text}, without ${names.length === 1 ? "a name" : "names"}`;
  context.report({
    code: "RPT1003",
    span: first.property.name.span,
    message: `${name} has no ${names.length === 1 ? "property" : "properties"} ${names.join(" and ")}`,
    why: `What it takes stands behind the word itself: ${definition.example}`,
    repair:
      isInOrder && isAtFront
        ? {
            title,
            applicability: "suggestion",
            edits: named.map(({ property }) => ({
              span: { start: property.span.start, end: property.value.span.start },
              text: "",
            })),
          }
        : advise(title),
  });
  const properties = statement.properties.filter((each) => !named.some(({ property }) => property === each));
  return { ...statement, args: meant, properties };
}

function namedIn(
  context: CheckContext,
  { args, properties }: ElementDefinition,
  statement: ElementStatement,
): readonly Named[] {
  const named: Named[] = [];
  for (const property of statement.properties) {
    const written = property.name.text;
    if (Object.hasOwn(properties, written) || isOfText(properties, written)) continue;
    const isFree = (at: number): boolean => !named.some((each) => each.at === at);
    const fits = (at: number): boolean => {
      const argument = args[at];
      if (argument === undefined || !isFree(at)) return false;
      // A quoted asset is answered as an argument.
      return accepts(argument, property.value) || (argument.kind === "picture" && isAsset(context, property.value));
    };
    const own = args.findIndex((each, at) => each.name === written && fits(at));
    const at = own >= 0 ? own : args.findIndex((each, at) => (WORDS[each.name] ?? []).includes(written) && fits(at));
    if (at >= 0) named.push({ property, at });
  }
  return named;
}

/** `title` is what other languages call a property that the element has; a name for links takes no text. */
function isOfText(properties: ElementDefinition["properties"], written: string): boolean {
  const habit = PROPERTY_HABITS[written];
  return habit !== undefined && "name" in habit && habit.name !== "id" && Object.hasOwn(properties, habit.name);
}

/**
 * The named values at their places, and the others in what is left; null where one of those does not fit there, or
 * would leave its place for one that need not be filled.
 */
function inOrder(
  named: readonly Named[],
  given: readonly PropertyValue[],
  { args }: ElementDefinition,
): readonly PropertyValue[] | null {
  const before = placesOf([], given, args);
  const after = placesOf(named, given, args);
  if (after === null) return null;
  const isMoved = given.some((value) => {
    const at = after.indexOf(value);
    return before !== null && before.indexOf(value) !== at && args[at]?.optional === true;
  });
  return isMoved ? null : after.filter((value) => value !== null);
}

function placesOf(
  named: readonly Named[],
  given: readonly PropertyValue[],
  args: ElementDefinition["args"],
): readonly (PropertyValue | null)[] | null {
  const rest = [...given];
  const values = args.map((argument, at) => {
    const own = named.find((each) => each.at === at)?.property.value;
    const next = rest[0];
    if (own !== undefined) return own;
    return next !== undefined && accepts(argument, next) ? (rest.shift() ?? null) : null;
  });
  return rest.length === 0 ? values : null;
}
