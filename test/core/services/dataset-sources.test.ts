import { createClient } from "@connectrpc/connect";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DatasetService } from "../../../gen/platen/v1/dataset_pb.ts";
import { createFetcher, type Fetcher, type FetchResult } from "../../../src/core/fetching/index.ts";
import { type DatasetReading, type DatasetSource, defineDatasetSource } from "../../../src/core/sdk/index.ts";
import { createDatasetSources, datasetSettingsMistake } from "../../../src/core/services/index.ts";
import { httpsSource } from "../../../src/plugins/sources/https/index.ts";
import { DATABASES, type TestDatabase } from "../../support/databases.ts";
import { refusalOf, type ServiceBench, serviceBench } from "./service-bench.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** A source of somebody else: orders of an ERP, asked by a token, turned into the rows of a form. */
const erp = defineDatasetSource({
  ...{ scheme: "acme-erp", sdk: 1, title: "Acme ERP" },
  settings: {
    token: { meaning: "The token of the ERP's API.", isRequired: true },
    host: { meaning: "The ERP's host.", isRequired: false },
  },
  mistake(address) {
    const isView = /^acme-erp:\/\/orders\/\d{4}$/.test(address);
    return isView ? null : "Acme ERP addresses are acme-erp://orders/2026, with the year at their end.";
  },
  async read({ address, etag, settings, fetch }) {
    const { host = "erp.example.com", token = "" } = settings;
    const url = `https://${host}/orders?year=${address.slice(-4)}`;
    const reading = await fetch({ url, etag, headers: { authorization: `Bearer ${token}` } });
    if (reading.kind !== "content") return reading;
    const rows = new TextDecoder().decode(reading.bytes);
    return { ...reading, bytes: bytes(`{"orders":${rows}}`) };
  },
});

const SETTINGS = { "acme-erp": { token: "t-1" } };

function sources(source: DatasetSource, answer: FetchResult, asked: Parameters<Fetcher>[0][] = []) {
  return createDatasetSources({
    ...{ sources: [httpsSource, source], settings: SETTINGS, readingMs: 50 },
    fetcher: async (request) => {
      asked.push(request);
      return answer;
    },
  });
}

const ROWS: FetchResult = { kind: "fetched", bytes: bytes('[{"no":1}]'), etag: '"7"' };

describe("an installed dataset source", () => {
  test("reads addresses of its scheme through the guarded fetcher, with its own settings", async () => {
    const asked: Parameters<Fetcher>[0][] = [];
    const reading = await sources(erp, ROWS, asked).read("acme-erp://orders/2026", '"6"');
    expect(reading).toEqual({ kind: "content", bytes: bytes('{"orders":[{"no":1}]}'), etag: '"7"' });
    expect(asked).toEqual([
      {
        ...{ url: "https://erp.example.com/orders?year=2026", etag: '"6"', mediaType: "application/json" },
        ...{ headers: { authorization: "Bearer t-1" }, bytesMax: 16 * 1024 * 1024, timeoutMs: 30_000 },
      },
    ]);
  });

  test("gets no further than the guards of fetching let it", async () => {
    const { read } = createDatasetSources({
      ...{ sources: [erp], settings: { "acme-erp": { host: "169.254.169.254" } }, fetcher: createFetcher([]) },
    });
    expect(await read("acme-erp://orders/2026", null)).toEqual({
      kind: "refused",
      sentence: "169.254.169.254 is no address of the public internet. Use a public one, or let the operator allow it.",
    });
  });

  test.each<[string, () => Promise<DatasetReading>, string]>([
    ["throws", () => Promise.reject(new TypeError("no rows\n at x")), "The dataset source acme-erp failed: no rows."],
    ["never answers", () => new Promise(() => {}), "The dataset source acme-erp did not answer within 0.05 s."],
    [
      "answers no reading",
      async () => JSON.parse('{ "kind": "rows" }') as DatasetReading,
      "The dataset source acme-erp answers something else than content.",
    ],
    [
      "answers too much",
      async () => ({ kind: "content", bytes: new Uint8Array(16 * 1024 * 1024 + 1), etag: null }),
      "The dataset source acme-erp answers more than 16777216 bytes.",
    ],
  ])("that %s is told in a sentence", async (_, read, sentence) => {
    const reading = await sources({ ...erp, read }, ROWS).read("acme-erp://orders/2026", null);
    expect(reading).toEqual({ kind: "refused", sentence });
  });

  test("that is not installed is told with those that are", async () => {
    const { mistake, read } = sources(erp, ROWS);
    const sentence = "No installed source reads s3 addresses. Link to one of these: https, acme-erp.";
    expect(mistake("s3://bucket/rows.json")).toBe(sentence);
    expect(await read("s3://bucket/rows.json", null)).toEqual({ kind: "refused", sentence });
    expect(mistake("acme-erp://orders")).toMatch(/^Acme ERP addresses are acme-erp:/);
    expect(mistake("https://data.example.com/rows.json")).toBeNull();
  });
});

test.each([
  [{ "acme-erp": { token: "t" } }, null],
  [{}, "lacks token of the dataset source acme-erp: The token of the ERP's API"],
  [{ "acme-erp": { token: "" } }, "lacks token of the dataset source acme-erp: The token of the ERP's API"],
  [{ "acme-erp": { token: "t", key: "k" } }, "sets key of the dataset source acme-erp; it takes token, host"],
  [{ https: { proxy: "p" } }, "sets proxy of the dataset source https; it takes none"],
  [{ erp: { token: "t" } }, "names the dataset source erp, which is not installed; write acme-erp"],
])("the settings %j are judged before the start", (settings, mistake) => {
  expect(datasetSettingsMistake([httpsSource, erp], settings)).toBe(mistake);
});

describe.each(DATABASES)("datasets that are linked to a plugin's source, on $name", ({ open }) => {
  let database: TestDatabase;
  let bench: ServiceBench;
  let answer: FetchResult = ROWS;
  let nowMs = Date.parse("2026-11-01T00:00:00Z");

  beforeAll(async () => {
    database = await open();
    bench = await serviceBench(database, {
      ...{ datasetSources: [erp], datasetSettings: SETTINGS },
      now: () => new Date(nowMs),
      fetcher: async () => answer,
    });
  });
  afterAll(async () => {
    await bench[Symbol.asyncDispose]();
    await database[Symbol.asyncDispose]();
  });

  const link = (sourceUrl: string) =>
    createClient(DatasetService, bench.operator).createDataset({
      ...{ workspaceId: bench.workspaceId, name: `受注 ${sourceUrl} ${nowMs}`, sourceUrl },
    });

  test("are read, refreshed and take no rows; without the plugin their last copy stays", async () => {
    const { dataset } = await link("acme-erp://orders/2026");
    const datasetId = dataset?.id ?? "";
    const headers = { "x-api-key": await bench.key("data-write") };
    const client = createClient(DatasetService, bench.services.transport);
    const shown = async () => {
      const { dataset: found, dataJson } = await client.getDataset({ datasetId }, { headers });
      return [new TextDecoder().decode(dataJson), found?.link?.problem];
    };
    expect(await shown()).toEqual(['{"orders":[{"no":1}]}', undefined]);

    const thrown = await client
      .putDatasetRows({ datasetId, path: "orders", rows: [] }, { headers })
      .catch((one) => one);
    expect(refusalOf(thrown)).toMatchObject({ code: "dataset_linked" });
    expect(refusalOf(thrown).detail.error).toMatch(/linked to orders .* at their source\.$/);

    answer = { kind: "fetched", bytes: bytes('[{"no":1},{"no":2.50}]'), etag: '"8"' };
    nowMs += 120_000;
    await bench.services.refreshDatasets();
    expect(await shown()).toEqual(['{"orders":[{"no":1},{"no":2.50}]}', undefined]);

    const without = createDatasetSources({ sources: [httpsSource], settings: {}, fetcher: async () => answer });
    nowMs += 120_000;
    await bench.again({ datasetSources: without }).refreshDatasets();
    expect(await shown()).toEqual([
      '{"orders":[{"no":1},{"no":2.50}]}',
      "No installed source reads acme-erp addresses. Link to one of these: https.",
    ]);
  });

  test.each([
    ["s3://bucket/rows.json", "No installed source reads s3 addresses. Link to one of these: https, acme-erp."],
    ["acme-erp://orders", "Acme ERP addresses are acme-erp://orders/2026, with the year at their end."],
  ])("are refused where no source reads %s", async (address, sentence) => {
    const thrown = await link(address).catch((one) => one);
    expect(refusalOf(thrown)).toMatchObject({ code: "invalid_argument" });
    expect(refusalOf(thrown).detail.error).toBe(`sourceUrl can't be read. ${sentence}`);
  });
});
