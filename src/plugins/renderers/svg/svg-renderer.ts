// A page → one self-contained SVG file: what is seen as outlines and vectors, and over it, unseen, what is read.
import type { Page, PageDocument, PageRenderer } from "../../../core/sdk/index.ts";
import { drawPage } from "./drawing.ts";
import { quotientText, sideText, xmlText } from "./numbers.ts";
import { readingLayer } from "./reading-layer.ts";

const EMU_PER_INCH = 914_400;

/** The `svg` renderer. */
export const svgRenderer: PageRenderer = {
  id: "svg",
  mediaType: "image/svg+xml",
  fileExtension: "svg",
  renderPage: (document, page) => new TextEncoder().encode(pageFile(document, page)),
};

/** One unit is one EMU, so every length of the page stands in the file as it is. */
function pageFile(document: PageDocument, index: number): string {
  const page = pageAt(document, index);
  const { widthEmu, heightEmu } = page;
  const { definitions, drawing } = drawPage(document, page);
  const number = document.pages.length > 1 ? ` (${index + 1}/${document.pages.length})` : "";
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${sideText(widthEmu)}" height="${sideText(heightEmu)}"` +
    ` viewBox="0 0 ${widthEmu} ${heightEmu}" lang="${xmlText(document.lang)}" role="graphics-document document">\n` +
    `<title>${xmlText(document.title)}${number}</title>\n${definitions}` +
    `<g aria-hidden="true">\n${paper(widthEmu, heightEmu)}${drawing}</g>\n${readingLayer(document, index)}</svg>\n`
  );
}

/** What is seen of a page, sized in pixels for a rasteriser. The last column and row may lie over the paper's edge. */
export function pixelPage(document: PageDocument, index: number, dpi: number): string {
  const page = pageAt(document, index);
  const [width, height] = pixelSize(page, dpi);
  const { definitions, drawing } = drawPage(document, page);
  const [across, down] = [width, height].map((pixels) => quotientText(pixels * EMU_PER_INCH, dpi, 3));
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${across} ${down}">\n` +
    `${definitions}${paper(`${across}`, `${down}`)}${drawing}</svg>\n`
  );
}

/** Pixels that hold a whole page, across and down. */
export function pixelSize({ widthEmu, heightEmu }: Page, dpi: number): readonly [width: number, height: number] {
  return [Math.ceil((widthEmu * dpi) / EMU_PER_INCH), Math.ceil((heightEmu * dpi) / EMU_PER_INCH)];
}

function paper(width: number | string, height: number | string): string {
  return `<path fill="#fff" d="M0 0H${width}V${height}H0Z"/>\n`;
}

function pageAt(document: PageDocument, index: number): Page {
  const page = document.pages[index];
  if (page === undefined) throw new Error(`the document has no page ${index}`);
  return page;
}
