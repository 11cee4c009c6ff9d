// What somebody without a credential tries, and what a key does again and again.
import { createHash } from "node:crypto";
import { Visitor } from "../../facades/oauth/visitor.ts";
import type { Attack } from "../attack.ts";
import { type Answer, type RawAnswer, send } from "../send.ts";
import type { Target } from "../target.ts";
import { jsonHeaders, renderPath } from "./bodies.ts";

const JSON_TYPE = { "content-type": "application/json" };
const FORM_TYPE = { "content-type": "application/x-www-form-urlencoded" };

/** Registers a client and opens a sign-in page for it; answers what sends its form. */
async function signInPage(target: Target, from: string, redirectUri = "http://127.0.0.1:9/cb") {
  const registered = await send(target.baseUrl, {
    path: "/oauth/register",
    headers: { ...JSON_TYPE, "x-forwarded-for": from },
    body: JSON.stringify({ redirect_uris: [redirectUri] }),
  });
  const { client_id: clientId = "" } = JSON.parse(registered.body.toString()) as { readonly client_id?: string };
  const question = new URLSearchParams({
    ...{ client_id: clientId, response_type: "code", redirect_uri: redirectUri, state: "s" },
    ...{
      code_challenge: createHash("sha256").update("v".repeat(43)).digest("base64url"),
      code_challenge_method: "S256",
    },
  });
  return { question, clientId };
}

async function signInForm(target: Target, from: string) {
  const { question } = await signInPage(target, from);
  const visitor = new Visitor(target.baseUrl, "en");
  const page = await visitor.open(`/oauth/authorize?${question}`);
  const action = /action="([^"]*sign-in)"/.exec(page.text)?.[1] ?? "";
  const token = /name="form_token"[^>]* value="([^"]+)"/.exec(page.text)?.[1] ?? "";
  const cookie = [...visitor.cookies].map(([name, { value }]) => `${name}=${value}`).join("; ");
  return (email: string, password: string, address: string): Promise<Answer> =>
    send(target.baseUrl, {
      path: new URL(action, target.baseUrl).pathname,
      headers: { ...FORM_TYPE, cookie, "x-forwarded-for": address },
      body: new URLSearchParams({ form_token: token, email, password }).toString(),
    });
}

async function times(count: number, work: (at: number) => Promise<Answer>): Promise<readonly Answer[]> {
  return Promise.all(Array.from({ length: count }, (_, at) => work(at)));
}

const SIGN_IN: readonly Attack[] = [
  {
    name: "sign-in: 60 invented people from one address",
    async run(target) {
      const address = target.newAddress();
      const post = await signInForm(target, address);
      return times(60, (at) => post(`nobody${at}@nowhere.example`, "x".repeat(20), address));
    },
    answers: /^(?:400|429)$/,
    wrong: (answers) => (answers.some(({ said }) => said === "429") ? null : "nobody was told to wait"),
  },
  {
    name: "sign-in: 150 invented people from addresses of one IPv6 network",
    async run(target) {
      const network = target.newAddress().split(".").at(-1) ?? "0";
      const post = await signInForm(target, target.newAddress());
      return times(150, (at) => post(`nobody${at}@nowhere.example`, "x".repeat(20), `2001:db8:${network}:1::${at}`));
    },
    wrong: (answers) => (answers.some(({ said }) => said.startsWith("429")) ? null : "nobody was told to wait"),
  },
  {
    name: "sign-in: a password of four megabytes",
    async run(target) {
      const address = target.newAddress();
      const post = await signInForm(target, address);
      return [await post("nobody@nowhere.example", "x".repeat(4_000_000), address)];
    },
    answers: /^413/,
  },
  {
    name: "registration: 200 clients from addresses of one IPv6 network",
    async run(target) {
      const network = target.newAddress().split(".").at(-1) ?? "0";
      return times(200, (at) =>
        send(target.baseUrl, {
          path: "/oauth/register",
          headers: { ...JSON_TYPE, "x-forwarded-for": `2001:db8:${network}:2::${at}` },
          body: JSON.stringify({ redirect_uris: ["https://x.example/"] }),
        }),
      );
    },
    wrong: (answers) => (answers.some(({ said }) => said.startsWith("429")) ? null : "nobody was told to wait"),
  },
  {
    name: "keys: 300 unknown ones from addresses of one IPv6 network",
    async run(target) {
      const network = target.newAddress().split(".").at(-1) ?? "0";
      return times(300, (at) =>
        send(target.baseUrl, {
          method: "GET",
          path: "/v1/usage",
          headers: {
            "x-api-key": `pk_aaaaaaaaaaaa_${"a".repeat(52)}`,
            "x-forwarded-for": `2001:db8:${network}:3::${at}`,
          },
        }),
      );
    },
    wrong: (answers) => (answers.some(({ said }) => said.startsWith("429")) ? null : "nobody was told to wait"),
  },
  {
    name: "authorization: redirects for a client that nobody trusts",
    async run(target) {
      const { question } = await signInPage(target, target.newAddress(), "https://evil.example/phish");
      const changes = [{ prompt: "none" }, { resource: "https://nope.example/" }, { response_type: "token" }];
      return Promise.all(
        changes.map((change) => {
          const query = new URLSearchParams({ ...Object.fromEntries(question), ...change });
          return send(target.baseUrl, { method: "GET", path: `/oauth/authorize?${query}` });
        }),
      );
    },
    wrong: (answers) =>
      answers.some((each) => "headers" in each && (each.headers.location ?? "").startsWith("https://evil.example"))
        ? "it led to the stranger's address"
        : null,
  },
  {
    name: "registration: schemes that start programs",
    async run(target) {
      const schemes = [
        "ms-msdt:/id",
        "search-ms:x",
        "intent:x",
        "vscode:x",
        "javascript:alert(1)",
        "file:///x",
        "data:x",
      ];
      const address = target.newAddress();
      return Promise.all(
        schemes.map((uri) => {
          const body = JSON.stringify({ redirect_uris: [uri] });
          return send(target.baseUrl, {
            path: "/oauth/register",
            headers: { ...JSON_TYPE, "x-forwarded-for": address },
            body,
          });
        }),
      );
    },
    answers: /^400/,
  },
];

/** The renders that were answered with, each once. */
function rendersOf(answers: readonly (Answer | RawAnswer)[]): ReadonlySet<string> {
  return new Set(answers.map((each) => ("headers" in each ? String(each.headers["x-service-render-id"]) : "")));
}

const KEYS: readonly Attack[] = [
  {
    name: "idempotency: 60 keys of 255 letters",
    async run(target) {
      const attacker = await target.attacker("enterprise");
      return times(60, (at) =>
        send(target.baseUrl, {
          path: renderPath(attacker),
          headers: { ...jsonHeaders(attacker), "idempotency-key": String(at).padStart(255, "k") },
          body: JSON.stringify({ data: { note: String(at), pictures: [] } }),
        }),
      );
    },
    answers: /^200$/,
    wrong: (answers) => (rendersOf(answers).size === 60 ? null : "two keys got one render"),
  },
  {
    name: "idempotency: one key of two organizations",
    async run(target) {
      const attackers = [await target.attacker("starter"), await target.attacker("starter")];
      const answers: Answer[] = [];
      for (const attacker of attackers) {
        const body = JSON.stringify({ data: { note: attacker.organizationId, pictures: [] } });
        const headers = { ...jsonHeaders(attacker), "idempotency-key": "the same" };
        answers.push(await send(target.baseUrl, { path: renderPath(attacker), headers, body }));
      }
      return answers;
    },
    answers: /^200$/,
    wrong(answers) {
      const [one, other] = answers.map((each) => ("headers" in each ? each.headers["x-service-render-id"] : ""));
      return one === other ? "one organization got the other's render" : null;
    },
  },
  {
    name: "idempotency: one key twenty times at once",
    async run(target) {
      const attacker = await target.attacker("business");
      const headers = { ...jsonHeaders(attacker), "idempotency-key": "k" };
      const body = JSON.stringify({ data: { note: "x", pictures: [] } });
      return times(20, () => send(target.baseUrl, { path: renderPath(attacker), headers, body }));
    },
    answers: /^200$/,
    wrong: (answers) => (rendersOf(answers).size === 1 ? null : "one key got several renders"),
  },
  {
    name: "paths: 300 that are long, odd or nowhere",
    async run(target) {
      const attacker = await target.attacker("enterprise");
      const paths = ["/v1/canvases/%2e%2e/schema", `/v1/canvases/${"a".repeat(9_000)}/schema`, "/v1/renders/rnd_%00"];
      return times(300, (at) =>
        send(target.baseUrl, { method: "GET", path: paths[at % paths.length] ?? "", headers: jsonHeaders(attacker) }),
      );
    },
    answers: /^404/,
  },
  {
    name: "lists: 100 of page tokens that were made up",
    async run(target) {
      const attacker = await target.attacker("enterprise");
      return times(100, (at) => {
        const token = Buffer.from(`{"id":"${"x".repeat(at * 40)}"}`).toString("base64url");
        const path = `/v1/renders?pageToken=${token}`;
        return send(target.baseUrl, { method: "GET", path, headers: jsonHeaders(attacker) });
      });
    },
    answers: /^4\d\d/,
  },
];

const ACCEPT = { accept: "application/json, text/event-stream" };

type Judging = Pick<Attack, "answers" | "wrong">;

function mcp(name: string, count: number, judging: Judging, messageOf: (at: number) => unknown): Attack {
  return {
    ...judging,
    name: `MCP: ${name}`,
    async run(target) {
      const headers = { ...jsonHeaders(await target.attacker("business")), ...ACCEPT };
      const answers: Answer[] = [];
      for (let sent = 0; sent < count; sent += 4) {
        answers.push(
          ...(await times(4, (at) => {
            return send(target.baseUrl, { path: "/mcp", headers, body: JSON.stringify(messageOf(sent + at)) });
          })),
        );
      }
      return answers;
    },
  };
}

const reading = (id: number) => ({
  ...{ jsonrpc: "2.0", id, method: "resources/read" },
  params: { uri: "ui://service/document-form" },
});

/** Entries of batches count as requests of the plan, which has 600 in a minute. */
const BATCHES: Judging = {
  answers: /^(?:200|429 rate_limited)/,
  wrong(answers) {
    const answered = answers.filter(({ said }) => said.startsWith("200"));
    if (answered.length > 30) return "more batches were answered than the plan has requests for";
    const isPart = answered.some((each) => "body" in each && each.body.toString().split('"result"').length !== 21);
    return isPart ? "a batch was answered in part" : null;
  },
};

/** Half of them are notifications, and the ids of the others are longer than ids may be. */
const HALVES: Judging = {
  answers: /^(?:202|413 too_large)/,
  wrong: (answers) =>
    answers.filter(({ said }) => said === "202").length === answers.length / 2 ? null : "an odd id was taken",
};

const MCP: readonly Attack[] = [
  mcp("40 batches of 20 resources", 40, BATCHES, () => Array.from({ length: 20 }, (_, at) => reading(at))),
  mcp("4 batches of 20,000 pings", 4, { answers: /^413 too_large/ }, () =>
    Array.from({ length: 20_000 }, (_, id) => ({ jsonrpc: "2.0", id, method: "ping" })),
  ),
  mcp("400 lists of tools", 400, { answers: /^200/ }, (id) => ({
    ...{ jsonrpc: "2.0", id, method: "tools/list", params: {} },
  })),
  mcp("200 notifications and odd ids", 200, HALVES, (at) => ({
    ...{ jsonrpc: "2.0", method: at % 2 === 0 ? "notifications/cancelled" : "ping" },
    ...(at % 2 === 0 ? {} : { id: "x".repeat(50_000) }),
  })),
];

export const STRANGER_ATTACKS: readonly Attack[] = [...SIGN_IN, ...KEYS, ...MCP];
