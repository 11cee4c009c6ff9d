// The JSON of `dataset`: where it ends, what is wrong with it, its members, and its canonical form.

import { type Node, type ParseError, printParseErrorCode } from "jsonc-parser";
import { type Diagnostic, diagnose } from "../diagnostics/index.ts";
import { NESTING_MAX } from "./limits.ts";
import type { DatasetMember } from "./tree.ts";

/** Where the JSON that opens at `open` ends: a `}` as far left as its statement, else before the next declaration. */
export function datasetEnd(source: string, open: number, indent = 0): number {
  const lineEnd = source.indexOf("\n", open);
  const firstLine = source.slice(open, lineEnd < 0 ? source.length : lineEnd).trimEnd();
  if (firstLine.length > 1 && firstLine.endsWith("}")) return open + firstLine.length;
  const closing = new RegExp(`^[^\\S\\n]{0,${indent}}\\}`, "gm");
  closing.lastIndex = open;
  const close = closing.exec(source);
  const next = /^(?:field|let|fonts|sizes|colors|style|page|document|source|copies|encrypt|asset)\s/gm;
  next.lastIndex = open;
  const declaration = next.exec(source);
  if (declaration !== null && (close === null || declaration.index < close.index)) return declaration.index - 1;
  return close === null ? source.length : close.index + close[0].length;
}

/** JSON without spaces, its members in the order of their names, its numbers with the digits that were written. */
export function canonicalText(json: string, node: Node | undefined): string {
  if (node === undefined) return "null";
  switch (node.type) {
    case "object": {
      const members = new Map<string, string>();
      for (const { children } of node.children ?? []) {
        const [name, value] = children ?? [];
        if (typeof name?.value === "string") members.set(name.value, canonicalText(json, value));
      }
      const sorted = [...members].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
      return `{${sorted.map(([name, text]) => `${JSON.stringify(name)}:${text}`).join(",")}}`;
    }
    case "array":
      return `[${(node.children ?? []).map((child) => canonicalText(json, child)).join(",")}]`;
    case "string":
      return JSON.stringify(node.value);
    default:
      return json.slice(node.offset, node.offset + node.length);
  }
}

/** The member names of a dataset; `open` is where its JSON starts. */
export function datasetMembers(root: Node, open: number): readonly DatasetMember[] {
  const members: DatasetMember[] = [];
  const walk = (node: Node, path: string): void => {
    for (const child of node.children ?? []) {
      if (node.type === "array") walk(child, `${path}[]`);
      const [key, value] = node.type === "object" ? (child.children ?? []) : [];
      if (key === undefined || typeof key.value !== "string") continue;
      const start = open + key.offset;
      members.push({ parent: path, name: key.value, span: { start, end: start + key.length } });
      if (value !== undefined) walk(value, path === "" ? key.value : `${path}.${key.value}`);
    }
  };
  walk(root, "");
  return members;
}

/** Whether JSON is nested deeper than any data of a form; the reader of JSON recurses. */
export function isTooDeep(json: string): boolean {
  let depth = 0;
  for (const [token] of json.matchAll(/"(?:[^"\\\n]|\\.)*"|[[\]{}]/g)) {
    if (token === "[" || token === "{") depth++;
    else if (token === "]" || token === "}") depth--;
    if (depth > NESTING_MAX) return true;
  }
  return false;
}

export function deepJson(open: number): Diagnostic {
  return diagnose({
    code: "RPT9003",
    span: { start: open, end: open + 1 },
    message: `the dataset is nested deeper than ${NESTING_MAX}`,
    why: "No form has data of such depth; the limit keeps checking prompt.",
  });
}

export function jsonFinding(source: string, open: number, end: number, json: string, error: ParseError): Diagnostic {
  const unclosed = !json.trimEnd().endsWith("}");
  const at = Math.min(open + error.offset, Math.max(open, end - 1));
  if (unclosed) {
    return diagnose({
      code: "RPT0111",
      span: { start: open, end: open + 1 },
      message: 'the block of "dataset" is never closed',
      why: 'The JSON of dataset ends with a "}" in column 1.',
      repair: {
        title: 'add "}" in column 1',
        applicability: "suggestion",
        edits: [{ span: { start: end, end }, text: "\n}" }],
      },
    });
  }
  const name = printParseErrorCode(error.error);
  if (name === "CommaExpected" || name === "ColonExpected") return lostSign(source, open, at, name);
  const comma = /,\s*$/.exec(source.slice(open, at));
  const trailing = comma !== null && /[}\]]/.test(source[at] ?? "");
  return diagnose({
    code: "RPT0130",
    span: { start: at, end: Math.min(end, at + Math.max(1, error.length)) },
    message: `JSON of dataset: ${SENTENCES[name] ?? "it is not well formed"}`,
    why: "The dataset is plain JSON.",
    repair: {
      title: trailing ? 'delete the ","' : "correct the JSON here",
      applicability: trailing ? "safe" : "suggestion",
      edits: trailing ? [{ span: { start: open + comma.index, end: open + comma.index + 1 }, text: "" }] : [],
    },
  });
}

/** What jsonc-parser's names of errors say. */
const SENTENCES: Readonly<Record<string, string>> = {
  InvalidSymbol: "something stands where a value belongs; texts stand in double quotes",
  InvalidNumberFormat: "this is no number",
  PropertyNameExpected: "a member's name in double quotes is missing",
  ValueExpected: "a value is missing",
  CloseBraceExpected: 'a "}" is missing',
  CloseBracketExpected: 'a "]" is missing',
  EndOfFileExpected: "the text goes on after the value",
  InvalidCommentToken: "comments are not allowed",
  UnexpectedEndOfComment: "a comment is not closed",
  UnexpectedEndOfString: "a string is not closed",
  UnexpectedEndOfNumber: "a number is not complete",
  InvalidUnicode: "a \\u escape needs four hexadecimal digits",
  InvalidEscapeCharacter: "this escape does not exist",
  InvalidCharacter: "a control character must be written as an escape",
};

/** RPT0130 where the sign belongs: behind what stands before, which may be on an earlier line. */
function lostSign(source: string, open: number, at: number, name: "CommaExpected" | "ColonExpected"): Diagnostic {
  const end = open + source.slice(open, at).trimEnd().length;
  // A list whose bracket is lost ends where the record around it does, and the other way round.
  const closing = { "}": "]", "]": "}" }[source[at] ?? ""];
  const sign = name === "ColonExpected" ? ":" : (closing ?? ",");
  return diagnose({
    code: "RPT0130",
    span: { start: end - 1, end },
    message: `JSON of dataset: a "${sign}" is missing`,
    why: "Members are written as name and value with a colon, and separated by commas.",
    repair: { title: `add "${sign}"`, applicability: "suggestion", edits: [{ span: { start: end, end }, text: sign }] },
  });
}
