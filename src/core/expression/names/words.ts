import type { Expression } from "../../language/index.ts";
import { advice, type Findings, finding, replace, suggestion } from "./findings.ts";
import { nearest } from "./nearest.ts";

/** A bare word (`down`, `desc`) of a fixed choice; quoted words are accepted too. */
export function readWord(node: Expression, words: readonly string[], what: string, findings: Findings): string | null {
  const written = node.kind === "name" ? node.name : node.kind === "string" ? node.text : "";
  if (words.includes(written)) return written;
  const near = nearest(written.replaceAll("-", "_"), words);
  const repair =
    near === null ? advice(words.join(" ")) : suggestion(`did you mean ${near}?`, replace(node.span, near));
  findings.diagnostics.push(
    finding("RPT2124", node.span, `this is not ${what}`, `Allowed are ${words.join(", ")}.`, repair),
  );
  return null;
}
