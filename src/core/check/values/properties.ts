// Names of properties: known ones, near ones, and those of other languages.

import type { Repair, Span } from "../../diagnostics/index.ts";
import { nearest } from "../../expression/index.ts";
import type { Property } from "../../language/index.ts";
import {
  ELEMENTS,
  type Habit,
  isIdle,
  PROPERTY_HABITS,
  type Properties,
  type PropertyDefinition,
  TEXT_PROPERTIES,
} from "../../schema/index.ts";
import { advise, type CheckContext, rewrite } from "../context/index.ts";

/** Second names of properties. A check accepts one at an element that has the property, without a finding. */
const SYNONYMS: ReadonlyMap<string, string> = new Map([
  ["header-style", "head-style"],
  ["header-fill", "head-fill"],
]);

export interface KnownProperty<Name extends string = string> {
  readonly name: Name;
  readonly property: Property;
  readonly definition: PropertyDefinition;
}

/** The properties that `owner` has, each once; the rest is told. */
export function knownProperties<Table extends Properties>(
  context: CheckContext,
  owner: string,
  table: Table,
  properties: readonly Property[],
): readonly KnownProperty<keyof Table & string>[] {
  const known: KnownProperty<keyof Table & string>[] = [];
  const seen = new Map<string, Property>();
  for (const property of properties) {
    const text = nameIn(table, property.name.text);
    if (seen.has(text)) {
      reportTwice(context, property);
      continue;
    }
    seen.set(text, property);
    const definition = Object.hasOwn(table, text) ? table[text] : undefined;
    if (definition === undefined) reportUnknown(context, owner, usedBy(owner, table), property, properties);
    else known.push({ name: text, property, definition });
  }
  return known;
}

/** The properties that have an effect at an element, by all that it takes: no repair offers the others. */
const USED = new WeakMap<Properties, Properties>();

function usedBy(owner: string, table: Properties): Properties {
  const known = USED.get(table);
  if (known !== undefined) return known;
  const used = Object.fromEntries(Object.entries(table).filter(([name]) => !isIdle(owner, name)));
  USED.set(table, used);
  return used;
}

/** The table's own name for a property, whichever of the two is written. */
function nameIn(table: Properties, written: string): string {
  const synonym = SYNONYMS.get(written);
  return synonym !== undefined && Object.hasOwn(table, synonym) ? synonym : written;
}

/** A range with the spaces before it, so that deleting it leaves no gap. */
export function withSpaceBefore(context: CheckContext, span: Span): Span {
  let start = span.start;
  while (start > 0 && /[ \t\u3000]/.test(context.source[start - 1] ?? "")) start--;
  return { start, end: span.end };
}

function reportTwice(context: CheckContext, property: Property): void {
  context.report({
    code: "RPT1004",
    span: property.span,
    message: `property ${property.name.text} is given twice`,
    why: "One of the two values would be lost.",
    repair: rewrite(withSpaceBefore(context, property.span), "", "delete this one"),
  });
}

function reportUnknown(
  context: CheckContext,
  owner: string,
  table: Properties,
  property: Property,
  all: readonly Property[],
): void {
  const { text, span } = property.name;
  if (owner === "encrypt" && /pass|pw|secret|key/i.test(text)) {
    refuseSecret(context, property);
    return;
  }
  context.report({
    code: "RPT1003",
    span,
    message: `${owner} has no property "${text}"`,
    why: Object.keys(table).length === 0 ? `${owner} takes no properties.` : `Properties: ${likeliestIn(table, text)}.`,
    repair: repairName(context, { owner, table }, property, all),
  });
}

/** Lists of names by the table and what was written: a form makes a mistake often, and a check tries many edits. */
const LIKELIEST = new WeakMap<Properties, Map<string, string>>();
const LIKELIEST_MAX = 200;

function likeliestIn(table: Properties, written: string): string {
  const lists = LIKELIEST.get(table) ?? new Map<string, string>();
  LIKELIEST.set(table, lists);
  const list = lists.get(written) ?? likeliestFirst(written, Object.keys(table)).join(", ");
  if (lists.size < LIKELIEST_MAX) lists.set(written, list);
  return list;
}

/** Names that share a part with what was written, or nearly are it; then all others in the order of letters. */
function likeliestFirst(written: string, names: readonly string[]): readonly string[] {
  const sorted = [...names].sort(byLetters);
  const near = nearest(written, sorted);
  const parts = partsOf(written);
  const isLike = (name: string): boolean => name === near || partsOf(name).some((part) => parts.includes(part));
  return [...sorted.filter(isLike), ...sorted.filter((name) => !isLike(name))];
}

/** Parts of a name that mean something by themselves: of `border-colour` `border` and `colour`. */
function partsOf(name: string): readonly string[] {
  return name
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((part) => part.length > 2);
}

function byLetters(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

interface Owner {
  readonly owner: string;
  readonly table: Properties;
}

function repairName(context: CheckContext, where: Owner, property: Property, all: readonly Property[]): Repair {
  const { owner, table } = where;
  const { text, span } = property.name;
  const remove = rewrite(withSpaceBefore(context, property.span), "", "delete it");
  const habit = habitOf(text);
  const names = habit !== undefined && "name" in habit ? namesOf(habit) : [];
  const meant = names.find((each) => Object.hasOwn(table, each));
  if (meant !== undefined) {
    if (all.some((each) => each.name.text === meant)) return remove;
    return rewrite(span, meant, `write ${meant}=`);
  }
  if (habit !== undefined && "write" in habit && Object.hasOwn(table, habit.write.split("=")[0] ?? "")) {
    const off = property.value.kind === "word" && /^(?:false|none|no|off|auto|normal)$/.test(property.value.text);
    return off ? remove : rewrite(property.span, habit.write, `write ${habit.write}`);
  }
  if (HEIGHTS.has(text) && !Object.hasOwn(table, "h")) {
    const instead = HEIGHT_INSTEAD[owner];
    const takesLeast = Object.hasOwn(table, "min-h") && !all.some(({ name }) => name.text === "min-h");
    if (instead !== undefined && takesLeast && !text.startsWith("max")) return rewrite(span, "min-h", "write min-h=");
    if (instead !== undefined) return { ...remove, title: `delete it: ${instead}` };
  }
  if (WHOLE_FORM.has(owner) && Object.hasOwn(TEXT_PROPERTIES, text)) return inStyleBase(context, property, remove);
  if (text === "border" && Object.hasOwn(table, "stroke") && !all.some((each) => each.name.text === "stroke"))
    return rewrite(span, "stroke", "write stroke=");
  if (owner === "style") {
    const takers = ELEMENTS.filter(({ properties }) => Object.hasOwn(properties, text)).map(({ name }) => name);
    const usual = STYLED_FIRST.filter((each) => takers.includes(each));
    const named = [...new Set([...usual, ...takers])].slice(0, ELEMENTS_NAMED);
    const more = takers.length > named.length ? ` and ${takers.length - named.length} more` : "";
    if (named.length > 0)
      return {
        ...remove,
        title: `delete it: no style takes ${text}=; write it at the element (${named.join(", ")}${more})`,
      };
  }
  // A word that stands for something is no slip of another one.
  const isWord = habit !== undefined || ELEMENTS.some(({ properties }) => Object.hasOwn(properties, text));
  const near = isWord ? null : nearProperty(text, table);
  if (near !== null && !all.some((each) => each.name.text === near))
    return rewrite(span, near, `did you mean ${near}?`);
  if (habit !== undefined && "advice" in habit) return advise(habit.advice);
  const cell = ELEMENTS.find(({ name }) => name === "cell");
  const isOfCells = ROWS_OF_CELLS.has(owner) && Object.hasOwn(cell?.properties ?? {}, text);
  const known = isOfCells ? `delete it; write ${text}= at its cells` : `delete it; ${knownHere(text, table)}`;
  return Object.keys(table).length > 0 || all.length > 0 ? { ...remove, title: known } : advise(known);
}

/** What stands in them has frames and fillings of its own. */
const ROWS_OF_CELLS: ReadonlySet<string> = new Set(["row", "foot", "pagefoot"]);

/** Elements that styles are mostly for. */
const STYLED_FIRST = ["text", "box", "stack", "row", "table"] as const;

function namesOf({ name, also }: Extract<Habit, { readonly name: string }>): readonly string[] {
  return also === undefined ? [name] : [name, also];
}

/** What holds all texts of a form, or of a page, and says nothing of them: `style base` does. */
const WHOLE_FORM: ReadonlySet<string> = new Set(["document", "page"]);

/** The property moved into `style base`, or into one of its own before the first page. */
function inStyleBase(context: CheckContext, { name, span }: Property, remove: Repair): Repair {
  const { source } = context;
  const written = context.textOf(span);
  const title = `style base ${written}: all texts take what it says`;
  const base = /^style[ \t]+base(?=[ \t\n]|$)[^\n]*/m.exec(source);
  const page = /^page(?=[ \t])/m.exec(source);
  // What goes on in another line, or has a remark behind it, is moved by its author.
  if (written.includes("\n") || page === null || /[([,{]\s*$|\/\//.test(base?.[0] ?? "")) {
    return { ...remove, title: `delete it, and write ${title}` };
  }
  if (base === null) {
    const line = { span: { start: page.index, end: page.index }, text: `style base ${written}\n` };
    return { ...remove, title: `write ${title}`, edits: [...remove.edits, line] };
  }
  if (new RegExp(`[ \\t]${name.text}=`).test(base[0])) return { ...remove, title: "delete it: style base says it" };
  const end = base.index + base[0].trimEnd().length;
  return {
    ...remove,
    title: `write ${title}`,
    edits: [...remove.edits, { span: { start: end, end }, text: ` ${written}` }],
  };
}

const HEIGHTS: ReadonlySet<string> = new Set([
  ...["h", "height", "min-h", "min-height", "max-h", "max-height", "row-h", "row-height", "高さ"],
]);

const ROW_HEIGHT =
  "rows have no height of their own; row-h= of the table is the least height of all its rows, and padding-top= and " +
  "padding-bottom= of a cell make one row higher";

/** What makes elements higher that take no height. */
const HEIGHT_INSTEAD: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ["column", "cell", "carry", "row", "newrow", "head", "foot", "pagefoot", "group"].map((name) => [name, ROW_HEIGHT]),
  ),
  pair: "a pair is as high as its words; gap= of pairs parts it from the next",
};

/** A slip in a name of the table, or in the name that another language has for it: `heigth` is `h`. */
function nearProperty(text: string, table: Properties): string | null {
  const foreign = foreignNames(table);
  const words = [...Object.keys(table), ...foreign.keys()];
  const near = nearest(text, words) ?? nearest(text.replace(/[-_]/g, ""), words);
  if (near !== null) return foreign.get(near) ?? near;
  // `alignment` is no slip of the keyboard, but the same word.
  return Object.keys(table).find((name) => name.length >= STEM_LETTERS && text.startsWith(name)) ?? null;
}

/** What other languages call the properties of a table, once for each table: a source may have hundreds of slips. */
const FOREIGN_NAMES = new WeakMap<Properties, ReadonlyMap<string, string>>();

function foreignNames(table: Properties): ReadonlyMap<string, string> {
  const known = FOREIGN_NAMES.get(table);
  if (known !== undefined) return known;
  const names = new Map(
    Object.entries(PROPERTY_HABITS).flatMap(([word, habit]) =>
      "name" in habit && Object.hasOwn(table, habit.name) ? [[word, habit.name] as const] : [],
    ),
  );
  FOREIGN_NAMES.set(table, names);
  return names;
}

/** Shorter words begin many others. */
const STEM_LETTERS = 4;

/** So many names are read at a glance. */
const NAMES_LISTED = 24;

/** Who else has the property, and which there are: first those that few elements have. */
function knownHere(text: string, table: Properties): string {
  const others = PLAIN_NAMES.flatMap(({ name, properties, owned }) => {
    const own = owned.get(plain(nameIn(properties, text)));
    return own === undefined ? [] : [{ name, own }];
  });
  const [first] = others;
  const owning = [...new Set(others.map(({ name }) => name))];
  const elsewhere =
    first === undefined || owning.length > ELEMENTS_NAMED ? "" : `${first.own}= belongs to ${owning.join(", ")}; `;
  const names = rarestFirst(table);
  if (names.length === 0) return `${elsewhere}there are no properties here`;
  const more = names.length > NAMES_LISTED ? ` and ${names.length - NAMES_LISTED} more` : "";
  return `${elsewhere}there are ${names.slice(0, NAMES_LISTED).join(", ")}${more}`;
}

function plain(name: string): string {
  return name.replace(/[-_]/g, "").toLowerCase();
}

/** Of each element, its properties by their names without dashes. */
const PLAIN_NAMES = ELEMENTS.map(({ name, properties }) => {
  const names = Object.keys(properties).toReversed();
  return { name, properties, owned: new Map(names.map((own) => [plain(own), own])) };
});

/** How many elements have a property. */
const OWNERS: ReadonlyMap<string, number> = (() => {
  const counts = new Map<string, number>();
  for (const { properties } of ELEMENTS) {
    for (const name of Object.keys(properties)) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
})();

const RAREST_FIRST = new WeakMap<Properties, readonly string[]>();

function rarestFirst(table: Properties): readonly string[] {
  const owners = (name: string): number => OWNERS.get(name) ?? 0;
  const names = RAREST_FIRST.get(table) ?? Object.keys(table).toSorted((one, other) => owners(one) - owners(other));
  RAREST_FIRST.set(table, names);
  return names;
}

/** A property of more elements is one of nearly all. */
const ELEMENTS_NAMED = 4;

function habitOf(text: string): Habit | undefined {
  const dashed = text
    .replace(/([a-z])([A-Z])/g, "$1-$2")
    .replace(/_/g, "-")
    .toLowerCase();
  for (const name of [text, dashed]) {
    if (Object.hasOwn(PROPERTY_HABITS, name)) return PROPERTY_HABITS[name];
  }
  return undefined;
}

/** RPT7004: a source is stored, shown and compared; a secret does not belong in it. */
function refuseSecret(context: CheckContext, property: Property): void {
  context.report({
    code: "RPT7004",
    span: property.span,
    message: "a password must not be written in the source",
    why: "A source is stored, shown and compared; the password comes with each request.",
    repair: rewrite(withSpaceBefore(context, property.span), "", "delete it; pass it with the request", "safe"),
  });
}
