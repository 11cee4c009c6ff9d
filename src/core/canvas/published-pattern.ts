// `pattern=` of a field → the pattern of its schema, which other engines than ours read.

/** What short forms stand for in RE2, which judges: others count letters and digits of all scripts, or wider blanks. */
const SHORT_FORMS: Readonly<Record<string, string>> = {
  "\\d": "0-9",
  "\\w": "0-9A-Za-z_",
  "\\s": "\\t\\n\\f\\r ",
};

/** Escapes, brackets of classes, and what stands for any character but a line feed. */
const PARTS = /\\[\s\S]|[[\].]/g;

/**
 * The same pattern without what engines read differently: `\d`, `\w`, `\s` and their opposites, and the point, which
 * leaves out more line ends in ECMA-262. An opposite within a class (`[\S]`) has no other form and stays.
 */
export function publishedPattern(pattern: string): string {
  let isInClass = false;
  return pattern.replace(PARTS, (part) => {
    if (part === "[" || part === "]") {
      isInClass = part === "[";
      return part;
    }
    if (part === ".") return isInClass ? part : "[^\\n]";
    const form = SHORT_FORMS[part];
    if (form !== undefined) return isInClass ? form : `[${form}]`;
    const opposite = SHORT_FORMS[part.toLowerCase()];
    return opposite === undefined || isInClass ? part : `[^${opposite}]`;
  });
}
