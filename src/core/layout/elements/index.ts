// Elements: texts, pairs, marks, pictures, codes and lines of the canvas, with a record's values → blocks.

export { buildBarcode } from "./build-barcode.ts";
export { buildLine, buildRect, buildSeal } from "./build-graphics.ts";
export { buildCheck, buildComb, buildSeals, CHECK_WORDS_THOUSANDTHS } from "./build-marks.ts";
export { buildPairs } from "./build-pairs.ts";
export { buildImage } from "./build-picture.ts";
export { buildText, setTextElement, textStructure } from "./build-text.ts";
export { shareBefore } from "./drawing-paths.ts";
export { fillsItsRoom, markerWidth, naturalWidth } from "./natural-width.ts";
export {
  buildBookmark,
  cellsOf,
  contentWidth,
  ONE_SHARE,
  type SideBySide,
  sideBySide,
  wantedWidth,
} from "./side-by-side.ts";
