// What stands side by side in a row or grid, each child with its record and the bookmarks before it.
import type { CanvasElement, Emu, Width } from "../../canvas/index.ts";
import type { Scope } from "../../expression/index.ts";
import { type Block, NO_META, NO_RULES } from "../blocks/index.ts";
import { NO_FRAME } from "../page/index.ts";
import { type LayoutInput, plainText } from "../words/index.ts";
import { fillsItsRoom, naturalWidth } from "./natural-width.ts";

/** A child of a row or grid with its record; an `each` gives one cell per child. */
export interface SideBySide {
  readonly element: CanvasElement;
  readonly scope: Scope;
  /** Bookmarks that stand before it, which take no place. */
  readonly marks: readonly Block[];
}

export function sideBySide(
  input: LayoutInput,
  elements: readonly CanvasElement[],
  scope: Scope,
): readonly SideBySide[] {
  return placesOf(input, elements, scope).filter((place) => place !== null);
}

/**
 * The cells of a grid, row by row. Null keeps the place of an element whose condition does not hold; a row of such
 * places alone is left out, so that a label and its value may be left out together.
 */
export function cellsOf(
  input: LayoutInput,
  elements: readonly CanvasElement[],
  scope: Scope,
  columns: number,
): readonly (readonly (SideBySide | null)[])[] {
  const places = placesOf(input, elements, scope);
  const rows = Array.from({ length: Math.ceil(places.length / columns) }, (_, row) =>
    places.slice(row * columns, (row + 1) * columns),
  );
  return rows.filter((row) => row.some((place) => place !== null));
}

/** Null where the condition of an element does not hold. */
function placesOf(
  input: LayoutInput,
  elements: readonly CanvasElement[],
  scope: Scope,
): readonly (SideBySide | null)[] {
  const flat: (SideBySide | null)[] = [];
  const marks = flattenEach(input, elements, scope, flat, NO_MARKS);
  const last = flat.findLastIndex((place) => place !== null);
  const shown = flat[last];
  if (marks.length > 0 && shown != null) flat[last] = { ...shown, marks: [...shown.marks, ...marks] };
  return flat;
}

/** Adds to `flat`, and answers the bookmarks behind its last element that is shown. */
function flattenEach(
  input: LayoutInput,
  elements: readonly CanvasElement[],
  scope: Scope,
  flat: (SideBySide | null)[],
  before: readonly Block[],
): readonly Block[] {
  let marks = before;
  for (const element of elements) {
    if (element.kind === "break") continue;
    if (element.kind === "bookmark") {
      const mark = buildBookmark(input, element, scope);
      if (mark !== null) marks = [...marks, mark];
      continue;
    }
    const when = element.kind === "space" ? (element.when ?? null) : element.box.when;
    const isShown = input.evaluation.condition(when, scope);
    if (element.kind === "each") {
      // As an empty list it has no cells.
      for (const record of isShown ? input.evaluation.records(element.over, scope) : []) {
        marks = flattenEach(input, element.children, record, flat, marks);
      }
      continue;
    }
    flat.push(isShown ? { element, scope, marks } : null);
    if (isShown) marks = NO_MARKS;
  }
  return marks;
}

const NO_MARKS: readonly Block[] = [];

/** As wide as they are let: one share each. */
export const ONE_SHARE: Width = { kind: "share", thousandths: 1_000 };

/** What a child of a row asks for, its side margins added to a declared length. */
export function wantedWidth(item: SideBySide): Width {
  if (!("box" in item.element)) {
    if (item.element.kind !== "space") return { kind: "length", emu: 0 };
    const { share, heightEmu } = item.element;
    return share === undefined ? { kind: "length", emu: heightEmu } : { kind: "share", thousandths: share };
  }
  const { width, margin } = item.element.box;
  if (width.kind === "auto" && fillsItsRoom(item.element)) return ONE_SHARE;
  return width.kind === "length" ? { kind: "length", emu: width.emu + margin[1] + margin[3] } : width;
}

/** What an `auto` child would like, within a limit. */
export function contentWidth(input: LayoutInput, item: SideBySide | undefined, limitEmu: Emu): Emu {
  return item === undefined ? 0 : Math.min(naturalWidth(input, item.element, item.scope), limitEmu);
}

/** Null where its condition is false. */
export function buildBookmark(
  input: LayoutInput,
  element: Extract<CanvasElement, { kind: "bookmark" }>,
  scope: Scope,
): Block | null {
  if (!input.evaluation.condition(element.when, scope)) return null;
  return {
    kind: "bookmark",
    title: plainText(element.title, input.evaluation, scope),
    level: element.level,
    span: element.span,
    frame: NO_FRAME,
    // A bookmark stays on the page of what follows it.
    rules: { ...NO_RULES, keepNext: true },
    meta: NO_META,
    widthEmu: 0,
    heightEmu: 0,
    fixedHeight: true,
    breaksInside: false,
    varies: false,
    findings: [],
    node: null,
  };
}
