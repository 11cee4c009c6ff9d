// Draws a picture whose colour profile is so many MiB of zeros, in a process of its own, and prints the KiB of memory
// that the process took for it at its most: `node profile-bomb.ts MEBIBYTES`.
import { pdfRenderer } from "../../../../../src/plugins/renderers/pdf/index.ts";
import { zlibBomb } from "../../../../support/zlib-bomb.ts";
import { documentOf, image, options, page, rectangle } from "../page-document.ts";
import { pngFile } from "./picture-files.ts";

const profile = Buffer.concat([Buffer.from("x\0\0", "latin1"), zlibBomb(Number(process.argv[2]))]);
const bytes = pngFile({ width: 16, height: 8, bitDepth: 8, colorType: 2, pixel: () => [255, 0, 0], profile });
const items = [image(0, rectangle(0, 0, 900_000, 900_000))];
const document = documentOf([page(items)], { images: [{ format: "png", bytes, widthPx: 16, heightPx: 8 }] });
const before = process.resourceUsage().maxRSS;
pdfRenderer.render(document, options);
process.stdout.write(String(process.resourceUsage().maxRSS - before));
