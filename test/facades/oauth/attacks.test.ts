import { createHmac, createPublicKey, generateKeyPairSync } from "node:crypto";
import { decodeJwt, importJWK, SignJWT, UnsecuredJWT } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SigningKey } from "../../../src/core/services/index.ts";
import { DATABASES, type TestDatabase } from "../../support/databases.ts";
import {
  type Account,
  authorizeUrl,
  grantCode,
  newPkce,
  type OAuthBench,
  oauthBench,
  REDIRECT,
  signedInTokens,
  tokenRequest,
} from "./oauth-bench.ts";
import type { Visitor } from "./visitor.ts";

describe.each(DATABASES)("what is refused on $name", ({ open }) => {
  let opened: TestDatabase;
  let bench: OAuthBench;
  let account: Account;
  let good: { clientId: string; access: string; refresh: string };
  beforeAll(async () => {
    opened = await open();
    bench = await oauthBench(opened);
    account = await bench.account();
    good = await signedInTokens(bench, account);
  });
  afterAll(async () => {
    await bench[Symbol.asyncDispose]();
    await opened[Symbol.asyncDispose]();
  });

  /** A token like a good one, with other members of its head or its claims, signed by `key`. */
  async function forged(
    { head = {}, claims = {} }: { head?: Record<string, string>; claims?: Record<string, unknown> },
    key?: SigningKey,
  ): Promise<string> {
    const [own] = await bench.signingIn.keys.all();
    const signing = key ?? own;
    if (signing === undefined) throw new Error("there is no key");
    const header = { alg: "ES256", typ: "at+jwt", kid: signing.id, ...head };
    return new SignJWT({ ...decodeJwt(good.access), ...claims })
      .setProtectedHeader(header)
      .sign(await importJWK(signing.jwk, "ES256"));
  }

  async function expectRefused(token: string): Promise<void> {
    const answer = await bench.tools(token);
    expect(answer.status).toBe(401);
    expect(answer.headers.get("www-authenticate")).toContain('error="invalid_token"');
    expect(answer.headers.get("www-authenticate")).toContain("/.well-known/oauth-protected-resource");
  }

  test("a token that is made as good ones are is good, so that the others fail by their fault alone", async () => {
    expect((await bench.tools(await forged({}))).status).toBe(200);
  });

  const seconds = (offset: number): number => Math.floor(Date.now() / 1000) + offset;
  test.for([
    ["for another audience", { claims: { aud: "https://elsewhere.example/mcp" } }],
    ["for two audiences at once", { claims: { aud: ["<own>", "https://elsewhere.example/mcp"] } }],
    ["of another issuer", { claims: { iss: "https://elsewhere.example" } }],
    ["that has expired", { claims: { exp: seconds(-30) } }],
    ["without an end", { claims: { exp: undefined } }],
    ["that is not good yet", { claims: { nbf: seconds(600) } }],
    ["for nobody", { claims: { sub: undefined } }],
    ["for somebody who is not there", { claims: { sub: "per_00000000000000000000000000" } }],
    ["that is an ID token", { head: { typ: "JWT" } }],
    ["under a key that nobody has", { head: { kid: "unknown" } }],
  ] as const)("a token %s", async ([name, parts]) => {
    const changes: { head?: Record<string, string>; claims?: Record<string, unknown> } = structuredClone(parts);
    const audience = changes.claims?.["aud"];
    if (Array.isArray(audience)) audience[0] = `${bench.baseUrl}/mcp`;
    const token = await forged(changes);
    if (name !== "for somebody who is not there") return expectRefused(token);
    // Known to the issuer, a member of nothing: there are tools, and each answers 404.
    expect((await bench.tools(token)).status).toBe(200);
    expect(await callTool(token)).toMatch(/404 not_found: Your account belongs to no organization/);
  });

  test("a token without a signature, or signed with the public key as a secret (RFC 8725 §2.1)", async () => {
    await expectRefused(new UnsecuredJWT(decodeJwt(good.access)).encode());
    const [key] = await bench.signingIn.keys.all();
    if (key === undefined) throw new Error("there is no key");
    const { d: _private, ...open } = key.jwk;
    const secrets = [
      JSON.stringify(open),
      createPublicKey({ key: open, format: "jwk" }).export({ type: "spki", format: "pem" }).toString(),
    ];
    for (const secret of secrets) {
      const head = base64url({ alg: "HS256", typ: "at+jwt", kid: key.id });
      const text = `${head}.${base64url(decodeJwt(good.access))}`;
      await expectRefused(`${text}.${createHmac("sha256", secret).update(text).digest("base64url")}`);
    }
  });

  test("a token by a key of the attacker's own, also under the name of ours, and one that was changed", async () => {
    const [own] = await bench.signingIn.keys.all();
    const jwk = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ format: "jwk" });
    const stranger = { id: own?.id ?? "", cookieSecret: "", jwk: { ...(jwk as Record<string, string>) } };
    await expectRefused(await forged({}, stranger));
    const [head, , signature] = good.access.split(".");
    const claims = base64url({ ...decodeJwt(good.access), scope: "documents.render documents.author more" });
    await expectRefused(`${head}.${claims}.${signature}`);
    await expectRefused(`${good.access}x`);
    await expectRefused("not.a.token");
  });

  test("a token for the tools at REST and Connect, and one for those at the tools", async () => {
    const rest = await fetch(`${bench.baseUrl}/v1/canvases`, { headers: { authorization: `Bearer ${good.access}` } });
    expect(rest.status).toBe(404);
    const connect = (token: string) =>
      fetch(`${bench.baseUrl}/platen.v1.CanvasService/ListDocuments`, {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: "{}",
      });
    expect((await connect(good.access)).status).toBe(404);
    const api = await signedInTokens(bench, account, { resource: `${bench.baseUrl}/v1` });
    expect((await connect(api.access)).status).toBe(200);
    await expectRefused(api.access);
  });

  test("a code that is used again, which ends what came of it (RFC 6749 §4.1.2)", async () => {
    const { redeem } = await grantCode(bench, account);
    const first = await tokenRequest(bench.baseUrl, redeem);
    expect(first.status).toBe(200);
    expect((await tokenRequest(bench.baseUrl, redeem)).body["error"]).toBe("invalid_grant");
    const refresh = { grant_type: "refresh_token", refresh_token: String(first.body["refresh_token"]) };
    const refreshed = await tokenRequest(bench.baseUrl, { ...refresh, client_id: redeem["client_id"] ?? "" });
    expect(refreshed.body["error"]).toBe("invalid_grant");
  });

  test("a code that many use at once, but for one of them", async () => {
    const { redeem } = await grantCode(bench, account);
    const answers = await Promise.all(Array.from({ length: 6 }, () => tokenRequest(bench.baseUrl, redeem)));
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
  });

  test("a refresh token that is used again, which ends the newer one too (OAuth 2.1 §4.3.1)", async () => {
    const tokens = await signedInTokens(bench, account);
    const use = (refresh: unknown) =>
      tokenRequest(bench.baseUrl, {
        ...{ grant_type: "refresh_token", client_id: tokens.clientId, refresh_token: String(refresh) },
      });
    const second = await use(tokens.refresh);
    expect(second.status).toBe(200);
    expect((await use(tokens.refresh)).body["error"]).toBe("invalid_grant");
    expect((await use(second.body["refresh_token"])).body["error"]).toBe("invalid_grant");
  });

  test.for([
    ["another client", { client_id: "<other>" }],
    ["another redirect", { redirect_uri: "https://client.example/other" }],
    ["no verifier", { code_verifier: null }],
    ["another verifier", { code_verifier: "x".repeat(43) }],
    ["another resource", { resource: "https://elsewhere.example/mcp" }],
  ] as const)("a code that is redeemed with %s", async ([, changes]) => {
    const { redeem } = await grantCode(bench, account);
    const other = "client_id" in changes ? { client_id: await bench.register() } : changes;
    const { status, body } = await tokenRequest(bench.baseUrl, { ...redeem, ...other });
    expect(status).toBe(400);
    expect(["invalid_grant", "invalid_target", "invalid_request"]).toContain(body["error"]);
  });

  /** Everything that a client may get wrong, or get right, in a request by which an attacker sends somebody away. */
  const REFUSED_REQUESTS = [
    ["no challenge", { code_challenge: null, code_challenge_method: null }],
    ["a challenge without a method", { code_challenge_method: null }],
    ["a plain challenge", { code_challenge_method: "plain" }],
    ["a challenge that is none", { code_challenge: "x" }],
    ["a resource that is not ours", { resource: "https://elsewhere.example/mcp" }],
    ["a resource that is no address", { resource: "x" }],
    ["a token in the address", { response_type: "token" }],
    ["a type of response that nobody knows", { response_type: "everything" }],
    ["no type of response", { response_type: null }],
    ["a response by a form", { response_mode: "form_post", prompt: "none" }],
    ["a response in the fragment", { response_mode: "fragment", prompt: "none" }],
    ["a response by a message", { response_mode: "web_message", prompt: "none" }],
    ["a mode of response that nobody knows", { response_mode: "x" }],
    ["no page to be shown", { prompt: "none" }],
    ["prompts that contradict each other", { prompt: "none login" }],
    ["a prompt that nobody knows", { prompt: "x" }],
    ["a request object", { request: "eyJhbGciOiJub25lIn0.e30." }],
    ["the address of a request object", { request_uri: "https://evil.example/request" }],
    ["a registration", { registration: "{}" }],
    ["claims", { claims: "{", scope: "openid" }],
    ["an age that is none", { max_age: "-1" }],
    ["a hint that is no token", { id_token_hint: "x" }],
    ["a scope that is not ours", { scope: "admin" }],
    ["no address to answer to", { redirect_uri: null, prompt: "none" }],
  ] as const;

  test.for(REFUSED_REQUESTS)("a request with %s, which leads nobody away before they allow it", async ([, changes]) => {
    const [stranger, signedIn] = [visitorFrom("203.0.113.1"), visitorFrom("203.0.113.2")];
    await signedIn.signInAndAllow(authorizeUrl(bench.baseUrl, good.clientId, newPkce()), account);
    const evil = "https://evil.example/phish";
    const clientId = await registeredEvil(evil);
    const more = { redirect_uri: evil, ...changes };
    for (const visitor of [stranger, signedIn]) {
      const visit = await visitor.open(authorizeUrl(bench.baseUrl, clientId, newPkce(), more));
      expect(visit.left).toBeNull();
      expect(visit.headers.get("location")).toBeNull();
      expect(visit.headers.get("content-security-policy")).not.toContain("script");
      // A page of ours, with nothing that sends a browser or a message on by itself.
      expect(visit.text).not.toMatch(/<script|http-equiv|action="https:|href="https:/);
    }
  });

  test("a request that is cancelled or not allowed, which leads nobody away by itself", async () => {
    const evil = "https://evil.example/phish";
    const clientId = await registeredEvil(evil);
    const visitor = visitorFrom("203.0.113.3");
    const start = () => visitor.open(authorizeUrl(bench.baseUrl, clientId, newPkce(), { redirect_uri: evil }));
    expect((await visitor.submit(await start(), "/cancel")).left).toBeNull();
    const credentials = { email: account.email, password: account.password };
    const consent = await visitor.submit(await start(), "/sign-in", credentials);
    expect((await visitor.submit(consent, "/consent", { decision: "deny" })).left).toBeNull();
  });

  test("a client that an earlier version registered with an address that is not allowed any more", async () => {
    const clientId = "old-client";
    const redirect_uri = "myapp://callback";
    const payload = { client_id: clientId, redirect_uris: [redirect_uri], application_type: "native" };
    const rest = { grant_types: ["authorization_code"], response_types: ["code"], token_endpoint_auth_method: "none" };
    const none = { grantId: null, uid: null, accountId: null, clientId: null, expiresAt: null };
    const record = { model: "Client", id: clientId, payload: { ...payload, ...rest }, ...none };
    await bench.signingIn.records.keep(record, new Date());
    const visit = await bench.visitor().open(authorizeUrl(bench.baseUrl, clientId, newPkce(), { redirect_uri }));
    expect([visit.status, visit.left, visit.text.includes("invalid_client")]).toEqual([400, null, true]);
  });

  test.for([
    ["https://evil.example/callback"],
    ["https://client.example.evil.example/callback"],
    ["https://client.example/callback/../other"],
    ["https://client.example/callback?more=1"],
    ["https://client.example@evil.example/callback"],
    ["//evil.example"],
    ["javascript:alert(1)"],
  ])("an answer to %s, which nobody is sent to", async ([redirect_uri]) => {
    const clientId = await bench.register();
    const visit = await bench
      .visitor()
      .open(authorizeUrl(bench.baseUrl, clientId, newPkce(), { redirect_uri: redirect_uri ?? "" }));
    expect(visit.left).toBeNull();
    expect(visit.status).toBe(400);
    expect(visit.headers.get("content-security-policy")).toContain("default-src 'none'");
  });

  test.for([
    ["http beyond this computer", ["http://evil.example/cb"]],
    ["a script", ["javascript:alert(1)"]],
    ["data", ["data:text/html,x"]],
    ["a fragment", ["https://client.example/cb#x"]],
    ["no redirect", []],
    ["what is no address", [7]],
    ["more than anybody could read", Array.from({ length: 21 }, (_, index) => `https://client.example/${index}`)],
  ] as const)("a registration with %s", async ([, redirect_uris]) => {
    const response = await registering(JSON.stringify({ redirect_uris }));
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: "invalid_redirect_uri" });
  });

  test("a registration that is no JSON, or larger than any", async () => {
    expect((await registering("{")).status).toBe(400);
    expect((await registering(JSON.stringify({ client_name: "x".repeat(20_000) }))).status).toBe(413);
  });

  test("a flood of registrations from one address, until its hour is over", async () => {
    const statuses: number[] = [];
    for (let each = 0; each < 40; each += 1) {
      const answer = await registering(JSON.stringify({ redirect_uris: [REDIRECT] }));
      statuses.push(answer.status);
      if (answer.status === 429) expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    }
    expect(statuses.at(-1)).toBe(429);
  });

  test("a form without its token, or from another site", async () => {
    // Registered before the flood: that address may register no more.
    const page = await bench.visitor().open(authorizeUrl(bench.baseUrl, good.clientId, newPkce()));
    const action = /action="([^"]+\/sign-in)"/.exec(page.text)?.[1] ?? "";
    const visitor = bench.visitor();
    const own = await visitor.open(authorizeUrl(bench.baseUrl, good.clientId, newPkce()));
    const credentials = { email: account.email, password: account.password };
    // Somebody else's interaction, and one's own by forms of other sites.
    expect((await visitor.open(action, { method: "POST", body: new URLSearchParams(credentials) })).status).toBe(400);
    const ownAction = /action="([^"]+\/sign-in)"/.exec(own.text)?.[1] ?? "";
    const bare = await visitor.open(ownAction, { method: "POST", body: new URLSearchParams(credentials) });
    expect(bare.status).toBe(403);
    const token = /name="form_token" value="([^"]+)"/.exec(own.text)?.[1] ?? "";
    const body = new URLSearchParams({ ...credentials, form_token: token });
    for (const headers of [
      { origin: "https://evil.example" },
      { origin: "null" },
      { "sec-fetch-site": "cross-site" },
    ]) {
      expect((await visitor.open(ownAction, { method: "POST", body, headers })).status).toBe(403);
    }
  });

  test("whoever was removed from the organization, from the next request on", async () => {
    const member = await bench.account();
    const { refresh: _refresh, ...tokens } = await signedInTokens(
      { ...bench, register: async () => good.clientId },
      member,
    );
    expect(await callTool(tokens.access)).not.toContain("404");
    await bench.database.people.removeMembership(member.id, bench.bench.organizationId);
    expect(await callTool(tokens.access)).toMatch(/404 not_found: Your account belongs to no organization/);
  });

  const sent = (body: string) => {
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    return { method: "POST", headers, body };
  };

  test.for([
    ["/oauth/token", sent("grant_type=refresh_token&refresh_token=a&client_id=a%00b")],
    ["/oauth/token", sent("grant_type=authorization_code&code=a&client_id=a\0b")],
    ["/oauth/revoke", sent("token=a&client_id=a%00b")],
    ["/oauth/authorize?response_type=code&client_id=a%00b", {}],
    ["/oauth/authorize?response_type=code&client_id=a&state=a%00b", {}],
    ["/oauth/callback?state=a%00b&code=a%00b", {}],
    ["/oauth/interaction/a%00b", {}],
    ["/oauth/link/a%00b", {}],
    ["/oauth/reset", sent("email=a%00b@example.com")],
  ] as const)("a character that no database keeps is the caller's mistake (%#: %s)", async ([path, init]) => {
    const answer = await fetch(`${bench.baseUrl}${path}`, init);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: expect.stringMatching(/^invalid_/) });
  });

  test("nothing of all this failed inside", () => {
    expect(bench.failures).toEqual([]);
  });

  /** Requests are counted by address; those of one test are its own. */
  function visitorFrom(address: string): Visitor {
    const visitor = bench.visitor();
    visitor.address = address;
    return visitor;
  }

  let evilClient: Promise<string> | null = null;
  /** A client of an attacker's; one is enough, since registrations are counted. */
  function registeredEvil(redirectUri: string): Promise<string> {
    evilClient ??= bench.register({ redirect_uris: [redirectUri] });
    return evilClient;
  }

  function registering(body: string): Promise<Response> {
    const headers = { "content-type": "application/json" };
    return fetch(`${bench.baseUrl}/oauth/register`, { method: "POST", headers, body });
  }

  async function callTool(token: string): Promise<string> {
    const response = await fetch(`${bench.baseUrl}/mcp`, {
      method: "POST",
      headers: {
        ...{ authorization: `Bearer ${token}`, "content-type": "application/json" },
        accept: "application/json, text/event-stream",
      },
      body: JSON.stringify({
        ...{ jsonrpc: "2.0", id: 1, method: "tools/call" },
        params: { name: "list_documents", arguments: {} },
      }),
    });
    return response.text();
  }
});

function base64url(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}
