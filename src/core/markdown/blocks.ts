// What Markdown says, without its signs: blocks one below another, and stretches of letters in them.

export type MarkdownBlock =
  | MarkdownParagraph
  | MarkdownHeading
  | MarkdownCode
  | MarkdownQuote
  | MarkdownList
  | MarkdownTable
  | { readonly kind: "rule" };

/** Lines of the source: from the first one up to, and without, the second. */
export type SourceLines = readonly [from: number, to: number];

export interface MarkdownParagraph {
  readonly kind: "paragraph";
  readonly stretches: readonly MarkdownStretch[];
  readonly lines: SourceLines;
}

export interface MarkdownHeading {
  readonly kind: "heading";
  readonly level: 1 | 2 | 3 | 4 | 5 | 6;
  readonly stretches: readonly MarkdownStretch[];
  readonly lines: SourceLines;
}

/** Lines as they are typed; what stands behind the fence's signs is a stretch before them. */
export interface MarkdownCode {
  readonly kind: "code";
  readonly stretches: readonly MarkdownStretch[];
  readonly lines: SourceLines;
}

export interface MarkdownQuote {
  readonly kind: "quote";
  readonly blocks: readonly MarkdownBlock[];
}

export interface MarkdownList {
  readonly kind: "list";
  /** No blank line stands between its items. */
  readonly isTight: boolean;
  readonly items: readonly MarkdownItem[];
}

export interface MarkdownItem {
  /** `3.` or `3)`; null for a bullet. */
  readonly number: string | null;
  readonly blocks: readonly MarkdownBlock[];
}

export interface MarkdownTable {
  readonly kind: "table";
  readonly rows: readonly MarkdownRow[];
}

export interface MarkdownRow {
  readonly isHead: boolean;
  readonly cells: readonly MarkdownCell[];
  readonly lines: SourceLines;
  /** What its signs part otherwise than its writer may have meant; null where nothing is in doubt. */
  readonly doubt: RowDoubt | null;
}

/**
 * A row of a table whose cells may be others than were meant. `beyond`: it has more cells than there are columns, and
 * `text`, what is in the further ones, stands in its last cell. `code`: a | within code, `text`, parts a cell.
 */
export interface RowDoubt {
  readonly kind: "beyond" | "code";
  readonly text: string;
}

export interface MarkdownCell {
  readonly align: "left" | "center" | "right" | null;
  readonly stretches: readonly MarkdownStretch[];
}

/** Letters in one look; line ends are U+000A. */
export interface MarkdownStretch {
  readonly text: string;
  readonly isBold: boolean;
  readonly isItalic: boolean;
  readonly isStruck: boolean;
  readonly isCode: boolean;
  /** An address with its scheme. */
  readonly link: string | null;
}
