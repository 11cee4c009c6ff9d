// Elements of a page: where they may stand, what they have, and which record their expressions see.
import type { Repair, Span } from "../diagnostics/index.ts";
import { type NameScope, nearest, openRecord, type Type, withPageNames } from "../expression/index.ts";
import type { ElementStatement, Property } from "../language/index.ts";
import { checkArguments, joinUnits } from "./arguments.ts";
import type { CheckedElement, CheckedValue } from "./checked.ts";
import { advise, type CheckContext, rewrite } from "./context.ts";
import type { ElementDefinition } from "./definition.ts";
import { ELEMENT_HABITS } from "./habits.ts";
import { knownProperties, withSpaceBefore } from "./properties.ts";
import { allowedChildren, ELEMENTS, elementNamed } from "./schema.ts";
import { checkValue, guarded, withFormat } from "./values.ts";

/** Where an element stands. */
export interface Place {
  readonly scope: NameScope;
  /** The element that holds it; null at the top level. */
  readonly parent: ElementDefinition | null;
  /** Ids of the columns around, for a table's foot. */
  readonly columns: readonly string[];
  /** The scope around the table, for its foot. */
  readonly outer: NameScope;
}

/** A place at the top level. */
export function topPlace(scope: NameScope): Place {
  return { scope, parent: null, columns: [], outer: scope };
}

/** Names that stand at the top level and are read elsewhere. */
const DECLARING: ReadonlySet<string> = new Set(["rpt", "field", "let", "dataset"]);

/** The record of an array that could not be read: any field may be there, so that one mistake is told once. */
const UNKNOWN_RECORD: Type = { kind: "any", optional: false };

/** Checks an element with its children; null where its keyword is not known here. */
export function checkElement(context: CheckContext, written: ElementStatement, place: Place): CheckedElement | null {
  const definition = definitionFor(context, written, place);
  if (definition === null) return null;
  const statement = joinUnits(context, written);
  const known = knownProperties(context, definition.name, definition.properties, statement.properties);
  const condition = known.find(({ property }) => property.name.text === "when");
  const guard = condition === undefined ? null : decideProperty(context, condition, place.scope);
  const scope = elementScope(guarded(place.scope, guard ?? undefined), definition, statement, place);
  const args = checkArguments(context, definition, statement, scope.args);
  const list = args.get("array");
  const record =
    list?.kind === "code"
      ? openRecord(list.checked, scope.own, aliasOf(statement))
      : definition.opensRecord === true
        ? openRecord(UNKNOWN_RECORD, scope.own, aliasOf(statement))
        : scope.own;
  const properties = new Map<string, CheckedValue>();
  for (const each of known) {
    const name = each.property.name.text;
    const value = each === condition ? guard : decideProperty(context, each, scope.own);
    if (value !== null) properties.set(name, value);
  }
  applyFormat(context, statement, args, properties);
  checkPlacement(context, definition, statement, place);
  checkId(context, statement, properties.get("id"));
  const children = checkChildren(context, definition, statement, { ...place, scope: record, outer: scope.own });
  return { definition, span: statement.span, args, properties, children };
}

function decideProperty(
  context: CheckContext,
  known: ReturnType<typeof knownProperties>[number],
  scope: NameScope,
): CheckedValue | null {
  const { property, definition } = known;
  return checkValue({ context, scope, name: property.name.text, definition }, property.value);
}

function aliasOf(statement: ElementStatement): string | undefined {
  const alias = statement.properties.find((property) => property.name.text === "as")?.value;
  return alias?.kind === "word" ? alias.text : undefined;
}

interface ElementScope {
  readonly own: NameScope;
  readonly args: NameScope;
}

/** Bands and texts of fixed size may show page numbers; cells of a foot see what is around the table. */
function elementScope(
  scope: NameScope,
  definition: ElementDefinition,
  statement: ElementStatement,
  place: Place,
): ElementScope {
  const base = definition.name === "foot" || place.parent?.name === "foot" ? place.outer : scope;
  const fixed = ["w", "h"].every((name) =>
    statement.properties.some(
      (each) => each.name.text === name && each.value.kind === "number" && /^(?:mm|cm|pt|in|Q)$/.test(each.value.unit),
    ),
  );
  const band = ["header", "footer", "background"].includes(definition.name);
  const own =
    band || (fixed && (definition.name === "text" || definition.name === "label")) ? withPageNames(base) : base;
  return { own, args: own };
}

function definitionFor(context: CheckContext, statement: ElementStatement, place: Place): ElementDefinition | null {
  if (context.isFull) return null;
  const { text, span } = statement.keyword;
  const definition = elementNamed(text);
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
    repair: advise(placeAdvice(definition)),
  });
  return null;
}

/** The statements that may stand at the top level. */
export function topNames(): readonly string[] {
  return [...DECLARING, ...ELEMENTS.filter((each) => each.parents.includes("top")).map((each) => each.name)];
}

function placeAdvice(definition: ElementDefinition): string {
  if (definition.parents.includes("top")) return `move ${definition.name} to the top level`;
  if (definition.parents.includes("flow")) return `move ${definition.name} into body, stack, row, grid, box or each`;
  return `move ${definition.name} into ${definition.parents.join(" or ")}`;
}

function repairKeyword(context: CheckContext, statement: ElementStatement, allowed: readonly string[]): Repair {
  const { text, span } = statement.keyword;
  const habit = ELEMENT_HABITS[text] ?? ELEMENT_HABITS[text.toLowerCase()];
  if (habit !== undefined && "name" in habit && allowed.includes(habit.name)) {
    return rewrite(span, habit.name, `write ${habit.name}`);
  }
  const near =
    nearest(text, allowed) ??
    nearest(
      text,
      ELEMENTS.map((each) => each.name),
    );
  if (near !== null) return rewrite(span, near, `did you mean ${near}?`);
  const line = { start: context.source.lastIndexOf("\n", span.start) + 1, end: statement.span.end };
  const advice =
    habit !== undefined && "advice" in habit
      ? habit.advice
      : habit !== undefined && "name" in habit
        ? `write ${habit.name}`
        : null;
  return {
    ...rewrite({ start: Math.max(0, line.start - 1), end: line.end }, "", "delete it"),
    ...(advice === null ? {} : { title: advice }),
  };
}

function applyFormat(
  context: CheckContext,
  statement: ElementStatement,
  args: Map<string, CheckedValue>,
  properties: ReadonlyMap<string, CheckedValue>,
): void {
  const format = properties.get("format");
  const property = statement.properties.find((each) => each.name.text === "format");
  if (format?.kind !== "word" || property === undefined) return;
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
  const missing = required.filter((name) => given(name) === undefined && !habitGives(statement, name));
  if (missing.length === 0) return;
  const end = headEnd(context, statement);
  const text = missing.map((name) => `${name}=${sampleOf(definition, name, place)}`).join(" ");
  context.report({
    code: "RPT1009",
    span: statement.keyword.span,
    message: `required property ${missing.join(", ")} is missing`,
    why:
      absolute && !definition.required.includes(missing[0] ?? "")
        ? `In ${place.parent?.name ?? "it"} every element says where it stands.`
        : `${definition.name} needs it: ${definition.properties[missing[0] ?? ""]?.description ?? ""}.`,
    repair: rewrite({ start: end, end }, ` ${text}`, `add ${text}`),
  });
}

function sampleOf(definition: ElementDefinition, name: string, place: Place): string {
  if (name === "x" || name === "y") return "0mm";
  if (name === "col") return place.columns[0] ?? "name";
  return definition.properties[name]?.example ?? "10mm";
}

function absoluteNeeds(
  definition: ElementDefinition,
  given: (name: string) => Property | undefined,
): readonly string[] {
  if (definition.name === "line" && (given("x2") !== undefined || given("h") !== undefined)) return ["x", "y"];
  return Object.hasOwn(definition.properties, "x") ? ["x", "y", "w"] : [];
}

/** Whether a property that is told already stands for `name`: `width=` for `w`. */
function habitGives(statement: ElementStatement, name: string): boolean {
  const names: Readonly<Record<string, readonly string[]>> = {
    w: ["width", "W"],
    h: ["height", "H"],
    x: ["left", "X"],
    y: ["top", "Y"],
    cols: ["columns", "grid-template-columns", "widths"],
    col: ["column", "colspan"],
  };
  const apart = statement.args.some((each) => each.kind === "word" && each.text === name);
  return apart || statement.properties.some((each) => (names[name] ?? []).includes(each.name.text));
}

/** The end of a statement's own line, before its block. */
function headEnd(context: CheckContext, statement: ElementStatement): number {
  const end = statement.block === null ? statement.span.end : statement.block.span.start;
  const head = context.source.slice(statement.span.start, end).split("\n")[0] ?? "";
  const code = head.replace(/\s\/\/.*$/, "");
  return statement.span.start + code.trimEnd().length;
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
    if (definition.children !== "none") reportNoBlock(context, definition, statement);
    return [];
  }
  if (definition.children === "none") {
    if (!context.isUnread(statement.keyword.span)) refuseBlock(context, definition, statement);
    return [];
  }
  const columns = definition.name === "table" ? columnIds(context, statement) : place.columns;
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
      columns,
    });
    if (checked === null) continue;
    if ((child.keyword.text === "foot" || child.keyword.text === "body") && seen.has(child.keyword.text)) {
      reportSecond(context, child.keyword.text, child.keyword.span);
      continue;
    }
    seen.add(child.keyword.text);
    if (checked.definition.name === "cell") checkColumns(context, child, checked, columns);
    children.push(checked);
  }
  return children;
}

function reportSecond(context: CheckContext, name: string, span: Span): void {
  context.report({
    code: "RPT1017",
    span,
    message: `${name} may stand only once`,
    why: "The second one would take the first one's place.",
    repair: advise("join the two"),
  });
}

function misplacedDeclaration(context: CheckContext, kind: string, span: Span): void {
  context.report({
    code: "RPT1002",
    span,
    message: `"${kind}" is not allowed inside a block`,
    why: "Declarations stand at the top level.",
    repair: {
      title: "move it to the top level, before page",
      applicability: "suggestion",
      edits: moveToTop(context, span),
    },
  });
}

function moveToTop(context: CheckContext, span: Span): Repair["edits"] {
  const page = /^page\b/m.exec(context.source);
  if (page === null) return [];
  const start = context.source.lastIndexOf("\n", span.start) + 1;
  const end = Math.min(context.source.length, span.end + 1);
  return [
    { span: { start: page.index, end: page.index }, text: `${context.textOf(span)}\n` },
    { span: { start, end }, text: "" },
  ];
}

function columnIds(context: CheckContext, statement: ElementStatement): readonly string[] {
  const ids: string[] = [];
  for (const child of statement.block?.children ?? []) {
    if (child.kind !== "element") continue;
    const isColumn = child.keyword.text === "column" || elementNamed(child.keyword.text) === undefined;
    if (!isColumn) continue;
    const id = child.args[0];
    if (id?.kind !== "word") continue;
    if (ids.includes(id.text)) {
      context.report({
        code: "RPT1012",
        span: id.span,
        message: `column "${id.text}" stands twice`,
        why: "Cells of the foot name columns by their id.",
        repair: rewrite(id.span, `${id.text}2`, "rename one, and give it a cell"),
      });
    } else ids.push(id.text);
  }
  return ids;
}

function checkColumns(
  context: CheckContext,
  statement: ElementStatement,
  cell: CheckedElement,
  columns: readonly string[],
): void {
  const range = cell.properties.get("col");
  const property = statement.properties.find((each) => each.name.text === "col");
  if (range?.kind !== "columns" || property === undefined) return;
  const unknown = [range.from, range.to].find((id) => !columns.includes(id) && !context.mayBeDeclared(id));
  if (unknown !== undefined) {
    const near = nearest(unknown, columns) ?? columns[0] ?? null;
    const at = property.value.span.start + context.textOf(property.value.span).indexOf(unknown);
    context.report({
      code: "RPT1019",
      span: property.value.span,
      message: `the table has no column "${unknown}"`,
      why: `Columns: ${columns.join(", ")}.`,
      repair:
        near === null
          ? advise("add the column")
          : rewrite({ start: at, end: at + unknown.length }, near, `did you mean ${near}?`),
    });
  } else if (columns.indexOf(range.from) > columns.indexOf(range.to)) {
    context.report({
      code: "RPT1019",
      span: property.value.span,
      message: `column ${range.from} stands right of ${range.to}`,
      why: "A range runs from left to right.",
      repair: rewrite(property.value.span, `${range.to}..${range.from}`, `write ${range.to}..${range.from}`),
    });
  }
}

function reportNoBlock(context: CheckContext, definition: ElementDefinition, statement: ElementStatement): void {
  const end = headEnd(context, statement);
  const indent = " ".repeat(statement.span.start - (context.source.lastIndexOf("\n", statement.span.start) + 1));
  context.report({
    code: "RPT1016",
    span: statement.keyword.span,
    message: `${definition.name} needs a block`,
    why: `The form is: ${definition.example}`,
    repair: rewrite({ start: end, end }, ` {\n${indent}}`, 'add " {" and "}"'),
  });
}

function refuseBlock(context: CheckContext, definition: ElementDefinition, statement: ElementStatement): void {
  const block = statement.block;
  if (block === null) return;
  const empty = block.children.length === 0;
  context.report({
    code: "RPT1016",
    span: statement.keyword.span,
    message: `${definition.name} takes no block`,
    why: `The form is: ${definition.example}`,
    repair: empty
      ? rewrite(withSpaceBefore(context, block.span), "", "delete the braces")
      : advise("put its children beside it"),
  });
}
