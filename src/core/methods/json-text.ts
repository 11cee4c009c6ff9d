import { scannedJson } from "./json-bytes.ts";
import { atOnce, inSlices } from "./slices.ts";

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
  return new TextDecoder().decode(atOnce(scannedJson(bytes)).bytes);
}

/** The same in slices, for texts that may be long: nobody waits for the one who sent it. */
export async function validLongJsonText(bytes: Uint8Array): Promise<string> {
  return new TextDecoder().decode((await inSlices(scannedJson(bytes))).bytes);
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
  forMembersAt(text, at, (name, start) => {
    const end = valueEnd(text, start);
    members.push({ name, start, end });
    return end;
  });
  return members;
}

/**
 * Reads the members of the object that starts at `at`, in valid JSON, doubled names included. `read` is handed each
 * name and where its value starts, and answers where it ends: whoever looks into a long value knows that already.
 */
export function forMembersAt(text: string, at: number, read: (name: string, start: number) => number): void {
  let position = skipSpace(text, skipSpace(text, at) + 1);
  while (text[position] !== "}") {
    const nameEnd = valueEnd(text, position);
    const name = String(JSON.parse(text.slice(position, nameEnd)));
    position = skipSpace(text, read(name, skipSpace(text, skipSpace(text, nameEnd) + 1)));
    if (text[position] === ",") position = skipSpace(text, position + 1);
  }
}

/** The array's items, where the array starts at `at`, in valid JSON. */
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
export function valueEnd(text: string, at: number): number {
  let depth = 0;
  for (let position = at; position < text.length; position += 1) {
    switch (text.charCodeAt(position)) {
      case QUOTE:
        position = closingQuote(text, position);
        if (depth === 0) return position + 1;
        break;
      case OPENING_BRACE:
      case OPENING_BRACKET:
        depth += 1;
        break;
      case CLOSING_BRACE:
      case CLOSING_BRACKET:
        // Without a bracket of its own, a number or a word ends before that of what it stands in.
        if (depth <= 1) return depth === 0 ? position : position + 1;
        depth -= 1;
        break;
      case COMMA:
      case SPACE:
      case TAB:
      case LINE_FEED:
      case CARRIAGE_RETURN:
        if (depth === 0) return position;
        break;
    }
  }
  return text.length;
}

function closingQuote(text: string, opening: number): number {
  let position = opening + 1;
  while (position < text.length) {
    const code = text.charCodeAt(position);
    if (code === QUOTE) break;
    position += code === BACKSLASH ? 2 : 1;
  }
  return position;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;
const OPENING_BRACKET = 0x5b;
const CLOSING_BRACKET = 0x5d;
const COMMA = 0x2c;
const SPACE = 0x20;
const TAB = 0x09;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
