// What is found of a file with its data, at every door and in every way to ask for a file.
import { createClient, type Transport } from "@connectrpc/connect";
import { createConnectTransport, createGrpcTransport } from "@connectrpc/connect-node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { RenderService } from "../../../gen/platen/v1/render_pb.ts";
import { sweep } from "../../../src/core/jobs/index.ts";
import { CLIENTS, textOf } from "../../facades/mcp/clients.ts";
import { DATABASES, type TestDatabase } from "../../support/databases.ts";
import { type HttpBench, httpBench } from "./http-bench.ts";
import { RATIO, type ServiceBench, serviceBench } from "./service-bench.ts";

const LABEL = `rpt 1
document label name="荷札"
field memo string(200) example="短い"
field subject? string(40) example="件名"
page A5 portrait margin=10mm {
  body gap=2mm {
    text (memo) w=30mm h=5mm
    text (subject) when=(has(subject))
  }
}
`;

const SECRET = "秘密の言葉";
const FITS = { memo: "短い" };
const TOO_LONG = { memo: SECRET.repeat(20) };
const SLIP = { memo: "短い", subjekt: "ご案内" };

type Json = Readonly<Record<string, unknown>>;
interface Found {
  readonly code: string;
  readonly severity: string;
  readonly message: string;
  readonly path?: string;
  readonly line: number;
  readonly repair?: { readonly title: string };
}

const codesOf = (found: unknown): readonly string[] => ((found ?? []) as readonly Found[]).map(({ code }) => code);

describe.each(DATABASES)("findings of renders on $name", ({ open }) => {
  let database: TestDatabase;
  let bench: ServiceBench;
  let http: HttpBench;
  let canvasId: string;
  beforeAll(async () => {
    database = await open();
    bench = await serviceBench(database);
    http = await httpBench(bench.services, bench.renderKey);
    canvasId = await bench.publish(LABEL, "荷札");
    await bench.queue.work(1, bench.services.runJob);
  });
  afterAll(async () => {
    await http[Symbol.asyncDispose]();
    await bench[Symbol.asyncDispose]();
    await database[Symbol.asyncDispose]();
  });

  const recordOf = async (id: string): Promise<Json> => (await (await http.get(`/v1/renders/${id}`)).json()) as Json;
  const ended = async (id: string): Promise<Json> => {
    for (;;) {
      const record = await recordOf(id);
      if (!["queued", "rendering"].includes(String(record["status"]))) return record;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const transports = (): readonly (readonly [string, Transport])[] => [
    ["Connect", createConnectTransport({ baseUrl: http.baseUrl, httpVersion: "1.1" })],
    ["gRPC", createGrpcTransport({ baseUrl: http.baseUrl })],
  ];
  const withKey = () => ({ headers: { "x-api-key": bench.renderKey } });

  const REQUESTS: readonly (readonly [string, Json, readonly string[]])[] = [
    ["data that fits", { data: FITS }, []],
    ["a text that is too long", { data: TOO_LONG }, ["RPT4001"]],
    ["a slip in a member's name", { data: SLIP }, ["RPT3005"]],
    [
      "a list whose second document has both",
      { dataList: [FITS, { ...TOO_LONG, subjekt: "x" }] },
      ["RPT4001", "RPT3005"],
    ],
  ];

  test.each(REQUESTS)("REST counts them in a header and lists them in the record: %s", async (_, body, codes) => {
    const answer = await http.print(canvasId, body);
    expect([answer.status, answer.headers.get("x-service-findings")]).toEqual([200, String(codes.length)]);
    const record = await recordOf(answer.headers.get("x-service-render-id") ?? "");
    expect(codesOf(record["findings"])).toEqual(codes);
    expect(record["findingCount"]).toBe(codes.length);
    expect("findings" in record).toBe(codes.length > 0);
    const list = (await (await http.get("/v1/renders?pageSize=1")).json()) as { renders: readonly Json[] };
    expect(list.renders[0]).toMatchObject({ id: record["id"], findingCount: codes.length });
    expect(list.renders[0]).not.toHaveProperty("findings");
  });

  test("a list's documents are all counted and named", async () => {
    const dataList = Array.from({ length: 30 }, (_, at) => (at % 3 === 0 ? FITS : { memo: "長".repeat(40 + at) }));
    const answer = await http.print(canvasId, { dataList });
    expect(answer.headers.get("x-service-findings")).toBe("20");
    const { findings = [] } = (await recordOf(answer.headers.get("x-service-render-id") ?? "")) as {
      findings?: (Found & { readonly count?: number; readonly places?: readonly { readonly path?: string }[] })[];
    };
    expect(findings).toHaveLength(1);
    expect(findings[0]?.count).toBe(20);
    // The one that needs the most lines stands first, the others in their order.
    const tooLong = dataList.flatMap((_, at) => (at % 3 === 0 ? [] : [`dataList[${at}].memo`]));
    expect(findings[0]?.path).toBe("dataList[25].memo");
    expect(findings[0]?.places?.map(({ path }) => path)).toEqual(tooLong.filter((path) => path !== findings[0]?.path));
  });

  test("and so is one slip in many documents", async () => {
    const slips = { dataList: Array.from({ length: 30 }, () => SLIP) };
    const answer = await http.print(canvasId, slips);
    expect(answer.headers.get("x-service-findings")).toBe("30");
    const record = await recordOf(answer.headers.get("x-service-render-id") ?? "");
    expect(record["findingCount"]).toBe(30);
    expect(record["findings"]).toMatchObject([{ code: "RPT3005", count: 30, path: "dataList[0].subjekt" }]);
    const refused = await http.print(canvasId, { ...slips, options: { onMisfit: "refuse" } });
    expect(await refused.json()).toMatchObject({
      error: expect.stringMatching(/^There are 30 findings /),
      diagnostics: [{ code: "RPT3005", count: 30 }],
    });
  });

  test("a finding says what, where in the form and where in the data, and nothing else of the data", async () => {
    const answer = await http.print(canvasId, { dataList: [FITS, { ...TOO_LONG, subjekt: SECRET.repeat(9) }] });
    const { findings = [] } = (await recordOf(answer.headers.get("x-service-render-id") ?? "")) as {
      findings?: Found[];
    };
    expect(findings).toMatchObject([
      { code: "RPT4001", severity: "error", line: 7, path: "dataList[1].memo" },
      { code: "RPT3005", severity: "warning", line: 4, path: "dataList[1].subjekt" },
    ]);
    expect(JSON.stringify(findings)).not.toContain(SECRET);
    expect(findings.map(({ repair }) => repair?.title)).toEqual([
      expect.stringMatching(/enlarge h/),
      "did you mean subject?",
    ]);
  });

  test.each(["Connect", "gRPC"])("%s answers them with the file and with the record", async (name) => {
    const transport = transports().find(([each]) => each === name)?.[1] ?? bench.services.transport;
    const renders = createClient(RenderService, transport);
    for (const [, body, codes] of REQUESTS) {
      const { data, dataList = [] } = body as { data?: Record<string, string>; dataList?: Record<string, string>[] };
      const payload = data === undefined ? {} : { payload: { case: "data", value: data } as const };
      const answer = await renders.renderCanvas({ canvasId, dataList, ...payload }, withKey());
      expect(answer.findingCount).toBe(codes.length);
      const { render } = await renders.getRender({ renderId: answer.renderId }, withKey());
      expect(render?.findings.map(({ code }) => code)).toEqual(codes);
    }
  });

  test.each(CLIENTS.slice(0, 1))("render_document writes them beneath its link, to $name", async ({ connect }) => {
    await using client = await connect(http.baseUrl, { "x-api-key": bench.renderKey });
    for (const [, body, codes] of REQUESTS) {
      const answer = await client.call("render_document", { document: canvasId, ...body });
      const [link = "", ...lines] = textOf(answer).split("\n");
      expect(link).toMatch(/^curl /);
      expect(lines.filter((line) => !line.startsWith("\t")).map((line) => line.split("\t")[2])).toEqual(codes);
      expect(codesOf(answer.structuredContent?.["findings"])).toEqual(codes);
    }
    const refused = await client.call("render_document", { document: canvasId, data: TOO_LONG, onMisfit: "refuse" });
    expect(refused.isError).toBe(true);
    expect(textOf(refused)).toMatch(/^422 document_refused: There is a finding .*RPT4001[\s\S]*7:5\terror\tRPT4001\t/);
    const fine = await client.call("render_document", { document: canvasId, data: FITS, onMisfit: "refuse" });
    expect(fine.isError ?? false).toBe(false);
  });

  test.each(REQUESTS)("a request that refuses misfits: %s", async (_, body, codes) => {
    const before = await bench.usage();
    const retry = { "idempotency-key": `refused ${codes.join(" ")} ${JSON.stringify(body).length}` };
    const answer = await http.print(canvasId, { ...body, options: { onMisfit: "refuse", store: true } }, retry);
    if (codes.length === 0) {
      expect([answer.status, answer.headers.get("x-service-findings")]).toEqual([200, "0"]);
      return;
    }
    const refusal = (await answer.json()) as {
      code: string;
      error: string;
      diagnostics: Found[];
      violations?: unknown;
    };
    expect([answer.status, refusal.code, codesOf(refusal.diagnostics)]).toEqual([422, "document_refused", codes]);
    expect(refusal.error).not.toContain(SECRET);
    expect(refusal).not.toHaveProperty("violations");
    // Nothing is charged, nothing is kept, and the key is free for mended data.
    expect(await bench.usage()).toEqual(before);
    const [failed] = ((await (await http.get("/v1/renders?status=failed&pageSize=1")).json()) as { renders: Json[] })
      .renders;
    expect(failed).toMatchObject({ stored: false, bytes: 0, error: { code: "document_refused" } });
    const record = await recordOf(String(failed?.["id"]));
    expect(codesOf(record["findings"])).toEqual(codes);
    expect((await http.get(`/v1/renders/${record["id"]}/pdf`)).status).toBe(404);
    const mended = await http.print(canvasId, { data: FITS, options: { onMisfit: "refuse" } }, retry);
    expect([mended.status, mended.headers.get("x-service-replayed")]).toEqual([200, null]);
  });

  test("a replay has the count of the first render, whatever is sent with it", async () => {
    const retry = { "idempotency-key": "once" };
    const first = await http.print(canvasId, { data: TOO_LONG }, retry);
    const again = await http.print(canvasId, { data: FITS, options: { onMisfit: "refuse" } }, retry);
    const names = ["x-service-render-id", "x-service-findings"];
    expect(names.map((name) => again.headers.get(name))).toEqual(names.map((name) => first.headers.get(name)));
    expect([again.headers.get("x-service-replayed"), again.headers.get("x-service-findings")]).toEqual(["1", "1"]);
    expect(codesOf((await recordOf(first.headers.get("x-service-render-id") ?? ""))["findings"])).toEqual(["RPT4001"]);
  });

  test("a refusal leaves its key free for the same data with report, of requests and of jobs", async () => {
    for (const prefer of [{}, { prefer: "respond-async" }]) {
      const retry = { ...prefer, "idempotency-key": `another ${Object.keys(prefer)}` };
      const ask = async (onMisfit: string): Promise<string> => {
        const answer = await http.print(canvasId, { data: TOO_LONG, options: { onMisfit } }, retry);
        if (answer.status !== 202) return `${answer.status} ${answer.headers.get("x-service-replayed")}`;
        return String((await ended(((await answer.json()) as { id: string }).id))["status"]);
      };
      const isJob = Object.keys(prefer).length > 0;
      expect(await ask("refuse")).toBe(isJob ? "failed" : "422 null");
      expect(await ask("report")).toBe(isJob ? "succeeded" : "200 null");
      // From here on the key has a file, which answers for every repeat.
      expect(await ask("refuse")).toBe("200 1");
    }
  });

  test.each(REQUESTS)("a job's record lists them when it is final: %s", async (_, body, codes) => {
    const before = await bench.usage();
    const run = async (options: Json): Promise<Json> => {
      const answer = await http.print(canvasId, { ...body, options }, { prefer: "respond-async" });
      expect(answer.status).toBe(202);
      return ended(((await answer.json()) as { id: string }).id);
    };
    const reported = await run({});
    expect(reported).toMatchObject({ status: "succeeded", findingCount: codes.length });
    expect(codesOf(reported["findings"])).toEqual(codes);
    const refused = await run({ onMisfit: "refuse" });
    expect(codesOf(refused["findings"])).toEqual(codes);
    expect(refused).toMatchObject(
      codes.length === 0
        ? { status: "succeeded", stored: true }
        : { status: "failed", stored: false, bytes: 0, error: { code: "document_refused" } },
    );
    if (codes.length > 0) {
      // The record's error is what a request that waits is told, but for the identifiers.
      const told = (await (await http.print(canvasId, { ...body, options: { onMisfit: "refuse" } })).json()) as Json;
      expect({ ...(refused["error"] as Json), requestId: told["requestId"] }).toEqual(told);
    }
    const records = Number(reported["records"]);
    expect((await bench.usage()).used).toBe(before.used + records * (codes.length === 0 ? 2 : 1));
    expect((await bench.usage()).reserved).toBe(0);
  });

  test("a job that cannot be computed says so as a request that waits: each path, and where in the form", async () => {
    const ratio = await bench.publish(RATIO, "割合");
    const body = { dataList: [0, 1, 0].map((whole) => ({ items: [{ part: 1, whole }] })) };
    const told = (await (await http.print(ratio, body)).json()) as Json;
    expect(told["violations"]).toEqual(["dataList[0].items[0].whole", "dataList[2].items[0].whole"]);
    const taken = await http.print(ratio, body, { prefer: "respond-async" });
    const record = await ended(((await taken.json()) as { id: string }).id);
    expect({ ...(record["error"] as Json), requestId: told["requestId"] }).toEqual(told);
  });

  test("findings are bounded, the gravest among them, however much is wrong", async () => {
    const columns = Array.from({ length: 200 }, (_, at) => at);
    const wide = `rpt 1
document wide name="幅"
${columns.map((at) => `field f${at} string(200) example="短"`).join("\n")}
page A3 landscape margin=10mm {
  body gap=0mm {
${columns.map((at) => `    text (f${at}) w=8mm h=5mm`).join("\n")}
  }
}
`;
    const id = await bench.publish(wide, "幅");
    const data = Object.fromEntries(columns.map((at) => [`f${at}`, SECRET.repeat(5)]));
    const answer = await http.print(id, { dataList: Array.from({ length: 100 }, () => data) });
    expect(answer.status).toBe(200);
    const count = Number(answer.headers.get("x-service-findings"));
    expect(count).toBeGreaterThan(200);
    const text = await (await http.get(`/v1/renders/${answer.headers.get("x-service-render-id")}`)).text();
    const { findings = [] } = JSON.parse(text) as { findings?: Found[] };
    expect(findings.length).toBeLessThanOrEqual(101);
    expect(findings[0]?.severity).toBe("error");
    expect(text.length).toBeLessThan(200_000);
  });

  test("neither logs nor the record's error repeat the data", () => {
    expect(bench.logged.length).toBeGreaterThan(0);
    expect(bench.logged.join("\n")).not.toContain(SECRET);
  });

  test("they are erased when the plan's retention ends, and their count stays", async () => {
    const answer = await http.print(canvasId, { data: TOO_LONG });
    const id = answer.headers.get("x-service-render-id") ?? "";
    const later = new Date(Date.now() + 8 * 24 * 60 * 60 * 1000);
    const { renders, idempotency } = bench.database;
    expect(await renders.findings(id, later)).toBeNull();
    await sweep({ renders, idempotency, store: bench.store, now: () => later });
    const record = await recordOf(id);
    expect(record).toMatchObject({ findingCount: 1 });
    expect(record).not.toHaveProperty("findings");
    const { sql } = bench.database.sqlHome;
    const { rows } = await sql.run("select from renders where findings is not null");
    expect(rows).toEqual([]);
  });
});
