// JPEG (ITU-T T.81) headers: what a PDF must be told about data that goes in untouched.
import { u16, u32 } from "../fonts/sfnt.ts";

export interface Jpeg {
  readonly width: number;
  readonly height: number;
  readonly components: 1 | 3 | 4;
  /** Adobe's writers store CMYK inverted and mark it by an APP14 segment. */
  readonly isInverted: boolean;
  /** EXIF orientation 1–8: how the stored rows lie on the displayed picture. */
  readonly orientation: number;
  /** The image's own colour profile (ICC.1, annex B.4); null where it has none, or not all of it. */
  readonly profile: Uint8Array | null;
}

const START_OF_IMAGE = 0xd8;
const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;
const APP1 = 0xe1;
const APP2 = 0xe2;
const APP14 = 0xee;
const ORIENTATION_TAG = 0x0112;

/** The headers' facts, or null where the bytes are no JPEG that PDF readers can decode. */
export function readJpeg(bytes: Uint8Array): Jpeg | null {
  if (bytes[0] !== 0xff || bytes[1] !== START_OF_IMAGE) return null;
  let isInverted = false;
  let orientation = 1;
  let frame: Pick<Jpeg, "width" | "height" | "components"> | null = null;
  const profileParts: Uint8Array[] = [];
  let profilePartCount = 0;
  for (let at = 2; at + 4 <= bytes.length; ) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1] as number;
    // Any number of fill bytes may stand before a marker.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === START_OF_SCAN || marker === END_OF_IMAGE) break;
    const length = u16(bytes, at + 2);
    const body = bytes.subarray(at + 4, at + 2 + length);
    if (length < 2 || body.length < length - 2) return null;
    if (isFrame(marker)) frame = readFrame(body);
    else if (marker === APP2 && startsWith(body, PROFILE_MARK) && body.length > PROFILE_HEADER_BYTES) {
      profileParts[(body[PROFILE_MARK.length] ?? 1) - 1] = body.subarray(PROFILE_HEADER_BYTES);
      profilePartCount = body[PROFILE_MARK.length + 1] ?? 0;
    } else if (marker === APP14 && startsWith(body, "Adobe")) isInverted = true;
    else if (marker === APP1 && startsWith(body, "Exif\0\0")) orientation = readOrientation(body.subarray(6));
    at += 2 + length;
  }
  if (frame === null) return null;
  return { ...frame, isInverted, orientation, profile: profileOf(profileParts, profilePartCount) };
}

/** Large profiles come in numbered parts, each with how many there are. */
const PROFILE_MARK = "ICC_PROFILE\0";
const PROFILE_HEADER_BYTES = PROFILE_MARK.length + 2;

function profileOf(parts: readonly (Uint8Array | undefined)[], count: number): Uint8Array | null {
  const present = parts.filter((part) => part !== undefined);
  if (count === 0 || present.length !== count) return null;
  const whole = new Uint8Array(present.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of present) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Baseline, extended and progressive frames; DCTDecode knows no lossless or arithmetic ones. */
function isFrame(marker: number): boolean {
  return marker === 0xc0 || marker === 0xc1 || marker === 0xc2;
}

function readFrame(body: Uint8Array): Pick<Jpeg, "width" | "height" | "components"> | null {
  const [height, width, components] = [u16(body, 1), u16(body, 3), body[5]];
  if (body[0] !== 8 || width === 0 || height === 0) return null;
  return components === 1 || components === 3 || components === 4 ? { width, height, components } : null;
}

/** The orientation entry of the first image directory of a TIFF block; 1 where there is none. */
function readOrientation(tiff: Uint8Array): number {
  const isLittle = tiff[0] === 0x49;
  const short = (at: number): number => (isLittle ? (tiff[at] ?? 0) | ((tiff[at + 1] ?? 0) << 8) : u16(tiff, at));
  const directory = isLittle ? short(4) + short(6) * 0x10000 : u32(tiff, 4);
  const entries = short(directory);
  for (let entry = 0; entry < entries; entry++) {
    const at = directory + 2 + entry * 12;
    if (at + 12 > tiff.length) break;
    if (short(at) !== ORIENTATION_TAG) continue;
    const value = short(at + 8);
    return value >= 1 && value <= 8 ? value : 1;
  }
  return 1;
}

function startsWith(bytes: Uint8Array, text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    if (bytes[index] !== text.charCodeAt(index)) return false;
  }
  return true;
}
