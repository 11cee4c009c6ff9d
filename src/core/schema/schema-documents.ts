// The part of the table that stands at the top level, and what a page holds.
import type { Properties } from "./definition.ts";
import {
  BORDER,
  choice,
  choices,
  element,
  GAP,
  MAY_BE_EMPTY,
  of,
  STYLE,
  TEXT_PROPERTIES,
  TOP,
} from "./schema-properties.ts";

const ON = choice(
  ["all", "first", "rest", "last", "odd", "even"],
  "on which pages; of several for one page the most specific stands there alone",
);

/** What an encrypted PDF may allow its readers. */
export const PERMISSIONS = [
  "print",
  "print-low",
  "copy",
  "edit",
  "annotate",
  "fill",
  "assemble",
  "accessibility",
] as const;

const DOCUMENT_PROPERTIES = {
  title: of("template", '"請求書 {invoice.number}"', "the title of the PDF"),
  name: of("text", '"請求書"', "the catalogue's name for the template"),
  lang: of("name", "ja", "the document's language"),
  profile: of("profiles", "jp.invoice", "business profiles to judge the form by"),
  pdf: choice(["1.7", "a-2b", "a-2u", "a-2a", "a-3b", "a-3u", "a-3a"], "the kind of PDF that is promised"),
  "pdf-compat": choice(["1.7", "1.4"], "1.4: a file for old programs, with nothing newer in it"),
  ua: choice(["1"], "tagged for assistive technology (PDF/UA)"),
  extra: choice(["ignore", "forbid"], "whether payload members that are not declared are violations"),
  author: of("text", '"青空デザイン"', "the author in the PDF"),
  subject: of("text", '"請求書"', "the subject in the PDF"),
  keywords: of("text", '"請求書, 月次"', "keywords in the PDF"),
  "print-scale": choice(["none", "default"], "none: print dialogs start at the size as designed"),
  duplex: choice(["simplex", "long-edge", "short-edge"], "the sides that print dialogs start with"),
} satisfies Properties;

export const STYLE_PROPERTIES = {
  base: of("style", "body", "a style whose properties are taken over"),
  ...TEXT_PROPERTIES,
  ...BORDER,
  margin: of("edges", "2mm", "space outside the border"),
  radius: of("length", "2mm", "rounded corners"),
} satisfies Properties;

const GAIJI = `gaiji U+E000 '<svg viewBox="0 0 10 10"><path d="M1 1h8v8h-8z"/></svg>'`;

export const DOCUMENTS = [
  element("document", "names the document and its output", 'document invoice title="請求書 {invoice.number}" lang=ja', {
    args: [{ name: "id", kind: "name" }],
    parents: TOP,
    properties: DOCUMENT_PROPERTIES,
  }),
  element("source", "makes one document of each record of an array", "source customers as=c", {
    args: [{ name: "array", kind: "records" }],
    parents: TOP,
    required: ["as"],
    properties: {
      as: of("name", "c", "the name of the record"),
      name: of("template", '"請求書_{c.code}"', "the record's bookmark"),
      max: of("count", "1000", "at most so many documents", { min: 1, max: 100_000 }),
    },
  }),
  element("encrypt", "asks for encryption; the password comes with the request", "encrypt aes-256 open=optional", {
    args: [{ name: "method", kind: "choice", choices: ["aes-256"] }],
    parents: TOP,
    properties: {
      open: choice(["none", "optional", "required"], "whether a request may or must bring a password"),
      allow: choices(PERMISSIONS, "[print, accessibility]", "what readers may do"),
    },
  }),
  element(
    "attach",
    "puts the request's data as a file into the PDF",
    'attach payload "請求データ.json" relationship=source',
    {
      args: [
        { name: "content", kind: "choice", choices: ["payload"] },
        { name: "name", kind: "caption" },
      ],
      parents: TOP,
      properties: {
        relationship: choice(["data", "source", "supplement", "alternative"], "what the pages are to the file"),
        description: of("text", '"請求の明細"', "what readers see beside the file's name"),
      },
    },
  ),
  element("fonts", "declares font families; the first is the default", 'fonts gothic="Noto Sans JP"', { parents: TOP }),
  element(
    "gaiji",
    "gives a private character its drawing, an SVG of filled paths, which is set in the colour of the text",
    GAIJI,
    {
      args: [
        { name: "character", kind: "codePoint" },
        { name: "drawing", kind: "caption" },
      ],
      parents: TOP,
      properties: { text: of("literal", "'高'", "the letters that it is read and copied as") },
    },
  ),
  element("sizes", "declares type sizes", "sizes title=20pt body=9pt", { parents: TOP }),
  element("colors", "declares colours", "colors ink=#1a1a1a rule=#8a8a8a", { parents: TOP }),
  element("asset", "declares a picture that is published with the template", "asset logo src='asset:logo.svg'", {
    args: [{ name: "name", kind: "name" }],
    parents: TOP,
    required: ["src"],
    properties: {
      src: of("asset", "'asset:logo.svg'", "the file"),
      sha256: of("literal", `'${"0".repeat(64)}'`, "the file's hash in 64 hexadecimal digits"),
    },
  }),
  element("style", "declares a named set of properties", "style strong weight=bold size=head", {
    args: [{ name: "name", kind: "name" }],
    parents: TOP,
    properties: STYLE_PROPERTIES,
  }),
  element("copies", "repeats the document once for each label", 'copies ["正", "控"]', {
    args: [{ name: "labels", kind: "texts" }],
    parents: TOP,
    properties: {
      "per-page": of("count", "3", "so many copies below one another on one sheet, which is cut apart", {
        min: 1,
        max: 10,
      }),
    },
  }),
  element("part", "a named group of elements that use repeats", "part contact {", {
    args: [{ name: "name", kind: "name" }],
    parents: TOP,
    children: "flow",
  }),
  element("page", "a section of pages; one at least, though its body shows nothing", "page A4 portrait margin=15mm {", {
    args: [{ name: "size", kind: "words", optional: true }],
    parents: TOP,
    children: ["header", "footer", "background", "body"],
    properties: {
      w: of("length", "210mm", "the width of a size without a name"),
      h: of("length", "297mm", "the height of a size without a name"),
      margin: of("edges", "15mm", "the margins; one, [v, h] or four lengths"),
      gutter: choice(["left", "right", "top"], "where the larger margin is meant for binding"),
      bleed: of("length", "3mm", "what is drawn beyond each edge of the paper, to be trimmed off"),
      fill: of("color", "white", "the colour of the paper"),
      "first-number": of("count", "1", "the number of the first page", { min: 0, max: 1_000_000 }),
      pages: of("count", "1", "at most so many pages, or labels, for each record: more are an error", {
        min: 1,
        max: 1_000,
      }),
      "n-up": of("counts", "[2, 5]", "columns and rows of labels on one sheet, within its margin", {
        min: 1,
        max: 50,
      }),
      gap: of("length", "2.5mm", "space between the labels of a sheet", { across: "row-gap" }),
      "row-gap": of("length", "0mm", "space between their rows, where it is another"),
    },
  }),
] as const;

export const BANDS = [
  element("header", "stands at the top of every page", "header h=8mm on=rest {", {
    parents: ["page"],
    ...MAY_BE_EMPTY,
    children: "absolute",
    required: ["h"],
    properties: { h: of("length", "8mm", "the height"), on: ON, ...TEXT_PROPERTIES, ...STYLE },
  }),
  element("footer", "stands at the bottom of every page", "footer h=8mm {", {
    parents: ["page"],
    ...MAY_BE_EMPTY,
    children: "absolute",
    required: ["h"],
    properties: { h: of("length", "8mm", "the height"), on: ON, ...TEXT_PROPERTIES, ...STYLE },
  }),
  element("background", "lies under everything on the page", "background on=first {", {
    parents: ["page"],
    ...MAY_BE_EMPTY,
    children: "absolute",
    properties: {
      on: ON,
      print: of("flag", "false", "false: shown on screens only, for pre-printed stock"),
      offset: of("shift", "[1.5mm, -1mm]", "how far it is moved, right and down, to meet pre-printed stock"),
      ...TEXT_PROPERTIES,
      ...STYLE,
    },
  }),
  element("body", "the flow of the pages between header and footer", "body gap=5mm {", {
    parents: ["page"],
    ...MAY_BE_EMPTY,
    children: "flow",
    properties: {
      ...GAP,
      columns: of("count", "2", "so many newspaper columns", { min: 1, max: 10 }),
      "column-gap": of("length", "6mm", "space between the columns"),
      ...TEXT_PROPERTIES,
      ...STYLE,
    },
  }),
] as const;
