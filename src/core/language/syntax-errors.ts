import type { Tree } from "@lezer/common";

/** The offset of the first place that the grammar refused, or -1. */
export function firstErrorAt(tree: Tree): number {
  const cursor = tree.cursor();
  do {
    if (cursor.type.isError) return cursor.from;
  } while (cursor.next());
  return -1;
}

/** The offsets of all places that the grammar refused, in order. */
export function errorOffsets(tree: Tree): readonly number[] {
  const offsets: number[] = [];
  const cursor = tree.cursor();
  do {
    if (cursor.type.isError) offsets.push(cursor.from);
  } while (cursor.next());
  return offsets;
}
