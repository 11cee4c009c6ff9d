// The Markdown that asks most of its place: short blocks of every kind, each with gaps of its own, and a table whose
// last cell has all that is left of the length.
import { type WidestOf, worstText } from "./worst-text.ts";

/** Characters for each line, as many as other texts of several lines have. */
const CHARACTERS_PER_LINE = 10;
const LINE_END = "\n";
/** Lines that print letters: not what parts blocks, nor the head of a table from its rows. */
const PRINTED = /[^\s|:-]/u;

/** Null for a length, or a number of lines, that has no room for a table beside other blocks. */
export function worstMarkdown(lengthMax: number, widestOf: WidestOf, linesMax = Infinity): string | null {
  const word = worstText(2, null, widestOf, true) ?? "";
  const blocks = [
    [`# ${word}`, "", `## ${word}`, "", word, ""],
    [`1. ${word}`, `   - ${word}`, `     - ${word}`, ""],
    [`> ${word}`, ""],
    [`| ${word} | ${word} |`, "|---|--:|", `| ${word} | ${word} |`, ""],
  ].map((lines) => lines.join(LINE_END));
  const table = `| ${word} | ${word} |${LINE_END}|---|---|${LINE_END}| ${word} | `;
  let text = "";
  let lines = printedIn(table);
  for (let at = 0; ; at += 1) {
    const block = blocks[at % blocks.length] ?? "";
    lines += printedIn(block);
    const isTooMuch = `${text}${block}${LINE_END}${table}`.split(LINE_END).length > linesMax;
    if (lines * CHARACTERS_PER_LINE > lengthMax || isTooMuch) break;
    text += `${block}${LINE_END}`;
  }
  if (text === "" && linesMax !== Infinity) return paragraphsOf(lengthMax, widestOf, linesMax);
  const left = lengthMax - (text + table).length;
  return text === "" || left <= 0 ? null : text + table + (worstText(left, null, widestOf, true) ?? "");
}

/** Fills `linesMax` lines: paragraphs of one letter each, and a last paragraph of all remaining letters. */
function paragraphsOf(lengthMax: number, widestOf: WidestOf, linesMax: number): string {
  const [letter = ""] = [...(worstText(1, null, widestOf, true) ?? "")];
  const short = `${letter}${LINE_END}${LINE_END}`;
  const count = Math.min(Math.floor((linesMax - 1) / 2), Math.floor((lengthMax - 1) / short.length));
  return short.repeat(count) + (worstText(lengthMax - count * short.length, null, widestOf, true) ?? "");
}

function printedIn(text: string): number {
  return text.split(LINE_END).filter((line) => PRINTED.test(line)).length;
}
