// What is wrong with what stands in a form, in the rules of the contract, before anything is sent.
import { compareNumbers, isList, isObject } from "./exact.ts";
import { type LeafField, ONE_LINE_PATTERN } from "./fields.ts";
import { type Filling, isMisfit, type LeafFilling, payloadOf } from "./filling.ts";
import { numberIn } from "./numbers.ts";

/** A broken rule; `exact` and `bytes` are the form's own: what no host would carry. */
export interface Problem {
  readonly rule: string;
  /** What the contract asks for, in its words, where the rule has none of ours. */
  readonly expected?: string;
  /** The service's finding that says why, where the form can't be computed from the value. */
  readonly code?: string;
}

/** Decoded bytes of an image, as the contract takes them. */
export const IMAGE_BYTES_MAX = 4 * 1024 * 1024;
const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const TIME = /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/;
const MOMENT = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-](?:0\d|1[0-4]):[0-5]\d)$/;

/** Every problem with the filling that it is in, top to bottom. */
export function problemsIn(filling: Filling): readonly (readonly [Filling, Problem])[] {
  switch (filling.shape) {
    case "leaf": {
      const problem = problemOf(filling);
      return problem === null ? [] : [[filling, problem]];
    }
    case "group":
      // An object that may stay away, and does, needs nothing.
      return payloadOf(filling) === undefined ? [] : filling.members.flatMap(problemsIn);
    case "list": {
      const { entries, field } = filling;
      const own: readonly (readonly [Filling, Problem])[] =
        payloadOf(filling) !== undefined && entries.length < field.entriesMin
          ? [[filling, { rule: "minItems" }]]
          : entries.length > field.entriesMax
            ? [[filling, { rule: "maxItems" }]]
            : [];
      return [...own, ...entries.flatMap(problemsIn)];
    }
  }
}

/** What is wrong with one field; null where nothing is. */
export function problemOf(leaf: LeafFilling): Problem | null {
  const { field, text, known } = leaf;
  if (isMisfit(leaf) && (isObject(known) || isList(known) || field.kind === "choice")) return { rule: "type" };
  if (text === "" || (text.trim() === "" && field.kind !== "line" && field.kind !== "text")) {
    return field.isRequired && field.kind !== "boolean" && known === undefined ? { rule: "required" } : null;
  }
  const rule = brokenRule(field, text);
  return rule === null ? null : { rule };
}

function brokenRule(field: LeafField, text: string): string | null {
  switch (field.kind) {
    case "line":
    case "text":
      return brokenTextRule(field, text);
    case "integer":
    case "decimal":
      return brokenNumberRule(field, text);
    case "boolean":
      return text === "true" || text === "false" ? null : "type";
    case "date":
      return isDate(text) ? null : "format";
    case "time":
      return TIME.test(text) ? null : "format";
    case "datetime":
      return isDate(MOMENT.exec(text)?.[1] ?? "") ? null : "format";
    case "choice":
      return field.options[Number(text)] === undefined ? "enum" : null;
    case "image":
      return brokenImageRule(text);
  }
}

function brokenTextRule({ kind, lengthMax, linesMax, pattern }: LeafField, text: string): string | null {
  if (lengthMax !== null && [...text].length > lengthMax) return "maxLength";
  // A text area writes LF, whatever was pasted into it; the service counts what else ends a line.
  if (linesMax !== null && text.split("\n").length > linesMax) return "maxLines";
  if (kind === "line" && /[\r\n\v\f\u0085\u2028\u2029]/.test(text)) return "pattern";
  // Of one line, what is left of the pattern forbids characters that nobody types; the service names them.
  if (pattern === null || pattern === ONE_LINE_PATTERN) return null;
  try {
    return new RegExp(pattern, "u").test(text) ? null : "pattern";
  } catch {
    // The service reads its own patterns; it has the last word.
    return null;
  }
}

function brokenNumberRule(field: LeafField, text: string): string | null {
  const digits = numberIn(text);
  if (digits === null) return "type";
  const [whole = "", decimals = ""] = digits.replace("-", "").split(".");
  if (field.kind === "integer") {
    if (/[1-9]/.test(decimals)) return "type";
    if (!Number.isSafeInteger(Number(digits))) return "exact";
  } else if (
    decimals.replace(/0+$/, "").length > field.scale ||
    whole.replace(/^0+/, "").length > field.precision - field.scale
  ) {
    return "decimal";
  }
  if (field.minimum !== null && isBelow(digits, field.minimum)) return "minimum";
  return field.maximum !== null && isBelow(field.maximum, digits) ? "maximum" : null;
}

/** Bounds that a double writes with an exponent are left to the service. */
function isBelow(left: string, right: string): boolean {
  return !/e/.test(left + right) && compareNumbers(left, right) < 0;
}

function isDate(text: string): boolean {
  const [, year = "", month = "", day = ""] = DATE.exec(text) ?? [];
  if (year === "") return false;
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.getUTCDate() === Number(day);
}

function brokenImageRule(text: string): string | null {
  if (text.startsWith("asset:")) return null;
  const base64 = text.replace(/^data:[^,]*,/, "");
  return (base64.length / 4) * 3 > IMAGE_BYTES_MAX + 2 ? "bytes" : null;
}
