// Box properties of checked elements → the closed box of the compiled form.
import type { CheckedElement, CheckedValue, CheckedValues, PaintValue, Resources } from "../check/index.ts";
import type { CellBox } from "./canvas-elements.ts";
import type { Box, Edges, Paint, Stroke, Width } from "./canvas-styles.ts";
import { styleNameOf, styleProperties } from "./text-styles.ts";

const NO_EDGES: Edges = [0, 0, 0, 0];
/** A border that names no width is half a point wide. */
export const STROKE_DEFAULT_EMU = 6_350;

/** The properties of an element over those of its style, over those of its container's cells. */
export function boxValues(resources: Resources, element: CheckedElement, around: CheckedValues | null): CheckedValues {
  const values = new Map<string, CheckedValue>(around ?? []);
  for (const [key, value] of styleProperties(resources, styleNameOf(element))) values.set(key, value);
  for (const [key, value] of element.properties) values.set(key, value);
  return values;
}

/** What a cell has of a box. */
export const CELL_KEYS: ReadonlySet<string> = new Set([
  "padding",
  "fill",
  "border",
  "border-top",
  "border-right",
  "border-bottom",
  "border-left",
  "border-color",
  "border-style",
]);

/** What a container's style gives to each of its cells. */
export function cellValues(resources: Resources, container: CheckedElement): CheckedValues {
  return new Map([...styleProperties(resources, styleNameOf(container))].filter(([key]) => CELL_KEYS.has(key)));
}

export function lengthOf(values: CheckedValues, key: string): number | null {
  const value = values.get(key);
  return value?.kind === "length" ? value.emu : null;
}

export function wordOf(values: CheckedValues, key: string): string | null {
  const value = values.get(key);
  return value?.kind === "word" ? value.text : null;
}

export function paintOf(values: CheckedValues, key: string): Paint | null {
  const value = values.get(key);
  return value?.kind === "paint" ? value.paint : null;
}

function edgesOf(values: CheckedValues, key: string): Edges {
  const value = values.get(key);
  return value?.kind === "edges" ? value.edges : NO_EDGES;
}

/** The four borders; a side's own property stands over `border`. */
function borders(values: CheckedValues, textColor: Paint): Omit<CellBox, "padding" | "fill"> {
  const color = paintOf(values, "border-color");
  const dash = wordOf(values, "border-style");
  const side = (key: string): Stroke | null => {
    const own = values.get(key) ?? values.get("border");
    return own?.kind === "stroke" ? strokeOf(own, color ?? textColor, dash) : null;
  };
  return {
    borderTop: side("border-top"),
    borderRight: side("border-right"),
    borderBottom: side("border-bottom"),
    borderLeft: side("border-left"),
  };
}

/** A stroke with what it leaves open filled in; null for none. */
export function strokeOf(
  value: Extract<CheckedValue, { readonly kind: "stroke" }>,
  color: PaintValue,
  dash: string | null,
): Stroke | null {
  const { none, widthEmu, paint, dash: own } = value.stroke;
  if (none || widthEmu === 0) return null;
  return {
    widthEmu: widthEmu ?? STROKE_DEFAULT_EMU,
    paint: paint ?? color,
    dash: own ?? ((dash ?? "solid") as Stroke["dash"]),
  };
}

/** What a cell has of a box. */
export function cellBox(values: CheckedValues, textColor: Paint): CellBox {
  return { padding: edgesOf(values, "padding"), fill: paintOf(values, "fill"), ...borders(values, textColor) };
}

/** The whole box of a visual element. */
export function boxOf(values: CheckedValues, textColor: Paint): Box {
  const when = values.get("when");
  const width = values.get("w");
  const auto: Width = { kind: "auto" };
  const alt = values.get("alt");
  const link = values.get("link");
  return {
    xEmu: lengthOf(values, "x"),
    yEmu: lengthOf(values, "y"),
    width: width?.kind === "width" ? width.width : auto,
    heightEmu: lengthOf(values, "h"),
    heightMinEmu: lengthOf(values, "min-h"),
    heightMaxEmu: lengthOf(values, "max-h"),
    margin: edgesOf(values, "margin"),
    ...cellBox(values, textColor),
    radiusEmu: lengthOf(values, "radius") ?? 0,
    place: (wordOf(values, "place") ?? "left") as Box["place"],
    when: when?.kind === "code" ? when.checked.code : null,
    keep: (wordOf(values, "keep") ?? "none") as Box["keep"],
    keepMinEmu: lengthOf(values, "keep-min"),
    pageBreak: (wordOf(values, "break") ?? "none") as Box["pageBreak"],
    layer: (wordOf(values, "layer") ?? "normal") as Box["layer"],
    id: wordOf(values, "id"),
    role: wordOf(values, "role"),
    alt: alt?.kind === "template" ? alt.template : null,
    link: link?.kind === "template" ? link.template : null,
    ...turnOf(values),
    ...opacityOf(values),
  };
}

/** Absent where the box is upright, so that upright boxes keep their compiled form. */
function turnOf(values: CheckedValues): Pick<Box, "rotate"> {
  const rotate = Number(wordOf(values, "rotate") ?? "0");
  return rotate === 90 || rotate === 180 || rotate === 270 ? { rotate } : {};
}

/** Absent where the box is opaque. */
function opacityOf(values: CheckedValues): Pick<Box, "opacityThousandths"> {
  const opacity = values.get("opacity");
  return opacity?.kind === "number" && opacity.thousandths < 1000 ? { opacityThousandths: opacity.thousandths } : {};
}
