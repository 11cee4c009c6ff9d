/** Bytes of a file in one message: many messages of this size fit into the 4 MiB that clients of gRPC take at most. */
const PIECE_BYTES = 256 * 1024;

/** A file in pieces, in order. They are views of its bytes. */
export function* piecesOf(file: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < file.length; at += PIECE_BYTES) yield file.subarray(at, at + PIECE_BYTES);
}
