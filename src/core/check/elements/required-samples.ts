// Values for required properties that are missing, which the author goes on from.
import type { ElementStatement } from "../../language/index.ts";
import type { ElementDefinition } from "../../schema/index.ts";
import type { CheckContext } from "../context/index.ts";
import type { Place } from "../values/index.ts";
import { freeColumn } from "./cells.ts";

/** An element that lacks a property, and where it stands. */
export interface Placing {
  readonly context: CheckContext;
  readonly definition: ElementDefinition;
  readonly statement: ElementStatement;
  readonly place: Place;
}

/** What is written for a required property that is missing. */
export function sampleOf(name: string, { context, definition, statement, place }: Placing): string {
  if (name === "x" || name === "y") return "0mm";
  const needed = name === "h" && definition.children === "absolute" ? lowestEnd(statement) : 0;
  if (needed > 0) return `${needed}mm`;
  if (name === "col") return freeColumn(context, statement, place);
  if (name === "into") return place.columns.at(-1) ?? "name";
  return definition.properties[name]?.example ?? "10mm";
}

/** Where the lowest of the children ends that say so in millimetres, in whole ones. */
function lowestEnd({ block }: ElementStatement): number {
  const ends = (block?.children ?? []).map((child) => {
    const given = (name: string): number => {
      const value = child.properties.find((each) => each.name.text === name)?.value;
      return value?.kind === "number" && value.unit === "mm" ? Number(value.digits) : 0;
    };
    return Math.ceil(given("y") + given("h"));
  });
  return Math.max(0, ...ends.filter(Number.isFinite));
}
