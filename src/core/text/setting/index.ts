// Setting: shaped runs and breaks → lines and paragraphs, with Japanese spacing, ruby and vertical text.
export type { TextSpan } from "./composition.ts";
export { baselineEmu, type LineBoxes, lineBoxes, linesHeightEmu, textHeightEmu } from "./line-box.ts";
export type { LinePiece, ParagraphLine, RubyPiece } from "./line-placing.ts";
export { outerSpaceOf } from "./outer-space.ts";
export {
  type FedLine,
  feedLines,
  feedRichLines,
  type LineFeed,
  type LineStart,
  naturalRichWidthEmu,
  naturalWidthEmu,
  type Paragraph,
  type ParagraphSetter,
  prepareParagraphs,
  setParagraph,
  setRichParagraph,
  wordRichWidthEmu,
} from "./paragraph.ts";
export type { ParagraphSpec, RichParagraphSpec } from "./paragraph-spec.ts";
export { LoneLine, LoneRun } from "./short-line.ts";
