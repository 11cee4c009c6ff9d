// Lines before any parsing: strings, brackets and braces are followed from line to line, so that one lost quote or
// bracket is a finding of one line and never swallows the rest of the text.
import { type Diagnostic, diagnose, type TextEdit } from "../diagnostics/index.ts";
import { LINE_LENGTH_MAX, NESTING_MAX, OPERATORS_MAX, VALUES_MAX } from "./limits.ts";
import { templateLength } from "./tokens.ts";

/** A statement with its continuation lines, or a line that only closes a block. */
export interface LogicalLine {
  readonly start: number;
  /** End of the last physical line, without its line break. */
  readonly end: number;
  /** Column of the first character, 0-based in UTF-16 units. */
  readonly indent: number;
  readonly text: string;
  /** The text with strings, literals and comments blanked, same length. */
  readonly code: string;
  /** Blocks that the line opens and closes. */
  readonly opens: number;
  readonly closes: number;
  /** What the line's characters alone already show to be wrong. */
  readonly diagnostics: readonly Diagnostic[];
  /** Not to be parsed as it stands. */
  readonly damaged: boolean;
}

interface Bracket {
  readonly char: string;
  readonly offset: number;
}

interface LineScan {
  opens: number;
  closes: number;
  readonly mask: string[];
  readonly stack: Bracket[];
  readonly findings: Diagnostic[];
  readonly wide: TextEdit[];
  readonly semicolons: TextEdit[];
  /** The last character that is no space. */
  previous: string;
  last: string;
  inline: boolean;
  broken: boolean;
}

const OPENER: Readonly<Record<string, string>> = { ")": "(", "]": "[" };
const CLOSER: Readonly<Record<string, string>> = { "(": ")", "[": "]" };
/** Ends of a line after which a statement inside brackets goes on. */
const CONTINUES = /(?:[([,+\-*/%<>=!&|?]|\b(?:and|or|not))$/;
/** Two words in a row begin a statement; no expression goes on like that. */
const STATEMENT = /^(?!(?:and|or|not)\b)[a-z][\w-]*\s+(?!and\b|or\b)["'A-Za-z_\u3040-\u9fff]/;
/** A line with more braces is not a block written on one line. */
const INLINE_EDITS_MAX = 64;
const QUOTE_PAIRS: Readonly<Record<string, string>> = {
  "“": "”",
  "”": "”",
  "「": "」",
  "『": "』",
  "‘": "’",
  "’": "’",
};

/** The logical lines from `start` to `end` of a source; blank lines and whole-line comments are left out. */
export function scanLines(source: string, start: number, end: number): readonly LogicalLine[] {
  const lines: LogicalLine[] = [];
  let offset = start;
  while (offset < end) {
    const line = scanStatement(source, offset, end);
    if (line.text.trim() !== "" && (line.code.trim() !== "" || line.damaged)) lines.push(line);
    offset = line.end + 1;
  }
  return lines;
}

function lineEnd(source: string, offset: number, limit: number): number {
  const found = source.indexOf("\n", offset);
  return found < 0 || found > limit ? limit : found;
}

function scanStatement(source: string, start: number, limit: number): LogicalLine {
  const scan: LineScan = {
    opens: 0,
    closes: 0,
    mask: [],
    stack: [],
    findings: [],
    wide: [],
    semicolons: [],
    previous: "",
    last: "",
    inline: false,
    broken: false,
  };
  let end = lineEnd(source, start, limit);
  if (end - start > LINE_LENGTH_MAX) return overlong(source, start, end);
  scanPhysical(source, start, end, scan);
  while (continues(source, end, limit, scan)) {
    const next = lineEnd(source, end + 1, limit);
    if (next - start > LINE_LENGTH_MAX) return overlong(source, start, next);
    scan.mask.push("\n");
    scanPhysical(source, end + 1, next, scan);
    end = next;
  }
  const text = source.slice(start, end);
  const code = scan.mask.join("");
  if (!scan.broken) finish(source, start, text, code, scan);
  return {
    start,
    end,
    text,
    code,
    indent: text.length - text.trimStart().length,
    opens: scan.opens,
    closes: scan.closes,
    diagnostics: scan.findings.slice(0, 1),
    damaged: scan.findings.length > 0,
  };
}

function overlong(source: string, start: number, end: number): LogicalLine {
  const finding = diagnose({
    code: "RPT9002",
    span: { start, end: start + 1 },
    message: `the line has ${end - start} characters, at most ${LINE_LENGTH_MAX} are read`,
    why: "Such a line holds data; data belongs into the payload or the dataset.",
    repair: { title: "move the data into dataset { … }", applicability: "suggestion", edits: [] },
  });
  const text = source.slice(start, start + 80);
  return { start, end, text, code: text, indent: 0, opens: 0, closes: 0, diagnostics: [finding], damaged: true };
}

function continues(source: string, end: number, limit: number, scan: LineScan): boolean {
  if (scan.stack.length === 0 || scan.broken || end >= limit || !CONTINUES.test(scan.last)) return false;
  const next = source.slice(end + 1, lineEnd(source, end + 1, limit)).trim();
  return next !== "" && next !== "}" && !STATEMENT.test(next) && !/\{\s*$/.test(next.replace(/"[^"]*"/g, ""));
}

function scanPhysical(source: string, start: number, end: number, scan: LineScan): void {
  const masked = scan.mask.length;
  let offset = start;
  while (offset < end && !scan.broken) {
    offset = scanToken(source, start, offset, end, scan);
  }
  if (offset < end) scan.mask.push(" ".repeat(end - offset));
  const visible = scan.mask.slice(masked).join("").trimEnd();
  if (visible !== "") scan.last = visible.slice(-4);
}

/** Masks `length` units from `offset` as text that no pattern may read. */
function hide(scan: LineScan, length: number, fill = "·"): void {
  scan.mask.push(fill.repeat(length));
  if (fill !== " ") scan.previous = fill;
}

function scanToken(source: string, start: number, offset: number, end: number, scan: LineScan): number {
  const char = source[offset] ?? "";
  const half = halfWidth(char);
  // A colon after a word is CSS's and stands where "=" belongs.
  const text = half === ":" && /[\w-]/.test(source[offset - 1] ?? "") ? "=" : half;
  if (half !== char) scan.wide.push({ span: { start: offset, end: offset + 1 }, text });
  switch (half) {
    case '"':
      return half === char ? scanTemplate(source, offset, end, scan) : scanWideQuote(source, offset, end, scan);
    case "'":
      return scanLiteral(source, offset, end, scan);
    case "(":
    case "[":
      scan.stack.push({ char: half, offset });
      if (scan.stack.length > NESTING_MAX) tooDeep(offset, scan);
      break;
    case ")":
    case "]":
      closeBracket(half, offset, scan);
      break;
    case "{":
      return scanBrace(source, offset, end, scan);
    case "}":
      scan.closes++;
      if (source.slice(start, offset).trim() !== "") scan.inline = true;
      break;
    case ";":
      scan.semicolons.push({ span: { start: offset, end: offset + 1 }, text: "" });
      break;
    case "#":
      if (isHashComment(source, start, offset, end)) return hashComment(offset, end, scan);
      break;
    default:
      if (char === "/" && source[offset + 1] === "/") {
        hide(scan, end - offset, " ");
        return end;
      }
      if (QUOTE_PAIRS[char] !== undefined) return scanWideQuote(source, offset, end, scan);
      if (isForbidden(source, offset)) return forbidden(source, offset, scan);
  }
  scan.mask.push(half);
  if (half.trim() !== "") scan.previous = half;
  return offset + 1;
}

/** Full-width ASCII (U+FF01–FF5E) as its half-width form; every other character as it is. */
function halfWidth(char: string): string {
  const code = char.charCodeAt(0);
  return code >= 0xff01 && code <= 0xff5e ? String.fromCharCode(code - 0xfee0) : char;
}

function isForbidden(source: string, offset: number): boolean {
  const code = source.charCodeAt(offset);
  if (code < 32) return code !== 9 && code !== 13;
  if (code === 127 || code === 0xfffe || code === 0xffff) return true;
  if (code < 0xd800 || code > 0xdfff) return false;
  return !isPaired(source, offset);
}

function isPaired(source: string, offset: number): boolean {
  const code = source.charCodeAt(offset);
  if (code <= 0xdbff) {
    const next = source.charCodeAt(offset + 1);
    return next >= 0xdc00 && next <= 0xdfff;
  }
  const before = source.charCodeAt(offset - 1);
  return before >= 0xd800 && before <= 0xdbff;
}

function forbidden(source: string, offset: number, scan: LineScan): number {
  const name = `U+${source.charCodeAt(offset).toString(16).toUpperCase().padStart(4, "0")}`;
  scan.broken = true;
  scan.findings.push(
    diagnose({
      code: "RPT0123",
      span: { start: offset, end: offset + 1 },
      message: `the character ${name} is not allowed in a source`,
      why: "Control characters and half surrogates are no text; they come from damaged files.",
      repair: {
        title: "delete it",
        applicability: "safe",
        edits: [{ span: { start: offset, end: offset + 1 }, text: "" }],
      },
    }),
  );
  return offset;
}

/** The first character inside a string that is no text, or -1. */
function forbiddenInside(source: string, start: number, end: number): number {
  for (let offset = start; offset < end; offset++) {
    if (isForbidden(source, offset)) return offset;
  }
  return -1;
}

function scanTemplate(source: string, offset: number, end: number, scan: LineScan): number {
  const length = templateLength((ahead) => (offset + ahead >= end ? -1 : source.charCodeAt(offset + ahead)));
  if (length === 0) return unclosedString(source, offset, end, '"', scan);
  const bad = forbiddenInside(source, offset, offset + length);
  if (bad >= 0) return forbidden(source, bad, scan);
  hide(scan, length);
  return offset + length;
}

function scanLiteral(source: string, offset: number, end: number, scan: LineScan): number {
  for (let at = offset + 1; at < end; at++) {
    const char = source[at];
    if (char === "\\") at++;
    else if (char === "'") {
      const bad = forbiddenInside(source, offset, at);
      if (bad >= 0) return forbidden(source, bad, scan);
      hide(scan, at + 1 - offset);
      return at + 1;
    }
  }
  return unclosedString(source, offset, end, "'", scan);
}

/** “…”, 「…」 and ＂…＂ do not quote; the pair becomes straight quotes. */
function scanWideQuote(source: string, offset: number, end: number, scan: LineScan): number {
  const open = source[offset] ?? "";
  const closes = QUOTE_PAIRS[open] ?? "＂";
  const close = source.slice(offset + 1, end).search(new RegExp(`[${closes}"]`));
  if (scan.wide.at(-1)?.span.start === offset) scan.wide.pop();
  if (close < 0) return unclosedString(source, offset, end, open, scan);
  const closing = offset + 1 + close;
  const quote = open === "‘" || open === "’" ? "'" : '"';
  scan.wide.push({ span: { start: offset, end: offset + 1 }, text: quote });
  if (source[closing] !== quote) scan.wide.push({ span: { start: closing, end: closing + 1 }, text: quote });
  hide(scan, closing + 1 - offset);
  return closing + 1;
}

function unclosedString(source: string, offset: number, end: number, quote: string, scan: LineScan): number {
  const rest = source.slice(offset + 1, end);
  const closing = quote === "'" ? "'" : '"';
  const edit = lostOpening(source, offset, end, scan) ?? {
    span: { start: offset + 1 + stringEnd(rest), end: offset + 1 + stringEnd(rest) },
    text: closing,
  };
  const opening = edit.span.start <= offset;
  scan.broken = true;
  // A quote before a lone brace: the brace closes its block all the same.
  const closes = scan.mask.join("").trim() === "" && rest.trim() === "}";
  if (closes) scan.closes++;
  if (/\{\s*(?:\/\/[^\n]*)?$/.test(rest)) scan.opens++;
  scan.findings.push(
    diagnose({
      code: "RPT0101",
      span: { start: offset, end: offset + 1 },
      message: "the string is not closed before the end of the line",
      why: "A string lies on one line between two quotes of the same kind; \\n makes a line break in it.",
      repair: {
        title: closes ? "delete it" : `add the ${opening ? "opening" : "closing"} ${closing}`,
        applicability: "suggestion",
        edits: [closes ? { span: { start: offset, end: offset + 1 }, text: "" } : edit],
      },
    }),
  );
  return offset;
}

/** Where an unclosed string most likely ends: before the next property, or before the block or comment. */
function stringEnd(rest: string): number {
  const property = rest.search(/\s+[a-z][a-z0-9-]*=/);
  if (property >= 0) return property;
  const bracket = rest.search(/['")\]]+\s*\{?\s*$|\s*\{\s*$/);
  return bracket >= 0 ? bracket : rest.trimEnd().length;
}

/** A quote with only properties behind it closes a string whose opening quote is lost. */
function lostOpening(source: string, offset: number, end: number, scan: LineScan): TextEdit | null {
  const rest = source.slice(offset + 1, end);
  if (!/^\s*(?:[a-z][a-z0-9-]*=|\{?\s*$)/.test(rest)) return null;
  const code = scan.mask.join("");
  const before = source.slice(offset - code.length, offset);
  const from = Math.max(before.search(/[^\x20-\x7e]|\{/), /^.*=(?=[^=]*$)/.exec(code)?.[0].length ?? -1);
  if (from < 0 || before.slice(from).trim() === "") return null;
  const at = offset - code.length + from;
  return { span: { start: at, end: at }, text: '"' };
}

function closeBracket(char: string, offset: number, scan: LineScan): void {
  const top = scan.stack.at(-1);
  if (top !== undefined && top.char === OPENER[char]) {
    scan.stack.pop();
    return;
  }
  scan.findings.push(
    diagnose({
      code: "RPT0119",
      span: { start: offset, end: offset + 1 },
      message: `"${char}" closes nothing`,
      why: "Every bracket has its partner in the same statement.",
      repair: {
        title: top === undefined ? "delete it" : `write "${CLOSER[top.char]}"`,
        applicability: "suggestion",
        edits: [{ span: { start: offset, end: offset + 1 }, text: top === undefined ? "" : (CLOSER[top.char] ?? "") }],
      },
    }),
  );
  if (top !== undefined) scan.stack.pop();
}

function tooDeep(offset: number, scan: LineScan): void {
  scan.broken = true;
  scan.findings.unshift(
    diagnose({
      code: "RPT9003",
      span: { start: offset, end: offset + 1 },
      message: `the statement is nested deeper than ${NESTING_MAX} brackets, or has more than ${OPERATORS_MAX} operators or ${VALUES_MAX} values`,
      why: "No form needs such an expression; the limit keeps checking prompt.",
      repair: { title: "name parts of it with let", applicability: "suggestion", edits: [] },
    }),
  );
}

function scanBrace(source: string, offset: number, end: number, scan: LineScan): number {
  const rest = source.slice(offset + 1, end);
  if (scan.previous === "=" && rest.includes("}")) return bracedValue(source, offset, end, scan);
  scan.opens++;
  scan.mask.push("{");
  scan.previous = "{";
  if (!/^\s*(?:\/\/[^\n]*)?$/.test(rest)) scan.inline = true;
  return offset + 1;
}

/** `when={…}`: the braces of JSX where parentheses belong. */
function bracedValue(source: string, offset: number, end: number, scan: LineScan): number {
  const close = matchingBrace(source, offset, end);
  scan.findings.push(
    diagnose({
      code: "RPT0107",
      span: { start: offset, end: offset + 1 },
      message: '"{" after "=": an expression stands in parentheses',
      why: "Braces enclose blocks and the computed parts of a text.",
      repair: {
        title: `write (${source.slice(offset + 1, close)})`,
        applicability: "safe",
        edits: [
          { span: { start: offset, end: offset + 1 }, text: "(" },
          { span: { start: close, end: close + 1 }, text: ")" },
        ],
      },
    }),
  );
  hide(scan, close + 1 - offset);
  return close + 1;
}

function matchingBrace(source: string, offset: number, end: number): number {
  let depth = 0;
  for (let at = offset; at < end; at++) {
    if (source[at] === "{") depth++;
    else if (source[at] === "}" && --depth === 0) return at;
  }
  return source.lastIndexOf("}", end - 1);
}

function isHashComment(source: string, start: number, offset: number, end: number): boolean {
  if (source.slice(start, offset).trim() === "") return true;
  return (
    (source[offset - 1] ?? "").trim() === "" && !/^#[0-9a-fA-F]{3,8}(?![0-9A-Za-z])/.test(source.slice(offset, end))
  );
}

function hashComment(offset: number, end: number, scan: LineScan): number {
  scan.findings.push(commentFinding(offset, 1, "#"));
  hide(scan, end - offset, " ");
  return end;
}

function commentFinding(offset: number, length: number, sign: string): Diagnostic {
  return diagnose({
    code: "RPT0104",
    span: { start: offset, end: offset + length },
    message: `${sign} does not start a comment`,
    why: "A comment runs from // to the end of its line.",
    repair: {
      title: "write //",
      applicability: "safe",
      edits: [{ span: { start: offset, end: offset + length }, text: "//" }],
    },
  });
}

const FOREIGN_COMMENT = /^\s*(\/\*+|<!--|--(?=\s)|%(?=\s)|;+(?=\s+[^\s}])|REM\s)/;

/** Signs before a value of a list are no operators; a field has no expressions at all. */
function isTooLong(code: string): boolean {
  if (code.length <= OPERATORS_MAX) return false;
  const values = code.match(/,/g)?.length ?? 0;
  if (values > VALUES_MAX || /^\s*field\b/.test(code)) return values > VALUES_MAX;
  const operators = code.match(/[+*/%<>!&|?]|(?<![,([]\s*)-|\.(?=[A-Za-z_])|\b(?:not|and|or)\b/g)?.length ?? 0;
  return operators > OPERATORS_MAX;
}

/** What only the whole logical line shows. */
function finish(source: string, start: number, text: string, code: string, scan: LineScan): void {
  const comment = FOREIGN_COMMENT.exec(text)?.[1];
  if (comment !== undefined) {
    scan.findings.unshift(foreignComment(start, text, comment));
    scan.opens = 0;
    scan.closes = 0;
    return;
  }
  if (isTooLong(code)) {
    tooDeep(start + Math.max(0, code.search(/\S/)), scan);
    return;
  }
  const unclosed = scan.stack.at(-1);
  if (scan.wide.length > 0) scan.findings.unshift(wideFinding(source, scan.wide));
  if (unclosed !== undefined) scan.findings.push(unclosedBracket(source, start, code, scan.stack));
  const semicolon = scan.semicolons[0];
  if (semicolon !== undefined) {
    scan.findings.push(
      diagnose({
        code: "RPT0106",
        span: semicolon.span,
        message: 'unexpected ";"',
        why: "The end of the line ends a statement.",
        repair: { title: "delete it", applicability: "safe", edits: scan.semicolons },
      }),
    );
  }
  if (/^\s*(?:field|let|rpt)\s/.test(code) && scan.opens + scan.closes > 0) {
    scan.findings.push(declarationBrace(start, code));
    scan.opens = 0;
    scan.closes = 0;
  }
  if (scan.findings.length === 0 && (scan.inline || scan.closes > 1 || (scan.closes > 0 && scan.opens > 0))) {
    scan.findings.push(inlineBlock(start, text, code));
  }
}

function foreignComment(start: number, text: string, sign: string): Diagnostic {
  const finding = commentFinding(start + text.indexOf(sign), sign.trimEnd().length, sign.trim());
  const tail = /\s*(?:\*\/|-->)\s*$/.exec(text);
  if (tail === null || finding.repair === null) return finding;
  const cut = { span: { start: start + tail.index, end: start + text.length }, text: "" };
  return { ...finding, repair: { ...finding.repair, edits: [...finding.repair.edits, cut] } };
}

function wideFinding(source: string, edits: readonly TextEdit[]): Diagnostic {
  const first = edits[0] as TextEdit;
  const shown = source.slice(first.span.start, first.span.end);
  return diagnose({
    code: "RPT0103",
    span: first.span,
    message: `full-width "${shown}" outside a string`,
    why: "Signs of the language are half-width; full-width characters belong inside strings.",
    repair: { title: `write ${first.text === '"' ? "'\"'" : `"${first.text}"`}`, applicability: "safe", edits },
  });
}

function unclosedBracket(source: string, start: number, code: string, stack: readonly Bracket[]): Diagnostic {
  const inner = stack[stack.length - 1] as Bracket;
  const after = code.slice(inner.offset - start + 1);
  const property = after.search(/\s+[a-z][a-z0-9-]*=(?!=)/);
  const brace = after.search(/\s*\{\s*$/);
  const length = property >= 0 ? property : brace >= 0 ? brace : after.trimEnd().length;
  const at = inner.offset + 1 + length;
  const closers = stack
    .map((bracket) => CLOSER[bracket.char] ?? "")
    .reverse()
    .join("");
  return diagnose({
    code: "RPT0119",
    span: { start: inner.offset, end: inner.offset + 1 },
    message: `"${source[inner.offset]}" is not closed on this line`,
    why: "A statement goes on to the next line only inside brackets, after ( [ , or an operator.",
    repair: {
      title: `add "${closers}"`,
      applicability: "suggestion",
      edits: [{ span: { start: at, end: at }, text: closers }],
    },
  });
}

/** `field name string{40}`, `field a{.b string`: a declaration has no block, so its braces open none. */
function declarationBrace(start: number, code: string): Diagnostic {
  const at = code.search(/[{}]/);
  const pair = /^\{([^{}]*)\}/.exec(code.slice(at));
  const place = (offset: number) => ({ start: start + offset, end: start + offset + 1 });
  const edits: readonly TextEdit[] =
    pair === null
      ? [{ span: place(at), text: "" }]
      : [
          { span: place(at), text: "(" },
          { span: place(at + pair[0].length - 1), text: ")" },
        ];
  return diagnose({
    code: "RPT0100",
    span: place(at),
    message: `unexpected "${code[at]}" in ${code.trim().split(/\s/)[0]}`,
    why: "A declaration is one line and has no block.",
    repair: {
      title: pair === null ? "delete it" : `write (${pair[1]})`,
      applicability: "suggestion",
      edits,
    },
  });
}

/** `stack { space 1mm }` becomes three lines. */
function inlineBlock(start: number, text: string, code: string): Diagnostic {
  const indent = text.slice(0, text.length - text.trimStart().length);
  const edits: TextEdit[] = [];
  let depth = 0;
  for (let at = 0; at < code.length && edits.length < INLINE_EDITS_MAX; at++) {
    const char = code[at];
    if (char !== "{" && char !== "}") continue;
    if (char === "}" && code.slice(0, at).trim() !== "") edits.push(breakBefore(start, code, at, indent, --depth));
    if (char === "{") depth++;
    if (code.slice(at + 1).trim() !== "" && code.slice(at + 1).trim()[0] !== "}") {
      edits.push(breakAfter(start, code, at, indent, Math.max(0, depth)));
    }
  }
  const first = Math.max(0, code.search(/[{}]/));
  return diagnose({
    code: "RPT0110",
    span: { start: start + first, end: start + first + 1 },
    message: code[first] === "{" ? "a block opens at the end of its line" : 'a "}" stands alone on its line',
    why: "One statement stands on one line, so that a lost brace is found where it was lost.",
    repair: { title: "break the line at the braces", applicability: "safe", edits },
  });
}

function breakAfter(start: number, code: string, at: number, indent: string, depth: number): TextEdit {
  const spaces = /^\s*/.exec(code.slice(at + 1))?.[0].length ?? 0;
  return { span: { start: start + at + 1, end: start + at + 1 + spaces }, text: `\n${indent}${"  ".repeat(depth)}` };
}

function breakBefore(start: number, code: string, at: number, indent: string, depth: number): TextEdit {
  const spaces = /\s*$/.exec(code.slice(0, at))?.[0].length ?? 0;
  return {
    span: { start: start + at - spaces, end: start + at },
    text: `\n${indent}${"  ".repeat(Math.max(0, depth))}`,
  };
}
