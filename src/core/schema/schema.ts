// The one table of elements and properties: it drives checking, repairs, the reference and completion.
import type { ChildRule, Properties } from "./definition.ts";
import { of } from "./schema-properties.ts";
import { ELEMENTS, type ElementDefinition } from "./schema-table.ts";

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

/** Papers that have no name here, in millimetres: what is asked for by the name all the same. */
const OTHER_PAPERS: Readonly<Record<string, readonly [number, number]>> = {
  tabloid: [279, 432],
  ledger: [279, 432],
  executive: [184, 267],
  postcard: [100, 148],
  naga3: [120, 235],
  naga4: [90, 205],
  kaku2: [240, 332],
  c4: [229, 324],
  c5: [162, 229],
  c6: [114, 162],
};

/** Sheets that are halved again and again: ISO 216 and, for B, JIS P 0138. */
const SHEETS: Readonly<Record<string, readonly [number, number]>> = { a: [841, 1189], b: [1030, 1456] };

/** `105mm 148mm` for `a6`; null for a paper that has a name here, or none. */
export function lengthsOfPaper(name: string): string | null {
  if (Object.keys(PAGE_SIZES).some((known) => known.toLowerCase() === name)) return null;
  const [, series = "", folds = ""] = /^([ab])(10|[0-9])$/.exec(name) ?? [];
  let size = Object.hasOwn(OTHER_PAPERS, name) ? OTHER_PAPERS[name] : SHEETS[series];
  for (let fold = 0; fold < Number(folds) && size !== undefined; fold += 1) size = [Math.floor(size[1] / 2), size[0]];
  return size === undefined ? null : `${size[0]}mm ${size[1]}mm`;
}

const BY_NAME: ReadonlyMap<string, readonly ElementDefinition[]> = Map.groupBy(ELEMENTS, (each): string => each.name);

/** The element of a keyword, where it stands most often. */
export function elementNamed(name: string): ElementDefinition | undefined {
  return BY_NAME.get(name)?.[0];
}

/** The element of a keyword in the block of `parent` (null: at the top level). */
export function elementIn(name: string, parent: ElementDefinition | null): ElementDefinition | undefined {
  const candidates = BY_NAME.get(name) ?? [];
  const places =
    parent === null ? ["top"] : [parent.name, ...(typeof parent.children === "string" ? [parent.children] : [])];
  return candidates.find((each) => each.parents.some((place) => places.includes(place))) ?? candidates[0];
}

/** `column each .months`: a column for each entry of an array. */
export const COLUMN_EACH = ELEMENTS.find((each) => each.name === "column" && each.opensRecord === true);

/** `bar .bookings`: a bar for each entry of an array. */
export const BAR_EACH = ELEMENTS.find((each) => each.name === "bar" && each.opensRecord === true);

/** `milestone .visits (.at)`: a mark for each entry of an array. */
export const MILESTONE_EACH = ELEMENTS.find((each) => each.name === "milestone" && each.opensRecord === true);

/** The grid whose children are cells. */
export const CELL_GRID = ELEMENTS.find((each) => each.name === "grid" && each.children !== "flow");

/** Rows of a foot that have a condition or looks of their own. */
export const ROW_OF_FOOT = ELEMENTS.find((each) => each.name === "row" && each.parents.includes("foot"));

/** The elements that may stand in a block. */
export function allowedChildren(rule: ChildRule): readonly string[] {
  if (rule === "none") return [];
  if (rule !== "flow" && rule !== "absolute") return rule;
  return ELEMENTS.filter((each) => each.parents.includes(rule)).map((each) => each.name);
}

/** Names that stand at the top level and are read elsewhere. */
const DECLARING: ReadonlySet<string> = new Set(["rpt", "field", "let", "dataset", "allow"]);

/** The statements that may stand at the top level. */
export function topNames(): readonly string[] {
  return [...DECLARING, ...ELEMENTS.filter((each) => each.parents.includes("top")).map((each) => each.name)];
}

/** Properties of `field`. */
export const FIELD_PROPERTIES = {
  role: of("role", "line.unitPrice", "what the value means to business profiles"),
  example: of("example", "[100, 250.5]", "a value for checks; a list under [], one per record"),
  default: of("example", "0", "the value where the payload has none"),
  min: of(
    "number",
    "1",
    "the least number; of a list (`items[]`, and `ns[] int`, whose values have no bounds) the fewest entries",
  ),
  max: of("number", "200", "the largest number; of a list (`items[]`, and `ns[] int`) the most entries"),
  pattern: of("literal", "'^[0-9]{3}-[0-9]{4}$'", "a pattern that the text matches"),
  lines: of("number", "3", "the most lines of a `text`, which its line ends part; from 2 on: a `string` has one"),
  label: of("text", '"単価"', "a title for people"),
  desc: of("text", '"税抜の単価"', "a description for people"),
  labels: of("example", '["未入金", "入金済"]', "the words shown for the members of an enum"),
} satisfies Properties;

/** Properties of `let`. */
export const LET_PROPERTIES = { role: FIELD_PROPERTIES.role } satisfies Properties;

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
