// A first start whose demo can't be made: the server answers whoever asks it.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startCommand } from "../support/command.ts";
import { prepareDataFolder } from "../support/databases.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

test("a demo that can't be written ends no server", { timeout: 120_000 }, async () => {
  await using folder = await temporaryFolder("no-demo");
  const dataDir = join(folder.path, "data");
  await prepareDataFolder(dataDir);
  // No file can be written where a folder stands.
  await mkdir(join(dataDir, "demo.json"), { recursive: true });
  await using server = await startCommand(process.execPath, ["src/main.ts", "serve"], {
    env: { PLATEN_PORT: "0", PLATEN_DATA_DIR: dataDir },
  });
  const [, baseUrl] = await server.waitFor(/listens on (\S+) /);
  await server.waitFor(/The demo could not be made; the log says why/);
  expect((await fetch(`${baseUrl}/v1/health`)).status).toBe(200);
  const { exitCode } = await server.stop();
  expect(exitCode).toBe(0);
  expect(server.output.stderr()).toContain("EISDIR");
});
