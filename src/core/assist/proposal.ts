import type { Span } from "../diagnostics/index.ts";

export type ProposalKind =
  | "element"
  | "property"
  | "value"
  | "color"
  | "field"
  | "function"
  | "name"
  | "type"
  | "pattern";

export interface Proposal {
  readonly label: string;
  readonly kind: ProposalKind;
  /** One line: a type, a signature, a kind of value. */
  readonly detail: string;
  /** A sentence or an example. */
  readonly documentation: string;
  /** Replaces `span` of the source. */
  readonly insert: string;
  readonly span: Span;
  /** What the author's letters are compared with, where that is not the label. */
  readonly filter: string;
}

/** A proposal before it is known what it replaces. */
export type Draft = Omit<Proposal, "span" | "insert" | "filter"> &
  Partial<Pick<Proposal, "span" | "insert" | "filter">>;
