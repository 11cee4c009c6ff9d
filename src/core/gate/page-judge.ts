// Pages, one by one as they are drawn → what the gate finds of their geometry. Pages are judged in runs, in any thread;
// what is told of the runs together is what is told of all pages at once.
import { type Canvas, type Emu, LEGIBLE_EMU } from "../canvas/index.ts";
import { type Diagnostic, SAME_PLACE_MAX } from "../diagnostics/index.ts";
import {
  INK_ABOVE_THOUSANDTHS,
  INK_BELOW_THOUSANDTHS,
  LINE_CONTRAST_MIN,
  type OpenDocument,
  type Page,
  type PageDocument,
} from "../layout/index.ts";
import { findLowContrast, TEXT_CONTRAST_MIN } from "./contrast.ts";
import { coveredShapesByPair } from "./covered-shapes.ts";
import { cutDrawingsByPair } from "./cut-drawings.ts";
import { DRAWN_PICTURES, faintLine, findNearlyAlignedLines, type LineContrast, lineContrasts } from "./drawn-lines.ts";
import { type ElementIndex, indexElements } from "./elements.ts";
import { findFaintMarks } from "./faint-marks.ts";
import { framesNearCodes } from "./frames-near-codes.ts";
import { COVER_LINE_SHARE, COVER_LINE_SHARE_OF_CODES, hiddenByPair } from "./hidden.ts";
import { hiddenDrawingsByPair } from "./hidden-drawings.ts";
import { joinedByElement } from "./joined-texts.ts";
import { findFaintLettersInPictures } from "./letters-in-pictures.ts";
import { RULE_THICKNESS_MOST_EMU } from "./line-items.ts";
import { signsByPair } from "./lines-as-signs.ts";
import {
  FILLED_PICTURES,
  findNearlyAligned,
  findOutsidePrintable,
  marginsOf,
  sideExtents,
  unevenMargins,
} from "./margins.ts";
import { crowdedByElement, nearCodesByPair, ONE_INK_PICTURES, overlapsByPair, TOUCH_EMU } from "./overlap.ts";
import { PageScan } from "./page-scan.ts";
import { findPrivateCharacters, promisesReadableText } from "./private-characters.ts";
import { judgeReading, promisesTags } from "./reading-order.ts";
import { beyondCornersByPair } from "./round-corners.ts";
import type { FoundInRow } from "./row-places.ts";
import type { Seen, Suspicions } from "./suspicions.ts";
import { struckByPair } from "./thick-lines.ts";
import { type CloseStyles, closeStyles, touchingByElement } from "./touching-letters.ts";
import { findSmallTexts, findTypeSizes, RUBY_MIN_EMU } from "./type-sizes.ts";
import { coveredByPair } from "./under-borders.ts";
import { findUnseenPictures } from "./unseen-pictures.ts";
import { findVeiled } from "./veils.ts";

/** What was found on a run of pages, as plain values; `toldOfPages` joins those of all of a file's. */
export interface GeometryInPages {
  readonly pages: number;
  readonly told: readonly FoundOnPage[];
  /** Lines that were hardly seen on some page. */
  readonly faint: readonly LineContrast[];
  /** Line elements that were seen on some page, by the starts of their spans. */
  readonly fine: readonly number[];
  /** How far content reaches to the sides. */
  readonly leftEmu: Emu;
  readonly rightEmu: Emu;
}

/** A finding that is told once of a record. */
interface FoundOnPage {
  /** Who found what of which elements: of equal keys and rows the first page of a record is told. */
  readonly key: string;
  /** Which of the rows that draw these elements: each of them is told. */
  readonly row: number;
  /** Counted from the run's first page. */
  readonly page: number;
  /** Worded for the first page of a file. */
  readonly finding: Diagnostic;
}

/** Where a page's record stands in the data of a file of several: `dataList[3]`; null for none. */
export type RecordOfPage = (page: number) => string | null;

/** What the canvas alone decides, worked out once. */
interface CanvasGeometry {
  readonly elements: ElementIndex;
  readonly declared: readonly Diagnostic[];
  readonly declaredStarts: ReadonlySet<number>;
  readonly scan: PageScan;
  /** How far content may reach before margins are uneven; worked out once, since each file begins with it. */
  readonly margins: Pick<Seen, "leftEmu" | "rightEmu">;
  /** The styles that let letters touch; null where none does. */
  readonly close: CloseStyles | null;
}

const GEOMETRIES = new WeakMap<Canvas, CanvasGeometry>();

function geometryOf(canvas: Canvas): CanvasGeometry {
  const known = GEOMETRIES.get(canvas);
  if (known !== undefined) return known;
  const elements = indexElements(canvas);
  const declared = findNearlyAligned(elements);
  const scan = new PageScan(
    elements,
    { oneInk: ONE_INK_PICTURES, ownLines: DRAWN_PICTURES, filled: FILLED_PICTURES },
    LIMITS,
  );
  const made = {
    elements,
    declared,
    declaredStarts: new Set(declared.map(({ span }) => span.start)),
    scan,
    margins: marginsOf(canvas),
    close: closeStyles(canvas),
  };
  GEOMETRIES.set(canvas, made);
  return made;
}

const LIMITS = {
  touchEmu: TOUCH_EMU,
  coverLineShare: COVER_LINE_SHARE,
  coverLineShareOfCodes: COVER_LINE_SHARE_OF_CODES,
  sizeMinEmu: LEGIBLE_EMU,
  rubyMinEmu: RUBY_MIN_EMU,
  textContrastMin: TEXT_CONTRAST_MIN,
  lineContrastMin: LINE_CONTRAST_MIN,
  ruleThicknessMostEmu: RULE_THICKNESS_MOST_EMU,
  inkAboveThousandths: INK_ABOVE_THOUSANDTHS,
  inkBelowThousandths: INK_BELOW_THOUSANDTHS,
} as const;

/** Whether the gate asks what the texts of pages show. */
export function readsSources(canvas: Canvas): boolean {
  return promisesReadableText(canvas) || promisesTags(canvas);
}

/** Judges a run of pages. What one look at a page lets pass is not asked of the rules. */
export class PageJudge {
  readonly #canvas: Canvas;
  readonly #geometry: CanvasGeometry;
  /** Asks every rule about every page, as a proof of the look; left out, false. */
  readonly #isThorough: boolean;
  readonly #recordOf: RecordOfPage;
  readonly #told = new Map<string, FoundOnPage>();
  /** Of each key: the first page that it was found on, in how many rows, and the last of them that is told. */
  readonly #rows = new Map<string, { readonly page: number; count: number; last: string }>();
  readonly #faint = new Map<number, LineContrast>();
  /** Pages that are read aloud, kept: they are judged with their tree, which grows until the last of them. */
  readonly #read: Page[] = [];
  #structure: OpenDocument["structure"] = [];
  readonly #seen: Seen;
  #pages = 0;

  /** `recordOf` is said of a run with pages of several records. */
  constructor(canvas: Canvas, isThorough = false, recordOf: RecordOfPage = () => null) {
    this.#canvas = canvas;
    this.#recordOf = recordOf;
    this.#geometry = geometryOf(canvas);
    this.#isThorough = isThorough;
    this.#seen = { fine: new Set(), ...this.#geometry.margins };
  }

  /** `structure` is the tree that the page's items name nodes of. */
  add(page: Page, structure: OpenDocument["structure"]): void {
    const { elements, scan, declaredStarts } = this.#geometry;
    const canvas = this.#canvas;
    const may = this.#isThorough ? ALL : scan.scan(page, structure, this.#seen);
    if (this.#isThorough) Object.assign(this.#seen, sideExtents(page, elements, this.#seen));
    const overlaps = may.overlap ? overlapsByPair(page, elements) : [];
    if (may.overlap) {
      this.#tellRows(overlaps);
      for (const [pair, finding] of nearCodesByPair([page], elements)) this.#tell(`quiet ${pair}`, finding);
    }
    const crowded = may.crowded ? crowdedByElement(page, elements) : [];
    this.#tellRows(crowded);
    const { close } = this.#geometry;
    if (close !== null) this.#tellTouching(page, close, crowded);
    if (may.joined) {
      const overlapping = new Set(overlaps.map(({ pair, row }) => `${pair} ${row}`));
      for (const { pair, row, finding } of joinedByElement(page, elements, structure)) {
        // RPT5001 tells that the two overlap: making room between these words would not end that.
        const [one, two] = pair.split(" ");
        if (one === two || !overlapping.has(`${one} ${two} ${row}`)) this.#tell(`joined ${pair}`, finding, row);
      }
    }
    if (may.signed) {
      for (const { pair, row, finding } of signsByPair(page, elements)) this.#tell(`signed ${pair}`, finding, row);
    }
    if (may.framed) {
      for (const [pair, finding] of framesNearCodes(page, 0, elements)) this.#tell(`frame ${pair}`, finding);
    }
    if (may.hidden) this.#tellRows(hiddenByPair(page, elements));
    if (may.overlaid) this.#tellRows(hiddenDrawingsByPair(page, elements));
    if (may.lost) this.#tellRows(coveredShapesByPair(page, elements));
    if (may.struck) this.#tellRows(struckByPair(page, elements));
    if (may.covered) this.#tellRows(coveredByPair(page, elements));
    if (may.rounded) this.#tellRows(beyondCornersByPair(page, elements));
    if (may.cut) this.#tellRows(cutDrawingsByPair(page, elements));
    if (may.outside) this.#tellAll("outside", findOutsidePrintable(canvas, [page], elements));
    if (may.small) this.#tellAll("small", findSmallTexts([page], elements));
    if (may.alignment) {
      const found = findNearlyAlignedLines([page], elements, declaredStarts);
      if (found.length === 0 && !this.#isThorough) scan.keepOutline();
      this.#tellAll("alignment", found);
    }
    if (may.contrast) {
      // What is faint on its own ground is told of that, and not of what covers it besides.
      this.#tellAll("contrast", findLowContrast([page], elements));
      this.#tellAll("contrast", findVeiled(page, elements));
    }
    if (may.marks) {
      // The words beside a box to tick have its colour. The finding about the words stands for both.
      const marks = findFaintMarks([page], elements);
      this.#tellAll(
        "marks",
        marks.filter(({ span }) => !this.#isTold(`contrast ${span.start}`)),
      );
    }
    if (may.unseen) {
      this.#tellAll("unseen", findUnseenPictures(page, elements));
      const faint = findFaintLettersInPictures(page, elements);
      // A picture of which nothing is seen is told as that.
      this.#tellAll(
        "contrast",
        faint.filter(({ span }) => !this.#isTold(`unseen ${span.start}`)),
      );
    }
    if (may.faint) this.#noteLines(page);
    if (promisesReadableText(canvas)) this.#tellAll("private", findPrivateCharacters(canvas, { pages: [page] }));
    if (promisesTags(canvas)) this.#read.push(page);
    this.#structure = structure;
    this.#pages += 1;
  }

  found(): GeometryInPages {
    if (this.#read.length > 0) this.#tellReading();
    const { fine, leftEmu, rightEmu } = this.#seen;
    const faint = [...this.#faint.values()].filter(({ span }) => !fine.has(span[0]));
    return { pages: this.#pages, told: [...this.#told.values()], faint, fine: [...fine], leftEmu, rightEmu };
  }

  /** What is not about a page is about the file: its heading. */
  #tellReading(): void {
    const document = { pages: this.#read, structure: this.#structure };
    for (const finding of judgeReading(document, this.#geometry.elements)) {
      const page = Number(/ \(page (\d+)\)$/.exec(finding.message)?.[1] ?? 1) - 1;
      const message = finding.message.replace(/ \(page \d+\)$/, " (page 1)");
      const isOfWhole = finding.code === OF_WHOLE_FILE;
      const key = `${finding.code} ${isOfWhole ? "" : `${finding.span.start} ${this.#recordOf(page) ?? ""}`}`;
      if (!this.#told.has(key)) this.#told.set(key, { key, row: 0, page, finding: { ...finding, message } });
    }
  }

  #tellAll(rule: string, found: readonly Diagnostic[]): void {
    for (const finding of found) this.#tell(`${rule} ${finding.span.start}`, finding);
  }

  /** Whether a finding is known of the record of this page. */
  #isTold(what: string): boolean {
    return this.#told.has(`${what} ${this.#recordOf(this.#pages) ?? ""} 0`);
  }

  /** Letters on one another touch too, and are told already. */
  #tellTouching(page: Page, close: CloseStyles, crowded: readonly FoundInRow[]): void {
    const known = new Set(crowded.map(({ pair }) => pair));
    for (const { pair, row, finding } of touchingByElement(page, this.#geometry.elements, close)) {
      if (!known.has(pair)) this.#tell(`touching ${pair}`, finding, row);
    }
  }

  #tellRows(found: readonly FoundInRow[]): void {
    for (const { pair, row, finding } of found) this.#tell(`overlap ${pair}`, finding, row);
  }

  /** Rows are told of the first page alone. */
  #tell(what: string, finding: Diagnostic, row = 0): void {
    const key = `${what} ${this.#recordOf(this.#pages) ?? ""}`;
    const place = `${key} ${row}`;
    if (this.#told.has(place)) return;
    const known = this.#rows.get(key) ?? { page: this.#pages, count: 0, last: place };
    if (known.count > 0 && known.page !== this.#pages) return;
    this.#rows.set(key, known);
    known.count += 1;
    if (known.count <= SAME_PLACE_MAX) {
      known.last = place;
      this.#told.set(place, { key, row, page: this.#pages, finding });
      return;
    }
    const last = this.#told.get(known.last);
    if (last === undefined) return;
    const { count = 1 } = last.finding;
    this.#told.set(known.last, { ...last, finding: { ...last.finding, count: count + 1 } });
  }

  #noteLines(page: Page): void {
    for (const line of lineContrasts([page], this.#geometry.elements, this.#seen.fine)) {
      const start = line.span[0];
      if (line.ratio >= LINE_CONTRAST_MIN) this.#seen.fine.add(start);
      const known = this.#faint.get(start);
      if (known === undefined || known.ratio < line.ratio) this.#faint.set(start, { ...line, page: this.#pages });
    }
  }
}

/** No text of the file is a heading: told where it holds of all runs. */
const OF_WHOLE_FILE = "RPT5021";

const ALL: Suspicions = {
  overlap: true,
  crowded: true,
  joined: true,
  signed: true,
  framed: true,
  hidden: true,
  overlaid: true,
  lost: true,
  struck: true,
  covered: true,
  rounded: true,
  cut: true,
  outside: true,
  small: true,
  contrast: true,
  marks: true,
  unseen: true,
  faint: true,
  alignment: true,
};

/** What is told of all pages, from what was found in runs of them, in order. Pages count from the file's first. */
export function toldOfPages(
  canvas: Canvas,
  runs: readonly GeometryInPages[],
  recordOf: RecordOfPage = () => null,
): readonly Diagnostic[] {
  const told = new Map<string, Diagnostic>();
  const faint = new Map<number, LineContrast>();
  const firstPages = new Map<string, number>();
  const fine = new Set(runs.flatMap((run) => run.fine));
  let [leftEmu, rightEmu] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let first = 0;
  for (const run of runs) {
    for (const { key, row, page, finding } of run.told) {
      if (finding.code === OF_WHOLE_FILE && !runs.every((each) => each.told.some((one) => one.key === key))) continue;
      const of = finding.code === OF_WHOLE_FILE ? key : `${key} ${recordOf(first + page) ?? ""}`;
      const place = `${of} ${row}`;
      const firstPage = firstPages.get(of) ?? first + page;
      firstPages.set(of, firstPage);
      if (told.has(place) || firstPage !== first + page) continue;
      told.set(place, onPage(finding, first + page, recordOf));
    }
    for (const line of run.faint) {
      const known = faint.get(line.span[0]);
      const later = { ...line, page: first + line.page };
      if (known === undefined || known.ratio < line.ratio) faint.set(line.span[0], later);
    }
    leftEmu = Math.min(leftEmu, run.leftEmu);
    rightEmu = Math.max(rightEmu, run.rightEmu);
    first += run.pages;
  }
  const { elements } = geometryOf(canvas);
  const lines = [...faint.values()].filter(({ span }) => !fine.has(span[0]));
  return [
    ...told.values(),
    ...unevenMargins(canvas, { leftEmu, rightEmu }),
    ...findTypeSizes(canvas),
    ...geometryOf(canvas).declared,
    ...lines.map((line) =>
      onPage(faintLine({ ...line, page: 0 }, elements.byStart.get(line.span[0])), line.page, recordOf),
    ),
  ];
}

/** Judges the geometry of laid-out pages. Page numbers count from the file's first page. */
export function judgeGeometry(
  canvas: Canvas,
  document: Pick<PageDocument, "pages" | "structure">,
  recordOf?: RecordOfPage,
  isThorough = false,
): readonly Diagnostic[] {
  const judge = new PageJudge(canvas, isThorough, recordOf);
  for (const page of document.pages) judge.add(page, document.structure);
  return toldOfPages(canvas, [judge.found()], recordOf);
}

/** A finding worded for page 1 at its end, as of another page. */
const FIRST_PAGE = / \(page 1((?:, [^()]*)?)\)$/;

function onPage(finding: Diagnostic, page: number, recordOf: RecordOfPage): Diagnostic {
  const record = recordOf(page);
  const message = finding.message.replace(FIRST_PAGE, (_, path: string) => ` (page ${page + 1}${path})`);
  return { ...finding, message, ...(record === null || finding.dataPath !== undefined ? {} : { dataPath: record }) };
}
