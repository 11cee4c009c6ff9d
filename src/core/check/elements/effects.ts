// Properties that change nothing where they stand: for want of another, beside another, or in such an element at all.
import { withArticle } from "../../diagnostics/index.ts";
import type { ElementStatement, Property } from "../../language/index.ts";
import {
  type ElementName,
  FRAME_PROPERTIES,
  IDLE,
  isIdle,
  PAGE_SIZES,
  type PropertyName,
  ROW_OF_FOOT,
} from "../../schema/index.ts";
import { advise, type CheckContext, rewrite } from "../context/index.ts";
import { checkStyled, named, reportUseless, type Written, withSpaceBefore } from "../values/index.ts";
import { checkChartEffects } from "./chart-effects.ts";
import { checkWithin } from "./effects-within.ts";
import { checkOwnRows, checkSoleColumn } from "./own-rows.ts";
import { checkReplacedHeadings } from "./replaced-headings.ts";

/** What a property needs beside it: one of some others, or an argument that may stand for one. */
interface Need {
  readonly property: PropertyName;
  /** The values that need it; absent: any. */
  readonly values?: readonly string[];
  /** One of these beside it is enough. */
  readonly beside: readonly PropertyName[];
  /** What is written beside it as a repair; absent where only the author knows: the property is deleted. */
  readonly write?: string;
  readonly why: string;
}

const BLANK_ROWS: Omit<Need, "property"> = {
  beside: ["min-rows", "fill-rows"],
  write: "fill-rows=true",
  why: "Only tables with min-rows or fill-rows have blank rows.",
};

const NEEDS: { readonly [Name in ElementName]?: readonly Need[] } = {
  table: [
    { property: "blank", ...BLANK_ROWS },
    { property: "strike", values: ["true"], ...BLANK_ROWS },
  ],
  scale: [
    {
      property: "holidays",
      beside: ["off"],
      write: "off=#e0e0e0",
      why: "Days without work are shaded in that colour.",
    },
    {
      property: "off",
      beside: ["holidays"],
      why: "It shades the days that a list names, as in holidays=(holidays[]).",
    },
  ],
  image: [
    {
      property: "fit",
      values: ["cover", "fill"],
      beside: ["h"],
      write: "h=40mm",
      why: "Without h, the box is as high as the whole picture.",
    },
  ],
};

/** RPT1023: what is written changes nothing. */
export function checkEffects(written: Written): void {
  reportNeeds(written);
  reportIdle(written);
  reportBeside(written);
  reportOfBorder(written);
  reportSquare(written);
  checkWithin(written);
  reportStillPlaced(written);
  if (written.name === "row") reportLoneInRow(written);
  const style = named(written, "style");
  if (style !== undefined) checkStyled(written.context, written.definition, style);
  if (written.name === "row" || written.name === "grid")
    reportBoxless(written.context, written.name, written.statement);
  if (written.name === "table") {
    checkOwnRows(written.context, written.statement);
    checkSoleColumn(written.context, written.statement);
  }
  if (written.name === "table" || written.name === "gantt") checkReplacedHeadings(written.context, written.statement);
  if (written.name === "chart") checkChartEffects(written.context, written.statement);
}

function reportNeeds(written: Written): void {
  const { context } = written;
  for (const need of NEEDS[written.name] ?? []) {
    const property = named(written, need.property);
    if (property === undefined || need.beside.some((each) => named(written, each) !== undefined)) continue;
    if (need.values !== undefined && !need.values.includes(context.textOf(property.value.span))) continue;
    const { end } = property.span;
    const without = `without ${need.beside.join(" or ")}`;
    if (need.write === undefined) {
      reportUseless(context, property, need.property, without, need.why);
      continue;
    }
    context.report({
      code: "RPT1023",
      span: property.span,
      message: `${need.property} has no effect ${without}`,
      why: need.why,
      repair: rewrite({ start: end, end }, ` ${need.write}`, `add ${need.write}, or delete ${need.property}`),
    });
  }
}

function reportIdle(written: Written): void {
  for (const { properties, values, unless, why } of IDLE[written.name] ?? []) {
    for (const each of properties) {
      const property = named(written, each);
      if (property === undefined) continue;
      const value = written.context.textOf(property.value.span);
      if ((values !== undefined && !values.includes(value)) || unless?.test(value) === true) continue;
      if (each === "border" && STROKED.has(written.name) && isLineValue(value)) {
        reportBorderOfStroked(written, property, why);
        continue;
      }
      reportUseless(
        written.context,
        property,
        `${each}${values === undefined ? "" : `=${value}`}`,
        `in ${written.name}`,
        why,
      );
    }
  }
}

function isLineValue(value: string): boolean {
  return value !== "none" && !value.startsWith("0");
}

/** A border where the line is `stroke`: written as that, unless there is one already. */
function reportBorderOfStroked(written: Written, property: Property, why: string): void {
  const { context, name } = written;
  const hasStroke = named(written, "stroke") !== undefined;
  context.report({
    code: "RPT1023",
    span: property.span,
    message: `border has no effect in ${name}`,
    why,
    repair: hasStroke
      ? rewrite(withSpaceBefore(context, property.span), "", "delete it: stroke= is the line")
      : rewrite(property.name.span, "stroke", "write stroke="),
  });
}

/** Elements whose line `stroke` describes. */
const STROKED: ReadonlySet<ElementName> = new Set(["line", "rect", "today"]);
const OF_STROKE = "The line is as stroke says.";

/** Elements that have a line around them where they or their styles say so, and only there. */
const WITHOUT_LINES: ReadonlySet<ElementName> = new Set([
  ...(["text", "label", "rich", "markdown", "stack", "box", "each", "row", "columns", "plate"] as const),
  ...(["image", "barcode", "chart", "check"] as const),
]);
const SIDES = ["border-top", "border-right", "border-bottom", "border-left"] as const;
const BORDERS = ["border", ...SIDES] as const;

/** What stands beside a property and decides in its place. */
function reportBeside(written: Written): void {
  const { name, statement, values } = written;
  const given = (names: readonly string[]) => names.flatMap((each) => named(written, each) ?? []);
  const tell = (properties: readonly Property[], where: string, why: string) => {
    for (const property of properties) {
      if (!isIdle(name, property.name.text)) reportUseless(written.context, property, property.name.text, where, why);
    }
  };
  if (named(written, "h") !== undefined) {
    tell(given(["min-h", "max-h"]), "beside h", "The box is as high as h says.");
  }
  if ((name === "milestone" || name === "series") && named(written, "fill") !== undefined) {
    tell(given(["color"]), "beside fill", "The filling is its colour.");
  }
  const stroke = values.get("stroke");
  if (STROKED.has(name) && stroke?.kind === "stroke") {
    const { paint, dash, none } = stroke.stroke;
    if (paint !== null || none)
      tell(given(["color"]), `beside ${none ? "stroke=none" : "the colour of stroke"}`, OF_STROKE);
    if (dash !== null || none)
      tell(given(["dash"]), `beside ${none ? "stroke=none" : "the line of stroke"}`, OF_STROKE);
  }
  if (name === "rect" && stroke === undefined && values.has("fill") && !values.has("stroke-width")) {
    tell(given(["color", "dash"]), "beside fill without stroke", "A filled rect has an outline by stroke= alone.");
  }
  const scale = statement.block?.children.some((each) => each.kind === "element" && each.keyword.text === "scale");
  if (name === "gantt" && scale === true) {
    tell(given(["from", "to", "unit"]), "beside scale", "The scale says where the axis begins and ends.");
  }
  const holdsCells = Array.isArray(written.definition.children);
  if (statement.block !== null && holdsCells && (name === "head" || name === "foot")) {
    tell(given(["role"]), "beside cells", "A role belongs to what shows a value: write it at the cell.");
  }
  const [label] = statement.args;
  if (name === "seal" && label?.kind === "template") {
    tell(given(["label"]), "beside the first words", "They are the label.");
  }
  const [width, height] = [values.get("w"), values.get("h")];
  const isSlanted = given(["x2", "y2"]).length > 0;
  if (name === "line" && !isSlanted && width?.kind === "width" && height?.kind === "length") {
    const isUpright = width.width.kind === "length" && width.width.emu < height.emu;
    // In a row it is as wide as its column, and what follows stands behind that.
    const isInRow = written.holders.findLast((each) => each !== "each") === "row";
    if (isUpright && isInRow) return;
    if (isUpright)
      tell(given(["w"]), "beside a greater h", "The line runs downwards; its width is that of its stroke.");
    else tell(given(["h"]), "beside w", "The line runs across; its height is that of its stroke.");
  }
}

/** Colour and kind of a border that says them itself, or that is not there. */
function reportOfBorder(written: Written): void {
  const { name, values, context } = written;
  const tell = (property: "border-color" | "border-style", where: string, why: string) => {
    const given = named(written, property);
    if (given !== undefined && !isIdle(name, property)) reportUseless(context, given, property, where, why);
  };
  const lines = BORDERS.flatMap((side) => {
    const line = values.get(side);
    return line?.kind === "stroke" && !line.stroke.none && line.stroke.widthEmu !== 0 ? [line.stroke] : [];
  });
  const style = named(written, "style");
  const isFramed = style !== undefined && context.declared.framedStyles.has(context.textOf(style.value.span));
  if (lines.length === 0) {
    // The cells of a row have the lines of their table.
    if (isFramed || !WITHOUT_LINES.has(name) || written.definition === ROW_OF_FOOT) return;
    tell("border-color", "without border", "There is no line: write border= too.");
    tell("border-style", "without border", "There is no line: write border= too.");
    return;
  }
  if (lines.every(({ paint }) => paint !== null)) {
    tell("border-color", "beside the colour of border", "The line is as border says.");
  }
  if (lines.every(({ dash }) => dash !== null)) {
    tell("border-style", "beside the line of border", "The line is as border says.");
  }
}

/** What draws nothing but letters: nothing of it could end at a round corner but its own filling and frame. */
const OF_LETTERS: ReadonlySet<ElementName> = new Set(["text", "label", "rich", "markdown"]);

const HOLDERS: ReadonlySet<ElementName> = new Set(["stack", "box", "each", "columns", "plate"]);

/** `radius` where no corner is drawn: without a filling, and without a line on all four sides. */
function reportSquare(written: Written): void {
  const { name, values, context } = written;
  const property = named(written, "radius");
  const style = named(written, "style");
  if (property === undefined || isIdle(name, "radius") || values.has("fill")) return;
  if (style !== undefined && context.declared.framedStyles.has(context.textOf(style.value.span))) return;
  if (!OF_LETTERS.has(name) && !(HOLDERS.has(name) && holdsLettersAlone(written.statement))) return;
  const isLined = SIDES.every((side) => {
    const line = values.get(side) ?? values.get("border");
    return line?.kind === "stroke" && !line.stroke.none && line.stroke.widthEmu !== 0;
  });
  if (isLined) return;
  const why = "Only a filling and a line on all four sides have corners.";
  reportUseless(context, property, "radius", "without fill and without border on all sides", why);
}

function holdsLettersAlone({ block }: ElementStatement): boolean {
  return (block?.children ?? []).every(
    (child) =>
      child.kind === "element" &&
      OF_LETTERS.has(child.keyword.text as ElementName) &&
      child.properties.every(({ name }) => !["fill", "style", "border"].includes(name.text)),
  );
}

/** What an `each` says of its box, beside its frame. */
const OF_ITS_BOX: readonly string[] = [
  ...["margin", "margin-top", "margin-right", "margin-bottom", "margin-left"],
  ...["w", "h", "min-h", "max-h", "radius", "place", "keep", "keep-min", "break", "rotate", "opacity"],
  ...["layer", "id", "link", "role", "gap"],
];

/** The children of an `each` stand side by side themselves: it has no box there, nor has one within it. */
function reportBoxless(context: CheckContext, container: "row" | "grid", { block }: ElementStatement): void {
  for (const child of block?.children ?? []) {
    if (child.kind !== "element" || child.keyword.text !== "each") continue;
    const useless = new Set(container === "grid" ? OF_ITS_BOX : [...OF_ITS_BOX, "fill", ...FRAME_PROPERTIES]);
    const why = `Its children stand in the ${container} themselves, and it has no box: write it at them or in a stack.`;
    for (const property of child.properties) {
      const { text } = property.name;
      if (useless.has(text)) reportUseless(context, property, text, `at each in ${withArticle(container)}`, why);
      if (container === "row" && text === "style") reportFramelessStyle(context, child, property);
    }
    reportBoxless(context, container, child);
  }
}

/** The frame of a style that an `each` in a row has: what stands in it may have the style instead. */
function reportFramelessStyle(context: CheckContext, each: ElementStatement, property: Property): void {
  const style = context.textOf(property.value.span);
  if (!context.declared.framedStyles.has(style)) return;
  const children = (each.block?.children ?? []).filter((child) => child.kind === "element");
  const mayMove = children.every(({ keyword, properties }) => {
    return ["text", "label"].includes(keyword.text) && properties.every(({ name }) => name.text !== "style");
  });
  const edits = children.map(({ keyword, args }) => {
    const end = args.at(-1)?.span.end ?? keyword.span.end;
    return { span: { start: end, end }, text: ` style=${style}` };
  });
  const title = `write style=${style} at what stands in the each, or in a stack about that`;
  const deletion = { span: withSpaceBefore(context, property.span), text: "" };
  context.report({
    code: "RPT1023",
    span: property.span,
    message: `the frame of style ${style} has no effect at each in a row`,
    why: "Its children stand in the row themselves, and it has no box that could be framed or filled.",
    repair: mayMove ? { ...rewrite(property.span, "", title), edits: [...edits, deletion] } : advise(title),
  });
}

/** Containers that hand `valign` on to their texts. */
const HANDS_ON: ReadonlySet<string> = new Set([
  ...(["stack", "box", "each", "plate", "columns", "header", "footer", "background", "body"] as const),
]);
/** Those that also place all that stands in them together. */
const PLACES_CONTENTS: ReadonlySet<string> = new Set(["stack", "box"] as const);
/** Those whose parts are as high as the highest of them. */
const STRETCHES: ReadonlySet<string> = new Set(["row", "grid"] as const);
/** Contents that are as high as they need where no `h` is said. */
const AS_HIGH_AS_NEEDED: ReadonlySet<string> = new Set([
  ...["text", "label", "rich", "image", "line", "rect", "space", "break", "bookmark", "check", "pairs", "barcode"],
  ...HANDS_ON,
]);

/** `valign` of a container that has nothing to place: its texts all are as high as their lines, and it is no higher. */
function reportStillPlaced(written: Written): void {
  const { name, statement } = written;
  const property = named(written, "valign");
  if (property === undefined || !HANDS_ON.has(name) || statement.block === null || hasRoom(statement)) return;
  if (PLACES_CONTENTS.has(name) && isHigher(written)) return;
  const [where, why] = PLACES_CONTENTS.has(name)
    ? [
        "that is as high as its contents",
        "It places them where there is more height: by h=, min-h= or neighbours in a row.",
      ]
    : ["whose texts have no h", "It is said of each text within, in the text's own box; it moves no elements."];
  reportUseless(written.context, property, "valign", `in ${name} ${where}`, why);
}

/** `valign` of a row whose height is that of the one thing in it. */
function reportLoneInRow(written: Written): void {
  const { statement } = written;
  const property = named(written, "valign");
  const children = (statement.block?.children ?? []).filter((child) => child.kind === "element");
  const [first] = children;
  const isLone = children.length === 1 && first !== undefined && !SEVERAL.has(first.keyword.text);
  if (property === undefined || !isLone || isHigher(written)) return;
  const why = "It places what is lower than the row: by h=, or beside others that are higher.";
  reportUseless(written.context, property, "valign", "in row that is as high as its only child", why);
}

/** What may be several children of a row. */
const SEVERAL: ReadonlySet<string> = new Set(["each", "use"] as const);

/** Whether a container may be higher than what stands in it. */
function isHigher({ values, holders }: Written): boolean {
  return values.has("h") || values.has("min-h") || values.has("style") || STRETCHES.has(holders.at(-1) ?? "");
}

/** Whether a text within may be higher than its lines: by a height of its own, or beside others that are higher. */
function hasRoom({ block }: ElementStatement): boolean {
  return (block?.children ?? []).some(
    (child) =>
      child.kind === "element" &&
      (!AS_HIGH_AS_NEEDED.has(child.keyword.text) ||
        child.properties.some(({ name }) => ["h", "min-h", "writing", "style"].includes(name.text)) ||
        hasRoom(child)),
  );
}

/** The same of a page, whose size may have a name. */
export function checkPageEffects(
  context: CheckContext,
  { args, properties }: ElementStatement,
  isFirst: boolean,
): void {
  const numbered = properties.find((each) => each.name.text === "first-number");
  if (numbered !== undefined && !isFirst) {
    const why = "Pages of a record are numbered through, from the first-number of its first page on.";
    reportUseless(context, numbered, "first-number", "at a later page", why);
  }
  const size = args.find((each) => each.kind === "word" && Object.hasOwn(PAGE_SIZES, each.text));
  if (size?.kind !== "word") return;
  const why = "The name of the size says how wide and high the page is.";
  for (const property of properties) {
    const { text } = property.name;
    if (text === "w" || text === "h") reportUseless(context, property, text, `beside ${size.text}`, why);
  }
}
