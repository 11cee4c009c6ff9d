// The widest text that a length and a pattern allow.
import {
  ANY_LETTERS,
  type CanvasField,
  compilePattern,
  linesIn,
  type PatternPiece,
  patternWays,
  type TextFieldType,
} from "../expression/index.ts";

/** Answers the widest of some characters, of which there is at least one, in the fonts that are at hand. */
export type WidestOf = (characters: readonly string[]) => string;

/** What the fonts of a form say of the widths of texts. */
export interface LetterWidths {
  readonly widestOf: WidestOf;
  /** In em, set in one line. */
  readonly widthOf: (text: string) => number;
  /** The rooms of several lines where the text of a field shrinks, at full size; the one of most characters first. */
  readonly fullSizesOf: (path: string) => readonly FullSize[];
}

/** What a room of several lines takes before its text shrinks, in full-width characters. */
export interface FullSize {
  readonly charactersPerLine: number;
  readonly lines: number;
}

/** Of several lines, which end between characters in Japanese and between words elsewhere. */
const PROSE: readonly string[] = [..."国Ｗ㍿"];
const NARROW = "i";
const FULL_WIDTH = /[\u3000-\u9fff\uf900-\ufaff\uff01-\uff60]/u;
/**
 * As long and as wide as words of a language get. What is longer, or wider than as many of its letters, is an address
 * or a run of letters, and may be broken inside.
 */
export const LONGEST_WORD = "MANUFACTURER";
/** In each alphabet a letter that is about as wide as those of the longest word. */
const USUAL_LETTERS: readonly string[] = [..."Rn"];
/** A trial writes one line end for every ten characters that a `text` may have. */
const CHARACTERS_PER_LINE_END = 10;
const LINE_END = "\n";
const LATIN = /^[A-Za-z]$/u;

/**
 * Null for a pattern that says more than is read here: a look around, a reference.
 * @param isProse the text takes several lines: one word of its whole length is none.
 */
export function worstText(
  lengthMax: number,
  pattern: string | null,
  widestOf: WidestOf,
  isProse = false,
): string | null {
  if (pattern === null && isProse) return proseOf(lengthMax, widestOf);
  // Some fonts have a W of more than an em. It is tried beside han, which are wider in the form's other fonts.
  if (pattern === null) return widestOf(hasHan(widestOf) ? PROSE : ANY_LETTERS).repeat(lengthMax);
  return longest(
    textsOf(pattern, lengthMax, (texts) => {
      const wide = texts.filter((text) => FULL_WIDTH.test(text));
      return widestOf(wide.length > 0 && hasHan(widestOf) ? wide : texts);
    }),
  );
}

/** The text of a field at all of its limits: of as many characters as it takes, and of as many lines as it declares. */
export function fullText(
  { pattern }: Pick<CanvasField, "pattern">,
  type: TextFieldType,
  widestOf: WidestOf,
): string | null {
  return withLineEnds(oneParagraph({ pattern }, type, widestOf), { pattern }, type);
}

/** The same without the line ends that it does not need: the widest in one line. */
export function oneParagraph(
  { pattern }: Pick<CanvasField, "pattern">,
  { kind, lengthMax, linesMax }: TextFieldType,
  widestOf: WidestOf,
): string | null {
  if (pattern === null || linesMax === undefined) return worstText(lengthMax, pattern, widestOf, kind === "text");
  return longest(textsOf(pattern, lengthMax, widestOf, null, linesMax - 1).filter((text) => linesIn(text) <= linesMax));
}

/**
 * Replaces letters of a text by all line ends that its field declares: the first letter comes first, then the empty
 * lines, then the remaining letters. No other order of these characters fills more lines. The text stays as it is where
 * its field declares no lines, or where its pattern refuses line ends there. Null where it has too many lines already.
 */
export function withLineEnds(
  text: string | null,
  { pattern }: Pick<CanvasField, "pattern">,
  { linesMax }: TextFieldType,
): string | null {
  if (text === null || linesMax === undefined) return text;
  const characters = [...text];
  const more = Math.min(linesMax - linesIn(text), characters.length - 2);
  if (more <= 0) return linesIn(text) > linesMax ? null : text;
  const [first = "", ...others] = characters;
  const lined = [first, LINE_END.repeat(more), ...others.slice(0, -more)].join("");
  return pattern === null || compilePattern(pattern)(lined) ? lined : text;
}

/** Latin letters, in words that no line ends inside of. Null where a pattern has no letters. */
export function worstWords(lengthMax: number, pattern: string | null, widestOf: WidestOf): string | null {
  if (pattern === null) return wordsOf(lengthMax).trimEnd();
  const letterOf: UnitOf = (texts) => {
    const letters = texts.filter((text) => LATIN.test(text));
    return USUAL_LETTERS.find((letter) => letters.includes(letter)) ?? widestOf(letters.length > 0 ? letters : texts);
  };
  const isWord = (text: string) => [...text].some((one) => LATIN.test(one));
  const word = longest(textsOf(pattern, Math.min(lengthMax, LONGEST_WORD.length), letterOf).filter(isWord));
  return word ?? longest(textsOf(pattern, lengthMax, letterOf).filter(isWord));
}

/**
 * As many line ends as the pattern of a text allows, or a usual number of them: short lines, and all that is left in
 * the last one or the first. Null where it has none.
 */
export function worstLines(lengthMax: number, pattern: string | null, widestOf: WidestOf): string | null {
  if (pattern === null) {
    const ends = Math.floor(lengthMax / CHARACTERS_PER_LINE_END);
    const one = widestOf(PROSE);
    return ends === 0 ? null : `${one}${LINE_END}`.repeat(ends) + one.repeat(lengthMax - 2 * ends);
  }
  return worstParts(lengthMax, pattern, LINE_END, widestOf);
}

/**
 * The text with the most separators that a pattern allows, such as the commas of a list: short parts, and all that is
 * left in the last one or the first. Null where it has none.
 * @param separator one character
 */
export function worstParts(lengthMax: number, pattern: string, separator: string, widestOf: WidestOf): string | null {
  const separatorOr: UnitOf = (texts) => (texts.includes(separator) ? separator : widestOf(texts));
  const [long = null, short = null] = [false, true].map((isShort) =>
    longest(textsOf(pattern, lengthMax, separatorOr, { separator, isShort })),
  );
  const countIn = (text: string | null): number => (text === null ? 0 : text.split(separator).length - 1);
  const most = countIn(short) > countIn(long) ? short : long;
  return countIn(most) === 0 ? null : most;
}

/** A font without han is one for words. */
function proseOf(lengthMax: number, widestOf: WidestOf): string {
  return hasHan(widestOf) ? widestOf(PROSE).repeat(lengthMax) : wordsOf(lengthMax);
}

function hasHan(widestOf: WidestOf): boolean {
  const [han = ""] = PROSE;
  return widestOf([NARROW, han]) === han;
}

function wordsOf(lengthMax: number): string {
  const word = `${LONGEST_WORD} `;
  return word.repeat(Math.ceil(lengthMax / word.length)).slice(0, lengthMax);
}

function longest(texts: readonly string[]): string | null {
  return texts.reduce<string | null>((most, text) => (most === null || text.length > most.length ? text : most), null);
}

/** Chooses among the characters that may stand at a place. */
type UnitOf = (texts: readonly string[]) => string;

/** How a pattern is filled. */
interface Filling {
  readonly unitOf: UnitOf;
  /** What holds a separator comes first: as long as it may be, or with nothing but its separator. */
  readonly parts: { readonly separator: string; readonly isShort: boolean } | null;
  /** No more line ends than it must have come where these are as many. */
  readonly endsMax: number;
}

/** The longest text of each way of a pattern; none for a pattern that is not read here. */
function textsOf(
  pattern: string,
  lengthMax: number,
  unitOf: UnitOf,
  parts: Filling["parts"] = null,
  endsMax = Infinity,
): readonly string[] {
  const texts = (patternWays(pattern) ?? []).map((way) => textOf(way, lengthMax, { unitOf, parts, endsMax }));
  return texts.filter((text) => [...text].length <= lengthMax);
}

/** Every piece as often as it must be, then from the first on as often as the length lets it. */
function textOf(pieces: readonly PatternPiece[], lengthMax: number, filling: Filling): string {
  const units = pieces.map((piece) => unitText(piece, lengthMax, filling));
  const lengths = units.map((unit) => [...unit].length);
  let free = lengthMax - pieces.reduce((sum, { least }, at) => sum + least * (lengths[at] ?? 0), 0);
  const counts = pieces.map(({ least }) => least);
  const ends = units.map((unit) => unit.split(LINE_END).length - 1);
  let freeEnds = filling.endsMax - pieces.reduce((sum, { least }, at) => sum + least * (ends[at] ?? 0), 0);
  const isFirst = (unit: string) => filling.parts !== null && unit.includes(filling.parts.separator);
  const order = [...units.keys()].sort((a, b) => Number(isFirst(units[b] ?? "")) - Number(isFirst(units[a] ?? "")));
  for (const at of order) {
    const { least, most } = pieces[at] ?? { least: 0, most: 0 };
    const length = Math.max(1, lengths[at] ?? 1);
    const own = ends[at] ?? 0;
    const endsMost = own === 0 ? Infinity : Math.floor(freeEnds / own);
    const more = Math.max(0, Math.min(most - least, Math.floor(free / length), endsMost));
    free -= more * length;
    freeEnds -= more * own;
    counts[at] = least + more;
  }
  return units.map((unit, at) => unit.repeat(counts[at] ?? 0)).join("");
}

function unitText({ texts, ways }: PatternPiece, lengthMax: number, filling: Filling): string {
  if (texts !== null) {
    const letters = filling.endsMax === Infinity ? texts : texts.filter((text) => text !== LINE_END);
    return filling.unitOf(letters.length > 0 ? letters : texts);
  }
  const inner = ways.map((way) => textOf(way, lengthMax, filling));
  const { separator = null, isShort = false } = filling.parts ?? {};
  const isParted = (text: string): boolean => separator !== null && text.includes(separator);
  const parted = inner.filter(isParted);
  const unit = longest(parted.length > 0 ? parted : inner) ?? "";
  if (parted.length === 0 || !isShort) return unit;
  return longest(ways.map((way) => textOf(way, 0, filling)).filter(isParted)) ?? unit;
}
