import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";

/** Linux writes the start, in ticks since boot, as the 22nd field; the second may hold spaces and brackets. */
const FIELDS_AFTER_NAME = 20;

/** Asking another program must not hold up a start. */
const ASK_TIMEOUT_MS = 2_000;

/**
 * When a process started, as a text that only compares equal for the same process; null where it can't be known (no
 * such process, or a system without a way to ask).
 */
export async function processStartTime(pid: number): Promise<string | null> {
  if (process.platform === "linux") {
    return linuxStartTime(pid);
  }
  if (process.platform === "win32") {
    return null;
  }
  return askPs(pid);
}

async function linuxStartTime(pid: number): Promise<string | null> {
  try {
    const [stat, boot] = await Promise.all([
      readFile(`/proc/${pid}/stat`, "utf8"),
      readFile("/proc/sys/kernel/random/boot_id", "utf8"),
    ]);
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const ticks = fields[FIELDS_AFTER_NAME - 1];
    // A zombie has ended already and only waits for its parent to notice.
    const hasEnded = fields[0] === "Z" || fields[0] === "X";
    return ticks === undefined ? null : `${boot.trim()}/${hasEnded ? "ended" : ticks}`;
  } catch {
    return null;
  }
}

async function askPs(pid: number): Promise<string | null> {
  try {
    const { stdout } = await promisify(execFile)("ps", ["-o", "lstart=", "-p", String(pid)], {
      timeout: ASK_TIMEOUT_MS,
      env: { ...process.env, LC_ALL: "C", TZ: "UTC" },
    });
    return stdout.trim() === "" ? null : stdout.trim();
  } catch {
    return null;
  }
}
