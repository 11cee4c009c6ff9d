// The canvas's elements, walked once: which element an item of a page belongs to, and where it stands.
import {
  type Canvas,
  type CanvasElement,
  type CanvasPage,
  type CellBox,
  type CombElement,
  type Emu,
  type FootCell,
  hasUseOf,
  type PairElement,
  type TableElement,
  type WrittenElement,
  type WrittenElements,
  writtenElements,
} from "../canvas/index.ts";
import type { SourceSpan } from "../diagnostics/index.ts";
import type { PlacedItem } from "../layout/index.ts";

/** What a rule asks about the element that drew an item. */
export interface ElementInfo {
  readonly kind: CanvasElement["kind"] | "pair" | "cell" | "bar";
  /** As its author wrote it. */
  readonly written: WrittenElement;
  /** The least of the padding at its four sides. */
  readonly paddingEmu: Emu;
  /** Of the element whose part this is: a stretch of a text stands for the whole text. Else its own. */
  readonly ownSpan: SourceSpan;
  /** Over or under others on purpose: `layer=`, in a background, or a seal on a name; `isOnPurpose` of each item. */
  readonly overlapsOnPurpose: boolean;
  /** It, or what holds it, says by `layer=` that it lies over or under others. */
  readonly isLayered: boolean;
  readonly inBackground: boolean;
  /** Nothing may lie on it, though it lies under others: a bar code or a chart in a background. */
  readonly keepsClear: boolean;
  /** Where it stands in its absolute container, as declared; null in a flow. */
  readonly xEmu: Emu | null;
  readonly yEmu: Emu | null;
  /** Its width and height, where it declares them as lengths. */
  readonly widthEmu: Emu | null;
  readonly heightEmu: Emu | null;
  /** The start of what lies where it says, in a band or plate: it or the nearest that holds it; null in flows alone. */
  readonly placedBy: number | null;
  readonly held: Held;
  /** A pair whose label reaches to the end of its width, however wide that is. */
  readonly fillsLabel?: true;
}

/** Whether what an element draws there lies over or under others on purpose: an empty place for a seal does not. */
export function isOnPurpose({ isOpenPlace }: Pick<PlacedItem, "isOpenPlace">, element: ElementInfo): boolean {
  return isOpenPlace === true ? element.isLayered || element.inBackground : element.overlapsOnPurpose;
}

/** How an element is held by what it stands in; a repair moves nothing that its holder has put elsewhere. */
export interface Held {
  /** It, or what holds it, is turned: its sides are others than those of the page. */
  readonly isTurned: boolean;
  /** It, or what holds it, does not begin at the left of its room, or has neighbours there. */
  readonly isAside: boolean;
  /** It, or what holds it, has a width of its own: no margin at the right makes it narrower. */
  readonly isFixedWide: boolean;
}

const FREE: Held = { isTurned: false, isAside: false, isFixedWide: false };

/** Elements whose children lie where they say. */
export interface AbsoluteContainer {
  readonly span: SourceSpan;
  readonly children: readonly CanvasElement[];
}

export interface ElementIndex {
  /** By start of the element's span, which no two elements share. */
  readonly byStart: ReadonlyMap<number, ElementInfo>;
  readonly absolute: readonly AbsoluteContainer[];
  readonly combs: readonly CombElement[];
}

interface Walk {
  readonly written: WrittenElements;
  readonly textStyles: Canvas["textStyles"];
  readonly byStart: Map<number, ElementInfo>;
  readonly absolute: AbsoluteContainer[];
  readonly combs: CombElement[];
}

export function indexElements(canvas: Canvas): ElementIndex {
  const walk: Walk = {
    written: writtenElements(canvas),
    textStyles: canvas.textStyles,
    byStart: new Map(),
    absolute: [],
    combs: [],
  };
  for (const page of canvas.pages) indexPage(walk, page);
  return walk;
}

function indexPage(walk: Walk, page: CanvasPage): void {
  for (const band of page.bands) {
    walk.absolute.push({ span: band.span, children: band.children });
    for (const child of band.children)
      indexElement(walk, child, {
        ...{ isLayered: false, inBackground: band.kind === "background" },
        ...{ placedBy: child.span[0], held: FREE },
      });
  }
  for (const child of page.body.children)
    indexElement(walk, child, { isLayered: false, inBackground: false, placedBy: null, held: FREE });
}

/** Notes an element by its start, with the row of the schema table that its author wrote. */
function noteElement(walk: Walk, [start]: SourceSpan, info: Omit<ElementInfo, "written">): void {
  const written = walk.written.get(info.ownSpan[0]);
  if (written !== undefined) walk.byStart.set(start, { ...info, written });
}

function placeOf(
  element: CanvasElement,
): Omit<ElementInfo, "kind" | "written" | "ownSpan" | "held" | "placedBy" | keyof Meant> {
  if (!("box" in element)) return { ...NOT_PLACED, paddingEmu: 0 };
  const { heightEmu, width, xEmu, yEmu, padding } = element.box;
  const widthEmu = width.kind === "length" ? width.emu : null;
  return { xEmu, yEmu, widthEmu, heightEmu, paddingEmu: Math.min(...padding) };
}

/** What cannot be read with letters on it, even where a background draws it. */
const KEEPS_CLEAR: ReadonlySet<ElementInfo["kind"]> = new Set(["barcode", "chart"]);

type Meant = Pick<ElementInfo, "overlapsOnPurpose" | "isLayered" | "inBackground" | "keepsClear">;

function heldOf(element: CanvasElement, around: Held): Held {
  if (!("box" in element)) return around;
  const { margin, padding, place, rotate, width } = element.box;
  return {
    isTurned: around.isTurned || rotate !== undefined,
    isAside: around.isAside || place !== "left",
    // Letters that run over their room may end in the padding, which no margin takes them out of.
    isFixedWide: around.isFixedWide || width.kind === "length" || padding[1] > 0 || margin[1] > 0,
  };
}

/** Elements that lay out their children beside one another, in widths of their own. */
const SIDE_BY_SIDE: ReadonlySet<CanvasElement["kind"]> = new Set(["row", "grid", "columns", "cells", "table"]);

/** What ends at the end of its width. */
const TO_THE_END: ReadonlySet<string> = new Set(["right", "distribute"]);

function notePair(
  walk: Walk,
  { span, labelStyle }: PairElement,
  common: Omit<ElementInfo, "kind" | "written" | "ownSpan" | "paddingEmu" | keyof typeof NOT_PLACED>,
): void {
  const fills = TO_THE_END.has(walk.textStyles[labelStyle]?.align ?? "left");
  const own = { kind: "pair", ownSpan: span, ...common, ...NOT_PLACED, paddingEmu: 0 } as const;
  noteElement(walk, span, fills ? { ...own, fillsLabel: true } : own);
}

/** Where an element is declared. */
type Around = Pick<ElementInfo, "isLayered" | "inBackground" | "placedBy" | "held">;

function indexElement(walk: Walk, element: CanvasElement, around: Around): void {
  const { inBackground, placedBy } = around;
  const isLayered = around.isLayered || ("box" in element && element.box.layer !== "normal");
  const held = heldOf(element, around.held);
  const isBeside = SIDE_BY_SIDE.has(element.kind);
  const heldInside = isBeside ? { ...held, isAside: true, isFixedWide: true } : held;
  const inner = { isLayered, inBackground, placedBy, held: heldInside };
  // A seal may lie on a name; an empty place for one may not, nor may places with labels.
  const isStamp = element.kind === "seal" && element.source !== null;
  const overlapsOnPurpose = inBackground || isLayered || isStamp;
  const keepsClear = inBackground && !isLayered && KEEPS_CLEAR.has(element.kind);
  const common = { overlapsOnPurpose, isLayered, inBackground, keepsClear, placedBy, held };
  const note = (span: SourceSpan, kind: ElementInfo["kind"]) =>
    noteElement(walk, span, { kind, ownSpan: span, ...common, ...NOT_PLACED, paddingEmu: 0 });
  const noteCell = (span: SourceSpan, { padding }: CellBox) =>
    noteElement(walk, span, {
      kind: "cell",
      ownSpan: span,
      ...common,
      ...NOT_PLACED,
      paddingEmu: Math.min(...padding),
    });
  noteElement(walk, element.span, { kind: element.kind, ownSpan: element.span, ...common, ...placeOf(element) });
  if (element.kind === "comb") walk.combs.push(element);
  switch (element.kind) {
    case "plate":
      walk.absolute.push({ span: element.span, children: element.children });
      for (const child of element.children) indexElement(walk, child, { ...inner, placedBy: child.span[0] });
      return;
    case "stack":
    case "box":
    case "row":
    case "grid":
    case "each":
    case "columns":
      for (const child of element.children) indexElement(walk, child, inner);
      return;
    case "cells":
      for (const cell of element.cells) {
        noteCell(cell.span, cell.cell);
        for (const child of cell.children ?? []) indexElement(walk, child, inner);
      }
      return;
    case "pairs":
      for (const pair of element.pairs) notePair(walk, pair, common);
      return;
    case "table":
      for (const column of element.columns) {
        noteCell(column.span, column.cell);
        for (const child of column.children ?? []) indexElement(walk, child, inner);
      }
      for (const { span, cell } of cellsOf(element)) noteCell(span, cell);
      for (const mark of marksOf(element)) note(mark.span, "bar");
      if (element.carry !== undefined) noteCell(element.carry.span, element.carry.cell);
      return;
    case "seals":
      for (const { span } of element.seals) note(span, "seal");
      return;
    case "rich":
      for (const { span } of element.spans) {
        const place = { ...placeOf(element), paddingEmu: 0 };
        noteElement(walk, span, { kind: "rich", ownSpan: element.span, ...common, ...place });
      }
      return;
    default:
      element.kind satisfies ChildlessKind;
  }
}

/** Elements without parts that draw something of their own. */
type ChildlessKind =
  | "text"
  | "markdown"
  | "line"
  | "rect"
  | "image"
  | "barcode"
  | "chart"
  | "seal"
  | "comb"
  | "check"
  | "space"
  | "break"
  | "bookmark";

/** Every written cell of a table: of its foot, headings, tiers, groups and subtotals. */
function cellsOf(table: TableElement): readonly FootCell[] {
  const groups = table.groups ?? [];
  return [
    ...(table.foot?.rows ?? []),
    ...(table.foot?.parts ?? []).flatMap(({ rows }) => rows),
    ...(table.head ?? []),
    ...(table.tiers ?? []),
    ...(table.pageFoot ?? []),
    ...groups.flatMap((group) => [...group.head, ...group.foot]),
    ...groups.flatMap(({ footParts = [] }) => footParts.flatMap(({ rows }) => rows)),
  ].flat();
}

/** What lies on a table's time axis. */
function marksOf({ axis }: TableElement): readonly { readonly span: SourceSpan }[] {
  if (axis === undefined) return [];
  return [...axis.bars, ...axis.milestones, ...(axis.today === null ? [] : [axis.today])];
}

/** What findings call an element: the word of its source. */
export function nameOf({ written, inBackground }: ElementInfo): string {
  return inBackground ? `${written.name} of the background` : written.name;
}

/** Whether an element takes a property, so that a repair may name it. */
export function takes({ written }: ElementInfo, property: string): boolean {
  return hasUseOf(written, property);
}

const NOT_PLACED = { xEmu: null, yEmu: null, widthEmu: null, heightEmu: null } as const;

const EMU_PER_TENTH_MILLIMETRE = 3_600;

/** `20.9mm`, rounded down: what ends there surely ends above. */
export function lengthTextBelow(emu: Emu): string {
  return `${Math.floor(emu / EMU_PER_TENTH_MILLIMETRE) / 10}mm`;
}

/** `21.1mm` as a template writes it, rounded up: what starts there surely lies below. */
export function lengthTextAbove(emu: Emu): string {
  return `${Math.ceil(emu / EMU_PER_TENTH_MILLIMETRE) / 10}mm`;
}
