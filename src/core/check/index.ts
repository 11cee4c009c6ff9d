// Check: syntax tree → checked document, judged by the one table of elements and properties.
export { checkDocument } from "./check.ts";
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
export type { ArgumentDefinition, ElementDefinition, PropertyDefinition, ValueKind } from "./definition.ts";
export { ELEMENT_HABITS, PROPERTY_HABITS, TYPE_HABITS } from "./habits.ts";
export { ELEMENTS, elementNamed, FIELD_PROPERTIES, INHERITED, TEXT_PROPERTIES, TYPES } from "./schema.ts";
