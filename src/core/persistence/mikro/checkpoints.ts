import type { PGlite } from "@electric-sql/pglite";
import type { Statements } from "./session.ts";

/**
 * A start after a crash repeats what the log has since the last checkpoint: 100 MB took two seconds. The server has a
 * process of its own that asks for checkpoints, which the embedded database has not; without them its log grew until
 * the process ended well.
 */
const LOG_BYTES_MAX = 32 * 1024 * 1024;

/** Between two looks. A process that writes as fast as it can writes 50 MB in that time. */
const LOOKING_MS = 5_000;

const LOGGED_SQL = `
  select (pg_current_wal_insert_lsn() - redo_lsn)::float8 as bytes
    from pg_control_checkpoint()`;

/** Has the engine make a checkpoint whenever its log has grown by so much. */
export function checkpointByVolume(client: Pick<PGlite, "exec">, statements: Statements): { stop(): void } {
  let isLooking = false;
  const look = async (): Promise<void> => {
    if (isLooking) return;
    isLooking = true;
    try {
      const [row] = await statements(LOGGED_SQL, []);
      if (Number(row?.["bytes"]) > LOG_BYTES_MAX) await client.exec("checkpoint");
    } catch {
      // A disk that fails is told to those whose statements meet it; the next look tries again.
    } finally {
      isLooking = false;
    }
  };
  const timer = setInterval(look, LOOKING_MS);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
