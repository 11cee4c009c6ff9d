// RPT1023: a property that changes nothing where it stands.
import type { Repair } from "../../diagnostics/index.ts";
import type { ElementStatement, Property } from "../../language/index.ts";
import type { ElementDefinition, ElementName } from "../../schema/index.ts";
import { type CheckContext, type CheckedValues, rewrite } from "../context/index.ts";
import { withSpaceBefore } from "./properties.ts";

/** The properties of an element, as they are written and as they were understood. */
export interface Written {
  readonly context: CheckContext;
  readonly name: ElementName;
  readonly definition: ElementDefinition;
  readonly statement: ElementStatement;
  readonly values: CheckedValues;
  /** The words of all elements around, from the outermost in. */
  readonly holders: readonly ElementName[];
  /** The statements of `holders`. */
  readonly statements: readonly ElementStatement[];
}

/** The property of that name, where the element has it. */
export function named({ statement }: Written, name: string): Property | undefined {
  return statement.properties.find((each) => each.name.text === name);
}

/**
 * `what` is the property, with its value where another one would have an effect; `where` goes on with the sentence.
 * A value that is refused as well is one mistake: its error stands, and takes away what would have no effect anyway.
 */
export function reportUseless(
  context: CheckContext,
  property: Property,
  what: string,
  where: string,
  why: string,
  repair: Repair = rewrite(withSpaceBefore(context, property.span), "", "delete it"),
): void {
  const title = `${repair.title}: ${what} has no effect ${where}`;
  if (context.mendErrors(property.span, { ...repair, title })) return;
  context.report({ code: "RPT1023", span: property.span, message: `${what} has no effect ${where}`, why, repair });
}
