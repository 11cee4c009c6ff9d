import { connect as connectHttp2 } from "node:http2";
import { connect as connectSocket } from "node:net";
import { text } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startServiceWithDemo } from "../../support/prepared-demo.ts";
import type { RunningService } from "../../support/service.ts";
import { answersIn, CLIENTS, ERAS, requestOf } from "./clients.ts";
import { operatorOf } from "./operator.ts";

const APP = "https://app.example.com";
const REQUEST_BYTES_MAX = 40_000;
const METADATA_PATHS = ["/.well-known/oauth-protected-resource", "/.well-known/oauth-protected-resource/mcp"];
const UNKNOWN_KEY = `pk_${"0".repeat(12)}_${"0".repeat(52)}`;

let service: RunningService;
let renderKey: string;
let challenge: string;

beforeAll(async () => {
  service = await startServiceWithDemo({
    env: {
      PLATEN_ALLOWED_ORIGINS: `${APP},http://localhost:5173`,
      PLATEN_ALLOWED_HOSTS: "forms.example.com,10.0.0.7:9000,[fd00::7]",
      PLATEN_PLANS: JSON.stringify({ enterprise: { requestBytesMax: REQUEST_BYTES_MAX } }),
    },
  });
  renderKey = service.demo().renderKey;
  challenge = `Bearer resource_metadata="${service.baseUrl}/.well-known/oauth-protected-resource"`;
});
afterAll(() => service[Symbol.asyncDispose]());

const list = requestOf("legacy", "tools/list");

/** Sends a tool list, or what is said instead. Every answer carries an identifier and none a session. */
async function send(
  init: {
    readonly path?: string;
    readonly method?: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string | Uint8Array<ArrayBuffer>;
    readonly key?: string | null;
  } = {},
): Promise<{ readonly status: number; readonly headers: Headers; readonly text: string }> {
  const { path = "/mcp", method = "POST", headers = {}, body = list.body, key = renderKey } = init;
  const response = await fetch(`${service.baseUrl}${path}`, {
    method,
    headers: { ...list.headers, ...(key === null ? {} : { "x-api-key": key }), ...headers },
    ...(method === "POST" ? { body } : {}),
  });
  expect(response.headers.get("x-request-id")).toMatch(/^req_[0-9a-f]{32}$/);
  expect(response.headers.has("mcp-session-id")).toBe(false);
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** Sends a request byte by byte, with headers that `fetch` keeps to itself; answers its status line and the rest. */
async function sendBytes(head: string, body = ""): Promise<string> {
  const { hostname, port } = new URL(service.baseUrl);
  const socket = connectSocket(Number(port), hostname);
  socket.end(`${head.trim().replaceAll(/\s*\n\s*/g, "\r\n")}\r\n\r\n${body}`);
  return text(socket);
}

describe("a request without a good credential", () => {
  const bad: readonly [string, Readonly<Record<string, string>>, boolean][] = [
    ["none", {}, false],
    ["an empty key", { "x-api-key": "" }, false],
    ["another scheme", { authorization: "Basic dXNlcjpwdw==" }, false],
    ["an unknown key", { "x-api-key": UNKNOWN_KEY }, true],
    ["an unknown bearer", { authorization: `Bearer ${UNKNOWN_KEY}` }, true],
    ["what is no key", { authorization: "Bearer hello" }, true],
    ["a bad key that decides over a good bearer", { "x-api-key": "hello" }, true],
  ];

  test.each(bad)("is 401 with the challenge: %s", async (_title, headers, presented) => {
    const also = headers["x-api-key"] === "hello" ? { authorization: `Bearer ${renderKey}` } : {};
    const answer = await send({ key: null, headers: { ...headers, ...also } });
    expect(answer.status).toBe(401);
    expect(answer.headers.get("www-authenticate")).toBe(presented ? `${challenge}, error="invalid_token"` : challenge);
    const bothWays = /API key .* or let a person sign in: http\S+\/oauth-protected-resource tells a client how\.$/;
    expect(JSON.parse(answer.text)).toEqual({
      error: expect.stringMatching(presented ? /Send another one\.$/ : bothWays),
      code: "unauthenticated",
      requestId: answer.headers.get("x-request-id"),
    });
  });

  test("learns nothing about its body", async () => {
    for (const body of ["{", "", "x".repeat(REQUEST_BYTES_MAX + 1)]) {
      expect((await send({ key: null, body })).status).toBe(401);
    }
  });

  test("is the same with a key that was revoked, from the next request on", async () => {
    const operator = operatorOf(service);
    const { id, key } = await operator.createKey();
    expect((await send({ key })).status).toBe(200);
    await operator.revokeKey(id);
    const answer = await send({ key });
    expect(answer.status).toBe(401);
    const unknown = await send({ key: UNKNOWN_KEY });
    const withoutId = (body: string): string => body.replace(/req_[0-9a-f]+/, "");
    expect(withoutId(answer.text)).toBe(withoutId(unknown.text));
    expect(answer.headers.get("www-authenticate")).toBe(unknown.headers.get("www-authenticate"));
  });

  test.each(CLIENTS)("ends $name's attempt instead of sending it round in circles", async (kind) => {
    await expect(kind.connect(service.baseUrl, { "x-api-key": UNKNOWN_KEY })).rejects.toThrow();
  });
});

describe("the protected resource's metadata", () => {
  test("is the same document at both addresses, for anyone", async () => {
    const documents = await Promise.all(
      METADATA_PATHS.map((path) =>
        send({ path, method: "GET", key: null, headers: { origin: "https://any.example" } }),
      ),
    );
    for (const { status, headers, text: body } of documents) {
      expect(status).toBe(200);
      expect(headers.get("content-type")).toBe("application/json");
      expect(headers.get("access-control-allow-origin")).toBe("*");
      expect(JSON.parse(body)).toEqual({
        resource: `${service.baseUrl}/mcp`,
        authorization_servers: [service.baseUrl],
        scopes_supported: ["documents.render", "documents.author"],
        bearer_methods_supported: ["header"],
        resource_name: "Platen",
      });
    }
  });

  test("answers HEAD, preflights and wrong methods", async () => {
    const [path = ""] = METADATA_PATHS;
    expect(await send({ path, method: "HEAD", key: null })).toMatchObject({ status: 200, text: "" });
    const preflight = await send({ path, method: "OPTIONS", key: null, headers: { origin: "https://any.example" } });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("access-control-allow-origin")).toBe("*");
    expect(preflight.headers.get("access-control-allow-headers")).toContain("mcp-protocol-version");
    const wrong = await send({ path });
    expect([wrong.status, wrong.headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
  });
});

describe("pages in a browser", () => {
  test.each([[APP], ["http://localhost:5173"], ["HTTPS://APP.EXAMPLE.COM"]])(
    "call from a listed origin and read the answer: %s",
    async (origin) => {
      const answer = await send({ headers: { origin } });
      expect(answer.status).toBe(200);
      expect(answer.headers.get("access-control-allow-origin")).toBe(origin);
      expect(answer.headers.get("vary")).toBe("Origin");
    },
  );

  test("call from the service's own origin", async () => {
    expect((await send({ headers: { origin: service.baseUrl } })).status).toBe(200);
  });

  test.each([
    ["https://evil.example"],
    ["null"],
    ["https://app.example.com.evil.example"],
    ["https://app.example.com:444"],
    ["http://app.example.com"],
    ["https://forms.example.com"],
    [""],
  ])("are refused from another one, before anything else: %j", async (origin) => {
    for (const init of [{}, { key: null }, { method: "OPTIONS" }, { method: "GET" }, { body: "{" }]) {
      const answer = await send({ ...init, headers: { origin } });
      expect(answer.status).toBe(403);
      expect(answer.headers.has("access-control-allow-origin")).toBe(false);
      expect(JSON.parse(answer.text)).toMatchObject({ code: "origin_not_allowed" });
    }
  });

  test("ask first, without a credential, and are told what they may send", async () => {
    const answer = await send({
      method: "OPTIONS",
      key: null,
      headers: {
        origin: APP,
        "access-control-request-method": "POST",
        "access-control-request-headers": "authorization,content-type,mcp-method,mcp-name,mcp-protocol-version",
      },
    });
    expect([answer.status, answer.text]).toEqual([204, ""]);
    expect(answer.headers.get("access-control-allow-origin")).toBe(APP);
    expect(answer.headers.get("access-control-allow-methods")).toBe("POST");
    expect(answer.headers.has("access-control-allow-credentials")).toBe(false);
    const allowed = answer.headers.get("access-control-allow-headers")?.split(", ");
    for (const name of [
      "authorization",
      "x-api-key",
      "content-type",
      "mcp-protocol-version",
      "mcp-method",
      "mcp-name",
    ]) {
      expect(allowed).toContain(name);
    }
  });

  test("may read the challenge of a 401", async () => {
    const answer = await send({ key: null, headers: { origin: APP } });
    expect(answer.status).toBe(401);
    expect(answer.headers.get("access-control-allow-origin")).toBe(APP);
    expect(answer.headers.get("access-control-expose-headers")).toContain("www-authenticate");
  });
});

describe("the name by which the service is called", () => {
  const named = async (host: string): Promise<string> => {
    const body = list.body;
    const answer = await sendBytes(
      `POST /mcp HTTP/1.1
       ${host}
       x-api-key: ${renderKey}
       content-type: application/json
       accept: application/json, text/event-stream
       content-length: ${Buffer.byteLength(body)}
       connection: close`,
      body,
    );
    return answer.slice(0, answer.indexOf("\r\n"));
  };

  test.each([
    ["127.0.0.1"],
    ["127.0.0.1:1"],
    ["localhost"],
    ["LOCALHOST:8080"],
    ["[::1]"],
    ["[::1]:8080"],
    ["forms.example.com"],
    ["Forms.Example.com:443"],
    ["10.0.0.7:9000"],
    ["[fd00::7]:9000"],
  ])("may be %s", async (host) => {
    expect(await named(`host: ${host}`)).toBe("HTTP/1.1 200 OK");
  });

  test.each([
    ["evil.example"],
    ["127.0.0.1.evil.example"],
    ["localhost.evil.example:8080"],
    ["10.0.0.7"],
    ["10.0.0.7:9001"],
    ["[::2]"],
    ["::1"],
    [""],
  ])("may not be %j", async (host) => {
    expect(await named(`host: ${host}`)).toBe("HTTP/1.1 403 Forbidden");
  });

  test("is asked for, even by HTTP/1.0", async () => {
    const answer = await sendBytes(`POST /mcp HTTP/1.0\nx-api-key: ${renderKey}\ncontent-length: 0`);
    expect(answer).toMatch(/^HTTP\/1\.1 403 Forbidden\r\n/);
  });
});

describe("other methods", () => {
  test.each([["GET"], ["DELETE"], ["PUT"], ["PATCH"], ["HEAD"]])("%s is 405, with or without a key", async (method) => {
    for (const key of [renderKey, null]) {
      const answer = await send({ method, key });
      expect([answer.status, answer.headers.get("allow")]).toEqual([405, "POST, OPTIONS"]);
    }
  });

  test("a session that a client speaks of is none of ours", async () => {
    const answer = await send({ headers: { "mcp-session-id": "stray", "last-event-id": "5" } });
    expect(answer.status).toBe(200);
  });
});

describe("a body", () => {
  test("over the plan's limit is 413, whether its length is announced or not", async () => {
    const body = `${list.body}${" ".repeat(REQUEST_BYTES_MAX)}`;
    const announced = await send({ body });
    expect(announced.status).toBe(413);
    expect(JSON.parse(announced.text)).toMatchObject({ code: "too_large", error: expect.stringContaining("40000") });
    const { host } = new URL(service.baseUrl);
    const chunks = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
    const head = `POST /mcp HTTP/1.1\nhost: ${host}\nx-api-key: ${renderKey}\nconnection: close`;
    expect(await sendBytes(`${head}\ntransfer-encoding: chunked`, chunks)).toMatch(/^HTTP\/1\.1 413 /);
  });

  test("up to the plan's limit passes", async () => {
    const body = list.body.padEnd(REQUEST_BYTES_MAX, " ");
    expect((await send({ body })).status).toBe(200);
  });

  const malformed: readonly [string, string | Uint8Array<ArrayBuffer>, number, number][] = [
    ["nothing", "", 400, -32700],
    ["half a message", list.body.slice(0, -1), 400, -32700],
    ["no UTF-8", Uint8Array.of(0x22, 0xff, 0x22), 400, -32700],
    ["no message", "5", 400, -32600],
    ["null", "null", 400, -32600],
    ["no version", '{"method":"tools/list"}', 400, -32600],
    ["an empty batch", "[]", 400, -32600],
    ["a batch with something else in it", `[${list.body},5]`, 400, -32600],
    ["a batch in which two calls can't be told apart", `[${list.body},${list.body}]`, 400, -32600],
    ["nothing but depth", "[".repeat(REQUEST_BYTES_MAX), 400, -32700],
    ["depth", "[".repeat(9_000) + "]".repeat(9_000), 400, -32700],
  ];

  test.each(malformed)("that is %s is answered as JSON-RPC says", async (_title, body, status, code) => {
    const answer = await send({ body });
    expect(answer.status).toBe(status);
    expect(answer.headers.get("content-type")).toBe("application/json");
    expect(JSON.parse(answer.text)).toMatchObject({ jsonrpc: "2.0", id: null, error: { code } });
  });

  test.each([
    [{ "content-type": "text/plain" }, 415],
    [{ "content-type": "application/x-www-form-urlencoded" }, 415],
    [{ accept: "application/json" }, 406],
    [{ "content-type": "application/json; charset=utf-8" }, 200],
  ] as const)("that comes with %j is %i", async (headers, status) => {
    expect((await send({ headers })).status).toBe(status);
  });

  test("that is compressed is 415", async () => {
    const body = new Uint8Array(gzipSync(list.body));
    const answer = await send({ body, headers: { "content-encoding": "gzip" } });
    expect(answer.status).toBe(415);
    expect(JSON.parse(answer.text)).toMatchObject({ code: "unsupported_media_type" });
  });

  test("holds at most twenty messages", async () => {
    const batch = (count: number): string =>
      `[${Array.from({ length: count }, (_, id) => requestOf("legacy", "ping", "{}", String(id)).body).join(",")}]`;
    const most = await send({ body: batch(20) });
    expect(most.status).toBe(200);
    expect(answersIn(most.text)).toHaveLength(20);
    const more = await send({ body: batch(21) });
    expect(more.status).toBe(413);
    expect(JSON.parse(more.text)).toMatchObject({ code: "too_large" });
  });

  test("is accepted without an answer where it only notifies", async () => {
    const body = '{"jsonrpc":"2.0","method":"notifications/initialized"}';
    expect(await send({ body })).toMatchObject({ status: 202, text: "" });
  });
});

describe("what the protocol has and this endpoint lacks", () => {
  test.each(ERAS)("is an unknown method (%s era)", async (era) => {
    for (const method of ["prompts/list", "completion/complete", "no/such"]) {
      const { headers, body } = requestOf(era, method);
      const answer = await send({ headers, body });
      expect(answersIn(answer.text)[0]?.error?.code).toBe(-32601);
    }
  });

  test.each([["2024-11-05"], ["2025-03-26"], ["2025-06-18"], ["2025-11-25"]])(
    "a session: clients of %s begin without one",
    async (protocolVersion) => {
      const params = { protocolVersion, capabilities: {}, clientInfo: { name: "test", version: "0" } };
      const { body } = requestOf("legacy", "initialize", JSON.stringify(params));
      const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" };
      const answer = await send({ headers, body });
      expect(answersIn(answer.text)[0]?.result).toMatchObject({
        protocolVersion,
        capabilities: { tools: {} },
        serverInfo: { name: "platen" },
      });
    },
  );

  test("a subscription ends at once: there is nothing to hear of", async () => {
    const { headers, body } = requestOf(
      "modern",
      "subscriptions/listen",
      '{"notifications":{"toolsListChanged":true}}',
    );
    const answer = await send({ headers, body });
    expect(answer.status).toBe(200);
    expect(answer.text).toContain('"notifications":{}');
    expect(answersIn(answer.text).at(-1)?.result).toMatchObject({ resultType: "complete" });
  });

  test("the greeting names the service and nothing that a credential may not see", async () => {
    const { headers, body } = requestOf("modern", "server/discover");
    const answers = await Promise.all(
      [renderKey, service.demo().dataWriteKey].map(
        async (key) => answersIn((await send({ headers, body, key })).text)[0],
      ),
    );
    // A render key has the form of open_form to read, a data-write key nothing.
    const [render, data] = answers.map((answer) => answer?.result);
    expect(render).toMatchObject({ supportedVersions: ["2026-07-28"], capabilities: { tools: {}, resources: {} } });
    expect(data).toEqual({ ...render, capabilities: { tools: {} } });
    expect(JSON.stringify(answers)).not.toMatch(/list_documents|render_document|put_dataset_rows/);
  });

  test("a header that contradicts the body is refused", async () => {
    const { headers, body } = requestOf("modern", "tools/call", '{"name":"list_documents"}');
    const answer = await send({ headers: { ...headers, "mcp-name": "render_document" }, body });
    expect(answer.status).toBe(400);
    expect(answersIn(answer.text)[0]?.error?.code).toBe(-32020);
  });
});

describe("HTTP/2", () => {
  const http2 = async (
    fields: Readonly<Record<string, string>>,
    body: string,
  ): Promise<{ status: unknown; headers: Readonly<Record<string, unknown>>; text: string }> => {
    const session = connectHttp2(service.baseUrl);
    try {
      const request = { ":method": "POST", ":path": "/mcp", "x-api-key": renderKey, ...fields };
      const stream = session.request(request, { endStream: body === "" });
      const answer = Promise.withResolvers<Readonly<Record<string, unknown>>>();
      stream.once("response", answer.resolve).once("error", answer.reject);
      if (body !== "") stream.end(body);
      const headers = await answer.promise;
      return { status: headers[":status"], headers, text: await text(stream) };
    } finally {
      session.close();
    }
  };

  test.each(ERAS)("carries tool calls (%s era)", async (era) => {
    const { headers, body } = requestOf(era, "tools/call", '{"name":"list_documents"}');
    const answer = await http2(headers, body);
    expect(answer.status).toBe(200);
    expect(answer.headers["x-request-id"]).toMatch(/^req_/);
    expect(answersIn(answer.text)[0]?.result?.["content"]).toEqual([
      { type: "text", text: expect.stringContaining("請求書") },
    ]);
  });

  test("knows guards, challenge, methods and limits", async () => {
    const refused: readonly [Readonly<Record<string, string>>, string, number][] = [
      [{ ":authority": "evil.example" }, list.body, 403],
      [{ origin: "https://evil.example" }, list.body, 403],
      [{ "x-api-key": UNKNOWN_KEY }, list.body, 401],
      [{ ":method": "DELETE" }, "", 405],
      [{ ":method": "OPTIONS", origin: APP }, "", 204],
      [{}, " ".repeat(REQUEST_BYTES_MAX * 4), 413],
      [{}, "{", 400],
    ];
    for (const [fields, body, status] of refused) {
      expect(await http2({ ...list.headers, ...fields }, body)).toMatchObject({ status });
    }
  });
});

test("mistakes of clients leave nothing in the log", () => {
  expect(service.process.output.stderr()).toBe("");
});

test.each(ERAS)("a tool call with null for its arguments is one without them, in the %s era", async (era) => {
  const ask = async (params: string): Promise<unknown> => {
    const { headers, body } = requestOf(era, "tools/call", params);
    const [said] = answersIn((await send({ headers, body })).text);
    return said?.result;
  };
  const without = await ask('{"name":"list_documents"}');
  expect(without).toHaveProperty("structuredContent");
  expect(await ask('{"name":"list_documents","arguments":null}')).toEqual(without);
});

describe("a tool call that is not one", () => {
  const given = (kind: string) =>
    `Invalid params: \`arguments\` is an object with the tool's inputs by name, {} where there are none; ${kind} came.`;
  const named = "Invalid params: a tool call names its tool in `name`, as a text.";
  const PARAMS: readonly (readonly [string, string])[] = [
    ['{"name":"list_documents","arguments":[]}', given("a list")],
    ['{"name":"list_documents","arguments":"{}"}', given("a text")],
    ['{"name":"list_documents","arguments":1}', given("a number")],
    ['{"name":"list_documents","arguments":true}', given("a boolean")],
    ['{"arguments":{}}', named],
    ['{"name":1,"arguments":[]}', named],
  ];

  describe.each(ERAS)("in the %s era", (era) => {
    test.each(PARAMS)("is an error of its params, in one sentence: %s", async (params, message) => {
      const { headers, body } = requestOf(era, "tools/call", params);
      const answer = await send({ headers, body });
      // In the modern era the name stands in a header too, whose absence is what is told first.
      if (era === "modern" && message === named) {
        const [said] = answersIn(answer.text);
        expect([answer.status, said?.error?.message]).toEqual([400, expect.stringMatching(/^[^\n]+$/)]);
        return;
      }
      expect([answer.status, answersIn(answer.text)]).toEqual([
        200,
        [{ jsonrpc: "2.0", id: 1, error: { code: -32_602, message } }],
      ]);
    });

    test("and one with no arguments is one", async () => {
      const { headers, body } = requestOf(era, "tools/call", '{"name":"list_documents"}');
      expect(answersIn((await send({ headers, body })).text)[0]?.error).toBeUndefined();
    });
  });

  test("is refused alone in a batch", async () => {
    const call = (id: number, args: string) => requestOf("legacy", "tools/call", args, String(id)).body;
    const [wrong, right] = ['{"name":"list_documents","arguments":[]}', '{"name":"list_documents","arguments":{}}'];
    const answers = answersIn((await send({ body: `[${call(1, wrong)},${call(2, right)}]` })).text);
    const byId = new Map(answers.map((answer) => [answer.id, answer]));
    expect(byId.get(1)?.error?.message).toBe(given("a list"));
    expect(byId.get(2)?.error).toBeUndefined();
  });
});
