import { ArrivingBodies } from "./arriving-bodies.ts";
import { platenError } from "./errors.ts";
import type { HttpRequest } from "./http-handler.ts";
import { INTERNAL_HEADERS } from "./internal-headers.ts";
import { releaseBytes } from "./released-bytes.ts";
import { inSlices, type Sliced } from "./slices.ts";

/** Those of this process. */
const arriving = new ArrivingBodies();

/**
 * Reads a body up to the limit that the caller's plan sets, for doors that decode JSON themselves. Over the limit it
 * throws `too_large` and leaves the rest to the server, which discards it; a compressed body is
 * `unsupported_media_type`.
 *
 * @param account whose bodies count together, as admission tells; left out, those of the caller's address
 */
export async function readRequestBody(request: HttpRequest, limitBytes: number, account?: string): Promise<Uint8Array> {
  if (isCompressed(request.headers["content-encoding"] ?? "")) {
    throw platenError("unsupported_media_type", "The body is compressed. Send it without content-encoding.");
  }
  return readBytes(request, limitBytes, limitBytes, account);
}

/**
 * Reads a body as it came, packed or not. Over the limit it throws `too_large` and leaves the rest to the server. It
 * throws `rate_limited` where too much of the account's bodies has come that is not whole yet, and `unavailable` where
 * too much has of all.
 *
 * @param planBytes what the refusal says the plan allows: framing comes on top of it
 * @param account whose bodies count together, as admission tells; left out, those of the caller's address
 */
export async function readBytes(
  request: HttpRequest,
  limitBytes: number,
  planBytes: number,
  account: string = `address ${String(request.headers[INTERNAL_HEADERS.remoteAddress])}`,
): Promise<Uint8Array> {
  const tooLarge = (): Error =>
    platenError("too_large", `The request is larger than the ${planBytes} bytes that the plan allows. Send less data.`);
  if (Number(request.headers["content-length"] ?? 0) > limitBytes) throw tooLarge();
  using counted = arriving.begin(account, planBytes);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += chunk.length;
    if (size > limitBytes) throw tooLarge();
    counted.add(chunk.length);
    chunks.push(chunk);
  }
  const body = await joinedBytes(chunks, size);
  if (request.httpVersionMajor === 1) for (const chunk of chunks) releaseBytes(chunk);
  return body;
}

/** Bytes that are joined in one step: 32 MiB at once hold the event loop for 30 to 60 milliseconds. */
const STEP_BYTES = 256 * 1024;

/** One piece of memory that threads share: those that draw read a body where it lies, and need no copies of it. */
export function joinedBytes(chunks: readonly Uint8Array[], size: number): Promise<Uint8Array> {
  return inSlices(joined(chunks, size));
}

/** Smaller ones are gone before they are many. */
const WEIGHED_BYTES_MIN = 256 * 1024;

/**
 * V8 does not count memory that threads share: bodies that nobody needs any more would stay until something else has it
 * collect. So each large one has memory of its size beside it, which V8 does count
 * and which, since nobody writes to it, takes none of the machine's.
 */
const weights = new WeakMap<SharedArrayBuffer, ArrayBuffer>();

function sharedMemory(size: number): SharedArrayBuffer {
  const memory = new SharedArrayBuffer(size);
  if (size >= WEIGHED_BYTES_MIN) weights.set(memory, new ArrayBuffer(size));
  return memory;
}

function* joined(chunks: readonly Uint8Array[], size: number): Sliced<Uint8Array> {
  const body = new Uint8Array(sharedMemory(size));
  let at = 0;
  let stepEnd = STEP_BYTES;
  for (const chunk of chunks) {
    body.set(chunk, at);
    at += chunk.length;
    if (at < stepEnd) continue;
    stepEnd = at + STEP_BYTES;
    yield;
  }
  return body;
}

/** Content codings are a list, and their names know no case (RFC 9110 §8.4). */
function isCompressed(encodings: string): boolean {
  return encodings.split(",").some((encoding) => !/^(?:identity)?$/i.test(encoding.trim()));
}
