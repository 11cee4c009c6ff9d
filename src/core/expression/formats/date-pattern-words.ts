// What somebody meant whose letters are no part of a date pattern: other languages' letters, names of parts, words.

/** Letters of other languages' patterns and what they are here. */
const HABITS: Readonly<Record<string, string>> = {
  YYYY: "yyyy",
  YY: "yy",
  DD: "dd",
  D: "d",
  hh: "HH",
  h: "H",
  SS: "ss",
  GGGG: "ggg",
  G: "ggg",
  mmm: "MMM",
  y: "yyyy",
  EEE: "ddd",
  EEEE: "dddd",
  E: "aaa",
  s: "ss",
};

/** Names of parts: what prints them, beside others and alone. */
const NAMES: Readonly<Record<string, { readonly part: string; readonly alone: string }>> = {
  year: { part: "yyyy", alone: "yyyy年" },
  quarter: { part: "M", alone: "yyyy年M月" },
  month: { part: "M", alone: "yyyy年M月" },
  week: { part: "d", alone: "M/d" },
  weekday: { part: "aaa", alone: "aaa" },
  day: { part: "d", alone: "d" },
  date: { part: "yyyy/MM/dd", alone: "yyyy/MM/dd" },
  hour: { part: "HH", alone: "H" },
  minute: { part: "mm", alone: "HH:mm" },
  second: { part: "ss", alone: "HH:mm:ss" },
  time: { part: "HH:mm", alone: "HH:mm" },
  era: { part: "ggg", alone: "ggge年" },
};

/** Where nothing else can be told. */
export const USUAL_DATE = "yyyy/MM/dd";

export interface StrayLetters {
  /** The letters that print no part of a date. */
  readonly stray: string;
  /** The whole pattern as it may have been meant. */
  readonly better: string;
}

/** Of the letters at a place, where no part of a pattern stands. */
export function strayLetters(pattern: string, at: number, run: string, isPart: (run: string) => boolean): StrayLetters {
  const before = /[A-Za-z]*$/.exec(pattern.slice(0, at))?.[0] ?? "";
  const word = before + (/^[A-Za-z]*/.exec(pattern.slice(at))?.[0] ?? "");
  const stray = nameOf(word) !== null || isOfSpeech(word, isPart) ? word : run;
  return { stray, better: mended(pattern, isPart) };
}

function nameOf(word: string): { readonly part: string; readonly alone: string } | null {
  const name = word.toLowerCase().replace(/s$/, "");
  return Object.hasOwn(NAMES, name) ? (NAMES[name] ?? null) : null;
}

/** Words outside of quotes are read, what stands in quotes is kept. */
function mended(pattern: string, isPart: (run: string) => boolean): string {
  const alone = nameOf(pattern.trim());
  if (alone !== null) return alone.alone;
  const quotes = pattern.split('"').length - 1;
  const pieces = (quotes % 2 === 0 ? pattern : `${pattern}"`).split(/("[^"]*")/);
  const words = pieces.flatMap((piece) => (piece.startsWith('"') ? [] : (piece.match(/[A-Za-z]+/g) ?? [])));
  const areNames = words.every((word) => nameOf(word) !== null);
  const read = (word: string): string =>
    (areNames ? nameOf(word)?.part : isOfSpeech(word, isPart) ? `"${word}"` : readRuns(word, isPart)) ?? word;
  const isShown = words.some((word) => areNames || (!isOfSpeech(word, isPart) && hasPart(word, isPart)));
  if (!isShown) return USUAL_DATE;
  return pieces.map((piece) => (piece.startsWith('"') ? piece : piece.replace(/[A-Za-z]+/g, read))).join("");
}

const RUNS = /([A-Za-z])\1*/g;

function isStray(run: string, isPart: (run: string) => boolean): boolean {
  return !isPart(run) && !Object.hasOwn(HABITS, run);
}

function hasPart(word: string, isPart: (run: string) => boolean): boolean {
  return (word.match(RUNS) ?? []).some((run) => !isStray(run, isPart));
}

/** A word that people read: more than one of its letters are no part, and nothing in it looks like one. */
function isOfSpeech(word: string, isPart: (run: string) => boolean): boolean {
  if (nameOf(word) !== null) return true;
  const stray = (word.match(RUNS) ?? []).filter((run) => isStray(run, isPart));
  return stray.length > 1 && !/yy|YY|MM|dd|DD|HH|aaa|ggg/.test(word);
}

/** Letters that nobody knows are quoted together: `ddTHH` is `dd"T"HH`. */
function readRuns(word: string, isPart: (run: string) => boolean): string {
  const read = (word.match(RUNS) ?? []).map((run) => {
    if (isPart(run)) return run;
    return HABITS[run] ?? `"${run}"`;
  });
  return read.join("").replaceAll('""', "");
}
