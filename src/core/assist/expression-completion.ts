// Proposals inside expressions: names that the place sees, fields of records, functions, words of fixed choice.
import {
  AMBIENT_TYPES,
  describeType,
  type Member,
  type NameScope,
  type RecordShape,
  ROUNDING_MODES,
  SIGNATURES,
  type Type,
} from "../expression/index.ts";
import type { Analysis, Sighting } from "./analysis.ts";
import type { CallPlace, Caret, CaretPlace } from "./caret.ts";
import type { Draft } from "./proposal.ts";
import { expectedArgument, patternDrafts } from "./value-completion.ts";

type ExpressionPlace = Extract<CaretPlace, { kind: "expression" }>;
type ArgumentPlace = Extract<CaretPlace, { kind: "argument" }>;

/** What may stand in an expression. */
export function expressionProposals(caret: Caret, { node, call }: ExpressionPlace): readonly Draft[] {
  if (node.kind === "string") return call?.name === "format" && call.at === 1 ? patternDrafts() : [];
  const fixed = call === null ? [] : fixedWords(call);
  if (fixed.length > 0 && node.kind === "name") {
    return fixed.map((label) => ({ label, kind: "value", detail: `a word of ${call?.name ?? ""}`, documentation: "" }));
  }
  const sighting = caret.analysis.sightings.find((each) => each.node === node);
  if (node.kind === "member") return memberDrafts(caret, node, sighting);
  if (sighting === undefined) return [];
  const record = sighting.scope.records[0]?.shape ?? null;
  if (node.kind === "current") return record === null ? entryDrafts(sighting.scope, "value") : fieldsOf(record, "");
  return [...nameDrafts(sighting.scope), ...functionDrafts()];
}

/** Words that are no names: rounding modes and orders. */
function fixedWords({ name, at }: CallPlace): readonly string[] {
  if (name === "round" && at === 2) return ROUNDING_MODES;
  return (name === "group" || name === "sort") && at === 2 ? ["asc", "desc"] : [];
}

function memberDrafts(
  caret: Caret,
  node: Extract<ExpressionPlace["node"], { kind: "member" }>,
  sighting: Sighting | undefined,
): readonly Draft[] {
  const { base } = node;
  if (base.kind === "name") {
    const ambient = ambientDrafts(sighting?.scope ?? null).filter(({ label }) => label.startsWith(`${base.name}.`));
    if (ambient.length > 0) return ambient.map((each) => ({ ...each, label: each.label.slice(base.name.length + 1) }));
  }
  const type = caret.analysis.sightings.findLast((each) => each.node === base)?.type ?? null;
  if (type === null) return [];
  if (type.kind === "record") return fieldsOf(type.shape, "");
  if (type.kind !== "list" || type.element.kind !== "record") return [];
  const spread = base.kind === "all" || base.kind === "filter";
  const fields = fieldsOf(type.element.shape, spread ? "" : "[].");
  // Without [] the dot before the caret goes as well.
  const span = { start: caret.word.start - 1, end: caret.word.end };
  return spread ? fields : fields.map((each) => ({ ...each, span, filter: each.label.replace("[]", "") }));
}

/** Fields of the current record first, then what every place sees. */
function nameDrafts(scope: NameScope): readonly Draft[] {
  const current = scope.records[0]?.shape ?? null;
  const aliases = scope.records.flatMap(({ alias }) => (alias === null ? [] : [alias]));
  const inRecord = scope.records.length > 0 ? [named("index", "the number of the current row, from 1")] : [];
  const outer = scope.records.length > 1 ? [named("outer", "the record one level out")] : [];
  return [
    ...(current === null ? entryDrafts(scope, ".") : fieldsOf(current, ".")),
    ...aliases.map((alias) => named(alias, "the current record")),
    ...fieldsOf(scope.root, ""),
    ...inRecord,
    ...outer,
    ...ambientDrafts(scope),
  ];
}

/** The entry of a plain list. */
function entryDrafts({ records: [entry] }: NameScope, label: string): readonly Draft[] {
  return entry?.value === undefined ? [] : [named(label, `the entry, ${describeType(entry.value)}`)];
}

function named(label: string, detail: string): Draft {
  return { label, kind: "name", detail, documentation: "" };
}

/** Names that are always there; page numbers only where they cannot change the layout. */
function ambientDrafts(scope: NameScope | null): readonly Draft[] {
  return Object.entries(AMBIENT_TYPES)
    .filter(([name]) => !name.startsWith("page.") || scope?.pageNames === true)
    .map(([name, type]) => named(name, describeType(type)));
}

function fieldsOf(shape: RecordShape, prefix: string): readonly Draft[] {
  return [...shape.members.values()].map((member) => memberDraft(member, prefix));
}

function memberDraft(member: Member, prefix: string): Draft {
  return {
    label: `${prefix}${member.name}`,
    kind: "field",
    detail: describeType(member.type()),
    documentation: member.role === null ? member.path : `${member.path}, role ${member.role}`,
  };
}

function functionDrafts(): readonly Draft[] {
  return SIGNATURES.map(({ name, form, purpose }) => ({
    label: name,
    kind: "function",
    detail: form,
    documentation: purpose,
  }));
}

/** The arrays that an element may repeat over. */
export function arrayProposals({ analysis, mark }: Caret, { at, standing }: ArgumentPlace): readonly Draft[] {
  const kind = expectedArgument(standing, at)?.kind;
  if (kind !== "array" && kind !== "records") return [];
  const scope = scopeOfMark(analysis, mark);
  if (scope === null) return [];
  const arrays = (shape: RecordShape, prefix: string): readonly Draft[] =>
    [...shape.members.values()].filter((member) => isArray(member.type())).map((each) => memberDraft(each, prefix));
  const current = scope.records[0]?.shape ?? null;
  return [...(current === null ? [] : arrays(current, ".")), ...arrays(scope.root, "")];
}

function isArray(type: Type): boolean {
  return type.kind === "list";
}

function scopeOfMark({ sightings }: Analysis, mark: string): NameScope | null {
  return sightings.find(({ node }) => node.kind === "name" && node.name === mark)?.scope ?? null;
}
