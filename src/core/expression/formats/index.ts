// Formats: patterns as authors write them → numbers, days and durations as they are printed.
export { type DateFormat, readDateParts, readDatePattern } from "./date-format.ts";
export { USUAL_DATE } from "./date-pattern-words.ts";
export { isDurationPattern } from "./duration-format.ts";
export { FORMAT_PATTERNS, type FormatPattern } from "./format-patterns.ts";
export { isNumberPatternName, type NumberFormat, readNumberPattern, withDecimals } from "./number-format.ts";
