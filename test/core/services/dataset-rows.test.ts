import { createClient } from "@connectrpc/connect";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DatasetService } from "../../../gen/platen/v1/dataset_pb.ts";
import type { RowsRequest } from "../../../src/core/engine/index.ts";
import type { Services } from "../../../src/core/services/index.ts";
import { DATABASES, type TestDatabase } from "../../support/databases.ts";
import { RATIO, refusalOf, type ServiceBench, serviceBench } from "./service-bench.ts";

const utf8 = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));

describe.each(DATABASES)("the rows of a dataset on $name", ({ open }) => {
  let database: TestDatabase;
  let bench: ServiceBench;
  let headers: Record<string, string>;
  let datasetId: string;
  beforeAll(async () => {
    database = await open();
    bench = await serviceBench(database, { withJobs: false });
    headers = { "x-api-key": await bench.key("data-write") };
    const canvasId = await bench.publish(RATIO, "割合");
    const content = { case: "dataJson", value: utf8({ note: 5, items: [{ part: 1, whole: 2 }], other: [] }) } as const;
    const { workspaceId } = bench;
    const made = await createClient(DatasetService, bench.operator).createDataset({
      ...{ workspaceId, name: "表", canvasId, content },
    });
    datasetId = made.dataset?.id ?? "";
  });
  afterAll(async () => {
    await bench[Symbol.asyncDispose]();
    await database[Symbol.asyncDispose]();
  });

  const put = (services: Services, path: string, rows: unknown) =>
    createClient(DatasetService, services.transport).putDatasetRows(
      { datasetId, path, rowsJson: utf8(rows) },
      { headers },
    );

  test("are judged by a worker thread, and by the fields of their own array alone", async () => {
    const asked: RowsRequest[] = [];
    const services = bench.again({
      engine: {
        ...bench.pool,
        judgeRows(request, terms) {
          asked.push(request);
          return bench.pool.judgeRows(request, terms);
        },
      },
    });
    expect(await put(services, "items", [{ part: 1, whole: 4 }])).toMatchObject({ rowsBefore: 1, rowsAfter: 1 });
    expect(asked.map(({ path }) => path)).toEqual(["items"]);
    const thrown = await put(services, "items", [{ part: 1, whole: 4 }, { part: "x" }]).catch(
      (error: unknown) => error,
    );
    expect(refusalOf(thrown)).toMatchObject({
      code: "data_contract_violation",
      detail: {
        violations: ["items[1].part", "items[1].whole"],
        fields: expect.arrayContaining([expect.objectContaining({ path: "items[].part" })]),
      },
    });
    expect(await put(services, "other", [{ anything: true }])).toMatchObject({ rowsAfter: 1 });
  });

  test("are counted where too many of them are wrong", async () => {
    const rows = Array.from({ length: 150 }, () => ({ part: "x", whole: 1 }));
    const thrown = await put(bench.services, "items", rows).catch((error: unknown) => error);
    const { violations } = refusalOf(thrown).detail;
    expect(violations).toHaveLength(101);
  });
});
