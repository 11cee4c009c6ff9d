// The characters of texts in an expression that it may print, by any of its branches and functions.
import { type ExpressionCode, readCode } from "./code.ts";
import type { CanvasLet } from "./declarations.ts";
import { lastNameOf } from "./reference-path.ts";

/** The expressions of lets, by the last part of their paths. */
export type LetsByName = ReadonlyMap<string, ExpressionCode>;

export function letsByName(lets: readonly CanvasLet[]): LetsByName {
  return new Map(lets.map(({ path, code }) => [lastNameOf(path), code] as const));
}

/** Functions that print characters of their arguments: whether the argument at a place, of so many, is one of these. */
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

/** The characters of each let that was read: a let is read once, however many others name it. */
type KnownLetters = Map<string, ReadonlySet<string>>;

/** The characters of all texts that the expression, and the lets that it names, may print. */
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
  // Two lets may have one last name, and one of them may read the other.
  known.set(name, new Set());
  const letters = code === undefined ? new Set<string>() : lettersPrinted(code, lets, known);
  known.set(name, letters);
  return letters;
}
