// Properties that say something about what is not there.
import type { ElementStatement, Property } from "../language/index.ts";
import { type CheckContext, rewrite } from "./context.ts";
import type { ElementName, PropertyName } from "./schema.ts";

/** What a property needs beside it: one of some others, or an argument that may stand for one. */
interface Need {
  readonly property: PropertyName;
  /** The values that need it; absent: any. */
  readonly values?: readonly string[];
  /** One of these beside it is enough. */
  readonly beside: readonly PropertyName[];
  /** What is written beside it as a repair. */
  readonly write: string;
  readonly why: string;
}

const BLANK_ROWS: Omit<Need, "property"> = {
  beside: ["min-rows", "fill-rows"],
  write: "fill-rows=true",
  why: "Only tables with min-rows or fill-rows have blank rows.",
};

const NEEDS: { readonly [Name in ElementName]?: readonly Need[] } = {
  table: [
    { property: "blank", ...BLANK_ROWS },
    { property: "strike", values: ["true"], ...BLANK_ROWS },
  ],
  image: [
    {
      property: "fit",
      values: ["cover", "fill"],
      beside: ["h"],
      write: "h=40mm",
      why: "Without h, the box is as high as the whole picture.",
    },
  ],
};

/** RPT1023: what is written changes nothing without something beside it. */
export function checkEffects(context: CheckContext, name: ElementName, statement: ElementStatement): void {
  const named = (property: string): Property | undefined =>
    statement.properties.find((each) => each.name.text === property);
  for (const need of NEEDS[name] ?? []) {
    const property = named(need.property);
    if (property === undefined || need.beside.some((each) => named(each) !== undefined)) continue;
    const written = context.textOf(property.value.span);
    if (need.values !== undefined && !need.values.includes(written)) continue;
    const { end } = property.span;
    context.report({
      code: "RPT1023",
      span: property.span,
      message: `${need.property} has no effect without ${need.beside.join(" or ")}`,
      why: need.why,
      repair: rewrite({ start: end, end }, ` ${need.write}`, `add ${need.write}, or delete ${need.property}`),
    });
  }
}
