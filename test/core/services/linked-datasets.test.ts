import { createClient } from "@connectrpc/connect";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { DatasetService } from "../../../gen/platen/v1/dataset_pb.ts";
import type { FetchResult } from "../../../src/core/fetching/index.ts";
import { DATABASES, type TestDatabase } from "../../support/databases.ts";
import { RATIO, refusalOf, type ServiceBench, serviceBench } from "./service-bench.ts";

const URL_TEXT = "https://data.example.com/rows.json";
const GOOD = '{"items":[{"part":1,"whole":2}]}';
const BETTER = '{"items":[{"part":3.10,"whole":4}]}';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

// The guarded fetcher has a suite of its own, over a real server; here its answers are the cases.
describe.each(DATABASES)("linked datasets on $name", ({ open }) => {
  let database: TestDatabase;
  let bench: ServiceBench;
  let dataKey: string;
  let answer: FetchResult;
  let unlike: FetchResult[] = [];
  let asked: { url: string; etag?: string | null }[] = [];
  let nowMs = Date.parse("2026-11-01T00:00:00Z");

  beforeAll(async () => {
    database = await open();
    bench = await serviceBench(database, {
      now: () => new Date(nowMs),
      fetcher: async (request) => {
        asked.push(request);
        return unlike.shift() ?? answer;
      },
    });
    dataKey = await bench.key("data-write");
  });
  afterAll(async () => {
    await bench[Symbol.asyncDispose]();
    await database[Symbol.asyncDispose]();
  });
  beforeEach(async () => {
    // Each test begins when everything before it has been refreshed and nothing is due.
    answer = { kind: "unchanged" };
    nowMs += 120_000;
    while ((await bench.services.refreshDatasets()) > 0);
    asked = [];
    answer = { kind: "fetched", bytes: bytes(GOOD), etag: '"1"' };
  });

  let made = 0;
  const create = async (more: { canvasId?: string; data?: string } = {}) => {
    made += 1;
    const { dataset } = await createClient(DatasetService, bench.operator).createDataset({
      workspaceId: bench.workspaceId,
      name: `連携 ${made}`,
      sourceUrl: URL_TEXT,
      ...(more.canvasId === undefined ? {} : { canvasId: more.canvasId }),
      ...(more.data === undefined ? {} : { content: { case: "dataJson", value: bytes(more.data) } as const }),
    });
    return dataset?.id ?? "";
  };
  const read = async (datasetId: string) => {
    const client = createClient(DatasetService, bench.services.transport);
    const { dataset, dataJson } = await client.getDataset({ datasetId }, { headers: { "x-api-key": dataKey } });
    return { link: dataset?.link, text: new TextDecoder().decode(dataJson) };
  };
  const later = async (minutes: number): Promise<number> => {
    nowMs += minutes * 60_000;
    return bench.services.refreshDatasets();
  };

  test("are read at once where they bring no copy, and take no rows", async () => {
    const id = await create();
    expect(await read(id)).toMatchObject({ text: GOOD, link: { url: URL_TEXT } });
    const client = createClient(DatasetService, bench.services.transport);
    const thrown = await client
      .putDatasetRows({ datasetId: id, path: "items", rows: [] }, { headers: { "x-api-key": dataKey } })
      .catch((one) => one);
    expect(refusalOf(thrown)).toMatchObject({ code: "dataset_linked" });
    expect(refusalOf(thrown).detail.error).toMatch(/linked to data\.example\.com .* at their source\.$/);
    expect(await read(id)).toMatchObject({ text: GOOD });
  });

  test("are refused where their address can't be read, with the reason", async () => {
    answer = { kind: "refused", reason: "address", sentence: "10.0.0.1 is no address of the public internet." };
    const thrown = await create().catch((one) => one);
    expect(refusalOf(thrown).code).toBe("invalid_argument");
    expect(refusalOf(thrown).detail.error).toBe(
      "sourceUrl can't be read. 10.0.0.1 is no address of the public internet.",
    );
  });

  test("are read anew when it is time, and only then, digits as they came", async () => {
    const id = await create({ data: '{"items":[]}' });
    expect(await bench.services.refreshDatasets()).toBe(1);
    expect(await read(id)).toMatchObject({ text: GOOD });
    expect(await bench.services.refreshDatasets()).toBe(0);
    answer = { kind: "fetched", bytes: bytes(BETTER), etag: '"2"' };
    await later(2);
    expect(await read(id)).toMatchObject({ text: BETTER });
    answer = { kind: "unchanged" };
    await later(2);
    expect(asked.at(-1)).toMatchObject({ url: URL_TEXT, etag: '"2"' });
    expect(await read(id)).toMatchObject({ text: BETTER });
  });

  test.each([
    [
      "an address that is away",
      { kind: "refused", reason: "timeout", sentence: "It did not answer." },
      /did not answer/,
    ],
    ["something else than an object", { kind: "fetched", bytes: bytes("[1]"), etag: null }, /no JSON object/],
    ["half an object", { kind: "fetched", bytes: bytes('{"items": ['), etag: null }, /no JSON object/],
    ["bytes that are no text", { kind: "fetched", bytes: new Uint8Array([0xff]), etag: null }, /no JSON object/],
  ] as const)("keep their last good copy over %s, and say why", async (_, bad, problem) => {
    const id = await create();
    answer = bad;
    await later(2);
    const { link, text } = await read(id);
    expect(text).toBe(GOOD);
    expect(link?.problem).toMatch(problem);
    answer = { kind: "fetched", bytes: bytes(BETTER), etag: null };
    await later(2);
    expect((await read(id)).link?.problem).toBeUndefined();
  });

  test("keep their last good copy over content that their template could not draw", async () => {
    const canvasId = await bench.publish(RATIO, `割合 ${made}`);
    const id = await create({ canvasId, data: GOOD });
    answer = { kind: "fetched", bytes: bytes('{"items":[{"part":"three","whole":4}]}'), etag: null };
    await later(2);
    const { link, text } = await read(id);
    expect(text).toBe(GOOD);
    expect(link?.problem).toBe(
      "The content does not fit: 1 value does not satisfy what the template declares: items[0].part.",
    );
  });

  test("that can't be kept hold up no other, and say so", async () => {
    const ids: string[] = [];
    for (const _ of [1, 2, 3]) ids.push(await create({ data: GOOD }));
    answer = { kind: "fetched", bytes: bytes(BETTER), etag: null };
    // No row of PostgreSQL holds this character.
    unlike = [{ kind: "fetched", bytes: bytes(BETTER), etag: "\0" }];
    await expect(bench.services.refreshDatasets()).rejects.toThrow();
    const all = await Promise.all(ids.map(read));
    expect(all.filter(({ text }) => text === BETTER)).toHaveLength(2);
    const problem = "The server could not take what it read. Its log tells why.";
    expect(all.filter(({ text }) => text === GOOD)).toMatchObject([{ link: { problem } }]);
    expect(await bench.services.refreshDatasets()).toBe(0);
  });

  test("are left for the next process where this one is asked to stop", async () => {
    for (const _ of [1, 2, 3]) await create({ data: GOOD });
    const stopping = new AbortController();
    stopping.abort();
    expect(await bench.services.refreshDatasets(stopping.signal)).toBe(0);
    expect(asked).toEqual([]);
    expect(await bench.services.refreshDatasets()).toBe(3);
  });

  test("are refreshed once where several processes look at the same time", async () => {
    await create();
    nowMs += 120_000;
    asked = [];
    const counts = await Promise.all([1, 2, 3].map(() => bench.services.refreshDatasets()));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(asked.length);
    expect(new Set(asked.map(({ url }) => url)).size).toBe(1);
  });
});
