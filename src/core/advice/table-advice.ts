// RPT5103 and RPT5104: texts of neighbouring columns that nearly touch, and numbers whose digits are out of line.
import { type Canvas, type CanvasElement, type Emu, writtenElements } from "../canvas/index.ts";
import { type Diagnostic, millimetres, type SourceSpan } from "../diagnostics/index.ts";
import type { PageDocument, StructureNode } from "../layout/index.ts";
import { advised } from "./advice-finding.ts";
import { childrenOf } from "./elements.ts";
import type { PageLine } from "./page-lines.ts";

/** 1 mm between the texts of two columns: less reads as one text. */
const COLUMNS_APART_EMU = 36_000;

/** RPT5103: told once for a column, at the text that comes nearest to the one at its left. */
export function tightColumns(
  lines: readonly PageLine[],
  { structure }: Pick<PageDocument, "structure">,
  canvas: Canvas,
): readonly Diagnostic[] {
  const nearest = new Map<number, { readonly line: PageLine; readonly apartEmu: Emu }>();
  for (const row of rowsOf(lines, structure)) {
    const cells = row.toSorted((one, other) => one.leftEmu - other.leftEmu);
    cells.forEach((line, at) => {
      const before = cells[at - 1];
      if (before === undefined || before.cell === line.cell) return;
      const apartEmu = line.leftEmu - before.rightEmu;
      if (apartEmu < 0 || apartEmu >= COLUMNS_APART_EMU) return;
      const known = nearest.get(line.span[0]);
      if (known === undefined || known.apartEmu > apartEmu) nearest.set(line.span[0], { line, apartEmu });
    });
  }
  return [...nearest.values()].map(({ line, apartEmu }) => {
    const words = {
      message: `"${shortText(line.text)}" stands ${millimetres(apartEmu)} beside the text of the column at its left`,
      why: "texts that nearly touch are read as one",
    };
    const change = { property: "padding-left", value: "1.5mm" };
    const name = writtenElements(canvas).get(line.span[0])?.name ?? "column";
    return advised("RPT5103", line.span, words, `give the ${name} padding-left=1.5mm, or more width to either`, change);
  });
}

/** Lines on one baseline of one row of a table. */
function rowsOf(lines: readonly PageLine[], structure: readonly StructureNode[]): readonly (readonly PageLine[])[] {
  const rows = new Map<string, PageLine[]>();
  for (const line of lines) {
    if (line.cell === null) continue;
    const key = `${line.page} ${structure[line.cell]?.parent} ${line.baselineEmu}`;
    const known = rows.get(key);
    if (known === undefined) rows.set(key, [line]);
    else known.push(line);
  }
  return [...rows.values()];
}

/** An amount as forms print it; a number with a leading zero is a code, and one without a unit may be a year. */
const NUMBER = /^[¥￥$▲△+-]?\s?(?:0|[1-9]\d{0,2}(?:,\d{3})+|[1-9]\d*)(?:\.(\d+))?\s?[%％円]?$/u;
/** Edges that differ by less are one edge. */
const ONE_EDGE_EMU = 3_600;
/** One number has nothing to stand in line with. */
const ROWS_MIN = 2;
/** Numbers of one and two digits, such as rates of tax, are read one by one. */
const DIGITS_MIN = 3;

/** RPT5104: in the cells of one column, told once. Of what a pattern or a function prints, the decimals are chosen. */
export function looseNumbers(
  lines: readonly PageLine[],
  { structure }: Pick<PageDocument, "structure">,
  canvas: Canvas,
): readonly Diagnostic[] {
  const plain = new Set(canvas.pages.flatMap(({ body }) => body.children.flatMap((child) => plainColumns(child))));
  // A table that is drawn again, beside itself or in a copy, has columns of its own.
  const columns = new Map<string, PageLine[]>();
  for (const line of lines) {
    if (line.cell === null || structure[line.cell]?.type !== "TD") continue;
    const key = `${line.span[0]} ${tableOf(line.cell, structure)}`;
    const known = columns.get(key);
    if (known === undefined) columns.set(key, [line]);
    else known.push(line);
  }
  const told = new Map<number, Diagnostic>();
  for (const own of columns.values()) {
    const found = looseColumn(own, ({ 0: start }) => plain.has(start));
    if (found !== null && !told.has(found.span.start)) told.set(found.span.start, found);
  }
  return [...told.values()];
}

/** The structure's node of the table that holds a cell. */
function tableOf(cell: number, structure: PageDocument["structure"]): number {
  let node = cell;
  while (node >= 0 && structure[node]?.type !== "Table") node = structure[node]?.parent ?? -1;
  return node;
}

/** A table that goes on in the next newspaper column has its numbers there: no number is as wide as that. */
const BLOCKS_APART_EMU = 900_000;

/** Edges in groups that stand so far apart. */
function blocksOf(edges: readonly Emu[]): readonly (readonly Emu[])[] {
  const blocks: Emu[][] = [];
  for (const edge of edges.toSorted((one, other) => one - other)) {
    const last = blocks.at(-1);
    if (last === undefined || edge - (last.at(-1) ?? edge) > BLOCKS_APART_EMU) blocks.push([edge]);
    else last.push(edge);
  }
  return blocks;
}

function looseColumn(own: readonly PageLine[], isPlain: (span: SourceSpan) => boolean): Diagnostic | null {
  const texts = own.map(({ text }) => text.trim());
  const [first] = own;
  if (first === undefined || own.length < ROWS_MIN || !texts.every((text) => NUMBER.test(text))) return null;
  if (isCounting(texts) || new Set(own.map(({ cell }) => cell)).size !== own.length) return null;
  const shown = texts.slice(0, 2).join(" and ");
  if (Math.max(...texts.map((text) => text.replace(/\D/gu, "").length)) < DIGITS_MIN) return null;
  if (!blocksOf(own.map(({ rightEmu }) => rightEmu)).every(isOneEdge)) {
    const words = {
      message: `numbers of a column do not end at one edge: ${shown}`,
      why: "digits of equal weight stand below one another only where numbers end at one edge",
    };
    return advised("RPT5104", first.span, words, "set align=right", { property: "align", value: "right" });
  }
  if (!isPlain(first.span)) return null;
  const decimals = texts.map((text) => NUMBER.exec(text)?.[1]?.length ?? 0);
  const most = Math.max(...decimals);
  if (decimals.every((each) => each === most)) return null;
  const words = {
    message: `numbers of a column have ${Math.min(...decimals)} to ${most} decimals: ${shown}`,
    why: "decimal points stand below one another only where all numbers have as many decimals",
  };
  const pattern = `#,##0.${"0".repeat(most)}`;
  return advised("RPT5104", first.span, words, `print them all with ${most} decimals, such as format='${pattern}'`, {
    property: "format",
    value: `'${pattern}'`,
  });
}

/** Where the columns begin whose cells show a value as it comes. */
function plainColumns(element: CanvasElement): readonly number[] {
  if (element.kind !== "table") return childrenOf(element).flatMap((child) => plainColumns(child));
  const shown = element.columns.filter(({ content }) => !/"op":"(?:format|call)"/u.test(JSON.stringify(content)));
  return shown.map(({ span }) => span[0]);
}

function isOneEdge(edges: readonly Emu[]): boolean {
  return Math.max(...edges) - Math.min(...edges) <= ONE_EDGE_EMU;
}

/** 1, 2, 3 …: numbers of rows are no amounts. Years and the like have as many digits each. */
function isCounting(texts: readonly string[]): boolean {
  const isConsecutive = texts.every((text, at) => Number(text) === Number(texts[0]) + at);
  return isConsecutive || texts.every((text) => /^\d+$/u.test(text) && text.length === texts[0]?.length);
}

function shortText(text: string): string {
  const letters = [...text.trim()];
  return letters.length > 20 ? `${letters.slice(0, 20).join("")}…` : letters.join("");
}
