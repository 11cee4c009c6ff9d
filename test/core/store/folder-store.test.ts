import { globSync } from "node:fs";
import { mkdir, readdir, rm, stat, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { DamagedBytes, openFolderStore } from "../../../src/core/store/index.ts";
import { newId } from "../../../src/core/tenancy/index.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

const filesIn = (folder: string): string[] => globSync("**/*", { cwd: folder }).filter((path) => path.includes("."));

describe("the folder store", () => {
  test("notices bytes that were changed or cut", async () => {
    await using folder = await temporaryFolder("store");
    const store = await openFolderStore(folder.path);
    for (const damage of [(path: string) => truncate(path, 1), (path: string) => writeFile(path, "%PDX")]) {
      const id = newId("rnd");
      const { sha256 } = await store.put(id, bytesOf("%PDF"));
      const [path = ""] = filesIn(folder.path).filter((file) => file.includes(id));
      await damage(join(folder.path, path));
      await expect(store.get(id, sha256)).rejects.toThrow(DamagedBytes);
    }
  });

  test("puts that run at once leave one whole document and no drafts", async () => {
    await using folder = await temporaryFolder("store");
    const store = await openFolderStore(folder.path);
    const id = newId("rnd");
    const versions = Array.from({ length: 8 }, (_, index) => bytesOf(String(index).repeat(100_000)));
    const stored = await Promise.all(versions.map((pdf) => store.put(id, pdf)));
    const readings = await Promise.allSettled(stored.map(({ sha256 }) => store.get(id, sha256)));
    expect(readings.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(filesIn(folder.path)).toHaveLength(1);
  });

  test("a write that fails leaves no draft behind", async () => {
    await using folder = await temporaryFolder("store");
    const store = await openFolderStore(folder.path);
    const id = newId("rnd");
    // A folder stands where the document should go, so the rename fails after the draft was written.
    const target = join(folder.path, id.slice(-2), `${id}.pdf`);
    await mkdir(join(target, "in the way"), { recursive: true });
    await expect(store.put(id, bytesOf("x"))).rejects.toThrow();
    expect(await readdir(join(folder.path, id.slice(-2)))).toEqual([`${id}.pdf`]);
  });

  test("spreads ids that were made one after another over many folders", async () => {
    await using folder = await temporaryFolder("store");
    const store = await openFolderStore(folder.path);
    for (let index = 0; index < 60; index += 1) await store.put(newId("rnd"), bytesOf("x"));
    expect((await readdir(folder.path)).length).toBeGreaterThan(30);
  });

  test("lists what lies in its own folders alone, whatever else a disk holds", async () => {
    await using folder = await temporaryFolder("store");
    const store = await openFolderStore(folder.path);
    const id = newId("rnd");
    await store.put(id, bytesOf("x"));
    await mkdir(join(folder.path, "lost+found"));
    await writeFile(join(folder.path, "lost+found", `${newId("rnd")}.pdf`), "x");
    const ids: string[] = [];
    for await (const entry of store.list()) ids.push(entry.id);
    expect(ids).toEqual([id]);
  });

  test("is for this user's eyes only and says whether it can be written", async () => {
    await using folder = await temporaryFolder("store");
    const path = join(folder.path, "pdf");
    const store = await openFolderStore(path);
    expect((await stat(path)).mode & 0o777).toBe(0o700);
    expect(await store.ping()).toBe(true);
    await rm(path, { recursive: true });
    expect(await store.ping()).toBe(false);
  });
});
