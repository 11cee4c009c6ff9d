// Records of one template → pages. Integers only, linear in the input, and the same input gives the same pages.
import type { Canvas, CanvasBand, CanvasPage, CanvasSheet, Emu } from "../canvas/index.ts";
import type { Outcome } from "../diagnostics/index.ts";
import type { Evaluation } from "../expression/index.ts";
import type { ImageReading } from "../pictures/index.ts";
import { type FlowBlock, type PagesLeft, plainFlow } from "./blocks/index.ts";
import { buildAbsolute, buildFlowChildren, findOffPlate } from "./build/index.ts";
import { type CutPage, cutSection, judgedRecord } from "./cut/index.ts";
import { impose, type OpenDocument, type Page, type PageDocument, type RecordPages } from "./page/index.ts";
import {
  addNode,
  beginPainting,
  beginSheet,
  fillShape,
  type Painting,
  paintFragment,
  placeNamesOf,
  tellLinksToNowhere,
} from "./paint/index.ts";
import {
  type CodeEncoder,
  type FontSet,
  type FoundInRecords,
  inputForRecord,
  type LayoutInput,
  plainText,
  prepareInput,
  type ShownRoom,
} from "./words/index.ts";

/** One record of a request (or one copy of it) with its data. */
export interface LayoutRecord {
  readonly evaluation: Evaluation;
  /** The record's bookmark in a file of several; null for none. */
  readonly title: string | null;
  /** Which record of the file this is, from 1; left out: the only one. */
  readonly number?: number;
  /** Which copy of its record this is, from 1; left out: the only one. */
  readonly copy?: number;
  /** Of a record among others: what a finding about a path of its data names, or about none. Left out, the path. */
  readonly placeOf?: (path: string | null) => string;
  /** The same in what is found of this record by itself. */
  readonly ownPlaceOf?: (path: string | null) => string;
}

export interface LayoutOptions {
  /** For a screen: backgrounds that stand for pre-printed stock are shown, which print leaves out. */
  readonly screen?: boolean;
  /** The title of a file of several records, where it is not the first record's. */
  readonly title?: string;
  /** Laying out ends once there are more pages than this (labels of one sheet count as one page). */
  readonly pagesMax?: number;
  /** Makes the bars of codes; a form that has none needs no encoder. */
  readonly codes?: CodeEncoder;
  /** False: nobody reads the structure, which takes as much memory as a page's items; its root stands alone then. */
  readonly structure?: boolean;
  /** False: nobody asks which data a text shows; the sources of all items are empty then. */
  readonly sources?: boolean;
  /**
   * Takes each page as soon as it is painted; in the answer it is blank then. Items that are drawn at once die young:
   * keeping all pages of 2,000 rows to their end cost a third of the time of laying them out, spent by the collector.
   * Not asked where pages of several records share a sheet.
   */
  readonly onPage?: (document: OpenDocument, page: Page) => void;
  /** Asked after each page that was taken: whether that is all the file has room for. Laying out ends there then. */
  readonly isFull?: () => boolean;
  /** The records are some of a file's many: each is a section of its structure, even one that comes alone. */
  readonly isPart?: boolean;
  /** Images that were read already, by their data: runs of records of one file share what they read. */
  readonly images?: Map<string, ImageReading>;
  /** Is filled with the rooms of the values that are shown, for whoever asks what a form holds. */
  readonly rooms?: ShownRoom[];
  /** Is filled with what is found of each record by itself, for whoever judges each of them. */
  readonly foundByRecord?: FoundInRecords[];
  /** Told of each record when its last page was taken. */
  readonly onRecord?: (record: RecordPages) => void;
}

/** What layout answers. */
export interface LaidOutDocument extends PageDocument {
  /** Set where `pagesMax` ended the layout: how many pages there would have been at least. */
  readonly pagesBeyond?: number;
  /** The findings, for whoever joins them with those of other records. */
  readonly found: FoundInRecords;
}

/**
 * Lays out records one after another; page numbers restart with each. The pages come even where findings are errors,
 * so that a preview shows what is wrong. Findings carry element spans, page numbers as printed, and data paths.
 */
export function layOut(
  canvas: Canvas,
  records: readonly LayoutRecord[],
  fonts: FontSet,
  options: LayoutOptions = {},
): Outcome<LaidOutDocument> {
  const first = records[0];
  if (first === undefined) throw new Error("a document has at least one record");
  const images = options.images ?? new Map<string, ImageReading>();
  const prepared = prepareInput(canvas, first.evaluation, fonts, images, options.codes ?? null, options.rooms);
  const painting = beginPainting(prepared, [0, 0], options);
  const parts: RecordPages[] = [];
  const sheets: (CanvasSheet | null)[] = [];
  const room: PageRoom = { pagesMax: options.pagesMax ?? Number.POSITIVE_INFINITY, pagesUsed: 0 };
  for (const record of records) {
    if (room.pagesUsed > room.pagesMax || options.isFull?.() === true) break;
    const firstPage = painting.pages.length;
    const input = inputForRecord(prepared, record.evaluation);
    painting.bandContent.clear();
    painting.placeNames = placeNamesOf(record);
    painting.printedIds.clear();
    painting.findings.placeOf = record.placeOf ?? null;
    if (options.foundByRecord !== undefined) painting.findings.beginRecord(record.ownPlaceOf ?? null);
    const parent = records.length > 1 || options.isPart === true ? addNode(painting, "Sect", 0, [0, 0], null) : 0;
    for (const page of layOutRecord(painting, input, parent, options, room)) sheets.push(page.sheet ?? null);
    const { title } = record;
    parts.push({ firstPage, pages: painting.pages.length - firstPage, title });
    const own = painting.findings.ofRecord?.found();
    if (own !== undefined) options.foundByRecord?.push(own);
    options.onRecord?.({ firstPage, pages: painting.pages.length - firstPage, title });
  }
  const { document } = canvas;
  const { bookmarks, destinations } = painting;
  const copies = records.map((record) => record.copy ?? 1);
  const placed = impose({ pages: painting.pages, bookmarks, destinations, records: parts }, sheets, copies);
  return {
    value: {
      title: options.title ?? titleOf(canvas, records),
      lang: document.lang,
      author: document.author,
      subject: document.subject,
      keywords: document.keywords,
      pages: placed.pages,
      structure: painting.structure,
      images: painting.images,
      bookmarks: placed.bookmarks,
      destinations: placed.destinations,
      records: placed.records,
      found: painting.findings.found(),
      ...(room.pagesUsed > room.pagesMax ? { pagesBeyond: Math.ceil(room.pagesUsed) } : {}),
    },
    diagnostics: painting.findings.diagnostics(),
  };
}

/** Where several records share a file, none of them names it; copies are of one record. */
function titleOf({ document }: Canvas, records: readonly LayoutRecord[]): string {
  const [first, second] = records.filter((record) => (record.copy ?? 1) === 1);
  if (document.title === null || first === undefined || second !== undefined) return document.name ?? document.id;
  return plainText(document.title, first.evaluation, first.evaluation.root);
}

/** How many pages a file may have and has. */
interface PageRoom {
  readonly pagesMax: number;
  /** A label takes its part of a sheet. */
  pagesUsed: number;
}

/**
 * `parent` is the structure node of the record. Answers the section of each page; none where the record would take more
 * pages than there is room for, because painting pages that nobody gets would fill the memory.
 */
function layOutRecord(
  painting: Painting,
  input: LayoutInput,
  parent: number,
  options: LayoutOptions,
  room: PageRoom,
): readonly CanvasPage[] {
  const { pages } = input.canvas;
  const firstNumber = pages[0]?.firstNumber ?? 1;
  const cutPages = (pagesLeft: number): { readonly cut: readonly CutPage[]; readonly isCut: boolean } => {
    const cut: CutPage[] = [];
    let isCut = false;
    pages.forEach((page, index) => {
      const left = { pages: pagesLeft, pageHeightEmu: page.heightEmu, isCut: false };
      const body = buildBody(input, page, page.sheet === undefined && Number.isFinite(pagesLeft) ? left : undefined);
      const numberOf = (at: number): number => firstNumber + at;
      const endsRecord = index === pages.length - 1;
      for (const each of cutSection({ page, body, pagesBefore: cut.length, numberOf, endsRecord })) cut.push(each);
      isCut ||= left.isCut;
    });
    return { cut, isCut };
  };
  const first = cutPages(room.pagesMax - room.pagesUsed);
  let { cut } = first;
  // Rows that were left out are pages that the file has no room for; were it otherwise, all of them would be wanted.
  if (first.isCut && room.pagesUsed + cut.length <= room.pagesMax) cut = cutPages(Number.POSITIVE_INFINITY).cut;
  for (const { page } of cut)
    room.pagesUsed += page.sheet === undefined ? 1 : 1 / (page.sheet.columns * page.sheet.rows);
  if (room.pagesUsed > room.pagesMax) return [];
  const total = firstNumber - 1 + cut.length;
  const { document } = input.canvas;
  const { structure, images } = painting;
  const firstPage = painting.pages.length;
  const onPage = pages.some((page) => page.sheet !== undefined) ? undefined : options.onPage;
  let isWhole = true;
  for (const page of judgedRecord(cut, input.canvas.copies?.length ?? 1)) {
    painting.sheet = beginSheet(input, page.number, total, options.sources !== false);
    const painted = paintPage(painting, page, parent, options);
    onPage?.({ lang: document.lang, structure, images }, painted);
    // What is given away leaves its size behind.
    painting.pages.push(onPage === undefined ? painted : { ...painted, items: [] });
    if (onPage !== undefined && options.isFull?.() === true) {
      isWhole = false;
      break;
    }
  }
  if (isWhole) tellLinksToNowhere(painting);
  return cut.slice(0, painting.pages.length - firstPage).map((page) => page.page);
}

function buildBody(input: LayoutInput, page: CanvasPage, left: PagesLeft | undefined): FlowBlock {
  const { gapEmu } = page.body;
  const widthEmu = contentWidth(page);
  const parts = [{ elements: page.body.children, scope: input.evaluation.root }];
  const { children } = buildFlowChildren(input, parts, widthEmu, {
    flows: true,
    // What leaves the margins and stays on the paper is printed: it is a matter of margins (RPT5004).
    besideEmu: Math.min(page.margin[1], page.margin[3]),
    ...(left === undefined ? {} : { pages: left }),
  });
  return plainFlow(page.body, widthEmu, gapEmu, children);
}

function contentWidth(page: CanvasPage): Emu {
  return Math.max(0, page.widthEmu - page.margin[1] - page.margin[3]);
}

/** Paint order: page colour, background, what lies under, header, body, footer, what lies over. */
function paintPage(painting: Painting, cut: CutPage, parent: number, options: LayoutOptions): Page {
  const { sheet } = painting;
  const { page, bands } = cut;
  const [top, , bottom, left] = page.margin;
  if (cut.findings.length > 0) sheet.placesWanted = new Map(cut.findings.map(({ span }) => [span[0], null]));
  if (page.fill !== null) {
    const out = page.bleedEmu ?? 0;
    const [rightEmu, bottomEmu] = [page.widthEmu + out, page.heightEmu + out];
    const rectangle = { leftEmu: 0 - out, topEmu: 0 - out, rightEmu, bottomEmu };
    fillShape(sheet, page.span, { kind: "rectangle", rectangle, radiusEmu: 0 }, page.fill, true);
  }
  // A background's origin is the paper's corner: letterheads and fold marks are measured from its edge.
  if (bands.background !== null && (bands.background.print !== false || options.screen === true)) {
    const [right, down] = bands.background.offset ?? [0, 0];
    paintBand(painting, bands.background, right, down, page.widthEmu, parent);
  }
  const ground = sheet.normal.splice(0);
  if (bands.header !== null) paintBand(painting, bands.header, left, top, contentWidth(page), parent);
  if (cut.fragment !== null) {
    const { heightEmu } = cut.fragment;
    const yEmu = top + (bands.header?.heightEmu ?? 0);
    paintFragment(painting, cut.fragment, { xEmu: left, yEmu, heightEmu, parent, still: true });
  }
  if (bands.footer !== null) {
    const y = page.heightEmu - bottom - bands.footer.heightEmu;
    paintBand(painting, bands.footer, left, y, contentWidth(page), parent);
  }
  for (const finding of cut.findings) {
    painting.findings.add(finding, cut.number, sheet.placesWanted?.get(finding.span[0]) ?? null);
  }
  const isFlat = ground.length === 0 && sheet.under.length === 0 && sheet.over.length === 0;
  const items = isFlat ? sheet.normal : ground.concat(sheet.under, sheet.normal, sheet.over);
  const { widthEmu, heightEmu } = page;
  return { widthEmu, heightEmu, items, ...(cut.isTooMany === true ? { isTooMany: true } : {}) };
}

function paintBand(painting: Painting, band: CanvasBand, xEmu: Emu, yEmu: Emu, widthEmu: Emu, parent: number): void {
  const { sheet } = painting;
  const { evaluation } = sheet.input;
  const scope = evaluation.withPage(evaluation.root, { n: sheet.number, total: sheet.total });
  sheet.inBand = true;
  sheet.bandParent = parent;
  const children = buildAbsolute(sheet.input, band.children, scope, widthEmu);
  // What of a background leaves the paper is cut there on purpose.
  const holder = { canvas: sheet.input.canvas, span: band.span, aroundEmu: 0 };
  const offPlate = band.kind === "background" ? [] : findOffPlate(children, widthEmu, band.heightEmu, holder);
  for (const finding of offPlate) {
    const child = children.find(({ block }) => block.span[0] === finding.span[0]);
    const at = child === undefined ? null : { xEmu: xEmu + child.xEmu, yEmu: yEmu + child.yEmu };
    painting.findings.add(finding, sheet.number, at);
  }
  for (const child of children) {
    const { heightEmu } = child.block;
    const place = { xEmu: xEmu + child.xEmu, yEmu: yEmu + child.yEmu, heightEmu, parent, still: true };
    paintFragment(painting, { kind: "whole", block: child.block, heightEmu }, place);
  }
  sheet.inBand = false;
}
