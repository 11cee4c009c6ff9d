// Schema: the one table of the language's elements, properties, types and roles, with the words people write instead.
export {
  BARCODE_KINDS,
  type BarcodeKind,
  type BarcodeMistake,
  barcodeMistake,
  checkDigitOf,
  type FurtherBarcode,
  withCheckDigit,
} from "./barcode-kinds.ts";
export { BASIC_COLORS, type ColorValue, readColor } from "./colors.ts";
export type { ArgumentDefinition, Properties, PropertyDefinition, ValueKind } from "./definition.ts";
export { ELEMENT_HABITS, type Habit, PROPERTY_HABITS } from "./habits.ts";
export { CHOICE_HABITS, TYPE_HABITS, UNIT_HABITS } from "./habits-values.ts";
export { FRAME_PROPERTIES, IDLE, isIdle } from "./idle-properties.ts";
export { PROFILES, ROLE_HABITS, ROLES, type RoleDefinition } from "./roles.ts";
export {
  allowedChildren,
  BAR_EACH,
  CELL_GRID,
  COLUMN_EACH,
  elementIn,
  elementNamed,
  FIELD_PROPERTIES,
  LET_PROPERTIES,
  lengthsOfPaper,
  MILESTONE_EACH,
  PAGE_SIZES,
  ROW_OF_FOOT,
  TYPES,
  topNames,
} from "./schema.ts";
export { PERMISSIONS, STYLE_PROPERTIES } from "./schema-documents.ts";
export { BORDER, INHERITED, OF_ONE_TEXT, TEXT_PROPERTIES } from "./schema-properties.ts";
export {
  type ArgumentChoiceOf,
  type ArgumentName,
  type BlockOf,
  type ChildName,
  type ChoiceOf,
  ELEMENTS,
  type ElementDefinition,
  type ElementName,
  type PlaceName,
  type PropertyName,
  type StandingIn,
} from "./schema-table.ts";
