// Canvas → the shape of its data as the writers of languages read it: records, members, values, and words on them.
import {
  type Canvas,
  contractShape,
  fieldLabels,
  fieldTable,
  filledArray,
  isOptional,
  type ShapeNode,
} from "../canvas/index.ts";
import type { CanvasField, EnumMember } from "../expression/index.ts";

/** What the data of a form consist of. */
export interface Payload {
  /** The form's name for people. */
  readonly title: string;
  /** The form's id, which types are named after. */
  readonly id: string;
  /** The data themselves; null for a form that declares nothing and takes any object. */
  readonly root: PayloadRecord | null;
}

/** An object of the data. */
export interface PayloadRecord {
  /** The names on the way to it: none for the data themselves. */
  readonly path: readonly string[];
  /** Whether it is an entry of a list. */
  readonly isEntry: boolean;
  readonly members: readonly PayloadMember[];
  readonly about: string;
}

export interface PayloadMember {
  /** Its name in JSON. */
  readonly wire: string;
  /** Whether it may be absent or null. */
  readonly optional: boolean;
  readonly isList: boolean;
  /** What it holds, or each entry of the list. */
  readonly value: PayloadValue;
  readonly about: string;
}

export type PayloadValue =
  | { readonly kind: "record"; readonly record: PayloadRecord }
  | { readonly kind: "choice"; readonly path: readonly string[]; readonly members: readonly EnumMember[] }
  | { readonly kind: "int"; readonly isLong: boolean }
  | { readonly kind: "decimal"; readonly precision: number }
  | { readonly kind: "text" | "bool" | "date" | "time" | "datetime" | "image" };

/** A longer example says no more. */
const EXAMPLE_CHARACTERS_MAX = 60;

/** What 64 bits hold. */
const LONG_MIN = -9_223_372_036_854_775_808n;
const LONG_MAX = 9_223_372_036_854_775_807n;

/** The shape of a canvas's data. */
export function payloadOf(canvas: Canvas): Payload {
  const { id, name } = canvas.document;
  const title = name ?? id;
  if (canvas.fields.length === 0) return { title, id, root: null };
  const reading: Reading = { notes: notesOf(canvas), filled: filledArray(canvas) };
  const members = membersOf(contractShape(canvas.fields), [], reading);
  return { title, id, root: { path: [], isEntry: false, members, about: `The data of the form ${title}.` } };
}

/** All records of a payload, those that hold others first. */
export function recordsOf(record: PayloadRecord): readonly PayloadRecord[] {
  const inner = record.members.flatMap(({ value }) => (value.kind === "record" ? recordsOf(value.record) : []));
  return [record, ...inner];
}

export type PayloadChoice = Extract<PayloadValue, { readonly kind: "choice" }>;

/** All choices of a payload with what is said of them. */
export function choicesOf(record: PayloadRecord): readonly (PayloadChoice & { readonly about: string })[] {
  return record.members.flatMap(({ value, about }) => {
    if (value.kind === "record") return choicesOf(value.record);
    return value.kind === "choice" ? [{ ...value, about }] : [];
  });
}

interface Reading {
  readonly notes: ReadonlyMap<string, string>;
  readonly filled: string | null;
}

function membersOf(
  nodes: ReadonlyMap<string, ShapeNode>,
  path: readonly string[],
  reading: Reading,
): readonly PayloadMember[] {
  return [...nodes.values()].map((node) => memberOf(node, [...path, node.name], reading));
}

function memberOf(node: ShapeNode, path: readonly string[], reading: Reading): PayloadMember {
  const { name, many, field } = node;
  const scalar = field === null ? null : heldBy(field, path);
  const value = scalar ?? {
    kind: "record" as const,
    record: { path, isEntry: many, members: membersOf(node.members, path, reading), about: wordsOf(path, many) },
  };
  const filled = node.path === reading.filled ? ["One entry at least."] : [];
  const about = [reading.notes.get(node.path) ?? "", ...filled].filter((part) => part !== "").join(" ");
  return { wire: name, optional: isOptional(node), isList: many, value, about };
}

function wordsOf(path: readonly string[], isEntry: boolean): string {
  const name = path.join(".");
  return isEntry ? `An entry of ${name}.` : `The members of ${name}.`;
}

/** Null for the line of an array, whose entries are records. */
function heldBy({ type, min, max }: CanvasField, path: readonly string[]): PayloadValue | null {
  switch (type.kind) {
    case "string":
    case "text":
      return { kind: "text" };
    case "int":
      return { kind: "int", isLong: isLong(min) && isLong(max) };
    case "decimal":
      return { kind: "decimal", precision: type.precision };
    case "enum":
      return { kind: "choice", path, members: type.members };
    case "bool":
    case "date":
    case "time":
    case "datetime":
    case "image":
      return { kind: type.kind };
    case "array":
      return null;
  }
}

/** A bound that nobody declared is taken for one that programs reach. */
function isLong(bound: string | null): boolean {
  if (bound === null) return true;
  const whole = BigInt(bound.replace(/\..*$/, ""));
  return whole >= LONG_MIN && whole <= LONG_MAX;
}

/** What is said of each field: its label and note, its type as declared, its default and an example. */
function notesOf(canvas: Canvas): ReadonlyMap<string, string> {
  const labels = fieldLabels(canvas);
  const rows = fieldTable(canvas);
  return new Map(
    canvas.fields.map((field, at) => {
      const row = rows[at];
      const label = field.label === null ? (labels.get(field.path) ?? null) : null;
      const words = [label, row?.note ?? null].filter((part) => part !== null && part !== "").join("; ");
      const type = field.type.kind === "array" ? "" : (row?.type ?? "");
      const parts = [
        words.slice(0, 1).toUpperCase() + words.slice(1),
        [type, ...defaultOf(field), ...exampleOf(field, row?.example ?? null)].join(""),
      ];
      return [field.path, parts.flatMap((part) => (part === "" ? [] : [`${part}.`])).join(" ")];
    }),
  );
}

function defaultOf({ default: fallback, type }: CanvasField): readonly string[] {
  return fallback === null || type.kind === "image" ? [] : [`, ${fallback} where it is left out`];
}

/** The default says enough where nobody gave an example. */
function exampleOf(field: CanvasField, example: string | null): readonly string[] {
  if (field.example === null || example === null || field.type.kind === "image") return [];
  return [...example].length <= EXAMPLE_CHARACTERS_MAX ? [`, such as ${example}`] : [];
}
