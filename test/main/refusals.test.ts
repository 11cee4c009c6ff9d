import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runCommand } from "../support/command.ts";
import { type AnswerChecker, answerChecker } from "../support/openapi-answers.ts";
import { startServiceWithDemo } from "../support/prepared-demo.ts";
import type { RunningService } from "../support/service.ts";

type Json = Record<string, unknown>;

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array;
  json(): Json;
}

/** A request, with placeholders `{canvas}`, `{render}` for what the demo made. */
interface Case {
  readonly title: string;
  readonly verb?: string;
  readonly path: string;
  readonly key?: string | null;
  readonly headers?: Record<string, string>;
  readonly body?: string;
  readonly status: number;
  readonly code: string;
  readonly sentence: RegExp;
}

const UNKNOWN_KEY = `pk_${"0".repeat(12)}_${"0".repeat(52)}`;
const json = { "content-type": "application/json" };

describe("REST says what is wrong, where, and what to do", () => {
  let service: RunningService;
  let keys: Record<string, string>;
  let canvasId: string;
  let data: string;
  let faultsOf: AnswerChecker;

  beforeAll(async () => {
    service = await startServiceWithDemo();
    const demo = service.demo();
    keys = {
      render: demo.renderKey,
      other: demo.otherKey,
      free: demo.freeKey,
      scoped: demo.scopedRenderKey,
      data: demo.dataWriteKey,
      unknown: UNKNOWN_KEY,
    };
    canvasId = demo.canvases[0]?.id ?? "";
    data = JSON.stringify(JSON.parse(readFileSync(join(service.dataDir, "demo-invoice.json"), "utf8")).data);
    faultsOf = answerChecker(JSON.parse(await (await fetch(`${service.baseUrl}/v1/openapi.json`)).text()));
  });
  afterAll(() => service[Symbol.asyncDispose]());

  /** Sends a request and holds the answer against the OpenAPI document. */
  const send = async (path: string, init: RequestInit & { key?: string | null } = {}): Promise<Answer> => {
    const { key = "render", headers, ...rest } = init;
    const credential: Record<string, string> = key === null ? {} : { "x-api-key": keys[key] ?? key };
    const target = path.replace("{canvas}", canvasId);
    const response = await fetch(`${service.baseUrl}${target}`, { ...rest, headers: { ...credential, ...headers } });
    const body = new Uint8Array(await response.arrayBuffer());
    const seen = { status: response.status, headers: response.headers, body };
    expect(faultsOf(rest.method ?? "GET", target.replace(/\?.*/, ""), seen)).toEqual([]);
    return { ...seen, json: () => JSON.parse(new TextDecoder().decode(body)) };
  };

  const cases: readonly Case[] = [
    {
      title: "no credential",
      path: "/v1/canvases",
      key: null,
      status: 401,
      code: "unauthenticated",
      sentence: /x-api-key/,
    },
    {
      title: "an unknown key",
      path: "/v1/canvases",
      key: "unknown",
      status: 404,
      code: "not_found",
      sentence: /credential/,
    },
    {
      title: "a key that is no key",
      path: "/v1/canvases",
      key: "hello",
      status: 404,
      code: "not_found",
      sentence: /credential/,
    },
    {
      title: "a data-write key",
      path: "/v1/canvases",
      key: "data",
      status: 404,
      code: "not_found",
      sentence: /credential/,
    },
    {
      title: "a plan without API access",
      path: "/v1/canvases",
      key: "free",
      status: 402,
      code: "quota_exceeded",
      sentence: /plan/,
    },
    {
      title: "a canvas of another organization",
      path: "/v1/canvases/{canvas}/schema",
      key: "other",
      status: 404,
      code: "not_found",
      sentence: /no published canvas/,
    },
    {
      title: "a canvas of another workspace",
      path: "/v1/canvases/{canvas}/schema",
      key: "scoped",
      status: 404,
      code: "not_found",
      sentence: /no published canvas/,
    },
    {
      title: "an unknown canvas",
      path: "/v1/canvases/cnv_00000000000000000000000000/schema",
      status: 404,
      code: "not_found",
      sentence: /no published canvas/,
    },
    {
      title: "an unknown render",
      path: "/v1/renders/rnd_00000000000000000000000000",
      status: 404,
      code: "not_found",
      sentence: /no render/,
    },
    { title: "an unknown path", path: "/v1/nothing", status: 404, code: "not_found", sentence: /nothing at this path/ },
    {
      title: "a wrong method",
      path: "/v1/canvases/{canvas}/pdf",
      verb: "GET",
      status: 405,
      code: "method_not_allowed",
      sentence: /POST/,
    },
    {
      title: "an unknown query member",
      path: "/v1/canvases?limit=3",
      status: 400,
      code: "invalid_argument",
      sentence: /limit/,
    },
    {
      title: "a page size beyond its bounds",
      path: "/v1/canvases?pageSize=101",
      status: 400,
      code: "invalid_argument",
      sentence: /pageSize/,
    },
    {
      title: "a page token of nobody",
      path: "/v1/canvases?pageToken=abc",
      status: 400,
      code: "invalid_argument",
      sentence: /pageToken/,
    },
    {
      title: "another content type",
      path: "/v1/canvases/{canvas}/pdf",
      verb: "POST",
      headers: { "content-type": "text/plain" },
      body: "{}",
      status: 415,
      code: "unsupported_media_type",
      sentence: /application\/json/,
    },
    {
      title: "malformed JSON",
      path: "/v1/canvases/{canvas}/pdf",
      verb: "POST",
      headers: json,
      body: '{"data": {',
      status: 400,
      code: "invalid_argument",
      sentence: /line 1/,
    },
    {
      title: "an unknown envelope member",
      path: "/v1/canvases/{canvas}/pdf",
      verb: "POST",
      headers: json,
      body: '{"data": {}, "version": 3}',
      status: 400,
      code: "invalid_argument",
      sentence: /version/,
    },
    {
      title: "data that is no object",
      path: "/v1/canvases/{canvas}/pdf",
      verb: "POST",
      headers: json,
      body: '{"data": []}',
      status: 400,
      code: "invalid_argument",
      sentence: /'data' must be an object/,
    },
    {
      title: "no data at all",
      path: "/v1/canvases/{canvas}/pdf",
      verb: "POST",
      headers: json,
      body: "{}",
      status: 400,
      code: "invalid_argument",
      sentence: /`data`/,
    },
    {
      title: "a day that no calendar has",
      path: "/v1/canvases/{canvas}/pdf",
      verb: "POST",
      headers: json,
      body: '{"data":{},"options":{"createdAt":"2026-02-30T00:00:00Z"}}',
      status: 400,
      code: "invalid_argument",
      sentence: /createdAt/,
    },
    {
      title: "a time of another shape",
      path: "/v1/canvases/{canvas}/pdf",
      verb: "POST",
      headers: json,
      body: '{"data":{},"options":{"createdAt":"2026-11-20"}}',
      status: 400,
      code: "invalid_argument",
      sentence: /createdAt/,
    },
    {
      title: "a store option of another type",
      path: "/v1/canvases/{canvas}/pdf",
      verb: "POST",
      headers: json,
      body: '{"data":{},"options":{"store":"yes"}}',
      status: 400,
      code: "invalid_argument",
      sentence: /options\.store/,
    },
  ];

  test.each(cases)(
    "$title is $status $code",
    async ({ path, verb = "GET", key, headers, body, status, code, sentence }) => {
      const response = await send(path, {
        method: verb,
        ...(key === undefined ? {} : { key }),
        ...(headers === undefined ? {} : { headers }),
        ...(body === undefined ? {} : { body }),
      });
      const answer = response.json();
      expect({ status: response.status, code: answer["code"] }).toEqual({ status, code });
      expect(answer["error"]).toMatch(sentence);
      expect(answer["requestId"]).toBe(response.headers.get("x-request-id"));
      if (status === 405) expect(response.headers.get("allow")).toBe("POST, OPTIONS");
      if (status === 401) expect(response.headers.get("www-authenticate")).toBe('Bearer realm="platen"');
    },
  );

  test("an unknown key, a revoked key and a foreign resource answer alike", async () => {
    const made = await runCommand(process.execPath, ["src/main.ts", "keys", "create"], {
      env: { PLATEN_DATA_DIR: service.dataDir },
    });
    const key = made.stdout.trim();
    expect((await send("/v1/canvases", { key })).status).toBe(200);
    const prefix = key.split("_")[1] ?? "";
    await runCommand(process.execPath, ["src/main.ts", "keys", "revoke", prefix], {
      env: { PLATEN_DATA_DIR: service.dataDir },
    });
    const revoked = await send("/v1/canvases", { key });
    const unknown = await send("/v1/canvases", { key: "unknown" });
    const shape = (response: Answer): unknown => {
      const { requestId: _, ...body } = response.json();
      const names = [...response.headers.keys()].sort();
      return { status: response.status, body, names };
    };
    expect(shape(revoked)).toEqual(shape(unknown));
  });

  test("a payload that breaks the contract names every place, and costs nothing", async () => {
    const before = (await send("/v1/usage")).json();
    const bad = { ...JSON.parse(data), items: [{ name: "保守", qty: "many", unit: "式", price: 1 }], customer: null };
    const response = await send("/v1/canvases/{canvas}/pdf", {
      method: "POST",
      headers: json,
      body: JSON.stringify({ data: bad }),
    });
    const body = response.json();
    expect(response.status).toBe(400);
    expect(body["code"]).toBe("data_contract_violation");
    expect(body["violations"]).toEqual(expect.arrayContaining(["items[0].qty"]));
    expect((body["details"] as Json[]).find((detail) => detail["path"] === "items[0].qty")).toMatchObject({
      rule: expect.any(String),
      expected: expect.stringContaining("decimal(7,2)"),
      received: '"many"',
    });
    expect((await send("/v1/usage")).json()).toEqual(before);
  });

  test("every good answer is what the OpenAPI document says, and usage counts what was rendered", async () => {
    const before = (await send("/v1/usage")).json() as {
      records: { used: number };
      renders: number;
      pages: number;
    };
    const render = await send("/v1/canvases/{canvas}/pdf", {
      method: "POST",
      headers: json,
      body: `{"data":${data},"options":{"store":true,"createdAt":"2026-11-20T09:00:00Z"}}`,
    });
    expect(render.status).toBe(200);
    const bytes = render.body;
    const hash = createHash("sha256").update(bytes).digest("hex");
    expect(render.headers.get("etag")).toBe(`"${hash}"`);
    expect(render.headers.get("content-disposition")).toContain("filename*=UTF-8''%E8%AB%8B%E6%B1%82%E6%9B%B8.pdf");
    const id = render.headers.get("x-service-render-id") ?? "";
    const record = (await send(`/v1/renders/${id}`)).json();
    expect(record).toMatchObject({
      id,
      canvasId,
      status: "succeeded",
      stored: true,
      sha256: hash,
      records: 1,
      bytes: bytes.length,
    });
    const stored = await send(`/v1/renders/${id}/pdf`);
    expect(createHash("sha256").update(stored.body).digest("hex")).toBe(hash);
    const pages = Number(render.headers.get("x-service-pages"));
    expect((await send("/v1/usage")).json()).toMatchObject({
      records: { used: before.records.used + 1 },
      renders: before.renders + 1,
      pages: before.pages + pages,
    });
    (await send("/v1/canvases?query=請求")).json();
    (await send("/v1/renders?status=succeeded&pageSize=1")).json();
    const health = (await send("/v1/health", { key: "hello" })).json();
    expect(health).toMatchObject({ status: "ok" });
  });

  test("a render that was not stored can't be downloaded, and says so", async () => {
    const render = await send("/v1/canvases/{canvas}/pdf", { method: "POST", headers: json, body: `{"data":${data}}` });
    const id = render.headers.get("x-service-render-id") ?? "";
    const download = await send(`/v1/renders/${id}/pdf`);
    const body = download.json();
    expect({ status: download.status, code: body["code"] }).toEqual({ status: 404, code: "not_found" });
    expect(body["error"]).toMatch(/not stored/);
  });

  test("the schema accepts what renders and refuses what does not", async () => {
    const response = await send("/v1/canvases/{canvas}/schema");
    expect(response.headers.get("content-type")).toMatch(/application\/schema\+json/);
    const schema = response.json();
    expect(schema["$id"]).toContain(canvasId);
    const ajv = new Ajv2020({ strict: false });
    addFormats.default(ajv);
    const accepts = ajv.compile(schema);
    expect(accepts(JSON.parse(data))).toBe(true);
    expect(accepts({})).toBe(false);
  });
});
