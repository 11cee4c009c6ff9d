import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startS3Server } from "../support/s3-server.ts";
import { startService } from "../support/service.ts";

test("a server with a bucket keeps PDFs there alone, and says so plainly while the bucket is away", async () => {
  await using bucket = await startS3Server();
  const { bucketUrl, region, accessKeyId, secretAccessKey } = bucket.location;
  await using service = await startService({
    env: {
      PLATEN_S3_URL: bucketUrl,
      PLATEN_S3_REGION: region,
      PLATEN_S3_ACCESS_KEY_ID: accessKeyId,
      PLATEN_S3_SECRET_ACCESS_KEY: secretAccessKey,
    },
  });
  const demo = service.demo();
  const headers = { "x-api-key": demo.renderKey, "content-type": "application/json" };
  const payload = JSON.parse(readFileSync(join(service.dataDir, "demo-invoice.json"), "utf8"));
  const render = async (store: boolean): Promise<Response> =>
    fetch(`${service.baseUrl}/v1/canvases/${demo.canvases[0]?.id}/pdf`, {
      method: "POST",
      headers,
      body: JSON.stringify({ ...payload, options: { store } }),
    });
  const usage = async (): Promise<unknown> => (await fetch(`${service.baseUrl}/v1/usage`, { headers })).json();

  const kept = await render(true);
  expect(kept.status).toBe(200);
  const pdfUrl = `${service.baseUrl}/v1/renders/${kept.headers.get("x-service-render-id")}/pdf`;
  expect((await fetch(pdfUrl, { headers })).headers.get("etag")).toBe(kept.headers.get("etag"));

  await bucket.stop();
  for (const answer of [await render(true), await fetch(pdfUrl, { headers })]) {
    expect(answer.status).toBe(503);
    expect(answer.headers.get("retry-after")).toMatch(/^\d+$/);
    expect(await answer.json()).toMatchObject({ code: "unavailable" });
  }
  expect((await render(false)).status).toBe(200);
  expect(await usage()).toMatchObject({ records: { used: 2 } });

  await bucket.start();
  expect((await fetch(pdfUrl, { headers })).status).toBe(200);
}, 60_000);
