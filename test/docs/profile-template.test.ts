import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pixels } from "../plugins/renderers/pdf/opened-pdf.ts";
import { runCommand } from "../support/command.ts";
import { decodeCodes } from "../support/decode-codes.ts";
import { lane } from "../support/lane.ts";

const ROOT = new URL("../../", import.meta.url).pathname;
const TSC = join(ROOT, "node_modules/typescript/bin/tsc");

// Both packages are packed and installed as a third party would install them, without a network: what Platen itself
// needs lies in the checkout's node_modules, which the folder of the installation is in.
let folder = "";
let consumer = "";

async function run(command: string, args: readonly string[], cwd: string) {
  const env = { npm_config_cache: join(folder, "npm-cache"), PLATEN_PLUGINS: undefined };
  const result = await runCommand(command, args, { cwd, env, timeoutMs: 300_000 });
  expect([result.exitCode, result.stderr, result.exitCode === 0 ? "" : result.stdout]).toEqual([
    0,
    expect.anything(),
    "",
  ]);
  return result.stdout;
}

/** Packs a folder and answers the tarball's path. */
async function packed(from: string): Promise<string> {
  const packages = join(folder, "tarballs");
  await mkdir(packages, { recursive: true });
  const before = new Set(await readdir(packages));
  await run("npm", ["pack", "--ignore-scripts", "--pack-destination", packages], from);
  const made = (await readdir(packages)).find((name) => !before.has(name));
  return join(packages, made ?? "nothing");
}

/** Platen as it is published, but for the packages that it needs: they are found in the checkout. */
async function packedPlaten(): Promise<string> {
  const staging = join(folder, "platen");
  await mkdir(staging);
  await run(process.execPath, [TSC, "-p", "tsconfig.build.json", "--outDir", join(staging, "dist")], ROOT);
  const description = (await import("../../package.json", { with: { type: "json" } })).default;
  const { dependencies: _, devDependencies: __, workspaces: ___, scripts: ____, ...published } = description;
  await writeFile(join(staging, "package.json"), JSON.stringify(published, null, 2));
  return packed(staging);
}

describe.skipIf(lane === "fast")("the template of a profile, as a package of its own", () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(ROOT, "node_modules/.platen-package-"));
    consumer = join(folder, "consumer");
    const template = join(folder, "template");
    await cp(join(ROOT, "docs/profiles/template"), template, { recursive: true });
    await mkdir(consumer);
    await writeFile(
      join(consumer, "package.json"),
      JSON.stringify({ name: "consumer", private: true, type: "module" }),
    );
    const platen = await packedPlaten();
    await run("npm", ["install", "--offline", "--no-audit", "--no-fund", "--prefix", consumer, platen], consumer);
    await symlink(join(consumer, "node_modules"), join(template, "node_modules"));
    await run(process.execPath, [TSC, "-p", template], template);
    const profile = await packed(template);
    const tarballs = [platen, profile];
    await run("npm", ["install", "--offline", "--no-audit", "--no-fund", "--prefix", consumer, ...tarballs], consumer);
  }, 600_000);

  afterAll(() => rm(folder, { recursive: true, force: true }));

  test("its own command runs its tests with the rule tester of the package, and they pass", async () => {
    const template = join(folder, "template");
    const { scripts } = JSON.parse(await readFile(join(template, "package.json"), "utf8"));
    const [compile, command = ""] = String(scripts.test).split(" && node ");
    expect(compile).toBe("tsc");
    const told = await run("sh", ["-c", `"$0" --test-reporter=tap ${command}`, process.execPath], template);
    expect(told).toMatch(/^# tests [1-9]\d*$.*^# fail 0$/msu);
  });

  test("it is named by its package, listed, and judges", async () => {
    const platen = join(consumer, "node_modules/platen/dist/src/main.js");
    const env = { PLATEN_PLUGINS: "acme-platen-profiles" };
    const listed = await runCommand(process.execPath, [platen, "plugins"], { cwd: consumer, env });
    expect(listed.stdout).toContain("profile\tacme.delivery-note\tAcme delivery note\t2 rules");
    expect(listed.stdout).toContain("barcode\tacme-code93\tCode 93\n");
    expect(listed.stdout).toContain("dataset source\tacme-erp\tOrders of Acme's ERP\n");
    const form =
      'rpt 1\ndocument note profile=acme.delivery-note\n\npage A5 portrait {\n  body {\n    text "Note"\n  }\n}\n';
    await writeFile(join(consumer, "note.rpt"), form);
    const checked = await runCommand(process.execPath, [platen, "check", "note.rpt"], { cwd: consumer, env });
    expect(checked).toMatchObject({
      exitCode: 1,
      stdout: expect.stringContaining("error\tacme.delivery-note/delivery-place\tnothing has role order.deliveryPlace"),
    });
  });

  test("its bar code is drawn, and read by a decoder of others", async () => {
    const platen = join(consumer, "node_modules/platen/dist/src/main.js");
    const label =
      'rpt 1\ndocument label\n\npage A5 {\n  body {\n    barcode acme-code93 "LOT-4711" w=80mm h=15mm\n  }\n}\n';
    await writeFile(join(consumer, "label.rpt"), label);
    const env = { PLATEN_PLUGINS: "acme-platen-profiles" };
    const args = ["render", "label.rpt", "-o", "label.pdf"];
    const drawn = await runCommand(process.execPath, [platen, ...args], { cwd: consumer, env });
    expect(drawn.exitCode).toBe(0);
    expect(await decodeCodes(await pixels(await readFile(join(consumer, "label.pdf")), 300))).toEqual([
      "Code93 LOT-4711",
    ]);
    const without = await runCommand(process.execPath, [platen, ...args], {
      cwd: consumer,
      env: { PLATEN_PLUGINS: undefined },
    });
    expect(without).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("kind=acme-code93 is not one of") });
  });

  test("its source of datasets asks the operator for its settings before the service starts", async () => {
    const platen = join(consumer, "node_modules/platen/dist/src/main.js");
    const env = { PLATEN_PLUGINS: "acme-platen-profiles", PLATEN_DATA_DIR: join(folder, "data"), PLATEN_PORT: "0" };
    const started = await runCommand(process.execPath, [platen, "serve"], { cwd: consumer, env });
    expect(started).toMatchObject({
      exitCode: 2,
      stderr:
        "platen: PLATEN_DATASET_SETTINGS lacks token of the dataset source acme-erp: " +
        "The token that the ERP's interface asks for.\n",
    });
  });
});
