// A table of Markdown → rows of texts with lines between them.
import type { Emu } from "../canvas/index.ts";
import type { MarkdownCell, MarkdownRow, MarkdownTable } from "../markdown/index.ts";
import type { FlowBlock, RowBlock, RowChild } from "./blocks.ts";
import { type Line, NO_FRAME } from "./frames.ts";
import { styleOf } from "./layout-input.ts";
import { type MarkdownSetting, markdownWidth, setMarkdownText } from "./markdown-texts.ts";
import { plainFlow, plainRow } from "./plain-rows.ts";

/** Around the letters of a cell, in their size. */
const BESIDE_THOUSANDTHS = 400;
const ABOVE_THOUSANDTHS = 200;
/** No column is narrower, in letters, while others are wider. */
const LETTERS_MIN = 3;

export function buildMarkdownTable(
  setting: MarkdownSetting,
  { rows }: MarkdownTable,
  widthEmu: Emu,
  line: Line,
): FlowBlock {
  const widths = columnWidths(setting, rows, widthEmu);
  const children = rows.map((row, index) => ({ xEmu: 0, block: buildRow(setting, row, widths, index === 0, line) }));
  return { ...plainFlow(setting.element, widthEmu, 0, children), structure: "Table" };
}

function buildRow(
  setting: MarkdownSetting,
  { cells, isHead, lines }: MarkdownRow,
  widths: readonly Emu[],
  isFirst: boolean,
  line: Line,
): RowBlock {
  const { element } = setting;
  const { sizeEmu } = styleOf(setting.input.canvas, element.body.normal);
  const share = (thousandths: number): Emu => Math.round((sizeEmu * thousandths) / 1000);
  const [above, beside] = [share(ABOVE_THOUSANDTHS), share(BESIDE_THOUSANDTHS)];
  const styles = isHead ? { ...element.body, normal: element.body.bold, code: element.body.boldCode } : element.body;
  let xEmu = 0;
  const children = cells.map(({ align, stretches }, index): RowChild => {
    const widthEmu = widths[index] ?? 0;
    const frame = { ...NO_FRAME, padding: [above, beside, above, beside] as const };
    const structure = isHead ? "TH" : "TD";
    const block = setMarkdownText(setting, { stretches, lines, styles, structure, widthEmu, frame, align });
    const child = { xEmu, yEmu: 0, block };
    xEmu += widthEmu;
    return child;
  });
  const row = plainRow(element, xEmu, children, false);
  return {
    ...row,
    structure: "TR",
    // A heading stays with its first row.
    rules: isHead ? { ...row.rules, keepNext: true } : row.rules,
    frame: { ...NO_FRAME, top: isFirst ? line : null, bottom: line, isStatic: false },
  };
}

/** All of the width, shared as the columns' texts ask for it; a short column gets what it needs. */
function columnWidths(setting: MarkdownSetting, rows: readonly MarkdownRow[], widthEmu: Emu): readonly Emu[] {
  const { element, input } = setting;
  const { sizeEmu } = styleOf(input.canvas, element.body.normal);
  const besideEmu = 2 * Math.round((sizeEmu * BESIDE_THOUSANDTHS) / 1000);
  const count = rows[0]?.cells.length ?? 0;
  const wanted: Emu[] = new Array<Emu>(count).fill(LETTERS_MIN * sizeEmu);
  for (const { cells, isHead } of rows) {
    const styles = isHead ? { ...element.body, normal: element.body.bold } : element.body;
    cells.forEach((cell: MarkdownCell, index) => {
      // One more unit: shares are rounded down.
      const own = markdownWidth(setting, cell.stretches, styles) + besideEmu + 1;
      wanted[index] = Math.max(wanted[index] ?? 0, own);
    });
  }
  const sum = wanted.reduce((all, one) => all + one, 0);
  if (sum <= widthEmu) return wanted.map((one) => Math.floor((one * widthEmu) / Math.max(1, sum)));
  return narrowed(wanted, widthEmu);
}

/** Columns that want no more than an equal share get it; the others share what is left. */
function narrowed(wanted: readonly Emu[], widthEmu: Emu): readonly Emu[] {
  const widths = new Array<Emu>(wanted.length).fill(0);
  let open = wanted.map((_, index) => index);
  let left = widthEmu;
  while (open.length > 0) {
    const share = Math.floor(left / open.length);
    const short = open.filter((index) => (wanted[index] ?? 0) <= share);
    for (const index of short.length > 0 ? short : open) {
      widths[index] = Math.min(wanted[index] ?? 0, share);
      left -= widths[index] ?? 0;
    }
    open = short.length > 0 ? open.filter((index) => !short.includes(index)) : [];
  }
  return widths;
}
