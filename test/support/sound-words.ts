// Words of findings with a hole: a list that ends in a comma, a name that is missing, a value of the program.
import type { Diagnostic } from "../../src/core/diagnostics/index.ts";

/** What a sentence never holds, outside of what it quotes. */
const HOLES: Readonly<Record<string, RegExp>> = {
  "an empty place in a list": /, ?[,)\]]|[([] ?,|(?:^|\s)(?:and|or)\s*$/u,
  "a blank before a stop": / [.,;:)\]](?:\s|$)/u,
  "two blanks": / {2}/u,
  "empty brackets": /(?<!\w)\(\s*\)/u,
  "no words": /^\s*$/u,
  "a value of the program": /\b(?:undefined|NaN|Infinity)\b|\[object\b/u,
  "nothing after its last sign": /[,:;(]\s*$/u,
};
/** Repairs may say to write one: `name the series ""`. */
const EMPTY_NAME = "an empty name";

/** Without what is quoted from the form, which may be anything; an example may be empty. */
function bare(words: string): string {
  return words
    .replaceAll(/(example|is the text) ""/gu, "$1 §")
    .replaceAll(/"([^"]*)"/gu, (_, quoted: string) => (quoted === "" ? "∅" : "§"))
    .replaceAll(/`[^`]*`|(?<!\w)'[^']*'(?!\w)/gu, "§");
}

/** The holes of a sentence, by their names. */
export function holesIn(words: string): readonly string[] {
  const shown = bare(words);
  const found = Object.entries(HOLES).flatMap(([hole, pattern]) => (pattern.test(shown) ? [hole] : []));
  return shown.includes("∅") ? [...found, EMPTY_NAME] : found;
}

/** What is wrong with the words of findings, each with its code. */
export function holesOf(found: readonly Diagnostic[]): readonly string[] {
  const told = new Set(
    found.flatMap(({ code, message, why, repair }) => [
      ...[message, why].flatMap((words) => holesIn(words).map((hole) => `${code} ${hole}: ${words}`)),
      ...holesIn(repair?.title ?? "§").flatMap((hole) =>
        hole === EMPTY_NAME ? [] : [`${code} ${hole}: ${repair?.title}`],
      ),
    ]),
  );
  return [...told];
}
