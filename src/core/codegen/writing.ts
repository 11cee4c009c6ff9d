// What the writers of all languages share.
import type { EnumMember } from "../expression/index.ts";
import { begun, type NameGiver, pascal, scope } from "./names.ts";
import { choicesOf, type Payload, type PayloadChoice, type PayloadRecord, recordsOf } from "./payload.ts";
import { inOneLine } from "./words.ts";

/** A form's data, and what a writer is to say and to name. */
export interface Writing {
  readonly payload: Payload;
  /** Sentences on where the file comes from. */
  readonly origin: readonly string[];
  /** The package or namespace; a language without one passes it over. */
  readonly packageName: string;
}

/** Writes the types of a form's data in one language. */
export type Writer = (writing: Writing) => string;

/** The names of types: of records and of choices. */
export interface TypeNames {
  readonly ofRecord: (record: PayloadRecord) => string;
  readonly ofChoice: (choice: PayloadChoice) => string;
  /** More names of the same scope. */
  readonly give: NameGiver;
}

/** How a language names types. */
export interface TypeNaming {
  /** A name without the characters that the language takes in none. */
  readonly clean: (name: string) => string;
  readonly reserved: readonly string[];
  /** Whether types stand inside the type of the whole data, so that its name need not stand before theirs. */
  readonly isNested?: boolean;
}

/** Names the types of a payload: those of records by the way to them, with `Entry` behind those of lists. */
export function typeNames({ id, root }: Payload, { clean, reserved, isNested }: TypeNaming): TypeNames {
  const give = scope(reserved);
  const spelt = (words: readonly string[]): string => begun(clean(pascal(...words)), "X");
  const names = new Map<string, string>();
  const before = isNested === true ? [] : [id];
  const records = root === null ? [] : recordsOf(root);
  for (const { path, isEntry } of records) {
    const words = path.length === 0 ? [id] : [...before, ...path, ...(isEntry ? ["Entry"] : [])];
    names.set(keyOf(path), give(spelt(words)));
  }
  for (const { path } of root === null ? [] : choicesOf(root))
    names.set(keyOf(path), give(spelt([...before, ...path])));
  if (root === null) names.set(keyOf([]), give(spelt([id])));
  const named = ({ path }: { readonly path: readonly string[] }): string => names.get(keyOf(path)) ?? "";
  return { ofRecord: named, ofChoice: named, give };
}

function keyOf(path: readonly string[]): string {
  return path.join(".");
}

/** The root of a form that takes anything. */
export const ANYTHING: PayloadRecord = { path: [], isEntry: false, members: [], about: "" };

/** A text of a form in a comment of one line. */
export function said(text: string): string {
  return inOneLine(text);
}

/** A number of a choice as programs write it: without zeros before it. */
export function numberLiteral({ value }: EnumMember): string {
  return value.replace(/^(-?)0+(?=\d)/, "$1");
}

export function isWhole(member: EnumMember): boolean {
  return member.numeric && !member.value.includes(".");
}

/** Lines that stand deeper; empty ones stay empty. */
export function indented(lines: readonly string[], by: string): readonly string[] {
  return lines.map((line) => (line === "" ? line : `${by}${line}`));
}

/** A file of its parts, with an empty line between them and a line end at its end. */
export function fileOf(parts: readonly (readonly string[])[]): string {
  const filled = parts.filter((part) => part.length > 0);
  return `${filled.map((part) => part.join("\n")).join("\n\n")}\n`;
}
