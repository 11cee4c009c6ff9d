import { readdirSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { createSvgLibrary } from "../../../../src/core/engine/fonts/svg-thread.ts";
import type { PageDocument } from "../../../../src/core/sdk/index.ts";
import { pdfRenderer } from "../../../../src/plugins/renderers/pdf/index.ts";
import { pngRenderer } from "../../../../src/plugins/renderers/svg/index.ts";
import { runCommand } from "../../../support/command.ts";
import { inLane } from "../../../support/lane.ts";
import { logoForm } from "../../../support/logo-form.ts";
import { comparePictures, type Picture, readPicture, shrunk } from "../../../support/pictures.ts";
import { randomDocuments } from "../../../support/random-pages.ts";
import { exampleSource, templatePages } from "../../../support/template-pages.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";
import { CMYK_JPEG, exif, GRAY_JPEG, withSegments } from "../pdf/images/picture-files.ts";
import { documentOf, image, options, page, rectangle } from "../pdf/page-document.ts";

// What a preview shows is what prints: the PNG of a page against poppler's picture of the same page's PDF. Both are
// drawn finely and averaged down, because programs disagree about which pixel an edge falls into; what is left is less
// than a quarter of a pixel of 72 dpi.
const FINE_DPI = 288;
const SHRINK = 4;

/** No pixel may lie further than this outside of what the other picture shows one pixel around, of 255 levels. */
const STRAY_LEVELS = 64;

/** The mean over the page; a page of text differs by about one level. */
const MEAN_LEVELS = 2;

beforeAll(async () => {
  await pngRenderer.prepare?.();
});

async function popplerPicture(pdf: Uint8Array, page: number): Promise<Picture> {
  await using folder = await temporaryFolder("picture");
  const [file, target] = [join(folder.path, "file.pdf"), join(folder.path, "page")];
  await writeFile(file, pdf);
  const which = ["-f", String(page + 1), "-l", String(page + 1)];
  const drawn = await runCommand("pdftocairo", ["-png", "-singlefile", "-r", String(FINE_DPI), ...which, file, target]);
  if (drawn.exitCode !== 0) throw new Error(drawn.stderr);
  return readPicture(readFileSync(`${target}.png`));
}

async function expectSamePicture(document: PageDocument, page: number, pdf: Uint8Array): Promise<void> {
  const printed = shrunk(await popplerPicture(pdf, page), SHRINK);
  const shown = shrunk(readPicture(pngRenderer.renderPage(document, page, { dpi: FINE_DPI })), SHRINK);
  const { meanLevels, strayPixels, firstStray } = comparePictures(shown, printed, STRAY_LEVELS);
  expect({ page, strayPixels, firstStray }).toEqual({ page, strayPixels: 0, firstStray: null });
  expect(meanLevels).toBeLessThan(MEAN_LEVELS);
}

const EXAMPLES = readdirSync("docs/examples").filter((name) => name.endsWith(".rpt"));

describe("a page image shows what the PDF shows", () => {
  test.for(inLane({ fast: ["invoice.rpt"], full: EXAMPLES }))("of the example %s", async (name) => {
    const document = await templatePages(exampleSource(name));
    const pdf = pdfRenderer.render(document, options);
    for (const page of document.pages.keys()) await expectSamePicture(document, page, pdf);
  });

  test("of pictures that are turned by their EXIF, and of CMYK ones", async () => {
    const turned = [1, 2, 3, 4, 5, 6, 7, 8].map((orientation) =>
      withSegments(GRAY_JPEG, [0xe1, exif(orientation, orientation % 2 === 0 ? "big" : "little")]),
    );
    const images = [...turned, CMYK_JPEG].map(
      (bytes) => ({ format: "jpeg", bytes, widthPx: 16, heightPx: 8 }) as const,
    );
    const size = 10 * 36_000;
    const items = images.map((_, index) =>
      image(index, rectangle((index % 3) * 2 * size + size, Math.floor(index / 3) * 2 * size + size, size, size)),
    );
    const document = documentOf([page(items, { widthEmu: 7 * size, heightEmu: 7 * size })], { images });
    await expectSamePicture(document, 0, pdfRenderer.render(document, options));
  });

  test("of gradients, clips, symbols and SVGs within others", async () => {
    const drawing = readFileSync(new URL("drawing.svg", import.meta.url)).toString("base64");
    const document = await templatePages(`rpt 1
field picture image example="data:image/svg+xml;base64,${drawing}"
page 220mm 170mm margin=10mm {
  body {
    image (picture) w=200mm h=150mm alt="図"
  }
}
`);
    await expectSamePicture(document, 0, pdfRenderer.render(document, options));
  });

  test("of dashes and corners, as another program shows the drawing itself", async () => {
    const svg = readFileSync(new URL("strokes.svg", import.meta.url), "utf8");
    const document = await templatePages(`rpt 1
field picture image example="data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}"
page 200mm 150mm margin=0mm {
  body {
    image (picture) w=200mm h=150mm alt="図"
  }
}
`);
    const pdf = pdfRenderer.render(document, options);
    await expectSamePicture(document, 0, pdf);
    const printed = shrunk(await popplerPicture(pdf, 0), SHRINK);
    const [width, height] = [printed.width * SHRINK, printed.height * SHRINK];
    const sized = svg.replace(
      'width="200" height="150"',
      `width="${width}" height="${height}" preserveAspectRatio="none"`,
    );
    const drawn = createSvgLibrary().pixels({ svg: sized, faces: [] });
    if (!drawn.ok) throw new Error(drawn.reason);
    const { meanLevels, strayPixels } = comparePictures(
      shrunk(readPicture(drawn.value), SHRINK),
      printed,
      STRAY_LEVELS,
    );
    expect(strayPixels).toBe(0);
    expect(meanLevels).toBeLessThan(MEAN_LEVELS);
  });

  test("of logos with texts, masks, shadows, patterns and fading lines", { timeout: 120_000 }, async () => {
    const document = await templatePages(logoForm());
    await expectSamePicture(document, 0, pdfRenderer.render(document, options));
  });

  test("of random pages with every kind of item", async () => {
    const numRuns = inLane({ fast: 6, full: 200 });
    await fc.assert(
      fc.asyncProperty(randomDocuments, async (document) => {
        await expectSamePicture(document, 0, pdfRenderer.render(document, options));
      }),
      { numRuns },
    );
  });
});
