// RPT1023 of charts: what the kind of a chart has no use for, and a name that stands nowhere.

import { withArticle } from "../../diagnostics/index.ts";
import type { ElementStatement } from "../../language/index.ts";
import { advise, type CheckContext, rewrite } from "../context/index.ts";
import { reportUseless } from "../values/index.ts";
import { childrenOf } from "./cells.ts";

/** Properties of a chart's children that one kind of chart does not use. */
interface Unused {
  readonly child: "series" | "axis";
  readonly property: string;
  /** The kinds of chart. */
  readonly kinds: readonly string[];
  readonly why: string;
  /** A computed value has an effect all the same. */
  readonly unlessComputed?: true;
  /** Series that are drawn so use it all the same. */
  readonly unlessDrawnAs?: "line";
}

const SHARES = "A pie writes the share of each part.";
const COLOURS = "Each part has a colour of its own; a computed one decides for each record.";

const UNUSED: readonly Unused[] = [
  { child: "series", property: "format", kinds: ["pie"], why: SHARES },
  { child: "series", property: "color", kinds: ["pie"], why: COLOURS, unlessComputed: true },
  { child: "series", property: "fill", kinds: ["pie"], why: COLOURS, unlessComputed: true },
  {
    child: "series",
    property: "dash",
    kinds: ["bar", "stacked", "line", "pie"],
    why: "Only a line has dashes, and this series is none.",
    unlessDrawnAs: "line",
  },
  { child: "series", property: "type", kinds: ["pie"], why: "Every part of a pie is a slice." },
  ...["min", "max", "step", "line-at", "format", "title"].map(
    (property): Unused => ({ child: "axis", property, kinds: ["pie"], why: "A pie has no axes." }),
  ),
];

/** The axis of categories has names, and no numbers. */
const OF_NUMBERS: readonly string[] = ["min", "max", "step", "line-at", "format"];

export function checkChartEffects(context: CheckContext, statement: ElementStatement): void {
  const kind = kindOf(statement);
  for (const child of childrenOf(statement)) {
    for (const property of child.properties) {
      const { text } = property.name;
      const unused = UNUSED.find((one) => {
        if (one.child !== child.keyword.text || one.property !== text || !one.kinds.includes(kind)) return false;
        if (one.unlessDrawnAs !== undefined && drawnAs(context, kind, child) === one.unlessDrawnAs) return false;
        return one.unlessComputed !== true || property.value.kind !== "expression";
      });
      if (unused !== undefined) reportUseless(context, property, text, `in ${withArticle(kind)} chart`, unused.why);
      else if (isOfCategories(child) && OF_NUMBERS.includes(text)) {
        reportUseless(context, property, text, "on axis x", "It has the names of the categories, and no numbers.");
      }
    }
  }
  reportUnnamed(context, statement);
}

function kindOf({ args: [kind] }: ElementStatement): string {
  return kind?.kind === "word" ? kind.text : "bar";
}

/** What a series is drawn as: by its own type, else by the kind of the chart. */
function drawnAs(context: CheckContext, kind: string, { properties }: ElementStatement): string {
  const type = properties.find(({ name }) => name.text === "type");
  return type === undefined || kind === "pie" ? kind : context.textOf(type.value.span);
}

function isOfCategories({ keyword, args: [which] }: ElementStatement): boolean {
  return keyword.text === "axis" && which?.kind === "word" && which.text === "x";
}

/** A name that stands nowhere: a chart of one series has no legend unless it says where. */
function reportUnnamed(context: CheckContext, statement: ElementStatement): void {
  const within = childrenOf(statement);
  const [only, ...more] = within.filter(({ keyword }) => keyword.text === "series");
  const [name] = only?.args ?? [];
  if (only === undefined || name === undefined || more.length > 0) return;
  const saysWhere = statement.properties.some((each) => each.name.text === "legend");
  const isPie = kindOf(statement) === "pie";
  if (saysWhere && !isPie) return;
  const words = context.textOf(name.span).replace(/^"(.*)"$/, "$1");
  const titles = [statement, ...within].flatMap(({ properties }) =>
    properties.filter((one) => one.name.text === "title"),
  );
  if (words === "" || titles.some(({ value }) => context.textOf(value.span).includes(words))) return;
  const end = name.span.end;
  const how = isPie ? "a pie names its parts alone" : "its chart has no legend";
  const { end: after } = (statement.args.at(-1) ?? statement.keyword).span;
  context.report({
    code: "RPT1023",
    span: { start: name.span.start, end },
    message: `the name of the only series stands nowhere: ${how}`,
    why: "Who reads the chart does not learn what it counts.",
    repair: isPie
      ? advise(`write title="${words}" at the chart, or name the series ""`)
      : rewrite(
          { start: after, end: after },
          " legend=bottom",
          "write legend=bottom, a title= with it, or legend=none",
        ),
  });
}
