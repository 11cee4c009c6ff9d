// Random forms are written with every element of the schema table and every property of it, but for those named here.
import fc from "fast-check";
import { expect, test } from "vitest";
import { ELEMENTS, type ElementDefinition } from "../../src/core/schema/index.ts";
import { formPlans } from "../support/conservation/form-plan.ts";
import { writtenForm } from "../support/conservation/form-writer.ts";

/** The most forms that are written until nothing is missing. */
const FORMS_MAX = 12_000;

/** Elements that the writer doesn't choose, by the reason. */
const NOT_CHOSEN: Readonly<Record<string, readonly string[]>> = {
  "every form has them, or none": ["document in top", "page in top", "body in page", "part in top", "copies in top"],
  "bands have their places by a plan of their own": ["header in page", "footer in page", "background in page"],
  "resources are the same for all forms": ["fonts in top", "sizes in top", "colors in top", "style in top"],
  "files and data beside the form": [
    "source in top",
    "encrypt in top",
    "attach in top",
    "asset in top",
    "gaiji in top",
  ],
  "cells that must fill a grid, which element-samples has": ["grid with cells", "head in grid", "cell in grid"],
  "it ends a row that must be full": ["newrow in foot/head/row/pagefoot/grid"],
};

/** Properties that say what a thing means or is called, or need a second property beside them. */
const NOT_WRITTEN: ReadonlySet<string> = new Set(["id", "role", "lang", "as", "x2", "y2"]);

function nameOf({ name, parents, children }: ElementDefinition): string {
  return name === "grid" && children !== "flow" ? "grid with cells" : `${name} in ${parents.join("/")}`;
}

/** The element with each of its properties, as the writer should have written them. */
const WANTED = ELEMENTS.flatMap((definition) => {
  if (Object.values(NOT_CHOSEN).flat().includes(nameOf(definition))) return [];
  // A pattern needs a number beside it, which the element takes itself.
  const hasOwn = (name: string) => name !== "format" || definition.args.length > 0;
  const names = Object.keys(definition.properties).filter((name) => !NOT_WRITTEN.has(name) && hasOwn(name));
  return [null, ...names].map((property) => ({ definition, property }));
});

test("every element and property is written", () => {
  const missing = new Set(WANTED);
  // One plan after another, each of its own seed: the first forms alone write most of what there is.
  for (let at = 0; at < FORMS_MAX && missing.size > 0; at += 100) {
    for (const plan of fc.sample(formPlans, { numRuns: 100, seed: at })) {
      const { written } = writtenForm(plan);
      for (const one of missing) {
        const properties = written.get(one.definition);
        if (properties !== undefined && (one.property === null || properties.has(one.property))) missing.delete(one);
      }
    }
  }
  const told = [...missing].map(({ definition, property }) => `${nameOf(definition)}: ${property ?? "itself"}`);
  expect(told).toEqual([]);
}, 600_000);

test("each exception names an element of the table", () => {
  const names = ELEMENTS.map(nameOf);
  expect(
    Object.values(NOT_CHOSEN)
      .flat()
      .filter((one) => !names.includes(one)),
  ).toEqual([]);
});
