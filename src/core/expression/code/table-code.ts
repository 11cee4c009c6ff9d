// Code that tables need beside what their sources say: groups of records, and sums of a page.
import type { SourceSpan } from "../../diagnostics/index.ts";
import type { CheckedExpression } from "./checked.ts";
import { type Code, type ExpressionCode, readCode } from "./code.ts";
import type { Template } from "./declarations.ts";
import { keyOrdering } from "./key-ordering.ts";

const RECORD: Code = { op: "record", level: 0 };

/** `group(list, key, order)`: records with `key` and `items`. The key is code of one record of the list. */
export function groupsOf(
  list: ExpressionCode,
  { code, type }: Pick<CheckedExpression, "code" | "type">,
  order: "data" | "asc" | "desc",
  span: SourceSpan,
): ExpressionCode {
  const args: Code[] = [readCode(list), readCode(code)];
  if (order !== "data") args.push({ op: "text", text: order });
  const call: Code = { op: "call", name: "group", args, span, ...keyOrdering(type) };
  return call;
}

/** `.items`: the records of a group, seen from the group. */
export function itemsOfGroup(): ExpressionCode {
  const code: Code = { op: "member", base: RECORD, name: "items" };
  return code;
}

/** A number of each record, and what shows the sum of them where the innermost record is `{sum}`. */
export interface SummedCode {
  readonly sum: ExpressionCode;
  readonly shown: Template;
}

/** Sums a number that is shown; the sum is written as the number is. */
export function summed(shown: ExpressionCode, span: SourceSpan): SummedCode {
  const code = readCode(shown);
  return { sum: unformatted(code), shown: sumWrittenLike(shown, span) };
}

/** Whether a template shows the number that a sum adds up, in whatever pattern. */
export function showsNumber(template: Template, sum: ExpressionCode): boolean {
  const wanted = withoutSpans(unformatted(readCode(sum)));
  return template.some((part) => part.kind === "computed" && withoutSpans(unformatted(readCode(part.code))) === wanted);
}

/** What a pattern writes; other code as it is. */
export function valueWritten(code: ExpressionCode): ExpressionCode {
  return unformatted(readCode(code));
}

function unformatted(code: Code): Code {
  return code.op === "format" ? code.value : code;
}

/** The same for codes that say the same at different places of the source. */
function withoutSpans(code: Code): string {
  return JSON.stringify(code, (key, value: unknown) => (key === "span" ? undefined : value));
}

/** What shows a sum where the innermost record is `{sum}`, written as `like` writes its number. */
export function sumWrittenLike(like: ExpressionCode | null, span: SourceSpan): Template {
  const value: Code = { op: "member", base: RECORD, name: "sum" };
  const pattern = like === null ? null : readCode(like);
  const code: Code = pattern?.op === "format" && pattern.kind !== "date" ? { ...pattern, value } : value;
  return [{ kind: "computed", code, span, role: null }];
}

/** What shows a sum where the innermost record is `{sum}`, in a number pattern that has been checked. */
export function sumInPattern(pattern: string, span: SourceSpan): Template {
  const value: Code = { op: "member", base: RECORD, name: "sum" };
  const code: Code = { op: "format", value, kind: "number", pattern, span };
  return [{ kind: "computed", code, span, role: null }];
}

/** Both conditions hold; null is a condition that always holds. */
export function bothHold(first: ExpressionCode | null, second: ExpressionCode | null): ExpressionCode | null {
  if (first === null || second === null) return first ?? second;
  const code: Code = { op: "and", left: readCode(first), right: readCode(second), lift: "" };
  return code;
}

/** Code of a text that a source names by other means than an expression. */
export function textCode(text: string): ExpressionCode {
  const code: Code = { op: "text", text };
  return code;
}
