// Context: the checked document, and what checking keeps at hand until it has one.
export type {
  Allowance,
  AnyElement,
  CheckedDocument,
  CheckedElement,
  CheckedPage,
  CheckedStyle,
  CheckedValue,
  CheckedValues,
  DeclarationName,
  LeadingName,
  PaintValue,
  ResourceName,
  Resources,
  StrokeValue,
  WidthValue,
} from "./checked.ts";
export { advise, CheckContext, type Installed, namesIn, rewrite } from "./context.ts";
export { definitionIn, isColumnEach } from "./element-variants.ts";
export { asMeant, type MissingName } from "./misspelt.ts";
