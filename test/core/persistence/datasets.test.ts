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
  /** What a writer finds whose turn it may be. */
  const toChange = async (datasetId: string, writer: string) => {
    const found = await database.datasets.findToChange(wholeOf(tenant), datasetId, writer);
    if (found === null || found.isTaken) throw new Error("it is another writer's turn");
    return found;
  };
  const replacement = (datasetId: string, writer: string, state: string) => ({
    ...{ datasetId, writer, state, json: `{"by":"${writer}"}`, updatedAt: later(1) },
  });

  test("what is written is read back to the last digit", async () => {
    const dataset = await createdDataset();
    expect(await database.datasets.find(wholeOf(tenant), dataset.id)).toEqual(dataset);
    expect(dataset.json).toBe(JSON_TEXT);
  });

  test("content is replaced where the dataset is still what was read, and only there", async () => {
    const dataset = await createdDataset();
    const { id: datasetId } = dataset;
    const found = await toChange(datasetId, "one");
    expect(found.dataset).toEqual(dataset);
    const change = {
      datasetId,
      writer: "one",
      state: found.state,
      json: '{"rows":[{"price":1e400}]}',
      updatedAt: later(1),
    };
    expect(await database.datasets.replaceContent(change)).toBe(true);
    const changed = { ...dataset, json: change.json, updatedAt: later(1) };
    expect(await database.datasets.find(wholeOf(tenant), datasetId)).toEqual(changed);
    expect(await database.datasets.replaceContent({ ...change, json: "{}" })).toBe(false);
    expect(await database.datasets.find(wholeOf(tenant), datasetId)).toEqual(changed);
  });

  test("of replacements that read the same state one takes effect", async () => {
    const { id: datasetId } = await createdDataset();
    const found = await toChange(datasetId, "one");
    const tries = Array.from({ length: 8 }, (_, at) =>
      database.datasets.replaceContent({
        ...{ datasetId, writer: `${at}`, state: found.state, json: `{"n":${at}}`, updatedAt: later(1) },
      }),
    );
    expect((await Promise.all(tries)).filter((isReplaced) => isReplaced)).toEqual([true]);
  });

  test("who has the turn writes, and nobody else until then", async () => {
    const { id: datasetId } = await createdDataset();
    const { datasets } = database;
    const scope = wholeOf(tenant);
    const early = await toChange(datasetId, "quick");
    const turn = await datasets.takeTurn(scope, datasetId, "slow", 60_000);
    if (turn === null || turn.isTaken) throw new Error("nobody else asked for the turn");
    expect(await datasets.replaceContent(replacement(datasetId, "quick", early.state))).toBe(false);
    expect(await datasets.findToChange(scope, datasetId, "quick")).toEqual({ isTaken: true });
    expect(await datasets.takeTurn(scope, datasetId, "quick", 60_000)).toEqual({ isTaken: true });
    expect(await datasets.replaceContent(replacement(datasetId, "quick", turn.state))).toBe(false);
    await datasets.endTurn(datasetId, "quick");
    expect(await datasets.takeTurn(scope, datasetId, "quick", 60_000)).toEqual({ isTaken: true });
    // Its own further tries begin with what it last saw.
    expect(await datasets.replaceContent(replacement(datasetId, "slow", turn.state))).toBe(true);
    const after = await toChange(datasetId, "quick");
    expect(await datasets.replaceContent(replacement(datasetId, "quick", after.state))).toBe(true);
  });

  test("a turn that is ended or has passed is the next writer's", async () => {
    const { id: datasetId } = await createdDataset();
    const { datasets } = database;
    const scope = wholeOf(tenant);
    await datasets.takeTurn(scope, datasetId, "one", 60_000);
    await datasets.endTurn(datasetId, "one");
    expect(await datasets.takeTurn(scope, datasetId, "two", 50)).toMatchObject({ isTaken: false });
    await expect
      .poll(() => datasets.takeTurn(scope, datasetId, "three", 60_000), { timeout: 10_000 })
      .toMatchObject({ isTaken: false });
    expect(await datasets.findToChange(scope, datasetId, "two")).toEqual({ isTaken: true });
  });

  test("a dataset is seen in its organization and workspace only", async () => {
    const dataset = await createdDataset();
    const stranger = await sampleTenant(database);
    const elsewhere = { organizationId: tenant.organization.id, workspaceId: stranger.workspace.id };
    for (const scope of [wholeOf(stranger), elsewhere]) {
      expect(await database.datasets.find(scope, dataset.id)).toBeNull();
      expect(await database.datasets.findToChange(scope, dataset.id, "one")).toBeNull();
      expect(await database.datasets.takeTurn(scope, dataset.id, "one", 60_000)).toBeNull();
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
