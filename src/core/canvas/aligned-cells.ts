// What a column says of the place of its texts, said of the elements in its cells.
import type { CheckedElement, CheckedValue, Resources } from "../check/index.ts";
import type { PropertyName } from "../schema/index.ts";
import { styleNameOf, styleProperties, type TextValues } from "./text-styles.ts";

type Column = CheckedElement<"column", "table" | "gantt">;
type Standing = Column["children"][number];

/** Elements that have letters of their own, which stand at a side of them. */
const LETTERED: ReadonlySet<string> = new Set(["text", "label", "rich", "markdown", "check", "each"]);
/** What only holds other elements: what stands in it stands in the cell. */
const HOLDERS: ReadonlySet<string> = new Set(["stack", "each", "box"]);

/** The elements of a column's cells, each at the side of `align` unless it says otherwise. */
export function alignedCells(
  resources: Resources,
  children: readonly Standing[],
  text: TextValues,
): readonly Standing[] {
  const align = text.get("align");
  const isSide = align?.kind === "word" && (align.text === "center" || align.text === "right");
  return isSide ? children.map((child) => atSide(resources, child, align)) : children;
}

function atSide(resources: Resources, element: Standing, side: CheckedValue): Standing {
  const properties = new Map<PropertyName, CheckedValue>(element.properties);
  const ofStyle = styleProperties(resources, styleNameOf(element));
  const own = properties.get("align") ?? ofStyle.get("align");
  // An image stands where its own align= says.
  if (!properties.has("place") && !(own !== undefined && element.name === "image")) properties.set("place", side);
  if (LETTERED.has(element.name) && own === undefined) properties.set("align", side);
  const goesOn = HOLDERS.has(element.name) && own === undefined;
  const children = goesOn
    ? element.children.map((child) => atSide(resources, child as Standing, side))
    : element.children;
  return { ...element, properties, children } as Standing;
}
