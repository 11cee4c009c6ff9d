// A time axis counts days, or times of day: what stands on it must be of its kind.
import type { Span } from "../../diagnostics/index.ts";
import { describeType, readDatePattern, type Type } from "../../expression/index.ts";
import type { ElementStatement, Property, PropertyValue } from "../../language/index.ts";
import type { PropertyName } from "../../schema/index.ts";
import { type AnyElement, advise, type CheckContext, type CheckedValues, rewrite } from "../context/index.ts";
import { reportUseless, staticText, withSpaceBefore } from "../values/index.ts";

/** A value that has a place on the axis, as the source writes it. */
interface Instant {
  readonly name: string;
  readonly type: Type;
  readonly span: Span;
}

type Kind = "clock" | "calendar";

/** RPT2123, RPT2125: values, steps and names of dates on an axis of times of day, and times of day on one of dates. */
export function checkClockAxis(
  context: CheckContext,
  statement: ElementStatement,
  properties: CheckedValues,
  children: readonly AnyElement[],
): void {
  const statements = new Map(
    statement.block?.children.flatMap((each) => (each.kind === "element" ? [[each.span.start, each] as const] : [])),
  );
  const scale = children.find(({ name }) => name === "scale");
  const scaleStatement = scale === undefined ? statement : statements.get(scale.span.start);
  if (scaleStatement === undefined) return;
  const ends = instantsOf(scaleStatement, scale?.properties ?? properties, ["from", "to"]);
  const axis = ends.find(({ type }) => kindOf(type) !== null);
  if (axis === undefined) return;
  const others = children.flatMap((child): readonly Instant[] => {
    const written = statements.get(child.span.start);
    if (written === undefined) return [];
    if (child.name === "bar") return instantsOf(written, child.properties, ["start", "end"]);
    const first = written.args[child.args.has("array") ? 1 : 0];
    const date = child.args.get("date");
    if (first === undefined || date?.kind !== "code") return [];
    return [{ name: child.name, type: date.checked.type, span: first.span }];
  });
  for (const one of [...ends, ...others]) refuseOther(context, axis, one);
  if (kindOf(axis.type) === "clock") refuseDays(context, scaleStatement);
}

function instantsOf(
  statement: ElementStatement,
  values: CheckedValues,
  names: readonly PropertyName[],
): readonly Instant[] {
  return names.flatMap((name) => {
    const value = values.get(name);
    const written = statement.properties.find((each) => each.name.text === name);
    if (value?.kind !== "code" || written === undefined) return [];
    return [{ name, type: value.checked.type, span: written.value.span }];
  });
}

/** Null for what may be of either kind. */
function kindOf({ kind }: Type): Kind | null {
  if (kind === "time") return "clock";
  return kind === "date" || kind === "datetime" ? "calendar" : null;
}

function refuseOther(context: CheckContext, axis: Instant, one: Instant): void {
  const [kind, other] = [kindOf(axis.type), kindOf(one.type)];
  if (kind === null || other === null || kind === other) return;
  const wanted = kind === "clock" ? "a time of day" : "a date or a datetime";
  const types = `${axis.name}= of the axis is ${describeType(axis.type)}, and this is ${describeType(one.type)}`;
  context.report({
    code: "RPT2123",
    span: one.span,
    message: `${one.name} needs ${wanted}, as ${types}`,
    why: "A day has no place on an axis of times of day, and a time without its day none on an axis of days.",
    repair: advise(
      kind === "clock"
        ? `give it ${wanted}, or give the axis datetimes`
        : `give it ${wanted}, or give from= and to= of the axis times of day, as (time('08:00')) and (time('18:00'))`,
    ),
  });
}

/** Steps, names and days off that an axis without days can't have. */
function refuseDays(context: CheckContext, scale: ElementStatement): void {
  for (const property of scale.properties) {
    const { name, value } = property;
    const text = textOf(value);
    if (name.text === "unit" && text !== null && text !== "hour") {
      context.report({
        code: "RPT2123",
        span: value.span,
        message: `unit=${text} needs dates, and the axis has times of day`,
        why: "An axis of times of day has steps of hours.",
        repair: rewrite(value.span, "hour", "write unit=hour"),
      });
    }
    if (["holidays", "off"].includes(name.text)) {
      reportUseless(context, property, name.text, "on an axis of times of day", "Days without work are days.");
    }
    if (["top", "middle", "bottom"].includes(name.text)) refuseDatePattern(context, property);
  }
}

/** A line of names that would print a day. */
function refuseDatePattern(context: CheckContext, { name, span, value }: Property): void {
  const text = textOf(value);
  const pattern = text === null || text === "" ? null : readDatePattern(text);
  if (pattern === null || "problem" in pattern || !pattern.needsDate) return;
  context.report({
    code: "RPT2125",
    span: value.span,
    message: `'${text}' prints parts of a date, and the axis has times of day`,
    why: "No day is known that could be printed.",
    repair:
      name.text === "bottom"
        ? rewrite(value.span, "'H'", "write 'H'")
        : rewrite(withSpaceBefore(context, span), "", "delete it"),
  });
}

function textOf(value: PropertyValue): string | null {
  return value.kind === "word" ? value.text : staticText(value);
}
