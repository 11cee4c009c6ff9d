// One value against its field: the value as the template sees it, or what is wrong with it.
import { counted, namedFirst } from "../diagnostics/index.ts";
import {
  type CanvasField,
  Decimal,
  IMAGE_TEXT,
  imageTextProblem,
  isCivilDate,
  isCivilMoment,
  isCivilTime,
  isOneLine,
  linesIn,
  type PayloadValue,
} from "../expression/index.ts";
import type { LeafNode } from "./contract-tree.ts";
import type { ViolationRule } from "./violation.ts";

export interface Verdict {
  readonly value: PayloadValue;
  readonly problem: Problem | null;
}

interface Problem {
  readonly rule: ViolationRule;
  readonly expected: string;
  /** The violation shows this as the received value, where the value itself does not show the mistake. */
  readonly received?: PayloadValue;
}

type EnumMember = Extract<CanvasField["type"], { readonly kind: "enum" }>["members"][number];

type DecimalType = Extract<CanvasField["type"], { readonly kind: "decimal" }>;

const NUMERIC_TEXT = /^-?[0-9]+(?:\.[0-9]+)?$/;

export function judgeLeaf(value: PayloadValue, { field, matches }: LeafNode): Verdict {
  switch (field.type.kind) {
    case "string":
    case "text":
      return judgeText(value, field, field.type.lengthMax, matches);
    case "int":
    case "decimal":
      return judgeNumber(value, field);
    case "bool":
      return typeof value === "boolean"
        ? accept(value)
        : refuse(value, "type", `true or false${isBoolText(value) ? ", without quotes" : ""}`);
    case "date":
      return judgeFormat(value, isCivilDate, "a date such as 2026-10-31");
    case "time":
      return judgeFormat(value, isCivilTime, "a time such as 09:30 or 09:30:00");
    case "datetime":
      return judgeFormat(value, isCivilMoment, "a time with offset such as 2026-10-31T09:30:00+09:00");
    case "enum":
      return judgeEnum(value, field);
    case "image":
      return judgeImage(value);
    case "array":
      return accept(value);
  }
}

function accept(value: PayloadValue): Verdict {
  return { value, problem: null };
}

function refuse(value: PayloadValue, rule: ViolationRule, expected: string): Verdict {
  return { value, problem: { rule, expected } };
}

function isBoolText(value: PayloadValue): boolean {
  return value === "true" || value === "false";
}

/** Lone surrogates and NUL are no text that a page could show. */
export function isCleanText(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}

function judgeText(value: PayloadValue, field: CanvasField, lengthMax: number, matches: LeafNode["matches"]): Verdict {
  if (typeof value !== "string") return refuse(value, "type", "a text");
  if (!isCleanText(value)) return refuse(value, "format", "text without NUL and broken characters");
  const length = codePointLength(value, lengthMax);
  if (length > lengthMax) return refuse(value, "maxLength", `at most ${lengthMax} characters`);
  if (field.type.kind === "string" && !isOneLine(value)) return refuse(value, "pattern", "one line");
  const { linesMax } = field.type.kind === "text" ? field.type : {};
  if (linesMax !== undefined && linesIn(value) > linesMax) return tooManyLines(value, linesMax);
  if (matches === null || matches(value)) return accept(value);
  return refuse(value, "pattern", `a text that matches ${field.pattern}`);
}

function tooManyLines(value: string, linesMax: number): Verdict {
  const received = { kind: "number", digits: String(linesIn(value)) } as const;
  return { value, problem: { rule: "maxLines", expected: `at most ${counted(linesMax, "line")}`, received } };
}

/** Code points, counted no further than needed. */
function codePointLength(text: string, enough: number): number {
  if (text.length <= enough) return text.length;
  let length = 0;
  for (const _ of text) {
    length += 1;
    if (length > enough) break;
  }
  return length;
}

function judgeNumber(value: PayloadValue, field: CanvasField): Verdict {
  const decimal = field.type.kind === "decimal" ? field.type : null;
  const expected = decimal === null ? "an integer" : `decimal(${decimal.precision},${decimal.scale})`;
  if (isPlainNumber(value, field, decimal)) return accept(value);
  const digits = digitsOf(value, decimal !== null);
  const isQuoted = decimal === null && typeof value === "string" && /^-?[0-9]{1,19}$/.test(value);
  if (digits === null) return refuse(value, "type", `${expected}${isQuoted ? ", without quotes" : ""}`);
  const [integer = "", written = ""] = digits.replace("-", "").split(".");
  // Equal numbers are equal: zeros at the end say nothing.
  const decimals = written.replace(/0+$/, "");
  if (decimal === null && decimals !== "") return refuse(value, "type", expected);
  if (decimal !== null && tooLong(integer, decimals, decimal)) {
    const whole = decimal.precision - decimal.scale;
    return refuse(value, "decimal", `at most ${whole} digits before the point and ${decimal.scale} after it`);
  }
  const kept = written === decimals ? digits : withoutZeros(digits);
  if (field.min === null && field.max === null && decimal !== null) return accept({ kind: "number", digits: kept });
  const number = Decimal.of(kept);
  if (field.min !== null && number.compare(Decimal.of(field.min)) < 0)
    return refuse(value, "minimum", `at least ${field.min}`);
  if (field.max !== null && number.compare(Decimal.of(field.max)) > 0)
    return refuse(value, "maximum", `at most ${field.max}`);
  return accept({ kind: "number", digits: decimal === null ? number.toFixed() : kept });
}

/** The digits without the zeros at their end: equal numbers print alike. */
function withoutZeros(digits: string): string {
  return digits.replace(/\.?0+$/, "");
}

/** Digits of a number that is computed with exactly, and that nobody writes otherwise. */
const PLAIN_DIGITS_MAX = 15;

/** A short number of JSON that is what its field holds, and stays as it is: no other way needs to be gone for it. */
function isPlainNumber(value: PayloadValue, field: CanvasField, type: DecimalType | null): boolean {
  if (field.min !== null || field.max !== null) return false;
  if (typeof value !== "object" || value === null || !("digits" in value)) return false;
  const { digits } = value;
  if (digits.length > PLAIN_DIGITS_MAX || digits.charCodeAt(0) === 0x2d) return false;
  const point = digits.indexOf(".");
  if (type === null) return point < 0;
  const decimals = point < 0 ? 0 : digits.length - point - 1;
  if (decimals > 0 && digits.endsWith("0")) return false;
  return decimals <= type.scale && (point < 0 ? digits.length : point) <= type.precision - type.scale;
}

function tooLong(integer: string, decimals: string, { precision, scale }: DecimalType): boolean {
  return decimals.length > scale || integer.replace(/^0+/, "").length > precision - scale;
}

/** The digits of a number, or of a numeric text where those are allowed; leading zeros are dropped. */
function digitsOf(value: PayloadValue, textAllowed: boolean): string | null {
  if (typeof value === "string") {
    return textAllowed && value.length <= 400 && NUMERIC_TEXT.test(value) ? value.replace(/^(-?)0+(?=\d)/, "$1") : null;
  }
  return typeof value === "object" && value !== null && "digits" in value ? value.digits : null;
}

function judgeFormat(value: PayloadValue, isReal: (text: string) => boolean, expected: string): Verdict {
  if (typeof value !== "string") return refuse(value, "type", expected);
  return isReal(value) ? accept(value) : refuse(value, "format", expected);
}

/** Of more members the first are named, and the others counted. */
const MEMBERS_NAMED_MAX = 20;

function judgeEnum(value: PayloadValue, field: CanvasField): Verdict {
  const members = field.type.kind === "enum" ? field.type.members : [];
  const digits = digitsOf(value, false);
  const number = digits === null ? null : Decimal.of(digits);
  for (const member of members) {
    if (member.numeric && number !== null && number.compare(Decimal.of(member.value)) === 0) {
      return accept({ kind: "number", digits: member.value });
    }
    if (!member.numeric && member.value === value) return accept(value);
  }
  const named = namedFirst(
    members.map((member) => member.value),
    MEMBERS_NAMED_MAX,
  );
  return refuse(value, "enum", `one of ${named}${otherKind(value, members)}`);
}

/** What to write where a member came as JSON of another kind: the list alone would name the very value that came. */
function otherKind(value: PayloadValue, members: readonly EnumMember[]): string {
  const text = typeof value === "boolean" ? String(value) : typeof value === "string" ? value : digitsOf(value, false);
  const same = members.find((member) => text !== null && isSameText(text, member.value));
  if (same === undefined) return "";
  return same.numeric ? ", as a number without quotes" : ", as a text in quotes";
}

/** Equal letters, or the digits of equal numbers. */
function isSameText(one: string, other: string): boolean {
  if (one === other) return true;
  return (
    one.length <= 400 &&
    [one, other].every((text) => NUMERIC_TEXT.test(text)) &&
    Decimal.of(one).compare(Decimal.of(other)) === 0
  );
}

function judgeImage(value: PayloadValue): Verdict {
  if (typeof value !== "string") return refuse(value, "type", IMAGE_TEXT);
  const problem = imageTextProblem(value);
  if (problem === null) return accept(value);
  return refuse(value, problem, problem === "maxLength" ? "an image of at most 4 MiB" : IMAGE_TEXT);
}
