// Images → image XObjects (ISO 32000-1 §8.9.5), each once per file. JPEG data goes in untouched, PNG data too where
// nothing in it is transparent; nothing passes through the container's own image code, which recompresses.
import { createHash } from "node:crypto";
import type { ImageResource } from "../../../../core/sdk/index.ts";
import type { PdfContainer } from "../container.ts";
import { deflate } from "../deflate.ts";
import { type PdfReference, type PdfValue, RawSyntax } from "../file/syntax.ts";
import { type ColorProfiles, type Components, isProfileFor, unpackedProfile } from "./color-profiles.ts";
import { readJpeg } from "./jpeg.ts";
import { componentsOf, decodeSamples, type Png, type PngHeader, readPng } from "./png.ts";

/** The six numbers that lay an image's unit square on the page, in hundredths of a point. */
export type Placement = readonly [number, number, number, number, number, number];

interface ImageStream {
  readonly data: Record<string, PdfValue | undefined>;
  readonly bytes: Uint8Array;
}

/** An image ready to be written, and its soft mask where it has one. */
interface PreparedImage extends ImageStream {
  readonly components: Components;
  /** The image's own colour profile, where it has a sound one. */
  readonly profile: Uint8Array | null;
  readonly mask: ImageStream | null;
  readonly orientation: number;
}

/** A pure function of the image, kept for as long as the image is: assets are the same objects over many renderings. */
const prepared = new WeakMap<ImageResource, PreparedImage | { readonly unreadable: true }>();

function preparedImage(source: ImageResource): PreparedImage | null {
  let image = prepared.get(source);
  if (image === undefined) {
    image = (source.format === "png" ? preparePng(source.bytes) : prepareJpeg(source.bytes)) ?? { unreadable: true };
    prepared.set(source, image);
  }
  return "unreadable" in image ? null : image;
}

const hashes = new WeakMap<ImageResource, string>();

/** What tells images apart: SHA-256 of the bytes. */
export function contentHashOf(source: ImageResource): string {
  const hash = hashes.get(source) ?? createHash("sha256").update(source.bytes).digest("hex");
  hashes.set(source, hash);
  return hash;
}

/** How the image is laid into rectangles, its orientation righted; null where its data can't be read. */
export function placementOf(
  source: ImageResource,
): ((x: number, y: number, width: number, height: number) => Placement) | null {
  const image = preparedImage(source);
  if (image === null) return null;
  const { orientation } = image;
  return (x, y, width, height) => oriented(orientation, x, y, width, height);
}

/** Writes the image into the file; null where its data can't be read. */
export function embedImage(
  container: PdfContainer,
  profiles: ColorProfiles,
  source: ImageResource,
  conforming: boolean,
): PdfReference | null {
  const image = preparedImage(source);
  if (image === null) return null;
  // pdfkit completes a dictionary with its length, so it gets one of its own each time.
  const mask = image.mask === null ? {} : { SMask: container.object({ ...image.mask.data }, image.mask.bytes) };
  const space = { ColorSpace: colorSpaceOf(profiles, image, conforming) };
  return container.object({ ...image.data, ...space, ...mask }, image.bytes);
}

/** The colours of the image's own profile, else those of the device; PDF/A allows no inks without a profile. */
function colorSpaceOf(profiles: ColorProfiles, image: PreparedImage, conforming: boolean): PdfValue {
  const { components, profile } = image;
  const device = image.data["ColorSpace"] ?? DEVICE_SPACES[components];
  const needsOne = conforming && components === 4;
  if (profile === null && !needsOne) return device;
  const own = profile === null ? profiles.print : profiles.reference(profile, components);
  const based: PdfValue = ["ICCBased", own];
  return Array.isArray(device) ? [device[0], based, ...device.slice(2)] : based;
}

function prepareJpeg(bytes: Uint8Array): PreparedImage | null {
  const jpeg = readJpeg(bytes);
  if (jpeg === null) return null;
  const data = {
    ...imageDictionary(jpeg.width, jpeg.height, 8, DEVICE_SPACES[jpeg.components]),
    // DCTDecode gives the stored values, which Adobe's writers invert for four components.
    ...(jpeg.components === 4 && jpeg.isInverted ? { Decode: [1, 0, 1, 0, 1, 0, 1, 0] } : {}),
    Filter: "DCTDecode",
  };
  const { components, orientation } = jpeg;
  const profile = jpeg.profile !== null && isProfileFor(jpeg.profile, components) ? jpeg.profile : null;
  return { data, bytes, mask: null, orientation, components, profile };
}

const DEVICE_SPACES: Readonly<Record<Components, string>> = { 1: "DeviceGray", 3: "DeviceRGB", 4: "DeviceCMYK" };

function preparePng(bytes: Uint8Array): PreparedImage | null {
  const png = readPng(bytes);
  if (png === null) return null;
  const { header } = png;
  const hasAlpha = header.colorType === 4 || header.colorType === 6;
  if (!header.interlaced && !hasAlpha && header.bitDepth <= 8) return untouchedPng(png);
  return decodedPng(png);
}

/** PNG's own compressed rows, which `/Predictor 15` undoes. */
function untouchedPng(png: Png): PreparedImage | null {
  const { header, transparency } = png;
  const mask = transparency !== null && header.colorType === 3 ? paletteMask(png, transparency) : null;
  const data = {
    ...imageDictionary(header.width, header.height, header.bitDepth, colorSpace(png)),
    ...(transparency !== null && header.colorType !== 3 ? { Mask: colorKey(header, transparency) } : {}),
    Filter: "FlateDecode",
    DecodeParms: {
      Predictor: 15,
      Colors: componentsOf(header),
      BitsPerComponent: header.bitDepth,
      Columns: header.width,
    },
  };
  return { data, bytes: png.data, mask, orientation: 1, ...colorsOf(png) };
}

/** Interlaced, 16-bit and alpha images: samples of one byte, colours and alpha apart. */
function decodedPng(png: Png): PreparedImage | null {
  const { header, transparency } = png;
  const samples = decodeSamples(png);
  if (samples === null) return null;
  const components = componentsOf(header);
  const hasAlpha = header.colorType === 4 || header.colorType === 6;
  const colors = hasAlpha ? components - 1 : components;
  const pixels = header.width * header.height;
  const color = new Uint8Array(pixels * colors);
  for (let pixel = 0; pixel < pixels; pixel++) {
    for (let component = 0; component < colors; component++) {
      color[pixel * colors + component] = samples[pixel * components + component] as number;
    }
  }
  // Samples of fewer than 8 bits were not stretched; a gray one is by Decode, a palette index stays as it is.
  const highest = header.bitDepth < 8 ? (1 << header.bitDepth) - 1 : 255;
  const decode = header.colorType === 0 && highest < 255 ? { Decode: [0, decodeMaximum(highest)] } : {};
  let mask: ImageStream | null = null;
  if (hasAlpha) mask = alphaMask(header, (pixel) => samples[pixel * components + colors] as number);
  else if (transparency !== null) mask = transparencyMask(header, samples, transparency);
  return {
    data: { ...imageDictionary(header.width, header.height, 8, colorSpace(png)), ...decode, Filter: "FlateDecode" },
    bytes: deflate(color),
    mask,
    orientation: 1,
    ...colorsOf(png),
  };
}

/** Colours per pixel and the profile of an image; a palette's entries are RGB. */
function colorsOf(png: Png): Pick<PreparedImage, "components" | "profile"> {
  const components = png.header.colorType === 0 || png.header.colorType === 4 ? 1 : 3;
  const profile = png.profileChunk === null ? null : unpackedProfile(png.profileChunk);
  return { components, profile: profile !== null && isProfileFor(profile, components) ? profile : null };
}

/** `/Decode` maps 255 to this, so that `highest` maps to 1. */
function decodeMaximum(highest: number): number {
  return 255 / highest;
}

function imageDictionary(width: number, height: number, bits: number, space: PdfValue): Record<string, PdfValue> {
  return {
    Type: "XObject",
    Subtype: "Image",
    Width: width,
    Height: height,
    ColorSpace: space,
    BitsPerComponent: bits,
  };
}

function colorSpace(png: Png): PdfValue {
  switch (png.header.colorType) {
    case 0:
    case 4:
      return "DeviceGray";
    case 2:
    case 6:
      return "DeviceRGB";
    case 3:
      return ["Indexed", "DeviceRGB", png.palette.length / 3 - 1, png.palette];
  }
}

/** The one transparent colour as a range of samples per component. */
function colorKey(header: PngHeader, transparency: Uint8Array): PdfValue {
  const range: number[] = [];
  for (let component = 0; component < componentsOf(header); component++) {
    const sample = transparency[component * 2 + 1] ?? 0;
    range.push(sample, sample);
  }
  return new RawSyntax(`[${range.join(" ")}]`);
}

function paletteMask(png: Png, transparency: Uint8Array): ImageStream | null {
  const samples = decodeSamples(png);
  return samples === null ? null : transparencyMask(png.header, samples, transparency);
}

function transparencyMask(header: PngHeader, samples: Uint8Array, transparency: Uint8Array): ImageStream | null {
  if (header.colorType === 3) return alphaMask(header, (pixel) => transparency[samples[pixel] as number] ?? 255);
  const components = componentsOf(header);
  // A 16-bit colour was cut to its upper byte, and so is the colour it is compared with.
  const keyByte = header.bitDepth === 16 ? 0 : 1;
  return alphaMask(header, (pixel) => {
    for (let component = 0; component < components; component++) {
      if (samples[pixel * components + component] !== transparency[component * 2 + keyByte]) return 255;
    }
    return 0;
  });
}

/** A soft mask of 8-bit alpha; null where everything is opaque. */
function alphaMask(header: PngHeader, alphaOf: (pixel: number) => number): ImageStream | null {
  const alpha = new Uint8Array(header.width * header.height);
  let isOpaque = true;
  for (let pixel = 0; pixel < alpha.length; pixel++) {
    const value = alphaOf(pixel);
    alpha[pixel] = value;
    if (value !== 255) isOpaque = false;
  }
  if (isOpaque) return null;
  const data = { ...imageDictionary(header.width, header.height, 8, "DeviceGray"), Filter: "FlateDecode" };
  return { data, bytes: deflate(alpha) };
}

/**
 * The eight EXIF orientations (CIPA DC-008, tag 0x0112) as matrices from the stored image's unit square, whose first
 * row is its upper edge, to the rectangle.
 */
function oriented(orientation: number, x: number, y: number, width: number, height: number): Placement {
  switch (orientation) {
    case 2:
      return [-width, 0, 0, height, x + width, y];
    case 3:
      return [-width, 0, 0, -height, x + width, y + height];
    case 4:
      return [width, 0, 0, -height, x, y + height];
    case 5:
      return [0, -height, -width, 0, x + width, y + height];
    case 6:
      return [0, -height, width, 0, x, y + height];
    case 7:
      return [0, height, width, 0, x, y];
    case 8:
      return [0, height, -width, 0, x + width, y];
    default:
      return [width, 0, 0, height, x, y];
  }
}
