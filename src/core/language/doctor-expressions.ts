// Slips in expressions: operators of other languages, and what is missing.

import { cutOut, type LineView, replace, type Symptom } from "./doctor-line.ts";
import { questionMark, ternaryParts } from "./ternary.ts";

const FILTER_ADVICE = "Functions take their argument in parentheses; there are no filters.";

/** `due | format('#,##0')` → `format(due, '#,##0')` */
export function filterPipe(line: LineView): Symptom | null {
  const match = /([\w.[\]]+)\s*\|\s*([A-Za-z]\w*)(\(([^()]*)\))?/.exec(line.code);
  const bar = line.code.search(/(?<!\|)\|(?!\|)/);
  if (bar < 0) return null;
  if (match === null) {
    return {
      code: "RPT0120",
      at: bar,
      length: 1,
      message: 'unexpected "|" in an expression',
      why: FILTER_ADVICE,
      title: "write FUNCTION(value, …)",
      edits: [],
    };
  }
  const argument = line.text.slice(match.index, match.index + match[0].length);
  const args = /\(([^()]*)\)$/.exec(argument)?.[1]?.trim() ?? "";
  const call = `${match[2]}(${match[1]}${args === "" ? "" : `, ${args}`})`;
  return {
    code: "RPT0120",
    at: bar,
    length: 1,
    message: 'unexpected "|": filters do not exist',
    why: FILTER_ADVICE,
    title: `write ${call}`,
    edits: [replace(match.index, match[0].length, call)],
  };
}

/** `(a = b)` → `(a == b)`, also `===` and `<>` */
export function comparison(line: LineView): Symptom | null {
  const strict = /[=!]==|<>/.exec(line.code);
  if (strict !== null) {
    const text = strict[0] === "===" ? "==" : "!=";
    return {
      code: "RPT0121",
      at: strict.index,
      length: strict[0].length,
      message: `"${strict[0]}" is not a comparison`,
      why: "Comparisons are == != < <= > >=.",
      title: `write ${text}`,
      safe: true,
      edits: [replace(strict.index, strict[0].length, text)],
    };
  }
  const inside = singleEquals(line);
  if (inside < 0) return null;
  return {
    code: "RPT0121",
    at: inside,
    length: 1,
    message: '"=" is not a comparison',
    why: "= gives a property its value; == compares.",
    title: "write ==",
    safe: true,
    edits: [replace(inside, 1, "==")],
  };
}

function singleEquals(line: LineView): number {
  let depth = 0;
  const offset = /^\s*let\b[^=]*(?:=[^=\s]\S*\s+[^=]*)*=/.exec(line.code)?.[0].length ?? 0;
  for (let at = 0; at < line.code.length; at++) {
    const char = line.code[at];
    if (char === "(" || char === "[") depth++;
    else if (char === ")" || char === "]") depth--;
    else if (char === "=" && (depth > 0 || (offset > 0 && at >= offset))) {
      if (line.code[at + 1] === "=") at++;
      else if (!/[=!<>]/.test(line.code[at - 1] ?? "")) return at;
    }
  }
  return -1;
}

/** `cond ? a : b` → `if(cond, a, b)` */
export function ternary(line: LineView): Symptom | null {
  const at = questionMark(line.code);
  if (at < 0 || !line.code.includes(":", at) || /^\s*field\b/.test(line.code)) return null;
  const symptom = {
    code: "RPT0122",
    at,
    length: 1,
    message: '"? :" does not exist',
    why: "A choice is a function, so that it reads the same everywhere.",
  } as const;
  const parts = ternaryParts(line.code, at);
  if (parts === null) return { ...symptom, title: "write if(condition, a, b)", edits: [] };
  // Texts are masked in `code`, so the parts are taken by their places.
  const [condition, yes, no] = [parts.condition, parts.yes, parts.no].map(([from, to]) =>
    asExpression(line, line.text.slice(from, to)),
  );
  const call = `if(${condition}, ${yes}, ${no})`;
  const text = parts.bare ? `(${call})` : call;
  const from = parts.condition[0];
  return { ...symptom, title: `write ${text}`, edits: [replace(from, parts.no[1] - from, text)] };
}

/** A part of a choice, with what other languages write differently; inside of a text, texts have single quotes. */
function asExpression(line: LineView, part: string): string {
  const compared = part.replaceAll("===", "==").replaceAll("!==", "!=");
  return line.isExpression === true ? compared.replaceAll(/"([^"']*)"/g, "'$1'") : compared;
}

/** Functions of style sheets: parentheses around them would make no expression. */
const STYLE_FUNCTIONS = /^(?:rgba?|hsla?|hwb|lab|lch|cmyk|calc|var|url|repeat|minmax|rotate|translate|scale)$/i;

/** `color=if(late, 'red', 'black')` → `color=(if(late, 'red', 'black'))` */
export function bareCall(line: LineView): Symptom | null {
  if (/^\s*(?:let|field)\b/.test(line.code)) return null;
  const match = /\s([a-z][\w-]*)=(([A-Za-z]\w*)\()/.exec(line.code);
  if (match === null || STYLE_FUNCTIONS.test(match[3] ?? "")) return null;
  const from = match.index + match[0].length - (match[2] ?? "").length;
  const to = closingParenthesis(line.code, match.index + match[0].length - 1) + 1;
  if (to === 0 || !/^(?:\s|$)/.test(line.code.slice(to))) return null;
  const call = line.text.slice(from, to);
  return {
    code: "RPT0120",
    at: from,
    length: to - from,
    message: `${match[1]}= takes an expression in parentheses`,
    why: "A value that is computed stands in parentheses, so that it is seen where it ends.",
    title: `write ${match[1]}=(${call})`,
    edits: [replace(from, 0, "("), replace(to, 0, ")")],
  };
}

/** The offset of the parenthesis that closes the one at `open`, or -1. */
function closingParenthesis(code: string, open: number): number {
  let depth = 0;
  for (let at = open; at < code.length; at++) {
    if (code[at] === "(") depth++;
    else if (code[at] === ")" && --depth === 0) return at;
  }
  return -1;
}

/** `[.kind == 'a']`, `.name` and `[]` behind a call; of brackets in brackets the inner ones stand in pairs. */
const BEHIND_CALL = /^(?:\[(?:[^[\]]|\[[^[\]]*\])*\]|\.[A-Za-z_]\w*)+/;

/** `filter(items, .late)`, as other languages choose records. */
const FILTER_CALL = /^(?:filter|where)\(\s*([A-Za-z][\w.[\]]*?)(?:\[\])?\s*,\s*(.+)\)$/;

/** A call whose first argument is a path. */
const CALLED_PATH = /^[A-Za-z]\w*\((?:[A-Za-z]\w*\()*\s*([A-Za-z]\w*(?:(?:\[\])?\.[A-Za-z]\w*)*)/;

/** What is written in place of a list that is computed without parentheses around it. */
function listWritten(element: string, call: string): string {
  // Documents are made of an array of the data, whole and in its order.
  if (element === "source") return CALLED_PATH.exec(call)?.[1] ?? "";
  const [, list, condition] = FILTER_CALL.exec(call) ?? [];
  return list === undefined ? `(${call})` : `${list}[${condition}]`;
}

/** `each split(x, ",") {` → `each (split(x, ",")) {`, and so with what is chosen from the list behind the call. */
export function bareList(line: LineView): Symptom | null {
  const match = /^\s*(each|table|group|gantt|source|bar|milestone|column\s+each|chart\s+[a-z]+)\s+([A-Za-z]\w*\()/.exec(
    line.code,
  );
  if (match === null) return null;
  const from = match[0].length - (match[2] ?? "").length;
  const end = closingParenthesis(line.code, match[0].length - 1) + 1;
  if (end === 0) return null;
  const to = end + (BEHIND_CALL.exec(line.code.slice(end))?.[0].length ?? 0);
  if (!/^(?:\s|$)/.test(line.code.slice(to))) return null;
  const element = match[1] ?? "";
  const written = listWritten(element, line.text.slice(from, to));
  if (written === "") return null;
  const takes = element === "source" ? "an array of the data, whole" : "a computed list in parentheses";
  return {
    code: "RPT0120",
    at: from,
    length: to - from,
    message: `${element} takes ${takes}`,
    why:
      element === "source"
        ? "One document is made of each record of an array of the data, in their order."
        : "A value that is computed stands in parentheses, so that it is seen where it ends.",
    title: `write ${element} ${written}`,
    edits: [replace(from, to - from, written)],
  };
}

/** `x = (a) text` forms: an operator at the end, a doubled operator */
export function loneOperator(line: LineView): Symptom | null {
  const match = /([+\-*/%]|&&|\|\||==|!=|<=?|>=?|\b(?:and|or)\b)\s*(?=[)\]},]|$)/.exec(line.code);
  if (match === null) return null;
  return {
    code: "RPT0120",
    at: match.index,
    length: (match[1] ?? "").length,
    message: `an operand is missing after "${match[1]}"`,
    why: "An operator stands between two values.",
    title: "finish the expression",
    edits: [cutOut(line, match.index, match[0].length)],
  };
}

/** `a. + b`: a dot without the name behind it; one that nothing stands before is the entry itself */
export function loneDot(line: LineView): Symptom | null {
  const match = /\.(?=\s*(?:[)\]},+*/%=<>-]|$))/.exec(line.code);
  if (match === null || /\d$/.test(line.code.slice(0, match.index))) return null;
  if (!/[\w\])\u3005-\u9fff]$/.test(line.code.slice(0, match.index))) return null;
  return {
    code: "RPT0120",
    at: match.index,
    length: 1,
    message: 'a name is missing after "."',
    why: "A dot leads to a field of what stands before.",
    title: "write the name of the field, or delete the dot",
    edits: [cutOut(line, match.index, 1)],
  };
}
