// The colour space that our red, green and blue are meant in (IEC 61966-2-1), as an ICC profile made here: a matrix and
// one curve say all of sRGB in 500 bytes (ICC.1:2004-10, profile version 4.2, which ISO 32000-1 §8.6.5.5 reads).

/** 16.16 fixed point. Primaries adapted to D50, as §6.3.3.2 wants them. */
export const D50_WHITE: readonly number[] = [0x0000f6d6, 0x00010000, 0x0000d32d];
const RED = [0x00006fa2, 0x000038f5, 0x00000390];
const GREEN = [0x00006299, 0x0000b785, 0x000018da];
const BLUE = [0x000024a0, 0x00000f84, 0x0000b6cf];
/** From D65 to D50 (Bradford), row by row. */
const ADAPTATION = [0x10c42, 0x5de, -0xcda, 0x792, 0xfd91, -0x45e, -0x25d, 0x3dc, 0xc06e];
/** ((x + .055) / 1.055) ^ 2.4, and x / 12.92 below .04045. */
const CURVE = [0x00026666, 0x0000f2a7, 0x00000d59, 0x000013d0, 0x00000a5b];

type Tag = readonly [signature: string, data: Uint8Array];

/** The profile's bytes; always the same. */
export function srgbProfile(): Uint8Array {
  const curve = tagged("para", [0x00030000, ...CURVE]);
  const tags: readonly Tag[] = [
    ["desc", localizedText("sRGB IEC61966-2.1")],
    ["cprt", localizedText("No copyright, use freely")],
    ["wtpt", xyzTag(D50_WHITE)],
    ["chad", tagged("sf32", ADAPTATION)],
    ["rXYZ", xyzTag(RED)],
    ["gXYZ", xyzTag(GREEN)],
    ["bXYZ", xyzTag(BLUE)],
    ["rTRC", curve],
    ["gTRC", curve],
    ["bTRC", curve],
  ];
  return assembledProfile("mntrRGB XYZ ", tags);
}

/** A profile of these tags; `kind` names its class, its colours and what they lead to, four letters each. */
export function assembledProfile(kind: string, tags: readonly Tag[]): Uint8Array {
  const start = 128 + 4 + tags.length * 12;
  const places = new Map<Uint8Array, number>();
  let length = start;
  for (const [, data] of tags) {
    if (places.has(data)) continue;
    places.set(data, length);
    length += data.length;
  }
  const profile = new Uint8Array(length);
  const view = new DataView(profile.buffer);
  writeHeader(profile, view, kind);
  view.setUint32(128, tags.length);
  tags.forEach(([signature, data], index) => {
    const at = 132 + index * 12;
    const place = places.get(data) ?? 0;
    ascii(profile, at, signature);
    view.setUint32(at + 4, place);
    view.setUint32(at + 8, data.length);
    profile.set(data, place);
  });
  return profile;
}

/** §7.2, dated like every file that names no date. */
function writeHeader(profile: Uint8Array, view: DataView, kind: string): void {
  view.setUint32(0, profile.length);
  view.setUint32(8, 0x04200000);
  ascii(profile, 12, kind);
  [2000, 1, 1].forEach((part, index) => {
    view.setUint16(24 + index * 2, part);
  });
  ascii(profile, 36, "acsp");
  D50_WHITE.forEach((value, index) => {
    view.setInt32(68 + index * 4, value);
  });
}

/** Colours by their place in CIEXYZ. */
export function xyzTag(values: readonly number[]): Uint8Array {
  return tagged("XYZ ", values);
}

/** A type signature, four zero bytes, and 32-bit numbers. */
function tagged(type: string, values: readonly number[]): Uint8Array {
  const data = new Uint8Array(8 + values.length * 4);
  const view = new DataView(data.buffer);
  ascii(data, 0, type);
  values.forEach((value, index) => {
    view.setInt32(8 + index * 4, value);
  });
  return data;
}

/** A text in one language (`mluc`, §10.13), filled up to a multiple of four bytes. */
export function localizedText(text: string): Uint8Array {
  const data = new Uint8Array(Math.ceil((28 + text.length * 2) / 4) * 4);
  const view = new DataView(data.buffer);
  ascii(data, 0, "mluc");
  view.setUint32(8, 1);
  view.setUint32(12, 12);
  ascii(data, 16, "enUS");
  view.setUint32(20, text.length * 2);
  view.setUint32(24, 28);
  for (let index = 0; index < text.length; index++) view.setUint16(28 + index * 2, text.charCodeAt(index));
  return data;
}

function ascii(target: Uint8Array, at: number, text: string): void {
  for (let index = 0; index < text.length; index++) target[at + index] = text.charCodeAt(index);
}
