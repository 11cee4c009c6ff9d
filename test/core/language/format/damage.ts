// Damage that means nothing: indentation, spaces, line ends and blank lines of a valid source, spoilt at random.

/** A number from 0 below the argument. */
export type Random = (below: number) => number;

/** A small generator with one answer for every seed (mulberry32). */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const TOKEN = /"(?:\{[^{}]*\}|\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\/\/.*|\s+|[^\s"'/]+|\//g;
const SPACES = [" ", "  ", "\t", "\u3000", "      ", " \t "];

function pick<T>(items: readonly T[], random: Random): T {
  return items[random(items.length)] as T;
}

/** Calls `change` for every line outside the JSON of a dataset. */
export function mapLines(source: string, change: (line: string, at: number) => string): string {
  let inDataset = false;
  const lines = source.split("\n").map((line, at) => {
    if (/^dataset\s*\{\s*$/.test(line)) inDataset = true;
    const changed = inDataset ? line : change(line, at);
    if (line.startsWith("}")) inDataset = false;
    return changed;
  });
  return lines.join("\n");
}

/** The source with other white space: it means the same, and its canonical writing is the same. */
export function spoilt(source: string, random: Random): string {
  const lines = mapLines(source, (line) => {
    if (line.trim() === "") return line + pick(["", " ", "\n", "\n\t\n"], random);
    return pick(["", ...SPACES], random) + spoiltLine(line.trim(), random) + pick(["", "", " ", "\t"], random);
  });
  return random(4) === 0 ? lines.replaceAll("\n", "\r\n") : lines;
}

function spoiltLine(line: string, random: Random): string {
  const maybe = (): string => (random(3) === 0 ? pick(SPACES, random) : "");
  return line.replace(TOKEN, (token) => {
    if (/^["'/]/.test(token)) return token;
    if (token.trim() === "") return pick(SPACES, random);
    return token
      .replace(/(?<=[\w-])=(?!=)/g, () => `${maybe()}=${maybe()}`)
      .replace(/,/g, () => `${maybe()},${maybe()}`)
      .replace(/[([](?!\])/g, (bracket) => `${bracket}${maybe()}`)
      .replace(/[)\]]$/g, (bracket) => `${maybe()}${bracket}`);
  });
}

/** The source with numbered comments at ends of lines and on lines of their own; answers them in order. */
export function commented(
  source: string,
  random: Random,
): { readonly source: string; readonly comments: readonly string[] } {
  const comments: string[] = [];
  const next = (): string => {
    comments.push(`// 注 ${comments.length} {"(;`);
    return comments.at(-1) ?? "";
  };
  const text = mapLines(source, (line) => {
    const before = random(5) === 0 ? `${pick(["", ...SPACES], random)}${next()}\n` : "";
    const after =
      random(5) === 0 && line.trim() !== "" && !line.includes("//") ? `${pick(["", " "], random)}${next()}` : "";
    return before + line + after;
  });
  return { source: text, comments };
}

const SLIPS = [
  "//",
  "not ",
  "!",
  "&&",
  "-",
  "  ",
  "\u3000",
  ".",
  "[]",
  "0",
  "#12 ",
  "none",
  "..",
  "\r",
  "\n",
  "\n\n",
  "=",
  ",",
  "?",
  "(",
  ")",
];

/** The source with up to three slips: tokens lost, doubled or taken from elsewhere, signs put in anywhere. */
export function mutated(source: string, random: Random): string {
  let text = source;
  for (let count = random(3); count >= 0; count--) {
    const tokens = [...text.matchAll(/"[^"\n]*"|'[^'\n]*'|[\p{L}\p{N}_.-]+|[^\s]|\n/gu)];
    const token = pick(tokens, random);
    const other = pick(tokens, random)[0];
    const end = token.index + token[0].length;
    const written = pick(["", `${other} ${token[0]}`, other, pick(SLIPS, random) + token[0], ` ${token[0]}`], random);
    text = text.slice(0, token.index) + written + text.slice(end);
  }
  return text;
}

/** The source with its top-level statements behind `rpt 1` in another order; each keeps the comments above it. */
export function shuffled(source: string, random: Random): string {
  const chunks: string[] = [];
  let open = "";
  for (const line of source.split("\n")) {
    open += `${line}\n`;
    const ends =
      line.startsWith("}") ||
      (/^(?:rpt|document|field|let|fonts|sizes|colors|style)\b/.test(line) && !/[[(,&]\s*$/.test(line));
    if (ends) {
      chunks.push(open);
      open = "";
    }
  }
  const [first = "", ...rest] = chunks;
  for (let at = rest.length - 1; at > 0; at--) {
    const other = random(at + 1);
    [rest[at], rest[other]] = [rest[other] ?? "", rest[at] ?? ""];
  }
  return first + rest.join("") + open;
}
