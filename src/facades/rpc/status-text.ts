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

function escapedText(text: string): string {
  return text.replaceAll(/[^\x20-\x24\x26-\x7e]+/gu, (part) =>
    [...new TextEncoder().encode(part)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`).join(""),
  );
}
