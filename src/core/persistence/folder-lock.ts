import { randomUUID } from "node:crypto";
import { link, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { processStartTime } from "./process-start-time.ts";

/** A lock that this process holds on a folder. */
export interface FolderLock {
  release(): Promise<void>;
}

/** The lock, or who holds it. */
export type LockAttempt =
  | { readonly ok: true; readonly lock: FolderLock }
  | { readonly ok: false; readonly holder: { readonly pid: number; readonly host: string } };

/** What the lock file says of its holder. The start time tells a process from a later one with the same number. */
interface LockNote {
  readonly pid: number;
  readonly host: string;
  readonly startedAt: string | null;
  readonly token: string;
}

const LOCK_FILE = "lock";

/** The holder touches its file this often, for processes of other hosts (containers) that can't see it. */
const HEARTBEAT_MS = 5_000;

/** A holder on another host that was silent for so long is gone. */
const SILENCE_MS = 30_000;

/** Each round removes one stale lock; more rounds mean that others keep taking it. */
const ROUNDS_MAX = 5;

/**
 * Locks a folder for this process. A lock whose process is gone (same host: by number and start time; another host: by
 * silence) is taken over. The file appears under its name whole, by linking, so no one reads half a note.
 */
export async function lockFolder(folder: string): Promise<LockAttempt> {
  const path = join(folder, LOCK_FILE);
  const note: LockNote = {
    pid: process.pid,
    host: hostname(),
    startedAt: await processStartTime(process.pid),
    token: randomUUID(),
  };
  let holder = { pid: 0, host: note.host };
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    if (await placeNote(path, note)) {
      return { ok: true, lock: hold(path, note) };
    }
    const text = await readFile(path, "utf8").catch(() => null);
    const other = text === null ? null : parseNote(text);
    if (other !== null && (await isAlive(other, path))) {
      return { ok: false, holder: { pid: other.pid, host: other.host } };
    }
    holder = other ?? holder;
    if (text !== null) {
      await removeStale(path, text, note.token);
    }
  }
  return { ok: false, holder };
}

async function placeNote(path: string, note: LockNote): Promise<boolean> {
  const draft = `${path}.${note.token}`;
  await writeFile(draft, JSON.stringify(note), { mode: 0o600 });
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    if (isCode(error, "EEXIST")) {
      return false;
    }
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

function hold(path: string, note: LockNote): FolderLock {
  const beat = setInterval(() => {
    const now = new Date();
    // A failed touch (a full disk, a folder removed) must not end the process; the lock then merely looks silent.
    utimes(path, now, now).catch(() => undefined);
  }, HEARTBEAT_MS);
  beat.unref();
  return {
    async release() {
      clearInterval(beat);
      const text = await readFile(path, "utf8").catch(() => null);
      if (text !== null && parseNote(text)?.token === note.token) {
        await rm(path, { force: true });
      }
    },
  };
}

async function isAlive(note: LockNote, path: string): Promise<boolean> {
  if (note.host !== hostname()) {
    const touched = await stat(path).catch(() => null);
    return touched !== null && Date.now() - touched.mtimeMs < SILENCE_MS;
  }
  if (!processExists(note.pid)) {
    return false;
  }
  const startedAt = await processStartTime(note.pid);
  return startedAt === null || note.startedAt === null || startedAt === note.startedAt;
}

function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it exists and belongs to somebody else.
    return isCode(error, "EPERM");
  }
}

/** Takes a stale file away by renaming, which only one of several processes can do; a wrong catch is put back. */
async function removeStale(path: string, staleText: string, token: string): Promise<void> {
  const aside = `${path}.stale.${token}`;
  try {
    await rename(path, aside);
  } catch (error) {
    if (isCode(error, "ENOENT")) {
      return;
    }
    throw error;
  }
  if ((await readFile(aside, "utf8")) !== staleText) {
    await link(aside, path).catch(() => undefined);
  }
  await rm(aside, { force: true });
}

function parseNote(text: string): LockNote | null {
  try {
    const note: unknown = JSON.parse(text);
    return isNote(note) ? note : null;
  } catch {
    return null;
  }
}

function isNote(value: unknown): value is LockNote {
  if (typeof value !== "object" || value === null) {
    return false;
  }
  const { pid, host, startedAt, token } = value as Readonly<Record<string, unknown>>;
  const isStart = startedAt === null || typeof startedAt === "string";
  return (
    Number.isSafeInteger(pid) && Number(pid) > 0 && typeof host === "string" && isStart && typeof token === "string"
  );
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
