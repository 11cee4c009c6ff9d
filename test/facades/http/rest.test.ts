import http from "node:http";
import { create, type DescMethod, type JsonObject, type JsonValue, type Message, toJson } from "@bufbuild/protobuf";
import { reflect } from "@bufbuild/protobuf/reflect";
import { createRouterTransport } from "@connectrpc/connect";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Admit, catalogueOf, INTERNAL_HEADERS, isUnary, platenError } from "../../../src/core/methods/index.ts";
import { restHandler } from "../../../src/facades/http/index.ts";
import { openApiOf } from "../../../src/facades/openapi/index.ts";
import { createServer, type Server } from "../../../src/facades/rpc/index.ts";
import { fixtureDefinition } from "../../support/fixture/definition.ts";
import { answerChecker } from "../../support/openapi-answers.ts";

const MAX_BYTES = 1000;
const { definition, service } = fixtureDefinition();
const catalogue = catalogueOf(definition);
const check = answerChecker(openApiOf(catalogue, { version: "1", baseUrl: "https://forms.example.jp" }));
const calls: { method: string; request: JsonObject; headers: Headers }[] = [];

/** Admits whoever brings a key, but nobody to the forbidden shelf. */
const admit: Admit = async ({ headers, pathFields }) => {
  if (!headers.has("x-api-key")) throw platenError("unauthenticated", "Bring a key.");
  if (pathFields.get("shelf") === "forbidden") throw platenError("not_found", "There is no such shelf.");
  const answerHeaders = new Headers({ "ratelimit-remaining": "7" });
  return { token: "granted", maxRequestBytes: MAX_BYTES, headers: answerHeaders };
};

/** Answers what it was asked, in the shape of the method's response. */
function answerTo(method: DescMethod, request: Message): Message {
  const asked = reflect(method.input, request);
  const read = (name: string): unknown => {
    const field = method.input.fields.find((one) => one.name === name);
    return field === undefined ? undefined : asked.get(field);
  };
  const text = (name: string): string => new TextDecoder().decode(read(name) as Uint8Array);
  switch (method.name) {
    case "GetBook": {
      if (read("book_id") === "missing") throw platenError("rate_limited", "Slower.", { retryAfterSeconds: 9 });
      const id = read("name") === "" ? read("book_id") : read("name");
      return create(method.output, {
        book: { id, title: `for ${read("reader")}`, pages: 3 },
        shelf: read("shelf"),
      } as Record<string, unknown>);
    }
    case "ArchiveBook":
      return create(method.output, {
        reason: read("reason"),
        dataText: text("data_json"),
        rowsText: text("rows_json"),
        book: { ...(read("book") as { message: Message }).message, pages: 3 },
      } as Record<string, unknown>);
    case "UpdateBook":
      return create(method.output, {
        book: (read("book") as { message: Message }).message,
        notified: read("notify"),
      } as Record<string, unknown>);
    case "PutCover": {
      const cover = (read("cover") as { message: Message & { contentType: string; data: Uint8Array } }).message;
      return create(method.output, { contentType: cover.contentType, data: cover.data } as Record<string, unknown>);
    }
    default:
      return create(method.output);
  }
}

let server: Server;
let port = 0;

beforeAll(async () => {
  const transport = createRouterTransport((router) => {
    for (const method of service.methods.filter(isUnary)) {
      router.rpc(method, (request, context) => {
        const json = toJson(method.input, request) as JsonObject;
        calls.push({ method: method.name, request: json, headers: context.requestHeader });
        return answerTo(method, request);
      });
    }
  });
  server = createServer({ handlers: [restHandler({ catalogue, transport, admit })] });
  port = await server.listen({ host: "127.0.0.1", port: 0 });
});
afterAll(() => server.close(0));

interface Reply {
  status: number;
  headers: Headers;
  text: string;
  json: () => JsonObject;
}

async function ask(target: string, init: RequestInit = {}): Promise<Reply> {
  calls.length = 0;
  const [verb = "GET", path = "/"] = target.split(" ");
  const headers = { "x-api-key": "k", ...(init.headers as Record<string, string>) };
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { ...init, method: verb, headers });
  const text = await response.text();
  // Whatever is asked below, the answer is one that the document foresees.
  const answer = { status: response.status, headers: response.headers, body: text };
  expect(check(verb, path.split("?", 1)[0] ?? "", answer)).toEqual([]);
  return { status: response.status, headers: response.headers, text, json: () => JSON.parse(text) as JsonObject };
}

function json(value: JsonValue | string): RequestInit {
  const body = typeof value === "string" ? value : JSON.stringify(value);
  return { body, headers: { "content-type": "application/json" } };
}

describe("requests become messages", () => {
  const table: [string, RequestInit, string, JsonObject][] = [
    ["GET /v1/shelves/s1/books/b1", {}, "GetBook", { shelf: "s1", bookId: "b1" }],
    ["GET /v1/shelves/a%2Fb/books/%E6%9C%AC", {}, "GetBook", { shelf: "a/b", bookId: "本" }],
    [
      "GET /v1/shelves/s/books/b",
      { headers: { "x-reader": "Aki" } },
      "GetBook",
      { shelf: "s", bookId: "b", reader: "Aki" },
    ],
    ["GET /v1/names/n/books/a/b%2Fc", {}, "GetBook", { name: "names/n/books/a/b%2Fc" }], // an additional binding
    ["GET /v1/shelves/s/books/b?name=x", {}, "GetBook", { shelf: "s", bookId: "b", name: "x" }],
    ["GET /v1/books", {}, "ListBooks", {}],
    ["GET /v1/books?", {}, "ListBooks", {}],
    ["GET /v1/books?tags=a&tags=b+c&tags=%25", {}, "ListBooks", { tags: ["a", "b c", "%"] }],
    ["GET /v1/books?filter.author=X&filter.lent=true", {}, "ListBooks", { filter: { author: "X", lent: true } }],
    ["GET /v1/books?pageSize=5", {}, "ListBooks", { pageSize: 5 }],
    ["POST /v1/books/b1:archive", json({ reason: "old" }), "ArchiveBook", { book: { id: "b1" }, reason: "old" }],
    ["POST /v1/books/b1:archive", json({ book: { title: "T" } }), "ArchiveBook", { book: { id: "b1", title: "T" } }],
    ["POST /v1/books/b1:archive", json({ book: { id: "other" } }), "ArchiveBook", { book: { id: "b1" } }],
    [
      "PATCH /v1/books/b1?notify=true",
      json({ title: "T", pages: 2 }),
      "UpdateBook",
      { bookId: "b1", book: { title: "T", pages: 2 }, notify: true },
    ],
  ];
  it.each(table)("%s", async (target, init, method, request) => {
    const { status } = await ask(target, init);
    expect(status).toBe(200);
    expect(calls).toMatchObject([{ method, request }]);
  });

  it.each(["identity", "Identity", "identity, identity", ""])("takes a body whose encoding is %j", async (encoding) => {
    const init = json({ reason: "old" });
    const headers = { ...(init.headers as Record<string, string>), "content-encoding": encoding };
    expect((await ask("POST /v1/books/b1:archive", { ...init, headers })).status).toBe(200);
  });

  it("hands payload text on as it was written", async () => {
    const data = '{"rate":0.0825,  "amount":123456789012345678901234567890.10}';
    const reply = await ask("POST /v1/books/b1:archive", json(`{"data":${data},"rows":[{"n":1.0}]}`));
    expect(reply.json()).toMatchObject({ dataText: data, rowsText: '[{"n":1.0}]' });
  });

  it("passes on what the edge knows, the token of admission, and nothing that a client made up", async () => {
    await ask("GET /v1/books", { headers: { "x-platen-admission": "mine", "x-other": "1", cookie: "c" } });
    const headers = calls[0]?.headers;
    expect(headers?.get(INTERNAL_HEADERS.admission)).toBe("granted");
    expect(headers?.get(INTERNAL_HEADERS.door)).toBe("rest");
    expect(headers?.get(INTERNAL_HEADERS.remoteAddress)).toBe("127.0.0.1");
    expect(headers?.has("x-other")).toBe(false);
    expect(headers?.has("cookie")).toBe(false);
  });
});

describe("messages become answers", () => {
  it("takes the body from the response field and headers from header fields", async () => {
    const reply = await ask("GET /v1/shelves/s1/books/b1");
    expect(reply.headers.get("content-type")).toBe("application/json");
    expect(reply.headers.get("x-shelf")).toBe("s1");
    expect(reply.headers.get("ratelimit-remaining")).toBe("7");
    expect(reply.headers.get("x-request-id")).toMatch(/^req_/);
    expect(reply.json()).toEqual({ id: "b1", title: "for ", lent: false, borrower: null, pages: 3 });
  });

  it("writes a whole message with its empty lists", async () => {
    expect((await ask("GET /v1/books")).json()).toEqual({ books: [] });
  });

  it("answers an HttpBody as the bytes that it is", async () => {
    const reply = await ask("PUT /v1/books/b/cover", {
      body: "\u0001picture",
      headers: { "content-type": "image/x-test" },
    });
    expect(reply.headers.get("content-type")).toBe("image/x-test");
    expect(reply.text).toBe("\u0001picture");
  });
});

describe("refusals, in the order of checks", () => {
  const noKey = { "x-api-key": "" };
  const table: [string, string, RequestInit, number, string, string][] = [
    [
      "an unknown path before a missing key",
      "GET /v1/nothing",
      { headers: noKey },
      404,
      "not_found",
      "nothing at this path",
    ],
    ["an unknown path below a known one", "GET /v1/books/", {}, 404, "not_found", "nothing at this path"],
    ["the prefix itself", "GET /v1", {}, 404, "not_found", "nothing at this path"],
    [
      "an operator's method",
      "POST /library.v1.LibraryService/CountBooks",
      json({}),
      404,
      "not_found",
      "nothing at this path",
    ],
    ["another verb", "DELETE /v1/books/b1", {}, 405, "method_not_allowed", "takes PATCH only"],
    [
      "admission before the body's type",
      "GET /v1/shelves/forbidden/books/b?x=1",
      {},
      404,
      "not_found",
      "no such shelf",
    ],
    [
      "a size before a type",
      "POST /v1/books/b:archive",
      { body: "x".repeat(MAX_BYTES + 1) },
      413,
      "too_large",
      "1000 bytes that the plan allows. Send less data.",
    ],
    [
      "a missing type",
      "POST /v1/books/b:archive",
      { body: new Uint8Array([123]) },
      415,
      "unsupported_media_type",
      "application/json",
    ],
    [
      "another type before malformed JSON",
      "POST /v1/books/b:archive",
      { body: "{" },
      415,
      "unsupported_media_type",
      "application/json",
    ],
    [
      "another charset",
      "POST /v1/books/b:archive",
      { body: "{}", headers: { "content-type": "application/json; charset=shift_jis" } },
      415,
      "unsupported_media_type",
      "must be UTF-8, and content-type names charset=shift_jis",
    ],
    [
      "a compressed body",
      "POST /v1/books/b:archive",
      { body: "{}", headers: { "content-type": "application/json", "content-encoding": "gzip" } },
      415,
      "unsupported_media_type",
      "compressed",
    ],
    ["no body", "POST /v1/books/b:archive", {}, 400, "invalid_argument", "The body is empty"],
    ["malformed JSON", "POST /v1/books/b:archive", json('{"reason": }'), 400, "invalid_argument", "line 1, column 12"],
    ["an unknown member", "POST /v1/books/b:archive", json({ other: 1 }), 400, "invalid_argument", "no member 'other'"],
    [
      "a query beside a whole body",
      "POST /v1/books/b:archive?reason=x",
      json({}),
      400,
      "invalid_argument",
      "no query member 'reason'",
    ],
    [
      "an unknown query member",
      "GET /v1/books?other=1",
      {},
      400,
      "invalid_argument",
      "There is no query member 'other' here; it takes tags, filter, pageSize.",
    ],
    [
      "a query member by its proto name",
      "GET /v1/books?page_size=1",
      {},
      400,
      "invalid_argument",
      "no query member 'page_size'",
    ],
    [
      "a query member that is a header",
      "GET /v1/shelves/s/books/b?reader=x",
      {},
      400,
      "invalid_argument",
      "no query member 'reader'",
    ],
    [
      "a query member that the path gives",
      "GET /v1/shelves/s/books/b?shelf=x",
      {},
      400,
      "invalid_argument",
      "no query member 'shelf'",
    ],
    ["a message as a query member", "GET /v1/books?filter=x", {}, 400, "invalid_argument", "no query member 'filter'"],
    [
      "a doubled query member",
      "GET /v1/books?pageSize=1&pageSize=2",
      {},
      400,
      "invalid_argument",
      "'pageSize' stands twice",
    ],
    ["a query member of another type", "GET /v1/books?pageSize=x", {}, 400, "invalid_argument", "must be an integer"],
    ["a number out of range", "GET /v1/books?pageSize=99999999999", {}, 400, "invalid_argument", "must be an integer"],
    ["a refusal of the service", "GET /v1/shelves/s/books/missing", {}, 429, "rate_limited", "Slower"],
  ];
  it.each(table)("%s", async (_, target, init, status, code, sentence) => {
    const reply = await ask(target, init);
    expect(reply.status).toBe(status);
    const body = reply.json();
    expect(Object.keys(body)).toEqual(["error", "code", "requestId"]);
    expect(body["code"]).toBe(code);
    expect(body["error"]).toContain(sentence);
    expect(body["requestId"]).toBe(reply.headers.get("x-request-id"));
  });

  it("names what is allowed, what to wait and how to bring a credential", async () => {
    expect((await ask("DELETE /v1/books/b1")).headers.get("allow")).toBe("PATCH, OPTIONS");
    const limited = await ask("GET /v1/shelves/s/books/missing");
    expect(limited.headers.get("retry-after")).toBe("9");
    expect(limited.headers.get("ratelimit-remaining")).toBe("7");
    const response = await fetch(`http://127.0.0.1:${port}/v1/books/b:archive`, { method: "POST", body: "{" });
    expect(response.status).toBe(401);
    expect(response.headers.get("www-authenticate")).toBe('Bearer realm="platen"');
  });

  it("stops reading a body without an announced size at the limit", async () => {
    const status = await new Promise<number>((resolve, reject) => {
      const headers = { "x-api-key": "k", "content-type": "application/json" };
      const request = http.request({ host: "127.0.0.1", port, method: "POST", path: "/v1/books/b:archive", headers });
      request.on("response", (response) => {
        resolve(response.statusCode ?? 0);
        request.destroy();
      });
      request.on("error", reject);
      request.write("x".repeat(MAX_BYTES));
      request.write("x".repeat(MAX_BYTES));
    });
    expect(status).toBe(413);
  });
});
