import { type ParseError, parse, printParseErrorCode } from "jsonc-parser";
import { platenError } from "./errors.ts";

/** A member of a JSON object and where its value stands in the text. */
export interface JsonMember {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Decodes UTF-8 and proves that it is one JSON text (RFC 8259). Everything below may then rely on that. Throws
 * `invalid_argument`, naming line and column of the first mistake.
 */
export function validJsonText(bytes: Uint8Array): string {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw platenError("invalid_argument", "The body is not valid UTF-8 text.");
  }
  if (text.trim() === "") throw platenError("invalid_argument", "The body is empty. Send a JSON object.");
  try {
    JSON.parse(text);
  } catch {
    throw platenError("invalid_argument", `The body is not valid JSON${placeOfMistake(text)}.`);
  }
  return text;
}

/** Where the first mistake is. The runtime's own message differs from version to version, so it is not repeated. */
function placeOfMistake(text: string): string {
  const first = firstMistake(text);
  if (first === undefined) return "";
  const before = text.slice(0, first.offset).split("\n");
  const words = printParseErrorCode(first.error)
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase();
  return `: ${words} at line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
}

/** The tolerant parser goes down with the text: a broken text that is nested by the thousand exhausts the stack. */
function firstMistake(text: string): ParseError | undefined {
  const errors: ParseError[] = [];
  try {
    parse(text, errors, { disallowComments: true, allowTrailingComma: false });
  } catch (thrown) {
    if (!(thrown instanceof RangeError)) throw thrown;
  }
  return errors[0];
}

/** The position of the first character at or after `at` that is no white space. */
export function skipSpace(text: string, at: number): number {
  let position = at;
  while (/^[ \t\r\n]$/.test(text[position] ?? "")) position += 1;
  return position;
}

/** The members of the object that starts at `at`, in valid JSON, doubled names included. */
export function membersAt(text: string, at: number): readonly JsonMember[] {
  const members: JsonMember[] = [];
  let position = skipSpace(text, skipSpace(text, at) + 1);
  while (text[position] !== "}") {
    const nameEnd = valueEnd(text, position);
    const name = String(JSON.parse(text.slice(position, nameEnd)));
    const start = skipSpace(text, skipSpace(text, nameEnd) + 1);
    const end = valueEnd(text, start);
    members.push({ name, start, end });
    position = skipSpace(text, end);
    if (text[position] === ",") position = skipSpace(text, position + 1);
  }
  return members;
}

/** The first characters of the array's items, where the array starts at `at`, in valid JSON. */
export function itemsAt(text: string, at: number): readonly JsonMember[] {
  const items: JsonMember[] = [];
  let position = skipSpace(text, skipSpace(text, at) + 1);
  while (text[position] !== "]") {
    const end = valueEnd(text, position);
    items.push({ name: String(items.length), start: position, end });
    position = skipSpace(text, end);
    if (text[position] === ",") position = skipSpace(text, position + 1);
  }
  return items;
}

/**
 * The position after the value that starts at `at`. The text is known to be valid, so counting brackets outside of
 * strings is enough; no recursion, because the depth is the client's.
 */
function valueEnd(text: string, at: number): number {
  let depth = 0;
  let position = at;
  do {
    const character = text[position];
    if (character === '"') {
      position = stringEnd(text, position);
    } else if (character === "{" || character === "[") {
      depth += 1;
      position += 1;
    } else if (character === "}" || character === "]") {
      depth -= 1;
      position += 1;
    } else if (depth > 0) {
      // The library's regular expressions step over what opens and closes nothing far faster than a loop.
      PLAIN.lastIndex = position;
      PLAIN.test(text);
      position = PLAIN.lastIndex;
    } else {
      while (position < text.length && !/[\s,\]}]/.test(text.charAt(position))) position += 1;
    }
  } while (depth > 0);
  return position;
}

/** At least one character that is no quote and no bracket. */
const PLAIN = /[^"{}[\]]+/y;

function stringEnd(text: string, at: number): number {
  let quote = text.indexOf('"', at + 1);
  while (isEscaped(text, quote)) quote = text.indexOf('"', quote + 1);
  return quote + 1;
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text[at - 1 - backslashes] === "\\") backslashes += 1;
  return backslashes % 2 === 1;
}
