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

/** Lets within lets. */
const DEPTH_MAX = 8;

/** Texts that stand in the expression, and in the lets that it reads, where their letters may come to paper. */
export function wordsPrinted(code: ExpressionCode, lets: LetsByName, depth = 0): readonly string[] {
  const node = readCode(code);
  switch (node.op) {
    case "text":
      return [node.text];
    case "coalesce":
      return [node.left, node.right].flatMap((each) => wordsPrinted(each, lets, depth));
    case "label":
      return node.labels.map(([, label]) => label);
    case "call": {
      const gives = GIVING[node.name];
      const given = node.args.filter((_, at) => gives?.(at, node.args.length) === true);
      return given.flatMap((each) => wordsPrinted(each, lets, depth));
    }
    case "member":
    case "each": {
      const named = lets.get(node.name);
      return named === undefined || depth === DEPTH_MAX ? [] : wordsPrinted(named, lets, depth + 1);
    }
    default:
      return [];
  }
}
