// The tables before a JPEG's pixels (ITU-T T.81, annex B.2): a decoder stops at the first one that can't be.

/** What the tables and headers on the way to the first scan have said. */
export interface JpegTables {
  readonly quantization: Set<number>;
  /** Class (0 for DC, 16 for AC) and place. */
  readonly huffman: Set<number>;
  /** The quantization table of each component, by the component's name. */
  readonly components: Map<number, number>;
  isProgressive: boolean;
}

export function noTables(): JpegTables {
  return { quantization: new Set(), huffman: new Set(), components: new Map(), isProgressive: false };
}

const HUFFMAN = 0xc4;
const QUANTIZATION = 0xdb;
const PROGRESSIVE = 0xc2;

const BROKEN = "is a broken JPEG: its tables make no sense";

/** Reads one segment's body; what is wrong with it, or null. `isFrame`: it is the header of the frame. */
export function readTables(tables: JpegTables, marker: number, body: Uint8Array, isFrame: boolean): string | null {
  const isSound = isFrame
    ? readFrame(tables, marker, body)
    : marker === HUFFMAN
      ? readHuffman(tables, body)
      : marker === QUANTIZATION
        ? readQuantization(tables, body)
        : true;
  return isSound ? null : BROKEN;
}

/** B.2.2: name, sampling and table of each component. */
function readFrame(tables: JpegTables, marker: number, body: Uint8Array): boolean {
  const count = body[5] ?? 0;
  if (body.length !== 6 + count * 3) return false;
  tables.isProgressive = marker === PROGRESSIVE;
  for (let at = 6; at < body.length; at += 3) {
    const sampling = body[at + 1] ?? 0;
    const [across, down] = [sampling >> 4, sampling & 15];
    if (across < 1 || across > 4 || down < 1 || down > 4) return false;
    tables.components.set(body[at] ?? 0, body[at + 2] ?? 0);
  }
  return tables.components.size === count;
}

/** B.2.4.1: tables of 64 numbers of 8 or 16 bits, one after another. */
function readQuantization(tables: JpegTables, body: Uint8Array): boolean {
  let at = 0;
  while (at < body.length) {
    const head = body[at] ?? 0;
    if (head >> 4 > 1 || (head & 15) > 3) return false;
    at += 1 + (head >> 4 === 1 ? 128 : 64);
    tables.quantization.add(head & 15);
  }
  return at === body.length;
}

/** B.2.4.2: sixteen numbers of codes, then what they stand for. */
function readHuffman(tables: JpegTables, body: Uint8Array): boolean {
  let at = 0;
  while (at < body.length) {
    const head = body[at] ?? 0;
    if (head >> 4 > 1 || (head & 15) > 3) return false;
    const total = codeCount(body.subarray(at + 1, at + 17));
    if (total === null) return false;
    const symbols = body.subarray(at + 17, at + 17 + total);
    if (head >> 4 === 0 && symbols.some((symbol) => symbol > 15)) return false;
    at += 17 + total;
    tables.huffman.add(head);
  }
  return at === body.length;
}

/** How many codes there are; null where they do not fit their lengths, of which none is all ones (C.2). */
function codeCount(counts: Uint8Array): number | null {
  let code = 0;
  let total = 0;
  for (let length = 1; length <= 16; length++) {
    const count = counts[length - 1] ?? 0;
    code += count;
    total += count;
    if (count > 0 && code >= 1 << length) return null;
    code <<= 1;
  }
  return total > 256 ? null : total;
}

/** B.2.3: whether the first scan names components and tables that there are. */
export function scanProblem(tables: JpegTables, body: Uint8Array): string | null {
  const count = body[0] ?? 0;
  if (count < 1 || count > 4 || body.length !== 4 + count * 2) return BROKEN;
  for (let at = 1; at < 1 + count * 2; at += 2) {
    const quantization = tables.components.get(body[at] ?? 0);
    if (quantization === undefined || !tables.quantization.has(quantization)) return BROKEN;
    const chosen = body[at + 1] ?? 0;
    // Scans of progressive images may bring their tables later.
    if (tables.isProgressive) continue;
    if (!tables.huffman.has(chosen >> 4) || !tables.huffman.has(16 + (chosen & 15))) return BROKEN;
  }
  return null;
}
