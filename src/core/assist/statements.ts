// The statements that are no elements, in the words of the schema table, and the properties of any statement.
import { FIELD_PROPERTIES, LET_PROPERTIES, type PropertyDefinition } from "../schema/index.ts";
import { definitionOf, type Standing } from "./analysis.ts";

/** `rpt`, `field`, `let`, `dataset` and `allow`: no rows of the schema table. */
export const STATEMENTS: Readonly<Record<string, { readonly description: string; readonly example: string }>> = {
  rpt: { description: "the language version; the first line of a source", example: "rpt 1" },
  field: {
    description: "a value that callers send; a path ending in ? may be absent",
    example: 'field customer.name string(40) example="株式会社みどり商店"',
  },
  let: {
    description: "a computed value, or a computed column of an array",
    example: "let items[].amount = .qty * .price",
  },
  allow: {
    description:
      "findings that are meant, with the reason: of the document, or in a block of the element and all that it holds",
    example: 'allow RPT5006 "prescribed form, 5 pt labels"',
  },
  dataset: { description: "the template's own data, drawn where a request brings none", example: "dataset {" },
};

const NONE: Readonly<Record<string, PropertyDefinition>> = {};

/** The properties that a statement may have. */
export function propertiesOf({ statement, owners }: Standing): Readonly<Record<string, PropertyDefinition>> {
  switch (statement.kind) {
    case "field":
      return FIELD_PROPERTIES;
    case "let":
      return LET_PROPERTIES;
    case "element":
      return definitionOf(statement, owners)?.properties ?? NONE;
    default:
      return NONE;
  }
}
