// The statement doctor: for a line that the grammar refuses, the likeliest mistake and the edits that mend it.
// Patterns are tried in order; the first whose repair makes the line readable wins, else the first that fits.
import { type Diagnostic, type DiagnosticCode, diagnose, type TextEdit } from "../diagnostics/index.ts";

import { EXPLAINED_LENGTH_MAX } from "./limits.ts";
import { questionMark, ternaryParts } from "./ternary.ts";

/** A line as the patterns see it; `code` has strings, literals and comments blanked, same length as `text`. */
export interface LineView {
  readonly text: string;
  readonly code: string;
  /** Offset of the line in the source. */
  readonly start: number;
  /** Offset within the line where the grammar first stopped. */
  readonly errorAt: number;
  /** The computed part of a text, in parentheses, instead of a line. */
  readonly isExpression?: true;
}

interface Symptom {
  readonly code: DiagnosticCode;
  /** Range within the line. */
  readonly at: number;
  readonly length: number;
  readonly message: string;
  readonly why: string;
  readonly title: string;
  readonly safe?: boolean;
  /** Ranges within the line. */
  readonly edits: readonly TextEdit[];
}

type Pattern = (line: LineView) => Symptom | null;

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

function applied(text: string, edits: readonly TextEdit[]): string {
  return edits
    .toSorted((a, b) => b.span.start - a.span.start)
    .reduce((result, edit) => result.slice(0, edit.span.start) + edit.text + result.slice(edit.span.end), text);
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

function replace(at: number, length: number, text: string): TextEdit {
  return { span: { start: at, end: at + length }, text };
}

/** All matches of a global pattern in the code of a line. */
function matches(line: LineView, pattern: RegExp): readonly RegExpExecArray[] {
  return [...line.code.matchAll(pattern)];
}

/** `x: 0mm` → `x=0mm`, `field a: string` → `field a string` */
function colon(line: LineView): Symptom | null {
  const found = matches(line, /([A-Za-z_][\w.[\]-]*)\s*:\s*/g);
  const first = found[0];
  if (first === undefined) return null;
  const declares =
    /^\s*(?:field|let)\s/.test(line.code) && /^\s*(?:field|let)\s+$/.test(line.code.slice(0, first.index));
  const isLet = /^\s*let\s/.test(line.code);
  const sign = declares ? (isLet ? " = " : " ") : "=";
  const value = declares ? (isLet && line.code.slice(first.index + first[0].length).startsWith("=") ? "" : sign) : "=";
  return {
    code: "RPT0105",
    at: first.index + first[0].indexOf(":"),
    length: 1,
    message: `unexpected ":" after ${first[1]}`,
    why: "Properties are written name=value.",
    title: declares ? `write ${first[1]} without ":"` : `write ${first[1]}=…`,
    safe: true,
    edits: found.map((match) => {
      const name = match[1] ?? "";
      const text = match === first && declares ? (isLet && value === "" ? " " : value) : "=";
      return replace(match.index + name.length, match[0].length - name.length, text);
    }),
  };
}

/** `w= role=x`: a property without a value. */
function missingValue(line: LineView): Symptom | null {
  const match = /([A-Za-z_][\w-]*)\s*=(?=\s*$|\s*\{?\s*$|\s+[A-Za-z][\w-]*\s*=(?!=)|\s*\))/.exec(line.code);
  if (match === null || /^\s*let\b/.test(line.code)) return null;
  return {
    code: "RPT0108",
    at: match.index,
    length: match[0].length,
    message: `property ${match[1]} has no value`,
    why: "A property is a name, =, and a value.",
    title: `write ${match[1]}=VALUE or delete it`,
    edits: [cutOut(line, match.index, match[0].length)],
  };
}

/** Deletes a range with the spaces before it. */
function cutOut(line: LineView, at: number, length: number): TextEdit {
  const start = line.code.slice(0, at).trimEnd().length;
  return replace(start, at + length - start, "");
}

/** `let x =` with nothing behind. */
function missingLetValue(line: LineView): Symptom | null {
  if (!/^\s*let\b/.test(line.code)) return null;
  const open = /=\s*$/.exec(line.code);
  if (open !== null) {
    return {
      code: "RPT0120",
      at: open.index,
      length: 1,
      message: "let has no value",
      why: "let gives a name to an expression.",
      title: "write an expression after =",
      edits: [replace(open.index + 1, 0, " 0")],
    };
  }
  const plain = /^(\s*let\s+[^\s=([\d][^\s=(]*)\s+(?=[^=\s])/.exec(line.code);
  if (plain === null || /[^=!<>]=(?!=)/.test(line.code)) return null;
  return {
    code: "RPT0100",
    at: plain[0].length,
    length: 1,
    message: 'let needs "=" between its name and its expression',
    why: "let total = sum(items[].amount)",
    title: 'add "="',
    safe: true,
    edits: [replace((plain[1] ?? "").length, 0, " =")],
  };
}

const FILTER_ADVICE = "Functions take their argument in parentheses; there are no filters.";

/** `due | format('#,##0')` → `format(due, '#,##0')` */
function filterPipe(line: LineView): Symptom | null {
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
function comparison(line: LineView): Symptom | null {
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

/** `w==5mm` → `w=5mm` */
function doubledEquals(line: LineView): Symptom | null {
  const match = /\s([a-z][\w-]*)(==|:=|=>|\+=)/.exec(line.code);
  if (match === null) return null;
  const at = match.index + 1 + (match[1] ?? "").length;
  return {
    code: "RPT0100",
    at,
    length: 2,
    message: `unexpected "${match[2]}" after ${match[1]}`,
    why: "Properties are written name=value.",
    title: "write =",
    safe: true,
    edits: [replace(at, 2, "=")],
  };
}

/** `cond ? a : b` → `if(cond, a, b)` */
function ternary(line: LineView): Symptom | null {
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
  const [condition, yes, no] = [parts.condition, parts.yes, parts.no].map(([from, to]) => line.text.slice(from, to));
  const call = `if(${condition}, ${yes}, ${no})`;
  const text = parts.bare ? `(${call})` : call;
  const from = parts.condition[0];
  return { ...symptom, title: `write ${text}`, edits: [replace(from, parts.no[1] - from, text)] };
}

/** Functions of style sheets: parentheses around them would make no expression. */
const STYLE_FUNCTIONS = /^(?:rgba?|hsla?|hwb|lab|lch|cmyk|calc|var|url|repeat|minmax|rotate|translate|scale)$/i;

/** `color=if(late, 'red', 'black')` → `color=(if(late, 'red', 'black'))` */
function bareCall(line: LineView): Symptom | null {
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

/** `x=0mm, y=3mm` → `x=0mm y=3mm` */
function commaBetween(line: LineView): Symptom | null {
  let depth = 0;
  const found: number[] = [];
  for (let at = 0; at < line.code.length; at++) {
    const char = line.code[at];
    if (char === "(" || char === "[") depth++;
    else if (char === ")" || char === "]") depth--;
    else if (char === "," && depth === 0) found.push(at);
  }
  const first = found[0];
  if (first === undefined) return null;
  return {
    code: "RPT0124",
    at: first,
    length: 1,
    message: 'unexpected ","',
    why: "Properties are separated by spaces.",
    title: "delete it",
    safe: true,
    edits: found.map((at) => replace(at, 1, line.code[at + 1] === " " || at + 1 === line.code.length ? "" : " ")),
  };
}

/** `[a, b,]` and `(a, b,)` */
function trailingComma(line: LineView): Symptom | null {
  const match = /,\s*(?=[\])])/.exec(line.code);
  if (match === null) return null;
  return {
    code: "RPT0100",
    at: match.index,
    length: 1,
    message: 'unexpected "," before the closing bracket',
    why: "A list ends with its last member.",
    title: "delete it",
    safe: true,
    edits: [replace(match.index, match[0].length, "")],
  };
}

/** `<div class="x">`, `</table>` */
function tag(line: LineView): Symptom | null {
  const match = /^(\s*)<(\/?)([A-Za-z][\w-]*)/.exec(line.code);
  if (match === null) return null;
  return {
    code: "RPT0100",
    at: (match[1] ?? "").length,
    length: match[0].trim().length,
    message: `unexpected "<${match[2]}${match[3]}": there are no tags`,
    why: "An element is a keyword with its properties.",
    title: match[2] === "/" ? 'close the block with "}"' : `write ${match[3]} …`,
    edits: match[2] === "/" ? [replace(0, line.text.length, `${match[1]}}`)] : [],
  };
}

/** `"x"=5mm` → `x=5mm` */
function quotedName(line: LineView): Symptom | null {
  const match = /(["'])([a-z][\w-]*)\1\s*[=:]/.exec(line.text);
  if (match === null || line.code[match.index] !== "·") return null;
  // Inside parentheses it is a text of an expression: `(late ? 'red' : 'black')`.
  const before = line.code.slice(0, match.index);
  // Behind a question mark it is the first choice of `late ? 'red' : 'black'`.
  if (questionMark(before) >= 0) return null;
  if (before.split("(").length > before.split(")").length) return null;
  return {
    code: "RPT0100",
    at: match.index,
    length: (match[2] ?? "").length + 2,
    message: "a property name has no quotes",
    why: "Only texts are quoted.",
    title: `write ${match[2]}=`,
    safe: true,
    edits: [replace(match.index, match[0].length, `${match[2]}=`)],
  };
}

/** `` `text` `` → `"text"` */
function backticks(line: LineView): Symptom | null {
  const match = /`([^`"]*)`/.exec(line.text);
  if (match === null) return null;
  return {
    code: "RPT0100",
    at: match.index,
    length: 1,
    message: "` does not quote",
    why: "Texts stand in double quotes.",
    title: 'write "…"',
    safe: true,
    edits: [replace(match.index, 1, '"'), replace(match.index + match[0].length - 1, 1, '"')],
  };
}

/** `f"…"` → `"…"` */
function prefixedString(line: LineView): Symptom | null {
  const match = /(?<=[\s=(])[fru](?=·)/.exec(line.code);
  if (match === null || !/["']/.test(line.text[match.index + 1] ?? "")) return null;
  return {
    code: "RPT0100",
    at: match.index,
    length: 1,
    message: `unexpected "${match[0]}" before a text`,
    why: "Every text in double quotes shows {…} as values.",
    title: "delete it",
    safe: true,
    edits: [replace(match.index, 1, "")],
  };
}

/** `"a" + b` → `"a{b}"` */
function joinedText(line: LineView): Symptom | null {
  const match = /(·+)\s*([+&.])\s*([\w.]+|·+)/.exec(line.code);
  if (match === null) return null;
  const left = line.text.slice(match.index, match.index + (match[1] ?? "").length);
  const at = match.index + match[0].length - (match[3] ?? "").length;
  const right = line.text.slice(at, match.index + match[0].length);
  const joined = right.startsWith('"') ? right.slice(1, -1) : `{${right}}`;
  return {
    code: "RPT0100",
    at: match.index + (match[1] ?? "").length,
    length: match[2] === "+" ? 2 : 1,
    message: `texts are not joined with "${match[2]}"`,
    why: "Values stand inside the text, in braces.",
    title: `write ${left.slice(0, -1)}${joined}"`,
    edits: left.startsWith('"') ? [replace(match.index, match[0].length, `${left.slice(0, -1)}${joined}"`)] : [],
  };
}

/** `width=50%%`, `w=$5mm`, `@page`, `.class`, `&nbsp` */
function foreignSign(line: LineView): Symptom | null {
  const match = /[@$&^~\\]+/.exec(line.code);
  if (match === null) return null;
  return {
    code: "RPT0100",
    at: match.index,
    length: match[0].length,
    message: `unexpected "${match[0]}"`,
    why: "The sign has no meaning here.",
    title: "delete it",
    edits: [replace(match.index, match[0].length, "")],
  };
}

/** `string[40]` → `string(40)`, `string 40` → `string(40)`, `decimal 12,2` → `decimal(12,2)` */
function typeArguments(line: LineView): Symptom | null {
  const pattern =
    /^\s*field\s+\S+\s+(string|text|decimal|enum)(?:\s*[[<{]([^\]>}]*)[\]>}]|\s+(\d+(?:\s*,\s*\d+)?)(?=\s|$))/;
  const match = pattern.exec(line.code);
  if (match === null) return null;
  const name = match[1] ?? "";
  const at = line.code.indexOf(name, line.code.search(/\S\s+\S+\s+/)) + name.length;
  const args = (match[2] ?? match[3] ?? "").trim();
  return {
    code: "RPT0100",
    at,
    length: 1,
    message: `${name} takes its arguments in parentheses`,
    why: "string(40), decimal(12,2)",
    title: `write ${name}(${args})`,
    safe: true,
    edits: [replace(at, match[0].length - at, `(${args})`)],
  };
}

/** `field name:` forms with the path missing, or a path with hyphens */
function hyphenPath(line: LineView): Symptom | null {
  const match = /^(\s*(?:field|let)\s+)([\w.[\]]+-[\w.[\]-]+)/.exec(line.code);
  if (match === null) return null;
  const path = (match[2] ?? "").replace(/-+(\w)?/g, (_, letter: string | undefined) => letter?.toUpperCase() ?? "");
  return {
    code: "RPT2001",
    at: (match[1] ?? "").length,
    length: (match[2] ?? "").length,
    message: `${match[2]}: a path has no hyphens`,
    why: "In an expression a-b is a subtraction.",
    title: `write ${path}`,
    edits: [replace((match[1] ?? "").length, (match[2] ?? "").length, path)],
  };
}

/** `items.price` declared with `items[0].price` or `items[*].price` → `items[].price` */
function starPath(line: LineView): Symptom | null {
  const match = /^(\s*(?:field|let)\s+[\w.]+)\[(\*|\d+)\]/.exec(line.code);
  if (match === null) return null;
  const at = (match[1] ?? "").length;
  return {
    code: "RPT0100",
    at,
    length: match[0].length - at,
    message: "an array is declared with []",
    why: "A declaration speaks of every entry at once.",
    title: "write []",
    safe: true,
    edits: [replace(at, match[0].length - at, "[]")],
  };
}

/** `- 3mm` and `+3mm` */
function plusNumber(line: LineView): Symptom | null {
  const match = /(?<==)\s*\+(?=\d)/.exec(line.code);
  if (match === null) return null;
  return {
    code: "RPT0100",
    at: match.index,
    length: match[0].length,
    message: 'unexpected "+"',
    why: "Only negative numbers carry a sign.",
    title: "delete it",
    safe: true,
    edits: [replace(match.index, match[0].length, "")],
  };
}

/** `.5mm` → `0.5mm`, `5,5mm` → `5.5mm` */
function bareFraction(line: LineView): Symptom | null {
  const match = /(?<==)\.(?=\d)/.exec(line.code);
  if (match === null) return null;
  return {
    code: "RPT0100",
    at: match.index,
    length: 1,
    message: "a number starts with a digit",
    why: "0.5mm, not .5mm",
    title: "write 0.",
    safe: true,
    edits: [replace(match.index, 1, "0.")],
  };
}

/** `x = (a) text` forms: an operator at the end, a doubled operator */
function loneOperator(line: LineView): Symptom | null {
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

/** `{.}`, `(.)`, `a. + b`: a dot without the name behind it */
function loneDot(line: LineView): Symptom | null {
  const match = /\.(?=\s*(?:[)\]},+*/%=<>-]|$))/.exec(line.code);
  if (match === null || /\d$/.test(line.code.slice(0, match.index))) return null;
  const leads = !/[\w\])\u3005-\u9fff]$/.test(line.code.slice(0, match.index));
  return {
    code: "RPT0120",
    at: match.index,
    length: 1,
    message: 'a name is missing after "."',
    why: leads
      ? "A dot leads the name of a field of the current record."
      : "A dot leads to a field of what stands before.",
    title: leads ? "write the name of the field, such as .name" : "write the name of the field, or delete the dot",
    edits: leads ? [] : [cutOut(line, match.index, 1)],
  };
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
function unexpected(line: LineView, isReadable: (text: string) => boolean): Symptom {
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
