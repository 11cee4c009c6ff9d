// The one table of elements and properties: it drives checking, repairs, the reference and completion.
import type { ArgumentDefinition, ChildRule, ElementDefinition, PropertyDefinition, ValueKind } from "./definition.ts";

type Properties = Readonly<Record<string, PropertyDefinition>>;

function of(
  kind: ValueKind,
  example: string,
  description: string,
  more: Partial<PropertyDefinition> = {},
): PropertyDefinition {
  return { kind, example, description, ...more };
}

function choice(choices: readonly string[], description: string): PropertyDefinition {
  return { kind: "choice", choices, example: choices[0] ?? "", description };
}

const SIDES = ["left", "center", "right"] as const;
const DASHES = ["solid", "dash", "dot", "double"] as const;

/** Text properties: an own one stands over `style=`, that over what is inherited, that over style `base`. */
export const TEXT_PROPERTIES: Properties = {
  font: of("font", "gothic", "a font family declared with fonts"),
  size: of("size", "body", "a type size declared with sizes"),
  weight: choice(["normal", "bold"], "the weight of the letters"),
  italic: of("flag", "true", "slanted letters"),
  color: of("paint", "ink", "the colour of the text"),
  align: choice(["left", "center", "right", "justify", "distribute"], "along the line; distribute is 均等割付"),
  valign: choice(["top", "middle", "bottom"], "across the lines, inside the box"),
  "line-height": of("number", "1.5", "distance of lines, in type sizes", { min: 0.5, max: 5 }),
  "letter-spacing": of("offset", "0.2mm", "added after every letter"),
  wrap: choice(["kinsoku", "char", "none"], "where lines may break"),
  kinsoku: choice(["strict", "normal", "loose", "none"], "how strict line starts and ends are kept (禁則)"),
  fit: choice(["wrap", "shrink", "clip"], "what happens to a text that is too long for its box"),
  "min-size": of("length", "6pt", "the smallest size that fit=shrink may use"),
  condense: of("number", "80%", "the narrowest letters that fit=shrink may use (長体)", { min: 50, max: 100 }),
  lines: of("count", "2", "at most so many lines", { min: 1, max: 1000 }),
  decoration: choice(["none", "underline", "strike"], "a line under or through the text"),
  lang: of("name", "ja", "the language of the text"),
};

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

const BORDER: Properties = {
  padding: of("edges", "2mm", "space between border and content; one, [v, h] or four lengths"),
  fill: of("paint", "shade", "the colour behind the content"),
  border: of("stroke", "[0.25pt, rule]", "a line around: width, colour and dash in any order; none"),
  "border-top": of("stroke", "0.5pt", "the line above"),
  "border-right": of("stroke", "0.5pt", "the line on the right"),
  "border-bottom": of("stroke", "0.5pt", "the line below"),
  "border-left": of("stroke", "0.5pt", "the line on the left"),
  "border-color": of("paint", "rule", "the colour of the border"),
  "border-style": choice(DASHES, "the kind of the border's line"),
};

const WHEN: Properties = { when: of("condition", "(has(note))", "shown only where the condition holds") };
const ROLE: Properties = { role: of("role", "document.title", "what the content means to business profiles") };
const STYLE: Properties = { style: of("style", "small", "a declared style") };
const FORMAT: Properties = { format: of("literal", "'#,##0'", "how the value is written") };
const POSITION: Properties = {
  x: of("offset", "10mm", "from the left of an absolute container"),
  y: of("offset", "5mm", "from the top of an absolute container"),
};

const BOX: Properties = {
  ...POSITION,
  w: of("width", "60mm", "the width: a length, a share (1fr), a percentage or auto"),
  h: of("length", "8mm", "the height"),
  "min-h": of("length", "16mm", "at least this height"),
  "max-h": of("length", "40mm", "at most this height"),
  margin: of("edges", "2mm", "space outside the border"),
  radius: of("length", "2mm", "rounded corners"),
  place: choice(SIDES, "where a narrower box stands in its container"),
  keep: choice(["together", "next"], "together: not broken over pages; next: not parted from what follows"),
  "keep-min": of("length", "30mm", "needs this much room on its first page"),
  break: choice(["before", "after"], "starts or ends a page"),
  layer: choice(["under", "over"], "lies under or over other content, on purpose"),
  id: of("name", "total", "a name that links and findings may use"),
  alt: of("template", '"{issuer.name}の社印"', "what assistive technology reads"),
  link: of("template", '"https://example.jp"', "an address, or #id"),
  ...BORDER,
  ...WHEN,
  ...ROLE,
  ...STYLE,
};

const GAP: Properties = { gap: of("length", "4mm", "space between children") };
const FLOW = ["flow"] as const;
const VISUAL = ["flow", "absolute"] as const;

function element(
  name: string,
  description: string,
  example: string,
  parts: {
    readonly args?: readonly ArgumentDefinition[];
    readonly properties?: Properties;
    readonly required?: readonly string[];
    readonly children?: ChildRule;
    readonly parents?: readonly string[];
    readonly opensRecord?: boolean;
  },
): ElementDefinition {
  return {
    name,
    description,
    example,
    args: parts.args ?? [],
    properties: parts.properties ?? {},
    required: parts.required ?? [],
    children: parts.children ?? "none",
    parents: parts.parents ?? VISUAL,
    ...(parts.opensRecord === true ? { opensRecord: true } : {}),
  };
}

const TOP = ["top"] as const;
const ON = choice(["all", "first", "rest", "last", "odd", "even"], "on which pages; the most specific wins");

/** Named page sizes, portrait, in EMU; B sizes are those of JIS. */
export const PAGE_SIZES: Readonly<Record<string, readonly [number, number]>> = {
  A3: [297 * 36_000, 420 * 36_000],
  A4: [210 * 36_000, 297 * 36_000],
  A5: [148 * 36_000, 210 * 36_000],
  B4: [257 * 36_000, 364 * 36_000],
  B5: [182 * 36_000, 257 * 36_000],
  letter: [7_772_400, 10_058_400],
  legal: [7_772_400, 12_801_600],
  hagaki: [100 * 36_000, 148 * 36_000],
};

const DECLARATIONS: readonly ElementDefinition[] = [
  element("document", "names the document and its output", 'document invoice title="請求書 {invoice.number}" lang=ja', {
    args: [{ name: "id", kind: "name" }],
    parents: TOP,
    properties: {
      title: of("template", '"請求書 {invoice.number}"', "the title of the PDF"),
      name: of("text", '"請求書"', "the catalogue's name for the template"),
      lang: of("name", "ja", "the document's language"),
      profile: of("profiles", "jp.invoice", "business profiles to judge the form by"),
      extra: choice(["ignore", "forbid"], "whether payload members that are not declared are violations"),
      author: of("text", '"青空デザイン"', "the author in the PDF"),
      subject: of("text", '"請求書"', "the subject in the PDF"),
      keywords: of("text", '"請求書, 月次"', "keywords in the PDF"),
    },
  }),
  element("fonts", "declares font families; the first is the default", 'fonts gothic="Noto Sans JP"', { parents: TOP }),
  element("sizes", "declares type sizes", "sizes title=20pt body=9pt", { parents: TOP }),
  element("colors", "declares colours", "colors ink=#1a1a1a rule=#8a8a8a", { parents: TOP }),
  element("style", "declares a named set of properties", "style strong weight=bold size=head", {
    args: [{ name: "name", kind: "name" }],
    parents: TOP,
    properties: {
      base: of("style", "body", "a style whose properties are taken over"),
      ...TEXT_PROPERTIES,
      ...BORDER,
      margin: of("edges", "2mm", "space outside the border"),
      radius: of("length", "2mm", "rounded corners"),
    },
  }),
  element("page", "a section of pages", "page A4 portrait margin=15mm {", {
    args: [{ name: "size", kind: "words", optional: true }],
    parents: TOP,
    children: ["header", "footer", "background", "body"],
    properties: {
      w: of("length", "210mm", "the width of a size without a name"),
      h: of("length", "297mm", "the height of a size without a name"),
      margin: of("edges", "15mm", "the margins; one, [v, h] or four lengths"),
      fill: of("color", "white", "the colour of the paper"),
      "first-number": of("count", "1", "the number of the first page", { min: 0, max: 1_000_000 }),
    },
  }),
];

const BANDS: readonly ElementDefinition[] = [
  element("header", "stands at the top of every page", "header h=8mm on=rest {", {
    parents: ["page"],
    children: "absolute",
    required: ["h"],
    properties: { h: of("length", "8mm", "the height"), on: ON },
  }),
  element("footer", "stands at the bottom of every page", "footer h=8mm {", {
    parents: ["page"],
    children: "absolute",
    required: ["h"],
    properties: { h: of("length", "8mm", "the height"), on: ON },
  }),
  element("background", "lies under everything on the page", "background on=first {", {
    parents: ["page"],
    children: "absolute",
    properties: { on: ON },
  }),
  element("body", "the flow of the pages between header and footer", "body gap=5mm {", {
    parents: ["page"],
    children: "flow",
    properties: GAP,
  }),
];

const CONTAINERS: readonly ElementDefinition[] = [
  element("stack", "children one below the other", "stack gap=2mm {", {
    children: "flow",
    properties: { ...BOX, ...TEXT_PROPERTIES, ...GAP },
  }),
  element("row", "children side by side; never broken over pages", "row gap=4mm {", {
    children: "flow",
    properties: { ...BOX, ...TEXT_PROPERTIES, ...GAP },
  }),
  element("grid", "children cell by cell in columns", "grid cols=[24mm, 1fr] gap=1mm {", {
    children: "flow",
    required: ["cols"],
    properties: {
      ...BOX,
      ...TEXT_PROPERTIES,
      ...GAP,
      cols: of("widths", "[24mm, 1fr]", "the widths of the columns"),
      "row-gap": of("length", "1mm", "space between rows"),
    },
  }),
  element("box", "children one below the other, in a frame", "box border=0.25pt padding=2mm {", {
    children: "flow",
    properties: { ...BOX, ...TEXT_PROPERTIES, ...GAP },
  }),
  element("plate", "children at x and y", "plate h=26mm {", {
    children: "absolute",
    required: ["h"],
    properties: { ...BOX, ...TEXT_PROPERTIES },
  }),
  element("each", "its block once for each record", "each items as=item {", {
    args: [{ name: "array", kind: "array" }],
    children: "flow",
    opensRecord: true,
    properties: { ...BOX, ...TEXT_PROPERTIES, ...GAP, as: of("name", "item", "a name for the record") },
  }),
];

const TEXT_ARGUMENT: readonly ArgumentDefinition[] = [{ name: "content", kind: "template" }];
const HEADING = of("count", "1", "the level of a heading", { min: 1, max: 3 });

const LEAVES: readonly ElementDefinition[] = [
  element("text", "a text with computed parts", 'text "{customer.name} 御中"', {
    args: TEXT_ARGUMENT,
    properties: { ...BOX, ...TEXT_PROPERTIES, ...FORMAT, heading: HEADING },
  }),
  element("label", "a text in the style label", 'label "備考"', {
    args: TEXT_ARGUMENT,
    properties: { ...BOX, ...TEXT_PROPERTIES, ...FORMAT, heading: HEADING },
  }),
  element("line", "a straight line", "line x=0mm y=7mm w=180mm stroke=0.25pt", {
    properties: {
      ...BOX,
      x2: of("offset", "180mm", "the end's x"),
      y2: of("offset", "7mm", "the end's y"),
      stroke: of("stroke", "0.25pt", "width, colour and dash in any order"),
      "stroke-width": of("length", "0.25pt", "the width of the line"),
      color: of("paint", "rule", "the colour of the line"),
      dash: choice(DASHES, "the kind of the line"),
    },
  }),
  element("rect", "a rectangle", "rect x=0mm y=0mm w=20mm h=20mm stroke=0.5pt", {
    properties: {
      ...BOX,
      stroke: of("stroke", "0.25pt", "width, colour and dash in any order"),
      "stroke-width": of("length", "0.25pt", "the width of the line"),
      color: of("paint", "rule", "the colour of the line"),
      dash: choice(DASHES, "the kind of the line"),
    },
  }),
  element("image", "a picture from the data", 'image (product.photo) h=40mm alt="{product.name}"', {
    args: [{ name: "source", kind: "expression" }],
    properties: { ...BOX, fit: choice(["contain", "cover", "fill"], "how the picture fills its box") },
  }),
  element(
    "seal",
    "a seal box with its label, and the seal's image where there is one",
    'seal (issuer.seal) label="印" w=17mm h=17mm',
    {
      args: [
        { name: "label", kind: "caption", optional: true },
        { name: "source", kind: "expression", optional: true },
      ],
      properties: { ...BOX, ...TEXT_PROPERTIES, label: of("template", '"印"', "the words of the empty box") },
    },
  ),
  element("space", "empty height", "space 3mm", { args: [{ name: "height", kind: "length" }], parents: FLOW }),
  element("break", "starts a new page", "break page", {
    args: [{ name: "what", kind: "choice", choices: ["page"] }],
    parents: FLOW,
    properties: WHEN,
  }),
  element("bookmark", "an entry of the PDF's outline", 'bookmark "請求書 {invoice.number}"', {
    args: TEXT_ARGUMENT,
    parents: FLOW,
    properties: { ...WHEN, level: of("count", "1", "the depth of the entry", { min: 1, max: 6 }) },
  }),
  element("pairs", "labels and values in two columns", "pairs label-w=20mm {", {
    children: ["pair"],
    properties: { ...BOX, ...TEXT_PROPERTIES, ...GAP, "label-w": of("length", "20mm", "the width of the labels") },
  }),
  element("pair", "one label with its value", 'pair "請求番号" (invoice.number)', {
    args: [
      { name: "label", kind: "template" },
      { name: "value", kind: "template" },
    ],
    parents: ["pairs"],
    properties: { ...TEXT_PROPERTIES, ...WHEN, ...ROLE, ...STYLE, ...FORMAT },
  }),
];

const CELL: Properties = { ...TEXT_PROPERTIES, ...BORDER, ...ROLE, ...STYLE, ...FORMAT };

const TABLES: readonly ElementDefinition[] = [
  element("table", "one row for each record", "table items header=repeat {", {
    args: [{ name: "array", kind: "array" }],
    children: ["column", "foot"],
    opensRecord: true,
    properties: {
      ...BOX,
      ...TEXT_PROPERTIES,
      header: choice(["repeat", "once", "none"], "the headings on every page, once or never"),
      split: choice(["row", "none", "cell"], "whether a row may be parted over pages"),
      "row-h": of("length", "7mm", "the least height of a row"),
      "min-rows": of("count", "12", "blank rows fill up to this number", { min: 0, max: 1000 }),
      "rows-per-page": of("count", "22", "so many rows on every page", { min: 1, max: 1000 }),
      "fill-rows": of("flag", "true", "blank rows fill the last page"),
      zebra: of("paint", "shade", "the colour of every second row"),
      empty: of("template", '"該当なし"', "shown where there is no record"),
      as: of("name", "item", "a name for the record"),
    },
  }),
  element(
    "column",
    "a column; without a cell it shows the field of its name",
    'column price "単価" (.price) w=26mm align=right',
    {
      args: [
        { name: "id", kind: "name" },
        { name: "heading", kind: "template" },
        { name: "cell", kind: "template", optional: true },
      ],
      parents: ["table"],
      properties: { ...CELL, w: of("width", "26mm", "the width") },
    },
  ),
  element("foot", "rows below the records", "foot keep=together {", {
    parents: ["table"],
    children: ["cell", "newrow"],
    properties: {
      on: choice(["last", "every"], "on the last page or on every page"),
      keep: choice(["together"], "its rows stay on one page"),
      ...STYLE,
      ...TEXT_PROPERTIES,
    },
  }),
  element("cell", "a cell of a foot", "cell (total) col=amount align=right", {
    args: TEXT_ARGUMENT,
    parents: ["foot"],
    required: ["col"],
    properties: { ...CELL, col: of("columns", "base..tax", "the column, or from..to") },
  }),
  element("newrow", "starts the next row of a foot", "newrow", { parents: ["foot"] }),
];

/** Every element that this version draws. */
export const ELEMENTS: readonly ElementDefinition[] = [...DECLARATIONS, ...BANDS, ...CONTAINERS, ...LEAVES, ...TABLES];

const BY_NAME: ReadonlyMap<string, ElementDefinition> = new Map(ELEMENTS.map((each) => [each.name, each]));

/** The element of a keyword. */
export function elementNamed(name: string): ElementDefinition | undefined {
  return BY_NAME.get(name);
}

/** The elements that may stand in a block. */
export function allowedChildren(rule: ChildRule): readonly string[] {
  if (rule === "none") return [];
  if (rule !== "flow" && rule !== "absolute") return rule;
  return ELEMENTS.filter((each) => each.parents.includes(rule)).map((each) => each.name);
}

/** Properties of `field`. */
export const FIELD_PROPERTIES: Properties = {
  role: of("role", "line.unitPrice", "what the value means to business profiles"),
  example: of("example", "[100, 250.5]", "a value for checks; a list under [], one per record"),
  default: of("example", "0", "the value where the payload has none"),
  min: of("number", "1", "the least number, or the fewest entries"),
  max: of("number", "200", "the largest number, or the most entries"),
  pattern: of("literal", "'^[0-9]{3}-[0-9]{4}$'", "a pattern that the text matches"),
  label: of("text", '"単価"', "a title for people"),
  desc: of("text", '"税抜の単価"', "a description for people"),
  labels: of("example", '["未入金", "入金済"]', "the words shown for the members of an enum"),
};

/** Properties of `let`. */
export const LET_PROPERTIES: Properties = { role: FIELD_PROPERTIES["role"] as PropertyDefinition };

/** Field types, and how they are written. */
export const TYPES: Readonly<Record<string, string>> = {
  string: "string(40)",
  text: "text(400)",
  int: "int",
  decimal: "decimal(12,2)",
  bool: "bool",
  date: "date",
  time: "time",
  datetime: "datetime",
  enum: "enum(unpaid, paid)",
  image: "image",
};
