import { fileURLToPath } from "node:url";
import { zlibSync } from "fflate";
import { describe, expect, test } from "vitest";
import type { Conformance, ImageResource } from "../../../../../src/core/sdk/index.ts";
import { srgbProfile } from "../../../../../src/plugins/renderers/pdf/icc-profile.ts";
import { printProfile } from "../../../../../src/plugins/renderers/pdf/images/print-profile.ts";
import { pdfRenderer } from "../../../../../src/plugins/renderers/pdf/index.ts";
import { runCommand } from "../../../../support/command.ts";
import { checkByQpdf, pixels, unpacked } from "../opened-pdf.ts";
import { documentOf, image, options, page, rectangle } from "../page-document.ts";
import { CMYK_JPEG, GRAY_JPEG, pngFile, withSegments } from "./picture-files.ts";

const POINT = 12_700;

/** A gray profile: the head of the sRGB one says so, its tags are not looked at by the renderer. */
function grayProfile(): Uint8Array {
  const profile = srgbProfile().slice();
  profile.set(new TextEncoder().encode("GRAY"), 16);
  return profile;
}

function inParts(profile: Uint8Array, count: number): readonly [number, Uint8Array][] {
  const size = Math.ceil(profile.length / count);
  return Array.from({ length: count }, (_, part) => {
    const head = new TextEncoder().encode("ICC_PROFILE\0");
    const body = profile.subarray(part * size, (part + 1) * size);
    return [0xe2, Uint8Array.from([...head, part + 1, count, ...body])];
  });
}

function pageWith(pictures: readonly ImageResource[], conformance?: Conformance): Uint8Array {
  const area = rectangle(0, 0, 16 * POINT, 8 * POINT);
  const items = pictures.map((_, index) => image(index, area));
  const pages = [page(items, { widthEmu: 16 * POINT, heightEmu: 8 * POINT })];
  const promise = conformance === undefined ? {} : { conformance };
  return pdfRenderer.render(documentOf(pages, { images: pictures }), { ...options, ...promise });
}

function jpeg(bytes: Uint8Array): ImageResource {
  return { format: "jpeg", bytes, widthPx: 16, heightPx: 8 };
}

/** Streams with a number of colours. */
const profilesIn = (plain: string): number => plain.match(/\/N [134]\n/g)?.length ?? 0;

describe("an image with a colour profile", () => {
  test("brings it along, once for all images that have the same one", async () => {
    const picture = jpeg(withSegments(GRAY_JPEG, ...inParts(grayProfile(), 3)));
    // What comes after the end of a JPEG is not looked at, but makes it another one.
    const other = jpeg(Uint8Array.from([...picture.bytes, 0]));
    const file = pageWith([picture, { ...picture }, other]);
    await checkByQpdf(file);
    const plain = await unpacked(file);
    expect(plain.match(/\/ICCBased/g)?.length).toBe(2);
    expect(profilesIn(plain)).toBe(1);
  });

  test("brings that of a PNG along, palettes included", async () => {
    const chunk = Uint8Array.from([...new TextEncoder().encode("sRGB\0\0"), ...zlibSync(srgbProfile())]);
    const bytes = pngFile({
      width: 16,
      height: 8,
      bitDepth: 8,
      colorType: 2,
      pixel: () => [255, 0, 0],
      profile: chunk,
    });
    const file = pageWith([{ format: "png", bytes, widthPx: 16, heightPx: 8 }]);
    await checkByQpdf(file);
    expect(await unpacked(file)).toMatch(/\/ICCBased/);
  });

  test.each([
    ["of another number of colours", inParts(srgbProfile(), 1)],
    ["cut off", inParts(grayProfile().subarray(0, 100), 1)],
    ["of which a part is missing", inParts(grayProfile(), 3).slice(0, 2)],
    ["that is none", inParts(new Uint8Array(600), 1)],
  ] as const)("leaves out one %s", async (_, segments) => {
    const plain = await unpacked(pageWith([jpeg(withSegments(GRAY_JPEG, ...segments))]));
    expect(profilesIn(plain)).toBe(0);
    expect(plain).toMatch(/\/ColorSpace \/DeviceGray/);
  });

  test("does not let a compressed one grow without end", async () => {
    const bomb = Uint8Array.from([...new TextEncoder().encode("x\0\0"), ...zlibSync(new Uint8Array(20_000_000))]);
    const bytes = pngFile({ width: 16, height: 8, bitDepth: 8, colorType: 2, pixel: () => [255, 0, 0], profile: bomb });
    const plain = await unpacked(pageWith([{ format: "png", bytes, widthPx: 16, heightPx: 8 }]));
    expect(profilesIn(plain)).toBe(0);
  });

  test("takes no more memory for one that would unpack to half a gigabyte", async () => {
    const script = fileURLToPath(new URL("./profile-bomb.ts", import.meta.url));
    const { stdout, stderr } = await runCommand(process.execPath, [script, "500"]);
    expect(stderr).toBe("");
    expect(Number(stdout)).toBeLessThan(100 * 1024);
  });
});

describe("an image in inks without a profile", () => {
  test("stays as it is in a plain file, and is given a meaning by PDF/A", async () => {
    expect(await unpacked(pageWith([jpeg(CMYK_JPEG)]))).toMatch(/\/ColorSpace \/DeviceCMYK/);
    const file = pageWith([jpeg(CMYK_JPEG)], { pdf: "a-2b", ua: false });
    await checkByQpdf(file);
    const plain = await unpacked(file);
    expect(plain).not.toContain("DeviceCMYK");
    expect(plain).toMatch(/\/ICCBased/);
    expect(profilesIn(plain)).toBe(2);
  });

  test("shows much the same colours with the meaning as without", async () => {
    const [without, given] = [
      await pixels(pageWith([jpeg(CMYK_JPEG)])),
      await pixels(pageWith([jpeg(CMYK_JPEG)], { pdf: "a-2b", ua: false })),
    ];
    for (const x of [2, 13]) {
      const [one, other] = [without.at(x, 4), given.at(x, 4)];
      one.forEach((level, channel) => {
        expect(Math.abs(level - (other[channel] ?? 0)), `${x}: ${one} and ${other}`).toBeLessThan(90);
      });
    }
  });

  test("means what ICC says: inks lead to colours by their sixteen overprints", () => {
    const profile = printProfile();
    expect(new DataView(profile.buffer).getUint32(0)).toBe(profile.length);
    expect(String.fromCharCode(...profile.subarray(12, 24))).toBe("scnrCMYKLab ");
    expect(profile.length).toBeLessThan(2_600);
  });
});
