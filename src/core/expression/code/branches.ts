// What an expression yields one of: the branches of `if`, `case` and `??`, and the texts that are written there.
import { type Code, type ExpressionCode, readCode } from "./code.ts";

/** Functions that print their argument as it is, in letters of another width or without blanks around it. */
export const SAME_WORDS: ReadonlySet<string> = new Set(["wide", "narrow", "trim"]);

/** What a branch is taken by; null for the last. */
type BranchCondition = { readonly code: Code; readonly isPresence: boolean } | null;

/** What a code prints one of, each with what it is taken by. */
export function branchesOf(code: Code): readonly (readonly [BranchCondition, Code])[] {
  switch (code.op) {
    case "format":
    case "label":
      return branchesOf(code.value);
    case "coalesce":
      return code.lift === "" ? present([code.left, code.right]) : [];
    case "call":
      if (code.name === "coalesce") return present(code.args);
      if (SAME_WORDS.has(code.name)) return code.args.slice(0, 1).map((value) => [null, value]);
      return code.name === "case" ? casesOf(code.args) : [];
    default:
      return [];
  }
}

function present(codes: readonly Code[]): readonly (readonly [BranchCondition, Code])[] {
  return codes.map((code) => [{ code, isPresence: true }, code]);
}

function casesOf(args: readonly Code[]): readonly (readonly [BranchCondition, Code])[] {
  return args.flatMap((value, at): readonly (readonly [BranchCondition, Code])[] => {
    if (at === args.length - 1) return [[null, value]];
    const code = args[at - 1];
    return at % 2 === 1 && code !== undefined ? [[{ code, isPresence: false }, value]] : [];
  });
}

/** The texts that are written in an expression as what it may yield; conditions are left out. */
export function textsYielded(code: ExpressionCode): readonly string[] {
  const node = readCode(code);
  return node.op === "text" ? [node.text] : branchesOf(node).flatMap(([, branch]) => textsYielded(branch));
}
