/** Fewer bytes are not worth it. */
const BYTES_MIN = 16 * 1024;

/**
 * Gives the memory of large bytes back at once; they are empty afterwards. The caller is the only one that holds them.
 * Bytes that share their memory with others keep it.
 *
 * Left to the collector, the memory of bodies and files grows until it makes V8 go through the whole heap of the
 * server, which takes longer than all else that is done for a batch.
 */
export function releaseBytes({ buffer, byteLength }: Uint8Array): void {
  if (byteLength >= BYTES_MIN && byteLength === buffer.byteLength && buffer instanceof ArrayBuffer) buffer.transfer(0);
}
