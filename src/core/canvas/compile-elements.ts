// Checked elements → compiled elements: styles resolved, boxes closed. One table says who compiles what.

import type { AnyElement, CheckedElement, CheckedValue, CheckedValues } from "../check/index.ts";
import { bothHold, type ExpressionCode } from "../expression/index.ts";
import { INHERITED, type PropertyName, type StandingIn, TEXT_PROPERTIES } from "../schema/index.ts";
import { alignedCells } from "./aligned-cells.ts";
import { boxOf, boxValues, CELL_KEYS, cellValues, lengthOf, linedBoxOf, wordOf } from "./boxes.ts";
import type { CanvasElement, StackElement } from "./canvas-elements.ts";
import { aroundDrawn } from "./clear-of-border.ts";
import { compileBarcode } from "./compile-barcode.ts";
import { compileCells } from "./compile-cells.ts";
import { compileChart } from "./compile-chart.ts";
import {
  compileBookmark,
  compileBreak,
  compileCheck,
  compileComb,
  compileImage,
  compileLine,
  compilePairs,
  compileRect,
  compileSeal,
  compileSpace,
  compileText,
} from "./compile-leaves.ts";
import { compileMarkdown } from "./compile-markdown.ts";
import { compileRich } from "./compile-rich.ts";
import { compileTable } from "./compile-tables.ts";
import { type Compiling, colorOf, conditionOf, countOf, flagOf, type Placed, spanOf } from "./element-values.ts";
import { movedPaints } from "./moved-paints.ts";
import { type Down, downOfRow, standingIn } from "./standing-in-rows.ts";
import { styleNameOf, styleProperties, type TextValues, textOf } from "./text-styles.ts";

/** Newspaper columns stand two letters of small print apart where nothing is said. */
export const COLUMN_GAP_EMU = 216_000;

/** Where an element stands: the text around it, and what a grid's style gives to its cells. */
interface Surroundings {
  readonly text: TextValues;
  readonly cells: CheckedValues | null;
  /** What the container says of the texts directly in it: of that, only some is inherited further down. */
  readonly direct: TextValues;
  /** Where a row or grid lets what stands in it stand in its height. */
  readonly down?: Down | undefined;
}

/** What stands in a flow or an absolute container. */
type StandingName = StandingIn<"flow"> | StandingIn<"absolute">;
type StandingElement<Name extends StandingName = StandingName> = CheckedElement<Name, "flow" | "absolute">;

interface Container extends Pick<StandingElement<"box">, "span" | "children"> {
  readonly properties: CheckedValues;
}

const NO_TEXT: TextValues = new Map();

/** Texts that take over what their container says of texts. */
const TEXTS: ReadonlySet<StandingName> = new Set(["text", "label", "rich", "markdown", "check"]);

function compileChildren(
  compiling: Compiling,
  parent: Pick<Container, "children">,
  text: TextValues,
): readonly CanvasElement[] {
  return compileAll(compiling, parent.children, { text, cells: null, direct: NO_TEXT });
}

/** What stands in a frame of the page, whose texts have what is written at it. */
export function compileFramed(
  compiling: Compiling,
  frame: AnyElement & Pick<Container, "children">,
  text: TextValues,
): readonly CanvasElement[] {
  const own = textOf(compiling.resources, text, frame, null);
  return compileAll(compiling, frame.children, { text: own, cells: null, direct: directOf(NO_TEXT, frame) });
}

function compileAll(
  compiling: Compiling,
  children: readonly StandingElement[],
  around: Surroundings,
): readonly CanvasElement[] {
  return children.flatMap((child) => compileElement(compiling, child, around) ?? []);
}

/** An element with what it has of its surroundings. */
interface PlacedElement extends Placed {
  readonly around: Surroundings;
}

/** Null for what a check refuses. A part is as many elements as it holds. */
type Compiled = CanvasElement | readonly CanvasElement[] | null;
type Compile<Name extends StandingName> = (element: StandingElement<Name>, placed: PlacedElement) => Compiled;

/** Who compiles an element. What the schema table lets stand in a page is compiled here. */
const COMPILERS: { readonly [Name in StandingName]: Compile<Name> } = {
  stack: (element, placed) => ({ kind: "stack", ...flowOf(element, placed), ...downOf(element) }),
  box: (element, placed) => ({ kind: "box", ...flowOf(element, placed), ...downOf(element) }),
  row: (element, placed) => ({ kind: "row", ...flowOf(element, placed, downOfRow(element.properties)) }),
  grid: compileGrid,
  columns: compileColumns,
  plate: (element, placed) => ({ kind: "plate", ...baseOf(element, placed), children: insideOf(element, placed) }),
  each: compileEach,
  use: compileUse,
  text: (element, placed) => compileText(element, placed),
  label: (element, placed) => compileText(element, { ...placed, values: withLabelStyle(element, placed) }),
  rich: compileRich,
  markdown: compileMarkdown,
  line: compileLine,
  rect: compileRect,
  image: compileImage,
  seal: compileSeal,
  seals: compileSeals,
  barcode: compileBarcode,
  comb: compileComb,
  check: compileCheck,
  space: compileSpace,
  break: compileBreak,
  bookmark: compileBookmark,
  pairs: compilePairs,
  table: compileTabular,
  gantt: compileTabular,
  chart: compileChart,
};

function compileElement(compiling: Compiling, element: StandingElement, around: Surroundings): Compiled {
  const { resources } = compiling;
  const { name } = element;
  const direct = TEXTS.has(name) ? around.direct : NO_TEXT;
  const text = textOf(resources, around.text, element, name === "label" ? "label" : null, direct);
  const values = boxValues(resources, element, around.cells);
  // The compiler that stands under a name is that of its elements.
  const compile = COMPILERS[name] as Compile<never> as (element: StandingElement, placed: PlacedElement) => Compiled;
  const compiled = clearInside(compile(element, { compiling, text, values, around }));
  if (compiled === null || !("kind" in compiled)) return compiled;
  return standingIn(around.down, element, compiled);
}

/** A container with room beside its own borders for what they would cover. */
function clearInside(compiled: Compiled): Compiled {
  if (compiled === null || !("kind" in compiled)) return compiled;
  switch (compiled.kind) {
    case "stack":
    case "box":
    case "row":
    case "grid":
    case "each":
    case "columns":
      return { ...compiled, box: aroundDrawn(compiled.box, compiled.children, "inside") };
    default:
      return compiled;
  }
}

function baseOf(element: AnyElement, { text, values }: Placed) {
  return { box: boxOf(values, colorOf(text)), span: spanOf(element) };
}

/** What stands in an element's block, in its text. */
function insideOf(
  element: Container,
  { compiling, text }: Placed,
  around: TextValues = NO_TEXT,
  down?: Down,
): readonly CanvasElement[] {
  return compileAll(compiling, element.children, { text, cells: null, direct: directOf(around, element), down });
}

function flowOf(element: StandingElement<"stack" | "box" | "row" | "each">, placed: PlacedElement, ofRow?: Down) {
  const gapEmu = lengthOf(element.properties, "gap") ?? 0;
  const around = element.name === "each" ? placed.around.direct : NO_TEXT;
  const inner = element.name === "each" ? { ...placed, text: movedPaints(placed.text, 1) } : placed;
  const down = element.name === "each" ? (downOfRow(element.properties) ?? placed.around.down) : ofRow;
  return { ...baseOf(element, placed), gapEmu, children: insideOf(element, inner, around, down) };
}

/** Where the contents of a container stand in it, where it says so itself. */
function downOf({ properties }: StandingElement<"stack" | "box">): Pick<StackElement, "valign"> {
  const valign = wordOf(properties, "valign");
  return valign === "middle" || valign === "bottom" ? { valign } : {};
}

/** The elements of a part, where it is used. At a place of its own they are stacked there. */
function compileUse(use: CheckedElement<"use">, { compiling, around }: PlacedElement): readonly CanvasElement[] {
  const part = compiling.parts.get(wordOf(use.args, "part") ?? "");
  if (part === undefined) return [];
  if (use.properties.has("x") || use.properties.has("w")) {
    // In a grid the stack is the cell, and what it holds is not.
    const box = boxOf(
      new Map<PropertyName, CheckedValue>([...(around.cells ?? []), ...use.properties]),
      colorOf(around.text),
    );
    const children = compileAll(compiling, part.children, { ...around, cells: null });
    return [{ kind: "stack", box, span: spanOf(use), gapEmu: 0, children, written: "use" }];
  }
  const children = compileAll(compiling, part.children, around);
  const when = conditionOf(use);
  return when === null ? children : children.map((child) => shownWhen(child, when));
}

/** The element, drawn only where one more condition holds. */
function shownWhen(element: CanvasElement, when: ExpressionCode): CanvasElement {
  if ("box" in element) return { ...element, box: { ...element.box, when: bothHold(when, element.box.when) } };
  const both = bothHold(when, element.when ?? null) ?? when;
  return { ...element, when: both };
}

/** What is written at a container goes to its texts; what its style says goes there in a grid alone: they are cells. */
function directOf(around: CheckedValues, { properties }: Pick<Container, "properties">): TextValues {
  const own = [...around, ...properties];
  return new Map(own.filter(([key]) => Object.hasOwn(TEXT_PROPERTIES, key) && !INHERITED.has(key)));
}

function withLabelStyle(element: CheckedElement<"label">, { compiling, values }: Placed): CheckedValues {
  const style = compiling.resources.styles.get("label");
  if (style === undefined || element.properties.has("style")) return values;
  return new Map<PropertyName, CheckedValue>([...style.properties, ...values, ...element.properties]);
}

function compileColumns(element: CheckedElement<"columns">, placed: PlacedElement): CanvasElement {
  const { properties } = element;
  return {
    kind: "columns",
    ...baseOf(element, placed),
    count: countOf(properties, "n") ?? 2,
    columnGapEmu: lengthOf(properties, "gap") ?? COLUMN_GAP_EMU,
    gapEmu: lengthOf(properties, "row-gap") ?? 0,
    balance: flagOf(properties, "balance") ?? true,
    children: insideOf(element, placed),
  };
}

function compileEach(element: CheckedElement<"each">, placed: PlacedElement): CanvasElement | null {
  const list = element.args.get("array");
  if (list?.kind !== "code") return null;
  const flow = flowOf(element, placed);
  const { compiling, text, around } = placed;
  if (around.cells === null) return { kind: "each", over: list.checked.code, ...flow };
  // In a grid its children are cells, and it has no box of its own: what is said of one is said of them.
  const own = [...element.properties].filter(([key]) => CELL_KEYS.has(key));
  const cells = movedPaints(new Map([...around.cells, ...cellValues(compiling.resources, element), ...own]), 1);
  const direct = directOf(around.direct, element);
  const down = downOfRow(element.properties) ?? around.down;
  return {
    kind: "each",
    over: list.checked.code,
    ...flow,
    children: compileAll(compiling, element.children, { text: movedPaints(text, 1), cells, direct, down }),
  };
}

/** Not a cell, which stands in a ruled grid alone. */
function standsInFlow(element: AnyElement): element is StandingElement {
  return Object.hasOwn(COMPILERS, element.name);
}

function compileTabular(element: CheckedElement<"table" | "gantt">, { compiling, text }: PlacedElement): Compiled {
  return compileTable(compiling, element, text, (column, own) =>
    compileChildren(compiling, { children: alignedCells(compiling.resources, column.children, own) }, own),
  );
}

function compileSeals(element: CheckedElement<"seals">, placed: PlacedElement): CanvasElement {
  const { compiling, text } = placed;
  const seals = element.children.map((child) => {
    const own = textOf(compiling.resources, text, child, null);
    return compileSeal(child, { compiling, text: own, values: boxValues(compiling.resources, child, null) });
  });
  const columns = countOf(element.properties, "cols") ?? Math.max(1, seals.length);
  return { kind: "seals", box: linedBoxOf(placed.values, colorOf(text)), span: spanOf(element), columns, seals };
}

function compileGrid(element: StandingElement<"grid">, placed: PlacedElement): CanvasElement {
  const { compiling, text } = placed;
  const { resources } = compiling;
  const standing = element.children.filter(standsInFlow);
  if (element.definition.children !== "flow") {
    return compileCells(element, placed, (cell, own) =>
      compileChildren(compiling, { children: alignedCells(resources, cell.children.filter(standsInFlow), own) }, own),
    );
  }
  const { properties } = element;
  // What a grid's style says of a box is said of its cells.
  const own = new Map(boxValues(resources, element, null));
  const written: ReadonlySet<string> = new Set(properties.keys());
  const cells = cellValues(resources, element);
  for (const key of cells.keys()) if (!written.has(key)) own.delete(key);
  const direct = directOf(styleProperties(resources, styleNameOf(element)), element);
  const cols = properties.get("cols");
  const gapEmu = lengthOf(properties, "gap") ?? 0;
  return {
    kind: "grid",
    box: boxOf(own, colorOf(text)),
    span: spanOf(element),
    columns: cols?.kind === "widths" ? cols.widths : [{ kind: "share", thousandths: 1000 }],
    gapEmu,
    rowGapEmu: lengthOf(properties, "row-gap") ?? gapEmu,
    children: compileAll(compiling, standing, { text, cells, direct, down: downOfRow(direct) }),
  };
}
