// Builds fields, parses expressions and runs them over JSON data, the way the engine does.
import { readJson } from "../../../src/core/contract/index.ts";
import type { Diagnostic } from "../../../src/core/diagnostics/index.ts";
import {
  type CanvasField,
  type CheckedExpression,
  checkExpression,
  checkLets,
  compileProgram,
  type EnumMember,
  type Evaluation,
  type FieldType,
  type NameScope,
  rootScope,
  type SourceRecord,
} from "../../../src/core/expression/index.ts";
import { type Expression, type LetStatement, parseSource } from "../../../src/core/language/index.ts";

/** `items[].qty decimal(9,2)`, `status? enum(unpaid, paid)`, one field per entry. */
export function fields(...lines: readonly string[]): readonly CanvasField[] {
  return lines.map((line) => {
    const [written = "", ...rest] = line.split(" ");
    const optional = written.endsWith("?");
    const path = optional ? written.slice(0, -1) : written;
    return {
      path,
      type: fieldType(rest.join(" ")),
      optional,
      role: `role.${path}`,
      label: null,
      description: null,
      pattern: null,
      min: null,
      max: null,
      example: null,
      default: null,
      span: [0, 0],
    };
  });
}

function fieldType(text: string): FieldType {
  const [, name = "", args = ""] = /^(\w*)(?:\((.*)\))?$/.exec(text) ?? [];
  const words = args.split(",").map((word) => word.trim());
  switch (name) {
    case "":
      return { kind: "array" };
    case "string":
    case "text":
      return { kind: name, lengthMax: Number(args || 200) };
    case "decimal":
      return { kind: "decimal", precision: Number(words[0]), scale: Number(words[1]) };
    case "enum":
      return { kind: "enum", members: words.map(member) };
    case "int":
    case "bool":
    case "date":
    case "time":
    case "datetime":
    case "image":
      return { kind: name };
    default:
      throw new Error(`no type ${name}`);
  }
}

function member(word: string): EnumMember {
  const [value = "", label] = word.split("=");
  return { value, numeric: /^\d/.test(value), label: label ?? null };
}

export function parseLets(lines: readonly string[]): readonly LetStatement[] {
  const { value, diagnostics } = parseSource(["rpt 1", ...lines, ""].join("\n"));
  const errors = diagnostics.filter((diagnostic) => diagnostic.severity === "error");
  if (errors.length > 0) throw new Error(`${lines.join("; ")}: ${errors.map((each) => each.message).join("; ")}`);
  return value.statements.filter((statement) => statement.kind === "let");
}

export function parseExpression(text: string): Expression {
  const [statement] = parseLets([`let probe = ${text}`]);
  if (statement === undefined) throw new Error(`nothing parsed of ${text}`);
  return statement.value;
}

export interface Setting {
  readonly fields?: readonly CanvasField[];
  readonly lets?: readonly string[];
  readonly data?: string;
  readonly source?: SourceRecord;
  readonly scope?: (scope: NameScope) => NameScope;
}

export interface Checked {
  readonly checked: CheckedExpression | null;
  readonly diagnostics: readonly Diagnostic[];
  readonly scope: NameScope;
}

/** Checks one expression; the findings of lets come first. */
export function check(text: string, setting: Setting = {}): Checked {
  const declared = checkLets(parseLets(setting.lets ?? []), rootScope(setting.fields ?? [], setting.source));
  const scope = setting.scope?.(declared.value.scope) ?? declared.value.scope;
  const { value, diagnostics } = checkExpression(parseExpression(text), scope);
  return { checked: value, diagnostics: [...declared.diagnostics, ...diagnostics], scope };
}

/** Findings as `code message → repair`. */
export function findings(text: string, setting: Setting = {}): readonly string[] {
  return check(text, setting).diagnostics.map((each) => `${each.code} ${each.message} → ${each.repair?.title ?? ""}`);
}

export interface Printed {
  readonly text: string;
  readonly path: string | null;
  readonly diagnostics: readonly Diagnostic[];
}

/** Evaluates one expression over JSON data at the root. */
export function run(text: string, setting: Setting = {}): Printed {
  const { checked, diagnostics } = check(text, setting);
  if (checked === null)
    throw new Error(`${text}: ${diagnostics.map((each) => `${each.code} ${each.message}`).join("; ")}`);
  const evaluation = evaluate(setting);
  return { ...evaluation.text(checked.code, evaluation.root), diagnostics: evaluation.diagnostics };
}

export function evaluate(setting: Setting): Evaluation {
  const { value } = checkLets(parseLets(setting.lets ?? []), rootScope(setting.fields ?? [], setting.source));
  const program = compileProgram({ fields: setting.fields ?? [], lets: value.lets });
  const source = setting.source === undefined ? {} : { source: { path: setting.source.path, index: 0 } };
  return program.evaluate(readJson(setting.data ?? "{}").value, source);
}

export const print = (text: string, setting: Setting = {}): string => run(text, setting).text;
