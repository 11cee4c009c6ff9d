// Words: what layout is given, templates with a record's values → set lines in their boxes, and findings about them.

export type {
  CodeCorrection,
  CodeEncoder,
  CodeLimits,
  CodePattern,
  CodeText,
  EncodedCode,
  PostalBar,
} from "./code-encoder.ts";
export { markPath } from "./emphasis-marks.ts";
export {
  type Finding,
  FindingLog,
  type FoundInRecords,
  lengthText,
  type PagePoint,
  SEEN_MIN_EMU,
  toldTogether,
  unseen,
} from "./findings.ts";
export { anywhere, fitFindings, tooManyLines } from "./fit-findings.ts";
export { aboutGlyphs, controlLost } from "./glyph-findings.ts";
export {
  colorsNamed,
  type FontSet,
  facesIn,
  facesOf,
  imageOf,
  inputForRecord,
  type LayoutInput,
  paintsOf,
  prepareInput,
  resolveColor,
  resolveFill,
  styleOf,
} from "./layout-input.ts";
export { ENDLESS_EMU, paddedBy, type TextRoom } from "./line-spec.ts";
export { type LinkedPlace, linkTarget, printedLink, type Unfollowed, unfollowedFinding } from "./link-targets.ts";
export { recolored, restyled } from "./restyled.ts";
export {
  feedRichText,
  naturalRichTextWidth,
  naturalSpansWidth,
  setRichText,
  setShownRich,
  widestWordOfSpans,
} from "./rich-text.ts";
export type { ComposedText, PaintedText, SpanLook, TextBox, TextPlace, Tier, VerticalFlow } from "./set-text.ts";
export type { ShownRoom } from "./shown-rooms.ts";
export {
  FixedWords,
  itemSources,
  NO_SOURCES,
  PrintedValue,
  plainText,
  printerOf,
  type ShownText,
  shownTogether,
  showTemplate,
  sliceSources,
  unifyLines,
} from "./shown-text.ts";
export {
  cutHeightEmu,
  cuttableLines,
  feedText,
  firstBaselineEmu,
  fittingBox,
  isLone,
  lineBoxesOf,
  lineCountOf,
  naturalTextLength,
  naturalTextWidth,
  prepareSetter,
  type SetText,
  setFitting,
  setTextBox,
  setWith,
  type TextSetter,
  type TextToSet,
} from "./text-box.ts";
export { type PrintedName, seenName, tellNamesLeftOut, tellSameNames, tellUnnamed } from "./told-apart.ts";
