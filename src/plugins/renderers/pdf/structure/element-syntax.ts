// The syntax of structure elements (ISO 32000-1 §14.7.2): of one by itself, and of many that differ in numbers alone.
import type { StructureNode, StructureType } from "../../../../core/sdk/index.ts";
import { decimalText } from "../byte-arena.ts";
import type { FigureBox } from "../drawn-pages.ts";
import type { FieldEnd } from "../file/filtered-rows.ts";
import { syntaxOf } from "../file/syntax.ts";
import type { ElementKind } from "./elements.ts";

interface ElementEntries {
  readonly type: StructureType;
  readonly parentId: number;
  /** Of its first content. */
  readonly pageId: number | null;
  readonly kind: ElementKind;
  /** What it says of itself, where it says anything. */
  readonly node: StructureNode | null;
  readonly isRoot: boolean;
  readonly box: FigureBox | null;
}

/** All entries but its kids. */
export function elementSyntax({ type, parentId, pageId, kind, node, isRoot, box }: ElementEntries): string {
  const page = pageId === null ? "" : `/Pg ${pageId} 0 R`;
  const [alt, lang] = [node?.alt ?? "", isRoot ? null : (node?.lang ?? null)];
  const told = alt === "" ? "" : `/Alt${syntaxOf(new String(alt), null)}`;
  const spoken = lang === null ? "" : `/Lang${syntaxOf(new String(lang), null)}`;
  return `/S/${type}/P ${parentId} 0 R${page}${told}${spoken}${attributesOf(kind, type, box)}`;
}

export function annotationSyntax(id: number, pageId: number): string {
  return `<</Type/OBJR/Obj ${id} 0 R/Pg ${pageId} 0 R>>`;
}

/** What a table's cell and a figure say beside what they are (§14.8.5). */
export function attributesOf(kind: ElementKind, type: StructureType, box: FigureBox | null): string {
  const table = [
    kind.scope === null ? "" : `/Scope/${kind.scope === "row" ? "Row" : "Column"}`,
    kind.columnSpan === 1 ? "" : `/ColSpan ${kind.columnSpan}`,
    kind.rowSpan === 1 ? "" : `/RowSpan ${kind.rowSpan}`,
  ].join("");
  if (table !== "") return `/A<</O/Table${table}>>`;
  if (box === null || type !== "Figure") return "";
  return `/A<</O/Layout/Placement/Block/BBox[${box.map((edge) => decimalText(edge, 2)).join(" ")}]>>`;
}

/** How many digits the numbers of a file have at most. */
export interface Digits {
  readonly id: number;
  readonly page: number;
  readonly mark: number;
}

/**
 * Elements that differ in their numbers alone: their text with room for them, and where each ends. The numbers are the
 * marked content where there is one, the kids, the parent, and the page of the content. What changes from each element
 * to the next comes first, so that rows end alike.
 */
export function rowLook(
  type: StructureType,
  isMarked: boolean,
  kids: number,
  digits: Digits,
  more: string,
): { readonly text: string; readonly ends: readonly FieldEnd[] } {
  const ends: FieldEnd[] = [];
  let text = "<<";
  const add = (before: string, room: number, after: string): void => {
    text += before + " ".repeat(room);
    ends.push(text.length);
    text += after;
  };
  const count = kids + (isMarked ? 1 : 0);
  // A number needs a space before it where no bracket is.
  if (count > 0) text += count === 1 ? "/K " : "/K[";
  if (isMarked) add("", digits.mark, "");
  for (let kid = 0; kid < kids; kid += 1) add(kid > 0 || isMarked ? " " : "", digits.id, " 0 R");
  if (count > 1) text += "]";
  add("/P ", digits.id, " 0 R");
  if (isMarked) add("/Pg ", digits.page, " 0 R");
  return { text: `${text}/S/${type}${more}>>`, ends };
}
