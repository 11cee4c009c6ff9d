/** White space in one piece: whether a line ends in it is looked at once it is found, in one pass over a text. */
const SPACE = /\s+/g;

const LINE_END = /[\t\r\n\u2028\u2029]/;

/** The text in one line without tabs: white space that a line or a cell would end in is one space. */
export function oneLine(text: string): string {
  return text.replaceAll(SPACE, (space) => (LINE_END.test(space) ? " " : space));
}
