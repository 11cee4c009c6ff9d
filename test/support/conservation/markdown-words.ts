// What a text in Markdown prints, told by a few rules of its own and not by the reader that the product has.

/** Signs at the beginning of a line: of quotes, headings, lists and their numbers, which stand apart from the words. */
const BEGINNING = /^\s*(?:(?:>|#{1,6}(?=\s)|[-*+](?=\s)|\d{1,9}[.)](?=\s))\s*)*/u;
/** Lines that print no words: fences, rules, and what stands between the head and the body of a table. */
const WORDLESS = /^\s*(?:```\w*|~~~\w*|(?:[-*_]\s*){3,}|\|?[\s:|-]*-[\s:|-]*\|?)\s*$/u;
const SIGNS: readonly (readonly [RegExp, string])[] = [
  [/(?<!!)\[([^\]]*)\]\([^)\s]*\)/gu, "$1"],
  [/\*\*|~~|`/gu, ""],
  [/(?<=^|[^*])\*(?=\S)([^*]*\S)\*(?!\*)/gu, "$1"],
];

/** The words of each line, those of a table cell by cell. */
export function wordsOfMarkdown(text: string): readonly string[] {
  return text.split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/u).flatMap((line) => {
    if (WORDLESS.test(line)) return [];
    const words = SIGNS.reduce((left, [sign, by]) => left.replaceAll(sign, by), line.replace(BEGINNING, ""));
    const cells = /^\s*\|.*\|\s*$/u.test(line) ? words.split("|") : [words];
    return cells.filter((cell) => cell.trim() !== "");
  });
}
