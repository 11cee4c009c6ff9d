// Elements of a page: where they may stand, what they have, and which record their expressions see.
import { withArticle } from "../../diagnostics/index.ts";
import { formatCode, type NameScope, nearest } from "../../expression/index.ts";
import type { ElementStatement, Property, Statement } from "../../language/index.ts";
import {
  allowedChildren,
  BAR_EACH,
  CELL_GRID,
  COLUMN_EACH,
  type ElementDefinition,
  elementNamed,
  MILESTONE_EACH,
  PROPERTY_HABITS,
  type PropertyName,
  topNames,
} from "../../schema/index.ts";
import {
  type AnyElement,
  advise,
  type CheckContext,
  type CheckedElement,
  type CheckedValue,
  type CheckedValues,
  definitionIn,
  rewrite,
} from "../context/index.ts";
import {
  argumentScope,
  checkArguments,
  checkAxis,
  checkScale,
  checkValue,
  elementScope,
  guarded,
  joinUnits,
  knownProperties,
  listOf,
  type Place,
  recordScope,
  scopeBeside,
  unpaged,
  withFormat,
  withNamedArguments,
  withSpaceBefore,
} from "../values/index.ts";
import { checkBarcode } from "./barcodes.ts";
import {
  celledColumns,
  checkColumns,
  checkRowsOfCells,
  checkSummed,
  columnIds,
  explainBareColumn,
  explainRecordHeading,
  withColumnFormats,
} from "./cells.ts";
import { checkClockAxis } from "./clock-axes.ts";
import { offerSample } from "./declared-samples.ts";
import { checkEffects } from "./effects.ts";
import { checkGridCells } from "./grid-cells.ts";
import { headEnd } from "./head-end.ts";
import { joined } from "./joined-blocks.ts";
import { repairKeyword, repairPlace } from "./keyword-repairs.ts";
import { checkLeftOut } from "./left-out.ts";
import { entryScope, listedMark, offerList, withoutEach } from "./listed-marks.ts";
import { withMeantElement } from "./meant-elements.ts";
import { misplacedDeclaration } from "./misplaced-declarations.ts";
import { checkWithoutBlock, refuseBlock } from "./missing-blocks.ts";
import { writesRows } from "./own-rows.ts";
import { hasCondition, withoutCondition } from "./refused-conditions.ts";
import { sampleOf } from "./required-samples.ts";
import { checkRowValues } from "./row-values.ts";
import { checkSealEffects } from "./seal-effects.ts";

/** Checks an element with its children; null where its keyword is not known here. */
export function checkElement(context: CheckContext, source: ElementStatement, place: Place): CheckedElement | null {
  const written = withoutEach(context, withMeantElement(context, source, place));
  const standing = definitionFor(context, written, place);
  if (standing === null) return null;
  const definition = listedMark(standing, written, place.scope);
  const statement = withNamedArguments(context, definition, joinUnits(context, written));
  const given = withoutCondition(context, definition, statement, place);
  const known = knownProperties(context, definition.name, definition.properties, given);
  const condition = known.find(({ property }) => property.name.text === "when");
  const outside = condition?.definition.sees === "outside";
  const entry = entryScope(definition, statement, place.scope);
  const guard =
    condition === undefined
      ? null
      : decideProperty(context, condition, outside ? place.outer : unpaged(entry ?? place.scope, place));
  const around = guarded(place.scope, outside || entry !== null ? undefined : (guard ?? undefined));
  const own = elementScope(around, definition, statement, place);
  const guardedEntry = entry === null ? null : guarded(entry, guard ?? undefined);
  const args = checkArguments(context, definition, statement, {
    own: argumentScope(definition, statement, own, place),
    outside: place.outer,
    inOwnRows: writesRows(place.statements.at(-1)),
    inRow: place.holders.findLast((holder) => holder !== "each") === "row",
    ...(guardedEntry === null ? {} : { entry: guardedEntry }),
  });
  if (definition.name === "column" && definition !== COLUMN_EACH) {
    explainRecordHeading(context, statement);
    explainBareColumn(context, statement, place);
  }
  const sums = place.parent?.name === "pagefoot" || definition.name === "carry";
  if (sums) checkSummed(context, statement, args, place);
  const record = guardedEntry ?? recordScope(definition, statement, args, own, place);
  const properties = new Map<PropertyName, CheckedValue>();
  for (const each of known) {
    const inRecord = each.definition.sees === "record" || SEEING_RECORD.has(definition) || definition.name === "group";
    const value = each === condition ? guard : decideProperty(context, each, unpaged(inRecord ? record : own, place));
    if (value !== null) properties.set(each.name as PropertyName, value);
  }
  offerList(context, definition, statement, place.scope);
  if (sums || definition.name === "pagefoot") checkRowValues(context, statement, place);
  applyFormat(context, statement, args, properties);
  checkPlacement(context, definition, statement, place);
  checkId(context, statement, properties.get("id"));
  if (definition.name === "barcode") checkBarcode(context, statement);
  if (definition.name === "scale") checkScale(context, statement);
  if (definition.name === "axis") checkAxis(context, statement, properties);
  const { holders, statements } = place;
  const judged = { context, name: definition.name, definition, statement, values: properties, holders, statements };
  checkEffects(judged);
  if (definition.name === "seal") checkSealEffects(judged, args);
  if (!holders.some((holder) => UNREAD.has(holder))) requireAlt(context, definition, statement);
  checkLeftOut(context, statement, own);
  const list = listOf(definition, statement, own, record, place);
  const children = checkChildren(context, definition, statement, {
    ...place,
    scope: record,
    outer: definition.name === "group" ? place.outer : scopeBeside(context, list, own, record),
    row: definition.opensRecord === true ? record : place.row,
    list,
  });
  if (definition.name === "gantt") checkClockAxis(context, statement, properties, children);
  const widths = properties.get("cols");
  if (definition === CELL_GRID && widths?.kind === "widths") {
    checkGridCells(context, statement, children, widths.widths.length);
  }
  const { name } = definition;
  const element: AnyElement = { name, definition, span: statement.span, args, properties, children };
  // The definition says what of it there is under this name.
  return element as CheckedElement;
}

/** What stands once for each entry of a list: all that it says is said of the entry. */
const SEEING_RECORD: ReadonlySet<ElementDefinition | undefined> = new Set([COLUMN_EACH, BAR_EACH, MILESTONE_EACH]);

/** Headers, footers and backgrounds are artifacts: readers do not speak their pictures, so these need no alt. */
const UNREAD: ReadonlySet<string> = new Set(["header", "footer", "background"]);

/** RPT5009: PDF/UA asks for words in place of every picture. */
function requireAlt(context: CheckContext, definition: ElementDefinition, statement: ElementStatement): void {
  if (!context.tagged || !["image", "barcode"].includes(definition.name)) return;
  if (statement.properties.some((each) => each.name.text === "alt" || habitOf(each.name.text) === "alt")) return;
  const end = headEnd(context, statement);
  context.report({
    code: "RPT5009",
    span: statement.keyword.span,
    message: `${definition.name} has no alt, and the document promises ua=1`,
    why: "Readers who cannot see the picture are told its words.",
    repair: rewrite({ start: end, end }, ' alt="…"', 'add alt="…"'),
  });
}

function habitOf(name: string): string | null {
  const habit = PROPERTY_HABITS[name];
  return habit !== undefined && "name" in habit ? habit.name : null;
}

function decideProperty(
  context: CheckContext,
  known: ReturnType<typeof knownProperties>[number],
  scope: NameScope,
): CheckedValue | null {
  const { property, definition } = known;
  return checkValue({ context, scope, name: property.name.text, definition }, property.value);
}

function definitionFor(context: CheckContext, statement: ElementStatement, place: Place): ElementDefinition | null {
  if (context.isFull) return null;
  const { text, span } = statement.keyword;
  const definition = definitionIn(statement, place.parent);
  const allowed = place.parent === null ? topNames() : allowedChildren(place.parent.children);
  if (definition === undefined) {
    context.report({
      code: "RPT1001",
      span,
      message: `unknown element "${text}"`,
      why:
        allowed.length === 0
          ? `${place.parent?.name ?? "The place"} holds no elements.`
          : `Allowed here: ${allowed.join(", ")}.`,
      repair: repairKeyword(context, statement, allowed),
    });
    return null;
  }
  if (allowed.includes(text)) return definition;
  context.report({
    code: "RPT1002",
    span,
    message: `"${text}" is not allowed in ${place.parent?.name ?? "the top level"}`,
    why: allowed.length === 0 ? `${place.parent?.name ?? "It"} holds no elements.` : `Allowed: ${allowed.join(", ")}.`,
    repair: repairPlace(statement, definition, allowed, place.parent?.name ?? null),
  });
  return null;
}

function applyFormat(
  context: CheckContext,
  statement: ElementStatement,
  args: Map<string, CheckedValue>,
  properties: CheckedValues,
): void {
  const format = properties.get("format");
  const property = statement.properties.find((each) => each.name.text === "format");
  if (format?.kind !== "word" || property === undefined) return;
  // A carry shows the sum of its numbers in the pattern, and a series its own.
  for (const number of [args.get("amount"), args.get("value")]) {
    if (number?.kind === "code") context.add(formatCode(number.checked, format.text, property.value.span).diagnostics);
  }
  const name = ["content", "value", "cell"].find((each) => args.has(each));
  const value = name === undefined ? undefined : args.get(name);
  if (name !== undefined && value !== undefined) {
    args.set(name, withFormat(context, value, format.text, property.value.span));
  }
}

/** x and y only in absolute containers, and there always; required properties. */
function checkPlacement(
  context: CheckContext,
  definition: ElementDefinition,
  statement: ElementStatement,
  place: Place,
): void {
  const absolute = place.parent?.children === "absolute";
  const given = (name: string): Property | undefined => statement.properties.find((each) => each.name.text === name);
  if (!absolute && Object.hasOwn(definition.properties, "x")) refusePosition(context, [given("x"), given("y")], place);
  const required = [...definition.required, ...(absolute ? absoluteNeeds(definition, given) : [])];
  const missing = required.filter((name) => given(name) === undefined && !habitGives(definition, statement, name));
  if (missing.length === 0) return;
  const end = headEnd(context, statement);
  const text = missing.map((name) => `${name}=${sampleOf(name, { context, definition, statement, place })}`).join(" ");
  context.report({
    code: "RPT1009",
    span: statement.keyword.span,
    message: `required property ${missing.join(", ")} is missing`,
    why:
      absolute && !definition.required.includes(missing[0] ?? "")
        ? `In ${place.parent?.name ?? "it"} every element says where it stands.`
        : `${definition.name} needs it: ${definition.properties[missing[0] ?? ""]?.description ?? ""}.`,
    repair: offerSample(text, { span: { start: end, end }, before: " ", scope: place.scope }),
  });
}

function absoluteNeeds(
  definition: ElementDefinition,
  given: (name: string) => Property | undefined,
): readonly string[] {
  if (definition.name === "line" && (given("x2") !== undefined || given("h") !== undefined)) return ["x", "y"];
  return Object.hasOwn(definition.properties, "x") ? ["x", "y", "w"] : [];
}

/** Whether a property that is told already stands for `name`: `width=` for `w`. */
function habitGives({ properties }: ElementDefinition, statement: ElementStatement, name: string): boolean {
  const apart = statement.args.some((each) => each.kind === "word" && each.text === name);
  const stands = ({ name: { text } }: Property): boolean =>
    !Object.hasOwn(properties, text) && (text.toLowerCase() === name || habitOf(text.toLowerCase()) === name);
  return apart || statement.properties.some(stands);
}

function refusePosition(context: CheckContext, properties: readonly (Property | undefined)[], place: Place): void {
  const given = properties.filter((each) => each !== undefined);
  const first = given[0];
  if (first === undefined) return;
  context.report({
    code: "RPT1010",
    span: first.span,
    message: `${given.map((each) => `${each.name.text}=`).join(" and ")} works in plate, header, footer and background`,
    why: `${place.parent?.name ?? "It"} places its children itself.`,
    repair: {
      title: `delete ${given.map((each) => each.name.text).join(" and ")}, or wrap it in plate h=…`,
      applicability: "suggestion",
      edits: given.map((each) => ({ span: withSpaceBefore(context, each.span), text: "" })),
    },
  });
}

function checkId(context: CheckContext, statement: ElementStatement, id: CheckedValue | undefined): void {
  if (id?.kind !== "word") return;
  const property = statement.properties.find((each) => each.name.text === "id");
  if (property === undefined) return;
  if (context.ids.has(id.text)) {
    context.report({
      code: "RPT1012",
      span: property.value.span,
      message: `id "${id.text}" is used twice`,
      why: "An id names one element.",
      repair: rewrite(property.value.span, `${id.text}2`, "rename one"),
    });
  } else context.ids.set(id.text, property.span);
}

function checkChildren(
  context: CheckContext,
  definition: ElementDefinition,
  statement: ElementStatement,
  place: Place,
): readonly CheckedElement[] {
  if (statement.block === null) {
    if (definition.children !== "none") checkWithoutBlock(context, definition, statement, place);
    return [];
  }
  if (definition.children === "none") {
    if (!context.isUnread(statement.keyword.span)) refuseBlock(context, definition, statement, place.parent);
    return [];
  }
  const repeats = definition.name === "table" || definition.name === "gantt";
  const columns = repeats ? columnIds(context, statement) : place.columns;
  const hasColumns = repeats ? statement.block.children.some(isColumn) : place.hasColumns;
  const celled = repeats ? celledColumns(context, statement, columns) : place.celled;
  const once = ONCE[definition.name] ?? [];
  const children: CheckedElement[] = [];
  const seen = new Set<string>();
  for (const child of statement.block.children) {
    if (child.kind !== "element") {
      misplacedDeclaration(context, child.kind, child.span);
      continue;
    }
    const checked = checkElement(context, child, {
      scope: place.scope,
      outer: place.outer,
      parent: definition,
      holders: [...place.holders, definition.name],
      statements: [...place.statements, statement],
      columns,
      hasColumns,
      celled,
      row: place.row,
      list: place.list,
    });
    if (checked === null) continue;
    if (once.includes(child.keyword.text) && seen.has(child.keyword.text)) {
      reportSecond(context, child, statement.block.children);
      continue;
    }
    seen.add(child.keyword.text);
    if (child.keyword.text === "break") {
      if (SIDE_BY_SIDE.has(definition.name)) reportBreak(context, definition, child);
      else reportIdleBreak(context, [...place.holders, definition.name], child);
    }
    if (checked.name === "cell" || checked.name === "carry")
      checkColumns(context, child, checked, { columns, hasColumns });
    children.push(checked);
  }
  checkRowsOfCells(context, children, columns, statement.block.children.flatMap(meantBreak));
  requireChildren(context, definition, statement, place.scope);
  return CELLED.has(definition.name) ? withColumnFormats(context, children) : children;
}

/** Also a `column each`, whose columns have no ids. */
function isColumn(child: Statement): boolean {
  return child.kind === "element" && child.keyword.text === "column";
}

/** What has columns, and cells below them. */
const CELLED: ReadonlySet<string> = new Set(["table", "gantt"]);

/** Where a word stands that is refused among cells and means `newrow`. */
function meantBreak(statement: Statement): readonly number[] {
  if (statement.kind !== "element" || statement.block !== null) return [];
  const { text, span } = statement.keyword;
  const isBreak = text !== "newrow" && (text === "row" || text === "tr" || isNearly(text, "newrow"));
  return isBreak ? [span.start] : [];
}

/** Containers that are never broken over pages. */
const SIDE_BY_SIDE: ReadonlySet<string> = new Set(["row", "grid"]);

function reportBreak(context: CheckContext, { name }: ElementDefinition, statement: ElementStatement): void {
  context.report({
    code: "RPT1002",
    span: statement.keyword.span,
    message: `"break" is not allowed in ${name}`,
    why: `What stands in ${withArticle(name)} is never broken over pages.`,
    repair: advise(`move it before or after the ${name}`),
  });
}

/** Containers around others that are never broken over pages either. */
const WHOLE: ReadonlySet<string> = new Set(["row", "grid", "column", "cell", "plate"]);

/** `break page` in what stands, however deep, in a container that no page's end parts. */
function reportIdleBreak(context: CheckContext, holders: readonly string[], statement: ElementStatement): void {
  const holder = holders.findLast((each) => WHOLE.has(each));
  const [kind] = statement.args;
  if (holder === undefined || kind?.kind !== "word" || kind.text !== "page") return;
  context.report({
    code: "RPT1023",
    span: statement.keyword.span,
    message: `break page has no effect in ${withArticle(holder)}`,
    why: `No page's end parts what stands in ${withArticle(holder)}.`,
    repair: advise(`delete it, or move it before or after the ${holder}`),
  });
}

/** Children that have no second one beside them. */
const ONCE: Readonly<Record<string, readonly string[]>> = {
  page: ["body"],
  table: ["foot", "head", "row", "pagefoot", "carry", "group"],
  gantt: ["foot", "head", "scale"],
  group: ["foot", "head", "group"],
  chart: ["category"],
};

/** What to do instead of writing a second one, where the two cannot be joined. */
const SECOND_ADVICE: Readonly<Record<string, string>> = {
  carry: "delete it: one sum is carried; pagefoot sums further columns page by page",
  scale: "delete it: a schedule has one axis",
  category: "delete it: a chart has one category axis",
  group: "move it into the first group, whose records it is to part further",
};

/** RPT1021: a chart without series, a schedule without a time axis. */
function requireChildren(
  context: CheckContext,
  definition: ElementDefinition,
  statement: ElementStatement,
  scope: NameScope,
): void {
  const { block } = statement;
  if (block === null || context.hasUnread) return;
  const given = (name: string): boolean =>
    block.children.some((each) => each.kind === "element" && isNearly(each.keyword.text, name));
  const axis = ["from", "to"].every((name) => statement.properties.some((each) => each.name.text === name));
  const needs = definition.name === "gantt" ? (axis ? [] : ["scale"]) : (definition.needs ?? []);
  const missing = needs.find((name) => !given(name));
  if (missing === undefined) return;
  const example = elementNamed(missing)?.example ?? missing;
  const brace = context.source.indexOf("{", headEnd(context, statement) - 1);
  const indent = " ".repeat(statement.span.start - (context.source.lastIndexOf("\n", statement.span.start) + 1) + 2);
  context.report({
    code: "RPT1021",
    span: statement.keyword.span,
    message: `${definition.name} has no ${missing}`,
    why: `It cannot be drawn without: ${elementNamed(missing)?.description ?? missing}.`,
    repair: offerSample(example, { span: { start: brace + 1, end: brace + 1 }, before: `\n${indent}`, scope }),
  });
}

/** The word, or one that is told as a slip of it. */
function isNearly(written: string, name: string): boolean {
  return written === name || (elementNamed(written) === undefined && nearest(written, [name]) !== null);
}

function reportSecond(context: CheckContext, statement: ElementStatement, beside: readonly Statement[]): void {
  const { text, span } = statement.keyword;
  // That a row of a record takes no condition is told, with what does.
  if (text === "row" && hasCondition(statement)) return;
  context.report({
    code: "RPT1017",
    span,
    message: `${text} may stand only once`,
    why: "The second one would take the first one's place.",
    repair: SECOND_ADVICE[text] === undefined ? joined(context, statement, beside) : advise(SECOND_ADVICE[text]),
  });
}
