// RPT5101, RPT5102, RPT5106 and RPT5108: sizes and weights of letters, the title among them, and the distance of lines.
import type { Canvas, CanvasElement, Emu, MarkdownElement } from "../canvas/index.ts";
import { type Diagnostic, points } from "../diagnostics/index.ts";
import type { PageDocument, StructureNode } from "../layout/index.ts";
import { advised } from "./advice-finding.ts";
import { childrenOf } from "./elements.ts";
import { lettersIn, type PageLine } from "./page-lines.ts";

/** Sizes that differ by less than a tenth look like a slip, not like two kinds of text. */
const NEAR_SIZES = 1.1;

/** RPT5101: two sizes that a reader takes for one. Those of headings of Markdown are told with the others. */
export function nearlySameSizes(canvas: Canvas): readonly Diagnostic[] {
  const { textStyles, pages } = canvas;
  const sizes = [...new Set(textStyles.map(({ sizeEmu }) => sizeEmu))].sort((a, b) => a - b);
  const declared = new Set(textStyles.flatMap(({ isScaled, sizeEmu }) => (isScaled === true ? [] : [sizeEmu])));
  const [page] = pages;
  return sizes.flatMap((size, at) => {
    const smaller = sizes[at - 1];
    if (page === undefined || smaller === undefined || size >= smaller * NEAR_SIZES) return [];
    if (!declared.has(size) || !declared.has(smaller)) {
      const [own, scaled] = declared.has(size) ? [size, smaller] : [smaller, size];
      return declared.has(own) ? nearHeadings(canvas, own, scaled) : [];
    }
    const words = {
      message: `type sizes ${points(smaller)} and ${points(size)} are nearly the same`,
      why: "readers see no difference in rank, only unrest",
    };
    return [advised("RPT5101", page.span, words, `use ${points(size)} or ${points(smaller)} for both`)];
  });
}

/**
 * Nobody declares the sizes of headings in Markdown: they follow `size=` of their element. They are bold, which sets
 * them off from what is not.
 */
function nearHeadings({ textStyles, pages }: Canvas, ownEmu: Emu, headingEmu: Emu): readonly Diagnostic[] {
  const elements = pages
    .flatMap(({ bands, body }) => [...bands, body].flatMap(({ children }) => children))
    .flatMap((element) => markdownIn(element));
  const within = new Set(
    elements.flatMap(({ body, headings }) => [body, ...headings].flatMap((one) => Object.values({ ...one }))),
  );
  const isOwnBold = textStyles.some(({ sizeEmu, weight }, at) => {
    return sizeEmu === ownEmu && weight === "bold" && !within.has(at);
  });
  if (!isOwnBold) return [];
  const sizeOf = (style: number): Emu => textStyles[style]?.sizeEmu ?? 0;
  for (const element of elements) {
    const level = element.headings.findIndex(({ normal }) => sizeOf(normal) === headingEmu);
    if (level < 0) continue;
    const [own, heading] = [points(ownEmu), points(headingEmu)];
    const body = points(sizeOf(element.body.normal));
    const which = `${"#".repeat(level + 1)} headings of this markdown of ${body}`;
    const words = {
      message: `${which} have ${heading}, which is nearly the type size ${own} of bold texts`,
      why: "readers see no difference in rank, only unrest",
    };
    const repair = `declare ${heading} in place of ${own} in sizes, or give markdown a size= other than ${body}`;
    return [advised("RPT5101", element.span, words, repair)];
  }
  return [];
}

function markdownIn(element: CanvasElement): readonly MarkdownElement[] {
  if (element.kind === "markdown") return [element];
  const inner =
    element.kind === "table" ? element.columns.flatMap(({ children }) => children ?? []) : childrenOf(element);
  return inner.flatMap((child) => markdownIn(child));
}

/** Of letters as large as the body or smaller, more than this share in bold emphasizes nothing. */
const BOLD_SHARE = 0.4;
/** Fewer letters are a label or a slip of paper. */
const LETTERS_MIN = 60;

/** RPT5102: so much is bold that nothing stands out. */
export function tooMuchBold(lines: readonly PageLine[], { pages }: Canvas): readonly Diagnostic[] {
  const body = bodySizeOf(lines);
  const small = lines.filter(({ sizeEmu }) => sizeEmu <= body);
  const letters = count(small);
  const bold = count(small.filter(({ isBold }) => isBold));
  const [page] = pages;
  if (page === undefined || letters < LETTERS_MIN || bold <= letters * BOLD_SHARE) return [];
  const words = {
    message: `${Math.round((bold * 100) / letters)} % of the letters in the body's size are bold`,
    why: "bold leads the eye only where most is not bold",
  };
  return [advised("RPT5102", page.span, words, "keep weight=bold for headings, sums and what must not be missed")];
}

function count(lines: readonly PageLine[]): number {
  return lines.reduce((sum, line) => sum + lettersIn(line), 0);
}

/** The size that most letters have. */
export function bodySizeOf(lines: readonly PageLine[]): Emu {
  const letters = new Map<Emu, number>();
  for (const line of lines) letters.set(line.sizeEmu, (letters.get(line.sizeEmu) ?? 0) + lettersIn(line));
  return [...letters].reduce((most, one) => (one[1] > most[1] ? one : most), [0, 0])[0];
}

/** A title is so much larger than the body, at least. */
const TITLE_TIMES = 1.4;
/** The shorter side of A5, less a little: smaller papers have no room for titles. */
const TITLED_PAPER_EMU = 140 * 36_000;

/** RPT5106: the first heading of the highest rank, on a whole sheet of paper. */
export function smallTitle(
  lines: readonly PageLine[],
  { structure }: Pick<PageDocument, "structure">,
  { pages }: Canvas,
): readonly Diagnostic[] {
  const [page] = pages;
  if (page === undefined || page.sheet !== undefined) return [];
  if (Math.min(page.widthEmu, page.heightEmu) < TITLED_PAPER_EMU) return [];
  const ofFirst = lines.filter((line) => line.page === 0);
  // Above the subject of a letter stand its date, its address and its sender.
  const title = ofFirst.find(({ node }) => isHeading(structure, node)) ?? centredAbove(ofFirst, page.widthEmu);
  const body = bodySizeOf(lines);
  if (title === undefined || linesAbove(ofFirst, title) > LINES_ABOVE_TITLE) return [];
  if (count(lines) < LETTERS_MIN || title.sizeEmu >= body * TITLE_TIMES) return [];
  // A large line beside it, or as near to the top, is the title that the eye finds.
  const isLarge = (line: PageLine): boolean => line.sizeEmu >= body * TITLE_TIMES;
  if (ofFirst.some((line) => isLarge(line) && linesAbove(ofFirst, line) <= LINES_ABOVE_TITLE)) return [];
  const least = points(Math.ceil((body * TITLE_TIMES) / POINT_EMU) * POINT_EMU);
  const words = {
    message: `the title has ${points(title.sizeEmu)}, the body ${points(body)}`,
    why: "a title that is hardly larger than the body does not say at a glance what paper this is",
  };
  return [advised("RPT5106", title.span, words, `give it a size of at least ${least}, such as sizes title=${least}`)];
}

const POINT_EMU = 12_700;
/** A number, a date and one more. */
const LINES_ABOVE_TITLE = 3;

function linesAbove(lines: readonly PageLine[], { baselineEmu, sizeEmu }: PageLine): number {
  return lines.filter((line) => line.baselineEmu < baselineEmu - sizeEmu).length;
}

/** More letters are a sentence. */
const TITLE_LETTERS = 12;
/** Where the middle of a centred text is, letter spacing and rounding aside. */
const MIDDLE_EMU = 72_000;

/** The uppermost line of a page, where it reads as a title though nothing says that it is one. */
function centredAbove(lines: readonly PageLine[], widthEmu: Emu): PageLine | undefined {
  const top = lines.reduce((least, { baselineEmu }) => Math.min(least, baselineEmu), Number.POSITIVE_INFINITY);
  return lines.find(
    (line) =>
      line.baselineEmu === top &&
      lettersIn(line) <= TITLE_LETTERS &&
      Math.abs(line.leftEmu + line.rightEmu - widthEmu) <= 2 * MIDDLE_EMU,
  );
}

function isHeading(structure: readonly StructureNode[], node: number): boolean {
  for (let at = node; at >= 0; at = structure[at]?.parent ?? -1) if (structure[at]?.type === "H1") return true;
  return false;
}

/** Lines of Japanese nearer than this, in type sizes, run into one another. */
const LINE_HEIGHT_MIN_THOUSANDTHS = 1_300;
/** So many lines of so many letters are read as a paragraph. */
const PARAGRAPH_LINES = 3;
const PARAGRAPH_LETTERS = 8;
/** Latin letters have room above and below already. */
const WIDE_LETTERS = /[\u3040-\u30ff\u3400-\u9fff]/u;

/** RPT5108: paragraphs whose lines stand too near to one another. */
export function tightLines(lines: readonly PageLine[]): readonly Diagnostic[] {
  const told = new Set<number>();
  return [...paragraphsOf(lines)].flatMap((own) => {
    const [first, second] = own;
    if (first === undefined || second === undefined || own.length < PARAGRAPH_LINES) return [];
    if (lettersIn(first) < PARAGRAPH_LETTERS) return [];
    const pitch = second.baselineEmu - first.baselineEmu;
    const thousandths = Math.round((pitch * 1000) / first.sizeEmu);
    const isTight = pitch > 0 && thousandths < LINE_HEIGHT_MIN_THOUSANDTHS;
    if (!isTight || told.has(first.span[0]) || !own.some(({ text }) => WIDE_LETTERS.test(text))) return [];
    told.add(first.span[0]);
    const words = {
      message: `${own.length} lines stand ${Math.round(thousandths / 10) / 100} type sizes apart`,
      why: "in Japanese text without room between its lines, the eye loses the line that it reads",
    };
    const change = { property: "line-height", value: "1.5" };
    return [advised("RPT5108", first.span, words, "set line-height=1.5, or 1.4 where room is scarce", change)];
  });
}

function paragraphsOf(lines: readonly PageLine[]): Iterable<readonly PageLine[]> {
  const own = new Map<string, PageLine[]>();
  for (const line of lines) {
    const key = `${line.page} ${line.span[0]} ${line.node}`;
    const known = own.get(key);
    if (known === undefined) own.set(key, [line]);
    else known.push(line);
  }
  return own.values();
}
