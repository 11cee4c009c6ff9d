/**
 * What a message quotes of a text that its author chose: no more than so many characters, and a sign that there was
 * more. A message stays one sentence whatever it is about, such as a picture written as a data URI.
 */
export function shortened(text: string, charactersMax: number): string {
  // Every character is at most two code units: what is longer than twice the limit need not be taken apart.
  const letters = [...text.slice(0, 2 * charactersMax + 2)];
  return letters.length <= charactersMax ? text : `${letters.slice(0, charactersMax).join("")}…`;
}
