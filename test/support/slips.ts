// Slips of an author: a source with one sign, word or pair of words wrong.

/** A small generator with one answer for every seed (mulberry32). */
export function generator(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

export type Random = (below: number) => number;

function tokensOf(source: string): readonly RegExpMatchArray[] {
  return [...source.matchAll(/"[^"\n]*"|'[^'\n]*'|[\p{L}\p{N}_.-]+|[^\s]/gu)];
}

/** One slip of an author, by kind. */
export const SLIPS: Readonly<Record<string, (source: string, random: Random) => string>> = {
  "delete a quote": (source, random) => deleteOne(source, /"/g, random),
  "delete a brace": (source, random) => deleteOne(source, /[{}]/g, random),
  "delete a token": (source, random) => {
    const token = pick(tokensOf(source), random);
    return source.slice(0, token.index) + source.slice((token.index ?? 0) + token[0].length);
  },
  "duplicate a token": (source, random) => {
    const token = pick(tokensOf(source), random);
    return `${source.slice(0, token.index)}${token[0]} ${source.slice(token.index)}`;
  },
  "swap two tokens": (source, random) => {
    const tokens = tokensOf(source);
    const at = random(tokens.length - 1);
    const [a, b] = [tokens[at], tokens[at + 1]];
    if (a?.index === undefined || b?.index === undefined) return source;
    const between = source.slice(a.index + a[0].length, b.index);
    return source.slice(0, a.index) + b[0] + between + a[0] + source.slice(b.index + b[0].length);
  },
  "insert a sign": (source, random) => {
    const at = random(source.length);
    return source.slice(0, at) + pick([...`{}()[]"'=;:,.`], random) + source.slice(at);
  },
  "transpose letters": (source, random) => {
    const words = [...source.matchAll(/[A-Za-z]{3,}/g)];
    const word = pick(words, random);
    const at = (word.index ?? 0) + random(word[0].length - 1);
    return source.slice(0, at) + source[at + 1] + source[at] + source.slice(at + 2);
  },
};

function pick<T>(items: readonly T[], random: Random): T {
  const item = items[random(items.length)];
  if (item === undefined) throw new Error("nothing to pick from");
  return item;
}

function deleteOne(source: string, pattern: RegExp, random: Random): string {
  const match = pick([...source.matchAll(pattern)], random);
  return source.slice(0, match.index) + source.slice((match.index ?? 0) + match[0].length);
}
