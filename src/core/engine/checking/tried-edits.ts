// Repairs of errors in a source, tried. An edit works where the source compiles better with it: its finding is gone,
// and no error has come. Where the usual edit brings another error, the slips that people make are undone in its
// place: a sign too many, one too few, two words in the wrong order.
import { applyEdits, type Diagnostic, type Repair, type TextEdit } from "../../diagnostics/index.ts";

/** A try takes as long as compiling the source: so many errors have their usual edits tried. */
const USUAL_TRIES_MAX = 96;
/** So many tries are spent in all on edits that do not work by themselves. */
const OTHER_TRIES_MAX = 128;
/** All tries together compile at most this number of characters; a long source with many errors would take seconds. */
const TRIED_CHARACTERS_MAX = 500_000;
/** Of one error; the others want to be tried too. */
const TRIES_OF_ONE_MAX = 48;
/** One line seldom holds more mistakes of which each hides the next. */
const STEPS_MAX = 6;

/** A line that wants more than this was meant otherwise. */
const TITLES_MAX = 3;

type Compile = (source: string) => readonly Diagnostic[];

/**
 * Findings whose edits were tried by `compile`, which answers what is found in a source. An edit that brings an error
 * goes on with the edits of what it brought, or gives way to one that brings none. Where there is no such edit, the
 * repair is left as words, for whoever mends the line.
 */
export function withTriedEdits(source: string, found: readonly Diagnostic[], compile: Compile): readonly Diagnostic[] {
  const trial = new Trial(source, found, compile);
  const triesMost = Math.max(1, Math.floor(TRIED_CHARACTERS_MAX / Math.max(1, source.length)));
  const usualMost = Math.min(USUAL_TRIES_MAX, triesMost);
  const errors = found.filter(({ repair, severity }) => severity === "error" && repair !== null);
  const edited = errors.filter(({ repair }) => repair !== null && repair.edits.length > 0);
  const isUseless = (each: Diagnostic, at: number): boolean => {
    const edits = each.repair?.edits ?? [];
    const works = at < usualMost ? trial.works(each, edits) : trial.known(each, edits);
    return works !== true;
  };
  const wrong = new Set<Diagnostic>([
    ...edited.filter(isUseless),
    // What nobody could read has words at most, and one slip often made it so.
    ...errors.filter(({ message, repair }) => UNREAD.test(message) && repair?.edits.length === 0),
    // What is read of a value without what encloses it is another value.
    ...errors.filter((each) => bareValues(source, each).length > 0),
  ]);
  let left = Math.min(OTHER_TRIES_MAX, triesMost);
  const otherOf = (finding: Diagnostic): Repair | null => {
    const tried = (isOfNames(finding) ? bareValues(source, finding) : slipsAt(source, finding)).slice(
      0,
      Math.min(left, TRIES_OF_ONE_MAX),
    );
    const at = tried.findIndex(({ edits }) => trial.works(finding, edits));
    left -= at < 0 ? tried.length : at + 1;
    return tried[at] ?? null;
  };
  const wholeOf = (finding: Diagnostic, repair: Repair): Repair | null => {
    if (repair.edits.length === 0 || left < STEPS_MAX || isGuessedName(finding, repair)) return null;
    const whole = trial.goOn(finding, repair);
    left -= STEPS_MAX;
    return whole;
  };
  return found.map((finding) => {
    const { repair } = finding;
    if (repair === null || !wrong.has(finding)) return finding;
    // A safe edit writes what was meant; what comes then stood there all along. A guess may be wrong itself.
    const isSafe = repair.applicability === "safe";
    const other = otherOf(finding) ?? wholeOf(finding, repair);
    const { title, applicability, edits } =
      other ??
      (isSafe && trial.reveals(finding, repair.edits) ? repair : { ...inWordsOf(source, finding, repair), edits: [] });
    return { ...finding, repair: { title, applicability, edits } };
  });
}

/** An unknown name is told of a line that was read as it was meant: no sign of it is a slip. */
function isOfNames({ code }: Diagnostic): boolean {
  return code.startsWith("RPT21");
}

/** The nearest name is a guess; what it brings tells that it was none, and not how to go on. */
function isGuessedName({ code }: Diagnostic, { title }: Repair): boolean {
  return title.startsWith("did you mean") && code !== "RPT2120";
}

/** What is said where no edit works: of a date without its quotes, what follows the year is never to be deleted. */
function inWordsOf(source: string, finding: Diagnostic, repair: Repair): Repair {
  const texts = bareValues(source, finding).filter(({ title }) => title.startsWith(`write "`));
  const [quoted = repair] = UNREAD.test(finding.message) ? texts : [];
  return quoted;
}

/** A source whose edits are tried. */
class Trial {
  readonly #source: string;
  readonly #compile: Compile;
  readonly #before: ReadonlyMap<string, number>;
  readonly #errors: number;
  /** What came of tries, by the finding, its line and the edits in it. */
  readonly #known = new Map<string, boolean>();

  constructor(source: string, found: readonly Diagnostic[], compile: Compile) {
    this.#source = source;
    this.#compile = compile;
    this.#before = counted(found);
    this.#errors = errorsIn(found);
  }

  /** Whether edits end a finding and bring no error. The same mistake in lines that are alike is tried once. */
  works(finding: Diagnostic, edits: readonly TextEdit[]): boolean {
    const works = this.known(finding, edits) ?? this.#tried(finding, edits);
    this.#known.set(this.#tryOf(finding, edits), works);
    return works;
  }

  /** What came of the same edits in a line that is alike; undefined where these were not tried. */
  known(finding: Diagnostic, edits: readonly TextEdit[]): boolean | undefined {
    return this.#known.get(this.#tryOf(finding, edits));
  }

  #tryOf(finding: Diagnostic, edits: readonly TextEdit[]): string {
    const { start, end } = lineAt(this.#source, finding.span.start);
    const own = edits.map(({ span, text }) => [span.start - start, span.end - start, text]);
    return JSON.stringify([keyOf(finding), this.#source.slice(start, end), own]);
  }

  #tried(finding: Diagnostic, edits: readonly TextEdit[]): boolean {
    const after = this.#compile(applyEdits(this.#source, edits));
    return this.#isGone(finding, after) && this.#broughtBy(after).length === 0;
  }

  /** Whether edits end a finding and leave no more errors than there were: what came was hidden by it. */
  reveals(finding: Diagnostic, edits: readonly TextEdit[]): boolean {
    const after = this.#compile(applyEdits(this.#source, edits));
    return this.#isGone(finding, after) && errorsIn(after) <= this.#errors;
  }

  /**
   * Follows a repair through the errors that it brings to its own line, of which each has edits of its own: `col` is
   * `column`, and only then is its `width=` found, which is `w=`. Null where the line does not come whole.
   */
  goOn(finding: Diagnostic, first: Repair): Repair | null {
    const line = lineAt(this.#source, finding.span.start);
    const rest = this.#source.length - line.end;
    const titles = new Set([first.title]);
    let edited = applyEdits(this.#source, first.edits);
    for (let step = 0; step < STEPS_MAX; step += 1) {
      const after = this.#compile(edited);
      const again = this.#isGone(finding, after) ? [] : after.filter((each) => keyOf(each) === keyOf(finding));
      const brought = [...this.#broughtBy(after), ...again];
      if (brought.length === 0) {
        const edits = [changeBetween(this.#source, edited)];
        const title = [...titles].map((each) => each.split("; ", 1)[0]).join(", then ");
        return titles.size > TITLES_MAX ? null : { title, applicability: "suggestion", edits };
      }
      // An edit with `…` in it shows where something is missing, and not what.
      const isOnLine = ({ span, text }: TextEdit): boolean =>
        span.start >= line.start && span.end <= edited.length - rest && !text.includes("…");
      const repairs = brought.flatMap(({ repair }) => (repair !== null && repair.edits.length > 0 ? [repair] : []));
      if (repairs.length < brought.length || !repairs.every(({ edits }) => edits.every(isOnLine))) return null;
      if (brought.some((each) => each.repair !== null && isGuessedName(each, each.repair))) return null;
      for (const { title } of repairs) titles.add(title);
      edited = applyEdits(
        edited,
        repairs.flatMap(({ edits }) => edits),
      );
    }
    return null;
  }

  #isGone(finding: Diagnostic, after: readonly Diagnostic[]): boolean {
    const key = keyOf(finding);
    return after.filter((each) => keyOf(each) === key).length < (this.#before.get(key) ?? 0);
  }

  /** The errors that were not found before, or not so often. */
  #broughtBy(after: readonly Diagnostic[]): readonly Diagnostic[] {
    const counts = new Map(this.#before);
    return after.filter((each) => {
      if (each.severity !== "error") return false;
      const key = keyOf(each);
      const count = counts.get(key) ?? 0;
      counts.set(key, count - 1);
      return count <= 0;
    });
  }
}

/** The one edit that makes a text of another: what stands between their common start and end. */
function changeBetween(from: string, to: string): TextEdit {
  const shorter = Math.min(from.length, to.length);
  let start = 0;
  while (start < shorter && from[start] === to[start]) start += 1;
  let rest = 0;
  while (rest < shorter - start && from[from.length - 1 - rest] === to[to.length - 1 - rest]) rest += 1;
  if (LOW_SURROGATE.test(from[start] ?? "")) start -= 1;
  if (LOW_SURROGATE.test(from[from.length - rest] ?? "")) rest -= 1;
  return { span: { start, end: from.length - rest }, text: to.slice(start, to.length - rest) };
}

/** The second half of a character beyond U+FFFF: an edit replaces whole characters. */
const LOW_SURROGATE = /[\uDC00-\uDFFF]/;

function errorsIn(found: readonly Diagnostic[]): number {
  return found.filter(({ severity }) => severity === "error").length;
}

/** The line that holds a place, without its end. */
function lineAt(source: string, place: number): { readonly start: number; readonly end: number } {
  const end = source.indexOf("\n", place);
  return { start: source.lastIndexOf("\n", place - 1) + 1, end: end < 0 ? source.length : end };
}

/** Findings of signs and words that stand where the grammar has no place for them. */
const UNREAD = /^unexpected /;

function keyOf({ severity, code, message }: Diagnostic): string {
  return `${severity} ${code} ${message}`;
}

function counted(found: readonly Diagnostic[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const each of found) counts.set(keyOf(each), (counts.get(keyOf(each)) ?? 0) + 1);
  return counts;
}

interface Token {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Words, strings and signs; a string that is not closed is its quote alone. */
const TOKEN = /"[^"\n]*"|'[^'\n]*'|[\p{L}\p{N}_.#-]+|[^\s]/gu;
/** Signs that a slip of a finger brings in, or loses. */
const SIGNS = /^[{}()[\]"'=;:,.]$/;

/** Undoes one slip each, the nearest to the finding first: signs deleted, words put in order, signs put in. */
function slipsAt(source: string, finding: Diagnostic): readonly Repair[] {
  const { span } = finding;
  const { start: from, end } = lineAt(source, span.start);
  const line = source.slice(from, end);
  const tokens = [...line.matchAll(TOKEN)].map((match): Token => {
    const start = from + match.index;
    return { start, end: start + match[0].length, text: match[0] };
  });
  const distance = ({ start, end }: { readonly start: number; readonly end: number }): number =>
    Math.max(0, start - span.start, span.start - end);
  const nearest = <Kind extends { readonly start: number; readonly end: number }>(all: readonly Kind[]) =>
    all.toSorted((a, b) => distance(a) - distance(b));
  const near = nearest(tokens).slice(0, 8);
  return [
    ...bareValues(source, finding),
    ...nearest(openStrings(line, from)).slice(0, 8),
    ...nearest(openBraces(line, from)).slice(0, 4),
    ...nearest(signsIn(line, from)).slice(0, 6).map(without),
    ...near.filter((token, at) => isDouble(tokens, token) || at < 2).map(without),
    ...nearest(misplacedSigns(line, from)).slice(0, 16),
    ...near.flatMap((token) => exchanged(tokens, token)),
    ...near.slice(0, 4).flatMap((token) => completed(token)),
  ];
}

/** A repair at its place on the line. */
interface PlacedRepair extends Repair {
  readonly start: number;
  readonly end: number;
}

function put(at: number, text: string): PlacedRepair {
  const edits = [{ span: { start: at, end: at }, text }];
  return { title: `add ${text}`, applicability: "suggestion", edits, start: at, end: at };
}

/**
 * Values that lack what encloses them, all of a line at once. Dates, times and numbers with signs in them are texts:
 * `example=[2026-11-24, 2026-12-01]`. Computed values want parentheses: `from=date('2026-10-01')`, `start=.from`.
 */
function bareValues(source: string, { span }: Diagnostic): readonly Repair[] {
  const { start: from, end } = lineAt(source, span.start);
  const line = source.slice(from, end);
  const masked = line.replace(/"(?:[^"\\]|\\.)*"|'[^']*'/gu, (text) => '"'.repeat(text.length));
  const enclosed = (pattern: RegExp, open: string, close: string): readonly TextEdit[] =>
    [...masked.matchAll(pattern)].map(({ index, 0: { length } }) => {
      const at = { start: from + index, end: from + index + length };
      return { span: at, text: `${open}${source.slice(at.start, at.end)}${close}` };
    });
  const texts = enclosed(/(?<=[=[,]\s*)\d+(?:[-:/]|T\d)[^\s"'[\](){},=]*(?=[\s\],]|$)/gu, '"', '"');
  const calls = enclosed(
    /(?<=\s[a-z-]+=)(?:[a-zA-Z]+\((?:[^()]|\([^()]*\))*\)|\.[\p{L}_][\p{L}\p{N}_.]*)(?=\s|$)/gu,
    "(",
    ")",
  );
  return [texts, calls]
    .filter((edits) => edits.length > 0)
    .map((edits) => ({
      title: `write ${listed(edits.map(({ text }) => text))}`,
      applicability: "suggestion",
      edits,
    }));
}

/** `"a" and "b"`; the others of many as a number. */
function listed(texts: readonly string[]): string {
  const others = texts.length - 2;
  return others <= 0 ? texts.join(" and ") : `${texts.slice(0, 2).join(", ")} and ${others} more like them`;
}

/** A string that lost its end may end before the next property, bracket or comma; one that lost its start begins so. */
function openStrings(line: string, from: number): readonly PlacedRepair[] {
  const ends = [...line.matchAll(/(?=\s+[A-Za-z][\w-]*=)|(?=[)\],])|(?=\s*\{?$)/gu)];
  const starts = [...line.matchAll(/(?<==)(?=[^\s"'[(])|(?<=[[,]\s?)(?=[^\s"'[(])/gu)];
  return [...ends, ...starts].map(({ index }) => put(from + index, '"'));
}

/** `{page.n／`: a value that lost its bracket ends where no name goes on. */
function openBraces(line: string, from: number): readonly PlacedRepair[] {
  const values = [...line.matchAll(/\{[\p{L}\p{N}_.[\]]+(?![\p{L}\p{N}_.[\]}])/gu)];
  const calls = [...line.matchAll(/\{[^{}"]*(?=")/gu)];
  return [...values, ...calls].map(({ index, 0: text }) => put(from + index + text.length, "}"));
}

/** A name and its value with their sign before or behind both: `=w8mm`, `string40()`, `(string40)`. */
function misplacedSigns(line: string, from: number): readonly PlacedRepair[] {
  const written = (found: RegExpMatchArray, text: string): PlacedRepair => {
    const start = from + (found.index ?? 0);
    const end = start + found[0].length;
    return { title: `write ${text}`, applicability: "suggestion", edits: [{ span: { start, end }, text }], start, end };
  };
  const lengths = [...line.matchAll(/([a-z]+)(\d[\d,]*)\(\)|\(([a-z]+)(\d[\d,]*)\)/gu)];
  const values = [...line.matchAll(/(?<=\s)=([a-z][a-z-]*)(?=[\p{L}\p{N}_.#"'[(])/gu)].flatMap((found) => {
    const name = found[1] ?? "";
    // Where the name ends in a row of letters is tried: the longest first, but for what is a value by itself.
    return Array.from({ length: name.length }, (_, at) => {
      const end = name.length - at;
      return written(found, `${name.slice(0, end)}=${name.slice(end)}`);
    });
  });
  return [...lengths.map((found) => written(found, `${found[1] ?? found[3]}(${found[2] ?? found[4]})`)), ...values];
}

/** Every sign by itself, those within strings too: a quote too many makes a string of what is none. */
function signsIn(line: string, from: number): readonly Token[] {
  return [...line].flatMap((text, at) => (SIGNS.test(text) ? [{ start: from + at, end: from + at + 1, text }] : []));
}

function isDouble(tokens: readonly Token[], token: Token): boolean {
  const at = tokens.indexOf(token);
  return tokens[at - 1]?.text === token.text || tokens[at + 1]?.text === token.text;
}

function without({ start, end, text }: Token): Repair {
  return { title: `delete ${text}`, applicability: "suggestion", edits: [{ span: { start, end }, text: "" }] };
}

function exchanged(tokens: readonly Token[], token: Token): readonly Repair[] {
  const next = tokens[tokens.indexOf(token) + 1];
  if (next === undefined) return [];
  const edits = [
    { span: { start: token.start, end: token.end }, text: next.text },
    { span: { start: next.start, end: next.end }, text: token.text },
  ];
  return [{ title: `write ${next.text} before ${token.text}`, applicability: "suggestion", edits }];
}

/** The signs that are missing most often, before and behind a word. */
function completed({ start, end }: Token): readonly Repair[] {
  return [put(end, '"'), put(start, '"'), put(end, ")"), put(end, "]"), put(start, "="), put(end, "}")];
}
