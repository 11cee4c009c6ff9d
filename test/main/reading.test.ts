import { readFileSync } from "node:fs";
import { connect } from "node:http2";
import { join } from "node:path";
import type { OpenAPIObject } from "openapi3-ts/oas31";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AnswerChecker, answerChecker } from "../support/openapi-answers.ts";
import { startServiceWithDemo } from "../support/prepared-demo.ts";
import type { RunningService } from "../support/service.ts";

// What standard clients, browsers and caches ask beside GET: HEAD, OPTIONS, conditions, parts of files, other origins.

const PAGE = "https://forms.example";

describe("every address that is read with GET", () => {
  let service: RunningService;
  let document: OpenAPIObject;
  let faultsOf: AnswerChecker;
  let key: string;
  let ids: Record<string, string>;
  let addresses: readonly string[];

  beforeAll(async () => {
    service = await startServiceWithDemo({ env: { PLATEN_ALLOWED_ORIGINS: PAGE } });
    document = JSON.parse(await (await fetch(`${service.baseUrl}/v1/openapi.json`)).text());
    faultsOf = answerChecker(document);
    const demo = service.demo();
    key = demo.renderKey;
    const canvasId = demo.canvases[0]?.id ?? "";
    const { data } = JSON.parse(readFileSync(join(service.dataDir, "demo-invoice.json"), "utf8"));
    const rendered = await ask(`/v1/canvases/${canvasId}/pdf`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ data, options: { store: true } }),
    });
    expect(rendered.status).toBe(200);
    ids = { canvasId, renderId: rendered.headers.get("x-service-render-id") ?? "" };
    addresses = Object.entries(document.paths ?? {})
      .filter(([, item]) => item?.get !== undefined)
      .map(([path]) => path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? name));
    expect(addresses.length).toBeGreaterThan(6);
  });
  afterAll(() => service[Symbol.asyncDispose]());

  const ask = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(`${service.baseUrl}${path}`, { ...init, headers: { "x-api-key": key, ...init.headers } });
  const bytesOf = async (answer: Response): Promise<Uint8Array> => new Uint8Array(await answer.arrayBuffer());
  /** Headers that say when, or what is left: they differ between two answers. */
  const lasting = (headers: Headers): Record<string, string> => {
    const passing = /^(date|x-request-id|ratelimit-.*|keep-alive|connection)$/;
    return Object.fromEntries([...headers].filter(([name]) => !passing.test(name)));
  };

  test("has HEAD, with the headers of GET", async () => {
    for (const path of addresses) {
      const [read, head] = [await ask(path), await ask(path, { method: "HEAD" })];
      const body = await bytesOf(read);
      expect([path, head.status, (await bytesOf(head)).length]).toEqual([path, read.status, 0]);
      // Usage and health tell what has been done since.
      if (read.headers.get("etag") === head.headers.get("etag")) {
        expect([path, lasting(head.headers)]).toEqual([path, lasting(read.headers)]);
      }
      expect(head.headers.get("content-length")).toBe(String(body.length));
    }
  });

  test("answers 304 to a client that has the answer", async () => {
    for (const path of addresses.filter((each) => !/usage|health/.test(each))) {
      const known = (await ask(path)).headers.get("etag") ?? "";
      const again = await ask(path, { headers: { "if-none-match": known } });
      const body = await bytesOf(again);
      expect([path, again.status, body.length]).toEqual([path, 304, 0]);
      expect(faultsOf("GET", path, { status: 304, headers: again.headers, body })).toEqual([]);
      expect((await ask(path, { headers: { "if-none-match": '"other"' } })).status).toBe(200);
    }
  });

  test("tells which verbs it takes, without a credential", async () => {
    for (const [template, item] of Object.entries(document.paths ?? {})) {
      const path = template.replaceAll(/\{(\w+)\}/g, "x");
      const verbs = ["get", "post", "put", "patch", "delete"].filter((verb) => verb in (item ?? {}));
      const answer = await fetch(`${service.baseUrl}${path}`, { method: "OPTIONS" });
      const names = verbs.flatMap((verb) => (verb === "get" ? ["GET", "HEAD"] : [verb.toUpperCase()]));
      expect([path, answer.status, answer.headers.get("allow")]).toEqual([path, 204, [...names, "OPTIONS"].join(", ")]);
    }
    expect((await ask("/v1/nothing", { method: "OPTIONS" })).status).toBe(404);
  });

  test("a stored file is read in parts, over HTTP/1.1 and HTTP/2", async () => {
    const path = `/v1/renders/${ids["renderId"]}/pdf`;
    const whole = await ask(path);
    const body = await bytesOf(whole);
    const etag = whole.headers.get("etag") ?? "";
    const middle = Math.floor(body.length / 2);
    const parts: Uint8Array[] = [];
    for (const range of [`bytes=0-${middle - 1}`, `bytes=${middle}-`]) {
      const part = await ask(path, { headers: { range, "if-range": etag } });
      const bytes = await bytesOf(part);
      expect([part.status, part.headers.get("etag")]).toEqual([206, etag]);
      expect(faultsOf("GET", path, { status: 206, headers: part.headers, body: bytes })).toEqual([]);
      parts.push(bytes);
    }
    expect(Buffer.concat(parts).equals(body)).toBe(true);
    const beyond = await ask(path, { headers: { range: `bytes=${body.length}-` } });
    const refusal = await bytesOf(beyond);
    expect(beyond.headers.get("content-range")).toBe(`bytes */${body.length}`);
    expect(faultsOf("GET", path, { status: beyond.status, headers: beyond.headers, body: refusal })).toEqual([]);
    expect(JSON.parse(new TextDecoder().decode(refusal))).toMatchObject({
      code: "range_not_satisfiable",
      error: `The file has ${body.length} bytes, so that it has none of the part bytes=${body.length}-.`,
    });

    const session = connect(service.baseUrl);
    const stream = session.request({ ":path": path, "x-api-key": key, range: "bytes=0-8" });
    const status = await new Promise((resolve) => stream.once("response", (headers) => resolve(headers[":status"])));
    const received = Buffer.concat(await stream.toArray());
    session.close();
    expect([status, received.equals(body.subarray(0, 9))]).toEqual([206, true]);
  });

  test("pages of a listed origin read answers and refusals, others none", async () => {
    const path = `/v1/canvases/${ids["canvasId"]}/pdf`;
    const asks = { "access-control-request-method": "POST", "access-control-request-headers": "x-api-key, prefer" };
    const preflight = await fetch(`${service.baseUrl}${path}`, {
      method: "OPTIONS",
      headers: { origin: PAGE, ...asks },
    });
    const sent = preflight.headers.get("access-control-allow-headers")?.split(", ") ?? [];
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("access-control-allow-origin")).toBe(PAGE);
    expect(preflight.headers.get("access-control-allow-methods")).toBe("POST, OPTIONS");
    for (const name of ["x-api-key", "authorization", "content-type", "prefer", "idempotency-key", "range"]) {
      expect(sent).toContain(name);
    }
    for (const [target, status] of [
      ["/v1/canvases", 200],
      ["/v1/nothing", 404],
    ] as const) {
      const answer = await ask(target, { headers: { origin: PAGE } });
      expect([answer.status, answer.headers.get("access-control-allow-origin")]).toEqual([status, PAGE]);
      expect(answer.headers.get("access-control-expose-headers")?.split(", ")).toContain("x-service-render-id");
      expect(answer.headers.get("vary")).toBe("Origin");
    }
    for (const origin of ["https://elsewhere.example", "null"]) {
      const foreign = await ask("/v1/canvases", { headers: { origin } });
      expect(foreign.headers.get("access-control-allow-origin")).toBeNull();
      const asked = await fetch(`${service.baseUrl}${path}`, { method: "OPTIONS", headers: { origin, ...asks } });
      expect([asked.status, asked.headers.get("access-control-allow-methods")]).toEqual([204, null]);
    }
    const open = await fetch(`${service.baseUrl}/v1/openapi.json`, {
      headers: { origin: "https://elsewhere.example" },
    });
    expect(open.headers.get("access-control-allow-origin")).toBe("*");
  });
});
