// Servers with the demo of an earlier first start. Making a demo checks each of its forms, which takes ten seconds of
// computing; copying one takes less than one.
import { createHash } from "node:crypto";
import { globSync } from "node:fs";
import { cp, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { prepareDataFolder } from "./databases.ts";
import { type RunningService, type ServiceOptions, startService } from "./service.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const CACHE = join(ROOT, "node_modules/.cache/platen-tests/");

/** Whatever a demo is made by and of: it holds forms as this very state of the sources compiled them. */
const MADE_OF = ["src/**/*", "gen/**/*.ts", "docs/examples/*", "package-lock.json"];

/** Demos of earlier states that are kept: of the branches that somebody works on. */
const KEPT = 3;

/** As `startService` on an embedded database, but for how its demo came about. */
export async function startServiceWithDemo(options: Omit<ServiceOptions, "dataDir"> = {}): Promise<RunningService> {
  const folder = await temporaryFolder("service");
  const dataDir = join(folder.path, "data");
  await cp(await preparedDemo(), dataDir, { recursive: true });
  const service = await startService({ ...options, dataDir });
  return {
    ...service,
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]();
      await folder.remove();
    },
  };
}

/** A data folder as the end of a first start leaves it. The rename lets test processes race for it. */
async function preparedDemo(): Promise<string> {
  const prepared = join(CACHE, `demo-${await stateOfSources()}`);
  if ((await stat(prepared).catch(() => null)) !== null) return prepared;
  const draft = `${prepared}.${process.pid}.new`;
  await using folder = await temporaryFolder("demo");
  const dataDir = join(folder.path, "data");
  await prepareDataFolder(dataDir);
  const first = await startService({ dataDir });
  await first[Symbol.asyncDispose]();
  // A server that was busy as it ended may leave its socket, which can't be copied and is made anew.
  await cp(dataDir, draft, { recursive: true, filter: (path) => !path.endsWith(".sock") });
  await rename(draft, prepared).catch(() => rm(draft, { recursive: true, force: true }));
  await removeOld();
  return prepared;
}

async function stateOfSources(): Promise<string> {
  const hash = createHash("sha256");
  for (const path of globSync(MADE_OF, { cwd: ROOT }).toSorted()) {
    const file = join(ROOT, path);
    if ((await stat(file)).isFile()) hash.update(`${path}\n`).update(await readFile(file));
  }
  return hash.digest("hex").slice(0, 16);
}

async function removeOld(): Promise<void> {
  const names = (await readdir(CACHE)).filter((name) => name.startsWith("demo-") && !name.endsWith(".new"));
  const dated = await Promise.all(names.map(async (name) => ({ name, at: (await stat(join(CACHE, name))).mtimeMs })));
  const old = dated.toSorted((one, other) => other.at - one.at).slice(KEPT);
  for (const { name } of old) await rm(join(CACHE, name), { recursive: true, force: true });
}
