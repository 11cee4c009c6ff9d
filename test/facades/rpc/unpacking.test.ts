// Compressed requests: honest ones are unpacked whole, and bombs are stopped while they grow.
import { createHash, randomBytes } from "node:crypto";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { errorAnswerOf } from "../../../src/core/methods/index.ts";
import { unpacked } from "../../../src/facades/rpc/unpacking.ts";

const MEBIBYTE = 1024 * 1024;
const PLAN_BYTES = 32 * MEBIBYTE;
const QUICKLY = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const PACKERS = {
  gzip: (data: Uint8Array) => gzipSync(data),
  br: (data: Uint8Array) => brotliCompressSync(data, QUICKLY),
} as const;
const ENCODINGS = ["gzip", "br"] as const;

async function sentenceOf(packed: Uint8Array, encoding: string, bytesMax = PLAN_BYTES): Promise<string> {
  return unpacked(packed, encoding, bytesMax).then(
    ({ length }) => `${length} bytes`,
    (thrown: unknown) => {
      const { status, detail } = errorAnswerOf(thrown, "");
      return `${status} ${detail.error}`;
    },
  );
}

test.each(ENCODINGS)("data packed by %s comes back as it was", async (encoding) => {
  for (const data of [Buffer.alloc(0), randomBytes(3 * MEBIBYTE), Buffer.from("請求書".repeat(10_000))]) {
    expect(data.equals(await unpacked(PACKERS[encoding](data), encoding, PLAN_BYTES))).toBe(true);
  }
});

test.each(ENCODINGS)("a little that becomes much is stopped: %s", async (encoding) => {
  const bomb = PACKERS[encoding](Buffer.alloc(PLAN_BYTES));
  expect(await sentenceOf(bomb, encoding)).toMatch(/^413 Unpacked, the request is more than 200 times as large/);
});

test.each(ENCODINGS)("more than the plan allows is stopped: %s", async (encoding) => {
  const packed = PACKERS[encoding](randomBytes(2 * MEBIBYTE));
  expect(await sentenceOf(packed, encoding, MEBIBYTE)).toMatch(/^413 Unpacked, the request is larger than the 1048576/);
});

test.each(ENCODINGS)("what is broken off, or no such data, is told of: %s", async (encoding) => {
  const packed = PACKERS[encoding](randomBytes(1_000));
  // A byte may be a whole stream of Brotli, with something behind it. The bytes are the same each time: others may
  // happen to be a stream without content.
  const noise = (byte: number) => createHash("shake256", { outputLength: 100 }).update(Buffer.of(byte)).digest();
  const foreign = Array.from({ length: 256 }, (_, byte) => Buffer.concat([Buffer.of(byte), noise(byte)]));
  const longer = Buffer.concat([packed, Buffer.from("{}")]);
  for (const broken of [packed.subarray(0, packed.length / 2), longer, Buffer.from("{}"), ...foreign]) {
    expect(await sentenceOf(broken, encoding)).toMatch(/^400 The request is not the (?:gzip|br) data that it says/);
  }
});

test("a compression that is not known is named", async () => {
  expect(await sentenceOf(Buffer.from("{}"), "zstd")).toMatch(/There is no compression 'zstd' here. Send gzip or br/);
});
