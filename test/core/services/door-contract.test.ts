// Every status that the OpenAPI document promises of an operation, provoked, and the same code and words at every door:
// REST, Connect and gRPC, and tools.
import { ConnectError, createClient, type Transport } from "@connectrpc/connect";
import { createConnectTransport, createGrpcTransport } from "@connectrpc/connect-node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { AccountService } from "../../../gen/platen/v1/account_pb.ts";
import { ErrorDetailSchema } from "../../../gen/platen/v1/error_pb.ts";
import { ERROR_CODES, encodeMessage, isUnary, type Method, platenMethods } from "../../../src/core/methods/index.ts";
import { openApiOf } from "../../../src/facades/openapi/index.ts";
import { answersIn, requestOf } from "../../facades/mcp/clients.ts";
import { ONE_DATABASE, type TestDatabase } from "../../support/databases.ts";
import { foreseen, type HttpBench } from "./http-bench.ts";
import { RATIO, type ServiceBench, serviceBench } from "./service-bench.ts";
import { openSites, type Site, type Sites } from "./sites.ts";

type Json = Readonly<Record<string, unknown>>;
type Sent = Readonly<Record<string, string>>;

interface Scenario {
  readonly method: string;
  readonly code: keyof typeof ERROR_CODES;
  /** The request's JSON form; REST takes the path's and the query's part out of it. */
  readonly message: Json;
  readonly key?: string | null;
  /** A header over REST, a field of the message elsewhere. */
  readonly idempotencyKey?: string;
  readonly site?: Site;
}

const NOBODY = `pk_${"0".repeat(12)}_${"0".repeat(52)}`;
const DATA = { items: [{ part: 1, whole: 2 }] };

/** A form whose line has room for a short name only. */
const TIGHT = `rpt 1
document tight name="狭い"
field name string(200) example="山田"
page A5 portrait margin=10mm {
  body {
    plate h=6mm {
      text (name) x=0mm y=0mm w=20mm h=6mm
    }
  }
}
`;
const LONG_NAME = { name: "株式会社".repeat(20) };

/** A plugin whose formats any form can be written in, or none. */
const EXPORTERS = new URL("../engine/plugins/unruly.ts", import.meta.url).href;

interface Facts {
  readonly canvasId: string;
  readonly otherCanvasId: string;
  readonly tightCanvasId: string;
  readonly renderId: string;
  readonly freeKey: string;
}

/** The requests of one operation: what every keyed one can be told, and what is its own. */
function scenariosOf({ canvasId, otherCanvasId, tightCanvasId, renderId, freeKey }: Facts): readonly Scenario[] {
  const good: Readonly<Record<string, Json>> = {
    ListCanvases: {},
    GetCanvasSchema: { canvasId },
    RenderCanvas: { canvasId, data: DATA, options: { store: true } },
    ListRenders: {},
    GetRender: { renderId },
    GetRenderPdf: { renderId },
    GetUsage: {},
  };
  const keyed = Object.entries(good).flatMap(([method, message]): Scenario[] => [
    { method, message, code: "unauthenticated", key: null },
    { method, message, code: "not_found", key: NOBODY },
    { method, message, code: "quota_exceeded", key: freeKey },
    { method, message, code: "rate_limited", site: "hurried" },
    { method, message, code: "unavailable", site: "no database" },
    { method, message, code: "internal", site: "mistaken" },
    { method, message: { ...message, nonsense: "1" }, code: "invalid_argument" },
  ]);
  const render = (more: Omit<Scenario, "method" | "message">, message: Json): Scenario => ({
    method: "RenderCanvas",
    message: { canvasId, ...message },
    ...more,
  });
  const none = "0".repeat(26);
  return [
    ...keyed,
    { method: "GetHealth", message: { nonsense: "1" }, code: "invalid_argument", key: null },
    { method: "ListCanvases", message: { pageToken: "abc" }, code: "invalid_argument" },
    { method: "ListCanvases", message: { pageSize: 101 }, code: "invalid_argument" },
    { method: "ListRenders", message: { pageToken: "abc" }, code: "invalid_argument" },
    { method: "GetCanvasSchema", message: { canvasId: `cnv_${none}` }, code: "not_found" },
    { method: "GetRender", message: { renderId: `rnd_${none}` }, code: "not_found" },
    { method: "GetRenderPdf", message: { renderId: `rnd_${none}` }, code: "not_found" },
    { method: "GetRenderPdf", message: { renderId }, code: "unavailable", site: "no store" },
    render({ code: "not_found" }, { canvasId: `cnv_${none}`, data: DATA }),
    render({ code: "data_contract_violation" }, { data: { items: [{ part: "x" }] } }),
    render({ code: "data_contract_violation" }, { dataList: [DATA, { items: [] }] }),
    render({ code: "document_refused" }, { canvasId: tightCanvasId, data: LONG_NAME, options: { onMisfit: "refuse" } }),
    render({ code: "invalid_argument" }, {}),
    render({ code: "invalid_argument" }, { data: DATA, options: { createdAt: "2026-02-30T00:00:00Z" } }),
    render({ code: "invalid_argument" }, { data: DATA, options: { password: "x" } }),
    render(
      { code: "idempotency_conflict", idempotencyKey: "used" },
      {
        canvasId: otherCanvasId,
        data: DATA,
      },
    ),
    render({ code: "too_large" }, { dataList: Array.from({ length: 101 }, () => DATA) }),
    render({ code: "quota_exceeded", site: "spent" }, { data: DATA }),
    render({ code: "render_budget_exceeded", site: "impatient" }, { data: DATA }),
    render({ code: "unavailable", site: "no store" }, { data: DATA, options: { store: true } }),
  ];
}

describe("what the document promises", () => {
  let database: TestDatabase;
  let bench: ServiceBench;
  let facts: Facts;
  let otherKey: string;
  let sites: Sites;

  beforeAll(async () => {
    database = await ONE_DATABASE.open();
    bench = await serviceBench(database, { profiles: [EXPORTERS] });
    const canvasId = await bench.publish(RATIO, "割合");
    const otherCanvasId = await bench.publish(RATIO.replace("document ratio", "document other"), "別の割合");
    const rendered = await bench.render(canvasId, DATA, { store: true });
    if (rendered.kind !== "rendered") throw new Error(rendered.detail.error);
    const account = createClient(AccountService, bench.operator);
    const { organization } = await account.createOrganization({ name: "無料商店", plan: "free" });
    const freeKey = await bench.key("render", organization?.id ?? "");
    const { organization: other } = await account.createOrganization({ name: "向こう商店", plan: "starter" });
    otherKey = await bench.key("render", other?.id ?? "");
    const tightCanvasId = await bench.publish(TIGHT, "狭い");
    facts = { canvasId, otherCanvasId, tightCanvasId, renderId: rendered.renderId, freeKey };
    sites = await openSites(bench);
    const used = { "idempotency-key": "used", "x-api-key": bench.renderKey };
    expect((await siteOf("usual").print(canvasId, { data: DATA }, used)).status).toBe(200);
  });
  afterAll(async () => {
    await sites[Symbol.asyncDispose]();
    await bench[Symbol.asyncDispose]();
    await database[Symbol.asyncDispose]();
  });

  const siteOf = (name: Site): HttpBench => sites.at(name);

  test("is said in the same code and words over REST, Connect and gRPC", async () => {
    for (const scenario of scenariosOf(facts)) {
      const { baseUrl } = siteOf(scenario.site ?? "usual");
      const key = scenario.key === undefined ? bench.renderKey : scenario.key;
      const headers: Sent = key === null ? {} : { "x-api-key": key };
      const { idempotencyKey } = scenario;
      const [retryHeaders, retryFields] =
        idempotencyKey === undefined ? [{}, {}] : [{ "idempotency-key": idempotencyKey }, { idempotencyKey }];
      const method = methodNamed(scenario.method);
      const title = `${scenario.method} ${scenario.code} ${JSON.stringify(scenario.message).slice(0, 80)}`;
      const rest = await askRest(baseUrl, method, scenario.message, { ...headers, ...retryHeaders });
      expect(rest, title).toMatchObject({ status: ERROR_CODES[scenario.code].status, body: { code: scenario.code } });
      // What no message has a place for can't be sent over gRPC, and each door names it in its own words.
      if ("nonsense" in scenario.message) {
        const { body } = await askConnectJson(baseUrl, method, scenario.message, headers);
        expect(body, title).toMatchObject({ code: "invalid_argument" });
        continue;
      }
      for (const transport of [
        createConnectTransport({ baseUrl, httpVersion: "1.1" }),
        createGrpcTransport({ baseUrl }),
      ]) {
        const told = await askRpc(transport, method, { ...scenario.message, ...retryFields }, headers);
        // How long to wait depends on when one asks.
        expect(withoutSeconds(told), title).toEqual(withoutSeconds(rest.body));
      }
    }
  });

  test("an export, which only Connect and gRPC have, is told in the same words by both", async () => {
    const { canvasId: document, freeKey } = facts;
    const asked: readonly (readonly [keyof typeof ERROR_CODES, Json, Site?, (string | null)?])[] = [
      ["unauthenticated", {}, "usual", null],
      ["not_found", {}, "usual", NOBODY],
      ["not_found", {}, "usual", otherKey],
      ["quota_exceeded", {}, "usual", freeKey],
      ["rate_limited", {}, "hurried"],
      ["unavailable", {}, "no database"],
      ["invalid_argument", { format: "no such format" }],
      ["invalid_argument", { format: "" }],
      ["not_found", { document: "no such document" }],
      ["data_contract_violation", { data: { items: [{ part: "x" }] } }],
      ["document_refused", { format: "nothing" }],
      ["render_budget_exceeded", { format: "endless" }, "impatient"],
    ];
    const method = methodNamed("ExportDocument");
    for (const [code, more, site = "usual", key = bench.renderKey] of asked) {
      const { baseUrl } = siteOf(site);
      const headers: Sent = key === null ? {} : { "x-api-key": key };
      const message = { document, format: "words", data: DATA, ...more };
      const [connect, grpc] = [
        await askRpc(createConnectTransport({ baseUrl, httpVersion: "1.1" }), method, message, headers),
        await askRpc(createGrpcTransport({ baseUrl }), method, message, headers),
      ];
      expect(connect, JSON.stringify(more)).toMatchObject({ code });
      expect(grpc).toEqual(connect);
    }
  });

  test.each([
    ["the month's records are spent", "spent", () => bench.renderKey],
    ["the plan has no API access", "usual", () => facts.freeKey],
    ["the minute's requests are spent", "hurried", () => bench.renderKey],
    ["the canvas is out of the key's scope", "usual", () => otherKey],
    ["the database is away", "no database", () => bench.renderKey],
    ["the storage is away", "no store", () => bench.renderKey],
    ["the render takes too long", "impatient", () => bench.renderKey],
  ] as const)("is said by tools with REST's status and code where %s", async (_title, site, key) => {
    const { baseUrl } = siteOf(site);
    const headers = { "x-api-key": key() };
    const message = { canvasId: facts.canvasId, data: DATA, options: { store: true } };
    const rest = await askRest(baseUrl, methodNamed("RenderCanvas"), message, headers);
    expect(rest.status).toBeGreaterThanOrEqual(400);
    const { canvasId: document, data } = message;
    const call = requestOf(
      "modern",
      "tools/call",
      JSON.stringify({ name: "render_document", arguments: { document, data } }),
    );
    const answer = await fetch(`${baseUrl}/mcp`, {
      method: "POST",
      headers: { ...call.headers, ...headers },
      body: call.body,
    });
    const text = await answer.text();
    // Where not even the credential can be looked up there is no tool that could answer: HTTP does.
    const said = answer.status === 200 ? errorIn(text) : { status: answer.status, ...(JSON.parse(text) as Json) };
    expect(said).toMatchObject({ status: rest.status, code: rest.body["code"] });
    // A tool finds documents by title too, and says so; how long to wait depends on when one asks.
    const [own, other] = [said, rest.body].map((one) => String((one as Json)["error"]).replace(/ \d+ seconds/, ""));
    if (rest.status === 404) expect(own).toMatch(/^No published document matches '.*'\. Call list_documents /);
    else expect(own).toBe(other);
  });

  test.each(["text/plain", "application/x-www-form-urlencoded", "application/grpc+thrift"])(
    "is said of a body of the type %s at every path that takes one",
    async (type) => {
      const { baseUrl } = siteOf("usual");
      const headers = { "x-api-key": bench.renderKey, "content-type": type };
      for (const method of typedMethods()) {
        const [binding] = method.bindings;
        const path = (binding?.template.source ?? "").replace("{canvas_id}", facts.canvasId);
        const ask = (target: string) => fetch(`${baseUrl}${target}`, { method: "POST", headers, body: "{}" });
        const [rest, rpc] = [await ask(path), await ask(method.rpcPath)];
        expect([rest.status, rpc.status]).toEqual([415, 415]);
        expect(await rest.json()).toMatchObject({ code: "unsupported_media_type" });
        expect(await rpc.json()).toMatchObject({ details: [{ debug: { code: "unsupported_media_type" } }] });
      }
    },
  );

  test("is said of a part that a file does not have", async () => {
    const { baseUrl } = siteOf("usual");
    const headers = { "x-api-key": bench.renderKey, range: "bytes=999999999-" };
    const answer = await fetch(`${baseUrl}/v1/renders/${facts.renderId}/pdf`, { headers });
    expect([answer.status, answer.headers.get("content-range")]).toEqual([
      416,
      expect.stringMatching(/^bytes \*\/\d+$/),
    ]);
    expect(await answer.json()).toMatchObject({ code: "range_not_satisfiable" });
  });

  test("is provoked, all of it", () => {
    const provoked = new Set([
      ...scenariosOf(facts).map(({ method, code }) => `${methodNamed(method).name} ${ERROR_CODES[code].status}`),
      ...typedMethods().map(({ name }) => `${name} 415`),
      `${methodNamed("GetRenderPdf").name} 416`,
    ]);
    const missing = promisedStatuses().filter(({ method, status }) => !provoked.has(`${method.name} ${status}`));
    expect(missing.map(({ method, status }) => `${method.name} ${status}`)).toEqual([
      // It looks at nothing that could fail.
      "platen.v1.HealthService.GetHealth 500",
    ]);
  });
});

function withoutSeconds(told: unknown): unknown {
  const { error, ...rest } = told as Json;
  return { ...rest, error: String(error).replace(/ \d+ seconds?/, "") };
}

/** The machine form of a tool's error. */
function errorIn(text: string): unknown {
  const meta = answersIn(text)[0]?.result?.["_meta"] as Json | undefined;
  return meta?.["platen/error"];
}

function methodNamed(name: string): Method {
  const method = platenMethods.methods.find((one) => one.descriptor.name === name);
  if (method === undefined) throw new Error(`there is no method ${name}`);
  return method;
}

/** Methods that promise to refuse bodies of another type. */
function typedMethods(): readonly Method[] {
  return promisedStatuses().flatMap(({ method, status }) => (status === 415 ? [method] : []));
}

function promisedStatuses(): readonly { readonly method: Method; readonly status: number }[] {
  const { paths = {} } = openApiOf(platenMethods, { version: "0.0.0", baseUrl: "https://platen.example" });
  return platenMethods.methods.flatMap((method) =>
    method.bindings.flatMap(({ verb, template }) => {
      const path = template.source.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
      const operation = Object.entries(paths[path] ?? {}).find(([name]) => name === verb.toLowerCase())?.[1] as
        | { readonly responses: object }
        | undefined;
      if (operation === undefined) throw new Error(`the document has no ${verb} ${path}`);
      const statuses = Object.keys(operation.responses).map(Number);
      return statuses.filter((status) => status >= 400).map((status) => ({ method, status }));
    }),
  );
}

interface RestAnswer {
  readonly status: number;
  readonly body: Json;
}

async function askRest(baseUrl: string, method: Method, message: Json, headers: Sent): Promise<RestAnswer> {
  const [binding] = method.bindings;
  if (binding === undefined) throw new Error(`${method.name} is not on REST`);
  const rest: Record<string, unknown> = { ...message };
  const path = binding.template.source.replace(/\{(\w+)\}/g, (_, field: string) => {
    const name = field.replaceAll(/_([a-z])/g, (_underscore, letter: string) => letter.toUpperCase());
    const value = String(rest[name]);
    delete rest[name];
    return value;
  });
  const query = new URLSearchParams(
    Object.entries(rest).map(([name, value]): [string, string] => [name, String(value)]),
  );
  const answer =
    binding.body === "none"
      ? await foreseen(`${baseUrl}${path}?${query}`, { headers })
      : await foreseen(`${baseUrl}${path}`, {
          method: binding.verb,
          headers: { ...headers, "content-type": "application/json" },
          body: JSON.stringify(rest),
        });
  const { requestId: _, ...body } = (await answer.json()) as Json;
  return { status: answer.status, body };
}

async function askConnectJson(baseUrl: string, method: Method, message: Json, headers: Sent) {
  const answer = await fetch(`${baseUrl}${method.rpcPath}`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify(message),
  });
  return { body: (await answer.json()) as Json };
}

/** The error's detail as REST would write it. */
async function askRpc(transport: Transport, { descriptor }: Method, message: Json, headers: Sent) {
  if (!isUnary(descriptor)) throw new Error(`${descriptor.name} is no unary method`);
  try {
    const { dataList, data, ...rest } = message;
    const parts = {
      ...(data === undefined ? {} : { payload: { case: "data" as const, value: data } }),
      ...(dataList === undefined ? {} : { dataList }),
    };
    await transport.unary(descriptor, undefined, undefined, headers, { ...rest, ...parts });
  } catch (thrown) {
    const error = ConnectError.from(thrown);
    const [detail] = error.findDetails(ErrorDetailSchema);
    if (detail === undefined) throw thrown;
    expect(detail.requestId).toMatch(/^req_\w+$/);
    // The status says the sentence itself, letter for letter.
    expect(error.rawMessage).toBe(detail.error);
    const { requestId: _, retryAfterSeconds: _header, ...body } = encodeMessage(ErrorDetailSchema, detail) as Json;
    return body;
  }
  throw new Error(`nothing was refused: ${JSON.stringify(message)}`);
}
