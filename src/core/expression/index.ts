// Expressions: names and types against the declarations, exact decimals, functions; checked code → closures.
export type { ExpressionCode } from "./code.ts";
export type {
  CanvasField,
  CanvasLet,
  EnumMember,
  FieldType,
  Template,
  TemplatePart,
} from "./declarations.ts";
