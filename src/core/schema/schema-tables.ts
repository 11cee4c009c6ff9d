// The part of the table that repeats over records: tables, schedules, charts.
import type { Properties } from "./definition.ts";
import {
  ALT,
  BLANK_OR_TEXT,
  BORDER,
  BOX,
  CELL,
  choice,
  element,
  FORMAT,
  of,
  ROLE,
  STROKES,
  STYLE,
  TEXT_ARGUMENT,
  TEXT_PROPERTIES,
} from "./schema-properties.ts";

const ARRAY = [{ name: "array", kind: "array" }] as const;
/** Of an axis: numbers up to it print exactly, and amounts in yen get near it. */
const AXIS_MOST = 1_000_000_000_000_000;
const AS = of("name", "item", "a name for the record");

/** What table and gantt have in common. */
const ROWS = {
  ...BOX,
  ...TEXT_PROPERTIES,
  header: choice(["repeat", "once", "none"], "the headings on every page, once or never"),
  split: choice(
    ["row", "none", "cell"],
    "whether a row may be parted over pages; with `cell` between the lines of a text, two at least on each side",
  ),
  "row-h": of("length", "7mm", "the least height of a row, of heads and feet too"),
  zebra: of("paint", "shade", "the colour of every second row; cells that merge=same joins have none"),
  empty: of(
    "template",
    '"該当なし"',
    "shown in place of the rows where there is no record, over all columns: in the type of the first one, from the " +
      "left, or in the middle where that column is centred",
  ),
  as: AS,
  "head-fill": of("paint", "shade", "the colour behind the headings"),
  "head-style": of("style", "small", "a style for the headings, over that of the table"),
  "row-fill": of("paint", "(if(true, 'ink', 'rule'))", "the colour behind a row, from its record", {
    sees: "record",
  }),
  "row-color": of(
    "paint",
    "(if(true, 'ink', 'rule'))",
    "the colour of a row's text, from its record, in blocks too where a text has the column's colour; a column's or " +
      "cell's own color stands over it",
    {
      sees: "record",
    },
  ),
} satisfies Properties;

const INTO = of("columns", "amount", "the column that shows the sum");
const CELL_ROWS = of("count", "2", "so many rows high", { min: 1, max: 20 });
const COL = of("columns", "base..tax", "the column, or from..to");

const MIN_ROWS = of(
  "count",
  "12",
  "blank rows fill up to so many records, as far as the page has room and rows-per-page lets them; those of a gantt " +
    "have the lines of its axis",
  { min: 0, max: 1000 },
);

const COLUMN = {
  ...CELL,
  w: of("width", "26mm", "the width"),
  merge: choice(
    ["same"],
    "neighbours of equal values become one cell where those at the left do, but for the last of columns that all do; " +
      "its letters have the row-color of the first of them on each page, while each row keeps its row-fill",
  ),
  when: of(
    "condition",
    "(true)",
    "the column is left out where the condition does not hold, with cells, rows of cells and a carry in it alone",
    {
      sees: "outside",
    },
  ),
} satisfies Properties;

const TABLES = [
  element("table", "one row for each record", "table items header=repeat {", {
    args: ARRAY,
    children: ["column", "group", "carry", "head", "row", "pagefoot", "foot"],
    opensRecord: true,
    properties: {
      ...ROWS,
      "min-rows": MIN_ROWS,
      "rows-per-page": of(
        "counts",
        "22",
        "so many rows on every page, heads and feet of groups among them, but no repeated heads; [first, rest] where " +
          "the first differs",
        { min: 1, max: 1000 },
      ),
      "fill-rows": of(
        "flag",
        "true",
        "blank rows fill the last page, and each that ends before a group with break=page, in all its columns: up to " +
          "rows-per-page, or all of its rest. A page that ends earlier, since rows stay together, has none",
      ),
      blank: of("template", '"以下余白"', "stands in the first blank row below the last record of the table"),
      strike: of("flag", "true", "a diagonal line through the blank rows of each page"),
    },
  }),
  element(
    "column",
    "a column; without a cell it shows the field of its name",
    'column price "単価" (.price) w=26mm align=right',
    {
      args: [
        { name: "id", kind: "name" },
        { name: "heading", kind: "template" },
        { name: "cell", kind: "template", optional: true },
      ],
      parents: ["table", "gantt"],
      children: "flow",
      blockOptional: true,
      properties: COLUMN,
    },
  ),
  element("group", "records of one key, with a head and a foot", "group (.line) keep=head {", {
    args: [{ name: "key", kind: "expression" }],
    parents: ["table", "gantt", "group"],
    children: ["head", "foot", "group"],
    blockOptional: true,
    properties: {
      ...TEXT_PROPERTIES,
      ...STYLE,
      order: choice(["data", "asc", "desc"], "the order of the groups; data: as they first appear"),
      break: choice(["auto", "page"], "whether every group starts a page"),
      keep: choice(
        ["head", "together"],
        "together: the group stays on one page where a page can hold it, else it parts as with head",
      ),
      "repeat-head": of("flag", "true", "the head stands again on every page"),
      "head-fill": of("paint", "shade", "the colour behind the head"),
      as: AS,
    },
  }),
  element("head", "a heading of several rows, or the head of a group", 'head "{.key}" style=head', {
    args: [{ name: "content", kind: "template", optional: true }],
    parents: ["table", "gantt", "group"],
    children: ["cell", "newrow"],
    blockOptional: true,
    properties: { ...CELL },
  }),
  element("carry", "a running sum, carried from page to page", 'carry (.amount) into=amount out="次頁へ繰越"', {
    args: [{ name: "amount", kind: "expression", yields: "summed" }],
    parents: ["table"],
    required: ["into"],
    properties: {
      into: INTO,
      out: of(
        "template",
        '"次頁へ繰越"',
        "(`Carried forward` where lang= is not ja) left of the sum, else at its right, " +
          "in the last row of every page but the last",
      ),
      in: of(
        "template",
        '"前頁より繰越"',
        "(`Brought forward`) stands there in the first row of every page but the first",
      ),
      ...CELL,
    },
  }),
  element("row", "the cells of one record in several tiers", "row {", {
    parents: ["table"],
    children: ["cell", "newrow"],
    properties: { ...TEXT_PROPERTIES, ...STYLE },
  }),
  element("pagefoot", "a row that sums its numbers over the page", "pagefoot {", {
    parents: ["table"],
    children: ["cell", "newrow"],
    properties: { ...TEXT_PROPERTIES, ...STYLE },
  }),
  element("foot", "rows below the records", "foot keep=together {", {
    args: [],
    parents: ["table"],
    children: ["cell", "newrow", "row"],
    seesOutside: true,
    properties: {
      on: choice(["last", "every"], "on the last page or on every page"),
      keep: choice(["together"], "its rows stay on one page also where no page holds them with a record"),
      when: of("condition", "(true)", "left out where the condition does not hold", { sees: "outside" }),
      ...STYLE,
      ...TEXT_PROPERTIES,
    },
  }),
  element("cell", "a cell of a foot, head or tiered row", "cell (total) col=amount align=right", {
    args: BLANK_OR_TEXT,
    parents: ["foot"],
    required: ["col"],
    properties: { ...CELL, col: COL, rows: CELL_ROWS },
  }),
  element("newrow", "starts the next row of cells", "newrow", { parents: ["foot", "head", "row", "pagefoot", "grid"] }),
] as const;

const LABEL = of(
  "template",
  '"{.no}"',
  "words on it, where align= places them, or beside it where it is shorter or lower than they are; those of bars of " +
    "a list, and on an axis of times of day, become narrower and smaller to stand on it, or point to it from beside",
);

const FIRST_DAY =
  "the first day; datetimes are moments, all of them shown in its offset: without one in that of `to`, " +
  "else of the first datetime of the records; or the first time of day (`09:00`), where `to` and all bars and marks " +
  "are times of day as well: an axis that ends at that time or before it runs past midnight";

const STEPS =
  "the step of the axis; a month that is too narrow for its name, as the ends of the axis may cut it " +
  "off, is named without its year (12月), at the ends also in narrower letters, and the first one by its first day " +
  "(11/29); a name without room even so is left out and told (RPT4003), as is a year that no name says; where not " +
  "all days have room for their names, every second, fifth or tenth of each month is named, and no finding " +
  "tells of the others, nor of a last name that the axis ends before; steps of other units are treated alike";

const BAR = {
  start: of("expression", "(.from)", "its first day, or the time at which it begins", { yields: "instant" }),
  end: of("expression", "(.to)", "its last day, or the time at which it ends", { yields: "instant" }),
  progress: of("expression", "(.rate)", "how much is done in percent, 0 to 100; a share of 0 to 1 is (.rate * 100)", {
    yields: "number",
  }),
  lane: choice(
    ["main", "progress"],
    "where in the row it lies; bars of one lane that would hide one another lie one below another. A bar in " +
      "the lane `progress` is drawn for the share that progress= says, and not at all at 0: it stands beside " +
      "one in `main`",
  ),
  label: LABEL,
  fill: of("paint", "plan", "its colour"),
  border: of("stroke", "0.25pt", "the line around it"),
  h: of("length", "4mm", "its height, as far as its row has room"),
  ...TEXT_PROPERTIES,
  ...STYLE,
  ...ROLE,
  ...ALT,
  when: of("condition", "(true)", "drawn only where the condition holds"),
} satisfies Properties;

const MILESTONE = {
  shape: choice(["triangle", "diamond", "line"], "the mark"),
  color: of("paint", "late", "its colour"),
  fill: of("paint", "late", "its filling"),
  when: of("condition", "(true)", "drawn only where the condition holds"),
  ...ROLE,
  ...ALT,
} satisfies Properties;

const MARKED = [
  { name: "date", kind: "expression", yields: "instant" },
  { name: "label", kind: "template", optional: true },
] as const;

const SCHEDULES = [
  element("gantt", "one row for each record, with bars on a time axis", "gantt jobs header=repeat {", {
    args: ARRAY,
    children: ["column", "scale", "bar", "milestone", "today", "group", "head", "foot"],
    opensRecord: true,
    properties: {
      ...ROWS,
      "min-rows": MIN_ROWS,
      from: of("expression", "(plan.from)", "the first day of the axis, or its first time of day", {
        yields: "instant",
      }),
      to: of("expression", "(plan.to)", "the last day of the axis, or its last time of day", { yields: "instant" }),
      unit: choice(["day", "week", "month", "hour"], "the step of the axis"),
    },
  }),
  element("scale", "the time axis; its last day is included", "scale from=(plan.from) to=(plan.to) unit=day", {
    parents: ["gantt"],
    required: ["from", "to"],
    seesOutside: true,
    properties: {
      from: of("expression", "(plan.from)", FIRST_DAY, { yields: "instant" }),
      to: of("expression", "(plan.to)", "the last day, or the last time of day", { yields: "instant" }),
      unit: choice(["day", "week", "month", "hour"], STEPS),
      top: of(
        "literal",
        "'M月'",
        "the pattern of the upper line; without it and `bottom`, that of `lang=` (`yyyy年M月`, `MMM yyyy`)",
      ),
      middle: of("literal", "'d'", "the pattern of a line between them"),
      bottom: of("literal", "'d'", "the pattern of the lower line"),
      holidays: of("expression", "(holidays[])", "days without work", { yields: "dates" }),
      off: of("paint", "shade", "the colour of days without work"),
      w: of("width", "1fr", "the width of the axis"),
      ...TEXT_PROPERTIES,
      ...STYLE,
    },
  }),
  element(
    "bar",
    "a bar from one time to another; where one is absent its edge is torn, which is told; without both none is drawn" +
      "; of a short time it is 1mm wide, as far as no other bar of its lane stands beside it",
    "bar start=(.from) end=(.to) fill=plan",
    { parents: ["gantt"], required: ["start", "end"], properties: BAR },
  ),
  element(
    "milestone",
    "a mark at one time, if that is there; marks of one time stand one below another, words nearest to their mark",
    "milestone (.due) shape=triangle color=late",
    { args: MARKED, parents: ["gantt"], properties: MILESTONE },
  ),
  element(
    "today",
    "a line through all rows, but through no words, at one day; none where that is absent",
    "today (plan.asOf) color=late",
    {
      args: [
        { name: "date", kind: "expression", yields: "instant" },
        { name: "label", kind: "template", optional: true },
      ],
      parents: ["gantt"],
      seesOutside: true,
      properties: { ...STROKES },
    },
  ),
] as const;

const CATEGORY =
  "what a record is called on the axis, where each has its own place, also beside one of the same name; where " +
  "names that rise in equal steps (1月, 2月, …) lack room, a chart shows every second, third … of them without " +
  "a finding; a finding names any other name that it leaves out";

const CHARTS = [
  element("chart", "a chart of the records", 'chart bar loads h=60mm alt="負荷率の棒グラフ" {', {
    args: [{ name: "kind", kind: "choice", choices: ["bar", "line", "pie", "stacked"] }, ...ARRAY],
    children: ["category", "series", "axis"],
    needs: ["category", "series"],
    required: ["alt"],
    opensRecord: true,
    properties: {
      ...BOX,
      ...TEXT_PROPERTIES,
      title: of("template", '"ライン別負荷率"', "stands above the chart"),
      legend: choice(
        ["none", "top", "right", "bottom"],
        "where the names of series or parts stand; of only one series none is written unless legend= says where",
      ),
      as: AS,
    },
  }),
  element("category", CATEGORY, "category (.key)", {
    args: TEXT_ARGUMENT,
    parents: ["chart"],
    properties: { ...FORMAT },
  }),
  element("series", "one number of every record", 'series "負荷率" (.ratio) color=plan', {
    args: [
      { name: "name", kind: "template", sees: "outside" },
      { name: "value", kind: "expression", yields: "number" },
    ],
    parents: ["chart"],
    properties: {
      color: of("paint", "plan", "its colour; where none is given, one that the others and the ground have not"),
      fill: of("paint", "plan", "its filling; of several that records have, the legend and lines show what most have"),
      dash: choice(["solid", "dash", "dot", "double"], "the kind of its line"),
      type: choice(["bar", "line"], "bars and lines in one chart: what this series is drawn as", { example: "line" }),
      format: of(
        "literal",
        "'#,##0'",
        "how its values are written, and that they are; the number of a zero in a stack stands over its end or, " +
          "between parts, beside it, one for all zeros of a place; a number without room is told (RPT4003), and " +
          "'#,##0;-#,##0;' writes no zeros",
      ),
    },
  }),
  element("axis", "the limits and steps of an axis", "axis y min=0 max=150 step=25", {
    args: [{ name: "which", kind: "choice", choices: ["y", "x"] }],
    parents: ["chart"],
    seesOutside: true,
    properties: {
      min: of("number", "0", "where it starts; what lies beyond it is broken off, with a mark and its number", {
        min: -AXIS_MOST,
        max: AXIS_MOST,
      }),
      max: of("number", "150", "where it ends; what lies beyond it is broken off, with a mark and its number", {
        min: -AXIS_MOST,
        max: AXIS_MOST,
      }),
      step: of("number", "25", "the distance of its marks", { min: 0.001, max: AXIS_MOST }),
      "line-at": of(
        "numbers",
        "100",
        "values with a line across the chart: 100, [80, 120], or a number or list that is computed, (limits); where " +
          "all series are lines, an axis without min and max leaves zero out where all that it shows is near to one " +
          "another",
        { min: -AXIS_MOST, max: AXIS_MOST },
      ),
      title: of("template", '"%"', "stands beside it"),
      format: of("literal", "'#,##0'", "how its numbers are written; steps are chosen that it prints whole"),
    },
  }),
] as const;

/** The same word, where it stands elsewhere or is written otherwise. */
const VARIANTS = [
  element(
    "column",
    "a column for each heading that the entries of an array have",
    'column each .months as=m "{m.label}" (m.amount) w=1fr',
    {
      args: [
        { name: "each", kind: "choice", choices: ["each"] },
        ...ARRAY,
        { name: "heading", kind: "template" },
        { name: "cell", kind: "template", optional: true },
      ],
      parents: ["table", "gantt"],
      opensRecord: true,
      properties: { ...COLUMN, as: AS },
    },
  ),
  element(
    "bar",
    "a bar for each entry of a list, in the row of its record: it sees the entry, and the record as `outer`",
    "bar .tasks as=t start=(t.from) end=(t.to)",
    {
      args: ARRAY,
      parents: ["gantt"],
      required: ["start", "end"],
      opensRecord: true,
      properties: { ...BAR, as: AS },
    },
  ),
  element(
    "milestone",
    "a mark for each entry of a list, in the row of its record: it sees the entry, and the record as `outer`",
    "milestone .tasks (.to) shape=diamond",
    { args: [...ARRAY, ...MARKED], parents: ["gantt"], opensRecord: true, properties: { ...MILESTONE, as: AS } },
  ),
  element("foot", "rows below the records of a group", "foot {", {
    args: [{ name: "content", kind: "template", optional: true }],
    parents: ["group"],
    children: ["cell", "newrow", "row"],
    blockOptional: true,
    properties: { ...CELL },
  }),
  element("foot", "rows below a schedule", "foot {", {
    parents: ["gantt"],
    children: ["cell", "newrow", "row"],
    seesOutside: true,
    properties: { ...CELL },
  }),
  element("row", "rows of a foot that have a condition or looks of their own", "row when=(total > 0) {", {
    parents: ["foot"],
    children: ["cell", "newrow"],
    properties: {
      when: of("condition", "(true)", "its rows take no room where the condition does not hold"),
      ...TEXT_PROPERTIES,
      ...BORDER,
      ...STYLE,
    },
  }),
  element("cell", "a cell of a foot, head or tiered row", "cell (total) col=amount align=right", {
    args: BLANK_OR_TEXT,
    parents: ["head", "row", "pagefoot"],
    required: ["col"],
    properties: { ...CELL, col: COL, rows: CELL_ROWS },
  }),
] as const;

export const REPEATING = [...TABLES, ...SCHEDULES, ...CHARTS, ...VARIANTS] as const;
