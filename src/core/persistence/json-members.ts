import { createScanner } from "jsonc-parser";

type Scanner = ReturnType<typeof createScanner>;

/** A member of a JSON object's top level: where its value stands in the text, and how many items an array has. */
export interface JsonMember {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  /** Null where the value is no array. */
  readonly items: number | null;
}

/** Whether the text is exactly one JSON object, as RFC 8259 writes it. */
export function isJsonObject(text: string): boolean {
  return text.trimStart().startsWith("{") && isJson(text);
}

/** How many items the JSON array `text` has, each of them an object; null where it is anything else. */
export function countRows(text: string): number | null {
  if (!text.trimStart().startsWith("[") || !isJson(text)) {
    return null;
  }
  const rows: readonly unknown[] = JSON.parse(text);
  const areObjects = rows.every((row) => typeof row === "object" && row !== null && !Array.isArray(row));
  return areObjects ? rows.length : null;
}

/**
 * The top-level members of a valid JSON object, found by scanning tokens: values are never turned into numbers, so a
 * replacement changes no digit elsewhere. Where a name stands twice, both are listed.
 */
export function topLevelMembers(json: string): readonly JsonMember[] {
  const scanner = createScanner(json, true);
  const advance = (): string => {
    scanner.scan();
    return json.charAt(scanner.getTokenOffset());
  };
  const members: JsonMember[] = [];
  advance();
  for (let first = advance(); first !== "}"; first = advance()) {
    if (first === ",") {
      advance();
    }
    const name: unknown = JSON.parse(json.slice(scanner.getTokenOffset(), tokenEnd(scanner)));
    advance();
    members.push({ name: String(name), ...readValue(scanner, advance) });
  }
  return members;
}

/** Reads the value that follows the current token, by its brackets; `advance` answers a token's first character. */
function readValue(scanner: Scanner, advance: () => string): Omit<JsonMember, "name"> {
  const opening = advance();
  const start = scanner.getTokenOffset();
  let depth = opening === "[" || opening === "{" ? 1 : 0;
  let items = 0;
  let previous = opening;
  while (depth > 0) {
    const character = advance();
    if (depth === 1 && (previous === "[" || previous === ",") && character !== "]") {
      items += 1;
    }
    depth += character === "[" || character === "{" ? 1 : character === "]" || character === "}" ? -1 : 0;
    previous = depth === 1 && character === "," ? "," : "";
  }
  return { start, end: tokenEnd(scanner), items: opening === "[" ? items : null };
}

function tokenEnd(scanner: Scanner): number {
  return scanner.getTokenOffset() + scanner.getTokenLength();
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
