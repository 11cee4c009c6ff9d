// A source with errors → the source as it was probably meant: their repairs made, and what has none left out. It is
// judged in place of the other one and never published; every place in it leads back to the author's text.
import { applyEdits, type Diagnostic, LineIndex, type Span, type TextEdit } from "../../diagnostics/index.ts";
import { cutsAround } from "../../language/index.ts";

/** Repairs uncover further errors; more rounds than this mend nothing that a person would recognise. */
const ROUNDS_MAX = 6;

/** From this round on an error is left out together with its part: its repair has not helped. */
const REPAIRING_ROUNDS = 3;

/** A text with more errors than this is hardly a form. */
const ERRORS_MAX = 200;

/** What was left out, in the author's text. */
export interface LeftOut {
  readonly span: Span;
  readonly text: string;
  readonly keepsContent: boolean;
}

/** A source without errors, made of one with some. */
export interface MendedSource {
  readonly text: string;
  /** What has no repair. */
  readonly leftOut: readonly LeftOut[];
  /** Where a repair writes another measure: only its author knows which was meant. */
  readonly guesses: readonly Span[];
  /** Lines of the author's text, from 1, where an error stands or something was changed. */
  readonly touchedLines: ReadonlySet<number>;
  /** The place in the author's text of a place in this one. */
  readonly back: (span: Span) => Span;
  /** Whether the place stands in the author's text letter by letter. */
  readonly isWritten: (span: Span) => boolean;
}

/** Mends a source, or answers null where too little of it can be read; `check` answers what is found in a text. */
export function mendSource(
  source: string,
  found: readonly Diagnostic[],
  check: (text: string) => readonly Diagnostic[],
): MendedSource | null {
  const rounds: (readonly TextEdit[])[] = [];
  const leftOut: LeftOut[] = [];
  const guesses: Span[] = [];
  const touchedLines = new Set<number>();
  const index = new LineIndex(source);
  const touch = ({ start }: Span): void => void touchedLines.add(index.position(start).line);
  let text = source;
  let errors = found.filter(({ severity }) => severity === "error");
  for (let round = 0; errors.length > 0; round += 1) {
    if (round === ROUNDS_MAX || errors.length > ERRORS_MAX) return null;
    const changes = changesOf(text, errors, round < REPAIRING_ROUNDS);
    if (changes === null) return null;
    const edits = applicable(changes.map(({ edit }) => edit));
    for (const { span } of errors) touch(placeBack(rounds, span));
    for (const { edit, cut } of changes) {
      if (!edits.includes(edit)) continue;
      const span = placeBack(rounds, edit.span);
      if (!edit.text.startsWith("\n")) touch(span);
      if (cut === null && isGuess(edit, sliceOf(text, edit.span))) guesses.push(span);
      if (cut !== null) leftOut.push({ span, text: text.slice(edit.span.start, edit.span.end), ...cut });
    }
    text = applyEdits(text, edits);
    rounds.push(edits);
    errors = check(text).filter(({ severity }) => severity === "error");
  }
  return {
    text,
    leftOut,
    guesses,
    touchedLines,
    back: (span) => placeBack(rounds, span),
    isWritten: (span) => text.slice(span.start, span.end) === sliceOf(source, placeBack(rounds, span)),
  };
}

function sliceOf(source: string, { start, end }: Span): string {
  return source.slice(start, end);
}

/** Whether an edit writes another measure. How long a text may be is none: nothing is drawn by it. */
function isGuess({ text }: TextEdit, before: string): boolean {
  return digitsOf(text) !== digitsOf(before) && !TYPE_OF_TEXT.test(text);
}

const TYPE_OF_TEXT = /^(?:string|text)\(\d+\)$/;

function digitsOf(text: string): string {
  return text.replaceAll(/[^0-9.]/g, "");
}

interface Change {
  readonly edit: TextEdit;
  readonly cut: { readonly keepsContent: boolean } | null;
}

function changesOf(text: string, errors: readonly Diagnostic[], repairs: boolean): readonly Change[] | null {
  const isRepaired = ({ repair }: Diagnostic): boolean => repairs && (repair?.edits.length ?? 0) > 0;
  const hopeless = errors.filter((each) => !isRepaired(each));
  const cuts = cutsAround(
    text,
    hopeless.map(({ span }) => span),
  );
  if (cuts.includes(null)) return null;
  const repaired = errors.filter(isRepaired).flatMap(({ repair }) => repair?.edits ?? []);
  return [
    ...repaired.map((edit): Change => ({ edit, cut: null })),
    ...cuts.flatMap((cut): readonly Change[] =>
      cut === null ? [] : [{ edit: { span: cut.span, text: cut.text }, cut: { keepsContent: cut.keepsContent } }],
    ),
  ];
}

/** The edits that can be made together: sorted, each once, of those that overlap the first. */
function applicable(edits: readonly TextEdit[]): readonly TextEdit[] {
  const sorted = edits.toSorted((a, b) => a.span.start - b.span.start || b.span.end - a.span.end);
  const kept: TextEdit[] = [];
  for (const edit of sorted) {
    const last = kept.at(-1);
    if (last === undefined || edit.span.start >= last.span.end) {
      const same = last?.span.start === edit.span.start && last.span.end === edit.span.end && last.text === edit.text;
      if (!same || edit.span.start !== edit.span.end) kept.push(edit);
    }
  }
  return kept;
}

function placeBack(rounds: readonly (readonly TextEdit[])[], span: Span): Span {
  return rounds.reduceRight<Span>(
    (place, edits) => ({ start: offsetBack(edits, place.start, "start"), end: offsetBack(edits, place.end, "end") }),
    span,
  );
}

/** The offset before the edits; one inside of what they wrote is the start or the end of what stood there. */
function offsetBack(edits: readonly TextEdit[], offset: number, side: "start" | "end"): number {
  let grown = 0;
  for (const { span, text } of edits) {
    const start = span.start + grown;
    if (offset < start || (offset === start && side === "end" && span.start !== span.end)) return offset - grown;
    if (offset < start + text.length) return side === "start" ? span.start : span.end;
    grown += text.length - (span.end - span.start);
  }
  return offset - grown;
}
