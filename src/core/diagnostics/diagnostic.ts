import type { DiagnosticCode, Severity } from "./codes.ts";
import type { SourceSpan, Span } from "./span.ts";

/** Replaces `span` of the source by `text`; an insertion has an empty span. */
export interface TextEdit {
  readonly span: Span;
  readonly text: string;
}

/**
 * What an author can do about a finding. `safe` edits keep the author's meaning and may be applied unseen;
 * `suggestion` edits want a look. A repair without edits is advice in words.
 */
export interface Repair {
  readonly title: string;
  readonly applicability: "safe" | "suggestion";
  readonly edits: readonly TextEdit[];
  /** A property of the element whose other value mends it; whoever has the source makes an edit of it. */
  readonly change?: PropertyChange;
  /** How many lines texts are to declare, where that mends it; whoever has the source makes edits of them. */
  readonly lines?: readonly LinesChange[];
}

/** `lines=8` in the declaration of a text. */
export interface LinesChange {
  /** Where the field is declared. */
  readonly of: SourceSpan;
  readonly count: number;
}

/** `y` to `21mm`, a length that has to grow by so much, or a property that the element does not say yet. */
export type PropertyChange =
  | {
      readonly property: string;
      readonly value: string;
      /** Where the element stands that has the property; left out where it is the finding's own. */
      readonly of?: SourceSpan;
    }
  | { readonly property: string; readonly byMillimetres: number }
  | {
      readonly property: string;
      readonly added: string;
      /** Where the element stands that lacks the property; left out where it is the finding's own. */
      readonly of?: SourceSpan;
      /** The declared style that lacks it, in place of an element. */
      readonly ofStyle?: string;
    };

/**
 * One finding: what is wrong (`message`), where (`span` of the source), why it matters and what to do.
 * `code` is one of the closed catalogue, or `<profile>/<rule>` for a rule of a business profile.
 */
export interface Diagnostic {
  readonly code: DiagnosticCode | `${string}/${string}`;
  readonly severity: Severity;
  readonly span: Span;
  readonly message: string;
  readonly why: string;
  readonly repair: Repair | null;
  /** The record (`items[4]`) or value (`items[4].name`) of the data that a finding is about, where it is about one. */
  readonly dataPath?: string;
  /** The law and article that a rule of a profile cites: `消費税法 57条の4第1項1号`. */
  readonly basis?: readonly string[];
  /** The other element, where a finding is about two that meet. It is for judging findings, and no door shows it. */
  readonly beside?: Span;
  /** The height in EMU that what is found lacks. It is for comparing findings of one place, and no door shows it. */
  readonly lackEmu?: number;
  /** It is true of a part of its element alone, as of letters that left their ground. No door shows it. */
  readonly isInPart?: true;
  /** A form may not allow it, whatever its code; left out, the code decides. */
  readonly isWaivable?: false;
  /** How many findings of the same place it stands for, where they are so many that the others are not kept. */
  readonly count?: number;
}

/** What every stage answers: a value as complete as the input allows, and what was found on the way. */
export interface Outcome<T> {
  readonly value: T;
  readonly diagnostics: readonly Diagnostic[];
}

/** Whether any finding refuses the input. */
export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((diagnostic) => diagnostic.severity === "error");
}
