// Example and default values of fields: the value as written → JSON text, judged by the field's type.
import type { Repair, Span } from "../../diagnostics/index.ts";
import {
  asOneLine,
  Decimal,
  type FieldType,
  IMAGE_TEXT,
  imageTextProblem,
  isCivilDate,
  isCivilMoment,
  isCivilTime,
  isOneLine,
  linesIn,
} from "../../expression/index.ts";
import type { PropertyValue } from "../../language/index.ts";
import { advise, type CheckContext, rewrite } from "../context/index.ts";
import { staticText, withSpaceBefore } from "../values/index.ts";
import { LINES_MAX } from "./text-lines.ts";

/** The longest text that a type may declare, in characters. */
export const TEXT_LENGTH_MAX = 100_000;

/** What an example must satisfy. */
export interface ExampleRules {
  readonly path: string;
  readonly type: FieldType;
  /** Whether the data may hold null there: of a field that may be absent, or that has a default instead. */
  readonly mayBeNull: boolean;
  readonly min: string | null;
  readonly max: string | null;
  /** The `pattern=`, and its matcher. */
  readonly pattern: string | null;
  readonly matches: ((text: string) => boolean) | null;
  /** How many `[]` the path has. */
  readonly depth: number;
  /** Where the type of a text stands, which a longer example widens; null where none is written. */
  readonly typeSpan: Span | null;
  /** Where the number of lines stands, which an example of more lines widens; null where none is written. */
  readonly linesSpan: Span | null;
  /** Every text that the line gives as example or default: the type must take each of them. */
  readonly texts: readonly string[];
}

/** JSON text of a value, nested as deep as the path's arrays; null where it does not fit, which is then told. */
export function exampleJson(
  context: CheckContext,
  value: PropertyValue,
  rules: ExampleRules,
  property: "example" | "default",
): string | null {
  return nested(context, value, rules, property, rules.depth);
}

function nested(
  context: CheckContext,
  value: PropertyValue,
  rules: ExampleRules,
  property: "example" | "default",
  depth: number,
): string | null {
  if (value.kind !== "list" || depth === 0) {
    return value.kind === "list"
      ? tooDeep(context, value.span, rules, property)
      : scalarJson(context, value, rules, property);
  }
  const items = value.items.map((item) => nested(context, item, rules, property, depth - 1));
  return items.includes(null) ? null : `[${items.join(",")}]`;
}

function tooDeep(context: CheckContext, span: Span, rules: ExampleRules, property: string): null {
  const inner =
    context
      .textOf(span)
      .replace(/^\[\s*|\s*\]$/g, "")
      .split(/,(?![^[]*\])/)[0] ?? "";
  context.report({
    code: property === "default" ? "RPT2013" : "RPT2009",
    span,
    message: `${property} of ${rules.path} is a list, the field is a single value`,
    why: "A list stands under each [] of the path.",
    repair: rewrite(span, inner.trim(), `write ${property}=${inner.trim()}`),
  });
  return null;
}

function scalarJson(
  context: CheckContext,
  value: PropertyValue,
  rules: ExampleRules,
  property: "example" | "default",
): string | null {
  if (value.kind === "word" && value.text === "null" && rules.mayBeNull) return "null";
  const read = readScalar(value, rules);
  if (typeof read !== "string") {
    const member = rules.type.kind === "enum" && property === "example";
    context.report({
      code: property === "default" ? "RPT2013" : member ? "RPT2006" : "RPT2009",
      span: value.span,
      message: `${property} ${context.quoteOf(value.span)} ${read.problem}`,
      why: `${rules.path} is ${describeField(rules.type)}.`,
      repair:
        (read.isTooLong === true ? widened(rules, property) : null) ??
        (read.hasManyLines === true ? higher(rules, property) : null) ??
        (read.mended === null
          ? ((rules.type.kind === "image" ? withoutIt(context, value.span, property) : null) ??
            advise(fitting(rules, property)))
          : rewrite(value.span, read.mended, `write ${read.mended}`)),
    });
    return null;
  }
  return read;
}

function fitting({ pattern }: ExampleRules, property: string): string {
  return pattern === null ? `give a valid ${property}` : `give a valid ${property}, which matches '${pattern}'`;
}

/**
 * The type with the length that the line's texts have: an example shows real content, and half a name is none. Null
 * where the type would still not take them.
 */
function widened({ type, typeSpan, texts, matches }: ExampleRules, property: string): Repair | null {
  if (typeSpan === null || (type.kind !== "string" && type.kind !== "text")) return null;
  const longest = Math.max(...texts.map((each) => [...each].length));
  if (longest > TEXT_LENGTH_MAX || texts.some((each) => matches?.(each) === false)) return null;
  if (type.linesMax !== undefined && Math.max(...texts.map(linesIn)) > type.linesMax) return null;
  const kind = texts.every(isOneLine) ? type.kind : "text";
  const wider = `${kind}(${longest})`;
  const shorter = `shorten the ${property} to ${type.lengthMax} characters`;
  return rewrite(typeSpan, wider, `declare ${wider}, or ${shorter}`);
}

/** Raises `lines=` to the number of lines that the examples have. Null where a field can't have that many lines. */
function higher({ type, linesSpan, texts }: ExampleRules, property: string): Repair | null {
  const most = Math.max(...texts.map(linesIn));
  if (linesSpan === null || type.kind !== "text" || type.linesMax === undefined || most > LINES_MAX) return null;
  return rewrite(
    linesSpan,
    String(most),
    `declare lines=${most}, or shorten the ${property} to ${type.linesMax} lines`,
  );
}

/** Where nobody writes a value by hand: the field without the property, for which a picture is made up. */
function withoutIt(context: CheckContext, { start, end }: Span, property: string): Repair | null {
  const named = start - property.length - 1;
  if (context.source.slice(named, start) !== `${property}=`) return null;
  return rewrite(withSpaceBefore(context, { start: named, end }), "", "delete it");
}

/** The quoted texts of a value, in lists too. */
export function textsIn(value: PropertyValue | undefined): readonly string[] {
  if (value?.kind === "list") return value.items.flatMap(textsIn);
  const text = value === undefined ? null : staticText(value);
  return text === null ? [] : [text];
}

/** A field type as an author writes it. */
export function describeField(type: FieldType): string {
  switch (type.kind) {
    case "string":
    case "text":
      return `${type.kind}(${type.lengthMax})`;
    case "decimal":
      return `decimal(${type.precision},${type.scale})`;
    case "enum":
      return `enum(${type.members.map((member) => member.value).join(", ")})`;
    default:
      return type.kind;
  }
}

interface Problem {
  readonly problem: string;
  readonly mended: string | null;
  readonly isTooLong?: boolean;
  readonly hasManyLines?: boolean;
}

function readScalar(value: PropertyValue, rules: ExampleRules): string | Problem {
  const { type } = rules;
  const text = staticText(value);
  switch (type.kind) {
    case "string":
    case "text":
      return textJson(value, text, rules);
    case "int":
    case "decimal":
      return numberJson(value, text, rules);
    case "bool":
      if (value.kind === "word" && /^(?:true|false)$/.test(value.text)) return value.text;
      return { problem: "is neither true nor false", mended: "true" };
    case "enum":
      return memberJson(
        value,
        text,
        type.members.map((member) => member.value),
        type.members.some((member) => member.numeric),
      );
    case "date":
      return pattern(text, isCivilDate, '"2026-01-31"', "is not a date like 2026-01-31");
    case "time":
      return pattern(text, isCivilTime, '"09:30"', "is not a time like 09:30");
    case "datetime":
      return pattern(text, isCivilMoment, '"2026-01-31T09:30:00+09:00"', "is not a date and time with its offset");
    case "image":
      return text !== null && imageTextProblem(text) === null
        ? JSON.stringify(text)
        : { problem: `is not ${IMAGE_TEXT}, of at most 4 MiB`, mended: null };
    case "array":
      return { problem: "stands on an array; give examples on its fields", mended: null };
  }
}

function pattern(
  text: string | null,
  fits: (text: string) => boolean,
  mended: string,
  problem: string,
): string | Problem {
  return text !== null && fits(text) ? JSON.stringify(text) : { problem, mended };
}

function textJson(value: PropertyValue, text: string | null, rules: ExampleRules): string | Problem {
  if (text === null) {
    const written =
      value.kind === "word" ? value.text : value.kind === "number" ? `${value.digits}${value.unit}` : null;
    return { problem: "is not a quoted text", mended: written === null ? null : `"${written}"` };
  }
  const longest = rules.type.kind === "string" || rules.type.kind === "text" ? rules.type.lengthMax : 0;
  const { linesMax = Infinity } = rules.type.kind === "text" ? rules.type : {};
  const points = [...text];
  if (points.length > longest) {
    const kept = points.slice(0, wholeLetters(points, longest)).join("");
    const fits = kept !== "" && rules.matches?.(kept) !== false && linesIn(kept) <= linesMax;
    return {
      problem: `has ${points.length} characters, at most ${longest} are allowed`,
      mended: fits ? JSON.stringify(kept) : null,
      isTooLong: true,
    };
  }
  if (rules.type.kind === "string" && !isOneLine(text)) {
    return {
      problem: "holds a line break; the type text allows them",
      mended: JSON.stringify(asOneLine(text)),
    };
  }
  if (linesIn(text) > linesMax) {
    const problem = `has ${linesIn(text)} lines, at most ${linesMax} are allowed`;
    return { problem, mended: null, hasManyLines: true };
  }
  if (rules.matches !== null && !rules.matches(text)) {
    return { problem: `does not match the pattern '${rules.pattern}'`, mended: null };
  }
  return JSON.stringify(text);
}

/** What belongs to the character before it: accents, 濁点, marks around it, variation selectors, tones of skin. */
const MARKS = [
  ["\u0300", "\u036f"],
  ["\u20d0", "\u20ff"],
  ["\u3099", "\u309a"],
  ["\ufe00", "\ufe0f"],
  ["\u{1f3fb}", "\u{1f3ff}"],
  ["\u{e0100}", "\u{e01ef}"],
] as const;
/** Joins the characters around it into one. */
const JOINER = "\u200d";

function isMark(character: string): boolean {
  return MARKS.some(([from, to]) => character >= from && character <= to);
}

/** As many code points as are at most so many whole letters. */
function wholeLetters(points: readonly string[], most: number): number {
  let end = most;
  const isWithin = (): boolean => isMark(points[end] ?? "") || points[end] === JOINER || points[end - 1] === JOINER;
  while (end > 0 && isWithin()) end -= 1;
  return end;
}

function numberJson(value: PropertyValue, text: string | null, rules: ExampleRules): string | Problem {
  const quoted = text !== null && /^-?\d+(\.\d+)?$/.test(text) ? text : null;
  if (value.kind === "number" && value.unit !== "") return { problem: "has a unit", mended: value.digits };
  const digits = value.kind === "number" ? value.digits : quoted;
  if (digits === null) return { problem: "is not a number", mended: "0" };
  const match = /^-?0*(\d*?)(?:\.(\d*?)0*)?$/.exec(digits);
  const whole = match?.[1]?.length ?? 0;
  const decimals = match?.[2]?.length ?? 0;
  if (rules.type.kind === "int" && (decimals > 0 || quoted !== null)) {
    return { problem: "is not a whole number", mended: digits.split(".")[0] ?? "0" };
  }
  if (
    rules.type.kind === "decimal" &&
    (decimals > rules.type.scale || whole > rules.type.precision - rules.type.scale)
  ) {
    return { problem: `has more digits than ${describeField(rules.type)} holds`, mended: null };
  }
  const number = Decimal.of(digits);
  if (rules.min !== null && number.compare(Decimal.of(rules.min)) < 0) {
    return { problem: `is less than min=${rules.min}`, mended: rules.min };
  }
  if (rules.max !== null && number.compare(Decimal.of(rules.max)) > 0) {
    return { problem: `is more than max=${rules.max}`, mended: rules.max };
  }
  return quoted !== null ? JSON.stringify(quoted) : jsonDigits(digits);
}

function memberJson(
  value: PropertyValue,
  text: string | null,
  members: readonly string[],
  numeric: boolean,
): string | Problem {
  const written = value.kind === "word" ? value.text : value.kind === "number" ? jsonDigits(value.digits) : text;
  if (written !== null && members.includes(written)) return numeric ? written : JSON.stringify(written);
  const first = members[0] ?? "";
  const plain = /^[A-Za-z_]\w*$/.test(first) || numeric;
  return { problem: `is not one of ${members.join(", ")}`, mended: plain ? first : JSON.stringify(first) };
}

/** A number as JSON writes it: authors may write leading zeros, JSON may not. */
export function jsonDigits(digits: string): string {
  return digits.replace(/^(-?)0+(?=\d)/, "$1");
}
