// Answers of core/assist → the shapes of the protocol.
import {
  type CompletionItem,
  CompletionItemKind,
  type DocumentSymbol,
  type FoldingRange,
  FoldingRangeKind,
  type Hover,
  MarkupKind,
  SymbolKind,
} from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { Description, Fold, OutlineEntry, OutlineKind, Proposal, ProposalKind } from "../../core/assist/index.ts";
import { rangeOf } from "./ranges.ts";

const COMPLETION_KINDS: Readonly<Record<ProposalKind, CompletionItemKind>> = {
  element: CompletionItemKind.Keyword,
  property: CompletionItemKind.Property,
  value: CompletionItemKind.EnumMember,
  color: CompletionItemKind.Color,
  field: CompletionItemKind.Field,
  function: CompletionItemKind.Function,
  name: CompletionItemKind.Variable,
  type: CompletionItemKind.TypeParameter,
  pattern: CompletionItemKind.Value,
};

/** Digits that keep the order of proposals when editors sort them as text. */
const ORDER_DIGITS = 4;

export function completionItem(document: TextDocument, proposal: Proposal, order: number): CompletionItem {
  const { label, kind, detail, documentation, filter, insert, span } = proposal;
  return {
    label,
    kind: COMPLETION_KINDS[kind],
    sortText: String(order).padStart(ORDER_DIGITS, "0"),
    filterText: filter,
    textEdit: { range: rangeOf(document, span), newText: insert },
    ...(detail === "" ? {} : { detail }),
    ...(documentation === "" ? {} : { documentation }),
  };
}

export function hoverOf(document: TextDocument, { span, code, text }: Description): Hover {
  const value = `\`\`\`rpt\n${code}\n\`\`\`\n\n${text}`;
  return { range: rangeOf(document, span), contents: { kind: MarkupKind.Markdown, value } };
}

const SYMBOL_KINDS: Readonly<Record<OutlineKind, SymbolKind>> = {
  document: SymbolKind.File,
  field: SymbolKind.Field,
  let: SymbolKind.Variable,
  data: SymbolKind.Object,
  resource: SymbolKind.Constant,
  page: SymbolKind.Module,
  container: SymbolKind.Namespace,
  content: SymbolKind.String,
};

export function documentSymbol(document: TextDocument, entry: OutlineEntry): DocumentSymbol {
  return {
    name: entry.name,
    detail: entry.detail,
    kind: SYMBOL_KINDS[entry.kind],
    range: rangeOf(document, entry.span),
    selectionRange: rangeOf(document, entry.selection),
    children: entry.children.map((child) => documentSymbol(document, child)),
  };
}

export function foldingRange(document: TextDocument, { start, end, kind }: Fold): FoldingRange {
  return {
    startLine: document.positionAt(start).line,
    endLine: document.positionAt(end).line,
    ...(kind === "comment" ? { kind: FoldingRangeKind.Comment } : {}),
  };
}
