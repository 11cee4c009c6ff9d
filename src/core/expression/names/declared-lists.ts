// Lists that a form declares, for repairs: they name nothing that is not there.

import type { RecordShape, Type } from "../code/index.ts";
import type { NameScope } from "./names.ts";

/** Lists within lists are named no deeper. */
const DEPTH_MAX = 1;

/**
 * The path of a list's member, `items[].qty`, that is of a wanted type: one beside `path` first, then any. Null where
 * none is declared.
 */
export function declaredMember({ root }: NameScope, path: string | null, fits: (type: Type) => boolean): string | null {
  const all = membersOf(root, "", DEPTH_MAX).filter(({ type }) => fits(type));
  const beside = path?.replace(/\.[^.]*$/, ".");
  const near = all.find((member) => beside !== undefined && beside !== path && member.path.startsWith(beside));
  return (near ?? all[0])?.path ?? null;
}

interface ListMember {
  readonly path: string;
  readonly type: Type;
}

function membersOf({ members }: RecordShape, before: string, depth: number): readonly ListMember[] {
  return [...members.values()].flatMap(({ name, typeSoFar }): readonly ListMember[] => {
    const type = typeSoFar();
    if (type?.kind === "record" && depth > 0) return membersOf(type.shape, `${before}${name}.`, depth - 1);
    if (type?.kind !== "list" || type.element.kind !== "record") return [];
    return [...type.element.shape.members.values()].flatMap((member): readonly ListMember[] => {
      const own = member.typeSoFar();
      return own === null ? [] : [{ path: `${before}${name}[].${member.name}`, type: own }];
    });
  });
}
