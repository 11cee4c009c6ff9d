// Strings as a line is scanned: closed or not, in straight quotes or in others, and characters that are no text.
import { diagnose, type TextEdit } from "../diagnostics/index.ts";
import { hide, type LineScan } from "./scan-state.ts";
import { templateLength } from "./tokens.ts";

export const QUOTE_PAIRS: Readonly<Record<string, string>> = {
  "“": "”",
  "”": "”",
  "「": "」",
  "『": "』",
  "‘": "’",
  "’": "’",
};

export function isForbidden(source: string, offset: number): boolean {
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

export function forbidden(source: string, offset: number, scan: LineScan): number {
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

/** The first character of a comment that no file in UTF-8 or no database holds (a half surrogate, U+0000), or -1. */
export function unkeepableInside(source: string, start: number, end: number): number {
  for (let offset = start; offset < end; offset++) {
    const code = source.charCodeAt(offset);
    if (code === 0 || (code >= 0xd800 && code <= 0xdfff && isForbidden(source, offset))) return offset;
  }
  return -1;
}

export function scanTemplate(source: string, offset: number, end: number, scan: LineScan): number {
  const length = templateLength((ahead) => (offset + ahead >= end ? -1 : source.charCodeAt(offset + ahead)));
  if (length === 0) return unclosedString(source, offset, end, '"', scan);
  const bad = forbiddenInside(source, offset, offset + length);
  if (bad >= 0) return forbidden(source, bad, scan);
  hide(scan, length);
  return offset + length;
}

export function scanLiteral(source: string, offset: number, end: number, scan: LineScan): number {
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
export function scanWideQuote(source: string, offset: number, end: number, scan: LineScan): number {
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
