// Markdown of the data → blocks, and stretches of letters in them.
export type {
  MarkdownBlock,
  MarkdownCell,
  MarkdownItem,
  MarkdownList,
  MarkdownRow,
  MarkdownStretch,
  MarkdownTable,
  RowDoubt,
  SourceLines,
} from "./blocks.ts";
export { readMarkdown } from "./read-markdown.ts";
export { isFollowed } from "./stretches.ts";
