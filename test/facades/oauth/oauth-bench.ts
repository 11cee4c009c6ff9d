import { createHash, randomBytes, scryptSync } from "node:crypto";
import { platenMethods } from "../../../src/core/methods/index.ts";
import type { Database } from "../../../src/core/persistence/index.ts";
import { createSigningIn, SCOPES, type Services, type SigningIn } from "../../../src/core/services/index.ts";
import { newId } from "../../../src/core/tenancy/index.ts";
import { restHandler } from "../../../src/facades/http/index.ts";
import { linksHandler } from "../../../src/facades/links/index.ts";
import { mcpHandler } from "../../../src/facades/mcp/index.ts";
import { type GuardedFetch, signInDoor, type Upstream } from "../../../src/facades/oauth/index.ts";
import { connectHandler, createServer } from "../../../src/facades/rpc/index.ts";
import { type ServiceBench, serviceBench } from "../../core/services/service-bench.ts";
import type { TestDatabase } from "../../support/databases.ts";
import { Visitor } from "./visitor.ts";

/** Somebody with an account. */
export interface Account {
  readonly id: string;
  readonly email: string;
  readonly password: string;
}

/** The whole service on a port of the loopback, with its authorization server and a clock that tests set. */
export interface OAuthBench extends AsyncDisposable {
  readonly baseUrl: string;
  readonly database: Database;
  readonly services: Services;
  readonly signingIn: SigningIn;
  readonly bench: ServiceBench;
  /** Links that a demo would have shown. */
  readonly links: string[];
  /** What the faces failed at, which is nothing unless a test says so. */
  readonly failures: unknown[];
  /** Moves the clock on. */
  pass(milliseconds: number): void;
  /** An account in the bench's organization, or in those given. */
  account(organizations?: readonly string[]): Promise<Account>;
  /** Registers a client as deployed ones do, and answers its identifier. */
  register(metadata?: Readonly<Record<string, unknown>>): Promise<string>;
  tools(token: string): Promise<Response>;
  visitor(language?: string): Visitor;
}

export interface OAuthBenchOptions {
  readonly upstream?: Upstream;
  readonly fetch?: GuardedFetch;
  readonly externalIssuer?: string;
  readonly sendsLinks?: boolean;
  /** What clients reach the service by, where that is not its port. */
  readonly baseUrl?: string;
}

/**
 * One password for all accounts of a test run, hashed at a low cost: rows keep the cost they were made with, and many
 * guesses at these accounts take no time.
 */
const sharedPassword = (() => {
  const password = randomBytes(12).toString("base64url");
  const salt = randomBytes(16);
  const hash = scryptSync(password, salt, 32, { N: 1024, r: 8, p: 1 });
  return { password, passwordHash: `scrypt$1024$8$1$${salt.toString("base64url")}$${hash.toString("base64url")}` };
})();

export const REDIRECT = "https://client.example/callback";

export async function oauthBench(opened: TestDatabase, options: OAuthBenchOptions = {}): Promise<OAuthBench> {
  let passedMs = 0;
  const now = (): Date => new Date(Date.now() + passedMs);
  const bench = await serviceBench(opened, { withJobs: false, now });
  const { database } = bench;
  const faces = Promise.withResolvers<Parameters<typeof createServer>[0]["handlers"]>();
  const failures: unknown[] = [];
  const server = createServer({
    trustedProxies: ["127.0.0.1"],
    handlers: [
      async (request, response) => {
        for (const face of await faces.promise) if (await face(request, response)) return true;
        return false;
      },
    ],
    onError: (error) => failures.push(error),
  });
  const address = `http://127.0.0.1:${await server.listen({ host: "127.0.0.1", port: 0 })}`;
  const baseUrl = options.baseUrl ?? address;
  const links: string[] = [];
  const signingIn = createSigningIn({
    ...{ database, baseUrl, now, mail: null, secret: "a secret of this bench alone, 32 or more" },
    showLink: (options.sendsLinks ?? true) ? (email, link) => void links.push(`${email}: ${link}`) : null,
    log: { error: (facts) => void failures.push(facts) },
  });
  const fetch = options.fetch ?? (() => Promise.reject(new TypeError("this bench fetches nothing")));
  const externalIssuer = options.externalIssuer ?? null;
  const signIn = signInDoor({ signingIn, baseUrl, externalIssuer, fetch, upstream: options.upstream ?? null, now });
  const services = bench.again({ baseUrl, signingIn, accessTokens: signIn.accessTokens });
  const { transport, admit, identify, routes, interceptors } = services;
  const guards = { origins: new Set([baseUrl]), hosts: new Set(["127.0.0.1"]) };
  const onError = (error: unknown): void => void failures.push(error);
  const authorizationServer = { issuer: signIn.issuer, scopes: SCOPES };
  const tools = { transport, admit, identify, baseUrl, authorizationServer, guards, version: "0.0.0", onError };
  faces.resolve([
    restHandler({ catalogue: platenMethods, transport, admit }),
    connectHandler({ catalogue: platenMethods, routes, router: { interceptors }, door: "rpc", admit }),
    linksHandler({ transport, onError }),
    mcpHandler({ catalogue: platenMethods, ...tools }),
    ...signIn.handlers(onError),
  ]);
  return {
    ...{ baseUrl, database, services, signingIn, bench, links, failures },
    pass(milliseconds) {
      passedMs += milliseconds;
    },

    async account(organizations = [bench.organizationId]) {
      const email = `${newId("per")}@example.jp`;
      const { password, passwordHash } = sharedPassword;
      const made = await database.people.create({ email, passwordHash, createdAt: now() });
      if (!made.ok) throw new Error(made.reason);
      for (const [index, organizationId] of organizations.entries()) {
        const since = new Date(now().getTime() + index);
        await database.people.addMembership({ personId: made.value.id, organizationId, role: "member", since });
      }
      return { id: made.value.id, email, password };
    },

    async register(metadata = {}) {
      const response = await globalThis.fetch(`${address}/oauth/register`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ client_name: "試験クライアント", redirect_uris: [REDIRECT], ...metadata }),
      });
      if (response.status !== 201) throw new Error(`${response.status}: ${await response.text()}`);
      return String(((await response.json()) as { client_id: unknown }).client_id);
    },

    tools: (token) =>
      globalThis.fetch(`${address}/mcp`, {
        method: "POST",
        headers: {
          ...{ authorization: `Bearer ${token}`, "content-type": "application/json" },
          accept: "application/json, text/event-stream",
        },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} }),
      }),

    visitor: (language = "en") => new Visitor(address, language),

    async [Symbol.asyncDispose]() {
      await server.close(0);
      await signingIn.passwords.close();
      await bench[Symbol.asyncDispose]();
    },
  };
}

/** What a client keeps between its request and the answer (RFC 7636 §4). */
export interface Pkce {
  readonly verifier: string;
  readonly challenge: string;
}

export function newPkce(): Pkce {
  const verifier = randomBytes(32).toString("base64url");
  return { verifier, challenge: createHash("sha256").update(verifier).digest("base64url") };
}

/** The address that a client sends a browser to; a value of null leaves a parameter out. */
export function authorizeUrl(
  baseUrl: string,
  clientId: string,
  pkce: Pkce,
  changes: Readonly<Record<string, string | null>> = {},
): string {
  const url = new URL(`${baseUrl}/oauth/authorize`);
  const parameters = {
    ...{
      response_type: "code",
      client_id: clientId,
      redirect_uri: REDIRECT,
      state: "a state",
      scope: SCOPES.join(" "),
    },
    ...{ code_challenge: pkce.challenge, code_challenge_method: "S256", resource: `${baseUrl}/mcp` },
    ...changes,
  };
  for (const [name, value] of Object.entries(parameters)) if (value !== null) url.searchParams.set(name, value);
  return url.href;
}

/** An answer of the token endpoint. */
export interface TokenAnswer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Asks the token endpoint; a value of null leaves a parameter out. */
export async function tokenRequest(
  baseUrl: string,
  parameters: Readonly<Record<string, string | null>>,
): Promise<TokenAnswer> {
  const body = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value !== null) body.set(name, value);
  const response = await fetch(`${baseUrl}/oauth/token`, { method: "POST", body });
  return { status: response.status, body: (await response.json()) as Readonly<Record<string, unknown>> };
}

/** A code and what redeems it, after somebody signed in and allowed a client. */
export interface GrantedCode {
  readonly clientId: string;
  readonly redeem: Readonly<Record<string, string>>;
}

/** Lets an account allow a client, by its pages. */
export async function grantCode(
  { baseUrl, register, visitor }: OAuthBench,
  account: Account,
  changes: Readonly<Record<string, string | null>> = {},
): Promise<GrantedCode> {
  const [clientId, pkce] = [await register(), newPkce()];
  const callback = await visitor().signInAndAllow(authorizeUrl(baseUrl, clientId, pkce, changes), account);
  const code = callback.searchParams.get("code") ?? "";
  return {
    clientId,
    redeem: {
      ...{ grant_type: "authorization_code", client_id: clientId, redirect_uri: REDIRECT, code },
      code_verifier: pkce.verifier,
    },
  };
}

/** Tokens of an account for a new client. */
export async function signedInTokens(
  bench: OAuthBench,
  account: Account,
  changes: Readonly<Record<string, string | null>> = {},
): Promise<{ readonly clientId: string; readonly access: string; readonly refresh: string }> {
  const { clientId, redeem } = await grantCode(bench, account, changes);
  const { status, body } = await tokenRequest(bench.baseUrl, redeem);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return { clientId, access: String(body["access_token"]), refresh: String(body["refresh_token"]) };
}
