/** Names that are spoken otherwise than their first letter is: an hour, a unit, a UTF-8 text. */
const AN = /^(?:[aeio]|u(?!ni|se|tf|rl|bl)|hour)/i;

/** A name behind its article: `an image`, `a text`. */
export function withArticle(name: string): string {
  return `${AN.test(name) ? "an" : "a"} ${name}`;
}
