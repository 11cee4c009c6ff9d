/**
 * What a message quotes of a text that its author chose: no more than so many characters, and a sign that there was
 * more. A message stays one sentence whatever it is about, such as a picture written as a data URI.
 */
export function shortened(text: string, charactersMax: number): string {
  // Every character is at most two code units: what is longer than twice the limit need not be taken apart.
  const letters = [...text.slice(0, 2 * charactersMax + 2)];
  return letters.length <= charactersMax ? text : `${letters.slice(0, charactersMax).join("")}…`;
}

/** The first names of a list, and how many it has besides: `a, b, c, and 4 more`. */
export function namedFirst(names: readonly string[], namesMax: number, separator = ", "): string {
  const more = names.length - namesMax;
  const named = names.slice(0, namesMax).join(separator);
  return more > 0 ? `${named}${separator}and ${more} more` : named;
}
