// Check: syntax tree → checked document, judged by the one table of elements and properties.
export { BAND_PRECEDENCE, type BandOn, isBandFor, type PageKind } from "./bands.ts";
export {
  BARCODE_KINDS,
  type BarcodeKind,
  type BarcodeMistake,
  barcodeMistake,
  checkDigitOf,
  type FurtherBarcode,
  withCheckDigit,
} from "./barcode-kinds.ts";
export { type CheckOptions, checkDocument } from "./check.ts";
export type {
  Allowance,
  AnyElement,
  CheckedDocument,
  CheckedElement,
  CheckedPage,
  CheckedStyle,
  CheckedValue,
  CheckedValues,
  ColorValue,
  DeclarationName,
  PaintValue,
  Resources,
  StrokeValue,
  WidthValue,
} from "./checked.ts";
export { BASIC_COLORS } from "./colors.ts";
export type { ArgumentDefinition, PropertyDefinition, ValueKind } from "./definition.ts";
export { definitionIn } from "./element-variants.ts";
export { topNames } from "./elements.ts";
export { describeField } from "./examples.ts";
export { GREY_PICTURE } from "./fields.ts";
export { type CellPlace, planGrid } from "./grid-cells.ts";
export { ELEMENT_HABITS, PROPERTY_HABITS } from "./habits.ts";
export { TYPE_HABITS } from "./habits-values.ts";
export { FRAME_PROPERTIES, isIdle } from "./idle-properties.ts";
export { PROFILES, ROLES, type RoleDefinition } from "./roles.ts";
export {
  type ArgumentChoiceOf,
  type ArgumentName,
  allowedChildren,
  type BlockOf,
  CELL_GRID,
  type ChildName,
  type ChoiceOf,
  ELEMENTS,
  type ElementDefinition,
  type ElementName,
  elementIn,
  elementNamed,
  FIELD_PROPERTIES,
  INHERITED,
  LET_PROPERTIES,
  OF_ONE_TEXT,
  PAGE_SIZES,
  type PlaceName,
  type PropertyName,
  type StandingIn,
  TEXT_PROPERTIES,
  TYPES,
} from "./schema.ts";
export { PERMISSIONS } from "./schema-documents.ts";
