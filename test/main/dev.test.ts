import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runCommand, startCommand } from "../support/command.ts";
import { prepareDataFolder } from "../support/databases.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

test("npm run dev starts the server anew at a change, and prints its log for people", {
  timeout: 240_000,
}, async () => {
  await using folder = await temporaryFolder("dev");
  const dataDir = join(folder.path, "data");
  await prepareDataFolder(dataDir);
  const fonts = join(folder.path, "fonts");
  await mkdir(fonts);
  await writeFile(join(fonts, "broken.ttf"), "no font");
  const env = { PLATEN_PORT: "0", PLATEN_DATA_DIR: dataDir, PLATEN_FONTS_DIR: fonts };
  // git ignores this folder, and no other test reads it.
  const scratch = join("src", ".scratch");
  await using dev = await startCommand(process.execPath, ["tools/dev/serve.ts"], { env });
  const first = await dev.waitFor(/listens on (\S+) /);
  expect((await fetch(`${first[1]}/v1/openapi.json`)).status).toBe(200);
  try {
    await mkdir(scratch, { recursive: true });
    await writeFile(join(scratch, "change.txt"), "a change");
    await dev.waitFor(/Restarting[\s\S]*listens on (\S+) /);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
  expect(dev.output.stderr()).toMatch(/^\[\d\d:\d\d:\d\d\.\d{3}\] WARN: .*broken\.ttf/m);
  expect(dev.output.stderr()).not.toContain('{"level"');
  const ended = await dev.stop();
  expect([ended.exitCode, ended.signal]).toEqual([0, null]);
});

test("an older Node.js is told which one is needed, and where it is", async () => {
  const older = `Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.1.0" } });`;
  const asOlder = `data:text/javascript,${encodeURIComponent(older)}`;
  const { exitCode, stderr } = await runCommand(process.execPath, ["--import", asOlder, "tools/node/version.mjs"]);
  expect(exitCode).toBe(1);
  expect(stderr).toContain("Platen needs Node.js 22.18 or newer and found 20.1.0");
  expect(stderr).toContain("node_modules/.bin first in PATH");
});
