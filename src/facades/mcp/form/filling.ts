// What stands in a form: a tree beside that of its fields, filled from known values, changed by hand, and read as the
// payload. Knows nothing of the page.
import { type Exact, exactText, isDouble, isList, isNumber, isObject, plainOf } from "./exact.ts";
import type { Field, GroupField, LeafField, ListField } from "./fields.ts";
import { numberIn } from "./numbers.ts";

export type Filling = LeafFilling | GroupFilling | ListFilling;

export interface LeafFilling {
  readonly shape: "leaf";
  readonly field: LeafField;
  /** As it stands in the input: for a choice its index among the options, for a switch `true`, `false` or nothing. */
  text: string;
  /** What was known when the form was opened; it stays as it is until somebody touches the input. */
  known: Exact | undefined;
}

export interface GroupFilling {
  readonly shape: "group";
  readonly field: GroupField;
  readonly members: readonly Filling[];
  /** Whether the object itself was known, be it empty. */
  readonly isKnown: boolean;
  /** Members that the template does not declare. */
  readonly others: readonly (readonly [name: string, value: Exact])[];
  /** What stood where the group belongs and is none. */
  readonly misfit: Exact | undefined;
}

export interface ListFilling {
  readonly shape: "list";
  readonly field: ListField;
  readonly entries: Filling[];
  isKnown: boolean;
  readonly misfit: Exact | undefined;
}

/** Fills a field with what is known of it. A list that needs an entry begins with an empty one. */
export function fill(field: Field, known: Exact | undefined): Filling {
  switch (field.shape) {
    case "leaf":
      return fillLeaf(field, known);
    case "group":
      return fillGroup(field, known);
    case "list": {
      const given = isList(known) ? known : Array.from({ length: field.entriesMin > 0 ? 1 : 0 }, () => undefined);
      const entries = given.map((entry) => fill(field.entry, entry));
      return { shape: "list", field, entries, isKnown: isList(known), misfit: misfitOf(known, isList(known)) };
    }
  }
}

/** A form's whole. */
export function fillGroup(field: GroupField, known: Exact | undefined): GroupFilling {
  const given = isObject(known) ? known : new Map<string, Exact>();
  const names = new Set(field.members.map((member) => member.name));
  return {
    shape: "group",
    field,
    members: field.members.map((member) => fill(member, given.get(member.name))),
    isKnown: isObject(known),
    others: [...given].filter(([name]) => !names.has(name)),
    misfit: misfitOf(known, isObject(known)),
  };
}

function fillLeaf(field: LeafField, known: Exact | undefined): LeafFilling {
  return { shape: "leaf", field, known: known ?? undefined, text: known == null ? "" : inputText(field, known) };
}

function misfitOf(known: Exact | undefined, fits: boolean): Exact | undefined {
  return known == null || fits ? undefined : known;
}

function inputText(field: LeafField, known: Exact): string {
  if (field.kind === "choice") return choiceOf(field, known);
  if (typeof known === "string") return known;
  return isNumber(known) ? known.digits : exactText(known);
}

function choiceOf({ options }: LeafField, known: Exact): string {
  const plain = plainOf(known);
  const at = options.findIndex((option) => option.value === plain);
  return at < 0 ? "" : String(at);
}

/** Whether what was known is of no type that the field takes, and still stands. */
export function isMisfit({ field, known }: LeafFilling): boolean {
  if (known === undefined) return false;
  switch (field.kind) {
    case "integer":
      return !isNumber(known);
    case "decimal":
      return !isNumber(known) && (typeof known !== "string" || numberIn(known) === null);
    case "boolean":
      return typeof known !== "boolean";
    case "choice":
      return choiceOf(field, known) === "";
    default:
      return typeof known !== "string";
  }
}

/** Somebody wrote into an input; what was known is forgotten. */
export function write(leaf: LeafFilling, text: string): void {
  leaf.text = text;
  leaf.known = undefined;
}

/** Adds an empty entry and answers it. */
export function addEntry(list: ListFilling): Filling {
  const entry = fill(list.field.entry, undefined);
  list.entries.push(entry);
  return entry;
}

/** Takes an entry out; answers it, for putting it back. */
export function removeEntry(list: ListFilling, at: number): Filling | undefined {
  list.isKnown = true;
  return list.entries.splice(at, 1)[0];
}

/** Moves an entry to another place; answers whether it did. */
export function moveEntry(list: ListFilling, from: number, to: number): boolean {
  const entry = list.entries[from];
  if (entry === undefined || to < 0 || to >= list.entries.length || from === to) return false;
  list.entries.splice(from, 1);
  list.entries.splice(to, 0, entry);
  return true;
}

/**
 * The value as `render_document` takes it, undefined where it stays away. Hosts carry numbers as doubles, so a decimal
 * that no double says goes as a text of digits, which the contract reads exactly.
 */
export function payloadOf(filling: Filling): unknown {
  switch (filling.shape) {
    case "leaf":
      return leafPayload(filling);
    case "group":
      return groupPayload(filling);
    case "list": {
      if (filling.entries.length === 0 && !filling.isKnown && !filling.field.isRequired) return undefined;
      return filling.entries.map((entry) => payloadOf(entry) ?? (entry.shape === "group" ? {} : null));
    }
  }
}

function groupPayload({ field, members, others, isKnown }: GroupFilling): unknown {
  const declared = members.flatMap((member) => {
    const value = payloadOf(member);
    return value === undefined ? [] : [[member.field.name, value] as const];
  });
  const rest = field.isClosed ? [] : others.map(([name, value]) => [name, plainOf(value)] as const);
  const all = [...declared, ...rest];
  // A member named __proto__ is one like any other.
  return all.length === 0 && !field.isRequired && !isKnown ? undefined : Object.fromEntries(all);
}

function leafPayload(leaf: LeafFilling): unknown {
  const { field, text, known } = leaf;
  if (known !== undefined && !isMisfit(leaf)) return knownPayload(field, known);
  if (field.kind === "boolean") return booleanPayload(field, text);
  if (text === "") return undefined;
  switch (field.kind) {
    case "choice":
      return field.options[Number(text)]?.value;
    case "integer":
    case "decimal": {
      const digits = numberIn(text);
      return digits === null ? text : numberPayload(field, digits);
    }
    default:
      return text;
  }
}

/** What was known goes back as it came. */
function knownPayload(field: LeafField, known: Exact): unknown {
  if (field.kind === "choice") return field.options[Number(choiceOf(field, known))]?.value;
  return isNumber(known) ? numberPayload(field, known.digits) : plainOf(known);
}

function numberPayload({ kind }: LeafField, written: string): unknown {
  const digits = kind === "integer" ? written.replace(/\.0*$/, "") : written;
  return kind === "integer" || isDouble({ digits }) ? Number(digits) : digits;
}

/** A switch that must say something says no; one that need not says nothing until it is touched. */
function booleanPayload({ isRequired }: LeafField, text: string): unknown {
  if (text === "true") return true;
  return isRequired || text === "false" ? false : undefined;
}

/** How an entry's or member's path goes on from that of what holds it, in concrete form: `items[0].price`. */
export function pathsOf(filling: Filling, path = ""): readonly (readonly [path: string, filling: Filling])[] {
  const here = [path, filling] as const;
  switch (filling.shape) {
    case "leaf":
      return [here];
    case "group":
      return [
        here,
        ...filling.members.flatMap((member) =>
          pathsOf(member, path === "" ? member.field.name : `${path}.${member.field.name}`),
        ),
      ];
    case "list":
      return [here, ...filling.entries.flatMap((entry, at) => pathsOf(entry, `${path}[${at}]`))];
  }
}
