// The words of a form as its reader sees them.
import {
  type Form,
  type FormElement,
  type FormRun,
  isSeen,
  readingOf,
  runsOf,
  type Span,
  saidIn,
} from "../../../../core/sdk/index.ts";
import { narrow } from "./narrow.ts";
import { ofSource } from "./of-source.ts";

/** Whether a line of the drawn pages has words that match, fixed or from data. */
export function isDrawn(form: Form, words: RegExp): boolean {
  if (isDrawnAsWritten(form, words)) return true;
  return form.pages.some((_, page) => linesOfPage(form, page).some((line) => words.test(line)));
}

/** What looks at the ends of a line, or around its match, may match in a part of a line and not in all of it. */
const LOOKS_AROUND = /\(\?<?[=!]|[\^$]|\\b/i;

/** Whether an element that has such words in the source draws them: most are found so, and no line is put together. */
function isDrawnAsWritten(form: Form, words: RegExp): boolean {
  const isSaid = saidIn(form);
  return writersOf(form, words).some((writer) =>
    runsOf(form, writer).some((run) => words.test(run.text) && isSaid(run)),
  );
}

/** Words that were looked for in a source; rules make some of them from data. */
const WORDS_KEPT_MAX = 100;
const writersByWords = ofSource(() => new Map<string, readonly FormElement[]>());
/** The same by the pattern itself, which need not be written out then: most are constants of their rules. */
const writersByPattern = ofSource(() => new WeakMap<RegExp, readonly FormElement[]>());

/** Elements with fixed words that match; none where words can't be looked for in a part of a line. */
function writersOf(form: Form, words: RegExp): readonly FormElement[] {
  const ofPattern = writersByPattern(form);
  const before = ofPattern.get(words);
  if (before !== undefined) return before;
  const known = writersByWords(form);
  const key = `${words}`;
  const writers = known.get(key) ?? (LOOKS_AROUND.test(words.source) ? [] : findWriters(form, words));
  ofPattern.set(words, writers);
  if (known.size < WORDS_KEPT_MAX) known.set(key, writers);
  return writers;
}

function findWriters(form: Form, words: RegExp): readonly FormElement[] {
  return form.elements.filter(({ texts }) =>
    texts.some(({ parts }) => parts.some((part) => part.kind === "fixed" && words.test(part.text))),
  );
}

/** As `isDrawn`, of sentences that may go on over several lines. */
export function isSentenceDrawn(form: Form, words: RegExp): boolean {
  const isSaid = saidIn(form);
  return form.pages.some(({ runs }) => {
    const texts = new Map<number | null, string>();
    for (const { element, text } of runs.filter(isSaid)) texts.set(element, `${texts.get(element) ?? ""}${text}`);
    return [...texts.values()].some((text) => words.test(text));
  });
}

/** Several rules look for words in one form, one after another. What is frozen stays true. */
let last: { readonly form: Form; readonly pages: (readonly string[])[] } | null = null;

function linesOfPage(form: Form, page: number): readonly string[] {
  if (last?.form !== form) last = { form, pages: [] };
  const known = Object.isFrozen(form) ? last.pages[page] : undefined;
  const lines = known ?? linesOf((form.pages[page]?.runs ?? []).filter(saidIn(form)));
  last.pages[page] = lines;
  return lines;
}

/** The texts of the lines that runs stand on: runs of one element, side by side in paint order. */
export function linesOf(runs: readonly FormRun[]): readonly string[] {
  const lines: string[] = [];
  let last: FormRun | null = null;
  for (const run of runs) {
    if (!isSeen(run)) continue;
    const isSame = last !== null && isBeside(last, run);
    if (isSame) lines[lines.length - 1] += run.text;
    else lines.push(run.text);
    last = run;
  }
  return lines;
}

/** Whether two runs of an element stand on one line. */
export function isBeside(one: FormRun, other: FormRun): boolean {
  if (one.element !== other.element || one.isVertical !== other.isVertical) return false;
  return one.isVertical
    ? one.bounds.leftEmu < other.bounds.rightEmu && one.bounds.rightEmu > other.bounds.leftEmu
    : one.bounds.topEmu < other.bounds.bottomEmu && one.bounds.bottomEmu > other.bounds.topEmu;
}

/** What an element says that matches, from the source or from data, and the element's place. */
export function drawnSentences(form: Form, words: RegExp): readonly FixedWords[] {
  return readingOf(form).sentences.flatMap(({ text, label, element }) => {
    const whole = label === "" ? text : `${label} ${text}`;
    if (!words.test(whole)) return [];
    const span = (element === null ? undefined : form.elements[element]?.span) ?? form.document.span;
    return [{ text: whole, span, path: pathIn(form, element, whole), element }];
  });
}

/** The value of the data that a text of an element shows, or begins with; null for fixed words. */
export function pathIn(form: Form, element: number | null, text: string): string | null {
  const plain = narrow(text);
  const own = readingOf(form).phrases.filter(({ of, source }) => of.element === element && source.path !== null);
  const shown = own.find(({ source }) => source.text.length > 1 && plain.includes(narrow(source.text)));
  return shown?.source.path ?? null;
}

/** A text that matches, and where it is written. */
export interface FixedWords {
  readonly text: string;
  readonly span: Span;
  /** The value that it shows; null or left out for words of the source. */
  readonly path?: string | null;
  /** Its place among `Form.elements`; null or left out for what no element writes. */
  readonly element?: number | null;
}

/** Fixed texts of the source that match `words`, in source order. */
export function fixedWords(form: Form, words: RegExp): readonly FixedWords[] {
  return form.elements
    .flatMap(({ texts }) => texts)
    .flatMap(({ parts }) => parts)
    .flatMap((part) => (part.kind === "fixed" && words.test(part.text) ? [{ text: part.text, span: part.span }] : []));
}
