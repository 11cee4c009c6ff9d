// Charts: what the source says of their categories, series and axes.
import type { CheckedElement, CheckedValue, CheckedValues } from "../check/index.ts";
import { paintOf, wordOf } from "./boxes.ts";
import type { ChartAxis, ChartElement, ChartSeries } from "./canvas-elements.ts";
import type { Box, Stroke } from "./canvas-styles.ts";
import { type Compiling, spanOf, templateOf, wordsOf } from "./element-values.ts";
import type { TextValues } from "./text-styles.ts";

/** Null where it names no array, which checking refuses. */
export function compileChart(
  compiling: Compiling,
  element: CheckedElement,
  text: TextValues,
  box: Box,
): ChartElement | null {
  const over = element.args.get("array");
  if (over?.kind !== "code") return null;
  const named = (name: string) => element.children.filter((child) => child.definition.name === name);
  const axis = (which: string) =>
    compileAxis(named("axis").find((each) => (wordOf(each.args, "which") ?? "y") === which));
  const bold: readonly [string, CheckedValue] = ["weight", { kind: "word", text: "bold" }];
  const [category] = named("category");
  return {
    kind: "chart",
    box,
    span: spanOf(element),
    chart: (wordOf(element.args, "kind") ?? "bar") as ChartElement["chart"],
    over: over.checked.code,
    title: wordsOf(element.properties.get("title")),
    legend: wordOf(element.properties, "legend") as ChartElement["legend"],
    category: category === undefined ? [] : templateOf(category.args, "content"),
    series: named("series").flatMap((series) => compileSeries(series) ?? []),
    x: axis("x"),
    y: axis("y"),
    style: compiling.styles.index(text, true),
    titleStyle: compiling.styles.index(new Map([...text, bold]), false),
  };
}

function compileSeries(series: CheckedElement): ChartSeries | null {
  const { args, properties } = series;
  const value = args.get("value");
  if (value?.kind !== "code") return null;
  return {
    name: templateOf(args, "name"),
    value: value.checked.code,
    paint: paintOf(properties, "fill") ?? paintOf(properties, "color"),
    dash: (wordOf(properties, "dash") ?? "solid") as Stroke["dash"],
    format: wordOf(properties, "format"),
  };
}

function compileAxis(axis: CheckedElement | undefined): ChartAxis {
  const values: CheckedValues = axis?.properties ?? new Map();
  const number = (key: string): number | null => {
    const value = values.get(key);
    return value?.kind === "number" ? value.thousandths : null;
  };
  return {
    min: number("min"),
    max: number("max"),
    step: number("step"),
    lineAt: linesAt(values.get("line-at")),
    title: wordsOf(values.get("title")),
    format: wordOf(values, "format"),
  };
}

function linesAt(value: CheckedValue | undefined): ChartAxis["lineAt"] {
  if (value?.kind === "number") return [value.thousandths];
  if (value?.kind === "numbers") return value.thousandths;
  return value?.kind === "code" ? value.checked.code : [];
}
