// Pages → a PDF 1.7 file. The same pages and options give the same bytes: nothing here reads a clock, randomness or
// anything a document before it left behind.
// What is kept between documents is kept by what it is made from (`glyph-text.ts`, `compressed-cache.ts`).
import {
  ARTIFACT,
  type OpenDocument,
  type Page,
  type PageDocument,
  type PageStream,
  type PlacedItem,
  type Renderer,
  type RenderOptions,
} from "../../../core/sdk/index.ts";
import { writeAttachments } from "./attachments.ts";
import { ByteArena, hundredths } from "./byte-arena.ts";
import { archiveLevel, isTagged, refuseContradictions, writeOutputIntent } from "./conformance.ts";
import { PdfContainer } from "./container.ts";
import { ContentStream } from "./content-stream.ts";
import { deflate } from "./deflate.ts";
import { DocumentResources } from "./document-resources.ts";
import type { PdfReference } from "./file/syntax.ts";
import { documentInfo, xmpPacket } from "./metadata.ts";
import { writeDestinations, writeLinks, writeOutline } from "./navigation.ts";
import { writePrinting } from "./printing.ts";
import { splitStaticPart } from "./static-part.ts";
import { StructureTree } from "./structure/structure-tree.ts";

/** The `pdf` renderer. */
export const pdfRenderer: Renderer = {
  id: "pdf",
  mediaType: "application/pdf",
  fileExtension: "pdf",
  render: renderPdf,
  begin: beginPdf,
};

/** A static part of fewer bytes than this costs more as a form of its own than it saves. */
const SMALLEST_FORM_BYTES = 400;

/**
 * One page of 640 characters (237 distinct, two weights) takes 3.3 ms (best of 500, a busy machine) and 50 KB; 100
 * collated take 0.24 ms and 2 KB each, a page of a long table 0.46 ms. Two thirds of a single page's time is deflating,
 * nearly all of it the two fonts' outlines; subsetting takes 8 %, writing content 12 %, pdfkit 8 %. So time is saved by
 * deflating less, not by writing faster.
 */
function renderPdf(document: PageDocument, options: RenderOptions): Uint8Array {
  const stream = beginPdf(document, options);
  for (const page of document.pages) stream.add(page);
  return stream.finish(document);
}

function beginPdf(document: OpenDocument, options: RenderOptions): PageStream {
  refuseContradictions(options);
  const { conformance, encryption, attachments = [] } = options;
  const tagged = isTagged(conformance);
  const createdAt = new Date(options.createdAt);
  const { contentHash } = options;
  const container = new PdfContainer({
    lang: document.lang,
    contentHash,
    createdAt,
    compact: tagged,
    ...(encryption === undefined ? {} : { encryption }),
  });
  if (archiveLevel(conformance) !== null) writeOutputIntent(container);
  const structure = tagged ? new StructureTree(container, document.structure) : null;
  const resources = new DocumentResources(container, document.images, conformance !== undefined);
  const arena = new ByteArena();
  const pages: PdfReference[] = [];
  return {
    add(page) {
      pages.push(writePage(container, resources, arena, page, structure));
    },
    finish(whole) {
      structure?.finish();
      resources.fonts.finish();
      writeDestinations(container, whole, pages);
      writeOutline(container, whole, pages);
      writeAttachments(container, attachments, createdAt);
      writePrinting(container, options.printing);
      return container.finish(documentInfo(whole, options), xmpPacket(whole, options));
    },
  };
}

function writePage(
  container: PdfContainer,
  resources: DocumentResources,
  arena: ByteArena,
  page: Page,
  structure: StructureTree | null,
): PdfReference {
  const [width, height] = [hundredths(page.widthEmu) / 100, hundredths(page.heightEmu) / 100];
  const reference = container.startPage(width, height);
  const key = structure?.startPage(reference);
  const parts = structure === null ? splitStaticPart(page.items) : splitStaticPart(page.items, isStaticArtifact);

  arena.truncate(0);
  const shared = new ContentStream(arena, resources, page.heightEmu);
  for (const item of parts.shared) shared.draw(item);
  const sharedResources = shared.end();
  const isForm = arena.length >= SMALLEST_FORM_BYTES;
  const form = isForm ? resources.form(arena.toBytes(), sharedResources, width, height) : null;

  arena.truncate(0);
  const stream = new ContentStream(arena, resources, page.heightEmu, structure);
  if (form !== null) stream.form(form.name, form.reference);
  else for (const item of parts.shared) stream.draw(item);
  for (const item of parts.own) stream.draw(item);
  const pageResources = stream.end();
  const links = writeLinks(container, page, structure);
  container.fillPage(deflate(arena.toBytes()), pageResources, {
    ...(links.length > 0 ? { Annots: links } : {}),
    ...trimOf(page),
    // Tab order by structure: ISO 14289-1, 7.18.3.
    ...(key === undefined ? {} : { StructParents: key, Tabs: "S" }),
  });
  return reference;
}

/** The paper as it is once it is cut, and what is printed beyond its edges (ISO 32000-1, 14.11.2). */
function trimOf({ trim, widthEmu, heightEmu }: Page): Readonly<Record<string, number[]>> {
  if (trim === undefined) return {};
  const points = (emu: number): number => hundredths(emu) / 100;
  const [width, height] = [points(widthEmu), points(heightEmu)];
  const bottom = points(heightEmu - trim.bottomEmu);
  const TrimBox = [points(trim.leftEmu), bottom, points(trim.rightEmu), points(heightEmu - trim.topEmu)];
  return { TrimBox, BleedBox: [0, 0, width, height] };
}

function isStaticArtifact(item: PlacedItem): boolean {
  return item.isStatic && item.node === ARTIFACT;
}
