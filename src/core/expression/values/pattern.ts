// `pattern=`: matched in time linear in the text, by RE2's algorithm.
import { RE2JS } from "re2js";

/** Longer patterns are no formats of fields, and compiling is proportional to them. */
const PATTERN_MAX = 500;

/** Why a pattern can not be used (a sentence), or null. It must also be one of JSON Schema, which is published. */
export function checkPattern(pattern: string): string | null {
  if (pattern.length > PATTERN_MAX) return `the pattern is longer than ${PATTERN_MAX} characters`;
  try {
    RE2JS.compile(pattern);
  } catch (error) {
    const cause = error instanceof Error ? error.message : "unknown";
    return `the pattern can not be matched in linear time or is broken: ${cause}`;
  }
  try {
    new RegExp(pattern, "u");
  } catch {
    return "the pattern is not one of JSON Schema (ECMA-262)";
  }
  return null;
}

/** A matcher for a checked pattern, anchored as written; patterns that fail the check match nothing. */
export function compilePattern(pattern: string): (text: string) => boolean {
  if (checkPattern(pattern) !== null) return () => false;
  const compiled = RE2JS.compile(pattern);
  return (text) => compiled.matcher(text).find();
}
