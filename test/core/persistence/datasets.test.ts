import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Database, Dataset } from "../../../src/core/persistence/index.ts";
import { newId } from "../../../src/core/tenancy/index.ts";
import { EVERY_DATABASE, type TestDatabase } from "../../support/databases.ts";
import { expectValue, later, NOW, publishSample, type SampleTenant, sampleTenant, wholeOf } from "./sample-rows.ts";

/** Numbers that no double holds, a name twice, and blanks: all of it has to come back as it was. */
const JSON_TEXT =
  '{ "total": 12345678901234567890.100, "rows": [ {"price": 0.10000000000000000001} ], "empty":[],' +
  '\n "note": "a]}\\u0000" }';

describe.each(EVERY_DATABASE)("datasets on $name", ({ open }) => {
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
  test("what is written is read back to the last digit", async () => {
    const dataset = await createdDataset();
    expect(await database.datasets.find(wholeOf(tenant), dataset.id)).toEqual(dataset);
    expect(dataset.json).toBe(JSON_TEXT);
  });

  test("content is replaced where the dataset is still what was read, and only there", async () => {
    const dataset = await createdDataset();
    const { id: datasetId } = dataset;
    const found = await database.datasets.findToChange(wholeOf(tenant), datasetId);
    expect(found?.dataset).toEqual(dataset);
    const change = { datasetId, state: found?.state ?? "", json: '{"rows":[{"price":1e400}]}', updatedAt: later(1) };
    expect(await database.datasets.replaceContent(change)).toBe(true);
    const changed = { ...dataset, json: change.json, updatedAt: later(1) };
    expect(await database.datasets.find(wholeOf(tenant), datasetId)).toEqual(changed);
    expect(await database.datasets.replaceContent({ ...change, json: "{}" })).toBe(false);
    expect(await database.datasets.find(wholeOf(tenant), datasetId)).toEqual(changed);
  });

  test("of replacements that read the same state one takes effect", async () => {
    const { id: datasetId } = await createdDataset();
    const found = await database.datasets.findToChange(wholeOf(tenant), datasetId);
    const tries = Array.from({ length: 8 }, (_, at) =>
      database.datasets.replaceContent({
        ...{ datasetId, state: found?.state ?? "", json: `{"n":${at}}`, updatedAt: later(1) },
      }),
    );
    expect((await Promise.all(tries)).filter((isReplaced) => isReplaced)).toEqual([true]);
  });

  test("a dataset is seen in its organization and workspace only", async () => {
    const dataset = await createdDataset();
    const stranger = await sampleTenant(database);
    const elsewhere = { organizationId: tenant.organization.id, workspaceId: stranger.workspace.id };
    for (const scope of [wholeOf(stranger), elsewhere]) {
      expect(await database.datasets.find(scope, dataset.id)).toBeNull();
      expect(await database.datasets.findToChange(scope, dataset.id)).toBeNull();
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
