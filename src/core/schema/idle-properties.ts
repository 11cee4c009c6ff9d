// Properties that an element takes and has no use for, whatever stands beside or around it.
import type { ElementName, PropertyName } from "./schema-table.ts";

/** Properties that an element takes as others of its kind do, and that change nothing of it. */
interface Idle {
  readonly properties: readonly PropertyName[];
  /** The values without effect; absent: any. */
  readonly values?: readonly string[];
  /** Values that have an effect. */
  readonly unless?: RegExp;
  readonly why: string;
}

/** What frames a content: the room about it, and the lines about that. */
export const FRAME_PROPERTIES = [
  "padding",
  "padding-top",
  "padding-right",
  "padding-bottom",
  "padding-left",
  "border",
  "border-top",
  "border-right",
  "border-bottom",
  "border-left",
  "border-color",
  "border-style",
] as const satisfies readonly PropertyName[];

const UNPARTED: Idle = {
  properties: ["keep-min"],
  why: "It is never parted over pages, so that there is room for all of it.",
};
const NO_VALUE: Idle = { properties: ["role"], why: "A role belongs to what shows a value: write it there." };
/** A rect draws the place of a stamp, which has a role of its own: `stamp.box`. */
const NO_VALUE_BUT_PLACE: Idle = { ...NO_VALUE, unless: /\.box$/u };
const ONE_LINE: Idle = { properties: ["wrap", "kinsoku", "fit", "lines", "hang"], why: "Its words stand on one line." };
const PLACED: Idle = { properties: ["align", "valign"], why: "It places its words itself." };
const LEVEL: Idle = { properties: ["valign"], why: "Label and value stand on one line, and are as high as they need." };
const OWN_LINE: Idle = {
  properties: FRAME_PROPERTIES,
  why: "A rect has no content, and its line is stroke=.",
};
const CELLS: Idle = {
  properties: ["valign", "line-height", "lines", "wrap", "kinsoku", "hang", "latin-gap"],
  why: "Each letter stands in the middle of its cell.",
};
const FROM_THE_LEFT: Idle = {
  properties: ["align"],
  values: ["center", "justify", "distribute"],
  why: "Letters fill the cells from the left; align=right ends in the last one.",
};
const SIDE_BY_SIDE: Idle = {
  properties: ["writing"],
  values: ["vertical"],
  why: "The cells of a comb stand side by side, with one upright letter in each.",
};
const EACH_SEAL: Idle = {
  properties: [
    "wrap",
    "kinsoku",
    "fit",
    "min-size",
    "condense",
    "decoration",
    "writing",
    "combine",
    "lines",
    "hang",
    "latin-gap",
  ],
  why: "Each of its seals says it for its own label.",
};

const HOLDS_WORDS: Idle = { properties: ["alt"], why: "Readers are told what stands in it: write alt at a picture." };
const DECORATION: Idle = { properties: ["alt"], why: "It is decoration, of which readers are told nothing." };

const GUTTER_TOP: Idle = {
  properties: ["gutter"],
  values: ["top"],
  why: "Margins at the top and the foot of a page may differ anyway.",
};

const SCALED: Idle = {
  properties: ["min-h", "max-h"],
  why: "A chart is as high as h says, or else in proportion to its width.",
};
const RECT: Idle = { properties: ["max-h", "rotate"], why: "A rect is as wide and high as w, h and min-h say." };

/** By the element that has no use for them. */
export const IDLE: { readonly [Name in ElementName]?: readonly Idle[] } = {
  page: [GUTTER_TOP],
  stack: [HOLDS_WORDS],
  grid: [HOLDS_WORDS],
  each: [HOLDS_WORDS],
  row: [HOLDS_WORDS, UNPARTED],
  columns: [HOLDS_WORDS, NO_VALUE],
  plate: [
    HOLDS_WORDS,
    { properties: ["min-h", "max-h"], why: "A plate is as high as its h says." },
    UNPARTED,
    NO_VALUE,
  ],
  line: [DECORATION, UNPARTED, NO_VALUE],
  rect: [DECORATION, UNPARTED, NO_VALUE_BUT_PLACE, OWN_LINE, RECT],
  image: [UNPARTED],
  seal: [UNPARTED, PLACED],
  seals: [HOLDS_WORDS, UNPARTED, NO_VALUE, PLACED, EACH_SEAL],
  barcode: [UNPARTED],
  comb: [UNPARTED, CELLS, FROM_THE_LEFT, SIDE_BY_SIDE],
  check: [HOLDS_WORDS, UNPARTED, { properties: ["valign"], why: "The box stands beside the first line of its words." }],
  pairs: [HOLDS_WORDS, LEVEL],
  pair: [LEVEL],
  scale: [ONE_LINE, PLACED, { properties: ["min-size", "condense"], why: "Names that have no room are left out." }],
  bar: [
    ONE_LINE,
    { properties: ["valign"], why: "Its words stand at the middle of its height." },
    {
      properties: ["align"],
      values: ["justify", "distribute"],
      why: "Its label stands on one line, in its own width.",
    },
    { properties: ["line-height"], why: "Its label stands on one line." },
  ],
  chart: [ONE_LINE, PLACED, UNPARTED, SCALED],
  series: [{ properties: ["dash"], values: ["double"], why: "A line of a chart is a single one." }],
};

/** Whether an element has no use for a property, whatever its value is and whatever stands beside it. */
export function isIdle(element: string, property: string): boolean {
  const all: Readonly<Record<string, readonly Idle[] | undefined>> = IDLE;
  return (all[element] ?? []).some(
    ({ properties, values }) => values === undefined && properties.some((each) => each === property),
  );
}
