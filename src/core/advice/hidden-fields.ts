// RPT5112: a field of the whole form that is printed in the rows of a list alone, and nowhere where the list is empty.
import type { Canvas } from "../canvas/index.ts";
import type { Diagnostic } from "../diagnostics/index.ts";
import { type ExpressionCode, referencePath } from "../expression/index.ts";
import { advised } from "./advice-finding.ts";

/** What of a table stands on the page although it has no record. */
const WITHOUT_ROWS: ReadonlySet<string> = new Set([
  ...["heading", "head", "foot", "footParts", "empty", "blank", "pageFoot"],
]);

/** Which fields the canvas reads, and in the rows of which list alone. */
interface Read {
  readonly outside: Set<string>;
  /** By field, the list whose rows read it. */
  readonly inRows: Map<string, string>;
}

/**
 * Only of fields that always come: their authors expect to see them. What a computed value reads counts as printed,
 * wherever that stands, and so does what a condition asks.
 */
export function hiddenInRows({
  pages,
  fields,
  lets,
}: Pick<Canvas, "pages" | "fields" | "lets">): readonly Diagnostic[] {
  const lists = new Map(fields.map((field) => [field.path, field]));
  const mayBeEmpty = (path: string | null): boolean => {
    if (path === null || !fields.some((field) => field.path.startsWith(`${path}[]`))) return false;
    const list = lists.get(`${path}[]`);
    return list === undefined || list.optional || list.min === null || Number(list.min) === 0;
  };
  const read: Read = { outside: new Set(), inRows: new Map() };
  collect(lets, NO_ROWS, mayBeEmpty, read);
  collect(pages, NO_ROWS, mayBeEmpty, read);
  return fields.flatMap(({ path, optional, default: value, span }) => {
    const list = read.inRows.get(path);
    if (list === undefined || read.outside.has(path) || optional || value !== null) return [];
    const words = {
      message: `${path} is printed in the rows of ${list} alone, and nowhere where ${list} is empty`,
      why: "a value that always comes is looked for, also in a form without any row",
    };
    const repair = `print it outside of the rows too, write min=1 at ${list}, or declare it with ?`;
    return [advised("RPT5112", span, words, repair)];
  });
}

/** The innermost list around that may be empty, and the one around that. */
interface Rows {
  readonly list: string | null;
  readonly around: string | null;
}

const NO_ROWS: Rows = { list: null, around: null };

function collect(node: unknown, rows: Rows, mayBeEmpty: (path: string | null) => boolean, read: Read): void {
  if (typeof node !== "object" || node === null) return;
  if ("op" in node) {
    for (const path of pathsIn(node as ExpressionCode)) {
      if (rows.list === null) read.outside.add(path);
      else read.inRows.set(path, rows.list);
    }
    return;
  }
  const over = "over" in node ? (node.over as ExpressionCode) : null;
  const path = over === null ? null : referencePath(over, [], null);
  const inside: Rows = path !== null && mayBeEmpty(path) ? { list: path, around: rows.list } : rows;
  for (const [name, part] of Object.entries(node)) {
    const own = WITHOUT_ROWS.has(name) ? { list: inside.around, around: inside.around } : inside;
    collect(part, part === over ? rows : own, mayBeEmpty, read);
  }
}

/** The fields of the form itself that a code reads. */
function pathsIn(code: ExpressionCode): readonly string[] {
  const path = referencePath(code, [], null);
  const own = path === null || path === "" ? [] : [path];
  const parts = Object.values(code).flat() as readonly unknown[];
  const inner = parts.flatMap((part) => {
    return typeof part === "object" && part !== null && "op" in part ? pathsIn(part as ExpressionCode) : [];
  });
  return [...own, ...inner];
}
