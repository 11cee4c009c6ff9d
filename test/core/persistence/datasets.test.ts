import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Database, Dataset } from "../../../src/core/persistence/index.ts";
import { newId } from "../../../src/core/tenancy/index.ts";
import { DATABASES, type TestDatabase } from "../../support/databases.ts";
import { expectValue, later, NOW, publishSample, type SampleTenant, sampleTenant, wholeOf } from "./sample-rows.ts";

/** Numbers that no double holds, a name twice, and blanks: all of it has to come back as it was. */
const JSON_TEXT =
  '{ "total": 12345678901234567890.100, "rows": [ {"price": 0.10000000000000000001} ], "empty":[],' +
  '\n "note": "a]}\\u0000" }';

describe.each(DATABASES)("datasets on $name", ({ open }) => {
  let opened: TestDatabase;
  let database: Database;
  let tenant: SampleTenant;
  beforeAll(async () => {
    opened = await open();
    database = opened.database;
  });
  afterAll(() => opened[Symbol.asyncDispose]());

  const input = (changes: object = {}) => ({
    ...{
      workspaceId: tenant.workspace.id,
      name: "得意先",
      canvasId: null,
      json: JSON_TEXT,
      sourceUrl: null,
      createdAt: NOW,
    },
    ...changes,
  });
  const createdDataset = async (): Promise<Dataset> => {
    tenant = await sampleTenant(database);
    return expectValue(await database.datasets.create(input()));
  };
  const replace = (dataset: Dataset, path: string, rowsJson: string, scope = wholeOf(tenant)) =>
    database.datasets.replaceRows({ scope, datasetId: dataset.id, path, rowsJson, updatedAt: later(1) });

  test("what is written is read back to the last digit", async () => {
    const dataset = await createdDataset();
    expect(await database.datasets.find(wholeOf(tenant), dataset.id)).toEqual(dataset);
    expect(dataset.json).toBe(JSON_TEXT);
  });

  test("one array is replaced and every other byte stays", async () => {
    const dataset = await createdDataset();
    const rows = '[{"price":98765432109876543210.01},{"price":1e400}]';
    expect(await replace(dataset, "rows", rows)).toEqual({ ok: true, value: { rowsBefore: 1, rowsAfter: 2 } });
    expect(await replace(dataset, "empty", "[{}]")).toEqual({ ok: true, value: { rowsBefore: 0, rowsAfter: 1 } });
    const changed = await database.datasets.find(wholeOf(tenant), dataset.id);
    const expected = JSON_TEXT.replace('[ {"price": 0.10000000000000000001} ]', rows).replace("[]", "[{}]");
    expect(changed).toEqual({ ...dataset, json: expected, updatedAt: later(1) });
  });

  test("replacements that run at once all take effect", async () => {
    tenant = await sampleTenant(database);
    const names = Array.from({ length: 8 }, (_, index) => `rows${index}`);
    const json = JSON.stringify(Object.fromEntries(names.map((name) => [name, []])));
    const dataset = expectValue(await database.datasets.create(input({ json })));
    await Promise.all(names.map((name) => replace(dataset, name, "[{}]")));
    const changed = await database.datasets.find(wholeOf(tenant), dataset.id);
    expect(changed?.json).toBe(json.replaceAll("[]", "[{}]"));
  });

  test.for([
    ["an unknown name", "others", "[]", "array_not_found"],
    ["a nested path", "rows[0].price", "[]", "array_not_found"],
    ["a member that is no array", "total", "[]", "array_not_found"],
    ["a name of every object", "__proto__", "[]", "array_not_found"],
    ["rows that are no array", "rows", "{}", "rows_invalid"],
    ["rows that are no objects", "rows", "[1]", "rows_invalid"],
    ["rows that are no JSON", "rows", "[{}],", "rows_invalid"],
  ] as const)("replacing %s is refused and changes nothing", async ([, path, rowsJson, reason]) => {
    const dataset = await createdDataset();
    expect(await replace(dataset, path, rowsJson)).toEqual({ ok: false, reason });
    expect(await database.datasets.find(wholeOf(tenant), dataset.id)).toEqual(dataset);
  });

  test("a dataset is seen and changed in its organization and workspace only", async () => {
    const dataset = await createdDataset();
    const stranger = await sampleTenant(database);
    const elsewhere = { organizationId: tenant.organization.id, workspaceId: stranger.workspace.id };
    for (const scope of [wholeOf(stranger), elsewhere]) {
      expect(await database.datasets.find(scope, dataset.id)).toBeNull();
      const replaced = await database.datasets.replaceRows({
        ...{ scope, datasetId: dataset.id, path: "rows", rowsJson: "[]", updatedAt: NOW },
      });
      expect(replaced).toEqual({ ok: false, reason: "dataset_not_found" });
    }
  });

  test("a canvas takes its data from at most one dataset of its workspace", async () => {
    tenant = await sampleTenant(database);
    const stranger = await sampleTenant(database);
    const canvas = await publishSample(database, tenant.workspace.id, "請求書");
    const foreign = await publishSample(database, stranger.workspace.id, "請求書");
    const attached = expectValue(await database.datasets.create(input({ canvasId: canvas.id })));
    expect(await database.datasets.findByCanvas(wholeOf(tenant), canvas.id)).toEqual(attached);
    expect(await database.datasets.findByCanvas(wholeOf(stranger), canvas.id)).toBeNull();
    const create = async (changes: object) => database.datasets.create(input({ name: "二", ...changes }));
    expect(await create({ canvasId: canvas.id })).toEqual({ ok: false, reason: "canvas_taken" });
    expect(await create({ canvasId: foreign.id })).toEqual({ ok: false, reason: "canvas_not_found" });
    expect(await create({ name: "得意先" })).toEqual({ ok: false, reason: "name_taken" });
    expect(await create({ workspaceId: newId("wsp") })).toEqual({ ok: false, reason: "workspace_not_found" });
  });

  test.for(["[]", "1", '{"a":1,}', '{"a":1} //', "", "nul"])("%j is no JSON object and is refused", async (json) => {
    tenant = await sampleTenant(database);
    expect(await database.datasets.create(input({ json }))).toEqual({ ok: false, reason: "not_an_object" });
  });
});
