// What the form says, in one language.
import type { Field, LeafField } from "./fields.ts";
import type { Problem } from "./judging.ts";

export interface Words {
  readonly language: "ja" | "en";
  readonly loading: string;
  readonly cancelled: string;
  readonly required: string;
  readonly optional: string;
  readonly legend: string;
  readonly submit: string;
  readonly again: string;
  readonly working: string;
  readonly choose: string;
  readonly yes: string;
  readonly no: string;
  readonly addTo: (label: string) => string;
  readonly remove: string;
  readonly up: string;
  readonly down: string;
  readonly undo: string;
  readonly removed: string;
  readonly pickImage: string;
  readonly changeImage: string;
  readonly imageHint: string;
  readonly imageKinds: string;
  readonly offset: string;
  readonly freeLabel: string;
  readonly freeHint: string;
  readonly password: string;
  readonly noTools: string;
  readonly open: string;
  readonly copyLink: string;
  readonly copyLine: string;
  readonly copy: string;
  readonly copied: string;
  readonly notOpened: string;
  readonly done: string;
  readonly failed: string;
  readonly unanswered: string;
  readonly empty: string;
  readonly dropped: string;
  readonly entry: (label: string, number: number) => string;
  readonly moved: (number: number) => string;
  readonly added: (number: number) => string;
  readonly pasted: (count: number) => string;
  readonly entries: (count: number, most: number | null) => string;
  readonly documents: (count: number) => string;
  readonly fallback: (value: string) => string;
  readonly example: (value: string) => string;
  readonly given: (value: string) => string;
  readonly holds: (characters: number, lines: number) => string;
  readonly used: (characters: number, most: number) => string;
  readonly usedLines: (lines: number, most: number) => string;
  readonly counted: (characters: number, most: number) => string;
  readonly shrinks: string;
  readonly tooMuch: string;
  readonly range: (minimum: string | null, maximum: string | null) => string;
  readonly toMend: (count: number) => string;
  readonly facts: (pages: number, records: number, size: string) => string;
  readonly keptUntil: (moment: string) => string;
  readonly mistakeAt: (line: number, column: number) => string;
  readonly inexact: (number: string) => string;
  readonly notObject: string;
  readonly imageType: string;
  readonly errors: Readonly<Record<string, string>>;
  /** Why a document can't be computed from a value, by the code of the finding. */
  readonly computing: Readonly<Record<string, string>>;
  /** The same where the code is none of those. */
  readonly uncomputable: string;
  readonly topics: Readonly<Record<string, string>>;
  readonly roles: Readonly<Record<string, string>>;
  /** Names that templates often give to fields without a label or a role. */
  readonly names: Readonly<Record<string, string>>;
  readonly problem: (problem: Problem, field: Field) => string;
}

/** Whether a value is chosen and not written. */
export function isPicked({ kind }: LeafField): boolean {
  return kind === "choice" || kind === "boolean" || kind === "image";
}

/** Digits that a decimal may have before its point. */
export function wholeDigits(leaf: LeafField | null): number {
  return leaf === null ? 0 : leaf.precision - leaf.scale;
}
