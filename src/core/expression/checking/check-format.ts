// `format(x, 'pattern')` and `format=`: pattern and type must fit each other.
import { type Diagnostic, type Span, withArticle } from "../../diagnostics/index.ts";
import {
  type Checked,
  type Code,
  describeType,
  type FormatKind,
  isNumeric,
  numberFacts,
  plainType,
  type Type,
} from "../code/index.ts";
import { readDatePattern, readNumberPattern } from "../formats/index.ts";
import { advice, type Findings, finding, replace, suggestion } from "../names/index.ts";

/** The checked value printed by the pattern; `span` is the pattern's place, without or with its quotes. */
export function checkFormat(value: Checked, pattern: string, span: Span, findings: Findings): Checked | null {
  const kind = formatKind(value.type);
  if (kind === null) {
    const message = `format prints numbers and dates, but this is ${describeType(value.type)}`;
    const repair = advice(value.type.kind === "enum" ? "label(x) prints an enum's label" : "delete the format");
    findings.diagnostics.push(
      finding("RPT2110", value.span, message, "Patterns describe digits or parts of dates.", repair),
    );
    return null;
  }
  if (!fits(value, kind, pattern, span, findings)) return null;
  const code = { op: "format", value: value.code, kind, pattern, span: [span.start, span.end] } as const;
  return { ...value, code, type: plainType("str", value.type.optional), spread: false };
}

/**
 * Where a condition chooses how many digits of a value are printed, fewer digits are meant: of its branches only the
 * one that prints the most keeps its RPT2131. `known` findings were there before the branches.
 */
export function dropChosenDigits(branches: readonly Checked[], known: number, { diagnostics }: Findings): void {
  const printed = branches.flatMap(({ code, span }) => {
    if (code.op !== "format" || code.kind === "date") return [];
    const format = readNumberPattern(code.pattern);
    if ("problem" in format || format.decimals === null) return [];
    return [{ span, value: placelessCode(code.value), decimals: format.decimals }];
  });
  const isFewer = ({ span }: Diagnostic): boolean => {
    const own = printed.find((one) => one.span.start <= span.start && span.end <= one.span.end);
    return own !== undefined && printed.some(({ value, decimals }) => value === own.value && decimals > own.decimals);
  };
  const told = diagnostics.splice(known);
  diagnostics.push(...told.filter((one) => one.code !== "RPT2131" || !isFewer(one)));
}

/** A computation as text, wherever it stands. */
function placelessCode(code: Code): string {
  return JSON.stringify(code, (key, value: unknown) => (key === "span" ? undefined : value));
}

function formatKind(type: Type): FormatKind | null {
  if (type.kind === "any" || type.kind === "null") return "any";
  if (isNumeric(type)) return "number";
  return type.kind === "date" || type.kind === "time" || type.kind === "datetime" ? "date" : null;
}

function fits(value: Checked, kind: FormatKind, pattern: string, span: Span, findings: Findings): boolean {
  if (kind === "date") return fitsDate(value, pattern, span, findings);
  const format = readNumberPattern(pattern);
  if ("problem" in format) {
    if (kind === "any" && !("problem" in readDatePattern(pattern))) return true;
    return refuse(format.problem, format.better, span, findings);
  }
  if (format.hides === "minutes") {
    const message = `format '${pattern}' hides the minutes: 119 prints 1 hour`;
    const repair = advice("write [h]:mm, or divide by 60, round() and take a pattern of numbers");
    findings.diagnostics.push(
      finding("RPT2131", span, message, "The printed number may differ from the computed one.", repair),
    );
  }
  const { scale } = numberFacts(value.type);
  if (format.decimals !== null && scale !== null && scale > format.decimals) {
    const message = `format '${pattern}' hides up to ${scale - format.decimals} decimals`;
    const repair = advice("round() first, or widen the format");
    findings.diagnostics.push(
      finding("RPT2131", span, message, "The printed number may differ from the computed one.", repair),
    );
  }
  return true;
}

function fitsDate(value: Checked, pattern: string, span: Span, findings: Findings): boolean {
  const format = readDatePattern(pattern);
  if ("problem" in format) return refuse(format.problem, format.better, span, findings);
  const missing =
    value.type.kind === "time" && format.needsDate
      ? "day"
      : value.type.kind === "date" && format.needsTime
        ? "time of day"
        : null;
  if (missing === null) return true;
  return refuse(
    `the pattern prints ${withArticle(missing)}, but ${withArticle(value.type.kind)} has none`,
    value.type.kind === "time" ? "HH:mm" : "yyyy/MM/dd",
    span,
    findings,
  );
}

function refuse(problem: string, better: string | null, span: Span, findings: Findings): false {
  const isRead = better !== null && !("problem" in readNumberPattern(better) && "problem" in readDatePattern(better));
  const repair =
    better === null || !isRead
      ? advice("see the format patterns")
      : suggestion(`'${better}'`, replace(span, `'${better}'`));
  findings.diagnostics.push(finding("RPT2125", span, problem, "A pattern must say exactly what is printed.", repair));
  return false;
}
