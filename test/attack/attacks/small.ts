// Small requests that lead to much work: long headers, quotes without an end, space, names, findings, addresses.
import type { Attack } from "../attack.ts";
import { type Answer, later, send, sendHttp2 } from "../send.ts";
import type { CallTool } from "../target.ts";
import { envelope, field, jsonHeaders, renderPath } from "./bodies.ts";

const MEBIBYTE = 1024 * 1024;
const HEAD = 'rpt 1\ndocument t title="t" lang=ja\n';
const BODY = 'page A4 portrait margin=15mm {\n  body {\n    text "x"\n  }\n}\n';

/** Quotes that open and never close. */
const QUOTES = '\\"';

const PREFER: readonly Attack[] = [
  {
    name: "headers: Prefer of 15 KB of quotes, 20 times",
    async run(target) {
      const attacker = await target.attacker("enterprise");
      const headers = { ...jsonHeaders(attacker), prefer: QUOTES.repeat(7_000) };
      const body = JSON.stringify({ data: { note: "x", pictures: [] } });
      return Promise.all(
        Array.from({ length: 20 }, () => send(target.baseUrl, { path: renderPath(attacker), headers, body })),
      );
    },
    answers: /^200/,
  },
  {
    name: "Connect: a preference of 60 KB of quotes",
    async run(target) {
      const { renderKey, canvasId } = await target.attacker("starter");
      const prefer = QUOTES.repeat(15_000);
      const body = JSON.stringify({ canvasId, data: { note: "x", pictures: [] }, prefer });
      const path = "/platen.v1.RenderService/RenderCanvas";
      return [await send(target.baseUrl, { path, headers: jsonHeaders({ renderKey }), body })];
    },
    answers: /^(?:200|413 too_large)/,
  },
];

const HEADERS = {
  "accept-language": "ja-JP;q=0.1,".repeat(1_200),
  cookie: "a=b; ".repeat(2_800),
  accept: "text/html;q=0.1,".repeat(900),
  "content-type": `application/json${";a=b".repeat(3_500)}`,
  "if-none-match": 'W/"x",'.repeat(2_300),
  traceparent: "00-".repeat(4_800),
  forwarded: "for=1.2.3.4,".repeat(1_200),
  "x-forwarded-for": "2001:db8::1,".repeat(1_200),
  authorization: `Bearer ${" ".repeat(14_000)}`,
  origin: "https://".repeat(1_800),
} as const;

const LONG_HEADERS: Attack = {
  name: "headers: 100 of 14 KB, of each kind that is read",
  async run(target) {
    const attacker = await target.attacker("enterprise");
    const paths = [
      "/v1/renders",
      "/oauth/authorize?client_id=x",
      "/.well-known/oauth-protected-resource",
      "/v1/health",
    ];
    const sent = Object.entries(HEADERS).flatMap(([name, value]) => paths.map((path) => ({ name, value, path })));
    const answers: Answer[] = [];
    for (let at = 0; at < 100; at += 1) {
      const { name, value, path } = sent[at % sent.length] ?? { name: "a", value: "a", path: "/" };
      const headers = { "x-api-key": attacker.renderKey, [name]: value };
      answers.push(await send(target.baseUrl, { method: "GET", path, headers }));
    }
    return answers;
  },
};

const QUERY: Attack = {
  name: "queries: 60 of 15 KB of members",
  async run(target) {
    const attacker = await target.attacker("enterprise");
    const queries = ["&a".repeat(7_000), "&status=x".repeat(1_500), `&${"a.".repeat(7_000)}=1`, "%41".repeat(4_500)];
    const sent = (at: number) => ({ method: "GET", path: `/v1/renders?${queries[at % queries.length]}` });
    const headers = jsonHeaders(attacker);
    return Promise.all(Array.from({ length: 60 }, (_, at) => send(target.baseUrl, { ...sent(at), headers })));
  },
  answers: /^4\d\d/,
};

/** Data whose list, or whose null, is hidden in space. */
const SPACE: readonly Attack[] = [
  {
    name: "REST, enterprise: 31 MiB of space in a data list",
    async run(target) {
      const attacker = await target.attacker("enterprise");
      const body = `{"dataList":[${" ".repeat(31 * MEBIBYTE)}]}`;
      return [await send(target.baseUrl, { path: renderPath(attacker), headers: jsonHeaders(attacker), body })];
    },
    answers: /^422|^400/,
  },
  {
    name: "gRPC, enterprise: 31 MiB of space around null",
    async run(target) {
      const { canvasId, renderKey } = await target.attacker("enterprise");
      const list = Buffer.from(`${" ".repeat(31 * MEBIBYTE)}null`);
      const body = envelope(Buffer.concat([field(1, Buffer.from(canvasId)), field(6, list)]), false);
      const path = "/platen.v1.RenderService/RenderCanvas";
      const type = { "content-type": "application/grpc+proto", te: "trailers" };
      return [await sendHttp2(target.baseUrl, { ":path": path, ...type, "x-api-key": renderKey }, body)];
    },
    answers: /^200 grpc 3$/,
  },
];

const LARGE: readonly Attack[] = [
  {
    name: "REST, enterprise: 12 bodies of 31 MiB, one after another, refused",
    async run(target) {
      const attacker = await target.attacker("enterprise");
      const body = Buffer.from(`{"x":"${"y".repeat(31 * MEBIBYTE)}"}`);
      const answers: Answer[] = [];
      for (let at = 0; at < 12; at += 1) {
        answers.push(await send(target.baseUrl, { path: renderPath(attacker), headers: jsonHeaders(attacker), body }));
      }
      return answers;
    },
    answers: /^400/,
  },
  {
    name: "REST, enterprise: a key for 31 MiB of data, which are hashed",
    async run(target) {
      const attacker = await target.attacker("enterprise");
      const headers = { ...jsonHeaders(attacker), "idempotency-key": "k" };
      const body = Buffer.from(`{"data":{"note":"${"y".repeat(31 * MEBIBYTE)}","pictures":[]}}`);
      return [await send(target.baseUrl, { path: renderPath(attacker), headers, body })];
    },
    answers: /^400 data_contract_violation/,
    computes: true,
  },
  {
    name: "REST, enterprise: a job with 31 MiB of data",
    async run(target) {
      const attacker = await target.attacker("enterprise");
      const headers = { ...jsonHeaders(attacker), prefer: "respond-async" };
      const body = Buffer.from(`{"data":{"note":"x","pictures":[],${'"aa":"b",'.repeat(3_400_000)}"z":1}}`);
      const answers = [await send(target.baseUrl, { path: renderPath(attacker), headers, body })];
      await later(1_000);
      return answers;
    },
    computes: true,
  },
  {
    name: "REST, enterprise: a job with a picture of 31 MiB",
    async run(target) {
      const attacker = await target.attacker("enterprise");
      const headers = { ...jsonHeaders(attacker), prefer: "respond-async" };
      const picture = `data:image/png;base64,${"A".repeat(31 * MEBIBYTE)}`;
      const body = Buffer.from(`{"data":{"note":"x","pictures":[],"picture":"${picture}"}}`);
      const answers = [await send(target.baseUrl, { path: renderPath(attacker), headers, body })];
      await later(1_000);
      return answers;
    },
    computes: true,
  },
];

/** What a person sends by tools. */
function tools(name: string, run: (call: CallTool) => Promise<readonly Answer[]>): Attack {
  return {
    name: `tools: ${name}`,
    run: async (target) => run(await (await target.attacker("business")).signIn()),
    answers: /^(?:200|413)/,
    computes: true,
  };
}

const lines = (count: number, line: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => line(at)).join("\n");

const TOOLS: readonly Attack[] = [
  tools("a document of 15,000 texts is published and described", async (call) => {
    const texts = lines(15_000, () => `    text "${"あ".repeat(60)}"`);
    const source = `${HEAD}page A4 portrait margin=15mm {\n  body {\n${texts}\n  }\n}\n`;
    const made = await call("create_document", { title: "texts", source });
    return [made, await call("describe_document", { document: "texts" })];
  }),
  tools("a document of 8,000 fields is published, and described 8 times at once", async (call) => {
    const source = `${HEAD}${lines(8_000, (at) => `field a${at}.b string(20) example="x"`)}\n${BODY}`;
    const made = await call("create_document", { title: "fields", source });
    const described = Array.from({ length: 8 }, () => call("describe_document", { document: "fields" }));
    return [made, ...(await Promise.all(described))];
  }),
  tools("an example of 60,000 spaces is published, described and rendered", async (call) => {
    const source = `${HEAD}field a text(100000) example="x${" ".repeat(60_000)}y"\n${BODY}`;
    const made = await call("create_document", { title: `space`, source });
    const described = await call("describe_document", { document: "space" });
    return [made, described, await call("render_document", { document: "space", data: { a: 1, b: "x" } })];
  }),
  tools("a source of 60,000 mistakes and spaces", async (call) => [
    await call("check_document", { source: `rpt 1\n${"field\n".repeat(60_000)}` }),
    await call("check_document", { source: `rpt 1\nlet a = "${" ".repeat(60_000)}{b}"\n${" ".repeat(60_000)}x\n` }),
  ]),
  tools("9,000 codes that findings are picked by", async (call) => {
    const code = Array.from({ length: 9_000 }, (_, at) => `RPT${at}`);
    return [await call("check_document", { source: `rpt 1\n${"field\n".repeat(300)}`, code })];
  }),
  tools("60 names of 4,000 letters that no tool has", async (call) =>
    Promise.all(Array.from({ length: 60 }, (_, at) => call(`render_documen${"t".repeat(4_000)}${at}`, {}))),
  ),
];

const REGISTRATION: Attack = {
  name: "registration: 2,000 addresses of one client, and one of 60 KB",
  async run(target) {
    const many = Array.from({ length: 2_000 }, (_, at) => `https://a${at}.example/`);
    const address = target.newAddress();
    const bodies = [{ redirect_uris: many }, { redirect_uris: [`https://a.example/${"%41".repeat(20_000)}`] }];
    const headers = { "content-type": "application/json", "x-forwarded-for": address };
    const sent = { path: "/oauth/register", headers };
    return Promise.all(bodies.map((body) => send(target.baseUrl, { ...sent, body: JSON.stringify(body) })));
  },
};

const DESCRIPTION: Attack = {
  name: "OpenAPI: 200 readings at once",
  async run(target) {
    const { renderKey } = await target.attacker("enterprise");
    const sent = { method: "GET", path: "/v1/openapi.json", headers: { "x-api-key": renderKey } };
    return Promise.all(Array.from({ length: 200 }, () => send(target.baseUrl, sent)));
  },
  answers: /^200/,
};

export const SMALL_ATTACKS: readonly Attack[] = [
  ...PREFER,
  LONG_HEADERS,
  QUERY,
  REGISTRATION,
  DESCRIPTION,
  ...SPACE,
  ...LARGE,
  ...TOOLS,
];
