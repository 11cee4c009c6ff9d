import type { Form, LegalBasis } from "../../../../../core/sdk/index.ts";

/** A term that no contract of work may have. */
export interface UnlawfulTerm {
  readonly id: string;
  /** What is demanded, as one sentence. */
  readonly summary: string;
  /** What the words do: `"{text}" fixes what the employee pays …`. */
  readonly does: string;
  readonly basis: readonly LegalBasis[];
  readonly words: RegExp;
  /** Words of the same sentence that make it lawful. */
  readonly unless?: RegExp;
  /** Why it matters; left out: the term is void. */
  readonly why?: string;
  /** What is not told by words alone. */
  readonly isMeant?: (text: string, form: Form) => boolean;
  readonly validFrom?: string;
  /** What of its basis has not been seen in the official text: it is a warning then. */
  readonly unverified?: string;
}
