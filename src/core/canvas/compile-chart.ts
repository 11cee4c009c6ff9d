// Charts: what the source says of their categories, series and axes.
import type { CheckedElement, CheckedValue, CheckedValues } from "../check/index.ts";
import type { PropertyName } from "../schema/index.ts";
import { boxOf, paintOf, wordOf } from "./boxes.ts";
import type { ChartAxis, ChartElement, ChartSeries } from "./canvas-elements.ts";
import {
  argumentChoiceOf,
  choiceOf,
  colorOf,
  type Placed,
  readChildren,
  spanOf,
  templateOf,
  wordsOf,
} from "./element-values.ts";

/** Null where it names no array, which checking refuses. */
export function compileChart(
  element: CheckedElement<"chart">,
  { compiling, text, values }: Placed,
): ChartElement | null {
  const over = element.args.get("array");
  if (over?.kind !== "code") return null;
  const read = readChildren(element, {
    category: ([category]) => (category === undefined ? [] : templateOf(category.args, "content")),
    series: (all) => all.flatMap((series) => compileSeries(series) ?? []),
    axis: compileAxes,
  });
  const bold: readonly [PropertyName, CheckedValue] = ["weight", { kind: "word", text: "bold" }];
  return {
    kind: "chart",
    box: boxOf(values, colorOf(text)),
    span: spanOf(element),
    chart: argumentChoiceOf(element, "kind") ?? "bar",
    over: over.checked.code,
    title: wordsOf(element.properties.get("title")),
    legend: choiceOf(element, "legend"),
    category: read.category,
    series: read.series,
    ...read.axis,
    style: compiling.styles.index(text, true),
    titleStyle: compiling.styles.index(new Map([...text, bold]), false),
  };
}

function compileSeries(series: CheckedElement<"series">): ChartSeries | null {
  const { args, properties } = series;
  const value = args.get("value");
  if (value?.kind !== "code") return null;
  return {
    name: templateOf(args, "name"),
    value: value.checked.code,
    paint: paintOf(properties, "fill") ?? paintOf(properties, "color"),
    dash: choiceOf(series, "dash") ?? "solid",
    format: wordOf(properties, "format"),
    ...typeOf(series),
  };
}

/** Absent where the series is drawn as its chart is, so that such charts keep their compiled form. */
function typeOf(series: CheckedElement<"series">): Pick<ChartSeries, "type"> {
  const type = choiceOf(series, "type");
  return type === null ? {} : { type };
}

type Axis = CheckedElement<"axis">;

function compileAxes(axes: readonly Axis[]): Pick<ChartElement, "x" | "y"> {
  const axis = (which: "x" | "y"): ChartAxis =>
    compileAxis(axes.find((each) => (argumentChoiceOf(each, "which") ?? "y") === which));
  return { x: axis("x"), y: axis("y") };
}

function compileAxis(axis: Axis | undefined): ChartAxis {
  const values: CheckedValues<PropertyName<"axis">> = axis?.properties ?? new Map();
  const number = (key: PropertyName<"axis">): number | null => {
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
