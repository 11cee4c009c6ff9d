import { randomUUID } from "node:crypto";
import { readdirSync } from "node:fs";
import { link, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { processStartTime } from "./process-start-time.ts";

/** A lock that this process holds on a folder. */
export interface FolderLock {
  readonly place: LockPlace;
  /** Whether it still is this process's: the folder may be gone, or another process may have taken it over. */
  isHeld(): Promise<boolean>;
  release(): Promise<void>;
}

/** The file of a lock, `lock.<number>` in its folder. */
export interface LockPlace {
  readonly folder: string;
  readonly number: number;
}

/** The lock, or who holds it. */
export type LockAttempt =
  | { readonly ok: true; readonly lock: FolderLock }
  | { readonly ok: false; readonly holder: { readonly pid: number; readonly host: string } };

/** What a lock file says of its holder. The start time tells a process from a later one with the same number. */
interface LockNote {
  readonly pid: number;
  readonly host: string;
  readonly startedAt: string | null;
  /** Set when the holder gave the lock back. */
  readonly released: boolean;
}

/** The holder touches its file this often, for processes of other hosts (containers) that can't see it. */
const HEARTBEAT_MS = 5_000;

/** A holder on another host that was silent for so long is gone. */
const SILENCE_MS = 30_000;

/** Every lost round means that somebody else got ahead; so many in a row mean that the folder is not for us. */
const ROUNDS_MAX = 50;

/**
 * Locks a folder for this process. A lock whose process is gone (same host: by number and start time; another host: by
 * silence) is taken over.
 *
 * The lock is the file `lock.<n>` with the highest number. Whoever finds it released or abandoned makes the next number
 * by linking, which one process alone can do, and holds the lock if no higher number stands then. Numbers never go
 * down, so a process that judged an old state can't get in beside a newer holder.
 */
export async function lockFolder(folder: string): Promise<LockAttempt> {
  const own = { pid: process.pid, host: hostname(), startedAt: await processStartTime(process.pid), released: false };
  let holder = { pid: 0, host: own.host };
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const current = await highestNumber(folder);
    const note = current === 0 ? null : await readNote(pathOf(folder, current));
    if (note === "gone") {
      continue;
    }
    if (note !== null && !note.released && (await isAlive(note, pathOf(folder, current)))) {
      return { ok: false, holder: { pid: note.pid, host: note.host } };
    }
    holder = note ?? holder;
    const next = current + 1;
    if ((await placeNote(folder, next, own)) && (await highestNumber(folder)) === next) {
      await removeBelow(folder, next);
      return { ok: true, lock: hold(folder, next, own) };
    }
  }
  return { ok: false, holder: { pid: holder.pid, host: holder.host } };
}

function pathOf(folder: string, number: number): string {
  return join(folder, `lock.${number}`);
}

async function numbersIn(folder: string): Promise<readonly number[]> {
  return numbersOf(await readdir(folder));
}

function numbersOf(names: readonly string[]): readonly number[] {
  return names.flatMap((name) => (/^lock\.\d{1,15}$/.test(name) ? [Number(name.slice("lock.".length))] : []));
}

/**
 * Whether a lock is held still, at once. A folder that can't be read says nothing about it, unless it is gone.
 */
export function isHeldNow({ folder, number }: LockPlace): boolean {
  try {
    return Math.max(0, ...numbersOf(readdirSync(folder))) === number;
  } catch (error) {
    return !isCode(error, "ENOENT");
  }
}

async function highestNumber(folder: string): Promise<number> {
  return Math.max(0, ...(await numbersIn(folder)));
}

async function removeBelow(folder: string, number: number): Promise<void> {
  for (const older of await numbersIn(folder)) {
    if (older < number) {
      await rm(pathOf(folder, older), { force: true });
    }
  }
}

/** Makes the file whole under its name, or not at all because the name is taken. */
async function placeNote(folder: string, number: number, note: LockNote): Promise<boolean> {
  const draft = await writeDraft(folder, note);
  try {
    await link(draft, pathOf(folder, number));
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

async function writeDraft(folder: string, note: LockNote): Promise<string> {
  const draft = join(folder, `draft.${randomUUID()}`);
  await writeFile(draft, JSON.stringify(note), { mode: 0o600 });
  return draft;
}

function hold(folder: string, number: number, note: LockNote): FolderLock {
  const path = pathOf(folder, number);
  const beat = setInterval(() => {
    const now = new Date();
    // A failed touch (a full disk, a folder removed) must not end the process; the lock then merely looks silent.
    utimes(path, now, now).catch(() => undefined);
  }, HEARTBEAT_MS);
  beat.unref();
  let isReleased = false;
  const isHeld = async (): Promise<boolean> => !isReleased && (await highestNumber(folder).catch(() => 0)) === number;
  return {
    place: { folder, number },
    isHeld,
    async release() {
      clearInterval(beat);
      if (await isHeld()) {
        await rename(await writeDraft(folder, { ...note, released: true }), path);
      }
      isReleased = true;
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

/** The note, null for a damaged one, or `gone` where the file was superseded and removed meanwhile. */
async function readNote(path: string): Promise<LockNote | null | "gone"> {
  try {
    return parseNote(await readFile(path, "utf8"));
  } catch (error) {
    if (isCode(error, "ENOENT")) {
      return "gone";
    }
    throw error;
  }
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
  const { pid, host, startedAt, released } = value as Readonly<Record<string, unknown>>;
  const isProcess = Number.isSafeInteger(pid) && Number(pid) > 0 && typeof host === "string";
  return isProcess && (startedAt === null || typeof startedAt === "string") && typeof released === "boolean";
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
