// Check: syntax tree → checked document, judged by the one table of elements and properties.

export { type CheckOptions, checkDocument } from "./check.ts";
export {
  type Allowance,
  type AnyElement,
  type CheckedDocument,
  type CheckedElement,
  type CheckedPage,
  type CheckedStyle,
  type CheckedValue,
  type CheckedValues,
  type DeclarationName,
  definitionIn,
  type PaintValue,
  type Resources,
  type StrokeValue,
  type WidthValue,
} from "./context/index.ts";
export {
  BAND_PRECEDENCE,
  type BandOn,
  describeField,
  GREY_PICTURE,
  isBandFor,
  type PageKind,
} from "./declarations/index.ts";
export { type CellPlace, planGrid } from "./elements/index.ts";
