// Arguments and property values of generated forms, by the kinds of the schema table.
import type { ArgumentDefinition, PropertyDefinition } from "../../../src/core/schema/index.ts";

/** Which names expressions see where an element stands. */
export type Scope = "root" | "rows" | "parts" | "others";

/** What the writer knows of the place of an element. */
export interface ValuePlace {
  readonly scope: Scope;
  /** Page numbers may be printed. */
  readonly isBand: boolean;
  /** Columns of the table around. */
  readonly columns: readonly string[];
  /** Which of its kind it is among its neighbours. */
  readonly at: number;
  /** A colour and a number that no other element has: of equal texts nobody knows from outside which is which. */
  readonly ownColor: string;
  readonly ownNumber: number;
  /** Where words stand once for all rows, they see what is around those, or are fixed beside the sums of a page. */
  readonly wordsOf: "place" | "root" | "nothing";
}

const NAMES: Readonly<
  Record<Scope, Readonly<Record<"string" | "optional" | "number" | "date" | "end" | "flag", string>>>
> = {
  root: { string: "name", optional: "memo", number: "total", date: "start", end: "end", flag: "paid" },
  rows: { string: ".name", optional: ".memo", number: ".amount", date: ".day", end: ".end", flag: ".paid" },
  parts: { string: ".label", optional: "memo", number: ".value", date: "day", end: "end", flag: "paid" },
  others: { string: ".name", optional: "memo", number: ".rate", date: "day", end: "end", flag: "paid" },
};

const WORDS = ["見出し", "お届け先", "備考欄", "Total", "小計（税込）", "第１号様式", "ﾊﾝｶｸ ABC", "ご確認ください。"];

/** A text with computed parts, or an expression. */
export function templateOf(pick: number, written: ValuePlace): string {
  if (written.wordsOf === "nothing") return captionOf(pick, written);
  const place: ValuePlace = written.wordsOf === "root" ? { ...written, scope: "root" } : written;
  const { string, optional, number, date } = NAMES[place.scope];
  const word = wordOf(pick, place);
  const plain = place.scope === "root" ? "note" : string;
  const shapes = [
    `"${word}"`,
    `(${string})`,
    `"${word} {${string}}"`,
    `"{format(${number}, '#,##0.00')}円"`,
    `"{format(${date}, 'yyyy年M月d日')}"`,
    `(${plain})`,
    `"{${string}}／{${optional} ?? 'なし'}"`,
    place.isBand ? `"{page.n} / {page.total} 頁"` : `"{record.n}: {copy.label}"`,
    `(${number})`,
  ];
  return shapes[Math.floor(pick / WORDS.length) % shapes.length] ?? shapes[0] ?? "";
}

export function captionOf(pick: number, place: ValuePlace): string {
  return `"${wordOf(pick, place)}"`;
}

function wordOf(pick: number, { ownNumber }: ValuePlace): string {
  return `${WORDS[pick % WORDS.length]}${ownNumber}`;
}

/** What an expression has to yield. */
type Yields = ArgumentDefinition["yields"] | PropertyDefinition["yields"];

function expressionOf(yields: Yields, pick: number, place: ValuePlace): string {
  const { string, number, date, flag } = NAMES[place.scope];
  if (yields === "instant") return `(${date})`;
  if (yields === "dates") return "(rows[].day)";
  if (yields === "number" || yields === "summed") return `(${number})`;
  if (yields === "flag") return `(${flag})`;
  return pick % 2 === 0 ? `(${string})` : `(${number})`;
}

/** Data that each kind of code can hold. */
const CODES: Readonly<Record<string, string>> = {
  ean13: '"4901234567894"',
  ean8: '"49123456"',
  itf: '"14901234567891"',
  nw7: '"A123456A"',
  code128: '"ABC-123"',
  code39: '"ABC-123"',
  "gs1-128": '"(01)04912345678904"',
  "jp-postal": '"10000131-3-2-503"',
};

/** An argument as it is written; null: it is left out. */
export function argumentOf(
  definition: ArgumentDefinition,
  pick: number,
  place: ValuePlace,
  written: readonly string[],
): string | null {
  switch (definition.kind) {
    case "name":
      return `c${place.at}`;
    case "template":
      // Headings see what is around the table; names of the root are seen everywhere.
      if (definition.name === "heading") return templateOf(pick, { ...place, scope: "root" });
      return CODES[written[0] ?? ""] ?? templateOf(pick, place);
    case "caption":
      return definition.optional === true && pick % 2 === 1 ? null : captionOf(pick, place);
    case "expression":
      return definition.optional === true && pick % 5 === 4 ? null : expressionOf(definition.yields, pick, place);
    case "array":
    case "records":
      return arrayFor(place.scope, pick);
    case "length":
      return ["2mm", "0mm", "5mm", "20mm"][pick % 4] ?? "2mm";
    case "choice":
      return definition.choices?.[pick % definition.choices.length] ?? null;
    case "picture":
      return definition.optional === true && pick % 3 === 2 ? null : "(photo)";
    case "part":
      return "shared";
    case "words":
    case "texts":
    case "codePoint":
      throw new Error(`Forms are not generated with the argument '${definition.kind}' in their pages.`);
  }
}

/** Parts of a row within rows; elsewhere the arrays of the root. */
export function arrayFor(scope: Scope, pick: number): string {
  if (scope === "rows" && pick % 2 === 0) return ".parts";
  return pick % 3 === 2 ? "others" : "rows";
}

export function scopeOf(array: string): Scope {
  return array === ".parts" ? "parts" : array === "others" ? "others" : "rows";
}

const LENGTHS: Readonly<Record<string, readonly string[]>> = {
  h: ["12mm", "8mm", "20mm", "30mm", "5mm"],
  "min-h": ["8mm", "20mm"],
  "max-h": ["30mm", "60mm", "10mm"],
  "label-w": ["20mm", "30mm", "10mm"],
  "row-h": ["6mm", "9mm"],
  "min-size": ["6pt", "4pt", "5pt"],
  module: ["0.5mm", "0.33mm"],
  "keep-min": ["20mm", "5mm"],
};

/** A property's value as it is written; null where it makes no sense in this place. */
export function propertyValue(
  name: string,
  definition: PropertyDefinition,
  pick: number,
  place: ValuePlace,
): string | null {
  const one = <Value>(values: readonly Value[]): Value => values[pick % values.length] as Value;
  const { min, max, choices = [], example } = definition;
  switch (definition.kind) {
    case "length":
      return one(LENGTHS[name] ?? ["1mm", "0mm", "2mm", "4mm"]);
    case "offset":
      return one(["0.2mm", "0mm", "0.5mm"]);
    case "width":
      return one(["60mm", "1fr", "50%", "auto", "30mm", "18mm"]);
    case "widths":
      return one(["[1fr]", "[24mm, 1fr]", "[1fr, 1fr, 1fr]", "[30mm, 50mm]"]);
    case "edges":
      return one(["1mm", "2mm", "[1mm, 3mm]", "[0mm, 2mm, 1mm, 4mm]"]);
    case "stroke":
      return one([`[0.5pt, ${place.ownColor}]`, "0.25pt", `[1pt, dash, ${place.ownColor}]`, "none"]);
    case "number":
      return one([example, ...(min === undefined ? [] : [String(min)]), ...(max === undefined ? [] : [String(max)])]);
    case "count":
      // Mostly as many cells as a text may have letters.
      if (name === "cells") return one(["40", "24", "12"]);
      return one([example, String(min ?? 1), "2", "3"].filter((text) => Number(text) >= (min ?? 0)));
    case "counts":
      return one(["4", "[2, 4]", "1"]);
    case "flag":
      return one(["true", "false"]);
    case "choice":
      return one([...new Set([example, ...choices])]);
    case "paint":
      return one(["ink", "shade", "rule", "(if(paid, 'plan', 'late'))"]);
    case "template":
      return templateOf(pick, place);
    case "text":
      return captionOf(pick, place);
    case "condition":
      return conditionOf(pick, definition.sees === "outside" ? "root" : place.scope);
    case "expression":
      // Mostly a scale that holds all days of the data.
      if (name === "from" && pick % 4 !== 3) return "(addDays(start, -40))";
      if (name === "to" && pick % 4 !== 3) return "(addDays(start, 40))";
      return expressionOf(definition.yields, pick, definition.sees === "outside" ? { ...place, scope: "root" } : place);
    case "literal":
      return name === "format" ? one(["'#,##0'", "'0.0'", "'¥#,##0;▲¥#,##0'"]) : example;
    case "style":
      return one(["base", "small", "cell"]);
    case "font":
      return one(["gothic", "mincho"]);
    case "size":
      return one(["body", "small", "head"]);
    case "numbers":
      return example;
    case "columns":
      return place.columns[place.at % Math.max(1, place.columns.length)] ?? null;
    case "role":
    case "name":
    case "color":
    case "choices":
    case "shift":
    case "asset":
    case "profiles":
    case "families":
    case "example":
      // They say what a thing means, or belong to the top level.
      return null;
  }
}

function conditionOf(pick: number, scope: Scope): string {
  const { optional, flag, number } = NAMES[scope];
  return [`(has(${optional}))`, `(${flag})`, `(${number} > 0)`, "(true)"][pick % 4] ?? "(true)";
}
