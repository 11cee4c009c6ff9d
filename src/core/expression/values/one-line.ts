/** What ends a line wherever it is set (UAX #14 BK, CR, LF, NL). */
const LINE_ENDS = /[\r\n\v\f\u0085\u2028\u2029]+/;

/** Whether a text is set on one line. */
export function isOneLine(text: string): boolean {
  return !LINE_ENDS.test(text);
}

/** The text with a space in place of what ends its lines. */
export function asOneLine(text: string): string {
  return text.split(LINE_ENDS).join(" ");
}
