// Check: syntax tree → checked document, judged by the one table of elements and properties.
export {
  BARCODE_KINDS,
  type BarcodeKind,
  type BarcodeMistake,
  barcodeMistake,
  type FurtherBarcode,
  withCheckDigit,
} from "./barcode-kinds.ts";
export { type CheckOptions, checkDocument } from "./check.ts";
export type {
  CheckedDocument,
  CheckedElement,
  CheckedStyle,
  CheckedValue,
  CheckedValues,
  ColorValue,
  PaintValue,
  Resources,
  StrokeValue,
  WidthValue,
} from "./checked.ts";
export { BASIC_COLORS } from "./colors.ts";
export type { ArgumentDefinition, ElementDefinition, PropertyDefinition, ValueKind } from "./definition.ts";
export { topNames } from "./elements.ts";
export { describeField } from "./examples.ts";
export { ELEMENT_HABITS, PROPERTY_HABITS } from "./habits.ts";
export { TYPE_HABITS } from "./habits-values.ts";
export { PROFILES, ROLES, type RoleDefinition } from "./roles.ts";
export {
  allowedChildren,
  ELEMENTS,
  elementIn,
  elementNamed,
  FIELD_PROPERTIES,
  INHERITED,
  LET_PROPERTIES,
  PAGE_SIZES,
  TEXT_PROPERTIES,
  TYPES,
} from "./schema.ts";
export { PERMISSIONS } from "./schema-documents.ts";
