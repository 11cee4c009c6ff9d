// Box properties of checked elements → the closed box of the compiled form.
import type { AnyElement, CheckedValue, CheckedValues, PaintValue, Resources } from "../check/index.ts";
import { type ChoiceOf, FRAME_PROPERTIES, type PropertyName } from "../schema/index.ts";
import type { CellBox } from "./canvas-elements.ts";
import type { Box, Edges, Paint, Stroke, Width } from "./canvas-styles.ts";
import { styleNameOf, styleProperties } from "./text-styles.ts";

const NO_EDGES: Edges = [0, 0, 0, 0];
/** A border that names no width is half a point wide. */
export const STROKE_DEFAULT_EMU = 6_350;

/** The properties of an element over those of its style, over those of its container's cells. */
export function boxValues(resources: Resources, element: AnyElement, around: CheckedValues | null): CheckedValues {
  const values = new Map<PropertyName, CheckedValue>(around ?? []);
  for (const [key, value] of styleProperties(resources, styleNameOf(element))) values.set(key, value);
  for (const [key, value] of element.properties) values.set(key, value);
  return values;
}

/** What a cell has of a box. */
export const CELL_KEYS: ReadonlySet<PropertyName> = new Set(["fill", ...FRAME_PROPERTIES]);

/** What a container's style gives to each of its cells. */
export function cellValues(resources: Resources, container: AnyElement): CheckedValues {
  return new Map([...styleProperties(resources, styleNameOf(container))].filter(([key]) => CELL_KEYS.has(key)));
}

export function lengthOf<Name extends string>(values: CheckedValues<Name>, key: NoInfer<Name>): number | null {
  const value = values.get(key);
  return value?.kind === "length" ? value.emu : null;
}

export function wordOf<Name extends string>(values: CheckedValues<Name>, key: NoInfer<Name>): string | null {
  const value = values.get(key);
  return value?.kind === "word" ? value.text : null;
}

export function paintOf<Name extends string>(values: CheckedValues<Name>, key: NoInfer<Name>): Paint | null {
  const value = values.get(key);
  return value?.kind === "paint" ? value.paint : null;
}

/** What a box says by one of the table's choices. */
function boxChoice<Key extends PropertyName<"box">>(values: CheckedValues, key: Key): ChoiceOf<"box", Key> | null {
  return wordOf(values, key) as ChoiceOf<"box", Key> | null;
}

/** The room on the four sides; a side's own property stands over that of all four. */
function edgesOf(values: CheckedValues, key: "padding" | "margin"): Edges {
  const value = values.get(key);
  const [top, right, bottom, left] = value?.kind === "edges" ? value.edges : NO_EDGES;
  return [
    lengthOf(values, `${key}-top`) ?? top,
    lengthOf(values, `${key}-right`) ?? right,
    lengthOf(values, `${key}-bottom`) ?? bottom,
    lengthOf(values, `${key}-left`) ?? left,
  ];
}

/** The four borders; a side's own property stands over `border`. */
function borders(values: CheckedValues, textColor: Paint): Omit<CellBox, "padding" | "fill"> {
  const color = paintOf(values, "border-color");
  const dash = boxChoice(values, "border-style");
  const side = (key: PropertyName): Stroke | null => {
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
  dash: Stroke["dash"] | null,
): Stroke | null {
  const { none, widthEmu, paint, dash: own } = value.stroke;
  if (none || widthEmu === 0) return null;
  return {
    widthEmu: widthEmu ?? STROKE_DEFAULT_EMU,
    paint: paint ?? color,
    dash: own ?? dash ?? "solid",
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
    place: boxChoice(values, "place") ?? "left",
    ...(width?.kind === "width" && width.width.kind === "auto" && values.has("place") ? { fitsContent: true } : {}),
    when: when?.kind === "code" ? when.checked.code : null,
    keep: boxChoice(values, "keep") ?? "none",
    keepMinEmu: lengthOf(values, "keep-min"),
    pageBreak: boxChoice(values, "break") ?? "none",
    layer: boxChoice(values, "layer") ?? "normal",
    id: wordOf(values, "id"),
    role: wordOf(values, "role"),
    alt: alt?.kind === "template" ? alt.template : null,
    link: link?.kind === "template" ? link.template : null,
    ...turnOf(values),
    ...opacityOf(values),
  };
}

/** What says that a side has a line, or none. */
const SIDES = ["border", "border-top", "border-right", "border-bottom", "border-left"] as const;
/** The line of what has one by itself, in the colour of its text. */
const OWN_BORDER: CheckedValue = {
  kind: "stroke",
  stroke: { none: false, widthEmu: STROKE_DEFAULT_EMU, paint: null, dash: null },
};

/**
 * The box of what has a thin line around it by itself. Where its template takes that away on some sides, or says the
 * kind or the colour alone, the rest of the line is as it would be.
 */
export function linedBoxOf(values: CheckedValues, textColor: Paint): Box {
  const said = SIDES.map((side) => values.get(side)).filter((value) => value?.kind === "stroke");
  const isChanged = said.length > 0 || values.has("border-color") || values.has("border-style");
  const isOwn = isChanged && !values.has("border") && said.every(({ stroke }) => stroke.none || stroke.widthEmu === 0);
  const box = boxOf(isOwn ? new Map([...values, ["border", OWN_BORDER]]) : values, textColor);
  const { borderTop, borderRight, borderBottom, borderLeft } = box;
  const hasLine = [borderTop, borderRight, borderBottom, borderLeft].some((stroke) => stroke !== null);
  return isChanged && !hasLine ? { ...box, isUnlined: true } : box;
}

const TURNS = { "90": 90, "180": 180, "270": 270 } as const;

/** Absent where the box is upright, so that upright boxes keep their compiled form. */
function turnOf(values: CheckedValues): Pick<Box, "rotate"> {
  const rotate = boxChoice(values, "rotate") ?? "0";
  return rotate === "0" ? {} : { rotate: TURNS[rotate] };
}

/** Absent where the box is opaque. */
function opacityOf(values: CheckedValues): Pick<Box, "opacityThousandths"> {
  const opacity = values.get("opacity");
  return opacity?.kind === "number" && opacity.thousandths < 1000 ? { opacityThousandths: opacity.thousandths } : {};
}
