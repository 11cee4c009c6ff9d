// Canvases by hand, for tests of layout: every element with its defaults, overridden where a test cares.
import type {
  Box,
  Canvas,
  CanvasBand,
  CanvasElement,
  CanvasPage,
  CellBox,
  Color,
  Emu,
  Stroke,
  TableColumn,
  TableElement,
  TableFoot,
  TextElement,
  TextStyle,
  Width,
} from "../../src/core/canvas/index.ts";
import type { ExpressionCode, PayloadValue, Template } from "../../src/core/expression/index.ts";

export const EMU_PER_MM = 36_000;
export const EMU_PER_PT = 12_700;

export function mm(millimetres: number): Emu {
  return Math.round(millimetres * EMU_PER_MM);
}

export function pt(points: number): Emu {
  return Math.round(points * EMU_PER_PT);
}

export const INK: Color = [26, 26, 26, 255];
export const SHADE: Color = [242, 244, 247, 255];

/** A fixed text, or what `{ value: … }` computes. */
export type Content = string | { readonly value: ExpressionCode };

export function template(...parts: readonly Content[]): Template {
  return parts.map((part) =>
    typeof part === "string"
      ? { kind: "fixed", text: part, span: [0, 0] }
      : { kind: "computed", code: part.value, span: [0, 0], role: null },
  );
}

/** A member of the payload: `field("customer", "name")`. */
export function field(...names: readonly string[]): { readonly value: ExpressionCode } {
  return { value: member({ op: "root" }, names) };
}

/** A member of the opened record. */
export function own(...names: readonly string[]): { readonly value: ExpressionCode } {
  return { value: member({ op: "record", level: 0 } as ExpressionCode, names) };
}

export function pageNumber(name: "page.n" | "page.total"): { readonly value: ExpressionCode } {
  return { value: { op: "ambient", name } as ExpressionCode };
}

function member(base: ExpressionCode, names: readonly string[]): ExpressionCode {
  return names.reduce((code: ExpressionCode, name) => ({ op: "member", base: code, name }) as ExpressionCode, base);
}

let spans = 0;

/** A span of its own for each element, so that findings and items can be told apart. */
function nextSpan(): readonly [number, number] {
  spans += 10;
  return [spans, spans + 5];
}

export function box(over: Partial<Box> = {}): Box {
  return {
    xEmu: null,
    yEmu: null,
    width: { kind: "auto" },
    heightEmu: null,
    heightMinEmu: null,
    heightMaxEmu: null,
    padding: [0, 0, 0, 0],
    margin: [0, 0, 0, 0],
    fill: null,
    borderTop: null,
    borderRight: null,
    borderBottom: null,
    borderLeft: null,
    radiusEmu: 0,
    place: "left",
    when: null,
    keep: "none",
    keepMinEmu: null,
    pageBreak: "none",
    layer: "normal",
    id: null,
    role: null,
    alt: null,
    link: null,
    ...over,
  };
}

export function stroke(widthEmu: Emu): Stroke {
  return { widthEmu, paint: { kind: "fixed", color: INK }, dash: "solid" };
}

export function allBorders(widthEmu: Emu): Pick<Box, "borderTop" | "borderRight" | "borderBottom" | "borderLeft"> {
  const line = stroke(widthEmu);
  return { borderTop: line, borderRight: line, borderBottom: line, borderLeft: line };
}

export function textStyle(over: Partial<TextStyle> = {}): TextStyle {
  return {
    font: 0,
    sizeEmu: pt(10),
    weight: "normal",
    italic: false,
    color: { kind: "fixed", color: INK },
    align: "left",
    valign: "top",
    lineHeightThousandths: 1500,
    letterSpacingEmu: 0,
    wrap: "kinsoku",
    kinsoku: "strict",
    fit: "wrap",
    sizeMinEmu: pt(6),
    condenseThousandths: 800,
    linesMax: null,
    decoration: "none",
    tabular: false,
    lang: "ja",
    ...over,
  };
}

export interface TextOptions {
  readonly box?: Partial<Box>;
  /** Index into the canvas's styles. */
  readonly style?: number;
  readonly heading?: TextElement["heading"];
}

export function text(content: Content | Template, options: TextOptions = {}): TextElement {
  return {
    kind: "text",
    content: Array.isArray(content) ? content : template(content as Content),
    style: options.style ?? 0,
    heading: options.heading ?? 0,
    box: box(options.box),
    span: nextSpan(),
  };
}

export function stack(
  children: readonly CanvasElement[],
  options: { readonly gapEmu?: Emu; readonly box?: Partial<Box>; readonly kind?: "stack" | "box" } = {},
): CanvasElement {
  return {
    kind: options.kind ?? "stack",
    gapEmu: options.gapEmu ?? 0,
    children,
    box: box(options.box),
    span: nextSpan(),
  };
}

export function row(
  children: readonly CanvasElement[],
  options: { readonly gapEmu?: Emu; readonly box?: Partial<Box> } = {},
): CanvasElement {
  return { kind: "row", gapEmu: options.gapEmu ?? 0, children, box: box(options.box), span: nextSpan() };
}

export function plate(children: readonly CanvasElement[], over: Partial<Box>): CanvasElement {
  return { kind: "plate", children, box: box(over), span: nextSpan() };
}

export function each(over: ExpressionCode, children: readonly CanvasElement[], gapEmu: Emu = 0): CanvasElement {
  return { kind: "each", over, gapEmu, children, box: box(), span: nextSpan() };
}

export function space(heightEmu: Emu): CanvasElement {
  return { kind: "space", heightEmu, span: nextSpan() };
}

export function pageBreak(): CanvasElement {
  return { kind: "break", when: null, span: nextSpan() };
}

export function share(thousandths = 1000): Width {
  return { kind: "share", thousandths };
}

export function length(emu: Emu): Width {
  return { kind: "length", emu };
}

export function cellBox(over: Partial<CellBox> = {}): CellBox {
  return {
    padding: [0, 0, 0, 0],
    fill: null,
    borderTop: null,
    borderRight: null,
    borderBottom: null,
    borderLeft: null,
    ...over,
  };
}

export function column(
  id: string,
  over: Partial<Omit<TableColumn, "id" | "heading" | "content">> & { heading?: string; content?: Content } = {},
): TableColumn {
  const { heading, content, ...rest } = over;
  return {
    id,
    heading: template(heading ?? id),
    content: template(content ?? own(id)),
    width: share(),
    cell: cellBox(),
    headStyle: 0,
    bodyStyle: 0,
    role: null,
    span: nextSpan(),
    ...rest,
  };
}

export function foot(
  cells: readonly (readonly {
    readonly content: Content;
    readonly from: number;
    readonly to: number;
    readonly style?: number;
  }[])[],
  over: Partial<TableFoot> = {},
): TableFoot {
  return {
    on: "last",
    keep: "together",
    rows: cells.map((cellsOfRow) =>
      cellsOfRow.map(({ content, from, to, style }) => ({
        content: template(content),
        fromColumn: from,
        toColumn: to,
        cell: cellBox(),
        style: style ?? 0,
        role: null,
        span: nextSpan(),
      })),
    ),
    span: nextSpan(),
    ...over,
  };
}

export function table(columns: readonly TableColumn[], over: Partial<TableElement> = {}): TableElement {
  return {
    kind: "table",
    over: field("items").value,
    header: "repeat",
    split: "row",
    rowHeightMinEmu: null,
    rowsMin: 0,
    rowsPerPage: null,
    fillRows: false,
    zebra: null,
    empty: null,
    columns,
    foot: null,
    box: box(),
    span: nextSpan(),
    ...over,
  };
}

export function band(
  kind: CanvasBand["kind"],
  heightEmu: Emu,
  children: readonly CanvasElement[],
  on: CanvasBand["on"] = "all",
): CanvasBand {
  return { kind, on, heightEmu, children, span: nextSpan() };
}

export interface PageOptions {
  readonly widthEmu?: Emu;
  readonly heightEmu?: Emu;
  readonly marginEmu?: Emu;
  readonly gapEmu?: Emu;
  readonly bands?: readonly CanvasBand[];
}

/** A page of 100 × 100 mm with 10 mm margins, where a test says nothing else. */
export function page(children: readonly CanvasElement[], options: PageOptions = {}): CanvasPage {
  const margin = options.marginEmu ?? mm(10);
  return {
    widthEmu: options.widthEmu ?? mm(100),
    heightEmu: options.heightEmu ?? mm(100),
    margin: [margin, margin, margin, margin],
    fill: null,
    firstNumber: 1,
    bands: options.bands ?? [],
    body: { gapEmu: options.gapEmu ?? 0, children, span: nextSpan() },
    span: nextSpan(),
  };
}

export function canvas(pages: readonly CanvasPage[], textStyles: readonly TextStyle[] = [textStyle()]): Canvas {
  return {
    format: 1,
    language: 1,
    document: {
      id: "test",
      name: null,
      title: null,
      lang: "ja",
      profiles: [],
      extra: "ignore",
      author: null,
      subject: null,
      keywords: null,
    },
    fields: [],
    lets: [],
    dataset: null,
    fonts: [{ name: "gothic", families: ["Noto Sans JP"] }],
    colors: { ink: INK, shade: SHADE },
    textStyles,
    pages,
  };
}

/** Plain values as a payload: objects become maps, numbers keep their digits. */
export function payload(value: unknown): PayloadValue {
  if (value === null || typeof value === "boolean" || typeof value === "string") return value;
  if (typeof value === "number") return { kind: "number", digits: String(value) };
  if (Array.isArray(value)) return value.map(payload);
  if (typeof value === "object") return new Map(Object.entries(value).map(([name, one]) => [name, payload(one)]));
  throw new Error(`no payload value: ${typeof value}`);
}
