// The sentence of a gRPC status as it travels: the protocol escapes bytes outside of printable ASCII and the percent
// sign alone ("Percent-Byte-Unencoded"). The library escapes all that a URL could not hold, which programs that show a
// status as it came (proxies, logs) print as a text full of %20 and %22.
import type { UniversalServerResponse } from "@connectrpc/connect/protocol";

const NAME = "grpc-message";

/** The answer with its status text escaped no more than it must be. */
export function withPlainStatus(answer: UniversalServerResponse): UniversalServerResponse {
  for (const headers of [answer.header, answer.trailer]) {
    const escaped = headers?.get(NAME);
    if (escaped !== null && escaped !== undefined) headers?.set(NAME, escapedText(decodeURIComponent(escaped)));
  }
  return answer;
}

/** A frame of gRPC-Web that holds trailers, not packed; its first byte. */
const TRAILERS = 0x80;
/** Bytes before each frame: one of flags, four of length. */
const HEAD_BYTES = 5;

/** The body of a gRPC-Web answer, whose last frame holds the trailers as lines, with its status text escaped so. */
export function withPlainTrailers(body: Uint8Array): Uint8Array {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  let at = 0;
  while (at + HEAD_BYTES <= bytes.length && bytes[at] !== TRAILERS) at += HEAD_BYTES + bytes.readUInt32BE(at + 1);
  if (at + HEAD_BYTES > bytes.length) return body;
  const lines = bytes.toString("latin1", at + HEAD_BYTES).replace(STATUS_LINE, (_, name: string, text: string) => {
    return name + escapedText(decodeURIComponent(text));
  });
  const head = Buffer.from([TRAILERS, 0, 0, 0, 0]);
  head.writeUInt32BE(lines.length, 1);
  return Buffer.concat([bytes.subarray(0, at), head, Buffer.from(lines, "latin1")]);
}

const STATUS_LINE = /^(grpc-message: *)(.*)$/im;

function escapedText(text: string): string {
  return text.replaceAll(/[^\x20-\x24\x26-\x7e]+/gu, (part) =>
    [...new TextEncoder().encode(part)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`).join(""),
  );
}
