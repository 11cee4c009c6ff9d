// What four inks on paper look like, as a small ICC profile made here: the sixteen full overprints of offset printing
// on coated paper (ISO 12647-2:2004, tables 2 and 3, white as the paper's own), and straight lines between them.
import { assembledProfile, D50_WHITE, localizedText, xyzTag } from "../icc-profile.ts";

/** CIELAB of each overprint; cyan counts 8, magenta 4, yellow 2, black 1. */
const OVERPRINTS: readonly (readonly [lightness: number, a: number, b: number])[] = [
  [100, 0, 0],
  [16, 0, 0],
  [89, -5, 93],
  [14, 0, 6],
  [48, 74, -3],
  [12, 6, 0],
  [47, 68, 48],
  [12, 5, 4],
  [55, -37, -50],
  [12, -3, -6],
  [50, -68, 25],
  [11, -6, 2],
  [24, 17, -46],
  [9, 2, -5],
  [23, 0, 0],
  [8, 0, 0],
];

const GRID = 2;
const INKS = 4;
/** One for each way of mixing inks at the ends of their ranges. */
const MIXTURES = GRID * GRID * GRID * GRID;
const CHANNELS = 3;

let made: Uint8Array | null = null;

/** The profile's bytes; always the same. */
export function printProfile(): Uint8Array {
  made ??= assembledProfile("scnrCMYKLab ", [
    ["desc", localizedText("Offset printing on coated paper, simplified")],
    ["cprt", localizedText("No copyright, use freely")],
    ["wtpt", xyzTag(D50_WHITE)],
    ["A2B0", colorTable()],
  ]);
  return made;
}

/** A table of bytes (`mft1`, §10.8) whose curves are all straight. */
function colorTable(): Uint8Array {
  const header = 48;
  const table = new Uint8Array(header + 256 * INKS + MIXTURES * CHANNELS + 256 * CHANNELS);
  const view = new DataView(table.buffer);
  table.set(new TextEncoder().encode("mft1"));
  table.set([INKS, CHANNELS, GRID], 8);
  // The matrix is not used for inks and must be the identity.
  for (const diagonal of [0, 4, 8]) view.setInt32(12 + diagonal * 4, 0x10000);
  let at = header;
  const writeLines = (count: number): void => {
    for (let entry = 0; entry < 256 * count; entry++) table[at++] = entry & 0xff;
  };
  writeLines(INKS);
  for (const [lightness, a, b] of OVERPRINTS) {
    table[at++] = Math.round((lightness * 255) / 100);
    table[at++] = a + 128;
    table[at++] = b + 128;
  }
  writeLines(CHANNELS);
  return table;
}
