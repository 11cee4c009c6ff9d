// The widest text that a length and a pattern allow.
import { codePointIn } from "../unicode/index.ts";

/** Answers the widest of some characters, of which there is at least one, in the fonts that are at hand. */
export type WidestOf = (characters: readonly string[]) => string;

/**
 * What a field without a pattern may hold, the likeliest first: han and full-width letters, then what is widest in
 * fonts that have none of them.
 */
const ANY: readonly string[] = [..."国Ｗ㍿WM"];
const DIGITS: readonly string[] = [..."0123456789"];
const WORD: readonly string[] = [..."WM", ...DIGITS, ..."ABCDEFGHIJKLNOPQRSTUVXYZ_abcdefghijklmnopqrstuvwxyz"];
/** Of a longer range so many are looked at, evenly. */
const RANGE_MOST = 256;
/** Groups within groups; what is deeper is no form's field. */
const DEPTH_MAX = 8;

/** What may stand at one place, and how often. */
interface Piece {
  readonly texts: readonly string[] | null;
  /** The ways of a group, each a row of pieces. */
  readonly ways: readonly (readonly Piece[])[];
  readonly least: number;
  readonly most: number;
}

/** Of several lines, which end between characters in Japanese and between words elsewhere. */
const PROSE: readonly string[] = [..."国Ｗ㍿"];
const NARROW = "i";
const WORDS = "WWWWWWWW ";

/**
 * Null for a pattern that says more than is read here: a negated class, a look around, a reference.
 * @param isProse the text takes several lines: one word of its whole length is none.
 */
export function worstText(
  lengthMax: number,
  pattern: string | null,
  widestOf: WidestOf,
  isProse = false,
): string | null {
  if (pattern === null && isProse) return proseOf(lengthMax, widestOf);
  if (pattern === null) return widestOf(ANY).repeat(lengthMax);
  const reader = new PatternReader(pattern);
  const ways = reader.ways(0);
  if (ways === null || !reader.isAtEnd()) return null;
  const texts = ways.map((way) => textOf(way, lengthMax, widestOf)).filter((text) => [...text].length <= lengthMax);
  return longest(texts);
}

/** A font without han is one for words. */
function proseOf(lengthMax: number, widestOf: WidestOf): string {
  const [han = ""] = PROSE;
  if (widestOf([NARROW, han]) === han) return widestOf(PROSE).repeat(lengthMax);
  return WORDS.repeat(Math.ceil(lengthMax / WORDS.length)).slice(0, lengthMax);
}

function longest(texts: readonly string[]): string | null {
  return texts.reduce<string | null>((most, text) => (most === null || text.length > most.length ? text : most), null);
}

/** Every piece as often as it must be, then from the first on as often as the length lets it. */
function textOf(pieces: readonly Piece[], lengthMax: number, widestOf: WidestOf): string {
  const units = pieces.map((piece) => unitOf(piece, lengthMax, widestOf));
  const lengths = units.map((unit) => [...unit].length);
  let free = lengthMax - pieces.reduce((sum, { least }, at) => sum + least * (lengths[at] ?? 0), 0);
  return pieces
    .map(({ least, most }, at) => {
      const length = Math.max(1, lengths[at] ?? 1);
      const more = Math.max(0, Math.min(most - least, Math.floor(free / length)));
      free -= more * length;
      return (units[at] ?? "").repeat(least + more);
    })
    .join("");
}

function unitOf({ texts, ways }: Piece, lengthMax: number, widestOf: WidestOf): string {
  if (texts !== null) return widestOf(texts);
  return longest(ways.map((way) => textOf(way, lengthMax, widestOf))) ?? "";
}

class PatternReader {
  readonly #characters: readonly string[];
  #at = 0;

  constructor(pattern: string) {
    this.#characters = [...pattern];
  }

  isAtEnd(): boolean {
    return this.#at === this.#characters.length;
  }

  /** Alternatives up to the end, or to the bracket that closes their group. */
  ways(depth: number): readonly (readonly Piece[])[] | null {
    if (depth > DEPTH_MAX) return null;
    const ways: Piece[][] = [[]];
    while (!this.isAtEnd() && this.#peek() !== ")") {
      if (this.#take("|")) ways.push([]);
      else if (!this.#take("^") && !this.#take("$")) {
        const piece = this.#piece(depth);
        if (piece === null) return null;
        ways.at(-1)?.push(piece);
      }
    }
    return ways;
  }

  #piece(depth: number): Piece | null {
    const held = this.#take("(") ? this.#group(depth) : this.#texts();
    const count = held === null ? null : this.#count();
    return held === null || count === null ? null : { ...held, ...count };
  }

  #group(depth: number): Pick<Piece, "texts" | "ways"> | null {
    if (this.#take("?") && !this.#take(":")) return null;
    const ways = this.ways(depth + 1);
    return ways === null || !this.#take(")") ? null : { texts: null, ways };
  }

  #texts(): Pick<Piece, "texts" | "ways"> | null {
    const character = this.#next();
    if (character === ".") return { texts: ANY, ways: [] };
    const texts = character === "[" ? this.#class() : character === "\\" ? escaped(this.#next()) : [character];
    return texts === null || "*+?{".includes(character) ? null : { texts, ways: [] };
  }

  #class(): readonly string[] | null {
    if (this.#peek() === "^") return null;
    const texts: string[] = [];
    while (!this.isAtEnd() && !this.#take("]")) {
      const first = this.#next();
      const own = first === "\\" ? escaped(this.#next()) : [first];
      if (own === null || first === "[") return null;
      const isRange = this.#peek() === "-" && this.#characters[this.#at + 1] !== "]" && own.length === 1;
      if (isRange) {
        this.#next();
        const last = this.#next();
        texts.push(...range(own[0] ?? "", last === "\\" ? (escaped(this.#next())?.[0] ?? "") : last));
      } else texts.push(...own);
    }
    return texts.length === 0 ? null : texts;
  }

  /** How often; a mark that asks for as little as possible changes nothing about what is allowed. */
  #count(): Pick<Piece, "least" | "most"> | null {
    const count = this.#plainCount();
    if (count !== null && (count.least !== 1 || count.most !== 1)) this.#take("?");
    return count;
  }

  #plainCount(): Pick<Piece, "least" | "most"> | null {
    if (this.#take("?")) return { least: 0, most: 1 };
    if (this.#take("*")) return { least: 0, most: Infinity };
    if (this.#take("+")) return { least: 1, most: Infinity };
    if (!this.#take("{")) return { least: 1, most: 1 };
    const [, least, comma, most] = /^(\d+)(,?)(\d*)\}/u.exec(this.#characters.slice(this.#at).join("")) ?? [];
    if (least === undefined) return null;
    while (!this.#take("}")) this.#next();
    const limit = comma === "" ? Number(least) : most === "" || most === undefined ? Infinity : Number(most);
    return { least: Number(least), most: limit };
  }

  #peek(): string | undefined {
    return this.#characters[this.#at];
  }

  #next(): string {
    this.#at += 1;
    return this.#characters[this.#at - 1] ?? "";
  }

  #take(character: string): boolean {
    if (this.#peek() !== character) return false;
    this.#at += 1;
    return true;
  }
}

function escaped(character: string): readonly string[] | null {
  if (character === "d") return DIGITS;
  if (character === "w") return WORD;
  if (character === "s") return [" "];
  return /[A-Za-z0-9]/u.test(character) || character === "" ? null : [character];
}

function range(first: string, last: string): readonly string[] {
  const [from, to] = [codePointIn(first, 0), codePointIn(last, 0)];
  const step = Math.max(1, Math.floor((to - from) / RANGE_MOST));
  const texts: string[] = [];
  for (let codePoint = from; codePoint <= to; codePoint += step) texts.push(String.fromCodePoint(codePoint));
  return texts.length === 0 ? [first] : texts;
}
