// Lines before any parsing: strings, brackets and braces are followed from line to line, so that one lost quote or
// bracket is a finding of one line and never swallows the rest of the text.
import { type Diagnostic, diagnose } from "../diagnostics/index.ts";
import { LINE_LENGTH_MAX, NESTING_MAX, OPERATORS_MAX, VALUES_MAX } from "./limits.ts";
import {
  commentFinding,
  declarationBrace,
  foreignComment,
  inlineBlock,
  unclosedBracket,
  wideFinding,
} from "./scan-findings.ts";
import { CLOSER, hide, type LineScan, OPENER } from "./scan-state.ts";
import {
  forbidden,
  isForbidden,
  QUOTE_PAIRS,
  scanLiteral,
  scanTemplate,
  scanWideQuote,
  unkeepableInside,
} from "./scan-strings.ts";

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

/** Ends of a line after which a statement inside brackets goes on. */
const CONTINUES = /(?:[([,+\-*/%<>=!&|?]|\b(?:and|or|not))$/;

/** Two words in a row begin a statement; no expression goes on like that. */
const STATEMENT = /^(?!(?:and|or|not)\b)[a-z][\w-]*\s+(?!and\b|or\b)["'A-Za-z_\u3040-\u9fff]/;

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
        const bad = unkeepableInside(source, offset, end);
        if (bad >= 0) return forbidden(source, bad, scan);
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
      message:
        `the statement is nested deeper than ${NESTING_MAX} brackets, ` +
        `or has more than ${OPERATORS_MAX} operators or ${VALUES_MAX} values`,
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
    scan.findings.push(declarationBrace(start, text, code));
    scan.opens = 0;
    scan.closes = 0;
  }
  if (scan.findings.length === 0 && (scan.inline || scan.closes > 1 || (scan.closes > 0 && scan.opens > 0))) {
    scan.findings.push(inlineBlock(start, text, code));
  }
}
