// Canvas → a payload made of its examples, for checks and previews (language reference, "Which data").
import { GREY_PICTURE } from "../check/index.ts";
import {
  type CanvasField,
  dateOfDayNumber,
  dayNumber,
  type EnumMember,
  parseDate,
  printDate,
} from "../expression/index.ts";
import type { Canvas } from "./canvas.ts";
import { contractShape, isOptional, type ShapeNode } from "./contract-shape.ts";

/** How many entries lists have, by their paths, where that differs from their examples. */
export type EntryCounts = ReadonlyMap<string, number>;

const NO_COUNTS: EntryCounts = new Map();

/** How lists are filled. */
interface Filling {
  readonly counts: EntryCounts;
  /** By how many entries the list at hand goes on past its examples, where it takes no fewer: its days go on too. */
  readonly past: number;
}

/**
 * JSON text of a payload from the examples, digits as written. A field without one takes the value of the template's
 * dataset, then its default, then a placeholder; optional fields without an example stay away.
 */
export function examplePayload(canvas: Canvas, counts: EntryCounts = NO_COUNTS): string {
  const dataset = canvas.dataset === null ? undefined : parseJsonText(canvas.dataset);
  return objectText(contractShape(inOneOffset(canvas.fields)), dataset, [], { counts, past: 0 }) ?? "{}";
}

/** Datetimes without an example get one in the offset of those that have: placeholders show no other clock. */
function inOneOffset(fields: readonly CanvasField[]): readonly CanvasField[] {
  const isDatetime = ({ type }: CanvasField) => type.kind === "datetime";
  const examples = fields.filter(isDatetime).map(({ example }) => firstScalar(parseJsonText(example ?? "[]")));
  const [offset] = examples.flatMap((one) => /[+-]\d\d:\d\d(?="$)/.exec(one ?? "") ?? []);
  if (offset === undefined) return fields;
  return fields.map((field) =>
    isDatetime(field) && field.example === null && field.default === null && !field.optional
      ? { ...field, default: placeholder(field).replace("Z", offset) }
      : field,
  );
}

/**
 * The canvas with an entry in each list whose examples are empty: what its rows would break is judged with it. The
 * examples themselves stay what a preview shows.
 */
export function withEntries(canvas: Canvas): Canvas {
  const isEmpty = ({ example }: CanvasField) => example !== null && firstScalar(parseJsonText(example)) === null;
  if (!canvas.fields.some(isEmpty)) return canvas;
  const fields = canvas.fields.map((field) => (isEmpty(field) ? { ...field, example: usualEntry(field) } : field));
  return { ...canvas, fields };
}

/** What breaks nothing by itself, so that findings name what does: the shortest choice, or the placeholder. */
function usualEntry(field: CanvasField): string {
  if (field.type.kind !== "enum") return placeholder(field);
  const { members } = field.type;
  const lengthOf = ({ value, label }: EnumMember): number => (label ?? value).length;
  const [shortest] = members.toSorted((one, other) => lengthOf(one) - lengthOf(other));
  return placeholder({ ...field, type: { kind: "enum", members: shortest === undefined ? [] : [shortest] } });
}

/** JSON whose scalars stay texts, so that digits survive. */
type JsonText = string | readonly JsonText[] | { readonly [name: string]: JsonText };

function objectText(
  members: ReadonlyMap<string, ShapeNode>,
  dataset: JsonText | undefined,
  indexes: readonly number[],
  filling: Filling,
): string | null {
  const parts: string[] = [];
  for (const node of members.values()) {
    const text = memberText(node, memberOf(dataset, node.name), indexes, filling);
    if (text !== null) parts.push(`${JSON.stringify(node.name)}:${text}`);
  }
  return parts.length === 0 ? null : `{${parts.join(",")}}`;
}

function memberOf(value: JsonText | undefined, name: string): JsonText | undefined {
  if (value === undefined || typeof value === "string" || isList(value)) return undefined;
  return Object.hasOwn(value, name) ? value[name] : undefined;
}

function isList(value: JsonText): value is readonly JsonText[] {
  return Array.isArray(value);
}

function memberText(
  node: ShapeNode,
  dataset: JsonText | undefined,
  indexes: readonly number[],
  filling: Filling,
): string | null {
  if (node.many) return hasNothing(node, dataset, filling.counts) ? null : arrayText(node, dataset, indexes, filling);
  if (node.field === null)
    return objectText(node.members, dataset, indexes, filling) ?? (isOptional(node) ? null : "{}");
  return valueText(node.field, dataset, indexes, filling.past);
}

/** A plain list that may stay away, and that nobody gives entries. */
function hasNothing({ field, path }: ShapeNode, dataset: JsonText | undefined, counts: EntryCounts): boolean {
  if (field === null || field.type.kind === "array" || !field.optional) return false;
  return field.example === null && field.default === null && dataset === undefined && !counts.has(path);
}

function arrayText(
  node: ShapeNode,
  dataset: JsonText | undefined,
  indexes: readonly number[],
  filling: Filling,
): string | null {
  const { field } = node;
  const asked = filling.counts.get(node.path);
  if (field !== null && field.type.kind !== "array" && field.example !== null) {
    const example = entryOf(parseJsonText(field.example), indexes);
    // A value that stands for all entries stands in as many as are declared.
    const least = Math.max(1, Number(field.min ?? 0));
    const entries = isList(example) ? example : Array.from({ length: least }, () => example);
    // The list of another record shows what an entry of an empty one may be.
    const known = entries.length > 0 ? entries : [firstScalar(parseJsonText(field.example)) ?? placeholder(field)];
    const shown = asked === undefined ? entries : Array.from({ length: asked }, (_, at) => entryOf(known, [at]));
    return `[${shown.map(textOf).join(",")}]`;
  }
  const declared = recordCount(node, indexes);
  const listed = dataset !== undefined && isList(dataset) ? dataset : [];
  const count = declared ?? (listed.length > 0 ? listed.length : 1);
  const least = asked ?? Math.max(count, Number(field?.min ?? 0));
  const scalars = field !== null && field.type.kind !== "array";
  const mustGoOn = count < Number(field?.min ?? 0);
  const entries = Array.from({ length: least }, (_, at) => {
    const inner = [...indexes, at];
    const past = mustGoOn ? Math.max(0, at + 1 - count) : filling.past;
    return scalars
      ? (valueText(field, listed[at], inner, past) ?? placeholder(field))
      : (objectText(node.members, listed[at], inner, { ...filling, past }) ?? "{}");
  });
  return `[${entries.join(",")}]`;
}

/** How many records the examples of an array's members make; null where none is a list. */
function recordCount(node: ShapeNode, indexes: readonly number[]): number | null {
  for (const member of node.members.values()) {
    if (member.field?.example != null) {
      const example = entryOf(parseJsonText(member.field.example), indexes);
      if (isList(example)) return example.length;
    }
    const inner = member.field === null || member.many ? recordCount(member, indexes) : null;
    if (inner !== null && !member.many) return inner;
    if (inner !== null && member.many) {
      const outer = listLengthBelow(member, indexes);
      if (outer !== null) return outer;
    }
  }
  return null;
}

/** The length at this level of the lists that members of a deeper array give. */
function listLengthBelow(node: ShapeNode, indexes: readonly number[]): number | null {
  for (const member of node.members.values()) {
    if (member.field?.example == null) continue;
    const example = entryOf(parseJsonText(member.field.example), indexes);
    if (isList(example)) return example.length;
  }
  return null;
}

/** The entry at `indexes`; a list that is shorter repeats its last entry, a scalar stands for all. */
function entryOf(value: JsonText, indexes: readonly number[]): JsonText {
  let at: JsonText = value;
  for (const index of indexes) {
    if (!isList(at) || at.length === 0) return at;
    at = at[Math.min(index, at.length - 1)] ?? "null";
  }
  return at;
}

function firstScalar(value: JsonText): string | null {
  if (typeof value === "string") return value;
  if (!isList(value)) return null;
  return value.reduce<string | null>((found, entry) => found ?? firstScalar(entry), null);
}

function valueText(
  field: CanvasField,
  dataset: JsonText | undefined,
  indexes: readonly number[],
  past: number,
): string | null {
  if (field.example !== null) {
    const example = entryOf(parseJsonText(field.example), indexes);
    if (!isList(example)) return daysLater(field, textOf(example), past);
  }
  if (dataset !== undefined) return textOf(dataset);
  if (field.default !== null) return field.default;
  return field.optional ? null : placeholder(field);
}

/** Adds days to a date: entries beyond the examples of a list with `min=` get dates of their own. */
function daysLater({ type }: CanvasField, json: string, days: number): string {
  const date = type.kind === "date" && days > 0 ? parseDate(json.slice(1, -1)) : null;
  const later = date === null ? null : dateOfDayNumber(dayNumber(date) + days);
  return later === null ? json : JSON.stringify(printDate(later));
}

function placeholder(field: CanvasField): string {
  const { type } = field;
  switch (type.kind) {
    case "int":
    case "decimal":
      return field.min ?? "0";
    case "bool":
      return "false";
    case "date":
      return '"2000-01-01"';
    case "time":
      return '"00:00"';
    case "datetime":
      return '"2000-01-01T00:00:00Z"';
    case "enum": {
      const member = type.members[0];
      return member === undefined ? "null" : member.numeric ? member.value : JSON.stringify(member.value);
    }
    case "image":
      return GREY_PICTURE;
    default:
      return '"〇〇"';
  }
}

/** One transparent pixel. */
export const BLANK_IMAGE =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=";

function textOf(value: JsonText): string {
  if (typeof value === "string") return value;
  if (isList(value)) return `[${value.map(textOf).join(",")}]`;
  return `{${Object.entries(value)
    .map(([name, member]) => `${JSON.stringify(name)}:${textOf(member)}`)
    .join(",")}}`;
}

/** Reads JSON that is known to be well formed; scalars keep their writing. */
function parseJsonText(json: string): JsonText {
  const tokens = json.match(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g) ?? [];
  let at = 0;
  const value = (): JsonText => {
    const token = tokens[at++] ?? "null";
    if (token === "[") return list();
    if (token === "{") return object();
    return token;
  };
  const list = (): JsonText => {
    const items: JsonText[] = [];
    while (at < tokens.length && tokens[at] !== "]") {
      items.push(value());
      if (tokens[at] === ",") at++;
    }
    at++;
    return items;
  };
  const object = (): JsonText => {
    const members: Record<string, JsonText> = {};
    while (at < tokens.length && tokens[at] !== "}") {
      const name = JSON.parse(tokens[at] ?? '""') as string;
      at += 2;
      members[name] = value();
      if (tokens[at] === ",") at++;
    }
    at++;
    return members;
  };
  return value();
}
