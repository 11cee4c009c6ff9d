// What stands under a pointer, described: an element, a property, a field-table row, a function's signature.
import { fieldTable } from "../canvas/index.ts";
import type { Span } from "../diagnostics/index.ts";
import { describeType, findSignature, type Signature } from "../expression/index.ts";
import type { Property, Statement } from "../language/index.ts";
import { type PropertyDefinition, ROLES, TYPES } from "../schema/index.ts";
import { type Analysis, definitionOf, holds, type Standing, standingAt } from "./analysis.ts";
import { type NamePlace, nameAt, placesOf } from "./names.ts";
import { propertiesOf, STATEMENTS } from "./statements.ts";

/** A description: a line of the language or of the source, and sentences about it. */
export interface Description {
  readonly span: Span;
  readonly code: string;
  readonly text: string;
}

/** Describes what stands at `offset`; null where nothing has a meaning of its own. */
export function describe(analysis: Analysis, offset: number): Description | null {
  return describeCall(analysis, offset) ?? describeName(analysis, offset) ?? describeStatement(analysis, offset);
}

function describeCall({ sightings }: Analysis, offset: number): Description | null {
  for (const { node } of sightings) {
    if (node.kind !== "call" || !holds(node.name.span, offset)) continue;
    const signature: Signature | null = findSignature(node.name.text);
    if (signature !== null) return { span: node.name.span, code: signature.form, text: signature.purpose };
  }
  return null;
}

function describeName(analysis: Analysis, offset: number): Description | null {
  const name = nameAt(analysis, offset);
  if (name === null) return null;
  if (name.kind === "value") return describeValue(analysis, name);
  const declaration = placesOf(analysis, name).find((place) => place.role === "declaration");
  if (declaration === undefined) return null;
  const text = name.kind === "column" ? "column of the table" : WHAT[name.kind];
  return { span: name.span, code: declarationText(analysis, declaration), text };
}

const WHAT = {
  style: "declared style",
  size: "declared type size",
  font: "declared font",
  color: "declared colour",
  part: "declared part",
  asset: "declared picture",
};

/** The `name=value` of a list of declarations, or the whole line. */
function declarationText({ tree, source }: Analysis, { span }: NamePlace): string {
  const statement = standingAt(tree, span.start)?.statement;
  if (statement === undefined) return source.slice(span.start, span.end);
  const property = "properties" in statement ? statement.properties.find((each) => each.name.span === span) : undefined;
  return oneLine(source, property?.span ?? statement.span);
}

function oneLine(source: string, span: Span): string {
  return source.slice(span.start, span.end).split("\n", 1)[0] ?? "";
}

/** The row of the field table, or the line of a let. */
function describeValue(analysis: Analysis, name: NamePlace): Description | null {
  const { document, source } = analysis;
  const row = fieldTable(document).find(({ path }) => path === name.key);
  const field = document.fields.find(({ path }) => path === name.key);
  const { span } = name;
  if (row !== undefined && field !== undefined) {
    const parts = [
      field.label ?? "",
      field.description ?? "",
      row.required ? "required" : "optional",
      row.example === null ? "" : `example ${row.example}`,
      field.role === null ? "" : `role ${field.role}`,
    ];
    return { span, code: `${row.path}  ${row.type}`, text: parts.filter((part) => part !== "").join(" · ") };
  }
  const let_ = document.lets.find(({ path }) => path === name.key);
  if (let_ !== undefined) {
    return { span, code: source.slice(let_.span[0], let_.span[1]), text: typeAt(analysis, span) };
  }
  const members = document.fields.filter(({ path }) => path.startsWith(`${name.key}.`)).length;
  const what = name.key.endsWith("[]") ? "array of records" : "object";
  return members === 0 ? null : { span, code: name.key, text: `${what} with ${members} declared values` };
}

function typeAt({ sightings }: Analysis, span: Span): string {
  const seen = sightings.findLast(({ node }) => node.span.end === span.end && node.span.start <= span.start);
  return seen?.type == null ? "computed" : `computed, ${describeType(seen.type)}`;
}

function describeStatement({ tree, source }: Analysis, offset: number): Description | null {
  const standing = standingAt(tree, offset);
  if (standing === null) return null;
  const { statement, owners } = standing;
  const keyword = keywordOf(statement);
  if (holds(keyword.span, offset)) {
    const element = statement.kind === "element" ? definitionOf(statement, owners) : null;
    const known = element ?? STATEMENTS[keyword.text];
    if (known === undefined) return null;
    const table = Object.keys(propertiesOf(standing));
    const properties = table.length === 0 ? "" : `\n\nProperties: ${table.join(", ")}.`;
    return { span: keyword.span, code: known.example, text: `${known.description}.${properties}` };
  }
  if (statement.kind === "field" && statement.type !== null && holds(statement.type.span, offset)) {
    const { span, name } = statement.type;
    const form = Object.hasOwn(TYPES, name) ? TYPES[name] : undefined;
    return form === undefined ? null : { span, code: source.slice(span.start, span.end), text: `written as ${form}` };
  }
  if (!("properties" in statement)) return null;
  const property = statement.properties.find((each) => holds(each.span, offset));
  return property === undefined ? null : describeProperty(standing, property);
}

function keywordOf(statement: Statement): { readonly text: string; readonly span: Span } {
  if (statement.kind === "element") return statement.keyword;
  const text = statement.kind === "version" ? "rpt" : statement.kind;
  return { text, span: { start: statement.span.start, end: statement.span.start + text.length } };
}

function describeProperty(standing: Standing, property: Property): Description | null {
  const table = propertiesOf(standing);
  const { text, span } = property.name;
  const definition: PropertyDefinition | undefined = Object.hasOwn(table, text) ? table[text] : undefined;
  if (definition === undefined) return null;
  if (definition.kind === "role" && property.value.kind === "word" && Object.hasOwn(ROLES, property.value.text)) {
    const role = ROLES[property.value.text];
    const meaning = role === undefined ? "" : `${role.meaning} · ${role.item}`;
    return { span: property.span, code: `role=${property.value.text}`, text: meaning };
  }
  const choices = definition.choices === undefined ? "" : `\n\nOne of ${definition.choices.join(", ")}.`;
  const { min, max } = definition;
  const bounds = min === undefined || max === undefined ? "" : `\n\nFrom ${min} to ${max}.`;
  return { span, code: `${text}=${definition.example}`, text: `${definition.description}.${choices}${bounds}` };
}
