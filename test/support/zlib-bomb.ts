import { constants, deflateRawSync } from "node:zlib";

const MEBIBYTE = 1024 * 1024;

/** A zlib stream of a thousandth of what it unpacks to: so many MiB of zeros. */
export function zlibBomb(mebibytes: number): Uint8Array {
  // After a full flush nothing refers back, so one part may stand any number of times.
  const part = deflateRawSync(Buffer.alloc(MEBIBYTE), { level: 9, finishFlush: constants.Z_FULL_FLUSH });
  const end = deflateRawSync(Buffer.alloc(0));
  return Buffer.concat([Buffer.from([0x78, 0x9c]), ...Array<Buffer>(mebibytes).fill(part), end, Buffer.alloc(4)]);
}
