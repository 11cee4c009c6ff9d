import { createHmac, generateKeyPairSync, type KeyObject, type KeyPairKeyObjectResult } from "node:crypto";
import type { ServerResponse } from "node:http";
import { decodeJwt, type JWTPayload, SignJWT, UnsecuredJWT } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ONE_DATABASE, type TestDatabase } from "../../support/databases.ts";
import { type Account, authorizeUrl, newPkce, type OAuthBench, oauthBench, tokenRequest } from "./oauth-bench.ts";
import { type OtherIssuer, otherIssuer, UPSTREAM_CLIENT } from "./other-issuer.ts";
import type { Visit, Visitor } from "./visitor.ts";

let opened: TestDatabase;
let other: OtherIssuer;
beforeAll(async () => {
  opened = await ONE_DATABASE.open();
  other = await otherIssuer();
});
afterAll(async () => {
  await other[Symbol.asyncDispose]();
  await opened[Symbol.asyncDispose]();
});

describe("clients that are known by a document of their own", () => {
  let bench: OAuthBench;
  beforeAll(async () => {
    bench = await oauthBench(opened, { fetch: other.fetch });
  });
  afterAll(() => bench[Symbol.asyncDispose]());

  test("need no registration, and are shown with the host that publishes them", async () => {
    const redirect_uri = "http://127.0.0.1:33418/";
    const client_id = `${other.issuer}/client.json`;
    // As deployed ones are: without the type that a loopback redirect needs, with grants that are not given here.
    const grant_types = ["authorization_code", "refresh_token", "urn:ietf:params:oauth:grant-type:device_code"];
    const document = { client_id, client_name: "Editor", redirect_uris: [redirect_uri], grant_types, scope: "all" };
    other.documents.set("/client.json", document);
    const [account, pkce, visitor] = [await bench.account(), newPkce(), bench.visitor()];
    const another = "http://127.0.0.1:41999/";
    const page = await visitor.open(authorizeUrl(bench.baseUrl, client_id, pkce, { redirect_uri: another }));
    const consent = await visitor.submit(page, "/sign-in", { email: account.email, password: account.password });
    expect(consent.text).toContain("Editor");
    expect(consent.text).toContain(`App described by</dt><dd class="host">${new URL(other.issuer).host}`);
    const { left } = await visitor.submit(consent, "/consent", { decision: "allow" });
    const tokens = await tokenRequest(bench.baseUrl, {
      ...{ grant_type: "authorization_code", client_id, redirect_uri: another, code_verifier: pkce.verifier },
      code: left?.searchParams.get("code") ?? null,
    });
    expect(tokens.status).toBe(200);
    expect((await bench.tools(String(tokens.body["access_token"]))).status).toBe(200);
  });

  test.for([
    ["/nothing.json", undefined],
    ["/foreign.json", { client_id: "https://elsewhere.example/client.json", redirect_uris: ["https://a.example/"] }],
    ["/unsafe.json", { client_id: "<own>", redirect_uris: ["http://evil.example/"] }],
    ["/secret.json", { client_id: "<own>", redirect_uris: [] }],
  ] as const)("are refused where %s does not name them and safe addresses", async ([path, document]) => {
    const client_id = `${other.issuer}${path}`;
    if (document !== undefined) {
      const own = document.client_id === "<own>" ? client_id : document.client_id;
      other.documents.set(path, { ...document, client_id: own });
    }
    const redirect_uri = document?.redirect_uris[0] ?? "https://a.example/";
    const visit = await bench.visitor().open(authorizeUrl(bench.baseUrl, client_id, newPkce(), { redirect_uri }));
    expect([visit.status, visit.left]).toEqual([400, null]);
  });

  test.for([
    ["this machine", "https://127.0.0.1/client.json"],
    ["this machine by another port", "https://127.0.0.1:8443/client.json"],
    ["this machine by IPv6", "https://[::1]/client.json"],
    ["this machine by its name", "https://localhost/client.json"],
    ["a cloud's metadata", "https://169.254.169.254/client.json"],
    ["a private network", "https://10.0.0.1/client.json"],
    ["a private network within IPv6", "https://[::ffff:10.0.0.1]/client.json"],
    ["an unencrypted address", "http://client.example/client.json"],
    ["an address with a password", "https://a:b@client.example/client.json"],
  ] as const)("are not looked for at %s", async ([, client_id]) => {
    const visit = await visitorFrom("203.0.113.1").open(authorizeUrl(bench.baseUrl, client_id, newPkce()));
    expect([visit.status, visit.left]).toEqual([400, null]);
  });

  const redirect_uri = "https://a.example/";
  const documentAt = (client_id: string) => JSON.stringify({ client_id, redirect_uris: [redirect_uri] });
  test.for([
    ["a redirect to the operator's network", 302, { location: "https://127.0.0.1/client.json" }, "good"],
    ["a redirect to a good document", 301, { location: "/good.json" }, "good"],
    ["more than a document is", 200, { "content-type": "application/json" }, "large"],
    ["more than it says", 200, { "content-type": "application/json", "content-length": "200000" }, "large"],
    ["what is no JSON", 200, { "content-type": "application/json" }, "{"],
    ["a list", 200, { "content-type": "application/json" }, "[]"],
    ["a failure", 500, { "content-type": "application/json" }, "good"],
    ["nothing at all, and hangs up", 200, { "content-type": "application/json", "content-length": "50" }, "broken"],
  ] as const)("are refused where their address answers %s", async ([name, status, headers, body]) => {
    const path = `/${encodeURIComponent(name)}.json`;
    const client_id = `${other.issuer}${path}`;
    other.documents.set("/good.json", JSON.parse(documentAt(`${other.issuer}/good.json`)));
    other.documents.set(path, (response: ServerResponse) => {
      response.writeHead(status, headers);
      if (body === "broken") response.write("{", () => response.destroy());
      else if (body === "large") response.end(documentAt(client_id).padEnd(200_000));
      else response.end(body === "good" ? documentAt(client_id) : body);
    });
    const address = authorizeUrl(bench.baseUrl, client_id, newPkce(), { redirect_uri });
    const visit = await visitorFrom("203.0.113.2").open(address);
    expect([visit.status, visit.left]).toEqual([400, null]);
  });

  test("are refused where their address answers a byte now and then", { timeout: 60_000 }, async () => {
    const client_id = `${other.issuer}/slow.json`;
    const timers: NodeJS.Timeout[] = [];
    other.documents.set("/slow.json", (response: ServerResponse) => {
      response.writeHead(200, { "content-type": "application/json" });
      timers.push(setInterval(() => response.write(" "), 200));
    });
    const start = performance.now();
    const address = authorizeUrl(bench.baseUrl, client_id, newPkce(), { redirect_uri });
    const visit = await visitorFrom("203.0.113.3").open(address);
    for (const timer of timers) clearInterval(timer);
    expect(visit.status).toBe(400);
    expect(performance.now() - start).toBeLessThan(30_000);
  });

  test("are looked for thirty times an hour for one network", async () => {
    const client_id = `${other.issuer}/counted.json`;
    let asked = 0;
    other.documents.set("/counted.json", (response: ServerResponse) => {
      asked += 1;
      response.writeHead(404).end();
    });
    for (let each = 0; each < 40; each += 1) {
      await visitorFrom(`2001:db8:0:1::${each}`).open(authorizeUrl(bench.baseUrl, client_id, newPkce()));
    }
    expect(asked).toBe(30);
  });

  function visitorFrom(address: string): Visitor {
    const visitor = bench.visitor();
    visitor.address = address;
    return visitor;
  }
});

describe("signing in by another provider", () => {
  let bench: OAuthBench;
  let account: Account;
  beforeAll(async () => {
    bench = await oauthBench(opened, { fetch: other.fetch, upstream: { issuer: other.issuer, ...UPSTREAM_CLIENT } });
    account = await bench.account();
  });
  afterAll(() => bench[Symbol.asyncDispose]());

  /** Goes to the provider and comes back with what it says; `change` spoils the way back. */
  async function byProvider(
    visitor: Visitor,
    claims: Readonly<Record<string, unknown>>,
    change: (callback: URL) => void = () => undefined,
  ): Promise<Visit> {
    const page = await visitor.open(authorizeUrl(bench.baseUrl, await bench.register(), newPkce()));
    expect(page.text).toContain("Sign in with Example Inc.");
    const { left } = await visitor.submit(page, "/upstream");
    expect(left?.origin).toBe(other.issuer);
    const asked = left?.searchParams ?? new URLSearchParams();
    expect(asked.get("code_challenge_method")).toBe("S256");
    other.claims = { nonce: asked.get("nonce"), ...claims };
    const callback = new URL(asked.get("redirect_uri") ?? "");
    callback.searchParams.set("code", "a code of the provider's");
    callback.searchParams.set("state", asked.get("state") ?? "");
    change(callback);
    return visitor.open(callback.href);
  }

  test("lets in who has an account of the verified address, and knows them by their subject from then on", async () => {
    const first = await byProvider(bench.visitor(), { sub: "42", email: account.email, email_verified: true });
    expect(first.text).toContain(`You are signed in as ${account.email}.`);
    expect(other.tokenRequests.at(-1)?.get("code_verifier")).toEqual(expect.any(String));
    const later = await byProvider(bench.visitor(), { sub: "42", email: "renamed@example.jp", email_verified: true });
    expect(later.text).toContain(`You are signed in as ${account.email}.`);
  });

  test.for([
    ["a stranger", { sub: "7", email: "stranger@example.jp", email_verified: true }, 403],
    ["an address that nobody verified", { sub: "8", email: "<account>", email_verified: false }, 403],
    ["an answer to another question", { sub: "42", nonce: "another" }, 400],
    ["an answer for another client", { sub: "42", aud: "another" }, 400],
    ["an answer of another issuer", { sub: "42", iss: "https://elsewhere.example" }, 400],
  ] as const)("refuses %s", async ([, claims, status]) => {
    const email = "email" in claims && claims.email === "<account>" ? { email: account.email } : {};
    const page = await byProvider(bench.visitor(), { ...claims, ...email });
    expect(page.status).toBe(status);
    expect(page.text).toContain('role="alert"');
  });

  /** The attacker's own key, and what anybody can make of the provider's. */
  const stranger = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const head = { alg: "ES256", kid: "other-key" };
  test.for([
    ["without a signature", (claims) => new UnsecuredJWT({ ...claims }).encode()],
    ["by a key of somebody else's", (claims) => new SignJWT(claims).setProtectedHeader(head).sign(stranger.privateKey)],
    ["by a key that it brings along", (claims) => selfMade(claims, stranger)],
    ["by the public key as a secret", (claims) => signedBySecret(claims, publicPem(other.publicKey))],
    ["by the client's own secret", (claims) => signedBySecret(claims, UPSTREAM_CLIENT.clientSecret)],
    ["that is over", (claims) => other.sign({ ...claims, iat: 1_700_000_000, exp: 1_700_000_060 })],
    ["for nobody", (claims) => other.sign({ ...claims, sub: undefined })],
    ["for two clients at once", (claims) => other.sign({ ...claims, aud: [UPSTREAM_CLIENT.clientId, "another"] })],
    ["without a nonce", (claims) => other.sign({ ...claims, nonce: undefined })],
    ["that is none", () => "x.y.z"],
  ] satisfies readonly (readonly [string, OtherIssuer["forge"]])[])("refuses an ID token %s", async ([, forge]) => {
    other.forge = forge;
    try {
      const page = await byProvider(bench.visitor(), { sub: "42", email: account.email, email_verified: true });
      expect(page.status).toBe(400);
      expect(page.text).not.toContain(account.email);
    } finally {
      other.forge = null;
    }
  });

  test("believes no metadata that name another issuer", async () => {
    const place = "/tenant/.well-known/openid-configuration";
    other.documents.set(place, other.documents.get("/.well-known/openid-configuration"));
    const upstream = { issuer: `${other.issuer}/tenant`, ...UPSTREAM_CLIENT };
    await using misled = await oauthBench(opened, { fetch: other.fetch, upstream });
    const visitor = misled.visitor();
    const page = await visitor.open(authorizeUrl(misled.baseUrl, await misled.register(), newPkce()));
    expect((await visitor.submit(page, "/upstream")).status).toBe(503);
  });

  test("says so where the provider can't be reached", async () => {
    const fetch = () => Promise.reject(new TypeError("the name is unknown"));
    const upstream = { issuer: "https://away.example", ...UPSTREAM_CLIENT };
    await using away = await oauthBench(opened, { fetch, upstream });
    const visitor = away.visitor();
    const page = await visitor.open(authorizeUrl(away.baseUrl, await away.register(), newPkce()));
    const answer = await visitor.submit(page, "/upstream");
    expect([answer.status, answer.text.includes("Signing in with Example Inc. did not succeed.")]).toEqual([503, true]);
  });

  test("takes each way back once, and in the browser that began", async () => {
    const visitor = bench.visitor();
    let callback = "";
    await byProvider(visitor, { sub: "42" }, (url) => {
      callback = url.href;
    });
    expect((await visitor.open(callback)).status).toBe(400);
    const stolen = await byProvider(bench.visitor(), { sub: "42" }, (url) => {
      callback = url.href;
      url.searchParams.set("state", "guessed");
    });
    expect(stolen.status).toBe(400);
    expect((await bench.visitor().open(callback)).status).toBe(400);
  });
});

describe("another issuer in place of the service's own", () => {
  let bench: OAuthBench;
  let account: Account;
  beforeAll(async () => {
    bench = await oauthBench(opened, { fetch: other.fetch, externalIssuer: other.issuer });
    account = await bench.account();
  });
  afterAll(() => bench[Symbol.asyncDispose]());

  const tokenWith = (claims: Readonly<Record<string, unknown>>, head?: Readonly<Record<string, string>>) => {
    const now = Math.floor(Date.now() / 1000);
    const scope = "documents.render documents.author";
    const good = { iss: other.issuer, aud: `${bench.baseUrl}/mcp`, sub: "external-1", iat: now, exp: now + 300, scope };
    return other.sign({ ...good, ...claims }, head);
  };

  test("is named by the metadata, and its tokens let in people that it knows", async () => {
    const metadata = await (await fetch(`${bench.baseUrl}/.well-known/oauth-protected-resource`)).json();
    expect(metadata).toMatchObject({ authorization_servers: [other.issuer] });
    const verified = { email: account.email, email_verified: true };
    const answer = await bench.tools(await tokenWith(verified));
    expect(await answer.text()).toContain("create_document");
    // From then on the subject is enough: most access tokens carry no address.
    expect((await bench.tools(await tokenWith({}))).status).toBe(200);
    const limited = await bench.tools(await tokenWith({ scope: undefined, scp: ["documents.render"] }));
    expect(await limited.text()).not.toContain("create_document");
  });

  test.for([
    ["strangers", { sub: "nobody" }],
    ["unverified addresses", { sub: "nobody", email: "<account>", email_verified: "true" }],
    ["other audiences", { aud: "https://elsewhere.example" }],
    ["other issuers", { iss: "https://elsewhere.example" }],
    ["what is over", { exp: 1_700_000_000 }],
  ] as const)("lets in no %s", async ([, claims]) => {
    const email = "email" in claims ? { email: account.email } : {};
    expect((await bench.tools(await tokenWith({ ...claims, ...email }))).status).toBe(401);
  });

  test("that can't be reached is told apart from a token that is not good", async () => {
    const fetch = () => Promise.reject(new TypeError("the name is unknown"));
    await using away = await oauthBench(opened, { fetch, externalIssuer: other.issuer });
    const answer = await away.tools(await tokenWith({}));
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "5"]);
  });

  test("lets in nothing that is signed by a key it does not name", async () => {
    expect((await bench.tools(await tokenWith({}, { kid: "unknown" }))).status).toBe(401);
  });

  const stranger = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const head = { alg: "ES256", kid: "other-key" };
  test.for([
    ["without a signature", (claims) => new UnsecuredJWT(claims).encode()],
    ["by a key of somebody else's", (claims) => new SignJWT(claims).setProtectedHeader(head).sign(stranger.privateKey)],
    ["by a key that it brings along", (claims) => selfMade(claims, stranger)],
    ["by the public key as a secret", (claims) => signedBySecret(claims, publicPem(other.publicKey))],
    ["without an end", (claims) => other.sign({ ...claims, exp: undefined })],
    ["that is not good yet", (claims) => other.sign({ ...claims, nbf: Math.floor(Date.now() / 1000) + 600 })],
    ["for nobody", (claims) => other.sign({ ...claims, sub: undefined })],
    ["without an issuer", (claims) => other.sign({ ...claims, iss: undefined })],
    ["of an issuer that differs by a slash", (claims) => other.sign({ ...claims, iss: `${other.issuer}/` })],
    ["under no key's name", (claims) => other.sign(claims, { kid: "" })],
  ] satisfies readonly (readonly [string, Forging])[])("lets in no token %s", async ([, forge]) => {
    const verified = { email: account.email, email_verified: true, sub: "external-1" };
    const good = decodeJwt(await tokenWith(verified));
    expect((await bench.tools(await other.sign(good))).status).toBe(200);
    expect((await bench.tools(await forge(good))).status).toBe(401);
  });
});

type Forging = (claims: JWTPayload) => Promise<string> | string;

function publicPem(key: KeyObject): string {
  return key.export({ type: "spki", format: "pem" }).toString();
}

/** A token signed with a text that the attacker knows as if it were a shared secret (RFC 8725 §2.1). */
function signedBySecret(claims: object, secret: string): string {
  const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");
  const text = `${part({ alg: "HS256", kid: "other-key" })}.${part(claims)}`;
  return `${text}.${createHmac("sha256", secret).update(text).digest("base64url")}`;
}

/** A token that says itself by which key it is to be judged (RFC 8725 §3.10). */
function selfMade(claims: object, { privateKey, publicKey }: KeyPairKeyObjectResult): Promise<string> {
  const jwk = publicKey.export({ format: "jwk" });
  const header = { alg: "ES256", kid: "other-key", jwk, jku: "https://evil.example/jwks" };
  return new SignJWT({ ...claims }).setProtectedHeader(header).sign(privateKey);
}
