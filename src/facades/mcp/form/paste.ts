// Rows that were copied from a spreadsheet → entries of a list.
import type { LeafField } from "./fields.ts";
import { addEntry, type Filling, type LeafFilling, type ListFilling, write } from "./filling.ts";

/** The cells of copied rows; null where the text is of one cell. Cells with line breaks come in quotes. */
export function copiedCells(text: string): readonly (readonly string[])[] | null {
  const rows: string[][] = [[]];
  for (const [, quoted, plain = "", end] of text.replace(/\r\n?/g, "\n").matchAll(CELL)) {
    rows.at(-1)?.push(quoted === undefined ? plain : quoted.slice(1, -1).replaceAll('""', '"'));
    if (end === "\n") rows.push([]);
    if (end === "") break;
  }
  if (rows.at(-1)?.join("") === "" && rows.length > 1) rows.pop();
  return rows.length > 1 || (rows[0]?.length ?? 0) > 1 ? rows : null;
}

const CELL = /("(?:[^"]|"")*"(?=[\t\n]|$))?([^\t\n]*)(\t|\n|$)/g;

/**
 * Writes cells into a list, from a field of an entry to the right and downwards; entries are added up to the most that
 * the list takes. Answers the entries that were written into.
 */
export function pasteInto(
  list: ListFilling,
  from: { readonly entry: Filling; readonly leaf: LeafFilling },
  rows: readonly (readonly string[])[],
): readonly Filling[] {
  const column = leavesOf(from.entry).indexOf(from.leaf);
  const first = list.entries.indexOf(from.entry);
  if (column < 0 || first < 0) return [];
  return rows.flatMap((cells, at) => {
    const isFull = first + at >= list.entries.length && list.entries.length >= list.field.entriesMax;
    const entry = isFull ? undefined : (list.entries[first + at] ?? addEntry(list));
    if (entry === undefined) return [];
    const leaves = leavesOf(entry).slice(column);
    for (const [index, leaf] of leaves.entries()) {
      const cell = cells[index];
      if (cell !== undefined) write(leaf, textIn(leaf.field, cell.trim()));
    }
    return [entry];
  });
}

/** What one row of a spreadsheet can hold of an entry: pictures come by other ways. */
function leavesOf(entry: Filling): readonly LeafFilling[] {
  const members = entry.shape === "group" ? entry.members : [entry];
  return members.flatMap((member) => (member.shape === "leaf" && member.field.kind !== "image" ? [member] : []));
}

/** A cell as the input has it: a choice by its label or value, a day by its digits. */
function textIn({ kind, options }: LeafField, cell: string): string {
  switch (kind) {
    case "choice": {
      const at = options.findIndex(({ label, value }) => label === cell || String(value) === cell);
      return at < 0 ? "" : String(at);
    }
    case "boolean":
      return /^(?:true|yes|1|はい|○|✓)$/i.test(cell) ? "true" : cell === "" ? "" : "false";
    case "date": {
      const [, year = "", month = "", day = ""] = /^(\d{4})[-/年](\d{1,2})[-/月](\d{1,2})日?$/.exec(cell) ?? [];
      return year === "" ? cell : `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
    }
    default:
      return cell;
  }
}
