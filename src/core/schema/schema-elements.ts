// The part of the table that stands in a page: containers, texts, drawings.
import { BARCODE_KINDS } from "./barcode-kinds.ts";
import type { Properties } from "./definition.ts";
import {
  ALT,
  BOX,
  choice,
  element,
  FLOW,
  FORMAT,
  GAP,
  LINE_BOX,
  LINED_BOX,
  MAY_BE_EMPTY,
  OF_ONE_TEXT,
  of,
  only,
  PICTURE_BOX,
  POSITION,
  ROLE,
  STROKES,
  STYLE,
  TEXT_ARGUMENT,
  TEXT_PROPERTIES,
  WHEN,
  without,
} from "./schema-properties.ts";

export const CONTAINERS = [
  element("stack", "children one below the other", "stack gap=2mm {", {
    ...MAY_BE_EMPTY,
    children: "flow",
    properties: { ...BOX, ...TEXT_PROPERTIES, ...GAP },
  }),
  element("row", "children side by side; never broken over pages", "row gap=4mm {", {
    ...MAY_BE_EMPTY,
    children: "flow",
    properties: { ...BOX, ...TEXT_PROPERTIES, ...GAP },
  }),
  element(
    "grid",
    "children cell by cell in columns; one whose condition does not hold leaves its place empty",
    "grid cols=[24mm, 1fr] gap=1mm {",
    {
      ...MAY_BE_EMPTY,
      children: "flow",
      required: ["cols"],
      properties: {
        ...BOX,
        ...TEXT_PROPERTIES,
        gap: of("length", "4mm", "space between children", { across: "row-gap" }),
        cols: of("widths", "[24mm, 1fr]", "the widths of the columns"),
        "row-gap": of("length", "1mm", "space between rows"),
      },
    },
  ),
  element("columns", "children flow through newspaper columns, vertical texts through tiers", "columns n=2 gap=6mm {", {
    ...MAY_BE_EMPTY,
    children: "flow",
    properties: {
      ...BOX,
      ...TEXT_PROPERTIES,
      gap: of("length", "6mm", "space between the columns", { across: "row-gap" }),
      "row-gap": of("length", "2mm", "space between children"),
      n: of("count", "2", "so many columns", { min: 1, max: 10 }),
      balance: of("flag", "true", "the columns end at one height; tiers do not"),
    },
  }),
  element("box", "children one below the other, in a frame", "box border=0.25pt padding=2mm {", {
    ...MAY_BE_EMPTY,
    children: "flow",
    properties: { ...BOX, ...TEXT_PROPERTIES, ...GAP },
  }),
  element("plate", "children at x and y", "plate h=26mm {", {
    ...MAY_BE_EMPTY,
    children: "absolute",
    required: ["h"],
    properties: { ...BOX, ...TEXT_PROPERTIES },
  }),
  element("each", "its block once for each record", "each items as=item {", {
    args: [{ name: "array", kind: "array" }],
    ...MAY_BE_EMPTY,
    children: "flow",
    opensRecord: true,
    properties: { ...BOX, ...TEXT_PROPERTIES, ...GAP, as: of("name", "item", "a name for the record") },
  }),
  element("use", "repeats a part", "use contact", {
    args: [{ name: "part", kind: "part" }],
    properties: { ...POSITION, w: BOX.w, ...WHEN },
  }),
] as const;

const HEADING = of("count", "1", "the level of a heading", { min: 1, max: 3 });
const TEXT = {
  ...BOX,
  ...TEXT_PROPERTIES,
  ...FORMAT,
  heading: HEADING,
  marker: of("template", '"・"', "stands before a paragraph with a hanging indent: a bullet or a number"),
  "marker-w": of("length", "5mm", "the hanging indent: the width of the marker and what is free behind it"),
} satisfies Properties;
/** What a stretch of a paragraph may say for itself; lines, and how they fit, are the paragraph's. */
const SPAN = only(TEXT_PROPERTIES, ["font", "size", "weight", "italic", "color", "decoration"]);
const LINK = of("template", '"https://example.jp"', "an address (https, http, mailto, tel), or #id");

const PROSE = without(TEXT_PROPERTIES, OF_ONE_TEXT);

const SEAL_LABEL = of("template", '"印"', "the words of the empty box");

export const LEAVES = [
  element("text", "a text with computed parts", 'text "{customer.name} 御中"', {
    args: TEXT_ARGUMENT,
    properties: TEXT,
  }),
  element("label", "a text in the style label", 'label "備考"', { args: TEXT_ARGUMENT, properties: TEXT }),
  element("rich", "a paragraph of several styles, with ruby", "rich {", {
    children: ["span", "br", "ruby"],
    properties: { ...BOX, ...TEXT_PROPERTIES, heading: HEADING },
  }),
  element("span", "a stretch of a rich paragraph", 'span "重要" weight=bold', {
    args: TEXT_ARGUMENT,
    parents: ["rich"],
    properties: { ...SPAN, ...WHEN, ...ROLE, ...STYLE, ...FORMAT, link: LINK },
  }),
  element("br", "starts a line of a rich paragraph", "br", { parents: ["rich"] }),
  element("ruby", "letters with their reading; spaces in it give each letter its own", 'ruby "帳票" "ちょう ひょう"', {
    args: [
      { name: "letters", kind: "template" },
      { name: "reading", kind: "template" },
    ],
    parents: ["rich"],
    properties: { ...SPAN, ...WHEN, ...ROLE, ...STYLE },
  }),
  element(
    "markdown",
    "a text in Markdown: headings, lists, tables, bold and struck letters, links",
    "markdown (report.body) gap=2mm",
    {
      args: TEXT_ARGUMENT,
      properties: {
        ...BOX,
        ...PROSE,
        gap: of("length", "2mm", "space between its paragraphs; half a type size where it is not said"),
        heading: of("count", "2", "the level of its # headings; one below the form's title where it is not said", {
          min: 1,
          max: 6,
        }),
      },
    },
  ),
  element("line", "a straight line", "line x=0mm y=7mm w=180mm stroke=0.25pt", {
    properties: {
      ...LINE_BOX,
      x2: of("offset", "180mm", "the end's x"),
      y2: of("offset", "7mm", "the end's y"),
      ...STROKES,
    },
  }),
  element("rect", "a rectangle", "rect x=0mm y=0mm w=20mm h=20mm stroke=0.5pt", {
    properties: { ...BOX, ...STROKES },
  }),
  element(
    "image",
    "a picture from the data, or a declared asset; where it is absent, its place's border and fill alone, if it says " +
      "w= and h=",
    'image (product.photo) h=40mm alt="{product.name}"',
    {
      args: [{ name: "source", kind: "picture" }],
      properties: {
        ...PICTURE_BOX,
        align: choice(
          ["left", "center", "right"],
          "where the picture stands in a wider box, and that in its container; cover: which part is shown",
        ),
        valign: choice(
          ["top", "middle", "bottom"],
          "where the picture stands in a higher box; cover: which part is shown",
        ),
        fit: choice(
          ["contain", "cover", "fill"],
          "how the picture fills its box, no wider than its container; cover and fill ask for h, and without w take " +
            "all of the width",
        ),
      },
    },
  ),
  element(
    "seal",
    "a seal box with its label, for a stamp by hand. An image or a name prints its seal in place of the label and " +
      "the border, since a printed seal has its own rim. A name that is absent, empty or blank leaves the box. A " +
      "check reports no printed seal that lies on letters, as stamps do on names",
    'seal (issuer.seal) label="印" w=17mm h=17mm',
    {
      args: [
        { name: "label", kind: "caption", optional: true },
        { name: "source", kind: "picture", optional: true },
      ],
      properties: { ...PICTURE_BOX, ...TEXT_PROPERTIES, label: SEAL_LABEL },
    },
  ),
  element(
    "seal",
    "a seal box of a row under its label, with the seal of the image or the name, where there is one; an " +
      "absent, empty or blank name leaves it for a hand's seal",
    'seal "承認" (issuer.name)',
    {
      args: [
        { name: "label", kind: "caption", optional: true },
        { name: "source", kind: "picture", optional: true },
      ],
      parents: ["seals"],
      properties: { ...TEXT_PROPERTIES, ...WHEN, ...ROLE, ...ALT, ...STYLE, label: SEAL_LABEL },
    },
  ),
  element("seals", "a row of seal boxes under their labels (決裁欄)", "seals w=60mm h=20mm {", {
    children: ["seal"],
    properties: {
      ...LINED_BOX,
      ...TEXT_PROPERTIES,
      cols: of("count", "3", "so many boxes side by side; one keeps its size where when= leaves others out", {
        min: 1,
        max: 20,
      }),
    },
  }),
  element(
    "barcode",
    "a bar code or two-dimensional code; an absent or empty text draws none",
    'barcode qr "{payment.url}" w=22mm h=22mm',
    {
      args: [
        { name: "kind", kind: "choice", choices: BARCODE_KINDS },
        { name: "data", kind: "template" },
      ],
      properties: {
        ...BOX,
        ecc: choice(["L", "M", "Q", "H"], "how much of a qr code may be damaged"),
        module: of("length", "0.33mm", "the width of the narrowest bar or of one square"),
        quiet: of("count", "4", "the free margin, in modules", { min: 0, max: 20 }),
        text: of("flag", "true", "the data beneath, for people"),
      },
    },
  ),
  element(
    "comb",
    "one letter (ﾞ and ﾟ too) in each of a row of cells (マス目)",
    "comb (applicant.postcode) cells=7 w=49mm h=8mm",
    {
      args: TEXT_ARGUMENT,
      required: ["cells"],
      properties: {
        ...LINED_BOX,
        ...TEXT_PROPERTIES,
        ...FORMAT,
        cells: of("count", "7", "so many cells", { min: 1, max: 100 }),
      },
    },
  ),
  element("check", "a check box, ticked where its condition holds", 'check (consent) "同意する"', {
    args: [
      { name: "ticked", kind: "expression", optional: true, yields: "flag" },
      { name: "label", kind: "caption", optional: true },
    ],
    properties: {
      ...BOX,
      ...TEXT_PROPERTIES,
      mark: choice(["tick", "cross", "fill"], "how a ticked box is drawn"),
    },
  }),
  element("space", "empty height; in a row, empty width, where 1fr is a share of what is left", "space 3mm", {
    args: [{ name: "height", kind: "length" }],
    parents: FLOW,
    properties: WHEN,
  }),
  element(
    "break",
    "starts a new page, or a new column where there are columns; does nothing where nothing is printed before it " +
      "there, or behind it to the body's end",
    "break page",
    {
      args: [{ name: "what", kind: "choice", choices: ["page", "column"] }],
      parents: FLOW,
      properties: WHEN,
    },
  ),
  element("bookmark", "an entry of the PDF's outline", 'bookmark "請求書 {invoice.number}"', {
    args: TEXT_ARGUMENT,
    parents: FLOW,
    properties: { ...WHEN, level: of("count", "1", "the depth of the entry", { min: 1, max: 6 }) },
  }),
  element("pairs", "labels and values in two columns", "pairs label-w=20mm {", {
    children: ["pair"],
    properties: {
      ...BOX,
      ...TEXT_PROPERTIES,
      ...GAP,
      "label-w": of(
        "length",
        "20mm",
        "the width of the labels; padding-right= of style label keeps them off the values",
      ),
    },
  }),
  element("pair", "one label with its value", 'pair "請求番号" (invoice.number)', {
    args: [
      { name: "label", kind: "template" },
      { name: "value", kind: "template" },
    ],
    parents: ["pairs"],
    properties: { ...TEXT_PROPERTIES, ...WHEN, ...ROLE, ...STYLE, ...FORMAT },
  }),
] as const;
