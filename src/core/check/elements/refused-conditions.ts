// `when=` where an element takes none: bands and cells keep their place, and what stands in them takes the condition.
import type { Repair, TextEdit } from "../../diagnostics/index.ts";
import type { ElementStatement, Property, PropertyValue } from "../../language/index.ts";
import { type ElementDefinition, elementNamed } from "../../schema/index.ts";
import { advise, type CheckContext, rewrite } from "../context/index.ts";
import { type Place, withSpaceBefore } from "../values/index.ts";

/** The properties of an element, without a condition that it does not take: that is told (RPT1003). */
export function withoutCondition(
  context: CheckContext,
  definition: ElementDefinition,
  statement: ElementStatement,
  { parent }: Place,
): readonly Property[] {
  const { properties } = statement;
  const condition = properties.find(({ name, value }) => name.text === "when" && value.kind === "expression");
  if (condition === undefined || takesCondition(definition)) return properties;
  const isOfRecord = definition.name === "row" && parent?.name === "table";
  const isSum = parent?.name === "pagefoot";
  const isOfFoot = parent?.name === "foot";
  const repair = isOfRecord
    ? advise(inColumn(context.textOf(condition.span)))
    : (within(context, statement, condition) ?? (isSum ? null : conditionInValue(context, statement, condition)));
  context.report({
    code: "RPT1003",
    span: condition.name.span,
    message: `${definition.name} has no property "when"`,
    why: isOfRecord
      ? "All records of a table have the same rows; what stands in the block of a column may be left out."
      : "It keeps its place whatever the data are; what stands in it may be left out.",
    repair:
      repair ??
      advise(isOfFoot ? IN_ROW : "write the condition at what stands in it, or in its value: (if(condition, x, null))"),
  });
  return properties.filter((each) => each !== condition);
}

/** What shows something of some records alone, in the words of the form. */
function inColumn(when: string): string {
  return (
    "delete row { … }, let the columns show their values, and give the one that shows more the block " +
    `{ text (.name) on a line, text "…" ${when} on the next }`
  );
}

/** Whether a row of a record has a condition, which is told there. */
export function hasCondition({ properties }: ElementStatement): boolean {
  return properties.some(({ name }) => name.text === "when");
}

/** Of what stands in a foot. */
const IN_ROW = "write row when=(…) { … } around the cells of the row";

function takesCondition(definition: ElementDefinition | undefined): boolean {
  return definition !== undefined && Object.hasOwn(definition.properties, "when");
}

/** The condition at each child, joined with the child's own one; null where a child takes none. */
function within(context: CheckContext, { block }: ElementStatement, condition: Property): Repair | null {
  const children = block?.children ?? [];
  const edits: TextEdit[] = [];
  for (const child of children) {
    if (child.kind !== "element" || !takesCondition(elementNamed(child.keyword.text))) return null;
    const own = child.properties.find(({ name }) => name.text === "when");
    if (own !== undefined && own.value.kind !== "expression") return null;
    edits.push(own === undefined ? added(context, child, condition) : joined(context, own, condition));
  }
  if (edits.length === 0) return null;
  return edited("write the condition at what stands in it", ...edits, deletion(context, condition));
}

function added(context: CheckContext, child: ElementStatement, condition: Property): TextEdit {
  const head = child.block?.span.start ?? child.span.end;
  const ends = [child.keyword, ...child.args, ...child.properties].map(({ span }) => span.end);
  const end = Math.max(...ends.filter((each) => each <= head));
  return { span: { start: end, end }, text: ` ${context.textOf(condition.span)}` };
}

function joined(context: CheckContext, own: Property, condition: Property): TextEdit {
  const text = `(${context.textOf(own.value.span)} and ${context.textOf(condition.value.span)})`;
  return { span: own.value.span, text };
}

/** `cell (total) when=(paid)` → `cell (if(paid, total, null))`. Null where the cell has no value of its own. */
function conditionInValue(
  context: CheckContext,
  { args, block }: ElementStatement,
  condition: Property,
): Repair | null {
  const [value] = args;
  const shown = value === undefined || block !== null ? null : writtenValue(context, value);
  if (value === undefined || shown === null) return null;
  const text = `(if${context.textOf(condition.value.span).replace(/\)$/, "")}, ${shown}, null))`;
  return edited(`write ${text}`, { span: value.span, text }, deletion(context, condition));
}

/** An argument as it stands in an expression; null for texts with computed parts. */
function writtenValue(context: CheckContext, value: PropertyValue): string | null {
  if (value.kind === "expression") return context.textOf(value.expression.span);
  if (value.kind !== "template") return null;
  const [first, second] = value.parts;
  if (first?.kind !== "fixed" || second !== undefined) return null;
  return `'${first.text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}

function deletion(context: CheckContext, property: Property): TextEdit {
  return { span: withSpaceBefore(context, property.span), text: "" };
}

function edited(title: string, ...edits: readonly TextEdit[]): Repair {
  return { ...rewrite({ start: 0, end: 0 }, "", title), edits };
}
