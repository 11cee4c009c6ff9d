// Pages → lines of text as a reader sees them, each with the cell that it stands in.
import type { Emu } from "../canvas/index.ts";
import type { SourceSpan } from "../diagnostics/index.ts";
import type { GlyphRunItem, PageDocument, StructureNode } from "../layout/index.ts";

/** What stands on one baseline of one element. */
export interface PageLine {
  readonly span: SourceSpan;
  /** From 0. */
  readonly page: number;
  readonly text: string;
  readonly leftEmu: Emu;
  readonly rightEmu: Emu;
  readonly baselineEmu: Emu;
  readonly sizeEmu: Emu;
  readonly isBold: boolean;
  /** The structure's node of the table's cell that it stands in; null outside of tables and in repeated headings. */
  readonly cell: number | null;
  /** The paragraph or cell whose line it is. */
  readonly node: number;
}

/** Level lines in the order in which they are painted; readings beside letters and turned texts are none. */
export function linesOf({ pages, structure }: Pick<PageDocument, "pages" | "structure">): readonly PageLine[] {
  return pages.flatMap((page, index) => {
    const lines: PageLine[] = [];
    for (const item of page.items) {
      if (item.kind !== "glyphs" || !isLevel(item)) continue;
      const own = lineOf(item, index, cellOf(structure, item.node));
      if (own === null) continue;
      const last = lines.at(-1);
      if (last === undefined || !isOneLine(last, own)) lines.push(own);
      else lines[lines.length - 1] = joined(last, own);
    }
    return lines;
  });
}

function isLevel({ run, rotation, isRuby, isCombined }: GlyphRunItem): boolean {
  return run.direction !== "vertical" && (rotation ?? 0) === 0 && isRuby !== true && isCombined !== true;
}

function lineOf(item: GlyphRunItem, page: number, cell: number | null): PageLine | null {
  const { run, span, xEmu, yEmu, sizeEmu, advanceEmu, letterSpacingEmu, node } = item;
  if (run.text.trim() === "") return null;
  const isBold = run.font.weight === "bold";
  // The spacing behind the last letter is none of its ink.
  const [leftEmu, rightEmu] = [xEmu, xEmu + advanceEmu - letterSpacingEmu];
  return { ...{ span, page, text: run.text, leftEmu, rightEmu }, baselineEmu: yEmu, sizeEmu, isBold, cell, node };
}

function isOneLine(one: PageLine, next: PageLine): boolean {
  return one.span[0] === next.span[0] && one.node === next.node && one.baselineEmu === next.baselineEmu;
}

function joined(one: PageLine, next: PageLine): PageLine {
  return {
    ...one,
    text: one.text + next.text,
    leftEmu: Math.min(one.leftEmu, next.leftEmu),
    rightEmu: Math.max(one.rightEmu, next.rightEmu),
    sizeEmu: Math.max(one.sizeEmu, next.sizeEmu),
    isBold: one.isBold && next.isBold,
  };
}

function cellOf(structure: readonly StructureNode[], node: number): number | null {
  for (let at = node; at >= 0; at = structure[at]?.parent ?? -1) {
    const type = structure[at]?.type;
    if (type === "TD" || type === "TH") return at;
  }
  return null;
}

/** How many letters a line has: blanks are none. */
export function lettersIn({ text }: PageLine): number {
  return [...text.replace(/\s/gu, "")].length;
}
