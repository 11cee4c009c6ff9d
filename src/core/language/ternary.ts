// Finds the three parts of `condition ? yes : no` in the code of a line, as far as they can be told apart for sure.

/** Offsets of the parts within the line; `no` ends where the choice ends. */
export interface TernaryParts {
  readonly condition: readonly [from: number, to: number];
  readonly yes: readonly [from: number, to: number];
  readonly no: readonly [from: number, to: number];
  /** Whether the choice is the value of a property and stands in no parentheses. */
  readonly bare: boolean;
}

/** The offset of the first `?` that is not half of `??`, or -1. */
export function questionMark(code: string): number {
  return code.search(/(?<!\?)\?(?!\?)/);
}

/** The parts around the `?` at `question`; null where choices are nested, or a bracket has no partner. */
export function ternaryParts(code: string, question: number): TernaryParts | null {
  const from = conditionStart(code, question);
  if (from === null) return null;
  const bare = code[from - 1] === "=" && !/^\s*let\b/.test(code);
  const colon = partEnd(code, question + 1, /:/);
  if (colon === null || code[colon] !== ":") return null;
  const to = partEnd(code, colon + 1, bare ? /[)\]},{]|\s(?=\s*[A-Za-z][\w-]*=(?!=))/ : /[)\]},]/);
  if (to === null) return null;
  const parts = [trimmed(code, from, question), trimmed(code, question + 1, colon), trimmed(code, colon + 1, to)];
  const [condition, yes, no] = parts;
  if (condition === undefined || yes === undefined || no === undefined) return null;
  return parts.some(([start, end]) => start >= end) ? null : { condition, yes, no, bare };
}

/** Where the condition begins: behind the bracket, comma or `=` that stands before it. */
function conditionStart(code: string, question: number): number | null {
  let depth = 0;
  for (let at = question - 1; at >= 0; at--) {
    const char = code[at] ?? "";
    if (/[)\]}]/.test(char)) depth++;
    else if (/[([{]/.test(char) && depth-- === 0) return at + 1;
    else if (depth > 0) continue;
    else if (char === ",") return at + 1;
    else if (char === ":") return null;
    else if (char === "=" && !/[=!<>]/.test(code[at - 1] ?? "") && code[at + 1] !== "=") return at + 1;
  }
  return null;
}

/** Where a part ends: at a sign of `stop` outside brackets, or with the line; null where another choice begins. */
function partEnd(code: string, from: number, stop: RegExp): number | null {
  let depth = 0;
  const signs = new RegExp(stop.source, "y");
  for (let at = from; at < code.length; at++) {
    const char = code[at] ?? "";
    signs.lastIndex = at;
    if (depth === 0 && signs.test(code)) return at;
    if (/[([{]/.test(char)) depth++;
    else if (/[)\]}]/.test(char) && depth-- === 0) return null;
    else if (char === "?" && code[at + 1] === "?") at++;
    else if (depth === 0 && (char === "?" || char === ":")) return null;
  }
  return depth === 0 ? code.length : null;
}

function trimmed(code: string, from: number, to: number): readonly [from: number, to: number] {
  const part = code.slice(from, to);
  return [from + part.length - part.trimStart().length, to - (part.length - part.trimEnd().length)];
}
