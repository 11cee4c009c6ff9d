// Findings about whole lines: brackets and braces without partners, blocks on one line, foreign comments.
import { type Diagnostic, diagnose, type TextEdit } from "../diagnostics/index.ts";
import { taggedText } from "./doctor-foreign.ts";
import { reported } from "./doctor-line.ts";
import { barePattern } from "./doctor-properties.ts";
import { type Bracket, CLOSER } from "./scan-state.ts";

/** A line with more braces is not a block written on one line. */
const INLINE_EDITS_MAX = 64;

export function commentFinding(offset: number, length: number, sign: string): Diagnostic {
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

export function foreignComment(start: number, text: string, sign: string): Diagnostic {
  const finding = commentFinding(start + text.indexOf(sign), sign.trimEnd().length, sign.trim());
  const tail = /\s*(?:\*\/|-->)\s*$/.exec(text);
  if (tail === null || finding.repair === null) return finding;
  const cut = { span: { start: start + tail.index, end: start + text.length }, text: "" };
  return { ...finding, repair: { ...finding.repair, edits: [...finding.repair.edits, cut] } };
}

export function wideFinding(source: string, edits: readonly TextEdit[]): Diagnostic {
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

export function unclosedBracket(source: string, start: number, code: string, stack: readonly Bracket[]): Diagnostic {
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
    why: 'A statement goes on to the next line only inside brackets, after "(", "[", "," or an operator.',
    repair: {
      title: `add "${closers}"`,
      applicability: "suggestion",
      edits: [{ span: { start: at, end: at }, text: closers }],
    },
  });
}

/** `field name string{40}`, `field a{.b string`: a declaration has no block, so its braces open none. */
export function declarationBrace(start: number, text: string, code: string): Diagnostic {
  const bare = barePattern({ text, code, start, errorAt: 0 });
  if (bare !== null && /[{}]/.test(text.slice(bare.at, bare.at + bare.length))) return reported(start, bare);
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
export function inlineBlock(start: number, text: string, code: string): Diagnostic {
  const tagged = taggedText({ text, code, start, errorAt: 0 });
  if (tagged !== null) return reported(start, tagged);
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
