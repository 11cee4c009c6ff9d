// The words of a source that an expression may print, by any of its branches and functions.
import { type ExpressionCode, readCode } from "./code.ts";
import type { CanvasLet } from "./declarations.ts";

/** What lets compute, by the last of their names. */
export type LetsByName = ReadonlyMap<string, ExpressionCode>;

export function letsByName(lets: readonly CanvasLet[]): LetsByName {
  return new Map(lets.map(({ path, code }) => [path.replaceAll("[]", "").split(".").at(-1) ?? path, code] as const));
}

/** Functions that return letters of some of their arguments, with the places of those. */
const GIVING: Readonly<Record<string, (at: number, count: number) => boolean>> = {
  if: (at) => at > 0,
  case: (at, count) => at % 2 === 1 || at === count - 1,
  concat: () => true,
  coalesce: () => true,
  join: () => true,
  left: (at) => at === 0,
  right: (at) => at === 0,
  mid: (at) => at === 0,
  trim: (at) => at === 0,
  repeat: (at) => at === 0,
  pad: (at) => at !== 1,
  replace: (at) => at !== 1,
  split: (at) => at === 0,
  first: (at) => at === 0,
  last: (at) => at === 0,
};

/** Of each let, the letters that are known of it: a let that many others read is read once. */
type KnownLetters = Map<string, ReadonlySet<string>>;

/** Letters of texts that stand in the expression, and in the lets that it reads, where they may come to paper. */
export function lettersPrinted(code: ExpressionCode, lets: LetsByName, known: KnownLetters): ReadonlySet<string> {
  const letters = new Set<string>();
  const add = (each: ExpressionCode): void => {
    for (const letter of lettersPrinted(each, lets, known)) letters.add(letter);
  };
  const node = readCode(code);
  switch (node.op) {
    case "text":
      return new Set(node.text);
    case "coalesce":
      for (const each of [node.left, node.right]) add(each);
      return letters;
    case "label":
      return new Set(node.labels.map(([, label]) => label).join(""));
    case "call": {
      const gives = GIVING[node.name];
      for (const each of node.args.filter((_, at) => gives?.(at, node.args.length) === true)) add(each);
      return letters;
    }
    case "member":
    case "each":
      return lettersOfLet(node.name, lets, known);
    default:
      return letters;
  }
}

function lettersOfLet(name: string, lets: LetsByName, known: KnownLetters): ReadonlySet<string> {
  const before = known.get(name);
  if (before !== undefined) return before;
  const code = lets.get(name);
  // A let whose last name is that of one that it reads.
  known.set(name, new Set());
  const letters = code === undefined ? new Set<string>() : lettersPrinted(code, lets, known);
  known.set(name, letters);
  return letters;
}
