// Repairs of errors in a source, tried. An edit works where the source compiles better with it: its finding is gone,
// and no error has come. Where the usual edit brings another error, the slips that people make are undone in its
// place: a sign too many, one too few, two words in the wrong order.
import { applyEdits, type Diagnostic, type Repair, type TextEdit } from "../diagnostics/index.ts";

/** A try takes as long as compiling the source: so many errors have their usual edits tried. */
const USUAL_TRIES_MAX = 96;
/** So many edits are tried in place of those that do not work. */
const OTHER_TRIES_MAX = 96;
/** Of one error; the others want to be tried too. */
const TRIES_OF_ONE_MAX = 48;

/**
 * Findings whose edits were tried by `compile`, which answers what is found in a source. An edit that brings an error
 * gives way to one that brings none. Where there is no such edit, a guess is left as words, for whoever mends the line.
 * A safe edit writes what was meant in the language's own way: what comes then stood on the line all along.
 */
export function withTriedEdits(
  source: string,
  found: readonly Diagnostic[],
  compile: (source: string) => readonly Diagnostic[],
): readonly Diagnostic[] {
  const before = counted(found);
  const works = (finding: Diagnostic, edits: readonly TextEdit[]): boolean => {
    const after = counted(compile(applyEdits(source, edits)));
    if ((after.get(keyOf(finding)) ?? 0) >= (before.get(keyOf(finding)) ?? 0)) return false;
    return [...after].every(([key, count]) => !key.startsWith("error") || count <= (before.get(key) ?? 0));
  };
  const errors = found.filter(({ repair, severity }) => severity === "error" && repair !== null);
  const edited = errors.filter(({ repair }) => repair !== null && repair.edits.length > 0);
  const wrong = new Set<Diagnostic>([
    ...edited.filter((each, at) => at >= USUAL_TRIES_MAX || !works(each, each.repair?.edits ?? [])),
    // What nobody could read has words at most, and one slip often made it so.
    ...errors.filter(({ message, repair }) => UNREAD.test(message) && repair?.edits.length === 0),
  ]);
  let left = OTHER_TRIES_MAX;
  return found.map((finding) => {
    const { repair } = finding;
    if (repair === null || !wrong.has(finding)) return finding;
    const tried = slipsAt(source, finding).slice(0, Math.min(left, TRIES_OF_ONE_MAX));
    const at = tried.findIndex(({ edits }) => works(finding, edits));
    left -= at < 0 ? tried.length : at + 1;
    const { title, applicability, edits } =
      tried[at] ?? (repair.applicability === "safe" ? repair : { ...repair, edits: [] });
    return { ...finding, repair: { title, applicability, edits } };
  });
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
function slipsAt(source: string, { span }: Diagnostic): readonly Repair[] {
  const from = source.lastIndexOf("\n", span.start - 1) + 1;
  const to = source.indexOf("\n", span.start);
  const line = source.slice(from, to < 0 ? source.length : to);
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
