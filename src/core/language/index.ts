// The language: text → syntax tree, with a finding and a repair for everything that cannot be read.
export { type Cut, cutsAround } from "./cut.ts";
export { type FormatOptions, formatSource } from "./format.ts";
export { DOTTED_WORD, NAME, wordsIn } from "./names.ts";
export { parseSource } from "./parse.ts";
export type {
  BinaryOperator,
  Block,
  DatasetMember,
  DatasetStatement,
  DeclaredPath,
  ElementStatement,
  Expression,
  FieldStatement,
  LetStatement,
  ListValue,
  Name,
  NumberValue,
  PathSegment,
  Property,
  PropertyValue,
  Statement,
  SyntaxTree,
  TemplatePart,
  TemplateValue,
  TypeName,
  Unread,
  VersionStatement,
  WordValue,
} from "./tree.ts";
