/** What ends a line wherever it is set (UAX #14 BK, CR, LF, NL). */
const LINE_ENDS = /[\r\n\v\f\u0085\u2028\u2029]+/;
/** Each line end by itself. A CR and the LF behind it are one, where no CR of the text stands alone. */
const WHOLE_END = /\r\n|[\r\n\v\f\u0085\u2028\u2029]/g;
const SIGN_OF_END = /[\r\n\v\f\u0085\u2028\u2029]/g;
const LONE_CR = /\r(?!\n)/;

/** Whether a text is set on one line. */
export function isOneLine(text: string): boolean {
  return !LINE_ENDS.test(text);
}

/** The text with a space in place of what ends its lines. */
export function asOneLine(text: string): string {
  return text.split(LINE_ENDS).join(" ");
}

/**
 * How many lines the line ends of a text make. Where it has both `\r\n` and a `\r` alone, which no program writes,
 * each of these signs counts: no pattern without a look around could tell the pairs from the others.
 */
export function linesIn(text: string): number {
  return (text.match(LONE_CR.test(text) ? SIGN_OF_END : WHOLE_END)?.length ?? 0) + 1;
}

/** The signs that end lines, within a class of a pattern. Two stand there as they are: not all dialects escape them. */
export const LINE_END_SIGNS = "\\r\\n\\x0b\\x0c\\x85\u2028\u2029";

/**
 * A pattern that the texts of at most so many lines match, and no others. Each of its two ways reads a text in one way
 * only, so that engines which go back find the end of a long text as fast as others do.
 */
export function linesPattern(linesMax: number): string {
  const rest = `[^${LINE_END_SIGNS}]*`;
  const [pairs, signs] = ["\\r?\\n|[\\x0b\\x0c\\x85\u2028\u2029]", `[${LINE_END_SIGNS}]`].map(
    (end) => `(?:(?:${end})${rest}){0,${linesMax - 1}}`,
  );
  return `^${rest}(?:${pairs}|${signs})$`;
}
