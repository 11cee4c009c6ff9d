// `pattern=` → the pieces that a text of it is made of: what may stand at each place, and how often.
import { codePointIn } from "../../unicode/index.ts";
import { isOneLine } from "./one-line.ts";

/** What may stand at one place, and how often. */
export interface PatternPiece {
  readonly texts: readonly string[] | null;
  /** The ways of a group, each a row of pieces. */
  readonly ways: readonly (readonly PatternPiece[])[];
  readonly least: number;
  readonly most: number;
}

/**
 * What a field without a pattern may hold, the likeliest first: han and full-width letters, then what is widest in
 * fonts that have none of them.
 */
export const ANY_LETTERS: readonly string[] = [..."国Ｗ㍿WM"];
const DIGITS: readonly string[] = [..."0123456789"];
const WORD: readonly string[] = [..."WM", ...DIGITS, ..."ABCDEFGHIJKLNOPQRSTUVXYZ_abcdefghijklmnopqrstuvwxyz"];
const LINE_END = "\n";
/** Of a longer range so many are looked at, evenly. */
const RANGE_MOST = 256;
/** Groups within groups; what is deeper is no form's field. */
const DEPTH_MAX = 8;

/** The ways of a pattern, each a row of pieces; null for one that says more than is read: a look around. */
export function patternWays(pattern: string): readonly (readonly PatternPiece[])[] | null {
  const reader = new PatternReader(pattern);
  const ways = reader.ways(0);
  return ways !== null && reader.isAtEnd() ? ways : null;
}

/**
 * How many line ends each text of a pattern has at least; 0 where the pattern is not read here. A CR counts for none,
 * since it may be one line end with what follows it.
 */
export function fewestLineEnds(pattern: string): number {
  return fewestOf(patternWays(pattern) ?? []);
}

function fewestOf(ways: readonly (readonly PatternPiece[])[]): number {
  const counts = ways.map((pieces) =>
    pieces.reduce((sum, { texts, ways: inner, least }) => {
      const own = texts === null ? fewestOf(inner) : Number(texts.every((text) => text !== "\r" && !isOneLine(text)));
      return sum + own * least;
    }, 0),
  );
  return counts.length === 0 ? 0 : Math.min(...counts);
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
  ways(depth: number): readonly (readonly PatternPiece[])[] | null {
    if (depth > DEPTH_MAX) return null;
    const ways: PatternPiece[][] = [[]];
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

  #piece(depth: number): PatternPiece | null {
    const held = this.#take("(") ? this.#group(depth) : this.#texts();
    const count = held === null ? null : this.#count();
    return held === null || count === null ? null : { ...held, ...count };
  }

  #group(depth: number): Pick<PatternPiece, "texts" | "ways"> | null {
    if (this.#take("?") && !this.#take(":")) return null;
    const ways = this.ways(depth + 1);
    return ways === null || !this.#take(")") ? null : { texts: null, ways };
  }

  #texts(): Pick<PatternPiece, "texts" | "ways"> | null {
    const character = this.#next();
    if (character === ".") return { texts: ANY_LETTERS, ways: [] };
    const texts = character === "[" ? this.#class() : character === "\\" ? escaped(this.#next()) : [character];
    return texts === null || "*+?{".includes(character) ? null : { texts, ways: [] };
  }

  #class(): readonly string[] | null {
    const isNegated = this.#take("^");
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
    if (texts.length === 0) return null;
    if (!isNegated) return texts;
    const others = [...ANY_LETTERS, ...WORD, LINE_END].filter((text) => !texts.includes(text));
    return others.length === 0 ? null : others;
  }

  /** How often; a mark that asks for as little as possible changes nothing about what is allowed. */
  #count(): Pick<PatternPiece, "least" | "most"> | null {
    const count = this.#plainCount();
    if (count !== null && (count.least !== 1 || count.most !== 1)) this.#take("?");
    return count;
  }

  #plainCount(): Pick<PatternPiece, "least" | "most"> | null {
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
  if (character === "n") return [LINE_END];
  if (character === "r") return ["\r"];
  return /[A-Za-z0-9]/u.test(character) || character === "" ? null : [character];
}

function range(first: string, last: string): readonly string[] {
  const [from, to] = [codePointIn(first, 0), codePointIn(last, 0)];
  const step = Math.max(1, Math.floor((to - from) / RANGE_MOST));
  const texts: string[] = [];
  for (let codePoint = from; codePoint <= to; codePoint += step) texts.push(String.fromCodePoint(codePoint));
  return texts.length === 0 ? [first] : texts;
}
