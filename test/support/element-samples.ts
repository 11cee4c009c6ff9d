// Small whole forms, one for each element and property of the schema table in each place where it may stand: what is
// added to the table is among them without anyone thinking of it.

import { placesOf, sampleDocument } from "../../src/core/reference/index.ts";
import { ELEMENTS, type ElementDefinition, type PropertyDefinition } from "../../src/core/schema/index.ts";

export interface ElementSample {
  readonly element: ElementDefinition;
  /** A name of `placesIn`: `flow`, `absolute`, the name of a parent, `within row`, `header` … */
  readonly place: string;
  /** Null: the element's example as it is. */
  readonly property: string | null;
  /** As it is written in the source. */
  readonly value: string;
  readonly source: string;
  /** The same form without the property. */
  readonly plain: string;
}

/** The second family is there for `font=`. */
const FONTS = 'fonts gothic="Noto Sans JP"';
const FRAMED = "style framed italic=true border=1pt padding=1mm margin=1mm fill=#c0392b";
const FLOW_HEAD = "page A4 {\n  body {\n";
const FLOW_TAIL = "\n  }\n}\n";
const PLATE_HEAD = `${FLOW_HEAD}    plate h=60mm {\n`;
const PLATE_TAIL = `\n    }${FLOW_TAIL}`;

/** Declarations that a frame speaks of, where the sample has them not. */
const LINES: readonly string[] = [
  'field loads[].key string(10) example=["L1", "L2"]',
  "field loads[].ratio decimal(5,1) example=[90.3, 94.6]",
];

/** Where flow elements stand beside the plain body: what opens before them, and what closes behind. */
const FLOW_FRAMES: Readonly<Record<string, readonly [head: string, tail: string]>> = {
  "within stack": framed("stack gap=2mm {", "}"),
  "within row": framed("row gap=2mm {", "}"),
  "within grid": framed("grid cols=[120mm] {", "}"),
  "within box": framed("box border=0.25pt padding=2mm {", "}"),
  "within columns": framed("columns n=1 {", "}"),
  "within each": framed("each loads {", "}"),
  "within table cell": framed('table loads {\n  column key "区分" {', "}\n}"),
  "within part": ["part framed {\n", `\n}\n${FLOW_HEAD}    use framed${FLOW_TAIL}`],
  "within copies": [`copies ["正", "控"]\n${FLOW_HEAD}`, FLOW_TAIL],
};

/** Where absolute elements stand beside a plate. */
const ABSOLUTE_FRAMES: Readonly<Record<string, readonly [head: string, tail: string]>> = {
  header: band("header h=60mm {"),
  footer: band("footer h=60mm {"),
  background: band("background {"),
};

function framed(open: string, close: string): readonly [string, string] {
  return [`${FLOW_HEAD}${open}\n`, `\n${close}${FLOW_TAIL}`];
}

function band(open: string): readonly [string, string] {
  return [`page A4 {\n  ${open}\n`, '\n  }\n  body {\n    space 80mm\n    text "本文"\n  }\n}\n'];
}

/** All places of an element: those of the table, and for what stands anywhere the containers one by one. */
export function placesIn(element: ElementDefinition): readonly string[] {
  return placesOf(element).flatMap((place) => {
    if (place === "flow") return [place, ...Object.keys(FLOW_FRAMES).filter((frame) => mayStand(element, frame))];
    return place === "absolute" ? [place, ...Object.keys(ABSOLUTE_FRAMES)] : [place];
  });
}

/** Breaks and bookmarks belong to the pages' own flow. */
function mayStand({ name }: ElementDefinition, frame: string): boolean {
  return !(name === "break" && ["within row", "within grid", "within table cell"].includes(frame));
}

/** The element in its place with `written` behind its own properties. */
export function placedSample(element: ElementDefinition, place: string, written = ""): string {
  return framedSample(element, place, written).replace(`${FONTS}\n`, `${FONTS} mincho="Noto Serif JP"\n${FRAMED}\n`);
}

function framedSample(element: ElementDefinition, place: string, written: string): string {
  const flow = FLOW_FRAMES[place];
  if (flow !== undefined) return reframed(sampleDocument(element, "flow", written), FLOW_HEAD, FLOW_TAIL, flow);
  const absolute = ABSOLUTE_FRAMES[place];
  if (absolute === undefined) return sampleDocument(element, place, written);
  return reframed(sampleDocument(element, "absolute", written), PLATE_HEAD, PLATE_TAIL, absolute);
}

function reframed(source: string, head: string, tail: string, frame: readonly [string, string]): string {
  const at = source.lastIndexOf(head);
  if (at < 0 || !source.endsWith(tail)) throw new Error(`The sample has another frame:\n${source}`);
  const content = source.slice(at + head.length, -tail.length);
  const declared = LINES.filter((line) => frame[0].includes(" loads {") && !source.includes(line));
  const above = source.slice(0, at).replace("rpt 1\n", () => ["rpt 1", ...declared, ""].join("\n"));
  return above + frame[0] + content + frame[1];
}

/** What a property needs beside it, so that it can be seen; each is left out where the element has no such property. */
const BESIDE: Readonly<Record<string, readonly string[]>> = {
  "border-color": ["border=1pt"],
  "border-style": ["border=1pt"],
  radius: ["border=1pt", "fill=shade", "w=40mm"],
  align: ["w=90mm"],
  valign: ["h=20mm"],
  place: ["w=40mm"],
  wrap: ["w=20mm"],
  kinsoku: ["w=20mm"],
  hang: ["w=20mm"],
  fit: ["w=20mm", "h=6mm"],
  "min-size": ["w=25mm", "lines=1", "fit=shrink"],
  condense: ["w=25mm", "lines=1", "fit=shrink"],
  lines: ["w=20mm"],
  combine: ["writing=vertical", "h=40mm"],
  writing: ["h=40mm"],
  "marker-w": ['marker="・"'],
  x2: ["y2=20mm"],
  blank: ["min-rows=6"],
  strike: ["min-rows=6"],
  "fill-rows": ["rows-per-page=6"],
  fill: ["h=20mm"],
  "column-gap": ["columns=2"],
  gap: ["n-up=[2, 5]"],
  "row-gap": ["n-up=[2, 5]"],
  gutter: ["margin=[10mm, 20mm, 10mm, 10mm]"],
  "first-number": ["margin=12mm"],
  opacity: ["fill=late"],
  off: ["holidays=(holidays[])"],
};

const SMALL = { comb: "comb (applicant.postcode) cells=7 w=7mm h=8mm" };

const UNSIZED = {
  rect: "rect w=20mm stroke=0.5pt",
  barcode: 'barcode qr "{payment.url}"',
  chart: 'chart bar loads alt="負荷率の棒グラフ" {',
};

/** Examples of elements for properties that the usual example shows nothing of: numbers to format. */
const OTHER_EXAMPLES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  format: {
    text: "text (total)",
    label: "label (total)",
    span: "span (total)",
    comb: "comb (total) cells=9 w=49mm h=8mm",
    pair: 'pair "合計" (total)',
    head: "head (count(.items))",
    foot: "foot (count(.items))",
    category: "category (.ratio)",
    "cell in grid": "cell (total)",
    "head in grid": "head (total)",
  },
  style: { span: 'span "重要"' },
  h: { line: "line stroke=0.25pt" },
  rotate: { rect: "rect w=40mm h=20mm stroke=0.5pt" },
  align: { comb: "comb (applicant.postcode) cells=9 w=63mm h=8mm" },
  fit: SMALL,
  "min-size": SMALL,
  condense: SMALL,
  role: { milestone: 'milestone (.due) "納期"', foot: 'foot "小計"' },
  gutter: { page: "page A4 portrait margin=[10mm, 20mm, 10mm, 10mm] {" },
  "min-h": UNSIZED,
  "max-h": UNSIZED,
};

/** What is another value than the one that holds anyway, where the table's example is that one. */
const OTHER_VALUES: Readonly<Record<string, readonly string[]>> = {
  font: ["mincho"],
  size: ["head"],
  color: ["late"],
  fill: ["late", "rule"],
  off: ["late"],
  lang: ["en"],
  when: ["(false)"],
  style: ["framed"],
  format: ["'0.00'"],
  in: ['"前葉より"'],
  bottom: ["'dd'"],
  "min-h": ["70mm"],
  "max-h": ["6mm", "2mm"],
  "keep-min": ["90mm"],
  w: ["33mm"],
  h: ["31mm", "3mm"],
  "min-size": ["8.5pt"],
  "row-gap": ["3mm"],
  "column-gap": ["11mm"],
  "stroke-width": ["2pt"],
  "row-color": ["(if(true, 'late', 'rule'))"],
};

/** What the property may be: every choice, both flags, the bounds of a number, and the table's own example. */
export function valuesOf(name: string, { kind, choices, example, min, max }: PropertyDefinition): readonly string[] {
  if (kind === "choice" || kind === "choices") return [...new Set([example, ...(choices ?? [])])];
  if (kind === "flag") return ["true", "false"];
  const bounds = kind === "number" || kind === "count" ? [min, max].filter((bound) => bound !== undefined) : [];
  return [...new Set([example, ...bounds.map(String), ...(OTHER_VALUES[name] ?? [])])];
}

/** Every sample of an element in a place: as it is, then with each of its properties. */
export function samplesOf(element: ElementDefinition, place: string): readonly ElementSample[] {
  const bare = placedSample(element, place);
  const properties = Object.entries(element.properties).filter(([name]) => isWritable(element, place, name));
  return [
    { element, place, property: null, value: "", source: bare, plain: bare },
    ...properties.flatMap(([name, definition]) =>
      valuesOf(name, definition).map((value) => sampleWith(element, place, name, value)),
    ),
  ];
}

function isWritable({ example, name: element }: ElementDefinition, place: string, name: string): boolean {
  const isPlacing = name === "x" || name === "y";
  if (isPlacing && !["absolute", ...Object.keys(ABSOLUTE_FRAMES)].includes(place)) return false;
  // The head and the foot of a table hold cells; those of a group may hold a value.
  if (name === "format" && (element === "head" || element === "foot") && !["group", "grid"].includes(place))
    return false;
  return !example.includes(` ${name}=`);
}

function sampleWith(element: ElementDefinition, place: string, name: string, value: string): ElementSample {
  const examples = OTHER_EXAMPLES[name];
  const other = place === "grid" ? examples?.[`${element.name} in grid`] : examples?.[element.name];
  // The foot of a table or a schedule has cells alone.
  const example = element.name === "foot" && element.args.length === 0 ? undefined : other;
  const shown: ElementDefinition = example === undefined ? element : { ...element, example };
  const beside = (BESIDE[name] ?? []).filter((one) => {
    const key = one.slice(0, one.indexOf("="));
    return element.properties[key] !== undefined && key !== name && !shown.example.includes(` ${key}=`);
  });
  const source = placedSample(shown, place, [...beside, `${name}=${value}`].join(" "));
  return { element, place, property: name, value, source, plain: placedSample(shown, place, beside.join(" ")) };
}

/** Every element of the table in each of its places. */
export const PLACED_ELEMENTS: readonly (readonly [name: string, place: string, element: ElementDefinition])[] =
  ELEMENTS.flatMap((element) => placesIn(element).map((place) => [element.name, place, element] as const));
