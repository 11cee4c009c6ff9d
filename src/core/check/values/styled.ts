// RPT1023: what a style holds and its element cannot have. A style is shared: only what would be missed is told.
import type { Property } from "../../language/index.ts";
import {
  BORDER,
  type ElementDefinition,
  type ElementName,
  INHERITED,
  type PropertyName,
  TEXT_PROPERTIES,
} from "../../schema/index.ts";
import { advise, type CheckContext, rewrite } from "../context/index.ts";
import { withSpaceBefore } from "./properties.ts";

/** What is seen of a style beside its letters. */
const SEEN: ReadonlySet<string> = new Set([...Object.keys(BORDER), "margin", "radius"]);

/** What an element has by a style alone. */
const BY_STYLE: { readonly [Name in ElementName]?: readonly PropertyName[] } = {
  barcode: ["color"],
  seal: ["fill", "margin"],
  seals: ["padding", "padding-top", "padding-right", "padding-bottom", "padding-left"],
};

/** Of what a style says of texts, these hand on only what is inherited. */
const CONTAINERS: ReadonlySet<string> = new Set<ElementName>([
  ...(["stack", "box", "row", "columns", "plate", "each"] as const),
  ...(["header", "footer", "background", "body"] as const),
]);

export function checkStyled(context: CheckContext, element: ElementDefinition, property: Property): void {
  const style = context.textOf(property.value.span);
  const said = [...(context.declared.styled.get(style) ?? [])];
  const lost = said.filter((each) => !takes(element, each));
  const missed = lost.filter((each) => SEEN.has(each));
  const isAll = lost.length === said.length;
  if (lost.length === 0 || (missed.length === 0 && !isAll)) return;
  const names = (isAll ? lost : missed).join(", ");
  context.report({
    code: "RPT1023",
    span: property.span,
    message: `${names} of style ${style} ${names.includes(",") ? "have" : "has"} no effect in ${element.name}`,
    why:
      CONTAINERS.has(element.name) && !handsToCells(element)
        ? `Of a style's texts, ${element.name} hands on what is inherited alone; what it says itself goes to its texts.`
        : `A style gives an element what may be written at it, and ${element.name} takes none of that.`,
    repair: isAll
      ? rewrite(withSpaceBefore(context, property.span), "", "delete it")
      : advise(`write style=${style} at what stands around the ${element.name}, or a style without ${names} here`),
  });
}

function takes(element: ElementDefinition, property: PropertyName): boolean {
  const isOfTexts = Object.hasOwn(TEXT_PROPERTIES, property);
  if (isOfTexts && CONTAINERS.has(element.name) && !handsToCells(element)) return INHERITED.has(property);
  if (Object.hasOwn(element.properties, property) || BY_STYLE[element.name]?.includes(property) === true) return true;
  return handsToCells(element) && Object.hasOwn(BORDER, property);
}

/** Rows of cells and groups hand on what their style says of frames. */
function handsToCells({ name, children }: ElementDefinition): boolean {
  return name === "group" || (Array.isArray(children) && children.includes("cell"));
}
