// The same value in the scope of more opened records, or of fewer.
import { type Code, type ExpressionCode, PER_ENTRY, readCode } from "./code.ts";

/**
 * Code that yields the same value in another scope. A positive `opened` is the number of records that the other scope
 * opens in addition, innermost. A negative one is the number of innermost records that it lacks. Null where the code
 * reads a record that the other scope lacks.
 */
export function movedCode(code: ExpressionCode, opened: number): ExpressionCode | null {
  return opened === 0 ? code : moved(readCode(code), opened, 0);
}

/** `inner` records are opened by the code itself. */
function moved(node: Code, opened: number, inner: number): Code | null {
  if (node.op === "record" || node.op === "index") {
    if (node.level < inner) return node;
    return node.level - inner < -opened ? null : { ...node, level: node.level + opened };
  }
  const parts: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(node)) {
    const opensAt = (at: number): number => inner + (opensEntry(node, key, at) ? 1 : 0);
    const part: unknown = Array.isArray(value)
      ? value.map((each: unknown, at) => (isCode(each) ? moved(each, opened, opensAt(at)) : each))
      : isCode(value)
        ? moved(value, opened, opensAt(0))
        : value;
    const isLost = Array.isArray(value)
      ? value.some((each, at) => isCode(each) && (part as readonly unknown[])[at] === null)
      : isCode(value) && part === null;
    if (isLost) return null;
    parts[key] = part;
  }
  // The same node with its parts moved.
  return parts as unknown as Code;
}

/** Whether a part is computed for each entry of a list. */
function opensEntry(node: Code, key: string, at: number): boolean {
  if (node.op === "filter") return key === "condition";
  return node.op === "call" && key === "args" && at > 0 && PER_ENTRY.includes(node.name);
}

function isCode(value: unknown): value is Code {
  return typeof value === "object" && value !== null && "op" in value;
}
