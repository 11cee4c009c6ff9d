// Canvas → which names its printed texts read: what a text that is not drawn would have shown may stand elsewhere too.
import type { Template } from "../expression/index.ts";
import type { Canvas } from "./canvas.ts";
import type { TableElement } from "./canvas-elements.ts";
import { reads, visit } from "./worst-reads.ts";

/** The names of the data that a part of a canvas reads: references, and no functions. */
function namesIn(part: unknown): Set<string> {
  const names = new Set<string>();
  visit(part, (one) => {
    const isReference = "op" in one && (one.op === "member" || one.op === "each");
    if (isReference && "name" in one && typeof one.name === "string") names.add(one.name);
  });
  return names;
}

/** Whether all that a code reads is read by the cells of a record too, or by the heads of its groups. */
export function isInCells(code: unknown, { columns, tiers, groups = [] }: TableElement, { lets }: Lets): boolean {
  const names = namesIn([columns, tiers, groups.map(({ head }) => head)]);
  // The key of a group is one value of all of its records.
  if (names.has(GROUP_KEY)) for (const name of namesIn(groups.map(({ over }) => over))) names.add(name);
  return isAmong(code, names, lets);
}

const GROUP_KEY = "key";

/** Whether all that a code reads is read by another text of the form than that. */
export function isElsewhere(code: unknown, { pages, lets }: Lets & Pick<Canvas, "pages">, label: Template): boolean {
  const names = new Set<string>();
  visit(pages, (part) => {
    if (part === label || !Array.isArray(part) || !part.some(isComputed)) return;
    for (const name of namesIn(part)) names.add(name);
  });
  return isAmong(code, names, lets);
}

type Lets = Pick<Canvas, "lets">;

function isComputed(part: unknown): boolean {
  return typeof part === "object" && part !== null && "kind" in part && part.kind === "computed";
}

/** A computed value shows what it is computed from. */
function isAmong(code: unknown, shown: ReadonlySet<string>, lets: Canvas["lets"]): boolean {
  const names = new Set(shown);
  // Each let uses only those before it.
  for (const { path, code: computed } of lets.toReversed()) {
    if (reads(names, path)) for (const name of namesIn(computed)) names.add(name);
  }
  return [...namesIn(code)].every((name) => names.has(name));
}
