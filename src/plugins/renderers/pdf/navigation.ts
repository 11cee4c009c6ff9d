// Bookmarks, named destinations and links: what a reader clicks (ISO 32000-1 §12.3 and §12.5).
import type { Bookmark, Destination, LinkItem, PageDocument } from "../../../core/sdk/index.ts";
import { decimalText, hundredths } from "./byte-arena.ts";
import type { PdfContainer } from "./container.ts";
import { type PdfReference, type PdfValue, RawSyntax, textBytes } from "./file/syntax.ts";
import { edgesOf } from "./shapes.ts";
import type { StructureTree } from "./structure/structure-tree.ts";

interface OutlineItem {
  readonly bookmark: Bookmark;
  readonly children: OutlineItem[];
}

/** Writes the outline tree into the catalogue; nothing where there are no bookmarks. */
export function writeOutline(container: PdfContainer, document: PageDocument, pages: readonly PdfReference[]): void {
  const items = outlineTree(outlineEntries(document));
  if (items.length === 0) return;
  const root = container.reference({ Type: "Outlines" });
  writeItems(container, root, items, document, pages);
  root.end();
  container.catalogue("Outlines", root);
  container.catalogue("PageMode", "UseOutlines");
}

/**
 * Each record's title becomes an outermost bookmark, with the bookmarks of its pages beneath it. Further copies of the
 * record have no title: their bookmarks stand beneath that of the first.
 */
function outlineEntries(document: PageDocument): readonly Bookmark[] {
  if (document.records.every(({ title }) => title === null)) return document.bookmarks;
  const entries: Bookmark[] = [];
  // Copies may share a sheet.
  const taken = new Set<Bookmark>();
  for (const { title, firstPage, pages } of document.records) {
    if (title !== null) entries.push({ title, level: 1, page: firstPage, yEmu: 0 });
    for (const bookmark of document.bookmarks) {
      const isOwn = bookmark.page >= firstPage && bookmark.page < firstPage + pages;
      if (!isOwn || taken.has(bookmark)) continue;
      taken.add(bookmark);
      entries.push({ ...bookmark, level: bookmark.level + 1 });
    }
  }
  return entries;
}

/** A level that is skipped (1, then 3) nests as one step. */
function outlineTree(bookmarks: readonly Bookmark[]): readonly OutlineItem[] {
  const roots: OutlineItem[] = [];
  const open: OutlineItem[] = [];
  for (const bookmark of bookmarks) {
    const item: OutlineItem = { bookmark, children: [] };
    while ((open.at(-1)?.bookmark.level ?? 0) >= bookmark.level) open.pop();
    (open.at(-1)?.children ?? roots).push(item);
    open.push(item);
  }
  return roots;
}

/** All levels are open, so a count holds every descendant (ISO 32000-1 §12.3.3). Answers how many were written. */
function writeItems(
  container: PdfContainer,
  parent: PdfReference,
  items: readonly OutlineItem[],
  document: PageDocument,
  pages: readonly PdfReference[],
): number {
  const references = items.map(() => container.reference({}));
  let count = items.length;
  items.forEach(({ bookmark, children }, index) => {
    const reference = references[index] as PdfReference;
    Object.assign(reference.data, {
      Title: textString(bookmark.title),
      Parent: parent,
      Prev: references[index - 1],
      Next: references[index + 1],
      Dest: placeOnPage(document, pages, bookmark),
    });
    count += writeItems(container, reference, children, document, pages);
    reference.end();
  });
  if (items.length > 0) Object.assign(parent.data, { First: references[0], Last: references.at(-1), Count: count });
  return count;
}

/** Writes the tree of named destinations: one leaf, sorted by the bytes of the names (ISO 32000-1 §7.9.6). */
export function writeDestinations(
  container: PdfContainer,
  document: PageDocument,
  pages: readonly PdfReference[],
): void {
  const places = new Map<string, Destination>();
  for (const destination of document.destinations) {
    if (!places.has(destination.name)) places.set(destination.name, destination);
  }
  const names = [...places]
    .map(([name, destination]) => ({ key: nameBytes(name), destination }))
    .sort((one, other) => compareBytes(one.key, other.key))
    .flatMap(({ key, destination }) => [key, placeOnPage(document, pages, destination)]);
  container.names("Dests", names.length === 0 ? undefined : { Names: names });
}

/** Writes a page's links and answers its `/Annots`, empty where it has none. */
export function writeLinks(
  container: PdfContainer,
  links: readonly LinkItem[],
  heightEmu: number,
  structure: StructureTree | null,
): readonly PdfReference[] {
  return links.map((link) => writeLink(container, heightEmu, link, structure));
}

function writeLink(
  container: PdfContainer,
  heightEmu: number,
  link: LinkItem,
  structure: StructureTree | null,
): PdfReference {
  const { left, bottom, right, top } = edgesOf(link.rectangle, hundredths(heightEmu));
  const target: Record<string, PdfValue> =
    link.target.kind === "url"
      ? { A: { S: "URI", URI: textString(asciiUri(link.target.url)) } }
      : { Dest: nameBytes(link.target.name) };
  const reference = container.reference({
    Type: "Annot",
    Subtype: "Link",
    Rect: [left, bottom, right, top].map(points),
    Border: [0, 0, 0],
    // Print: PDF/A asks that no annotation vanishes on paper.
    F: 4,
    ...target,
  });
  if (structure !== null) {
    // PDF/UA asks for a description beside the words of the page (ISO 14289-1, 7.18.5).
    reference.data["Contents"] = textString(link.target.kind === "url" ? link.target.url : `#${link.target.name}`);
    const key = structure.annotate(link.node, reference);
    if (key !== null) reference.data["StructParent"] = key;
  }
  reference.end();
  return reference;
}

/** The top left of a place, at the reader's own zoom. A page that does not exist leads to the last one. */
function placeOnPage(
  document: PageDocument,
  pages: readonly PdfReference[],
  place: { readonly page: number; readonly yEmu: number },
): PdfValue {
  const index = Math.max(0, Math.min(place.page, pages.length - 1));
  const height = document.pages[index]?.heightEmu ?? 0;
  const top = hundredths(height) - hundredths(place.yEmu);
  return [pages[index] ?? null, "XYZ", 0, points(top), null];
}

/** Hundredths of a point as a number of the file. */
function points(valueHundredths: number): RawSyntax {
  return new RawSyntax(decimalText(valueHundredths, 2));
}

/** A text string, which pdfkit tells from a name by the wrapper object; it writes ASCII or UTF-16BE. */
function textString(text: string): PdfValue {
  return new String(text);
}

/** URIs are 7-bit (ISO 32000-1 §12.6.4.7): everything else is percent-encoded as UTF-8. */
function asciiUri(url: string): string {
  let ascii = "";
  for (const byte of new TextEncoder().encode(url)) {
    const isPlain = byte > 0x20 && byte < 0x7f;
    ascii += isPlain ? String.fromCharCode(byte) : `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
  }
  return ascii;
}

/** A destination's name as the bytes of a text string: ASCII as it is, else UTF-16BE. */
function nameBytes(name: string): Uint8Array {
  return textBytes(name);
}

/** The order of the bytes of names (ISO 32000-1 §7.9.6). */
export function compareBytes(one: Uint8Array, other: Uint8Array): number {
  const shared = Math.min(one.length, other.length);
  for (let index = 0; index < shared; index++) {
    const difference = (one[index] as number) - (other[index] as number);
    if (difference !== 0) return difference;
  }
  return one.length - other.length;
}
