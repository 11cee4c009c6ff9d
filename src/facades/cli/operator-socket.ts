import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdir } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A Unix socket's path holds about a hundred bytes; a longer data folder's socket stands in the temporary folder. */
const SOCKET_PATH_BYTES_MAX = 100;

/** Where the server of a data folder listens for its operator, and commands look for it. */
export async function operatorSocketPath(dataDir: string): Promise<string> {
  const path = join(dataDir, "operator.sock");
  if (Buffer.byteLength(path) <= SOCKET_PATH_BYTES_MAX) return path;
  const folder = join(tmpdir(), `platen-${createHash("sha256").update(dataDir).digest("hex").slice(0, 16)}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return join(folder, "operator.sock");
}

/** Whether a server listens at the socket; one that a killed server left behind is in nobody's use. */
export async function socketAnswers(path: string): Promise<boolean> {
  const socket = connect({ path });
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
