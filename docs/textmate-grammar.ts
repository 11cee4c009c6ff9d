import { SIGNATURES } from "../src/core/expression/index.ts";
import { NAME } from "../src/core/language/index.ts";
import { ELEMENTS, FIELD_PROPERTIES, LET_PROPERTIES, TYPES, topNames } from "../src/core/schema/index.ts";

// The TextMate grammar of `.rpt`, for editors that colour by patterns. Its words come from the schema table, its names
// from the language's own; a test compares what it makes of sources with the language's parser, token by token.

interface Rule {
  readonly name?: string;
  readonly match?: string;
  readonly begin?: string;
  readonly end?: string;
  readonly captures?: Captures;
  readonly beginCaptures?: Captures;
  readonly endCaptures?: Captures;
  readonly patterns?: readonly Rule[];
  readonly include?: string;
}

type Captures = Readonly<Record<string, { readonly name: string }>>;

/** `\uHHHH` of a JavaScript pattern, as Oniguruma writes it. */
const START = (/^\^\[(.*?)\]/.exec(NAME.source)?.[1] ?? "").replace(/\\u([0-9a-f]{4})/g, "\\x{$1}");
const BLANK = "[ \\t\\x{3000}]";
const NAME_PATTERN = `[${START}][${START}\\d]*`;
const WORD = `[${START}][${START}\\d]*(?:-[${START}\\d]+)*`;
const PATH = `${NAME_PATTERN}(?:\\.${NAME_PATTERN}|\\[\\])*`;
/** The end of a word, and of no longer one. */
const WORD_END = `(?![${START}\\d-])`;
const NAME_END = `(?![${START}\\d])`;
/**
 * A bracket that is left open ends with its line, as in the language, unless the line ends in an opening bracket, a
 * comma or an operator.
 */
const LINE_ENDS = `(?<![(\\[,+\\-*/%<>=!&|? \\t\\x{3000}])(?<!\\band)(?<!\\bor)(?<!\\bnot)(?=${BLANK}*(?://.*)?$)`;

function names(...each: readonly string[]): Captures {
  return Object.fromEntries(each.flatMap((name, at) => (name === "" ? [] : [[String(at + 1), { name }]])));
}

function oneOf(words: readonly string[]): string {
  return `(?:${[...new Set(words)].toSorted((a, b) => b.length - a.length || (a < b ? -1 : 1)).join("|")})`;
}

function include(...rules: readonly string[]): readonly Rule[] {
  return rules.map((rule) => ({ include: `#${rule}` }));
}

/** The grammar as a value that is written as JSON. */
export function textMateGrammar(): unknown {
  const statements = ["comment", "dataset", "field", "let", "element", "block", "property", "values"];
  return {
    name: "rpt",
    scopeName: "source.rpt",
    fileTypes: ["rpt"],
    patterns: include(...statements),
    repository: { ...statementRules(), ...valueRules(), ...stringRules(), ...expressionRules() },
  };
}

function statementRules(): Readonly<Record<string, Rule>> {
  const declared = topNames().filter((word) => !["field", "let", "dataset"].includes(word));
  const elements = ELEMENTS.map((element) => element.name).filter((word) => !declared.includes(word));
  const noProperty = `(?!${BLANK}*=(?!=))`;
  const type = `(?:(${oneOf(Object.keys(TYPES))})${WORD_END}${noProperty})?`;
  return {
    field: {
      begin: `^${BLANK}*(field)${BLANK}+(${PATH})(\\?)?${BLANK}*${type}`,
      end: "$",
      beginCaptures: names(
        "keyword.declaration.rpt",
        "variable.other.declaration.rpt",
        "keyword.operator.optional.rpt",
        "storage.type.rpt",
      ),
      patterns: include("comment", "property", "values"),
    },
    let: {
      begin: `^${BLANK}*(let)${BLANK}+(${PATH})`,
      end: "$",
      beginCaptures: names("keyword.declaration.rpt", "variable.other.declaration.rpt"),
      patterns: [
        ...include("comment", "property"),
        {
          begin: "=(?!=)",
          end: "(?=$)",
          beginCaptures: { "0": { name: "keyword.operator.assignment.rpt" } },
          patterns: include("expression"),
        },
      ],
    },
    dataset: {
      begin: `^${BLANK}*(dataset)${BLANK}*(\\{)(?!.*\\}${BLANK}*$)`,
      end: "^\\}",
      beginCaptures: names("keyword.declaration.rpt", "punctuation.section.block.begin.rpt"),
      endCaptures: { "0": { name: "punctuation.section.block.end.rpt" } },
      patterns: include("json"),
    },
    element: {
      patterns: [
        {
          match: `^${BLANK}*(${oneOf([...declared, "dataset"])})${WORD_END}${noProperty}`,
          captures: names("keyword.declaration.rpt"),
        },
        { match: `^${BLANK}*(${oneOf(elements)})${WORD_END}${noProperty}`, captures: names("entity.name.tag.rpt") },
      ],
    },
    block: {
      patterns: [
        { match: `\\{(?=${BLANK}*(?://.*)?$)`, name: "punctuation.section.block.begin.rpt" },
        { match: `^${BLANK}*(\\})`, captures: names("punctuation.section.block.end.rpt") },
      ],
    },
    json: {
      patterns: [
        { match: '("(?:[^"\\\\]|\\\\.)*")(?=\\s*:)', captures: names("string.quoted.double.key.rpt") },
        { match: '"(?:[^"\\\\]|\\\\.)*"', name: "string.quoted.double.rpt" },
        { match: "-?\\d+(?:\\.\\d+)?(?:[eE][+-]?\\d+)?", name: "constant.numeric.rpt" },
        { match: "\\b(?:true|false|null)\\b", name: "constant.language.rpt" },
      ],
    },
    comment: { match: "//.*\\n?", name: "comment.line.double-slash.rpt" },
  };
}

function valueRules(): Readonly<Record<string, Rule>> {
  const tables = [FIELD_PROPERTIES, LET_PROPERTIES, ...ELEMENTS.map((element) => element.properties)];
  const known = oneOf(tables.flatMap((table) => Object.keys(table)));
  const value = `(?:${BLANK}*(${WORD}(?:\\.{1,2}${WORD})*))?`;
  const property = (key: string, name: string): Rule => ({
    match: `(?<![${START}\\d.-])(${key})${BLANK}*(=)(?!=)${value}`,
    captures: names(name, "keyword.operator.assignment.rpt", "support.constant.property-value.rpt"),
  });
  return {
    property: {
      patterns: [
        property(`${known}${WORD_END}`, "support.type.property-name.rpt"),
        property(WORD, "entity.other.attribute-name.rpt"),
      ],
    },
    values: { patterns: include("comment", "text", "literal", "color", "number", "filter", "paren", "list", "word") },
    list: {
      begin: "\\[",
      end: `\\]|${LINE_ENDS}`,
      patterns: [
        ...include("comment", "text", "literal", "color", "number", "paren", "list"),
        { match: `${WORD}(?:\\.${WORD})*`, name: "support.constant.property-value.rpt" },
      ],
    },
    filter: { begin: `(?<=[${START}\\d\\])])\\[`, end: `\\]|${LINE_ENDS}`, patterns: include("expression") },
    color: { match: "#[0-9A-Fa-f]+", name: "constant.other.color.rpt" },
    word: { match: `\\.?${WORD}(?:\\.${WORD})*`, name: "variable.other.rpt" },
    number: {
      match: "\\d+(?:\\.\\d+)?([A-Za-z]+|%)?",
      name: "constant.numeric.rpt",
      captures: names("keyword.other.unit.rpt"),
    },
  };
}

function stringRules(): Readonly<Record<string, Rule>> {
  return {
    text: {
      name: "string.quoted.double.rpt",
      begin: '"',
      end: '"|$',
      patterns: [
        { match: "\\\\(?:u\\{[0-9A-Fa-f]{1,6}\\}|.)", name: "constant.character.escape.rpt" },
        {
          name: "meta.embedded.expression.rpt",
          begin: "\\{",
          end: "\\}|(?=$)",
          beginCaptures: { "0": { name: "punctuation.section.embedded.begin.rpt" } },
          endCaptures: { "0": { name: "punctuation.section.embedded.end.rpt" } },
          patterns: include("expression"),
        },
      ],
    },
    literal: {
      name: "string.quoted.single.rpt",
      begin: "'",
      end: "'|$",
      patterns: [{ match: "\\\\['\\\\]", name: "constant.character.escape.rpt" }],
    },
  };
}

function expressionRules(): Readonly<Record<string, Rule>> {
  const functions = oneOf(SIGNATURES.map((signature) => signature.name));
  return {
    expression: {
      patterns: [
        ...include("comment", "quoted", "literal", "number"),
        { match: `\\.${NAME_PATTERN}`, name: "variable.other.member.rpt" },
        { match: `(?:true|false|null)${NAME_END}`, name: "constant.language.rpt" },
        { match: `(?:and|or|not)${NAME_END}|&&|\\|\\||!(?!=)`, name: "keyword.operator.logical.rpt" },
        { match: `${functions}(?=${BLANK}*\\()`, name: "support.function.rpt" },
        { match: `${NAME_PATTERN}(?=${BLANK}*\\()`, name: "entity.name.function.rpt" },
        { match: NAME_PATTERN, name: "variable.other.rpt" },
        { match: "\\?\\?|==|!=|<=|>=|[<>+\\-*/%]", name: "keyword.operator.rpt" },
        ...include("paren", "bracket"),
      ],
    },
    // A text inside of an expression shows nothing computed.
    quoted: { name: "string.quoted.double.rpt", match: '"(?:[^"\\\\]|\\\\.)*"' },
    paren: { begin: "\\(", end: `\\)|${LINE_ENDS}`, patterns: include("expression") },
    bracket: { begin: "\\[", end: `\\]|${LINE_ENDS}`, patterns: include("expression") },
  };
}
