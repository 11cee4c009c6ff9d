// A gantt is a table with a column that is a time axis: what its scale, bars, marks and line of today say.
import type { CheckedElement, CheckedValues } from "../check/index.ts";
import type { ExpressionCode, Template } from "../expression/index.ts";
import { boxValues, lengthOf, paintOf, STROKE_DEFAULT_EMU, strokeOf, wordOf } from "./boxes.ts";
import type { CellBox, GanttAxis, GanttBar, GanttMilestone, GanttToday, TableColumn } from "./canvas-elements.ts";
import type { Paint, Stroke, Width } from "./canvas-styles.ts";
import { type Compiling, choiceOf, colorOf, conditionOf, spanOf, wordsOf } from "./element-values.ts";
import { movedPaints } from "./moved-paints.ts";
import { cellText, type TextValues, withDefault } from "./text-styles.ts";
import { usualTiers } from "./time-headings.ts";

/** No column of an author has a blank in its id. */
const AXIS_ID = "time axis";

/** Whether a column of a table is its time axis. */
export function isAxis({ id }: Pick<TableColumn, "id">): boolean {
  return id === AXIS_ID;
}

/** How the axis's column looks beside the table's others. */
export interface AxisLook {
  readonly cell: CellBox;
  readonly headCell: CellBox;
  readonly headText: TextValues;
}

/** What stands in a gantt beside its columns and rows. */
export interface AxisParts {
  /** Absent where the gantt itself says from when to when. */
  readonly scale: CheckedElement<"scale"> | undefined;
  readonly bars: readonly CheckedElement<"bar">[];
  readonly milestones: readonly CheckedElement<"milestone">[];
  readonly today: CheckedElement<"today"> | undefined;
}

export interface CompiledAxis {
  readonly column: TableColumn;
  readonly axis: GanttAxis;
}

/** Null for a gantt without limits, which checking refuses. */
export function compileAxis(
  compiling: Compiling,
  element: CheckedElement<"gantt">,
  { scale: written, bars, milestones, today }: AxisParts,
  around: TextValues,
  look: AxisLook,
): CompiledAxis | null {
  const text = withDefault(around, "valign", "middle");
  const scale = written ?? element;
  const [from, to] = [codeOf(scale.properties, "from"), codeOf(scale.properties, "to")];
  if (from === null || to === null) return null;
  const width = written?.properties.get("w");
  const share: Width = { kind: "share", thousandths: 1000 };
  const styles = compiling.styles;
  const headText = cellText(compiling.resources, look.headText, scale, null);
  const headStyle = styles.index(headText, false);
  const column: TableColumn = {
    id: AXIS_ID,
    heading: [],
    content: [],
    width: width?.kind === "width" ? width.width : share,
    cell: { ...look.cell, padding: [0, 0, 0, 0] },
    headCell: { ...look.headCell, padding: [0, 0, 0, 0] },
    headStyle,
    bodyStyle: styles.index(text, false),
    role: null,
    span: spanOf(scale),
  };
  const isClock = isTimeOfDay(scale.properties, "from");
  const usualUnit = isClock ? "hour" : "day";
  const unit = (written === undefined ? choiceOf(element, "unit") : choiceOf(written, "unit")) ?? usualUnit;
  const axis: GanttAxis = {
    from,
    to,
    unit,
    tiers: tiersOf(written, usualTiers(unit, wordOf(headText, "lang") ?? "ja", isClock)),
    holidays: written === undefined ? null : codeOf(written.properties, "holidays"),
    off: written === undefined ? null : paintOf(written.properties, "off"),
    headStyle,
    bars: bars.flatMap((bar) => compileBar(compiling, bar, textOfMark(text, bar)) ?? []),
    milestones: milestones.flatMap((mark) => compileMilestone(compiling, mark, textOfMark(text, mark)) ?? []),
    today: today === undefined ? null : compileToday(compiling, today, text),
    span: spanOf(scale),
  };
  return { column, axis };
}

/** The patterns of the lines of headings, from the top; an empty one is no line. */
function tiersOf(
  scale: CheckedElement<"scale"> | undefined,
  [top, bottom]: ReturnType<typeof usualTiers>,
): readonly string[] {
  if (scale === undefined) return [top, bottom];
  const { properties } = scale;
  const tiers = [
    wordOf(properties, "top") ?? top,
    wordOf(properties, "middle"),
    wordOf(properties, "bottom") ?? bottom,
  ];
  return tiers.flatMap((pattern) => (pattern === null || pattern === "" ? [] : [pattern]));
}

function codeOf<Name extends string>(values: CheckedValues<Name>, key: NoInfer<Name>): ExpressionCode | null {
  const value = values.get(key);
  return value?.kind === "code" ? value.checked.code : null;
}

function isTimeOfDay<Name extends string>(values: CheckedValues<Name>, key: NoInfer<Name>): boolean {
  const value = values.get(key);
  return value?.kind === "code" && value.checked.type.kind === "time";
}

type Mark = CheckedElement<"bar" | "milestone">;

/** What a mark has of the text of its table, in the record that it is asked in, or in the entry of a list there. */
function textOfMark(table: TextValues, { args }: Mark): TextValues {
  return movedPaints(table, args.has("array") ? 2 : 1);
}

/** The list whose entries a mark is drawn for. */
function listOf({ args }: Mark): Pick<GanttBar, "each"> {
  const each = codeOf(args, "array");
  return each === null ? {} : { each };
}

function altOf(element: Mark): Template | null {
  return wordsOf(element.properties.get("alt"));
}

/** Bars are of the colour of text, much lighter, where the source says nothing: letters on them can be read. */
const BAR_FILL: Paint = { kind: "fixed", color: [200, 206, 214, 255] };

function compileBar(compiling: Compiling, bar: CheckedElement<"bar">, table: TextValues): GanttBar | null {
  const { properties } = bar;
  const [start, end] = [codeOf(properties, "start"), codeOf(properties, "end")];
  if (start === null || end === null) return null;
  const text = cellText(compiling.resources, table, bar, null);
  const look = boxValues(compiling.resources, bar, null);
  const border = look.get("border");
  return {
    start,
    end,
    progress: codeOf(properties, "progress"),
    lane: choiceOf(bar, "lane") ?? "main",
    label: wordsOf(properties.get("label")),
    style: compiling.styles.index(text, false),
    fill: paintOf(look, "fill") ?? BAR_FILL,
    border: border?.kind === "stroke" ? strokeOf(border, colorOf(text), null) : null,
    heightEmu: lengthOf(properties, "h"),
    ...listOf(bar),
    when: conditionOf(bar),
    role: wordOf(properties, "role"),
    alt: altOf(bar),
    span: spanOf(bar),
  };
}

function compileMilestone(
  compiling: Compiling,
  mark: CheckedElement<"milestone">,
  text: TextValues,
): GanttMilestone | null {
  const { properties, args } = mark;
  const at = codeOf(args, "date");
  if (at === null) return null;
  return {
    at,
    label: wordsOf(args.get("label")),
    style: compiling.styles.index(text, false),
    shape: choiceOf(mark, "shape") ?? "triangle",
    fill: paintOf(properties, "fill") ?? paintOf(properties, "color") ?? colorOf(text),
    ...listOf(mark),
    when: conditionOf(mark),
    role: wordOf(properties, "role"),
    alt: altOf(mark),
    span: spanOf(mark),
  };
}

function compileToday(compiling: Compiling, today: CheckedElement<"today">, text: TextValues): GanttToday | null {
  const at = codeOf(today.args, "date");
  if (at === null) return null;
  return {
    at,
    label: wordsOf(today.args.get("label")),
    style: compiling.styles.index(text, false),
    stroke: todayStroke(today, colorOf(text)),
    span: spanOf(today),
  };
}

function todayStroke(today: CheckedElement<"today">, textColor: Paint): Stroke {
  const { properties } = today;
  const paint = paintOf(properties, "color") ?? textColor;
  const dash = choiceOf(today, "dash");
  const written = properties.get("stroke");
  const base = written?.kind === "stroke" ? strokeOf(written, paint, dash) : null;
  const widthEmu = lengthOf(properties, "stroke-width") ?? base?.widthEmu ?? STROKE_DEFAULT_EMU;
  return { widthEmu, paint: base?.paint ?? paint, dash: base?.dash ?? dash ?? "solid" };
}
