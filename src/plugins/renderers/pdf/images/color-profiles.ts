// Colour profiles of images (ICC.1:2004-10) → ICCBased colour spaces (ISO 32000-1 §8.6.5.5), each profile once a file.
import { Unzlib } from "fflate";
import type { PdfContainer } from "../container.ts";
import { deflate } from "../deflate.ts";
import type { PdfReference } from "../file/syntax.ts";
import { u32 } from "../fonts/sfnt.ts";
import { printProfile } from "./print-profile.ts";

/** Colours per pixel, alpha apart: gray, RGB, CMYK. */
export type Components = 1 | 3 | 4;

const SIGNATURES: Readonly<Record<Components, string>> = { 1: "GRAY", 3: "RGB ", 4: "CMYK" };

/** Input, display, output and colour space profiles: those that may give colours to an image. */
const CLASSES: ReadonlySet<string> = new Set(["scnr", "mntr", "prtr", "spac"]);

const HEADER_BYTES = 128;
/** Real profiles take some kilobytes, those of presses up to two megabytes; a compressed one may claim anything. */
const PROFILE_BYTES_MAX = 4 * 1024 * 1024;
/** The library holds all that one piece unpacks to: 4 MiB of this one. */
const PIECE_BYTES = 4 * 1024;

/** Whether the bytes are a profile that PDF 1.7 reads, for images of so many components. */
export function isProfileFor(profile: Uint8Array, components: Components): boolean {
  if (profile.length < HEADER_BYTES || u32(profile, 0) > profile.length) return false;
  const version = profile[8] ?? 0;
  if (ascii(profile, 36) !== "acsp" || version < 2 || version > 4) return false;
  return ascii(profile, 16) === SIGNATURES[components] && CLASSES.has(ascii(profile, 12));
}

/** What an `iCCP` chunk holds (W3C PNG, 11.3.2.3); null where it is damaged or too large. */
export function unpackedProfile(chunk: Uint8Array): Uint8Array | null {
  const nameEnd = chunk.indexOf(0);
  if (nameEnd < 0 || chunk[nameEnd + 1] !== 0) return null;
  const parts: Uint8Array[] = [];
  let length = 0;
  const stream = new Unzlib((part) => {
    length += part.length;
    if (length > PROFILE_BYTES_MAX) throw new Error("the profile is too large");
    parts.push(part);
  });
  try {
    for (let at = nameEnd + 2; at < chunk.length; at += PIECE_BYTES) {
      stream.push(chunk.subarray(at, at + PIECE_BYTES), at + PIECE_BYTES >= chunk.length);
    }
  } catch {
    // fflate throws on damaged data, and we on too much of it; the image's colours are then those of the device.
    return null;
  }
  const profile = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    profile.set(part, at);
    at += part.length;
  }
  return profile;
}

/** The profiles of one file. */
export class ColorProfiles {
  readonly #container: PdfContainer;
  readonly #known = new Map<string, PdfReference>();

  constructor(container: PdfContainer) {
    this.#container = container;
  }

  /** The profile as an object of the file. */
  reference(profile: Uint8Array, components: Components): PdfReference {
    const key = new TextDecoder("latin1").decode(profile);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const reference = this.#container.object({ N: components, Filter: "FlateDecode" }, deflate(profile));
    this.#known.set(key, reference);
    return reference;
  }

  /** What inks mean where an image does not say it: PDF/A knows no inks of a device (ISO 19005-2, 6.2.4.3). */
  get print(): PdfReference {
    return this.reference(printProfile(), 4);
  }
}

function ascii(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4));
}
