import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openOrThrow } from "../support/databases.ts";
import { startService } from "../support/service.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

test("a statement that fails is told without the values that it held", { timeout: 120_000 }, async () => {
  await using folder = await temporaryFolder("logs");
  const dataDir = join(folder.path, "data");
  {
    await using _first = await startService({ dataDir });
  }
  // From here on the database refuses every job and every dataset, and names the row that it refuses.
  const database = await openOrThrow({ kind: "embedded", dataDir, sync: "off" });
  for (const table of ["render_jobs", "datasets"]) {
    await database.sqlHome.sql.run(`alter table ${table} add constraint refused check (false) not valid`);
  }
  await database.close();

  await using service = await startService({ dataDir, env: { PLATEN_LOG_LEVEL: "trace" } });
  const { canvases, datasets, renderKey, dataWriteKey } = service.demo();
  const payload: { data: object } = JSON.parse(readFileSync(join(dataDir, "demo-invoice.json"), "utf8"));
  const post = (path: string, key: string, body: object, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${service.baseUrl}/${path}`, {
      method: "POST",
      headers: { "x-api-key": key, "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
  const job = await post(
    `v1/canvases/${canvases[0]?.id}/pdf`,
    renderKey,
    { data: { ...payload.data, memo: "watchword-1" } },
    { prefer: "respond-async", "idempotency-key": "watchword-2" },
  );
  expect(job.status).toBe(500);
  const datasetId = datasets.find(({ linked }) => !linked)?.id;
  const read = await post("platen.v1.DatasetService/GetDataset", dataWriteKey, { datasetId });
  const { dataJson }: { dataJson: string } = JSON.parse(await read.text());
  const content: { items: object[] } = JSON.parse(Buffer.from(dataJson, "base64").toString());
  const rows = content.items.map((item) => ({ ...item, memo: "watchword-3" }));
  const replaced = await post("platen.v1.DatasetService/PutDatasetRows", dataWriteKey, {
    datasetId,
    path: "items",
    rows,
  });
  expect(replaced.status).toBe(500);
  await service.process.stop();
  const told = service.process.output.stderr();
  expect(told.match(/"a request failed"/g)).toHaveLength(2);
  expect(told).toContain("23514");
  for (const secret of ["watchword", renderKey, dataWriteKey]) expect(told).not.toContain(secret);
  for (const word of ["query", "params", "detail"]) expect(told).not.toContain(`"${word}":`);
});
