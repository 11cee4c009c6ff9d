import { once } from "node:events";
import { connect as connectHttp2 } from "node:http2";
import { text } from "node:stream/consumers";
import { decodeJwt, decodeProtectedHeader } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSigningIn } from "../../../src/core/services/index.ts";
import { DATABASES, type TestDatabase } from "../../support/databases.ts";
import {
  authorizeUrl,
  newPkce,
  type OAuthBench,
  oauthBench,
  REDIRECT,
  signedInTokens,
  tokenRequest,
} from "./oauth-bench.ts";

const NOTICE = `rpt 1
document notice
field name string(20) example="青葉製作所"
page A5 portrait margin=12mm {
  body {
    text "{name} 御中"
  }
}
`;

/** Calls tools as the current protocol writes it, without a library; answers the text of the response. */
function toolCaller(address: string, token: string) {
  const version = "2026-07-28";
  const meta = {
    "io.modelcontextprotocol/protocolVersion": version,
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  return async (name: string, args: object): Promise<string> => {
    const answer = await fetch(address, {
      method: "POST",
      headers: {
        ...{ authorization: `Bearer ${token}`, "content-type": "application/json" },
        ...{ accept: "application/json, text/event-stream", "mcp-protocol-version": version },
        ...{ "mcp-method": "tools/call", "mcp-name": name },
      },
      body: JSON.stringify({
        ...{ jsonrpc: "2.0", id: 1, method: "tools/call" },
        params: { name, arguments: args, _meta: meta },
      }),
    });
    expect(answer.status).toBe(200);
    return answer.text();
  };
}

describe.each(DATABASES)("signing in on $name", ({ open }) => {
  let opened: TestDatabase;
  let bench: OAuthBench;
  beforeAll(async () => {
    opened = await open();
    bench = await oauthBench(opened);
  });
  afterAll(async () => {
    await bench[Symbol.asyncDispose]();
    await opened[Symbol.asyncDispose]();
  });

  test("a client that follows nothing but headers comes from a bare 401 to a document it renders", async () => {
    const account = await bench.account();
    const bare = await fetch(`${bench.baseUrl}/mcp`, { method: "POST", body: "{}" });
    expect(bare.status).toBe(401);
    const pointer = /resource_metadata="([^"]+)"/.exec(bare.headers.get("www-authenticate") ?? "")?.[1] ?? "";
    const resource = await json(await fetch(pointer));
    const issuer = String((resource["authorization_servers"] as string[])[0]);
    const server = await json(await fetch(`${issuer}/.well-known/oauth-authorization-server`));
    expect(server["issuer"]).toBe(issuer);
    expect(server["code_challenge_methods_supported"]).toEqual(["S256"]);
    const scope = [...(resource["scopes_supported"] as string[]), "offline_access"].join(" ");
    const registered = await fetch(String(server["registration_endpoint"]), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ client_name: "raw", redirect_uris: ["http://127.0.0.1:9777/cb"], scope }),
    });
    const clientId = String((await json(registered))["client_id"]);
    const pkce = newPkce();
    const url = new URL(String(server["authorization_endpoint"]));
    const asked = {
      // Another port than the registered one: loopback clients take what is free (RFC 8252 §7.3).
      ...{ response_type: "code", client_id: clientId, redirect_uri: "http://127.0.0.1:9888/cb", state: "s", scope },
      ...{ code_challenge: pkce.challenge, code_challenge_method: "S256", resource: String(resource["resource"]) },
    };
    for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value);
    const callback = await bench.visitor().signInAndAllow(url.href, account);
    expect(callback.origin).toBe("http://127.0.0.1:9888");
    expect(callback.searchParams.get("state")).toBe("s");
    expect(callback.searchParams.get("iss")).toBe(issuer);
    const answer = await tokenRequest(bench.baseUrl, {
      ...{ grant_type: "authorization_code", client_id: clientId, redirect_uri: asked.redirect_uri },
      ...{ code: callback.searchParams.get("code"), code_verifier: pkce.verifier, resource: asked.resource },
    });
    expect(answer.body).toMatchObject({ token_type: "Bearer", expires_in: 600, refresh_token: expect.any(String) });
    const tools = await bench.tools(String(answer.body["access_token"]));
    expect(tools.status).toBe(200);
    expect(await tools.text()).toContain("list_documents");
    const call = toolCaller(`${bench.baseUrl}/mcp`, String(answer.body["access_token"]));
    const title = `お知らせ ${account.id.slice(-6)}`;
    expect(await call("create_document", { title, source: NOTICE })).toContain(title);
    const rendered = await call("render_document", { document: title, data: { name: "海原物産" } });
    const file = await fetch(new URL(/https?:[^\s"\\]+/.exec(rendered)?.[0] ?? "", bench.baseUrl));
    expect(file.headers.get("content-type")).toBe("application/pdf");
    expect(new TextDecoder().decode((await file.arrayBuffer()).slice(0, 5))).toBe("%PDF-");
  });

  test("an access token is a short one of the standard's form, for one surface", async () => {
    const account = await bench.account();
    const { access, clientId } = await signedInTokens(bench, account);
    expect(decodeProtectedHeader(access)).toMatchObject({ alg: "ES256", typ: "at+jwt", kid: expect.any(String) });
    const { iat = 0, exp = 0, ...claims } = decodeJwt(access);
    expect(exp - iat).toBe(600);
    expect(claims).toMatchObject({
      iss: bench.baseUrl,
      sub: account.id,
      aud: `${bench.baseUrl}/mcp`,
      client_id: clientId,
    });
    expect(claims["scope"]).toBe("documents.render documents.author");
    expect(JSON.stringify(claims)).not.toContain(account.email);
  });

  test("a refresh token gives another pair, and a client need not name the resource again", async () => {
    const account = await bench.account();
    const first = await signedInTokens(bench, account);
    const answer = await tokenRequest(bench.baseUrl, refreshOf(first));
    expect(answer.status).toBe(200);
    expect(decodeJwt(String(answer.body["access_token"])).aud).toBe(`${bench.baseUrl}/mcp`);
    expect(answer.body["refresh_token"]).not.toBe(first.refresh);
    expect((await bench.tools(String(answer.body["access_token"]))).status).toBe(200);
  });

  test("a client that asks for no scope and no resource is asked for all, at the tool endpoint", async () => {
    const account = await bench.account();
    const { access } = await signedInTokens(bench, account, { scope: null, resource: null });
    expect(decodeJwt(access)).toMatchObject({
      aud: `${bench.baseUrl}/mcp`,
      scope: "documents.render documents.author",
    });
  });

  test("a slash at the resource's end is the same resource", async () => {
    const account = await bench.account();
    const { access } = await signedInTokens(bench, account, { resource: `${bench.baseUrl}/mcp/` });
    expect(decodeJwt(access).aud).toBe(`${bench.baseUrl}/mcp`);
  });

  test("who is signed in is asked for consent alone, and told who they are", async () => {
    const account = await bench.account();
    const visitor = bench.visitor();
    const clientId = await bench.register();
    await visitor.signInAndAllow(authorizeUrl(bench.baseUrl, clientId, newPkce()), account);
    const other = await bench.register({ client_name: "<b>Other</b> & Co." });
    const page = await visitor.open(authorizeUrl(bench.baseUrl, other, newPkce()));
    expect(page.status).toBe(200);
    expect(page.text).toContain(account.email);
    expect(page.text).toContain("Allow &#60;b&#62;Other&#60;/b&#62; &#38; Co. to use this service?");
    expect(page.text).toContain("client.example");
    // A client that was allowed before is not asked about again.
    const again = await visitor.open(authorizeUrl(bench.baseUrl, clientId, newPkce()));
    expect(again.left?.searchParams.get("code")).toEqual(expect.any(String));
  });

  test("another account can be chosen in the middle, and the first one's session ends", async () => {
    const [first, second] = [await bench.account(), await bench.account()];
    const visitor = bench.visitor();
    const clientId = await bench.register();
    await visitor.signInAndAllow(authorizeUrl(bench.baseUrl, clientId, newPkce()), first);
    const pkce = newPkce();
    const other = await bench.register();
    const consent = await visitor.open(authorizeUrl(bench.baseUrl, other, pkce));
    const form = await visitor.open(`${consent.url}?account=other`);
    const asked = await visitor.submit(form, "/sign-in", { email: second.email, password: second.password });
    expect(asked.text).toContain(second.email);
    const done = await visitor.submit(asked, "/consent", { decision: "allow" });
    const redeemed = await tokenRequest(bench.baseUrl, {
      ...{ grant_type: "authorization_code", client_id: other, redirect_uri: REDIRECT, code_verifier: pkce.verifier },
      code: done.left?.searchParams.get("code") ?? null,
    });
    expect(decodeJwt(String(redeemed.body["access_token"])).sub).toBe(second.id);
  });

  test("a loopback client is asked about each time, for anybody on the machine could be it", async () => {
    const account = await bench.account();
    const visitor = bench.visitor();
    const redirect_uri = "http://localhost:4000/cb";
    const clientId = await bench.register({ redirect_uris: [redirect_uri] });
    await visitor.signInAndAllow(authorizeUrl(bench.baseUrl, clientId, newPkce(), { redirect_uri }), account);
    const again = await visitor.open(authorizeUrl(bench.baseUrl, clientId, newPkce(), { redirect_uri }));
    expect(again.text).toContain("runs on your own computer");
  });

  test("whoever does not allow it stays here, with a way back that tells the client", async () => {
    const account = await bench.account();
    const visitor = bench.visitor();
    const page = await visitor.open(authorizeUrl(bench.baseUrl, await bench.register(), newPkce()));
    const consent = await visitor.submit(page, "/sign-in", { email: account.email, password: account.password });
    const denied = await visitor.submit(consent, "/consent", { decision: "deny" });
    expect([denied.left, denied.text.includes("You did not allow it")]).toEqual([null, true]);
    expect(denied.text).toContain("Go back to the app (client.example)");
    const back = new URL(hrefIn(denied.text));
    expect(back.href.startsWith(`${REDIRECT}?`)).toBe(true);
    expect(Object.fromEntries(back.searchParams)).toMatchObject({ error: "access_denied", state: "a state" });
    const start = await bench.visitor().open(authorizeUrl(bench.baseUrl, await bench.register(), newPkce()));
    expect(start.text).toContain("/cancel");
  });

  test("whoever has allowed a client before is led back to it, whatever becomes of the next request", async () => {
    const account = await bench.account();
    const visitor = bench.visitor();
    const clientId = await bench.register();
    const first = authorizeUrl(bench.baseUrl, clientId, newPkce(), { scope: "documents.render" });
    await visitor.signInAndAllow(first, account);
    const silent = await visitor.open(authorizeUrl(bench.baseUrl, clientId, newPkce(), { prompt: "none" }));
    expect(silent.left?.searchParams.get("error")).toBe("consent_required");
    const wrong = await visitor.open(authorizeUrl(bench.baseUrl, clientId, newPkce(), { response_type: "token" }));
    expect(wrong.left?.href.startsWith(REDIRECT)).toBe(true);
    const more = await visitor.open(authorizeUrl(bench.baseUrl, clientId, newPkce()));
    const denied = await visitor.submit(more, "/consent", { decision: "deny" });
    expect(denied.left?.searchParams.get("error")).toBe("access_denied");
  });

  test("signing out ends the browser's session", async () => {
    const account = await bench.account();
    const visitor = bench.visitor();
    await visitor.signInAndAllow(authorizeUrl(bench.baseUrl, await bench.register(), newPkce()), account);
    const page = await visitor.open("/oauth/sign-out");
    expect((await visitor.submit(page, "/sign-out")).text).toContain("You are signed out");
    const next = await visitor.open(authorizeUrl(bench.baseUrl, await bench.register(), newPkce()));
    expect(next.text).toContain("/sign-in");
  });

  test("revoking a refresh token ends what hangs on it", async () => {
    const tokens = await signedInTokens(bench, await bench.account());
    const body = new URLSearchParams({ client_id: tokens.clientId, token: tokens.refresh });
    expect((await fetch(`${bench.baseUrl}/oauth/revoke`, { method: "POST", body })).status).toBe(200);
    expect((await tokenRequest(bench.baseUrl, refreshOf(tokens))).body["error"]).toBe("invalid_grant");
  });

  test("a new key signs from now on, and what the old one signed stays good for its time", async () => {
    const account = await bench.account();
    const before = await signedInTokens(bench, account);
    const keyId = await bench.signingIn.keys.rotate("retire");
    const after = await signedInTokens(bench, account);
    expect(decodeProtectedHeader(after.access).kid).toBe(keyId);
    expect((await bench.tools(before.access)).status).toBe(200);
    expect((await bench.tools(after.access)).status).toBe(200);
    const { keys } = (await json(await fetch(`${bench.baseUrl}/oauth/jwks`))) as { keys: Record<string, unknown>[] };
    expect(keys.map(({ kid }) => kid)).toContain(keyId);
    for (const key of keys) expect(key).not.toHaveProperty("d");
    await bench.signingIn.keys.rotate("forget");
    expect((await bench.tools(after.access)).status).toBe(401);
  });

  test("everything is there over HTTP/2 as well", async () => {
    const connection = connectHttp2(bench.baseUrl);
    const ask = async (
      head: Readonly<Record<string, string>>,
      body = "",
    ): Promise<{ status: number; text: string }> => {
      const stream = connection.request(head);
      if (body !== "") stream.end(body);
      const [answer] = (await once(stream, "response")) as [Readonly<Record<string, unknown>>];
      return { status: Number(answer[":status"]), text: await text(stream) };
    };
    const metadata = await ask({ ":path": "/.well-known/oauth-authorization-server" });
    expect(JSON.parse(metadata.text)).toMatchObject({ issuer: bench.baseUrl });
    const head = { ":path": "/oauth/register", ":method": "POST", "content-type": "application/json" };
    const registered = await ask(head, JSON.stringify({ redirect_uris: [REDIRECT] }));
    expect(registered.status).toBe(201);
    const clientId = String(JSON.parse(registered.text).client_id);
    const { pathname, search } = new URL(authorizeUrl(bench.baseUrl, clientId, newPkce()));
    expect((await ask({ ":path": `${pathname}${search}` })).status).toBe(303);
    expect((await ask({ ":path": "/oauth/reset", "accept-language": "ja" })).text).toContain("パスワードの再設定");
    connection.close();
  });

  test("pages of any origin may register and read the metadata, and a client's own may ask for tokens", async () => {
    const origin = "https://client.example";
    const of = async (path: string, init: RequestInit): Promise<string | null> => {
      const headers = { origin, ...Object.fromEntries(new Headers(init.headers)) };
      const answer = await fetch(`${bench.baseUrl}${path}`, { ...init, headers });
      return answer.headers.get("access-control-allow-origin");
    };
    const asking = { "access-control-request-method": "POST", "access-control-request-headers": "content-type" };
    expect(await of("/oauth/register", { method: "OPTIONS", headers: asking })).toBe("*");
    expect(await of("/oauth/token", { method: "OPTIONS", headers: asking })).toBe(origin);
    expect(await of("/.well-known/oauth-authorization-server", {})).toMatch(/^(\*|https:\/\/client\.example)$/);
    expect(await of("/.well-known/oauth-protected-resource/mcp", {})).toBe("*");
    const body = new URLSearchParams({ grant_type: "refresh_token", client_id: await bench.register() });
    expect(await of("/oauth/token", { method: "POST", body })).toBe(origin);
    const foreign = { method: "POST", body, headers: { origin: "https://evil.example" } };
    expect(await of("/oauth/token", foreign)).toBeNull();
  });

  test("a process with another secret can't open the keys, and says what to do", async () => {
    await bench.signingIn.keys.all();
    const { database } = bench;
    const secret = "another secret of 32 characters or more";
    const log = { error: () => undefined };
    const parts = { database, baseUrl: bench.baseUrl, now: () => new Date(), mail: null, showLink: null, log, secret };
    await expect(createSigningIn(parts).keys.all()).rejects.toThrow(/PLATEN_SECRET.*signing-key rotate --forget-old/);
  });

  test("nothing that a bearer could use stands in the database or in the log, and nothing failed", async () => {
    const account = await bench.account();
    const tokens = await signedInTokens(bench, account);
    const visitor = bench.visitor();
    await visitor.signInAndAllow(authorizeUrl(bench.baseUrl, tokens.clientId, newPkce()), account);
    const rows = JSON.stringify((await bench.database.sqlHome.sql.run("select * from oauth_records")).rows);
    const session = visitor.cookies.get("platen-session")?.value ?? "";
    const logged = bench.bench.logged.join("\n");
    for (const secret of [tokens.refresh, tokens.access, session]) {
      expect(secret.length).toBeGreaterThan(20);
      expect(rows).not.toContain(secret);
      expect(logged).not.toContain(secret);
    }
    expect(bench.failures).toEqual([]);
    expect(bench.bench.logged.filter((line) => !line.includes("a render ended"))).toEqual([]);
  });
});

async function json(response: Response): Promise<Readonly<Record<string, unknown>>> {
  return (await response.json()) as Readonly<Record<string, unknown>>;
}

function refreshOf({ clientId, refresh }: { clientId: string; refresh: string }) {
  return { grant_type: "refresh_token", client_id: clientId, refresh_token: refresh };
}

function hrefIn(page: string): string {
  const written = /<p class="links"><a href="([^"]*)">/.exec(page)?.[1] ?? "";
  return written.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
}
