// Arguments: what stands behind a keyword without a name, matched against the element's signature.
import type { Repair, Span } from "../../diagnostics/index.ts";
import { type NameScope, nearest, openRecord } from "../../expression/index.ts";
import {
  type ElementStatement,
  type Expression,
  NAME,
  type Property,
  type PropertyValue,
} from "../../language/index.ts";
import {
  type ArgumentDefinition,
  BARCODE_KINDS,
  COLUMN_EACH,
  type ElementDefinition,
  type PropertyDefinition,
} from "../../schema/index.ts";
import { advise, type CheckContext, type CheckedValue, rewrite } from "../context/index.ts";
import { aliasOf } from "./aliases.ts";
import { fieldsRead, fittingLists } from "./fitting-lists.ts";
import { EMU_PER_UNIT } from "./lengths.ts";
import { arrayOnly, filterBehindList, isListKind, listInOtherSigns, tellBareCall } from "./list-arguments.ts";
import { checkAssetName, reportAssetAsLabel, reportQuotedPicture, tellAssetsWithin } from "./pictures.ts";
import { withSpaceBefore } from "./properties.ts";
import { namedValue } from "./value-place.ts";
import { checkValue } from "./values.ts";
import { expressionOf, refuseSeveral } from "./values-expressions.ts";
import { yieldsWhat } from "./values-lists.ts";

/** Which names arguments see. */
interface ArgumentScopes {
  readonly own: NameScope;
  /** Of what is said once for all records: a column's heading, the name of a series. */
  readonly outside: NameScope;
  /** Of the entries of the list that the first argument is, which those behind it see. */
  readonly entry?: NameScope;
  /** Whether the table around writes its rows as cells: its columns then need no value of their own. */
  readonly inOwnRows: boolean;
  /** Whether the element stands in a row, which shares out the room that is left. */
  readonly inRow: boolean;
}

/** Matches the arguments of a statement; what does not fit is told. */
export function checkArguments(
  context: CheckContext,
  definition: ElementDefinition,
  written: ElementStatement,
  scopes: ArgumentScopes,
): Map<string, CheckedValue> {
  const statement = definition === COLUMN_EACH ? written : withHeading(context, definition, written);
  const lost = lostList(definition, statement);
  let scope = lost === undefined ? scopes.own : (scopes.entry ?? scopes.own);
  const values = new Map<string, CheckedValue>();
  const joined = new Set<PropertyValue>();
  const waiting = definition.args.filter((each) => each !== lost);
  let unexpected = false;
  for (const [position, arg] of statement.args.entries()) {
    if (joined.has(arg)) continue;
    if (unexpected) break;
    if (tellBareCall(context, { definition, statement, waiting }, position)) break;
    const at = waiting.findIndex((each) => accepts(each, arg));
    const skipped = at < 0 ? undefined : waiting.slice(0, at).find((each) => each.optional !== true);
    const expected = waiting[at];
    const picture = at < 0 ? waiting.findIndex((each) => each.kind === "picture") : -1;
    if (picture >= 0 && reportQuotedPicture(context, { element: definition.name, value: arg, scope })) {
      waiting.splice(0, picture + 1);
      continue;
    }
    // A mark of a list takes a date behind it, which may be a word too.
    const isFilter = expected?.kind === "expression" && filterBehindList(context, definition, statement, arg) !== null;
    if (expected === undefined || skipped !== undefined || isFilter) {
      const next = statement.args[position + 1];
      if (next !== undefined && reportLostEquals(context, definition, arg, next)) joined.add(next);
      else unexpected = reportUnexpected(context, { definition, statement, waiting, scope }, arg);
      if (skipped !== undefined || (waiting[0] !== undefined && waiting[0].optional !== true)) waiting.shift();
      continue;
    }
    waiting.splice(0, at + 1);
    const heads = definition.name === "column" && definition !== COLUMN_EACH && expected.name === "heading";
    const outside = heads || expected.sees === "outside";
    const value = argumentValue(
      context,
      { expected, statement, inRow: scopes.inRow },
      arg,
      outside ? scopes.outside : scope,
    );
    if (value !== null) values.set(expected.name, value);
    if (expected.kind === "caption" && waiting[0]?.kind === "picture" && statement.args.length === 1) {
      reportAssetAsLabel(context, arg);
    }
    // The heading and cell of `column each` see the entry of the array before them.
    if (definition === COLUMN_EACH && value?.kind === "code" && expected.kind === "array") {
      scope = openRecord(value.checked, scope, aliasOf(statement));
    }
    if (expected.kind === "array") scope = scopes.entry ?? scope;
  }
  const missing = lost ?? waiting.find((each) => each.optional !== true);
  if (definition.name === "column" && statement.block === null && !scopes.inOwnRows)
    addOwnField(context, statement, values, scope);
  const told = lost === undefined && statement.args.length > 0 && values.size < statement.args.length;
  if (missing !== undefined && !told)
    reportMissing(context, { definition, statement, waiting, scope: scopes.own }, missing);
  return values;
}

/** The list that `milestone as=t (t.to)` lacks: its only value is the date, which stands behind the list. */
function lostList({ name, args }: ElementDefinition, statement: ElementStatement): ArgumentDefinition | undefined {
  const [list] = args;
  if (name !== "milestone" || list?.kind !== "array") return undefined;
  const given = statement.args.filter((arg) => expressionOf(arg) !== null);
  return given.length === 1 && given[0]?.kind === "expression" ? list : undefined;
}

/** `column nm (.name)` has a value in the place of its heading. The check tells it, and takes the value as the cell. */
function withHeading(
  context: CheckContext,
  definition: ElementDefinition,
  statement: ElementStatement,
): ElementStatement {
  const [id, value, ...more] = statement.args;
  if (definition.name !== "column" || id?.kind !== "word" || value?.kind !== "expression") return statement;
  const shown = context.textOf(value.span);
  if (more.length > 0 || statement.block !== null || !OF_RECORD.test(shown.replaceAll(/'[^']*'/g, "")))
    return statement;
  const { start } = value.span;
  const meant = `column ${id.text} "" ${shown}`;
  context.report({
    code: "RPT1014",
    span: value.span,
    message: `column ${id.text} has ${shown} where its heading stands, which sees no record`,
    why: "A column takes its id, the words above it, and what its cells show.",
    repair: rewrite({ start, end: start }, '"" ', `write ${meant}, with the words of the heading between the quotes`),
  });
  const heading: PropertyValue = { kind: "template", span: { start, end: start }, parts: [] };
  return { ...statement, args: [id, heading, value] };
}

/** `.name`, and not `items.name` or `0.5`. */
const OF_RECORD = /(?:^|[\s(,+\-*/%=!<>?])\.(?![0-9])/;

/** Whether a value may stand in the place of an argument. */
export function accepts(definition: ArgumentDefinition, value: PropertyValue): boolean {
  switch (definition.kind) {
    case "name":
    case "choice":
    case "part":
    case "codePoint":
      return value.kind === "word";
    case "texts":
      return value.kind === "list" || value.kind === "template" || value.kind === "literal";
    case "words":
      return value.kind === "word" || value.kind === "number";
    case "template":
      return value.kind === "template" || value.kind === "literal" || value.kind === "expression";
    case "caption":
      return value.kind === "template" || value.kind === "literal";
    case "picture":
    case "expression":
      return value.kind === "expression" || value.kind === "path" || value.kind === "word";
    case "array":
    case "records":
      return value.kind === "word" || value.kind === "path" || value.kind === "expression";
    case "length":
      return value.kind === "number";
  }
}

/** A column without a cell shows the field of its name. */
function addOwnField(
  context: CheckContext,
  statement: ElementStatement,
  values: Map<string, CheckedValue>,
  scope: NameScope,
): void {
  const id = statement.args[0];
  if (values.has("cell") || id?.kind !== "word" || !values.has("id")) return;
  const expression: Expression = { kind: "current", span: id.span, name: { text: id.text, span: id.span } };
  const definition: PropertyDefinition = { kind: "template", description: "the cell", example: `(.${id.text})` };
  const value = checkValue(
    { context, scope, name: "cell", definition },
    { kind: "expression", span: id.span, expression },
  );
  if (value !== null) values.set("cell", value);
}

const KINDS: Readonly<Record<ArgumentDefinition["kind"], PropertyDefinition["kind"]>> = {
  name: "name",
  choice: "choice",
  words: "name",
  template: "template",
  caption: "template",
  expression: "expression",
  array: "expression",
  records: "expression",
  length: "length",
  texts: "families",
  picture: "expression",
  part: "name",
  codePoint: "name",
};

interface ArgumentPlace {
  readonly expected: ArgumentDefinition;
  readonly statement: ElementStatement;
  readonly inRow: boolean;
}

function argumentValue(
  context: CheckContext,
  { expected, statement, inRow }: ArgumentPlace,
  value: PropertyValue,
  scope: NameScope,
): CheckedValue | null {
  if (expected.kind === "words") return null;
  const { choices } = expected;
  // Plugins bring further kinds of codes; they are asked where a word is none of the language's own.
  const further =
    choices === BARCODE_KINDS && value.kind === "word" && !BARCODE_KINDS.some((each) => each === value.text);
  const definition: PropertyDefinition = {
    kind: KINDS[expected.kind],
    description: expected.name,
    example: expected.kind === "length" ? "3mm" : expected.name,
    ...(choices === undefined
      ? {}
      : { choices: further ? [...choices, ...context.barcodes().map(({ name }) => name)] : choices }),
  };
  if (expected.kind === "length" && value.kind === "number" && value.unit === "fr") {
    if (inRow) return checkValue({ context, scope, name: "space", definition: SHARE }, value);
    return refuseShare(context, value.span);
  }
  const asset = expected.kind === "picture" ? checkAssetName(context, value, scope) : undefined;
  if (asset !== undefined) return asset;
  const seen = isListKind(expected.kind) ? { ...scope, wantsList: true } : scope;
  const checked = checkValue({ context, scope: seen, name: expected.name, definition }, value);
  if (expected.kind === "picture") tellAssetsWithin(context, value, scope);
  const one = expected.kind === "picture" ? "picture" : expected.kind === "expression" ? "text" : null;
  if (checked?.kind === "code" && one !== null && expected.yields === undefined) {
    if (refuseSeveral({ context, name: expected.name }, checked.checked, one, value)) return null;
  }
  if (checked?.kind === "word" && expected.kind === "part") return declaredPart(context, checked, value.span);
  if (checked?.kind === "word" && expected.kind === "codePoint") return privateCharacter(context, checked, value.span);
  if (checked?.kind === "code" && expected.yields !== undefined) {
    return yieldsWhat(context, expected.name, expected.yields, value.span, checked);
  }
  return isListKind(expected.kind) ? arrayOnly(context, checked, value, { scope, statement }) : checked;
}

/** What a space of a row takes beside lengths. */
const SHARE: PropertyDefinition = { kind: "width", description: "its share of the room", example: "1fr" };

/** RPT0114 for `space 1fr` where what stands below it is to be pushed down: heights are not shared out. */
function refuseShare(context: CheckContext, span: Span): null {
  context.report({
    code: "RPT0114",
    span,
    message: `${context.textOf(span)} is a share of the width of a row, and here a space is a height`,
    why: "Heights follow from what stands in a flow; only a row shares out the room that is left.",
    repair: rewrite(
      span,
      "3mm",
      "write space 3mm; what is to stand at the foot of a page belongs into footer, or into plate at its own y=",
    ),
  });
  return null;
}

function declaredPart(
  context: CheckContext,
  value: Extract<CheckedValue, { kind: "word" }>,
  span: Span,
): CheckedValue | null {
  if (context.declared.parts.has(value.text) || context.mayBeDeclared(value.text)) return value;
  const near = nearest(value.text, [...context.declared.parts]);
  context.report({
    code: "RPT2034",
    span,
    message: `part ${value.text} is not declared`,
    why: "use repeats the elements of a part block.",
    repair:
      near === null ? advise(`declare it: part ${value.text} { … }`) : rewrite(span, near, `did you mean ${near}?`),
  });
  return null;
}

/** A character of Unicode's private areas, where gaiji have their place. */
function privateCharacter(
  context: CheckContext,
  value: Extract<CheckedValue, { kind: "word" }>,
  span: Span,
): CheckedValue | null {
  const point = Number.parseInt(/^U\+([0-9A-Fa-f]{4,6})$/.exec(value.text)?.[1] ?? "", 16);
  if ((point >= 0xe000 && point <= 0xf8ff) || (point >= 0xf0000 && point <= 0x10fffd)) return value;
  context.report({
    code: "RPT1015",
    span,
    message: `${value.text} is no private character`,
    why: "Gaiji stand at U+E000 to U+F8FF, so that no letter of Unicode changes its shape.",
    repair: rewrite(span, "U+E000", "write U+E000"),
  });
  return null;
}

/** `w 5mm` → `w=5mm` */
function reportLostEquals(
  context: CheckContext,
  definition: ElementDefinition,
  arg: PropertyValue,
  next: PropertyValue,
): boolean {
  if (arg.kind !== "word" || !Object.hasOwn(definition.properties, arg.text)) return false;
  const gap = { start: arg.span.end, end: next.span.start };
  if (context.textOf(gap).trim() !== "") return false;
  context.report({
    code: "RPT1014",
    span: arg.span,
    message: `"=" is missing between ${arg.text} and its value`,
    why: "Properties are written name=value.",
    repair: rewrite(gap, "=", `write ${arg.text}=${context.textOf(next.span)}`),
  });
  return true;
}

/** An element whose arguments are matched, up to one that does not fit. */
interface Matching {
  readonly definition: ElementDefinition;
  readonly statement: ElementStatement;
  /** Arguments that none was written for yet. */
  readonly waiting: readonly ArgumentDefinition[];
  readonly scope: NameScope;
}

function reportUnexpected(context: CheckContext, matching: Matching, arg: PropertyValue): boolean {
  const { definition } = matching;
  context.report({
    code: "RPT1014",
    span: arg.span,
    message: `unexpected argument ${context.quoteOf(arg.span, "quoted")} of ${definition.name}`,
    why: `The form is: ${definition.example}`,
    repair: unexpectedRepair(context, matching, arg),
  });
  return true;
}

/** Whether words behind all arguments are the label of an element that takes `label=` and has none. */
function isLostLabel(definition: ElementDefinition, { properties }: ElementStatement, arg: PropertyValue): boolean {
  const isNamed = properties.some(({ name }) => name.text === "label");
  return arg.kind === "template" && Object.hasOwn(definition.properties, "label") && !isNamed;
}

function unexpectedRepair(context: CheckContext, matching: Matching, arg: PropertyValue): Repair {
  const { definition, statement, waiting, scope } = matching;
  if (isLostLabel(definition, statement, arg)) {
    const written = `label=${context.textOf(arg.span)}`;
    return rewrite(arg.span, written, `write ${written}`);
  }
  const wanted = waiting.find((each) => each.optional !== true) ?? waiting[0];
  const source = context.textOf(arg.span);
  const text = statement.args.some((each) => each.kind === "template" && each.span.start > arg.span.start);
  const named = arg.kind === "word" ? namedValue(scope, arg.text) : null;
  const behind = statement.args.filter(({ span }) => span.start > arg.span.start).length;
  const hasRoom = behind < waiting.length;
  if (wanted?.kind === "template" && named !== null && hasRoom) return rewrite(arg.span, named, `write ${named}`);
  if (wanted?.kind === "template" && !text && (arg.kind === "word" || arg.kind === "number")) {
    const last = statement.args.at(-1) ?? arg;
    const span = {
      start: arg.span.start,
      end: arg === statement.args[statement.args.indexOf(arg)] ? last.span.end : arg.span.end,
    };
    const plain = /^[^"([{]*$/.test(context.textOf(span)) ? span : arg.span;
    const written = context.textOf(plain);
    return rewrite(plain, `"${written}"`, `write "${written}"`);
  }
  if (wanted?.kind === "texts") return rewrite(arg.span, '["正", "控"]', 'write ["正", "控"]');
  if (wanted?.kind === "codePoint") return rewrite(arg.span, "U+E000", "write U+E000");
  if (wanted?.kind === "template" && arg.kind === "path") return rewrite(arg.span, `(${source})`, `write (${source})`);
  const list = wanted !== undefined && isListKind(wanted.kind) ? listInOtherSigns(context, arg) : null;
  if (list !== null) return list;
  const filter = filterBehindList(context, definition, statement, arg);
  if (filter !== null) return filter;
  if (wanted?.kind === "name" && (arg.kind === "template" || arg.kind === "literal")) {
    const inner = source.slice(1, -1);
    const name = NAME.test(inner) ? inner : "c1";
    if (waiting[1]?.kind !== "template") return rewrite(arg.span, name, `write ${name}`);
    return rewrite({ start: arg.span.start, end: arg.span.start }, `${name} `, `write an id first: ${name} ${source}`);
  }
  if (arg.kind === "word" && Object.hasOwn(definition.properties, arg.text)) {
    const example = definition.properties[arg.text]?.example ?? "true";
    return rewrite(arg.span, `${arg.text}=${example}`, `write ${arg.text}=${example}`);
  }
  const flag = arg.kind === "word" ? propertyOfChoice(definition, arg.text) : null;
  if (flag !== null && arg.kind === "word")
    return rewrite(arg.span, `${flag}=${arg.text}`, `write ${flag}=${arg.text}`);
  const label = labelOfExpression(context, definition, statement, arg);
  if (label !== null) return label;
  return rewrite(withSpaceBefore(context, arg.span), "", "delete it");
}

/** `seal (role) (name)`: the first expression took the place of the picture, and is meant as the label. */
function labelOfExpression(
  context: CheckContext,
  { args: [label] }: ElementDefinition,
  { args }: ElementStatement,
  arg: PropertyValue,
): Repair | null {
  const [first, second] = args;
  if (label?.kind !== "caption" || first?.kind !== "expression" || second !== arg || arg.kind !== "expression")
    return null;
  const written = `"{${context.textOf(first.span).slice(1, -1)}}"`;
  return rewrite(first.span, written, `write the label as a text: ${written}`);
}

/** The property whose choice a bare word is: `bold` → `weight`. */
function propertyOfChoice(definition: ElementDefinition, word: string): string | null {
  const found = Object.entries(definition.properties).find(([, property]) => property.choices?.includes(word));
  return found?.[0] ?? null;
}

/** `space w=1fr`: the length that a space has no name for; what tells of the name gives the repair of both. */
function isSaidAsSide(context: CheckContext, { properties }: ElementStatement): boolean {
  const side = properties.find(({ name }) => name.text === "w" || name.text === "h");
  if (side === undefined) return false;
  const length = context.textOf(side.value.span);
  return context.mendErrors(side.name.span, rewrite(side.span, length, `write space ${length}`));
}

function reportMissing(context: CheckContext, matching: Matching, missing: ArgumentDefinition): void {
  const { definition, statement } = matching;
  if (definition.name === "space" && isSaidAsSide(context, statement)) return;
  const array = isListKind(missing.kind);
  const isFirst = missing === lostList(definition, statement);
  const last = (isFirst ? undefined : statement.args.at(-1)?.span) ?? statement.keyword.span;
  const at: Span = { start: last.end, end: last.end };
  const text = missingText(context, matching, missing);
  context.report({
    code: array ? "RPT1005" : "RPT1014",
    span: statement.keyword.span,
    message: array
      ? `${definition.name} needs an array to repeat over`
      : `${definition.name} lacks its argument: ${missing.name}`,
    why: `The form is: ${definition.example}`,
    repair: rewrite(at, ` ${text}`, `write ${definition.name} … ${text}`),
  });
}

/** A square: the least that a drawn character may be. */
const SAMPLE_DRAWING = `'<svg viewBox="0 0 10 10"><path d="M1 1h8v8h-8z"/></svg>'`;

function missingText(context: CheckContext, { statement, scope }: Matching, missing: ArgumentDefinition): string {
  const first = statement.args[0];
  switch (missing.kind) {
    case "template":
    case "caption":
      if (missing.name === "drawing") return SAMPLE_DRAWING;
      return headingUnderOtherName(context, statement) ?? (first?.kind === "word" ? `"${first.text}"` : '"…"');
    case "array":
    case "records":
      return fittingLists(scope, fieldsRead(statement))[0]?.written ?? "items";
    case "length":
      return "3mm";
    case "choice":
      return missing.choices?.[0] ?? "";
    case "texts":
      return '["正", "控"]';
    case "codePoint":
      return "U+E000";
    case "part":
      return [...context.declared.parts][0] ?? "name";
    case "expression":
    case "picture":
      return "(…)";
    default:
      return missing.name;
  }
}

/** `column name title="品名"`: the text that was meant stands in a property that there is not. */
function headingUnderOtherName(context: CheckContext, statement: ElementStatement): string | null {
  const names = ["title", "heading", "header", "label", "text", "caption"];
  const property = statement.properties.find((each) => names.includes(each.name.text));
  const text = property === undefined ? "" : context.textOf(property.value.span);
  return /^"[^"\n]*"$/.test(text) ? text : null;
}

/** `w=12 mm`: the unit of a number that stands apart; such arguments are taken out of the statement. */
export function joinUnits(context: CheckContext, statement: ElementStatement): ElementStatement {
  const apart = new Map<PropertyValue, Property>();
  for (const arg of statement.args) {
    if (arg.kind !== "word" || (EMU_PER_UNIT[arg.text] === undefined && arg.text !== "fr")) continue;
    const owner = statement.properties.find(
      (property) =>
        property.value.kind === "number" &&
        property.value.unit === "" &&
        property.span.end < arg.span.start &&
        context.source.slice(property.span.end, arg.span.start).trim() === "",
    );
    if (owner !== undefined) apart.set(arg, owner);
  }
  if (apart.size === 0) return statement;
  for (const [arg, owner] of apart) {
    const joined = `${context.textOf(owner.span)}${context.textOf(arg.span)}`;
    context.report({
      code: "RPT1007",
      span: owner.value.span,
      message: `${context.quoteOf(owner.span)} has no unit`,
      why: "The unit is glued to its number.",
      repair: rewrite({ start: owner.span.end, end: arg.span.start }, "", `write ${joined}`, "safe"),
    });
  }
  const owners = new Set(apart.values());
  return {
    ...statement,
    args: statement.args.filter((arg) => !apart.has(arg)),
    properties: statement.properties.filter((property) => !owners.has(property)),
  };
}

/** The nearest word of a list, for messages. */
export function nearWord(word: string, words: readonly string[]): string | null {
  return nearest(word, words);
}
