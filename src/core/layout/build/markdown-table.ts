// A table of Markdown → rows of texts with lines between them, below a heading that each page repeats.
import type { Canvas, CanvasBand, Emu } from "../../canvas/index.ts";
import { shortened } from "../../diagnostics/index.ts";
import type { MarkdownCell, MarkdownRow, MarkdownTable, RowDoubt } from "../../markdown/index.ts";
import {
  LONE_ROW,
  NO_META,
  NO_RULES,
  type RowEdges,
  type TableBlock,
  type TableCell,
  type TableRow,
} from "../blocks/index.ts";
import { bodyHeight, type Line, NO_FRAME } from "../page/index.ts";
import { type Finding, styleOf } from "../words/index.ts";
import { type MarkdownSetting, markdownWidth, markdownWordWidth, setMarkdownText } from "./markdown-texts.ts";

/** Around the letters of a cell, in their size. */
const BESIDE_THOUSANDTHS = 400;
const ABOVE_THOUSANDTHS = 200;
/** No column is narrower, in letters, while others are wider. */
const LETTERS_MIN = 3;
/** A heading that takes a larger part of a page is not repeated, and cut as rows are. */
const PAGE_SHARE = 3;

export function buildMarkdownTable(
  setting: MarkdownSetting,
  { rows }: MarkdownTable,
  widthEmu: Emu,
  line: Line,
): TableBlock {
  const widths = columnWidths(setting, rows, widthEmu);
  const built = rows.map((row) => buildRow(setting, row, widths, line));
  const heads = rows.filter(({ isHead }) => isHead).length;
  const headsEmu = heightOf(built.slice(0, heads));
  const repeats = headsEmu * PAGE_SHARE <= bodyLeast(setting.input.canvas);
  const block = tableBlock(setting, widths, repeats ? built.slice(0, heads) : [], built.slice(repeats ? heads : 0));
  return { ...block, heightEmu: heightOf(built) };
}

function heightOf(rows: readonly TableRow[]): Emu {
  return rows.reduce((height, row) => height + row.heightEmu, 0);
}

/** Neither stripes nor sums, and as many rows on a page as it has room for. */
function tableBlock(
  { element: { span } }: MarkdownSetting,
  widths: readonly Emu[],
  headers: readonly TableRow[],
  rows: readonly TableRow[],
): TableBlock {
  const edgesEmu = [0];
  for (const width of widths) edgesEmu.push((edgesEmu.at(-1) ?? 0) + width);
  return {
    ...{ kind: "table", edgesEmu, headers, headersEmu: heightOf(headers), repeatsHeader: true, cuts: "tall", rows },
    ...{ merges: false, striped: [], zebra: null, zebraIsStatic: true },
    ...{
      blank: [],
      blankEmu: 0,
      blankWords: null,
      strike: null,
      blanksWanted: 0,
      rowsPerPage: null,
      rowsOnFirstPage: null,
    },
    ...{ fillRows: false, carry: null, pageFoot: null, foot: [], footHeightEmu: 0, footOnEvery: false },
    ...{ footTogether: false, footSpan: span, parts: { head: null, body: null, foot: null } },
    ...{ span, frame: NO_FRAME, rules: NO_RULES, meta: NO_META, widthEmu: edgesEmu.at(-1) ?? 0, heightEmu: 0 },
    ...{ fixedHeight: true, breaksInside: false, varies: true, findings: [], node: null },
  };
}

function buildRow(
  setting: MarkdownSetting,
  { cells, doubt, isHead, lines }: MarkdownRow,
  widths: readonly Emu[],
  line: Line,
): TableRow {
  const { element } = setting;
  const { sizeEmu } = styleOf(setting.input.canvas, element.body.normal);
  const share = (thousandths: number): Emu => Math.round((sizeEmu * thousandths) / 1000);
  const [above, beside] = [share(ABOVE_THOUSANDTHS), share(BESIDE_THOUSANDTHS)];
  const frame = { ...NO_FRAME, padding: [above, beside, above, beside] as const };
  const styles = isHead ? { ...element.body, normal: element.body.bold, code: element.body.boldCode } : element.body;
  let heightEmu = 0;
  const doubts = doubt === null ? [] : [doubtFinding(doubt, setting)];
  const built = cells.map(({ align, stretches }, index): TableCell => {
    const {
      text,
      findings,
      span,
      heightEmu: own,
    } = setMarkdownText(setting, {
      ...{ stretches, lines, styles, structure: isHead ? "TH" : "TD", widthEmu: widths[index] ?? 0, frame, align },
    });
    heightEmu = Math.max(heightEmu, own);
    const range = { fromColumn: index, toColumn: index };
    const all = index === 0 ? [...findings, ...doubts] : findings;
    return { ...range, frame, text, role: null, span, findings: all, joinsAbove: false, node: null };
  });
  const edges = edgesOf(widths.length, isHead ? line : null, line);
  const flow = { ...LONE_ROW, isRecord: true, records: isHead ? 0 : 1 };
  return { heightEmu, cells: built, edges, varies: true, flow, fill: null, node: null };
}

const SHOWN_MAX = 40;

/** RPT4034: cells of a row that may be others than its writer meant. */
function doubtFinding({ kind, text }: RowDoubt, { element, shown }: MarkdownSetting): Finding {
  const words = shortened(text, SHOWN_MAX);
  const told = { code: "RPT4034", severity: "warning", span: element.span, path: shown.path } as const;
  if (kind === "code") {
    return {
      ...told,
      message: `a | within the code ${words} parts a cell of a Markdown table`,
      why: "in a row of a table each | ends a cell, within code too",
      repair: "write \\| in the data for a | that is part of a cell",
    };
  }
  return {
    ...told,
    message: `a row of a Markdown table has more cells than its heading: "${words}" stands in the last column`,
    why: "a cell that no heading stands above has no column of its own",
    repair: "give each column a heading in the data, or write \\| for a | that is part of a cell",
  };
}

function edgesOf(columns: number, top: Line | null, bottom: Line | null): RowEdges {
  const all = <Each>(each: Each, count: number): readonly Each[] => new Array<Each>(count).fill(each);
  return { top: all(top, columns), bottom: all(bottom, columns), vertical: all(null, columns + 1), isStatic: false };
}

/** The least that pages leave to their bodies. */
function bodyLeast({ pages }: Canvas): Emu {
  return Math.min(
    ...pages.map((page) => {
      const tallest = (kind: CanvasBand["kind"]) =>
        page.bands.filter((band) => band.kind === kind).sort((one, other) => other.heightEmu - one.heightEmu)[0] ??
        null;
      return bodyHeight(page, { header: tallest("header"), footer: tallest("footer"), background: null });
    }),
  );
}

/** All of the width, shared as the columns' texts ask for it; a short column gets what it needs. */
function columnWidths(setting: MarkdownSetting, rows: readonly MarkdownRow[], widthEmu: Emu): readonly Emu[] {
  const wanted = widestOf(setting, rows, markdownWidth);
  const sum = wanted.reduce((all, one) => all + one, 0);
  if (sum <= widthEmu) return wanted.map((one) => Math.floor((one * widthEmu) / Math.max(1, sum)));
  return narrowed(wanted, widestOf(setting, rows, markdownWordWidth), widthEmu);
}

/** Of each column the widest of its cells, measured as texts or by their words, with what is free beside them. */
function widestOf(
  setting: MarkdownSetting,
  rows: readonly MarkdownRow[],
  measure: typeof markdownWidth | typeof markdownWordWidth,
): readonly Emu[] {
  const { element, input } = setting;
  const { sizeEmu } = styleOf(input.canvas, element.body.normal);
  const besideEmu = 2 * Math.round((sizeEmu * BESIDE_THOUSANDTHS) / 1000);
  const count = rows[0]?.cells.length ?? 0;
  const widest: Emu[] = new Array<Emu>(count).fill(LETTERS_MIN * sizeEmu);
  for (const { cells, isHead } of rows) {
    const styles = isHead ? { ...element.body, normal: element.body.bold } : element.body;
    cells.forEach((cell: MarkdownCell, index) => {
      // One more unit: shares are rounded down.
      const own = measure(setting, cell.stretches, styles) + besideEmu + 1;
      widest[index] = Math.max(widest[index] ?? 0, own);
    });
  }
  return widest;
}

/** As `shared`, but where all words have room together no column is narrower than its widest word. */
function narrowed(wanted: readonly Emu[], words: readonly Emu[], widthEmu: Emu): readonly Emu[] {
  const holdsWords = words.reduce((all, one) => all + one, 0) <= widthEmu;
  const settled = new Map<number, Emu>();
  for (;;) {
    const widths = shared(wanted, settled, widthEmu);
    const tooNarrow = [...words.entries()].filter(([index, word]) => holdsWords && (widths[index] ?? 0) < word);
    if (tooNarrow.length === 0) return widths;
    for (const [index, word] of tooNarrow) settled.set(index, word);
  }
}

/** Columns that want no more than an equal share get it; the others share what is left. */
function shared(wanted: readonly Emu[], settled: ReadonlyMap<number, Emu>, widthEmu: Emu): readonly Emu[] {
  const widths = wanted.map((_, index) => settled.get(index) ?? 0);
  let open = [...wanted.keys()].filter((index) => !settled.has(index));
  let left = widthEmu - widths.reduce((all, one) => all + one, 0);
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
