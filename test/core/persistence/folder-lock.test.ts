import { readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { lockFolder } from "../../../src/core/persistence/folder-lock.ts";
import { processStartTime } from "../../../src/core/persistence/process-start-time.ts";
import { startCommand } from "../../support/command.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

/** A lock file as a process would have left it. */
const noteOf = (changes: object): string =>
  JSON.stringify({ pid: process.pid, host: hostname(), startedAt: null, released: false, ...changes });

describe("locking a folder", () => {
  test("one of many that try at once gets it, and the others learn who", async () => {
    await using folder = await temporaryFolder("lock");
    const attempts = await Promise.all(Array.from({ length: 12 }, () => lockFolder(folder.path)));
    expect(attempts.filter((attempt) => attempt.ok)).toHaveLength(1);
    expect(attempts.find((attempt) => !attempt.ok)).toMatchObject({ holder: { pid: process.pid, host: hostname() } });
  });

  test("a released lock is free again, and releasing it twice takes nothing from the next holder", async () => {
    await using folder = await temporaryFolder("lock");
    const first = await lockFolder(folder.path);
    if (!first.ok) throw new Error("not locked");
    await first.lock.release();
    const second = await lockFolder(folder.path);
    expect(second.ok).toBe(true);
    await first.lock.release();
    expect((await lockFolder(folder.path)).ok).toBe(false);
    expect(await readdir(folder.path)).toEqual(["lock.2"]);
    if (second.ok) await second.lock.release();
  });

  test("a lock is held until it is released, superseded, or gone with its folder", async () => {
    await using folder = await temporaryFolder("lock");
    const held = async () => {
      const attempt = await lockFolder(folder.path);
      if (!attempt.ok) throw new Error("not locked");
      return attempt.lock;
    };
    const first = await held();
    expect(await first.isHeld()).toBe(true);
    await first.release();
    expect(await first.isHeld()).toBe(false);
    const second = await held();
    // Another host took it over, as one does whose clock found it silent.
    await writeFile(join(folder.path, "lock.3"), noteOf({ host: "elsewhere" }));
    expect(await second.isHeld()).toBe(false);
    await rm(join(folder.path, "lock.3"));
    expect(await second.isHeld()).toBe(true);
    await rm(folder.path, { recursive: true });
    expect(await second.isHeld()).toBe(false);
    await second.release();
  });

  test("the lock of a process that is gone is taken over, by one of many", async () => {
    await using folder = await temporaryFolder("lock");
    await using gone = await startCommand(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
    const startedAt = await processStartTime(gone.pid);
    await writeFile(join(folder.path, "lock.1"), noteOf({ pid: gone.pid, startedAt }));
    expect((await lockFolder(folder.path)).ok).toBe(false);
    await gone.stop("SIGKILL");
    const attempts = await Promise.all(Array.from({ length: 6 }, () => lockFolder(folder.path)));
    expect(attempts.filter((attempt) => attempt.ok)).toHaveLength(1);
    expect(await readdir(folder.path)).toEqual(["lock.2"]);
    for (const attempt of attempts) if (attempt.ok) await attempt.lock.release();
  });

  test("a later process with the number of the holder does not keep the lock", async () => {
    await using folder = await temporaryFolder("lock");
    await writeFile(join(folder.path, "lock.1"), noteOf({ startedAt: "long ago" }));
    const attempt = await lockFolder(folder.path);
    expect(attempt.ok).toBe(true);
    if (attempt.ok) await attempt.lock.release();
  });

  test("a holder on another host is believed while it was heard of lately, and no longer", async () => {
    await using folder = await temporaryFolder("lock");
    const path = join(folder.path, "lock.1");
    await writeFile(path, noteOf({ host: "elsewhere", pid: 1 }));
    expect(await lockFolder(folder.path)).toEqual({ ok: false, holder: { pid: 1, host: "elsewhere" } });
    const longAgo = new Date(Date.now() - 60_000);
    await utimes(path, longAgo, longAgo);
    const attempt = await lockFolder(folder.path);
    expect(attempt.ok).toBe(true);
    const note: unknown = JSON.parse(await readFile(join(folder.path, "lock.2"), "utf8"));
    expect(note).toMatchObject({ pid: process.pid, host: hostname(), released: false });
    if (attempt.ok) await attempt.lock.release();
  });

  test.for(["", "{}", "no JSON", '{"pid":-1}', "null"])("a damaged lock file (%j) is replaced", async (text) => {
    await using folder = await temporaryFolder("lock");
    await writeFile(join(folder.path, "lock.1"), text);
    const attempt = await lockFolder(folder.path);
    expect(attempt.ok).toBe(true);
    if (attempt.ok) await attempt.lock.release();
  });
});
