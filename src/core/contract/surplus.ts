// Members of data that nothing declares: where they stand, and how they are named.
import type { PayloadRecord, PayloadValue } from "../expression/index.ts";
import type { ContractNode, ObjectNode } from "./contract-tree.ts";
import { judgeLeaf } from "./judge-leaf.ts";

/** A member that was passed over, and the declared one that it was probably meant for. */
export interface NearMiss {
  /** Where it stands, the first time: `items[3].nmae`. */
  readonly path: string;
  /** What was probably meant, as it is declared: `items[].name`. */
  readonly declared: string;
  /** Whether the declared one belongs into the object that the member stands in: only its name is wrong. */
  readonly isBeside: boolean;
  /** In how many entries it stands. */
  readonly count: number;
}

/** A name that nothing declares, where it stands. */
export interface Surplus {
  readonly name: string;
  /** Names and places on the way to its object. */
  readonly way: readonly (string | number)[];
  readonly record: PayloadRecord;
  readonly node: ObjectNode;
}

/** Where a surplus member stands, and the declared one beside it. */
export function placed({ name, way }: Surplus, declared: string): Pick<NearMiss, "path" | "declared"> {
  const path = pathOf(way);
  return { path: join(path, shownName(name)), declared: join(path.replaceAll(/\[\d+\]/g, "[]"), declared) };
}

/** Whether a value is one that the declared member takes, as far as its own kind goes. */
export function fits(value: PayloadValue | undefined, node: ContractNode | undefined): boolean {
  if (node === undefined || value === undefined) return false;
  if (node.kind === "leaf") return value !== null && judgeLeaf(value, node).problem === null;
  return node.kind === "array" ? Array.isArray(value) : value instanceof Map;
}

/** Nothing, a text of blanks, and objects and lists without anything in them. */
export function isEmpty(value: PayloadValue | undefined): boolean {
  if (value === undefined || value === null) return true;
  if (typeof value === "string") return value.trim() === "";
  if (value instanceof Map) return [...value.values()].every(isEmpty);
  return Array.isArray(value) && value.length === 0;
}

/** `items[0].name` */
export function pathOf(way: readonly (string | number)[]): string {
  let path = "";
  for (const step of way) {
    if (typeof step === "number") path += `[${step}]`;
    else path += path === "" ? step : `.${step}`;
  }
  return path;
}

/** Longer names are cut: a finding is one sentence. */
const NAME_SHOWN_MAX = 60;

/** Member names of a payload are anything; in a path they are kept short and on one line. */
export function shownName(name: string): string {
  const shown = [...name.toWellFormed().replace(/[\p{Cc}\s]/gu, " ")].slice(0, NAME_SHOWN_MAX).join("");
  // A path in which nothing stands would name the object around the member.
  return shown.trim() === "" ? `"${shown}"` : shown;
}

/** The path of a member. */
export function join(parent: string, name: string): string {
  return parent === "" ? name : `${parent}.${name}`;
}
