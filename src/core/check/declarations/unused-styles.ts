// RPT2012: a style that nothing names, and that does not hold by itself.
import type { Repair } from "../../diagnostics/index.ts";
import { nearest } from "../../expression/index.ts";
import type { ElementStatement, WordValue } from "../../language/index.ts";
import { elementNamed } from "../../schema/index.ts";
import { advise, type CheckContext, rewrite } from "../context/index.ts";

/** Styles that hold without being named, and what they hold for. */
const BY_THEMSELVES: readonly (readonly [name: string, holders: readonly string[], what: string])[] = [
  ["base", [], "all text"],
  ["label", ["label", "pairs"], "labels"],
];

/** Told once everything has been checked: then all names are known that the form says. */
export function reportUnusedStyles(context: CheckContext, statements: readonly ElementStatement[]): void {
  const standing = statements.flatMap(withAllWithin);
  const words = new Set(standing.map(({ keyword }) => keyword.text));
  for (const statement of statements) {
    const [name] = statement.args;
    if (statement.keyword.text !== "style" || name?.kind !== "word") continue;
    if (context.declared.usedStyles.has(name.text)) continue;
    const own = BY_THEMSELVES.find(([each]) => each === name.text);
    const [, holders = [], what] = own ?? [];
    if (own !== undefined && (holders.length === 0 || holders.some((holder) => words.has(holder)))) continue;
    context.report({
      code: "RPT2012",
      span: name.span,
      message: `style ${name.text} is never used`,
      why:
        what === undefined
          ? `It holds where style=${name.text} names it. By themselves hold base, for all text, and label, for labels.`
          : `It holds for ${what}, and there are none.`,
      repair: repairOf(context, { statement, name, standing }),
    });
  }
}

interface Unused {
  readonly statement: ElementStatement;
  readonly name: WordValue;
  readonly standing: readonly ElementStatement[];
}

function repairOf(context: CheckContext, { statement, name, standing }: Unused): Repair {
  const { text } = name;
  const free = BY_THEMSELVES.map(([each]) => each).filter((each) => !context.declared.styles.has(each));
  const near = nearest(text, free);
  if (near !== null) return rewrite(name.span, near, `did you mean ${near}?`);
  const tables = standing.filter(({ keyword }) => keyword.text === "table" || keyword.text === "gantt");
  const [table] = tables;
  if (OF_HEADINGS.has(text) && table !== undefined && tables.length === 1 && !says(table, "head-style")) {
    const end = table.args.at(-1)?.span.end ?? table.keyword.span.end;
    return rewrite({ start: end, end }, ` head-style=${text}`, `write head-style=${text} at the table, or delete it`);
  }
  const bearers = standing.filter(({ keyword }) => keyword.text === text && takesStyle(text));
  const [bearer] = bearers;
  if (bearer !== undefined && bearers.length === 1 && !says(bearer, "style")) {
    const end = bearer.args.at(-1)?.span.end ?? bearer.keyword.span.end;
    return rewrite({ start: end, end }, ` style=${text}`, `write style=${text} at the ${text}, or delete it`);
  }
  if (bearers.length > 0 || OF_HEADINGS.has(text)) {
    const place = OF_HEADINGS.has(text) ? `head-style=${text} at a table` : `style=${text} at each ${text}`;
    return advise(`write ${place}, or delete it`);
  }
  const { start, end } = statement.span;
  const lineEnd = context.source.indexOf("\n", end);
  const line = { start, end: lineEnd < 0 ? context.source.length : lineEnd + 1 };
  if (BY_THEMSELVES.some(([each]) => each === text)) return rewrite(line, "", "delete it");
  return rewrite(line, "", `write style=${text} where it is to hold, or delete it`);
}

/** What authors call the style of a table's headings. */
const OF_HEADINGS: ReadonlySet<string> = new Set(["head", "th", "header", "heading", "headings", "thead"]);

function takesStyle(element: string): boolean {
  return Object.hasOwn(elementNamed(element)?.properties ?? {}, "style");
}

function says({ properties }: ElementStatement, name: string): boolean {
  return properties.some((each) => each.name.text === name);
}

function withAllWithin(statement: ElementStatement): readonly ElementStatement[] {
  const within = (statement.block?.children ?? []).filter((child) => child.kind === "element");
  return [statement, ...within.flatMap(withAllWithin)];
}
