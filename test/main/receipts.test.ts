import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runCommand } from "../support/command.ts";
import { startService } from "../support/service.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** A server and several commands, each a process of its own. */
const SEVERAL_STARTS_MS = 90_000;

const SOURCE = `rpt 1
document slip
field name string(20)
page A5 portrait margin=10mm {
  body {
    text "{name}"
  }
}
`;

test("a file of the service is proved by its receipt and its data alone", { timeout: SEVERAL_STARTS_MS }, async () => {
  await using folder = await temporaryFolder("receipts");
  await using service = await startService({ dataDir: join(folder.path, "data") });
  const platen = (args: readonly string[], input = "") =>
    runCommand(process.execPath, ["src/main.ts", ...args], { input, env: { PLATEN_DATA_DIR: service.dataDir } });
  const published = await platen(["publish", "-", "--title", "伝票"], SOURCE);
  const canvasId = published.stdout.split("\t")[0] ?? "";
  const key = (await platen(["keys", "create"])).stdout.trim();
  // Spaces and the order of members are the sender's own.
  const payload = '{ "name" : "山田" }';
  const rendered = await fetch(`${service.baseUrl}/v1/canvases/${canvasId}/pdf`, {
    method: "POST",
    headers: { "x-api-key": key, "content-type": "application/json" },
    body: `{"data": ${payload}, "options": {"createdAt": "2026-11-20T09:00:00Z"}}`,
  });
  expect(rendered.status, await rendered.clone().text()).toBe(200);
  const renderId = rendered.headers.get("x-service-render-id") ?? "";
  // What is published later under the same title changes nothing about what was.
  await platen(["publish", "-", "--title", "伝票"], SOURCE.replace("{name}", "{name} 様"));

  const got = await platen(["receipts", "get", renderId]);
  expect(got, got.stderr).toMatchObject({ exitCode: 0, stderr: "", stdout: expect.not.stringContaining("山田") });
  const [data, other] = [join(folder.path, "data.json"), join(folder.path, "other.json")];
  await writeFile(data, payload);
  await writeFile(other, payload.replace("山田", "田中"));
  const same = await platen(["verify", "-", "--data", data], got.stdout);
  expect(same).toMatchObject({
    exitCode: 0,
    stderr: "",
    stdout: expect.stringMatching(/^The file is the same: SHA-256/),
  });
  const another = await platen(["verify", "-", "--data", other], got.stdout);
  expect(another).toMatchObject({ exitCode: 1, stdout: "" });
  expect(another.stderr).toBe("platen: The data is not the receipt's; the file differs.\n");

  const elsewhere = got.stdout.replace(/"canvas":"[0-9a-f]{64}"/, `"canvas":"${"0".repeat(64)}"`);
  const unknown = await platen(["verify", "-", "--data", data], elsewhere);
  expect(unknown).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("No canvas with the hash 0000") });
  const none = await platen(["receipts", "get", "rnd_none"]);
  expect(none).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("no receipt of a render 'rnd_none'") });
  const twice = await platen(["verify", "-", "--data", "-"], got.stdout);
  expect(twice).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("Standard input can be only one") });
});
