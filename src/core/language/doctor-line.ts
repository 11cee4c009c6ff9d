// What the doctor's patterns are made of: the line that they see and the symptom that they answer.
import { type Diagnostic, type DiagnosticCode, diagnose, type TextEdit } from "../diagnostics/index.ts";

/** A line as the patterns see it; `code` has strings, literals and comments blanked, same length as `text`. */
export interface LineView {
  readonly text: string;
  readonly code: string;
  /** Offset of the line in the source. */
  readonly start: number;
  /** Offset within the line where the grammar first stopped. */
  readonly errorAt: number;
  /** The computed part of a text, in parentheses, instead of a line. */
  readonly isExpression?: true;
}

export interface Symptom {
  readonly code: DiagnosticCode;
  /** Range within the line. */
  readonly at: number;
  readonly length: number;
  readonly message: string;
  readonly why: string;
  readonly title: string;
  readonly safe?: boolean;
  /** Ranges within the line. */
  readonly edits: readonly TextEdit[];
}

export type Pattern = (line: LineView) => Symptom | null;

/** A symptom of the line that starts at an offset of the source, as a finding. */
export function reported(start: number, symptom: Symptom): Diagnostic {
  return diagnose({
    code: symptom.code,
    span: { start: start + symptom.at, end: start + symptom.at + symptom.length },
    message: symptom.message,
    why: symptom.why,
    repair: {
      title: symptom.title,
      applicability: symptom.safe === true ? "safe" : "suggestion",
      edits: symptom.edits.map((edit) => ({
        text: edit.text,
        span: { start: start + edit.span.start, end: start + edit.span.end },
      })),
    },
  });
}

export function applied(text: string, edits: readonly TextEdit[]): string {
  return edits
    .toSorted((a, b) => b.span.start - a.span.start)
    .reduce((result, edit) => result.slice(0, edit.span.start) + edit.text + result.slice(edit.span.end), text);
}

export function replace(at: number, length: number, text: string): TextEdit {
  return { span: { start: at, end: at + length }, text };
}

/** All matches of a global pattern in the code of a line. */
export function matches(line: LineView, pattern: RegExp): readonly RegExpExecArray[] {
  return [...line.code.matchAll(pattern)];
}

/** Deletes a range with the spaces before it. */
export function cutOut(line: LineView, at: number, length: number): TextEdit {
  const start = line.code.slice(0, at).trimEnd().length;
  return replace(start, at + length - start, "");
}
