// Commands that keep something: datasets, canvases and keys, with a server running and without one.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type CommandResult, runCommand } from "../support/command.ts";
import { prepareDataFolder } from "../support/databases.ts";
import { startService } from "../support/service.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const INVOICE = "docs/examples/invoice.rpt";

const platen = (
  args: readonly string[],
  options: { input?: string; env?: Record<string, string | undefined> } = {},
): Promise<CommandResult> => runCommand(process.execPath, ["src/main.ts", ...args], options);

/** Several commands one after another, each starting the embedded database anew. */
const SEVERAL_STARTS_MS = 90_000;

describe("platen datasets create", { timeout: SEVERAL_STARTS_MS }, () => {
  test("keeps a file's content to the last digit and attaches it to a canvas, which takes no second one", async () => {
    await using folder = await temporaryFolder("datasets");
    const dataDir = join(folder.path, "data");
    await prepareDataFolder(dataDir);
    const env = { PLATEN_DATA_DIR: dataDir };
    expect((await platen(["organizations", "create", "山本食品"], { env })).exitCode).toBe(0);
    await using service = await startService({ dataDir, withDemo: false });
    const canvasId = (await platen(["publish", INVOICE], { env })).stdout.split("\t")[0] ?? "";
    const content = '{"items": [{"price": 12345678901234567890.10}, {}], "note": "甲"}';
    const create = ["datasets", "create", "--data", "-", "--canvas", canvasId, "--name"];
    const made = await platen([...create, "得意先"], { env, input: content });
    expect(made, made.stderr).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(new RegExp(`^dst_\\w{26}\t得意先\t${canvasId}\titems 2\n$`)),
    });
    const key = (await platen(["keys", "create", "--role", "data-write"], { env })).stdout.trim();
    const read = await fetch(`${service.baseUrl}/platen.v1.DatasetService/GetDataset`, {
      method: "POST",
      headers: { "x-api-key": key, "content-type": "application/json" },
      body: JSON.stringify({ datasetId: made.stdout.split("\t")[0] }),
    });
    const { dataJson } = (await read.json()) as { readonly dataJson: string };
    expect(Buffer.from(dataJson, "base64").toString("utf8")).toBe(content);
    const second = await platen([...create, "別"], { env, input: content });
    expect(second).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("attached to this canvas already") });
    const list = await platen(["datasets", "create", "--name", "別", "--data", "-"], { env, input: "[1]" });
    expect(list).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("A dataset is a JSON object") });
  });

  test("links an address outside, and refuses one that is not public", async () => {
    await using folder = await temporaryFolder("datasets");
    const env = { PLATEN_DATA_DIR: join(folder.path, "data") };
    await prepareDataFolder(env.PLATEN_DATA_DIR);
    await platen(["organizations", "create", "山本食品"], { env });
    const link = ["datasets", "create", "--name", "単価表", "--link"];
    const refused = await platen([...link, "https://127.0.0.1/prices.json"], { env });
    expect(refused).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("no address of the public internet"),
    });
    const copy = await platen([...link, "https://data.example/prices.json", "--data", "-"], { env, input: "{}" });
    expect(copy.stdout).toMatch(/^dst_\w{26}\t単価表\t-\t-\n$/);
  });
});

describe("platen datasets attach, detach, list and show", { timeout: SEVERAL_STARTS_MS }, () => {
  test("take a dataset and a canvas by their names, and show what is attached to what", async () => {
    await using folder = await temporaryFolder("datasets");
    const dataDir = join(folder.path, "data");
    await prepareDataFolder(dataDir);
    const env = { PLATEN_DATA_DIR: dataDir };
    expect((await platen(["organizations", "create", "山本食品"], { env })).exitCode).toBe(0);
    await using _service = await startService({ dataDir, withDemo: false });
    const canvasId = (await platen(["publish", INVOICE, "--title", "請求書"], { env })).stdout.split("\t")[0] ?? "";
    const content = '{"items": [{"price": 1.10}]}';
    const made = await platen(["datasets", "create", "--data", "-", "--name", "明細"], { env, input: content });
    const id = made.stdout.split("\t")[0] ?? "";
    const attached = await platen(["datasets", "attach", "明細", "請求書"], { env });
    expect(attached.stdout, attached.stderr).toBe(`${id}\t明細\t${canvasId}\titems 1\n`);
    const list = await platen(["datasets", "list"], { env });
    expect(list.stdout).toBe(`${id}\t明細\t${canvasId}\t${content.length}\t-\n`);
    expect((await platen(["datasets", "show", id], { env })).stdout).toBe(attached.stdout);
    expect((await platen(["datasets", "show", "明細", "--data"], { env })).stdout).toBe(content);
    expect((await platen(["datasets", "detach", id], { env })).stdout).toBe(`${id}\t明細\t-\titems 1\n`);
    const unknown = await platen(["datasets", "attach", "明", "請求書"], { env });
    expect(unknown).toMatchObject({ exitCode: 1, stderr: expect.stringMatching(/no dataset '明'.*datasets list/) });
  });
});

describe("publish and keys", { timeout: SEVERAL_STARTS_MS }, () => {
  test("work the same with a server running and without one", async () => {
    await using folder = await temporaryFolder("cli");
    const env = { PLATEN_DATA_DIR: join(folder.path, "data") };
    expect((await platen(["keys", "create"], { env })).stderr).toMatch(/platen organizations create/);
    expect((await platen(["organizations", "create", "山本食品"], { env })).exitCode).toBe(0);
    const published = await platen(["publish", INVOICE, "--title", "請求書"], { env });
    expect(published.stdout).toMatch(/^cnv_\w{26}\tversion 1\t請求書\n$/);
    const key = (await platen(["keys", "create"], { env })).stdout.trim();

    await using service = await startService({ dataDir: env.PLATEN_DATA_DIR, withDemo: false });
    const again = await platen(["publish", INVOICE, "--title", "請求書"], { env });
    expect(again.stdout).toMatch(/^cnv_\w{26}\tversion 2\t請求書\n$/);
    const list = await fetch(`${service.baseUrl}/v1/canvases`, { headers: { "x-api-key": key } });
    expect(await list.json()).toMatchObject({ canvases: [{ title: "請求書", version: 2 }] });

    const listed = async (): Promise<unknown> =>
      (await fetch(`${service.baseUrl}/v1/canvases`, { headers: { "x-api-key": key } })).json();
    const back = await platen(["unpublish", "請求書"], { env });
    expect(back).toMatchObject({ exitCode: 0, stdout: again.stdout });
    expect(await listed()).toMatchObject({ canvases: [] });
    const unknown = await platen(["unpublish", "請求"], { env });
    expect(unknown).toMatchObject({ exitCode: 1, stderr: expect.stringMatching(/no canvas '請求'.*its whole title/) });
    const [id = ""] = again.stdout.split("\t");
    const third = await platen(["publish", INVOICE, "--canvas", id, "--title", "請求書"], { env });
    expect(third.stdout).toBe(`${id}\tversion 3\t請求書\n`);
    expect(await listed()).toMatchObject({ canvases: [{ id, version: 3 }] });
  });

  test("pictures beside a template are drawn, and published with it", async () => {
    await using folder = await temporaryFolder("assets");
    const [template, picture, output] = ["t.rpt", "logo.svg", "o.pdf"].map((name) => join(folder.path, name));
    if (!template || !picture || !output) throw new Error("there are three");
    const head = "rpt 1\ndocument logo\nasset logo src='asset:logo.svg'\n";
    const source = `${head}page A5 {\n  body {\n    image logo w=20mm\n  }\n}\n`;
    await writeFile(template, source);
    const missing = await platen(["check", template]);
    expect(missing.stdout).toContain('RPT7011\tthe file "logo.svg" was not handed in');
    await writeFile(picture, '<svg viewBox="0 0 10 10"><path d="M0 0h10v10z"/></svg>');
    expect((await platen(["check", template])).stdout).toBe("No findings.\n");
    const rendered = await platen(["render", template, "-o", output]);
    expect(rendered.exitCode).toBe(0);
    const env = { PLATEN_DATA_DIR: join(folder.path, "data") };
    await prepareDataFolder(env.PLATEN_DATA_DIR);
    await platen(["organizations", "create", "山本食品"], { env });
    const published = await platen(["publish", template], { env });
    expect(published.stdout).toMatch(/^cnv_\w{26}\tversion 1\tlogo\n$/);
  });

  test("a source with errors is not published, and its findings are printed", async () => {
    await using folder = await temporaryFolder("cli");
    const env = { PLATEN_DATA_DIR: join(folder.path, "data") };
    await prepareDataFolder(env.PLATEN_DATA_DIR);
    await platen(["organizations", "create", "山本食品"], { env });
    const result = await platen(["publish", "-"], { env, input: "rpt 1\ndocument a\nqrcode x\n" });
    expect(result.exitCode).toBe(1);
    expect(result.stderr).toMatch(/3:1\terror\tRPT1001/);
    expect(result.stderr).toMatch(/nothing was published/);
  });
});
