// RPT1023: properties that change nothing in what stands around their element: in rows and grids, on plates, in cells.
import { type Repair, withArticle } from "../../diagnostics/index.ts";
import type { ElementStatement, Property } from "../../language/index.ts";
import { type ElementName, isIdle, type PropertyName } from "../../schema/index.ts";
import { rewrite } from "../context/index.ts";
import { named, reportUseless, type Written, withSpaceBefore } from "../values/index.ts";

/** Properties that an element has no use for within others. */
interface IdleWithin {
  readonly properties: readonly PropertyName[];
  readonly holders: ReadonlySet<ElementName>;
  /** Whether what holds the element itself decides; else any element around it. */
  readonly isDirect: boolean;
  readonly why: (holder: string) => string;
}

/** Where elements stand at `x` and `y`. */
const ABSOLUTE: ReadonlySet<ElementName> = new Set(["plate", "header", "footer", "background"]);
/** What no page's end parts. */
const WHOLE: ReadonlySet<ElementName> = new Set(["row", "grid", "column", "cell", ...ABSOLUTE]);
const BANDS: ReadonlySet<ElementName> = new Set(["header", "footer", "background"]);

const WITHIN: readonly IdleWithin[] = [
  {
    properties: ["w"],
    holders: new Set(["grid"]),
    isDirect: true,
    why: () => "Each element of a grid is as wide as its column: write the width in cols= of the grid.",
  },
  {
    properties: ["place"],
    holders: new Set(["row", "grid"]),
    isDirect: true,
    why: (holder) =>
      `In ${withArticle(holder)} its box is as wide as its part of the ${holder}; align= places words within it.`,
  },
  {
    properties: ["place"],
    holders: ABSOLUTE,
    isDirect: true,
    why: () => "It stands where x and y say.",
  },
  {
    properties: ["keep", "keep-min", "break", "balance", "split", "rows-per-page", "fill-rows"],
    holders: WHOLE,
    isDirect: false,
    why: (holder) => `No page's end parts what stands in ${withArticle(holder)}.`,
  },
  {
    properties: ["alt"],
    holders: BANDS,
    isDirect: false,
    why: () => "What repeats on every page is not read out, and neither are its words.",
  },
];

/** Tells of each property that does nothing in what stands around the element. */
export function checkWithin(written: Written): void {
  const { context, name, definition, holders } = written;
  // What stands in an `each` stands in what holds that.
  const direct = holders.findLast((each) => each !== "each") ?? null;
  for (const { properties, holders: idle, isDirect, why } of WITHIN) {
    const holder = isDirect ? (direct !== null && idle.has(direct) ? direct : null) : lastOf(holders, idle);
    // An `each` in a row or a grid has no box at all, which is told by itself.
    if (holder === null || (name === "each" && isDirect && !ABSOLUTE.has(holder))) continue;
    for (const each of properties) {
      const property = named(written, each);
      if (property === undefined || isIdle(name, each)) continue;
      // What the element does not take is told as that.
      if (!Object.hasOwn(definition.properties, each)) continue;
      // What an element must say is said wherever it stands.
      if (definition.required.includes(each)) continue;
      if (each === "place" && !ABSOLUTE.has(holder) && hasOwnWidth(written)) continue;
      const moved = isDirect ? null : movedTo(written, property, holder);
      reportUseless(context, property, each, `in ${withArticle(holder)}`, why(holder), moved ?? undefined);
    }
  }
  if (direct === null || !(ABSOLUTE.has(direct) || direct === "row" || direct === "grid")) reportUnplaced(written);
}

/** What rows and grids take as a whole. No page's end parts them, so `keep=together` is none of it. */
const OF_THE_WHOLE: ReadonlySet<string> = new Set(["keep", "break"] satisfies PropertyName[]);

/** The property at the row or grid itself, which is what its author means; null where it has one, or takes none. */
function movedTo({ context, holders, statements }: Written, property: Property, holder: ElementName): Repair | null {
  const { name, value } = property;
  const statement = statements[holders.lastIndexOf(holder)];
  const text = `${name.text}=${context.textOf(value.span)}`;
  const mayMove = (holder === "row" || holder === "grid") && OF_THE_WHOLE.has(name.text) && text !== "keep=together";
  if (!mayMove || statement === undefined || firstWith(statement, name.text) !== property) return null;
  const end = statement.keyword.span.end;
  const edits = [
    { span: { start: end, end }, text: ` ${text}` },
    { span: withSpaceBefore(context, property.span), text: "" },
  ];
  return { title: `write ${text} at the ${holder}`, applicability: "suggestion", edits };
}

/** The first property of that name at an element or within it. */
function firstWith({ properties, block }: ElementStatement, name: string): Property | undefined {
  const own = properties.find((each) => each.name.text === name);
  if (own !== undefined) return own;
  for (const child of block?.children ?? []) {
    const within = child.kind === "element" ? firstWith(child, name) : undefined;
    if (within !== undefined) return within;
  }
  return undefined;
}

function lastOf(holders: readonly ElementName[], among: ReadonlySet<ElementName>): ElementName | null {
  return holders.findLast((each) => among.has(each)) ?? null;
}

/** Elements that are as wide as what holds them, unless they say `w`. */
const FILLING: ReadonlySet<ElementName> = new Set([
  ...(["text", "label", "rich", "markdown", "stack", "box", "each", "row", "columns", "plate", "check"] as const),
  ...(["pairs", "chart", "line", "rect", "seals"] as const),
]);
/** Elements that are as wide as their columns, where none of those takes the rest of the width. */
const TABULAR: ReadonlySet<ElementName> = new Set(["table", "gantt", "grid"]);

function hasOwnWidth({ context, name, statement }: Written): boolean {
  if (!TABULAR.has(name)) return false;
  const widthOf = ({ properties }: Pick<ElementStatement, "properties">, property: string): string | null => {
    const found = properties.find((each) => each.name.text === property);
    return found === undefined ? null : context.textOf(found.value.span);
  };
  if (name === "grid") return !/fr\b/u.test(widthOf(statement, "cols") ?? "");
  const parts = (statement.block?.children ?? []).filter((child) => child.kind === "element");
  return parts.every((part) => {
    const width = widthOf(part, "w");
    if (part.keyword.text === "scale") return width !== null && !width.endsWith("fr");
    return part.keyword.text !== "column" || width === null || !width.endsWith("fr");
  });
}

/** Elements whose content has no width of its own, where they say none. */
const BOUNDLESS: ReadonlySet<string> = new Set<ElementName>([
  ...(["chart", "comb", "grid", "gantt", "line", "markdown", "rect", "seals", "table"] as const),
]);
/** Elements that are as wide as what stands in them. */
const HOLDERS: ReadonlySet<string> = new Set<ElementName>(["stack", "box", "each", "row", "columns", "plate"]);

/** Whether nothing in an element says how wide it is. */
function fillsItsRoom({ keyword, block }: ElementStatement): boolean {
  if (!HOLDERS.has(keyword.text)) return BOUNDLESS.has(keyword.text);
  return (block?.children ?? []).some((child) => {
    if (child.kind !== "element") return false;
    const width = child.properties.find(({ name }) => name.text === "w")?.value;
    return (width?.kind !== "number" || width.unit === "%") && fillsItsRoom(child);
  });
}

/** Those of them whose words `align` places. */
const ALIGNED: ReadonlySet<ElementName> = new Set(["text", "label", "rich", "markdown"]);

/** `place` of a box that is as wide as its container: there is no room beside it. */
function reportUnplaced(written: Written): void {
  const { context, name } = written;
  const property = named(written, "place");
  const width = named(written, "w");
  const fills = FILLING.has(name) || (TABULAR.has(name) && !hasOwnWidth(written));
  if (property === undefined || named(written, "rotate") !== undefined || !fills || isIdle(name, "place")) return;
  if (width !== undefined) {
    const text = context.textOf(width.value.span);
    const isWide = text.endsWith("fr") || (text === "auto" && fillsItsRoom(written.statement));
    if (isWide) reportUseless(context, property, "place", `with w=${text}`, "Its box is as wide as what holds it.");
    return;
  }
  const why = "Without w, its box is as wide as what holds it.";
  const side = context.textOf(property.value.span);
  const isAligned = ALIGNED.has(name) && named(written, "align") === undefined;
  if (!isAligned && fillsItsRoom(written.statement)) {
    return reportUseless(context, property, "place", "without w", why);
  }
  const placed = isAligned ? `align=${side}` : `w=auto place=${side}`;
  context.report({
    code: "RPT1023",
    span: property.span,
    message: "place has no effect without w",
    why: isAligned ? `${why} Words are placed within it by align.` : `${why} With w=auto it is as wide as its content.`,
    repair: rewrite(property.span, placed, isAligned ? `write ${placed}, or add w=` : `write ${placed}`),
  });
}
