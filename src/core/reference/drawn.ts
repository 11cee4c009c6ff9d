import { ELEMENTS, type ElementDefinition, elementNamed, type PropertyDefinition } from "../check/index.ts";

/** Whether this version draws it where its container is drawn; the table also holds what is checked only. */
export function isDrawn(definition: ElementDefinition | PropertyDefinition): boolean {
  return definition.undrawn !== true;
}

/** Whether this version draws an element in one of its places: `flow`, or the name of the element around it. */
export function isDrawnIn(element: ElementDefinition, place: string): boolean {
  const parent = elementIn(place, element);
  if (!isDrawn(element)) return false;
  // A group stands in groups too: what is around itself decides nothing.
  return parent === null || parent.parents.some((each) => each !== parent.name && isDrawnIn(parent, each));
}

function elementIn(place: string, child: ElementDefinition): ElementDefinition | null {
  const parents = ELEMENTS.filter((each) => each.name === place && holdsBlock(each, child));
  return parents[0] ?? elementNamed(place) ?? null;
}

function holdsBlock({ children }: ElementDefinition, { name }: ElementDefinition): boolean {
  return typeof children !== "string" && children.includes(name);
}

/** The elements that this version draws somewhere. */
export function drawnElements(): readonly ElementDefinition[] {
  return ELEMENTS.filter((element) => element.parents.some((place) => isDrawnIn(element, place)));
}
