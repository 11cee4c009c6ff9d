// What layout, gate and profiles find in a source with errors: it is judged as mended, and what an error may have
// caused is not told.
import type { Canvas } from "../../canvas/index.ts";
import { type Diagnostic, diagnose, LineIndex, type Repair, type Span } from "../../diagnostics/index.ts";
import { lastNameOf } from "../../expression/index.ts";
import { wordsIn } from "../../language/index.ts";
import { NOT_LAID_OUT } from "./check-layout.ts";
import { type LeftOut, type MendedSource, mendSource } from "./mended-source.ts";

/** How a source is read and a canvas is judged. */
export interface MendedJudging {
  /** The canvas where nothing refuses it, and what is found. */
  readonly read: (source: string) => { readonly canvas: Canvas | null; readonly found: readonly Diagnostic[] };
  /** What is found in the canvas of a source as it is laid out. */
  readonly judge: (canvas: Canvas, source: string) => readonly Diagnostic[];
}

/** Findings in what is sound of a source with errors, at their places in it, and one about what is not. */
export function judgeMended(
  source: string,
  found: readonly Diagnostic[],
  { read, judge }: MendedJudging,
): readonly Diagnostic[] {
  let canvas: Canvas | null = null;
  const mended = mendSource(source, found, (text) => {
    const reading = read(text);
    canvas = reading.canvas;
    return reading.found;
  });
  if (mended === null || canvas === null || !/^page\b/m.test(source)) return notJudged(source, found);
  const told = judge(canvas, mended.text).flatMap((each) => asWritten(mended, each));
  const laidOut = told.every(({ message }) => message !== NOT_LAID_OUT);
  const isCause = causesOf(source, mended);
  const changedNear = changesNear(source, mended);
  const blamed = new Set<number>();
  const places = new LineIndex(source);
  const rest = told.filter((each) => {
    if (each.message === NOT_LAID_OUT) return false;
    if (isCause(each)) {
      const { line } = places.position(each.span.start);
      // What is withheld of the element's own fit is said: it may hold for what its author meant as well.
      if (FIT.has(each.code) && mended.touchedLines.has(line)) blamed.add(line);
      return false;
    }
    const lines = changedNear(each);
    for (const line of lines) blamed.add(line);
    return lines.length === 0;
  });
  return [...rest, ...(laidOut ? leftOutOf(source, mended, blamed) : notJudged(source, found))];
}

/** A finding in the mended text as one of the author's text; its edits only where they meet what stands there. */
function asWritten(mended: MendedSource, diagnostic: Diagnostic): readonly Diagnostic[] {
  const { repair } = diagnostic;
  const edits = repair?.edits ?? [];
  const mapped: Repair | null =
    repair === null
      ? null
      : {
          ...repair,
          edits: edits.every(({ span }) => mended.isWritten(span))
            ? edits.map(({ span, text }) => ({ span: mended.back(span), text }))
            : [],
        };
  return [{ ...diagnostic, span: mended.back(diagnostic.span), repair: mapped }];
}

/** What the look of the rest decides: it says nothing where a part of the page is missing. */
const OF_THE_WHOLE: ReadonlySet<string> = new Set(["RPT5004", "RPT5005", "RPT5007", "RPT5008"]);

/** A measure on these lines decides how all of the pages look. */
const OF_EVERYTHING = /^\s*(?:sizes|style|fonts|page|body|header|footer)\b/;
const OF_LAYOUT = /^RPT[45]/;

/** What does not fit its own box, with the examples or with longer data. */
const FIT: ReadonlySet<string> = new Set(["RPT4001", "RPT4002", "RPT4003", "RPT4004", "RPT4031"]);

/** What is found of data by its declarations. */
const OF_DATA = /^RPT300/;

/** Whether an error, or what was left out because of it, may be why something is found. */
function causesOf(source: string, { touchedLines, leftOut, guesses }: MendedSource): (found: Diagnostic) => boolean {
  const index = new LineIndex(source);
  const lines = source.split("\n");
  const lineOf = ({ start }: Span): number => index.position(start).line;
  const textOf = (span: Span): string => `${lines[lineOf(span) - 1] ?? ""}\n${source.slice(span.start, span.end)}`;
  const missing = new Set(leftOut.flatMap(({ span }) => namesOf(textOf(span))));
  const stoodIn = dependentNames(lines, [...leftOut.map(({ span }) => span), ...guesses].map(lineOf));
  const meaningful = new Set(lines.flatMap((line) => (/\brole=/.test(line) ? namesOf(line) : [])));
  const hidesRole = leftOut.some(
    ({ span, keepsContent }) =>
      !keepsContent && (/\brole=/.test(textOf(span)) || namesOf(textOf(span)).some((name) => meaningful.has(name))),
  );
  const changesPage = leftOut.some((each) => !isDeclaration(textOf(each.span)) || !each.keepsContent);
  const guessedLines = new Set(guesses.flatMap((guess) => linesOf(lines, lineOf(guess))));
  const guessesAll = guesses.some((guess) => OF_EVERYTHING.test(lines[lineOf(guess) - 1] ?? ""));
  const dataset = datasetLines(lines);
  const changesData = [...touchedLines].some((line) => isDeclaration(lines[line - 1] ?? "") || dataset.has(line));
  return ({ code, span }) => {
    if (touchedLines.has(lineOf(span)) || guessedLines.has(lineOf(span)) || code === "RPT4033") return true;
    if (guessesAll && OF_LAYOUT.test(code)) return true;
    if (OF_DATA.test(code)) return changesData;
    if (OF_THE_WHOLE.has(code) && changesPage) return true;
    const line = lines[lineOf(span) - 1] ?? "";
    if (namesOf(line).some((name) => stoodIn.has(name))) return true;
    if (!code.includes("/")) return false;
    return /^\s*document\b/.test(line) ? hidesRole : namesOf(line).some((name) => missing.has(name));
  };
}

/** Elements whose children share their width. */
const SHARES_WIDTH = /^\s*(?:table|row|grid|pairs)\b/;

/**
 * The changed lines that decide how large things are at a layout finding: within its own block, since a column that
 * shows another field than its author meant makes rows of another height, and beside it, since a column without its
 * width leaves another one to its neighbours.
 */
function changesNear(source: string, { touchedLines }: MendedSource): (found: Diagnostic) => readonly number[] {
  const index = new LineIndex(source);
  const lines = source.split("\n");
  return ({ code, span }) => {
    if (!OF_LAYOUT.test(code)) return [];
    const own = index.position(span.start).line;
    const beside = blocksAround(lines, own).flatMap((block) => {
      return SHARES_WIDTH.test(lines[block - 1] ?? "") ? childrenOf(lines, block) : [];
    });
    const near = [...linesOf(lines, own), ...beside].filter((line) => line !== own && touchedLines.has(line));
    return [...new Set(near)];
  };
}

/** The first lines of the blocks that a line stands in, by their indentation. */
function blocksAround(lines: readonly string[], line: number): readonly number[] {
  const blocks: number[] = [];
  let indent = indentOf(lines[line - 1] ?? "");
  for (let at = line - 1; at > 0 && indent > 0; at -= 1) {
    const text = lines[at - 1] ?? "";
    if (text.trim() === "" || indentOf(text) >= indent) continue;
    blocks.push(at);
    indent = indentOf(text);
  }
  return blocks;
}

/** The lines of a block that stand in it directly. */
function childrenOf(lines: readonly string[], block: number): readonly number[] {
  const [first, ...others] = linesOf(lines, block).slice(1);
  if (first === undefined) return [];
  const indent = indentOf(lines[first - 1] ?? "");
  return [first, ...others.filter((line) => indentOf(lines[line - 1] ?? "") === indent)];
}

function indentOf(text: string): number {
  return text.length - text.trimStart().length;
}

/** The lines of `dataset {` up to its end. */
function datasetLines(lines: readonly string[]): ReadonlySet<number> {
  const from = lines.findIndex((line) => /^\s*dataset\b/.test(line));
  if (from === -1) return new Set();
  const length = lines.slice(from).findIndex((line) => /^\}/.test(line));
  return new Set(Array.from({ length: length === -1 ? lines.length - from : length + 1 }, (_, at) => from + at + 1));
}

/** What is declared on the lines, and what is computed of it: its values are stand-ins. */
function dependentNames(lines: readonly string[], from: readonly number[]): ReadonlySet<string> {
  const names = new Set(from.flatMap((line) => declaredName(lines[line - 1] ?? "") ?? []));
  const lets = lines.filter((line) => /^\s*let\b/.test(line));
  let before = -1;
  while (names.size > 0 && names.size !== before) {
    before = names.size;
    for (const line of lets) {
      const name = declaredName(line);
      if (name !== null && namesOf(line).some((each) => names.has(each))) names.add(name);
    }
  }
  return names;
}

/** `price` of a line that declares `items[].price`, be its first word misspelt. */
function declaredName(line: string): string | null {
  const path = /^\w+\s+(\S+)/.exec(line)?.[1] ?? null;
  return path === null ? null : (namesOf(path).at(-1) ?? null);
}

/** A line with the lines of its block, by their indentation. */
function linesOf(lines: readonly string[], line: number): readonly number[] {
  const own = lines[line - 1] ?? "";
  if (!own.trimEnd().endsWith("{")) return [line];
  const length = lines.slice(line).findIndex((text) => text.trim() !== "" && indentOf(text) <= indentOf(own));
  return Array.from({ length: (length === -1 ? lines.length - line : length) + 1 }, (_, at) => line + at);
}

function isDeclaration(text: string): boolean {
  return /^\s*field\b/.test(text);
}

/** The last names of the paths in a text: `price` of `items[].price`. */
function namesOf(text: string): readonly string[] {
  return wordsIn(text)
    .map(lastNameOf)
    .filter((word) => !COMMON_WORDS.has(word));
}

/** Words of the language that stand in most lines. */
const COMMON_WORDS: ReadonlySet<string> = new Set(
  "field let string text int decimal date bool enum role example style size color align w h x y when mm".split(" "),
);

/** What was left out or guessed, and what else was changed where findings are not told because of it. */
function leftOutOf(
  source: string,
  { leftOut, guesses }: MendedSource,
  blamedLines: ReadonlySet<number>,
): readonly Diagnostic[] {
  const index = new LineIndex(source);
  const blamed = [...blamedLines].map((line): Span => {
    const start = index.offset({ line, column: 1 });
    return { start, end: start };
  });
  const open = [...leftOut, ...[...guesses, ...blamed].map((span) => ({ span }))];
  const [first] = open.toSorted((a, b) => a.span.start - b.span.start);
  if (first === undefined) return [];
  const named = linesNamed(source, open);
  return [
    diagnose({
      code: "RPT9010",
      span: { start: first.span.start, end: first.span.end },
      message: `layout and profiles were judged without what is wrong in ${named}; what depends on it was not judged`,
      why: "Only that was left out. The rest was laid out and judged, and its findings are listed here.",
      repair: { title: `mend ${named} and check again`, applicability: "suggestion", edits: [] },
    }),
  ];
}

function notJudged(source: string, found: readonly Diagnostic[]): readonly Diagnostic[] {
  const errors = found.filter(({ severity }) => severity === "error");
  const [first] = errors.toSorted((a, b) => a.span.start - b.span.start);
  if (first === undefined) return [];
  const named = linesNamed(source, errors);
  return [
    diagnose({
      code: "RPT9010",
      span: first.span,
      message: `layout and profiles could not be judged because of ${named}`,
      why: "Too little of the document can be read to lay it out.",
      repair: { title: `mend ${named} and check again`, applicability: "suggestion", edits: [] },
    }),
  ];
}

/** More lines than this are not named one by one. */
const LINES_NAMED_MAX = 8;

/** `line 12`, `lines 3, 7 and 12` */
function linesNamed(source: string, places: readonly Pick<LeftOut, "span">[]): string {
  const index = new LineIndex(source);
  const lines = [...new Set(places.map(({ span }) => index.position(span.start).line))].toSorted((a, b) => a - b);
  if (lines.length > LINES_NAMED_MAX) return `${lines.length} lines from line ${lines[0] ?? 1} on`;
  const [last = 1, ...before] = lines.toReversed();
  return before.length === 0 ? `line ${last}` : `lines ${before.reverse().join(", ")} and ${last}`;
}
