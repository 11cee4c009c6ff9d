// How each kind of value and argument is written.
import type { ArgumentDefinition, PropertyDefinition, ValueKind } from "../schema/index.ts";
import { codes } from "./markdown.ts";

/** What a kind of value takes, in words; kinds that this table lacks are printed by their name. */
const KINDS: Readonly<Partial<Record<ValueKind | (string & {}), string>>> = {
  length: "length, 0 or more",
  offset: "length, may be negative",
  width: "length, share `1fr`, percentage or `auto`",
  widths: "list of widths",
  edges: "1, 2 or 4 lengths",
  stroke: "width, colour, dash in any order; `none`",
  number: "number",
  count: "whole number",
  counts: "whole number, or a list",
  shift: "list of two lengths",
  flag: "`true` `false`",
  choice: "word",
  choices: "word, or a list",
  color: "colour",
  paint: "colour, or an expression that yields one",
  template: "text with `{…}`, or an expression",
  text: "text",
  literal: "literal `'…'`",
  asset: "`'asset:…'`",
  condition: "condition in parentheses",
  expression: "expression in parentheses",
  numbers: "number, list or expression",
  name: "word",
  role: "role",
  profiles: "profile id, or a list",
  style: "declared style",
  font: "declared font",
  size: "declared size",
  columns: "column id, or `from..to`",
  families: "family, or a list",
  example: "value, or a list",
};

/** The kind of a property with its choices and bounds. */
export function kindOf({ kind, choices, min, max }: PropertyDefinition): string {
  const bounds = min !== undefined && max !== undefined ? `, ${min} to ${max}` : "";
  if (kind === "choice" && choices !== undefined) return codes(choices);
  return `${KINDS[kind] ?? kind}${choices === undefined ? "" : `: ${codes(choices)}`}${bounds}`;
}

const ARGUMENTS: Readonly<Record<string, string>> = {
  name: "a word that names it",
  template: "a text or an expression",
  caption: "a text",
  expression: "an expression in parentheses",
  array: "an array: `items`, `.slips`, `items[.qty > 0]`, or a computed list in parentheses: `(sort(items, .name))`",
  records: "an array of the data by its path, whole and in its order: `items`, `order.slips`",
  length: "a length",
  choice: "one of",
  words: "a page size, and `portrait` or `landscape`",
  texts: "a text, or a list of them",
  picture: "an expression, or a declared asset",
  part: "a declared part",
  codePoint: "`U+E000`",
};

/** An argument as the reference tells it. */
export function argumentOf({ name, kind, choices, optional }: ArgumentDefinition): string {
  const words = `${ARGUMENTS[kind] ?? kind}${choices === undefined ? "" : ` ${codes(choices)}`}`;
  return `${name}: ${words}${optional === true ? " (may be left out)" : ""}`;
}
