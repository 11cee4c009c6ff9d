import { createScanner } from "jsonc-parser";

type Scanner = ReturnType<typeof createScanner>;

/** A member of a JSON object's top level: where its value stands in the text, and how many items an array has. */
export interface TopLevelMember {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  /** Null where the value is no array. */
  readonly items: number | null;
}

/**
 * The top-level members of a valid JSON object, found by scanning tokens: values are never turned into numbers, so a
 * replacement changes no digit elsewhere. Where a name stands twice, both are listed.
 */
export function topLevelMembers(json: string): readonly TopLevelMember[] {
  const scanner = createScanner(json, true);
  const advance = (): string => {
    scanner.scan();
    return json.charAt(scanner.getTokenOffset());
  };
  const members: TopLevelMember[] = [];
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
function readValue(scanner: Scanner, advance: () => string): Omit<TopLevelMember, "name"> {
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
