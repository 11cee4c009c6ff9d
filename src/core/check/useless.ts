// RPT1023: a property that changes nothing where it stands.
import type { Property } from "../language/index.ts";
import { type CheckContext, rewrite } from "./context.ts";
import { withSpaceBefore } from "./properties.ts";

/** `what` is the property, with its value where another one would have an effect; `where` goes on with the sentence. */
export function reportUseless(
  context: CheckContext,
  property: Property,
  what: string,
  where: string,
  why: string,
): void {
  context.report({
    code: "RPT1023",
    span: property.span,
    message: `${what} has no effect ${where}`,
    why,
    repair: rewrite(withSpaceBefore(context, property.span), "", "delete it"),
  });
}
