import { Code, ConnectError, createClient } from "@connectrpc/connect";
import { createConnectTransport, createGrpcTransport, createGrpcWebTransport } from "@connectrpc/connect-node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { AccountService } from "../../../gen/platen/v1/account_pb.ts";
import { RenderService } from "../../../gen/platen/v1/render_pb.ts";
import { platenMethods } from "../../../src/core/methods/index.ts";
import { restHandler } from "../../../src/facades/http/index.ts";
import { connectHandler, createServer, type Server } from "../../../src/facades/rpc/index.ts";
import { ONE_DATABASE, type TestDatabase } from "../../support/databases.ts";
import { RATIO, refusalOf, type ServiceBench, serviceBench } from "./service-bench.ts";

const UNKNOWN_KEY = `pk_${"0".repeat(12)}_${"0".repeat(52)}`;
const REQUEST_BYTES_MAX = 2048;
const RENDER = "/platen.v1.RenderService/RenderCanvas";
const EXPORT = "/platen.v1.RenderService/ExportDocument";

/** A request with everything wrong that comes after the check it is about. */
interface Case {
  readonly title: string;
  readonly key: "render" | "data" | "free" | "unknown" | "none";
  readonly body: string;
  /** What REST and Connect answer alike. */
  readonly status: number;
  readonly code: string;
  readonly sentence: RegExp;
}

const MALFORMED = '{"canvasId": ';
const CASES: readonly Case[] = [
  {
    title: "no credential, before the body is looked at",
    key: "none",
    body: MALFORMED,
    status: 401,
    code: "unauthenticated",
    sentence: /x-api-key/,
  },
  { title: "an unknown key", key: "unknown", body: MALFORMED, status: 404, code: "not_found", sentence: /credential/ },
  {
    title: "a key of another role",
    key: "data",
    body: MALFORMED,
    status: 404,
    code: "not_found",
    sentence: /credential/,
  },
  {
    title: "a plan without API access",
    key: "free",
    body: MALFORMED,
    status: 402,
    code: "quota_exceeded",
    sentence: /free/,
  },
  {
    title: "a body over the plan's size, before its form",
    key: "render",
    body: MALFORMED.padEnd(REQUEST_BYTES_MAX + 100, "x"),
    status: 413,
    code: "too_large",
    sentence: /2048 bytes/,
  },
  {
    title: "malformed JSON",
    key: "render",
    body: MALFORMED,
    status: 400,
    code: "invalid_argument",
    sentence: /line 1/,
  },
  {
    title: "an unknown member",
    key: "render",
    body: '{"data":{},"version":3}',
    status: 400,
    code: "invalid_argument",
    sentence: /version/,
  },
];

describe.each([ONE_DATABASE])("the order of checks on $name", ({ open }) => {
  let database: TestDatabase;
  let bench: ServiceBench;
  let server: Server;
  let baseUrl: string;
  let canvasId: string;
  let keys: Record<Case["key"], string | null>;

  beforeAll(async () => {
    database = await open();
    bench = await serviceBench(database, { withJobs: false, plan: { requestBytesMax: REQUEST_BYTES_MAX } });
    const { transport, admit, routes, interceptors } = bench.services;
    server = createServer({
      handlers: [
        restHandler({ catalogue: platenMethods, transport, admit }),
        connectHandler({ catalogue: platenMethods, routes, router: { interceptors }, door: "rpc", admit }),
      ],
    });
    baseUrl = `http://127.0.0.1:${await server.listen({ host: "127.0.0.1", port: 0 })}`;
    canvasId = await bench.publish(RATIO, "割合");
    const account = createClient(AccountService, bench.operator);
    const { organization } = await account.createOrganization({ name: "無料商店", plan: "free" });
    keys = {
      none: null,
      unknown: UNKNOWN_KEY,
      render: bench.renderKey,
      data: await bench.key("data-write"),
      free: await bench.key("render", organization?.id ?? ""),
    };
  });
  afterAll(async () => {
    await server.close(0);
    await bench[Symbol.asyncDispose]();
    await database[Symbol.asyncDispose]();
  });

  const headersOf = (key: Case["key"]): Record<string, string> => {
    const credential = keys[key];
    return credential === null ? {} : { "x-api-key": credential };
  };
  const post = (path: string, key: Case["key"], body: string, more: Record<string, string> = {}): Promise<Response> =>
    fetch(`${baseUrl}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headersOf(key), ...more },
      body,
    });

  test.each(CASES)("REST answers $status for $title", async ({ key, body, status, code, sentence }) => {
    const answer = await post(`/v1/canvases/${canvasId}/pdf`, key, body);
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ code, error: expect.stringMatching(sentence) });
  });

  test.each(CASES)("Connect refuses $title with the same code and sentence", async ({ key, body, code, sentence }) => {
    const answer = await post(RENDER, key, body);
    const refusal = (await answer.json()) as { message: string; details: { type: string; debug: { code: string } }[] };
    expect(refusal.message).toMatch(sentence);
    expect(refusal.details[0]).toMatchObject({ type: "platen.v1.ErrorDetail", debug: { code } });
    if (code === "unauthenticated") expect(answer.headers.get("www-authenticate")).toBe('Bearer realm="platen"');
  });

  test.each(CASES)("an export refuses $title as a render does", async ({ key, body, code, sentence }) => {
    const answer = await post(EXPORT, key, body.replace('"canvasId"', '"document"'));
    const refusal = (await answer.json()) as { message: string; details: { debug: { code: string } }[] };
    expect([refusal.message, refusal.details[0]?.debug.code]).toEqual([expect.stringMatching(sentence), code]);
  });

  test("an export looks for its document, then at its data, and then for its format", async () => {
    const ask = async (message: object): Promise<string | undefined> => {
      const answer = await post(EXPORT, "render", JSON.stringify({ format: "none", ...message }));
      return ((await answer.json()) as { details: { debug: { code: string } }[] }).details[0]?.debug.code;
    };
    const data = { items: [{ part: 1, whole: 2 }] };
    expect(await ask({ document: "no such thing", data: { items: [] } })).toBe("not_found");
    expect(await ask({ document: canvasId, data: { items: [] } })).toBe("data_contract_violation");
    expect(await ask({ document: canvasId, data })).toBe("invalid_argument");
  });

  test.each([
    ["Connect over HTTP/1.1", () => createConnectTransport({ baseUrl, httpVersion: "1.1", useBinaryFormat: true })],
    ["gRPC", () => createGrpcTransport({ baseUrl })],
    ["gRPC-Web", () => createGrpcWebTransport({ baseUrl, httpVersion: "1.1" })],
    ["gRPC-Web in JSON", () => createGrpcWebTransport({ baseUrl, httpVersion: "2", useBinaryFormat: false })],
  ])("%s carries the same detail before and after the body is decoded", async (_, transportOf) => {
    const client = createClient(RenderService, transportOf());
    const refusal = async (key: Case["key"], bytes: number): Promise<unknown> => {
      const payload = { case: "dataJson", value: new Uint8Array(bytes) } as const;
      const thrown = await client.renderCanvas({ canvasId, payload }, { headers: headersOf(key) }).catch((one) => one);
      expect(ConnectError.from(thrown).code).not.toBe(Code.Internal);
      return refusalOf(thrown).code;
    };
    expect(await refusal("none", 10_000)).toBe("unauthenticated");
    expect(await refusal("data", 10_000)).toBe("not_found");
    expect(await refusal("free", 10)).toBe("quota_exceeded");
    expect(await refusal("render", 10_000)).toBe("too_large");
    expect(await refusal("render", 10)).toBe("invalid_argument");
  });

  test("a canvas that the message names is looked up before the rest of the message is judged", async () => {
    const client = createClient(RenderService, createGrpcTransport({ baseUrl }));
    const request = { canvasId: "cnv_00000000000000000000000000", options: { createdAt: "yesterday" } };
    const thrown = await client.renderCanvas(request, { headers: headersOf("render") }).catch((one) => one);
    expect(refusalOf(thrown)).toMatchObject({ code: "not_found" });
  });

  test("a body that unpacks to more than the plan takes is refused, packed small or not", async () => {
    const payload = { case: "dataJson", value: new Uint8Array(100_000) } as const;
    const { compressionGzip } = await import("@connectrpc/connect-node");
    const transport = createGrpcTransport({ baseUrl, sendCompression: compressionGzip, compressMinBytes: 0 });
    const thrown = await createClient(RenderService, transport)
      .renderCanvas({ canvasId, payload }, { headers: headersOf("render") })
      .catch((one) => one);
    expect(refusalOf(thrown)).toMatchObject({ code: "too_large" });
  });

  test("bytes that are no message are refused in words", async () => {
    const answer = await fetch(`${baseUrl}${RENDER}`, {
      method: "POST",
      headers: { "content-type": "application/proto", ...headersOf("render") },
      body: new Uint8Array([255, 255, 255]),
    });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ details: [{ debug: { code: "invalid_argument" } }] });
  });

  test("a content type of no protocol is 415 after the credential, and a wrong verb is 405", async () => {
    const text = { "content-type": "text/plain" };
    expect((await post(RENDER, "none", "{}", text)).status).toBe(401);
    const answer = await post(RENDER, "render", "{}", text);
    expect(answer.status).toBe(415);
    expect(await answer.json()).toMatchObject({ details: [{ debug: { code: "unsupported_media_type" } }] });
    expect((await fetch(`${baseUrl}${RENDER}`, { method: "PUT", headers: headersOf("render") })).status).toBe(405);
  });

  test("a refused upload does not break the connection for the next request", async () => {
    const transport = createConnectTransport({ baseUrl, httpVersion: "1.1" });
    const client = createClient(RenderService, transport);
    for (let round = 0; round < 3; round += 1) {
      const payload = { case: "dataJson", value: new Uint8Array(1_000_000) } as const;
      const thrown = await client
        .renderCanvas({ canvasId, payload }, { headers: headersOf("none") })
        .catch((one) => one);
      expect(refusalOf(thrown)).toMatchObject({ code: "unauthenticated" });
      const { renders } = await client.listRenders({}, { headers: headersOf("render") });
      expect(renders).toEqual([]);
    }
  });
});
