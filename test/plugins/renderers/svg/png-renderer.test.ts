import { createHash } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { pngRenderer } from "../../../../src/plugins/renderers/svg/index.ts";
import { readPicture } from "../../../support/pictures.ts";
import { documentOf, fill, invoicePage, page, rectangle } from "../pdf/page-document.ts";

const MM = 36_000;

beforeAll(async () => {
  await pngRenderer.prepare?.();
});

test.for([
  [72, 596, 842],
  [144, 1191, 1684],
  [300, 2481, 3508],
] as const)("an A4 page at %d dpi has %d × %d pixels", ([dpi, width, height]) => {
  const png = pngRenderer.renderPage(documentOf([page([])]), 0, { dpi });
  const view = new DataView(png.buffer, png.byteOffset);
  expect([view.getUint32(16), view.getUint32(20)]).toEqual([width, height]);
});

test("the image says its resolution, so that it has the page's size in a document", () => {
  const png = Buffer.from(pngRenderer.renderPage(documentOf([page([])]), 0, { dpi: 300 }));
  const at = png.indexOf("pHYs", 0, "latin1");
  expect([png.readUInt32BE(at + 4), png.readUInt32BE(at + 8), png[at + 12]]).toEqual([11_811, 11_811, 1]);
});

test("lengths are not stretched to whole pixels", () => {
  // 10 mm at 100 dpi are 39.37 pixels; the last column shows paper beyond the page's edge.
  const sheet = { widthEmu: 10 * MM, heightEmu: 10 * MM };
  const black = fill(rectangle(0, 0, 5 * MM, 10 * MM), [0, 0, 0, 255]);
  const { width, height, rgb } = readPicture(
    pngRenderer.renderPage(documentOf([page([black], sheet)]), 0, { dpi: 100 }),
  );
  expect([width, height]).toEqual([40, 40]);
  const row = Array.from({ length: width }, (_, x) => rgb[(20 * width + x) * 3]);
  // 5 mm are 19.69 pixels.
  expect(row.lastIndexOf(0)).toBe(19);
  expect(row[20]).toBe(255);
});

test("neighbouring areas that share an edge show no paper between them", () => {
  const stripes = Array.from({ length: 30 }, (_, index) =>
    fill(rectangle(index * 33_333, 0, 33_333, 10 * MM), [0, 0, 0, 255]),
  );
  const sheet = { widthEmu: 30 * 33_333, heightEmu: 10 * MM };
  const { width, rgb } = readPicture(pngRenderer.renderPage(documentOf([page(stripes, sheet)]), 0, { dpi: 72 }));
  for (let x = 0; x < width - 1; x++) expect(rgb[(5 * width + x) * 3]).toBe(0);
});

test("a page has the bytes that it always had", () => {
  const png = pngRenderer.renderPage(documentOf([invoicePage(7)]), 0, { dpi: 72 });
  expect(createHash("sha256").update(png).digest("hex")).toMatchInlineSnapshot(
    `"8668c61f4b36d54e0a112ca04d9ad358b4ed74bf36d4f089d11432bdd0437fbb"`,
  );
});
