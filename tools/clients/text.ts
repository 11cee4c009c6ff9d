/** A comment's text in lines of at most so many characters; empty lines stay between its paragraphs. */
export function commentLines(text: string, characters: number): readonly string[] {
  return text
    .split("\n\n")
    .flatMap((paragraph, index) => [...(index === 0 ? [] : [""]), ...wrapped(paragraph, characters)]);
}

function wrapped(paragraph: string, characters: number): string[] {
  const lines: string[] = [];
  for (const word of paragraph.split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= characters) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
