// Lists are read page by page while others write: what was there at the start is seen once, whatever comes meanwhile.
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Canvas, Database, Page } from "../../../src/core/persistence/index.ts";
import { EVERY_DATABASE, type TestDatabase } from "../../support/databases.ts";
import { inLane } from "../../support/lane.ts";
import {
  expectValue,
  later,
  publishSample,
  type SampleTenant,
  sampleStart,
  sampleTenant,
  wholeOf,
} from "./sample-rows.ts";

const RUNS = inLane({ fast: 6, full: 60 });

describe.each(EVERY_DATABASE)("lists under concurrent inserts on $name", ({ open }) => {
  let opened: TestDatabase;
  let database: Database;
  let tenant: SampleTenant;
  let canvas: Canvas;
  beforeAll(async () => {
    opened = await open();
    database = opened.database;
  });
  afterAll(() => opened[Symbol.asyncDispose]());

  /** Reads all pages; `between` runs after each. */
  async function readAll<Item extends { readonly id: string }>(
    page: (pageToken: string | null) => Promise<Page<Item>>,
    between: (page: number) => Promise<unknown>,
  ): Promise<string[]> {
    const seen: string[] = [];
    let pageToken: string | null = null;
    for (let number = 0; ; number += 1) {
      const { items, nextPageToken } = await page(pageToken);
      seen.push(...items.map(({ id }) => id));
      if (nextPageToken === null) return seen;
      pageToken = nextPageToken;
      await between(number);
    }
  }

  test("renders: each of those that were there comes once, in order, however the times coincide", async () => {
    const shape = fc.record({
      // Several renders in one millisecond are told apart by their ids.
      seconds: fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 12 }),
      pageSize: fc.integer({ min: 1, max: 5 }),
      between: fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 6 }),
    });
    await fc.assert(
      fc.asyncProperty(shape, async ({ seconds, pageSize, between }) => {
        tenant = await sampleTenant(database);
        canvas = await publishSample(database, tenant.workspace.id, "請求書");
        const insert = async (at: number): Promise<string> => {
          const start = sampleStart(tenant, canvas, { createdAt: later(at), concurrentLimit: null });
          return expectValue(await database.renders.start(start)).id;
        };
        const before: { id: string; at: number }[] = [];
        for (const at of seconds) before.push({ id: await insert(at), at });
        const scope = wholeOf(tenant);
        const seen = await readAll(
          async (pageToken) => {
            const filters = { scope, canvasId: null, status: null, now: later(9) };
            return expectValue(await database.renders.list({ ...filters, pageSize, pageToken }));
          },
          async (page) => {
            // Newcomers are newer than all that was there, as a clock has it.
            const at = between[page];
            if (at !== undefined) await insert(10 + at);
          },
        );
        const expected = before.toSorted((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1)).map(({ id }) => id);
        expect(seen).toEqual(expected);
      }),
      { numRuns: RUNS },
    );
  });

  test("canvases: each of those that were there comes once, while others are published and these anew", async () => {
    const shape = fc.record({
      canvases: fc.integer({ min: 1, max: 9 }),
      pageSize: fc.integer({ min: 1, max: 4 }),
      writes: fc.array(fc.option(fc.nat()), { minLength: 1, maxLength: 12 }),
    });
    await fc.assert(
      fc.asyncProperty(shape, async ({ canvases, pageSize, writes }) => {
        tenant = await sampleTenant(database);
        const titles = Array.from({ length: canvases }, (_, index) => `請求書 ${index}`);
        const ids: string[] = [];
        for (const title of titles) ids.unshift((await publishSample(database, tenant.workspace.id, title)).id);
        // New ones, and next versions of those that are there, all at once beside the reader.
        const writing = writes.map((pick, index) => {
          const title = pick === null ? `新しい ${index}` : (titles[pick % canvases] ?? "");
          return publishSample(database, tenant.workspace.id, title, later(100 + index));
        });
        const scope = wholeOf(tenant);
        const seen = await readAll(
          async (pageToken) => expectValue(await database.canvases.list({ scope, query: null, pageSize, pageToken })),
          async (page) => writing[page],
        );
        await Promise.all(writing);
        expect(seen.filter((id) => ids.includes(id))).toEqual(ids);
        expect(new Set(seen).size).toBe(seen.length);
      }),
      { numRuns: RUNS },
    );
  });

  test("renders: each of those that were there comes once, while others begin beside the reader", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 12 }), async (pageSize, newcomers) => {
        tenant = await sampleTenant(database);
        canvas = await publishSample(database, tenant.workspace.id, "請求書");
        const insert = async (at: number): Promise<string> => {
          const start = sampleStart(tenant, canvas, { createdAt: later(at), concurrentLimit: null });
          return expectValue(await database.renders.start(start)).id;
        };
        const ids: string[] = [];
        for (let at = 0; at < 7; at += 1) ids.unshift(await insert(at));
        const writing = Array.from({ length: newcomers }, (_, index) => insert(100 + index));
        const scope = wholeOf(tenant);
        const seen = await readAll(
          async (pageToken) => {
            const filters = { scope, canvasId: null, status: null, now: later(200) };
            return expectValue(await database.renders.list({ ...filters, pageSize, pageToken }));
          },
          async (page) => writing[page],
        );
        await Promise.all(writing);
        expect(seen.filter((id) => ids.includes(id))).toEqual(ids);
        expect(new Set(seen).size).toBe(seen.length);
      }),
      { numRuns: RUNS },
    );
  });

  test("canvases: each of those that were there comes once, in order", async () => {
    tenant = await sampleTenant(database);
    const ids: string[] = [];
    for (let index = 0; index < 9; index += 1) {
      ids.unshift((await publishSample(database, tenant.workspace.id, `請求書 ${index}`, later(index >> 1))).id);
    }
    const scope = wholeOf(tenant);
    const seen = await readAll(
      async (pageToken) => expectValue(await database.canvases.list({ scope, query: null, pageSize: 2, pageToken })),
      (page) => publishSample(database, tenant.workspace.id, `新しい ${page}`, later(100 + page)),
    );
    expect(seen).toEqual(ids);
  });
});
