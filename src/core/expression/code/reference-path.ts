// Compiled code → the declared path that it shows, for readers who ask which field stands somewhere.
import { type Code, type ExpressionCode, readCode } from "./code.ts";

/**
 * `items[].price` where an expression is a plain reference, also in a format or under its labels; null where it
 * computes. `records` are the paths of the opened records, the innermost last; `source` is the record source's.
 */
export function referencePath(code: ExpressionCode, records: readonly string[], source: string | null): string | null {
  return pathOf(readCode(code), records, source);
}

function pathOf(code: Code, records: readonly string[], source: string | null): string | null {
  switch (code.op) {
    case "root":
      return "";
    case "source":
      return source;
    case "record":
      return records[records.length - 1 - code.level] ?? null;
    case "member":
      return joined(pathOf(code.base, records, source), code.name);
    case "each": {
      const base = pathOf(code.base, records, source);
      return base === null ? null : joined(base.endsWith("[]") ? base : `${base}[]`, code.name);
    }
    case "format":
    case "label":
      return pathOf(code.value, records, source);
    case "filter":
      return pathOf(code.base, records, source);
    default:
      return null;
  }
}

function joined(base: string | null, name: string): string | null {
  if (base === null) return null;
  return base === "" ? name : `${base}.${name}`;
}

/** The last name of a declared path, by which expressions read it: `price` of `items[].price`. */
export function lastNameOf(path: string): string {
  return path.replaceAll("[]", "").split(".").at(-1) ?? path;
}
