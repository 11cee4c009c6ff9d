// How every door speaks of a text that is no JSON, or JSON beyond what is read: one mistake has one sentence at every
// door.

/** Sentences for jsonc-parser's error codes (its `ParseErrorCode`, a const enum). */
const SENTENCES: Readonly<Record<number, string>> = {
  1: "something stands where a value belongs",
  2: "this is no number",
  3: "a member's name in double quotes is missing",
  4: "a value is missing",
  5: 'a ":" is missing',
  6: 'a "," is missing',
  7: 'a "}" is missing',
  8: 'a "]" is missing',
  9: "the text goes on after the value",
  10: "comments are not allowed",
  11: "a comment is not closed",
  12: "a string is not closed",
  13: "a number is not complete",
  14: "a \\u escape needs four hexadecimal digits",
  15: "this escape does not exist",
  16: "a control character must be written as an escape",
};

const COMMENTS: readonly number[] = [10, 11];

/** What is wrong at a place of a text, by the code of the JSON parser. Behind a whole value nothing stands rightly. */
export function jsonMistake(code: number, text: string, offset: number): string {
  const isBehind = !COMMENTS.includes(code) && isWhole(text.slice(0, offset));
  return SENTENCES[isBehind ? GOES_ON : code] ?? "this is no JSON";
}

const GOES_ON = 9;

function isWhole(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Where and why a text is no JSON; 1-based, columns in code points. */
export interface JsonPlace {
  readonly line: number;
  readonly column: number;
  readonly message: string;
  /** Set where the text is JSON, and breaks a bound of what is read: how it is mended, as `send less`. */
  readonly mend?: string;
}

/** The same by where the mistake begins in the text. */
export function jsonPlace(text: string, offset: number, message: string): JsonPlace {
  const before = text.slice(0, offset);
  const start = before.lastIndexOf("\n") + 1;
  return { line: before.split("\n").length, column: [...before.slice(start)].length + 1, message };
}

/**
 * What is wrong, without how it is mended.
 *
 * @param subject what was to be JSON, such as "The body"
 */
export function unreadJson(subject: string, { line, column, message, mend }: JsonPlace): string {
  const what = mend === undefined ? "is not valid JSON" : "cannot be read";
  return `${subject} ${what}: ${message} at line ${line}, column ${column}`;
}

/** The whole sentence of every door. */
export function refusedJson(subject: string, place: JsonPlace): string {
  const { mend } = place;
  const said = `${unreadJson(subject, place)}.`;
  return mend === undefined ? said : `${said} ${mend.charAt(0).toUpperCase()}${mend.slice(1)}.`;
}
