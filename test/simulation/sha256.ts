import { createHash } from "node:crypto";

/** SHA-256 of a simulated file, hexadecimal, at once: they are a few bytes. */
export function sha256Of(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
