// The statement doctor: for a line that the grammar refuses, the likeliest mistake and the edits that mend it.
// Patterns are tried in order; the first whose repair makes the line readable wins, else the first that fits.
import type { Diagnostic } from "../diagnostics/index.ts";
import { bareRule, hyphenPath, missingLetValue, starPath, typeArguments } from "./doctor-declarations.ts";
import { bareCall, bareList, comparison, filterPipe, loneDot, loneOperator, ternary } from "./doctor-expressions.ts";
import { memberBars, memberLabels, namedLabels, optionalMark, strayWord } from "./doctor-fields.ts";
import {
  fence,
  foreignLet,
  mathematicalSign,
  mathObject,
  quotedPath,
  reduction,
  ruleOfValues,
  taggedText,
} from "./doctor-foreign.ts";
import { applied, type LineView, type Pattern, replace, reported, type Symptom } from "./doctor-line.ts";
import {
  bareFraction,
  barePattern,
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
    return reported(
      line.start,
      unexpected(line, () => false),
    );
  let first: Symptom | null = null;
  for (const pattern of PATTERNS) {
    const symptom = pattern(line);
    if (symptom === null) continue;
    first ??= symptom;
    if (symptom.edits.length > 0 && isReadable(applied(line.text, symptom.edits))) return reported(line.start, symptom);
  }
  // A choice is moved as a whole: where the line is not readable afterwards, it may have been cut in the wrong place.
  if (first?.code === "RPT0122") return reported(line.start, { ...first, edits: [] });
  if (first !== null) return reported(line.start, isUndone(line, first) ? { ...first, edits: [] } : first);
  return reported(line.start, unexpected(line, isReadable));
}

/** Whether the line would be given back as it was by the next finding, once this one is mended. */
function isUndone(line: LineView, { edits }: Symptom): boolean {
  if (edits.length === 0) return false;
  const mended = { ...line, text: applied(line.text, edits), code: applied(line.code, edits) };
  const next = PATTERNS.map((pattern) => pattern(mended)).find((symptom) => symptom !== null);
  return next !== undefined && applied(mended.text, next.edits) === line.text;
}

const PATTERNS: readonly Pattern[] = [
  fence,
  ruleOfValues,
  taggedText,
  foreignLet,
  quotedPath,
  bareRule,
  tag,
  backticks,
  quotedName,
  prefixedString,
  barePattern,
  optionalMark,
  memberLabels,
  namedLabels,
  memberBars,
  strayWord,
  typeArguments,
  starPath,
  hyphenPath,
  doubledEquals,
  reduction,
  mathObject,
  mathematicalSign,
  ternary,
  colorFunction,
  bareCall,
  bareList,
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
  field: "field items[].price decimal(12,2) role=… example=[…], and field note? text(400) where it may be absent",
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
  // What stands on both sides stays apart, and a value does not lose its name.
  const isApart = at === 0 || /\s/.test(line.code[at - 1] ?? "");
  const cut = [replace(at, token.length + (isApart && line.code[at + token.length] === " " ? 1 : 0), "")];
  const isName = /^[\w-]+$/.test(token) && /^\s*=(?!=)/.test(line.code.slice(at + token.length));
  // Without the brace the lines below it would stand in no block, and the next finding would ask for it again.
  const opensBlock = token === "{" && line.code.slice(at + 1).trim() === "";
  const mends = !ended && !isName && !opensBlock && isReadable(applied(line.text, cut));
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
