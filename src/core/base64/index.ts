// Base64 of bytes by the method of ECMAScript 2026, where this Node.js does not have it yet. The Protobuf library takes
// the method where it finds it as it is loaded. Its own loop takes 50 to 300 ms for a megabyte, on the main thread, and
// `Buffer` takes two.
export {};

/** As the standard names them; `lastChunkHandling` is of reading alone. */
interface Base64Options {
  readonly alphabet?: "base64" | "base64url";
  readonly omitPadding?: boolean;
}

/** The bytes as text (https://tc39.es/proposal-arraybuffer-base64/spec/). */
function toBase64(this: Uint8Array, { alphabet = "base64", omitPadding = false }: Base64Options = {}): string {
  const text = Buffer.from(this.buffer, this.byteOffset, this.byteLength).toString(alphabet);
  if (alphabet === "base64") return omitPadding ? text.replace(/=+$/, "") : text;
  return omitPadding ? text : text.padEnd(Math.ceil(text.length / 4) * 4, "=");
}

if (!("toBase64" in Uint8Array.prototype)) {
  Object.defineProperty(Uint8Array.prototype, "toBase64", { value: toBase64, writable: true, configurable: true });
}
