import { randomUUID } from "node:crypto";
import { mkdir, open, opendir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import {
  isStoredId,
  type PdfReading,
  type PdfStore,
  type StoredEntry,
  StoreUnavailable,
  safeId,
  sha256Of,
} from "./pdf-store.ts";
import { isGone, readSound } from "./tries.ts";

/** Two characters make 1,024 folders, which keeps each of them small up to millions of files. */
const SHARD_CHARACTERS = 2;

/**
 * Opens (and makes) the store in `folder`, for this user's eyes only. Each method but `ping` throws `StoreUnavailable`
 * where the folder can't be used.
 */
export async function openFolderStore(folder: string): Promise<PdfStore> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return {
    async put(id, pdf) {
      const path = pathOf(folder, id);
      await reach(async () => {
        await makeShard(dirname(path));
        await writeWhole(path, pdf);
      });
      return { bytes: pdf.byteLength, sha256: await sha256Of(pdf) };
    },

    async get(id, sha256) {
      const path = pathOf(folder, id);
      return read(folder, path, sha256);
    },

    async delete(id) {
      const path = pathOf(folder, id);
      await reach(() => erase(folder, path));
    },

    list: () => entriesIn(folder),

    async ping() {
      return takesBytes(folder).then(
        () => true,
        () => false,
      );
    },
  };
}

/** About a page of a PDF: a disk that is full, or over a quota, may still take names and a few bytes. */
const PROBE = new Uint8Array(64 * 1024);

/** Throws where a file of a usual size can't be written. What a death leaves of it is swept as a draft. */
async function takesBytes(folder: string): Promise<void> {
  const shard = join(folder, PROBE_SHARD);
  await makeShard(shard);
  const path = join(shard, `${randomUUID()}.tmp`);
  try {
    await writeFile(path, PROBE, { mode: 0o600 });
  } finally {
    await rm(path, { force: true });
  }
}

/** A folder like those of the files, where drafts that nobody finished are looked for. */
const PROBE_SHARD = "probe";

/** Makes a folder of the store. The store's own is not made anew: where it is gone, a disk is. */
async function makeShard(shard: string): Promise<void> {
  await mkdir(shard, { mode: 0o700 }).catch((error: unknown) => {
    if (!hasCode(error, "EEXIST")) throw error;
  });
}

/** Ids begin with the time, so their ends are what spreads them evenly. */
function pathOf(folder: string, id: string): string {
  return join(folder, safeId(id).slice(-SHARD_CHARACTERS), `${id}.pdf`);
}

/** The store's own folders; a disk may hold others, such as `lost+found`, which only its owner can read. */
const SHARD_NAME = new RegExp(`^(?:[a-z0-9_]{${SHARD_CHARACTERS}}|${PROBE_SHARD})$`);

/** A draft older than this belongs to a process that died. */
const DRAFT_AGE_MS = 60 * 60_000;

/** Walks the folders one by one. Drafts that nobody finished are removed on the way. */
async function* entriesIn(folder: string): AsyncGenerator<StoredEntry> {
  for await (const shard of await opendir(folder)) {
    if (!shard.isDirectory() || !SHARD_NAME.test(shard.name)) continue;
    for await (const file of await opendir(join(folder, shard.name))) {
      const path = join(folder, shard.name, file.name);
      const id = file.name.replace(/\.pdf$/, "");
      // A file that is deleted meanwhile is none.
      const facts = await stat(path).catch(() => null);
      if (facts === null || !file.isFile()) continue;
      if (isStoredId(id)) yield { id, storedAt: facts.mtime };
      else if (file.name.endsWith(".tmp") && Date.now() - facts.mtimeMs > DRAFT_AGE_MS) await rm(path, { force: true });
    }
  }
}

/** Writes beside the target, forces the bytes to disk and renames: a reader sees all of them or none. */
async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  const draft = `${path}.${randomUUID()}.tmp`;
  try {
    const file = await open(draft, "wx", 0o600);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    throw error;
  }
  await syncFolder(dirname(path));
}

/** The new name itself is on disk only when its folder is. Windows has no such call and needs none. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") {
    return;
  }
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function read(folder: string, path: string, sha256: string): Promise<PdfReading> {
  const readOnce = async (): Promise<Uint8Array | null> => {
    const bytes = await reach(() => ifThere(readFile(path)));
    if (bytes !== null) return bytes;
    if (
      await reach(() =>
        isGone(
          () => exists(path),
          () => expectFolder(folder),
        ),
      )
    )
      return null;
    throw new StoreUnavailable("the file comes and goes");
  };
  const pdf = await readSound(readOnce, sha256);
  return pdf === null ? { kind: "missing" } : { kind: "found", pdf };
}

async function exists(path: string): Promise<boolean> {
  return (await ifThere(stat(path))) !== null;
}

async function erase(folder: string, path: string): Promise<void> {
  const erased = await ifThere(rm(path).then(() => true));
  if (erased === null) await expectFolder(folder);
}

/** Null where there is nothing of the name; every other failure is thrown. */
async function ifThere<Value>(work: Promise<Value>): Promise<Value | null> {
  return work.catch((error: unknown) => {
    if (!hasCode(error, "ENOENT")) throw error;
    return null;
  });
}

/** A file that is not there is missing only where the folder can be listed: else a disk is gone, with all of them. */
async function expectFolder(folder: string): Promise<void> {
  const listing = await opendir(folder);
  await listing.read();
  await listing.close();
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}

/** Every fault of the disk (full, over a quota, gone, read-only, failing) becomes one kind of error. */
async function reach<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (cause) {
    throw new StoreUnavailable("the folder can't be used", { cause });
  }
}
