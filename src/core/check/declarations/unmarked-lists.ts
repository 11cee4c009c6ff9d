// `field items max=20` beside `field items[].name string(40)` → what `field items[] max=20` says.
import type { DeclaredPath, FieldStatement } from "../../language/index.ts";

/**
 * The statements, with the mark of a list where one without a type names a list of others: nothing else can be meant.
 */
export function withListMarks(statements: readonly FieldStatement[]): readonly FieldStatement[] {
  const lists = new Set(statements.flatMap(({ path }) => listsOf(path)));
  return statements.map((statement) => {
    const { path, type } = statement;
    const last = path.segments.at(-1);
    if (type !== null || last === undefined || last.many || !lists.has(`${path.text}[]`)) return statement;
    const segments = [...path.segments.slice(0, -1), { ...last, many: true }];
    return { ...statement, path: { ...path, text: `${path.text}[]`, segments } };
  });
}

/** `a[].b[].c` → `a[]`, `a[].b[]` */
function listsOf({ segments }: DeclaredPath): readonly string[] {
  const written = segments.map(({ text, many }) => (many ? `${text}[]` : text));
  return segments.flatMap(({ many }, at) => (many ? [written.slice(0, at + 1).join(".")] : []));
}
