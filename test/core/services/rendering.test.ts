import { createHash } from "node:crypto";
import { createClient } from "@connectrpc/connect";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ReceiptService } from "../../../gen/platen/v1/receipt_pb.ts";
import { RenderService } from "../../../gen/platen/v1/render_pb.ts";
import { parseReceipt } from "../../../src/core/engine/index.ts";
import { StoreUnavailable } from "../../../src/core/store/index.ts";
import { DATABASES, type TestDatabase } from "../../support/databases.ts";
import { httpBench } from "./http-bench.ts";
import { INVOICE, RATIO, type Rendered, refusalOf, type ServiceBench, serviceBench } from "./service-bench.ts";

const RECORDS = 3;
const HALF = { items: [{ part: 1, whole: 2 }] };
const UNCOMPUTABLE = { items: [...HALF.items, { part: 1, whole: 0 }] };
const INVALID = { items: [{ part: "eins", whole: 2 }] };

const sha256 = (data: string | Uint8Array): string => createHash("sha256").update(data).digest("hex");

/** What is left of a month whose records were spent one by one. */
async function spend(bench: ServiceBench, canvasId: string, records: number): Promise<void> {
  for (let spent = 0; spent < records; spent += 1) {
    expect(await bench.render(canvasId, HALF)).toMatchObject({ kind: "rendered", records: 1 });
  }
}

describe.each(DATABASES)("rendering on $name", ({ open }) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database[Symbol.asyncDispose]());

  test("charges a record when its file is there, and tells the truth about it", async () => {
    await using bench = await serviceBench(database, { withJobs: false });
    const canvasId = await bench.publish(RATIO, "割合");
    const answer = await bench.render(canvasId, HALF);
    expect(answer).toMatchObject({ kind: "rendered", pages: 1, records: 1 });
    expect(await bench.usage()).toEqual({ used: 1, remaining: 999, renders: 1, pages: 1, reserved: 0 });
    const renders = createClient(RenderService, bench.services.transport);
    const { renderId } = answer as Rendered;
    const { render } = await renders.getRender({ renderId }, { headers: { "x-api-key": bench.renderKey } });
    expect(render).toMatchObject({ id: renderId, status: "succeeded", stored: false, pages: 1, records: 1 });
  });

  test("keeps what a file was made from, for the operator alone", async () => {
    await using bench = await serviceBench(database, { withJobs: false });
    const canvasId = await bench.publish(RATIO, "割合");
    const payload = JSON.stringify(HALF);
    const { renderId, pdf } = (await bench.render(canvasId, payload)) as Rendered;
    const receipts = createClient(ReceiptService, bench.operator);
    const receipt = parseReceipt((await receipts.getReceipt({ renderId })).receipt);
    expect(receipt).toMatchObject({ payload: sha256(payload), file: sha256(pdf), renderer: "pdf" });
    const { compiled, source } = await receipts.getFrozenCanvas({ contentHash: receipt?.canvas ?? "" });
    expect([sha256(compiled), source]).toEqual([receipt?.canvas, RATIO]);
    await expect(receipts.getReceipt({ renderId: "rnd_none" })).rejects.toThrow(/no receipt of a render 'rnd_none'/);
    await expect(receipts.getFrozenCanvas({ contentHash: "0".repeat(64) })).rejects.toThrow(
      /No canvas with the hash 0/,
    );
    const stranger = createClient(ReceiptService, bench.services.transport);
    const asKey = stranger.getReceipt({ renderId }, { headers: { "x-api-key": bench.renderKey } });
    expect(refusalOf(await asKey.catch((thrown: unknown) => thrown))).toMatchObject({ code: "not_found" });
  });

  test("answers 402 once the month is spent, still 400 for invalid data, and charges for neither", async () => {
    await using bench = await serviceBench(database, { withJobs: false, plan: { recordsPerMonth: RECORDS } });
    const canvasId = await bench.publish(RATIO, "割合");
    await spend(bench, canvasId, RECORDS);
    const spent = { used: RECORDS, remaining: 0, renders: RECORDS, pages: RECORDS, reserved: 0 };
    expect(await bench.usage()).toEqual(spent);
    const refused = await bench.render(canvasId, HALF);
    expect(refused).toMatchObject({ kind: "refused", code: "quota_exceeded" });
    expect(refused).toMatchObject({
      detail: { error: expect.stringMatching(/starter.*3 records.*none is left.*Wait/) },
    });
    expect(await bench.render(canvasId, INVALID)).toMatchObject({
      code: "data_contract_violation",
      detail: { violations: ["items[0].part"] },
    });
    expect(await bench.render(canvasId, "{")).toMatchObject({ code: "invalid_argument" });
    expect(await bench.usage()).toEqual(spent);
  });

  test.each([
    ["a value that breaks the contract", INVALID, "data_contract_violation", ["items[0].part"]],
    ["a value that nothing can be computed from", UNCOMPUTABLE, "data_contract_violation", ["items[1].whole"]],
    ["text that is no JSON", "{", "invalid_argument", []],
    ["data that is no object", "[]", "invalid_argument", []],
  ])("charges nothing for %s", async (_, data, code, violations) => {
    await using bench = await serviceBench(database, { withJobs: false });
    const canvasId = await bench.publish(RATIO, "割合");
    expect(await bench.render(canvasId, data)).toMatchObject({ kind: "refused", code, detail: { violations } });
    expect(await bench.usage()).toEqual({ used: 0, remaining: 1000, renders: 0, pages: 0, reserved: 0 });
  });

  test("refuses a file beyond the plan's pages or bytes, charges nothing and keeps nothing", async () => {
    for (const plan of [{ pagesMax: 0 }, { outputBytesMax: 100 }]) {
      await using bench = await serviceBench(database, { withJobs: false, plan });
      const canvasId = await bench.publish(RATIO, "割合");
      const answer = await bench.render(canvasId, HALF, { store: true });
      expect(answer).toMatchObject({
        code: "too_large",
        detail: { error: expect.stringContaining("the plan (starter)") },
      });
      expect(await bench.usage()).toMatchObject({ used: 0, renders: 0, reserved: 0 });
    }
  });

  test("tells that the store is away without waiting until the file of the failed render is erased", async () => {
    await using bench = await serviceBench(database, { withJobs: false });
    const canvasId = await bench.publish(RATIO, "割合");
    const { promise: erased, resolve } = Promise.withResolvers<void>();
    const put = () => Promise.reject(new StoreUnavailable("the bucket answered nothing for 8 seconds"));
    const waits: number[] = [];
    const silent = bench.again({
      store: { ...bench.store, put, delete: () => erased },
      pause: async (ms) => void waits.push(ms),
    });
    const http = await httpBench(silent, bench.renderKey);
    const refused = await http.print(canvasId, { data: HALF, options: { store: true } });
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, expect.stringMatching(/^\d+$/)]);
    expect(waits).toContain(1_000);
    // The second that a refusal waits for its undoing takes no time here.
    await expect.poll(() => bench.usage()).toMatchObject({ used: 0, renders: 0, reserved: 0 });
    resolve();
    await http[Symbol.asyncDispose]();
  });

  test("tells that the database is away at the first statement of a file that fails", async () => {
    await using bench = await serviceBench(database, { withJobs: false });
    const canvasId = await bench.publish(RATIO, "割合");
    const { promise: never } = Promise.withResolvers<never>();
    const { renders, idempotency } = bench.database;
    const succeed = () => Promise.reject(Object.assign(new Error("canceling statement"), { code: "57014" }));
    const stalled = {
      ...bench.database,
      renders: { ...renders, succeed, findLinked: () => never, failOrHandOver: () => never },
      idempotency: { ...idempotency, release: () => never },
    };
    const http = await httpBench(bench.again({ database: stalled }), bench.renderKey);
    // Three further statements never answer.
    const refused = await http.print(canvasId, { data: HALF, options: { store: true } }, { "idempotency-key": "s" });
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, expect.stringMatching(/^\d+$/)]);
    expect(await refused.text()).toContain("The database can't be reached");
    await http[Symbol.asyncDispose]();
  });

  test("never overspends when several requests reach for the last record", async () => {
    await using bench = await serviceBench(database, { withJobs: false, plan: { recordsPerMonth: RECORDS } });
    const canvasId = await bench.publish(RATIO, "割合");
    await spend(bench, canvasId, RECORDS - 1);
    const answers = await Promise.all(Array.from({ length: 6 }, () => bench.render(canvasId, HALF)));
    const codes = answers.map((answer) => (answer.kind === "rendered" ? "rendered" : answer.code)).toSorted();
    expect(codes).toEqual([...Array.from({ length: 5 }, () => "quota_exceeded"), "rendered"]);
    expect(await bench.usage()).toMatchObject({ used: RECORDS, remaining: 0, reserved: 0 });
  });

  test("stops a render past its budget, charges nothing, keeps nothing, and goes on", async () => {
    await using bench = await serviceBench(database, { withJobs: false, renderBudgetMs: 1 });
    const canvasId = await bench.publish(INVOICE, "請求書");
    const line = { name: "保守", qty: 1, unit: "式", price: 100 };
    const text = (name: string): Record<string, string> => ({ name, postal: "530-0001", address: "大阪市" });
    const data = {
      invoice: { number: "1", issueDate: "2026-10-31", dueDate: "2026-11-30" },
      customer: text("みどり商店"),
      issuer: { ...text("青空"), tel: "075" },
      bank: { account: "普通 1", holder: "アオゾラ" },
      items: Array.from({ length: 200 }, () => line),
    };
    const answer = await bench.render(canvasId, data, { store: true });
    expect(answer).toMatchObject({ kind: "refused", code: "render_budget_exceeded" });
    expect(await bench.usage()).toMatchObject({ used: 0, renders: 0, reserved: 0 });
    const { renders } = await createClient(RenderService, bench.services.transport).listRenders(
      {},
      { headers: { "x-api-key": bench.renderKey } },
    );
    for (const render of renders) {
      expect(render).toMatchObject({ status: "failed", error: { code: "render_budget_exceeded" } });
      expect(await bench.store.get(render.id, "0".repeat(64))).toMatchObject({ kind: "missing" });
    }
    await using patient = await serviceBench(database, { withJobs: false });
    expect(await patient.render(await patient.publish(INVOICE, "請求書"), data)).toMatchObject({ kind: "rendered" });
  });

  test("keeps no value of a payload in its log, its rows or its errors beyond what it shows the caller", async () => {
    await using bench = await serviceBench(database, { withJobs: false });
    const canvasId = await bench.publish(RATIO, "割合");
    await bench.render(canvasId, { items: [{ part: "himitsu-4711", whole: 1 }] });
    expect(bench.logged.join("\n")).not.toContain("himitsu-4711");
  });

  test("tells its log how each render ended, by request, organization and render, and never the key", async () => {
    await using bench = await serviceBench(database, { withJobs: false });
    const canvasId = await bench.publish(RATIO, "割合");
    const rendered = await bench.render(canvasId, HALF);
    await bench.render(canvasId, { items: [] });
    const ends = bench.logged
      .filter((line) => line.includes("a render ended"))
      .map((line): unknown => JSON.parse(line));
    const names = { requestId: expect.stringMatching(/^req_/), organizationId: bench.organizationId };
    expect(ends).toMatchObject([
      {
        ...names,
        renderId: "renderId" in rendered ? rendered.renderId : "",
        outcome: "succeeded",
        records: 1,
        pages: 1,
      },
      { ...names, renderId: null, outcome: "data_contract_violation", records: 0, pages: 0 },
    ]);
    expect(bench.logged.join("\n")).not.toContain(bench.renderKey);
  });

  test("names the organization where a failure of ours is told", async () => {
    await using bench = await serviceBench(database, { withJobs: false });
    const canvasId = await bench.publish(RATIO, "割合");
    const { renders } = bench.database;
    const broken = { ...renders, start: () => Promise.reject(new Error("a mistake of ours")) };
    const services = bench.again({ database: { ...bench.database, renders: broken } });
    const client = createClient(RenderService, services.transport);
    const asked = client.renderCanvas(
      { canvasId, payload: { case: "data", value: HALF } },
      { headers: { "x-api-key": bench.renderKey } },
    );
    await expect(asked).rejects.toThrow(/internal/);
    const [told = ""] = bench.logged.filter((line) => line.includes("a request failed"));
    expect(JSON.parse(told)).toMatchObject({ organizationId: bench.organizationId, method: "RenderCanvas" });
  });
});
