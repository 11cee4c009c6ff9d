// Groups of properties that many elements share, and the two words that build the table.
import type {
  ArgumentDefinition,
  ChildRule,
  Properties,
  PropertyDefinition,
  SchemaRow,
  ValueKind,
} from "./definition.ts";

type More = Partial<Omit<PropertyDefinition, "kind" | "choices">>;

export function of<Kind extends ValueKind>(
  kind: Kind,
  example: string,
  description: string,
  more: More = {},
): PropertyDefinition<Kind> {
  return { kind, example, description, ...more };
}

export function choice<const Choice extends string>(
  choices: readonly Choice[],
  description: string,
  more: More = {},
): PropertyDefinition<"choice", Choice> {
  return { kind: "choice", choices, example: choices[0] ?? "", description, ...more };
}

/** One of the choices, or a list of them. */
export function choices<const Choice extends string>(
  all: readonly Choice[],
  example: string,
  description: string,
): PropertyDefinition<"choices", Choice> {
  return { kind: "choices", choices: all, example, description };
}

const VISUAL = ["flow", "absolute"] as const;

/** A row of the table; one that names no places stands in flows and absolute containers. */
export function element<
  const Name extends string,
  Table extends Properties = Readonly<Record<never, never>>,
  const Args extends readonly ArgumentDefinition[] = readonly [],
  const Children extends ChildRule = "none",
  const Parents extends readonly string[] = typeof VISUAL,
>(
  name: Name,
  description: string,
  example: string,
  parts: {
    readonly args?: Args;
    readonly properties?: Table;
    readonly required?: readonly (keyof Table & string)[];
    readonly children?: Children;
    readonly parents?: Parents;
  } & Partial<Pick<SchemaRow, "opensRecord" | "blockOptional" | "mayBeBlank" | "needs" | "seesOutside">>,
): SchemaRow<Name, Table, Args, Children, Parents> {
  const { args, properties, required, children, parents, ...marks } = parts;
  // What is left out has the types that stand for it above.
  return {
    name,
    description,
    example,
    args: (args ?? []) as Args,
    properties: (properties ?? {}) as Table,
    required: required ?? [],
    children: (children ?? "none") as Children,
    parents: (parents ?? VISUAL) as Parents,
    ...marks,
  };
}

const SIDES = ["left", "center", "right"] as const;
export const DASHES = ["solid", "dash", "dot", "double"] as const;

export const TOP = ["top"] as const;
export const FLOW = ["flow"] as const;

/** Text properties: an own one stands over `style=`, that over what is inherited, that over style `base`. */
export const TEXT_PROPERTIES = {
  font: of("font", "gothic", "a font family declared with fonts"),
  size: of("size", "body", "a type size declared with sizes"),
  weight: choice(["normal", "bold"], "the weight of the letters"),
  italic: of("flag", "true", "slanted letters"),
  color: of("paint", "ink", "the colour of the text"),
  align: choice(["left", "center", "right", "justify", "distribute"], "along the line; distribute is 均等割付"),
  valign: choice(
    ["top", "middle", "bottom"],
    "across the lines, inside the box; of a container: of its texts, each in its own box; of a stack or box that is " +
      "higher than its contents, and of a cell or column with elements: of all of them together; of a row or grid: " +
      "of what is lower than its row. In tables, grids and schedules, seals and bars: `middle`",
  ),
  "line-height": of("number", "1.5", "distance of lines, in type sizes", { min: 0.5, max: 5 }),
  "letter-spacing": of("offset", "0.2mm", "added after every letter"),
  wrap: choice(
    ["kinsoku", "char", "none"],
    "where lines may break: between words, inside of words too but of no number or date (char), or at " +
      "newlines alone; kinsoku= holds for both",
  ),
  kinsoku: choice(
    ["very-strict", "strict", "normal", "loose", "none"],
    "how strict line starts and ends are kept (禁則): JLREQ's levels 4 to 1, or not at all",
    { example: "strict" },
  ),
  fit: choice(
    ["wrap", "shrink", "clip"],
    "what happens to a text that is too long for its box: more lines; smaller letters, on one line or as many as " +
      "lines= says; an end that is cut off",
  ),
  "min-size": of("length", "6pt", "the smallest size that fit=shrink may use"),
  condense: of("number", "80%", "the narrowest letters that fit=shrink may use (長体)", { min: 50, max: 100 }),
  lines: of("count", "1", "at most so many lines", { min: 1, max: 1000 }),
  decoration: choice(["none", "underline", "strike"], "a line under or through the text"),
  lang: of("name", "ja", "the language of the text"),
  writing: choice(["horizontal", "vertical"], "the direction of the lines (縦書き)", { example: "vertical" }),
  combine: of(
    "count",
    "2",
    "so many half-width digits stand side by side in a vertical line (縦中横); full-width ones stand one by one",
    { min: 0, max: 4 },
  ),
  hang: of("flag", "true", "full stops and commas may hang over the line's end (ぶら下げ)"),
  "latin-gap": of("number", "0.25", "space of Japanese text to Latin words and figures, in type sizes", {
    min: 0,
    max: 1,
  }),
} satisfies Properties;

/** Text properties that children take over from their container. */
export const INHERITED: ReadonlySet<string> = new Set([
  "font",
  "size",
  "weight",
  "italic",
  "color",
  "line-height",
  "letter-spacing",
  "lang",
]);

/** What is said of one text in its box; Markdown is many, each as long as its words. */
export const OF_ONE_TEXT = [
  ...(["valign", "fit", "min-size", "condense", "lines", "decoration", "writing", "combine"] as const),
] as const;

export const BORDER = {
  padding: of("edges", "2mm", "space between border and content; one, [v, h] or four lengths"),
  "padding-top": of("length", "3mm", "the space above the content"),
  "padding-right": of("length", "3mm", "the space at its right"),
  "padding-bottom": of("length", "3mm", "the space below it"),
  "padding-left": of("length", "3mm", "the space at its left"),
  fill: of("paint", "shade", "the colour behind the content"),
  border: of(
    "stroke",
    "[0.25pt, rule]",
    "a line around: width, colour and dash in any order; none. Without a colour it has that of the text",
  ),
  "border-top": of("stroke", "0.5pt", "the line above"),
  "border-right": of("stroke", "0.5pt", "the line on the right"),
  "border-bottom": of("stroke", "0.5pt", "the line below"),
  "border-left": of("stroke", "0.5pt", "the line on the left"),
  "border-color": of("paint", "rule", "the colour of the border"),
  "border-style": choice(DASHES, "the kind of the border's line"),
} satisfies Properties;

export const WHEN = {
  when: of("condition", "(has(note))", "shown only where the condition holds"),
} satisfies Properties;
export const ROLE = {
  role: of("role", "document.title", "what the content means to business profiles"),
} satisfies Properties;
export const STYLE = { style: of("style", "small", "a declared style") } satisfies Properties;
export const FORMAT = { format: of("literal", "'#,##0'", "how the value is written") } satisfies Properties;
export const GAP = { gap: of("length", "4mm", "space between children") } satisfies Properties;
export const ALT = {
  alt: of("template", '"{issuer.name}の社印"', "what assistive technology reads"),
} satisfies Properties;

export const POSITION = {
  x: of("offset", "10mm", "from the left of an absolute container"),
  y: of("offset", "5mm", "from the top of an absolute container"),
} satisfies Properties;

export const BOX = {
  ...POSITION,
  w: of("width", "60mm", "the width: a length, a share (1fr), a percentage or auto"),
  h: of("length", "8mm", "the height"),
  "min-h": of("length", "16mm", "at least this height"),
  "max-h": of("length", "40mm", "at most this height"),
  margin: of("edges", "2mm", "space outside the border; one, [v, h] or four lengths"),
  "margin-top": of("length", "3mm", "the space above the border"),
  "margin-right": of("length", "3mm", "the space at its right"),
  "margin-bottom": of("length", "3mm", "the space below it"),
  "margin-left": of("length", "3mm", "the space at its left"),
  radius: of("length", "2mm", "rounded corners"),
  place: choice(SIDES, "where a narrower box stands in its container; with w=auto it is as wide as its content"),
  keep: choice(["together", "next"], "together: not broken over pages; next: not parted from what follows"),
  "keep-min": of("length", "30mm", "needs this much room on its first page"),
  break: choice(["before", "after"], "starts or ends a page, where the element prints anything"),
  rotate: choice(
    ["0", "90", "180", "270"],
    "turned clockwise, in degrees; w and h are those of the box as it stands on the page",
    { example: "90" },
  ),
  opacity: of("number", "0.5", "from 0, unseen, to 1", { min: 0, max: 1 }),
  layer: choice(
    ["under", "over"],
    "lies under or over other content, on purpose: what it hides is not told, nor how pale large, turned or " +
      "translucent letters of it are",
  ),
  id: of("name", "total", "a name that links and findings may use; links lead to the first place in their document"),
  ...ALT,
  link: of("template", '"https://example.jp"', "an address (https, http, mailto, tel), or #id"),
  ...BORDER,
  ...WHEN,
  ...ROLE,
  ...STYLE,
} satisfies Properties;

/** A group of properties without some of them, where an element has no use for those. */
export function without<Table extends Properties, Name extends keyof Table & string>(
  properties: Table,
  names: readonly Name[],
): Omit<Table, Name> {
  const without: ReadonlySet<string> = new Set(names);
  const rest = Object.entries(properties).filter(([name]) => !without.has(name));
  return Object.fromEntries(rest) as Omit<Table, Name>;
}

/** Some of the properties of a group. */
export function only<Table extends Properties, Name extends keyof Table & string>(
  properties: Table,
  names: readonly Name[],
): Pick<Table, Name> {
  const wanted: ReadonlySet<string> = new Set(names);
  return Object.fromEntries(Object.entries(properties).filter(([name]) => wanted.has(name))) as Pick<Table, Name>;
}

const SIDE_BORDERS = ["border-top", "border-right", "border-bottom", "border-left"] as const;
const PADDINGS = ["padding", "padding-top", "padding-right", "padding-bottom", "padding-left"] as const;

/** The box of what is drawn with one line throughout. */
export const LINED_BOX = without(BOX, [...SIDE_BORDERS, ...PADDINGS, "radius", "min-h", "max-h"]);

/** The box of what is as high as it is wide, or as it is told. */
export const PICTURE_BOX = without(BOX, ["min-h", "max-h"]);

/** The box of a line, which has no inside. */
export const LINE_BOX = without(BOX, [
  ...SIDE_BORDERS,
  "border",
  "border-color",
  "border-style",
  ...PADDINGS,
  "radius",
  "fill",
  "min-h",
  "max-h",
]);

export const CELL = { ...TEXT_PROPERTIES, ...BORDER, ...ROLE, ...STYLE, ...FORMAT } satisfies Properties;

/** Properties of `line` and `rect`. */
export const STROKES = {
  stroke: of("stroke", "0.25pt", "width, colour and dash in any order"),
  "stroke-width": of("length", "0.25pt", "the width of the line"),
  color: of("paint", "rule", "the colour of the line"),
  dash: choice(DASHES, "the kind of the line"),
} satisfies Properties;

/** Of a container: it is a mere frame where it has no contents, and its block may be left out. */
export const MAY_BE_EMPTY = { blockOptional: true, mayBeBlank: true } as const;

export const TEXT_ARGUMENT = [{ name: "content", kind: "template" }] as const;
/** A cell without a content is blank: its place is ruled, and nothing stands in it. */
export const BLANK_OR_TEXT = [{ ...TEXT_ARGUMENT[0], optional: true }] as const;
