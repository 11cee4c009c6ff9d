// The statement doctor: for a line that the grammar refuses, the likeliest mistake and the edits that mend it.
// Patterns are tried in order; the first whose repair makes the line readable wins, else the first that fits.
import { type Diagnostic, diagnose } from "../diagnostics/index.ts";
import { hyphenPath, missingLetValue, starPath, typeArguments } from "./doctor-declarations.ts";
import { bareCall, comparison, filterPipe, loneDot, loneOperator, ternary } from "./doctor-expressions.ts";
import { applied, type LineView, type Pattern, replace, type Symptom } from "./doctor-line.ts";
import {
  bareFraction,
  colon,
  colorFunction,
  commaBetween,
  doubledEquals,
  foreignSign,
  missingValue,
  plusNumber,
  quotedName,
  tag,
  trailingComma,
} from "./doctor-properties.ts";
import { backticks, joinedText, prefixedString } from "./doctor-texts.ts";
import { EXPLAINED_LENGTH_MAX } from "./limits.ts";

/** Explains a refused line. `isReadable` tells whether a text of the line would be accepted. */
export function explain(line: LineView, isReadable: (text: string) => boolean): Diagnostic {
  if (line.text.length > EXPLAINED_LENGTH_MAX)
    return report(
      line,
      unexpected(line, () => false),
    );
  let first: Symptom | null = null;
  for (const pattern of PATTERNS) {
    const symptom = pattern(line);
    if (symptom === null) continue;
    first ??= symptom;
    if (symptom.edits.length > 0 && isReadable(applied(line.text, symptom.edits))) return report(line, symptom);
  }
  // A choice is moved as a whole: where the line is not readable afterwards, it may have been cut in the wrong place.
  if (first?.code === "RPT0122") return report(line, { ...first, edits: [] });
  if (first !== null) return report(line, first);
  return report(line, unexpected(line, isReadable));
}

function report(line: LineView, symptom: Symptom): Diagnostic {
  return diagnose({
    code: symptom.code,
    span: { start: line.start + symptom.at, end: line.start + symptom.at + symptom.length },
    message: symptom.message,
    why: symptom.why,
    repair: {
      title: symptom.title,
      applicability: symptom.safe === true ? "safe" : "suggestion",
      edits: symptom.edits.map((edit) => ({
        text: edit.text,
        span: { start: line.start + edit.span.start, end: line.start + edit.span.end },
      })),
    },
  });
}

const PATTERNS: readonly Pattern[] = [
  tag,
  backticks,
  quotedName,
  prefixedString,
  typeArguments,
  starPath,
  hyphenPath,
  doubledEquals,
  ternary,
  colorFunction,
  bareCall,
  colon,
  filterPipe,
  comparison,
  missingLetValue,
  missingValue,
  trailingComma,
  commaBetween,
  joinedText,
  plusNumber,
  bareFraction,
  loneOperator,
  loneDot,
  foreignSign,
];

const FORMS: Readonly<Record<string, string>> = {
  rpt: "rpt 1",
  field: "field items[].price decimal(12,2) role=… example=[…]",
  let: "let items[].amount role=… = .qty * .price",
  dataset: "dataset { JSON }",
};

const EXPRESSION_FORM = "values and operators, such as .qty * .price or format(total, '#,##0')";

/** What remains: name the token and the form of the statement, and try whether the line reads without it. */
export function unexpected(line: LineView, isReadable: (text: string) => boolean): Symptom {
  const at = nextToken(line);
  const token = /^(?:[\w.\u3005-\u9fff\uff66-\uff9f-]+|·+|\S)/.exec(line.code.slice(at))?.[0] ?? "";
  const shown = token === "" ? "end of line" : line.text.slice(at, at + token.length);
  const ended = token === "" || (line.isExpression === true && at >= line.code.trimEnd().length - 1);
  const keyword = line.isExpression ? "an expression" : (/^\s*([A-Za-z]\w*)/.exec(line.code)?.[1] ?? "the statement");
  const form = line.isExpression ? EXPRESSION_FORM : (FORMS[keyword] ?? `${keyword} arguments name=value …`);
  const cut = [replace(at, token.length + (line.code[at + token.length] === " " ? 1 : 0), "")];
  const mends = !ended && isReadable(applied(line.text, cut));
  const inside = /[([]/.test(line.code.slice(0, at)) && !/\)\s*$/.test(line.code.slice(0, at).trimEnd());
  return {
    code: inside && keyword !== "field" ? "RPT0120" : "RPT0100",
    at,
    length: Math.max(1, token.length),
    message: ended ? `${keyword} ends too early` : `unexpected "${shown}" in ${keyword}`,
    why: `The form is: ${form}`,
    title: mends
      ? "delete it"
      : ended && line.isExpression
        ? "finish the expression"
        : line.isExpression
          ? `write ${form}`
          : `write: ${form}`,
    edits: mends ? cut : [],
  };
}

function nextToken(line: LineView): number {
  let at = Math.min(line.errorAt, line.code.length);
  while (at < line.code.length && /\s/.test(line.code[at] ?? "")) at++;
  return at >= line.code.trimEnd().length ? Math.max(0, line.code.trimEnd().length - 1) : at;
}
