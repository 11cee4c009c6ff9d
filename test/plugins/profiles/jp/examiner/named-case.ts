// A change of a clean form that an examiner named, and what it makes of the form.
import type { Kind } from "./mutant.ts";

/** What is written in place of what. */
export type Edit = readonly [from: string, to: string];

/** One of them. */
export interface NamedCase {
  readonly form: string;
  readonly name: string;
  readonly kind: Kind;
  readonly edits: readonly Edit[];
}

/** A breach. */
export const content = (form: string, name: string, ...edits: readonly Edit[]): NamedCase => ({
  ...{ form, name, kind: "content" as const },
  edits,
});
/** The same form in other words. */
export const lawful = (form: string, name: string, ...edits: readonly Edit[]): NamedCase => ({
  ...{ form, name, kind: "lawful" as const },
  edits,
});
