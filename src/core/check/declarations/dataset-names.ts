// Members of the dataset that are not declared, but nearly: a slip of the name.
import { shortened } from "../../diagnostics/index.ts";
import { type CanvasField, nearest } from "../../expression/index.ts";
import type { DatasetStatement, Statement } from "../../language/index.ts";
import { type CheckContext, rewrite } from "../context/index.ts";

const NAME_SHOWN_MAX = 80;

/** RPT3005 for every member name that is near a declared one. Other members are passed over, as in payloads. */
export function checkDatasetNames(
  context: CheckContext,
  statements: readonly Statement[],
  fields: readonly CanvasField[],
): void {
  const dataset = statements.find((each): each is DatasetStatement => each.kind === "dataset");
  if (dataset === undefined || fields.length === 0) return;
  const members = membersOf(fields);
  const told = new Set<string>();
  for (const { parent, name, span } of dataset.members) {
    const declared = members.get(parent);
    if (context.isFull) return;
    if (declared === undefined || declared.has(name) || told.has(`${parent}.${name}`)) continue;
    const near = nearest(name, [...declared]);
    if (near === null || context.mayBeDeclared(name)) continue;
    told.add(`${parent}.${name}`);
    context.report({
      code: "RPT3005",
      span,
      message: `"${shortened(parent === "" ? name : `${parent}.${name}`, NAME_SHOWN_MAX)}" is not declared`,
      why: "Members that nothing declares are passed over; this one looks like a slip.",
      repair: rewrite(span, JSON.stringify(near), `did you mean ${near}?`),
    });
  }
}

/** What each object may hold, by its canonical path (`items[]`; empty for the payload itself). */
function membersOf(fields: readonly CanvasField[]): ReadonlyMap<string, ReadonlySet<string>> {
  const members = new Map<string, Set<string>>();
  for (const { path } of fields) {
    let parent = "";
    for (const part of path.split(".")) {
      const own = members.get(parent) ?? new Set();
      members.set(parent, own.add(part.replaceAll("[]", "")));
      parent = parent === "" ? part : `${parent}.${part}`;
    }
  }
  return members;
}
