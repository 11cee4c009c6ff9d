// Which values of an SVG's properties are understood, here and by the library, and which are told as not drawn.
import { shortened } from "../diagnostics/index.ts";
import { readPaint, type SvgStyle } from "./svg-paint.ts";

export const COLORS: ReadonlySet<string> = new Set([
  ...["fill", "stroke", "color", "stop-color", "flood-color", "lighting-color"],
]);
const LENGTHS: ReadonlySet<string> = new Set([
  ...["font-size", "letter-spacing", "word-spacing", "stroke-width", "stroke-dasharray", "stroke-dashoffset"],
]);
/** What is read or handed on, beside colours and lengths. Of all other properties nothing is said. */
const OTHERS: ReadonlySet<string> = new Set([
  ...["fill-opacity", "fill-rule", "clip-rule", "opacity", "display", "visibility", "overflow", "stroke-opacity"],
  ...["stroke-linecap", "stroke-linejoin", "stroke-miterlimit", "stop-opacity", "flood-opacity", "font-weight"],
  ...["font-style", "text-anchor", "baseline-shift", "filter", "marker-start", "marker-mid", "marker-end", "transform"],
]);
/** Values that are worked out from something else (CSS Values 4). */
const COMPUTED = /\b(?:var|env|calc|min|max|clamp)\(/iu;
/** Lengths of a screen, or of a font that is not known yet. */
const FOREIGN_LENGTH = /(?:^|[\s,])[+-]?[\d.]+(?:rem|ch|ic|lh|rlh|[sld]?v[whib]|vmin|vmax|cq\w+)\b/iu;
const WHOLE = /^(?:none|url\(.*\))$/isu;
/** Words that every property takes. */
const WIDE = /^(?:inherit|initial|unset|revert|revert-layer)$/iu;

/** Whether a property is drawn as its value says; true for properties that nothing is said of. */
export function isUnderstood(property: string, value: string, style: SvgStyle): boolean {
  if (WIDE.test(value)) return true;
  if (COLORS.has(property)) return readPaint(value, style).kind !== "unknown";
  if (property === "clip-path" || property === "mask") return WHOLE.test(value);
  if (LENGTHS.has(property)) return !COMPUTED.test(value) && !FOREIGN_LENGTH.test(value);
  return !OTHERS.has(property) || !COMPUTED.test(value);
}

/** Variables within the values of variables. */
const VARIABLES_MAX = 32;
const VARIABLE = /\bvar\(\s*(--[^\s,()]+)\s*(?:,\s*([^()]*(?:\([^()]*\)[^()]*)*))?\)/iu;
const VALUE_MAX = 1_000;

/** The first of two colours is that of light grounds, as paper is (CSS Color 5, §8). */
const LIGHT = /\blight-dark\(\s*([^(),]*(?:\([^()]*\)[^(),]*)*),[^()]*(?:\([^()]*\)[^()]*)*\)/giu;

/**
 * A value as paper has it: with its variables, or what stands for those that nothing declares, and the colours of light
 * grounds. A `var` stays where nothing stands for it.
 */
export function withVariables(value: string, style: SvgStyle): string {
  return resolved(value, style).replaceAll(LIGHT, (_, light: string) => light.trim());
}

function resolved(value: string, style: SvgStyle): string {
  let [known, at] = [value, 0];
  while (at < VARIABLES_MAX && known.length < VALUE_MAX) {
    const [whole = "", name = "", otherwise] = VARIABLE.exec(known) ?? [];
    const given = style.get(name) ?? otherwise;
    if (whole === "" || given === undefined) break;
    known = known.replace(whole, () => given.trim());
    at += 1;
  }
  return known;
}

/** Properties that neither reader knows, but for values that change nothing. */
const UNKNOWN: Readonly<Record<string, RegExp>> = {
  all: /^$/u,
  animation: /^none\b/iu,
  "animation-name": /^none$/iu,
  "color-interpolation": /^(?:auto|sRGB)$/iu,
  translate: /^(?:none|[0\s.pxm%]+)$/iu,
  rotate: /^(?:none|[0\s.]+(?:deg|turn|rad|grad)?)$/iu,
  scale: /^(?:none|[1\s.]+)$/iu,
  "offset-path": /^none$/iu,
  "mask-image": /^none$/iu,
  "transform-style": /^flat$/iu,
  zoom: /^(?:normal|1|100%)$/iu,
};
const UNKNOWN_IN_TEXTS: Readonly<Record<string, RegExp>> = {
  "text-transform": /^none$/iu,
  "text-shadow": /^none$/iu,
  "text-emphasis": /^none$/iu,
  direction: /^ltr$/iu,
  "unicode-bidi": /^(?:normal|embed|isolate|plaintext)$/iu,
  "font-variant": /^(?!.*(?:small|petite|titling|unicase))/iu,
  "font-variant-caps": /^normal$/iu,
  "text-orientation": /^mixed$/iu,
  "font-style": /^normal$/iu,
  font: /^(?!.*\b(?:italic|oblique|small-caps)\b)/iu,
  "font-feature-settings": /^normal$/iu,
  "font-kerning": /^(?:auto|normal)$/iu,
};
/** Attributes that SVG 2 takes as properties too: they are read as attributes alone (§7.3). */
const GEOMETRY: ReadonlySet<string> = new Set(["x", "y", "cx", "cy", "r", "rx", "ry", "width", "height", "d"]);
const SHAPED: ReadonlySet<string> = new Set(["rect", "circle", "ellipse", "image", "use", "path"]);

/** What a finding quotes of a value. */
const VALUE_CHARACTERS = 40;

/** Attributes that neither reader knows, by the elements that have them. */
const UNKNOWN_ATTRIBUTES: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
  radialGradient: { fr: /^[0\s.%]*$/u },
};
/** Of the picture as a whole. */
const UNKNOWN_OF_ROOT: Readonly<Record<string, RegExp>> = {
  background: /^(?:none|transparent|white|#fff(?:fff)?|rgb\(255, ?255, ?255\)|0 0)$/iu,
  "background-color": /^(?:transparent|white|#fff(?:fff)?|rgb\(255, ?255, ?255\))$/iu,
  transform: /^none$/iu,
};

/** Attributes that are lengths. */
const MEASURED: readonly string[] = [
  ...["x", "y", "width", "height", "cx", "cy", "r", "rx", "ry", "x1", "y1", "x2", "y2", "dx", "dy"],
];

/** Whether no reader here knows how long a length is. */
function isForeign(value: string): boolean {
  return COMPUTED.test(value) || FOREIGN_LENGTH.test(value);
}

/** Where an element stands, and how its line is drawn. */
interface AttributesAround {
  readonly isRoot: boolean;
  /** It is one of those that a `switch` chooses from: the library reads its language. */
  readonly isChoice: boolean;
  readonly isDashed: boolean;
}

/** Attributes of an element that are not drawn as they say, as `name: value`. */
export function unreadAttributes(
  name: string,
  attributes: Readonly<Record<string, string>>,
  { isRoot, isChoice, isDashed }: AttributesAround,
): readonly string[] {
  const known = { ...UNKNOWN_ATTRIBUTES[name], ...(isRoot ? { transform: /^none$/iu } : {}) };
  const own = Object.entries(known).flatMap(([attribute, idle]) => {
    const value = attributes[attribute];
    return value === undefined || idle.test(value.trim()) ? [] : [attribute];
  });
  const more = [
    ...(isDashed && attributes["pathLength"] !== undefined ? ["pathLength"] : []),
    ...(isChoice || (attributes["systemLanguage"] ?? "") === "" ? [] : ["systemLanguage"]),
    ...MEASURED.filter((attribute) => !isRoot && isForeign(attributes[attribute] ?? "")),
  ];
  return [...own, ...more].map(
    (attribute) => `${attribute}: ${shortened(attributes[attribute] ?? "", VALUE_CHARACTERS)}`,
  );
}

/**
 * What an element says of its look and is not drawn so, as `property: value`.
 * @param said its declarations, from the weakest on. Geometry among them is declared as a property.
 */
export function unreadOf(
  { name, isTextual, isRoot }: { readonly name: string; readonly isTextual: boolean; readonly isRoot: boolean },
  said: readonly (readonly [name: string, value: string])[],
  style: SvgStyle,
): readonly string[] {
  const idle = { ...UNKNOWN, ...(isTextual ? UNKNOWN_IN_TEXTS : {}), ...(isRoot ? UNKNOWN_OF_ROOT : {}) };
  return said.flatMap(([property, written]) => {
    if (property.startsWith("-")) return [];
    const value = withVariables(written, style);
    const isUnknown = idle[property]?.test(value) === false && (property === "all" || !WIDE.test(value));
    const isMoved = GEOMETRY.has(property) && SHAPED.has(name);
    return isUnknown || isMoved || !isUnderstood(property, value, style)
      ? [`${property}: ${shortened(value.replace(/\s+/gu, " "), VALUE_CHARACTERS)}`]
      : [];
  });
}
