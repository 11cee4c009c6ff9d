import type { ErrorOut, KoaContextWithOIDC, default as Provider } from "oidc-provider";
import type { HttpHandler, HttpRequest, HttpResponse } from "../../core/methods/index.ts";
import { SCOPES, SealedUnderAnotherSecret, type SigningKey } from "../../core/services/index.ts";
import { LINK_PATH, servePasswordLink, serveReset, serveSignOut } from "./account-pages.ts";
import { type Exchange, holdsNul, readExchange, requestFor, send, sendJson } from "./exchange.ts";
import { pageHeaders } from "./html.ts";
import { serveInteraction } from "./interactions.ts";
import type { OAuthOptions } from "./options.ts";
import { deniedPage, errorPage, notice, pageContextOf, sendPage, throttledPage } from "./pages.ts";
import { INTERACTION_PATH, providerFor, ROUTES } from "./provider.ts";
import { redirectKindOf } from "./redirects.ts";
import { registrationOf } from "./registration.ts";
import { CALLBACK_PATH, createUpstreamSignIn, type UpstreamSignIn } from "./upstream.ts";

/** Where clients look for the metadata (RFC 8414 §3, OpenID Connect Discovery §4). */
const METADATA_PATHS = ["/.well-known/oauth-authorization-server", "/.well-known/openid-configuration"] as const;

const OAUTH_PREFIX = "/oauth/";

/** The protocol's own addresses, which the library answers as they come. */
const PLAIN_ROUTES: ReadonlySet<string> = new Set([ROUTES.jwks, ROUTES.revocation]);

/** The authorization server for one set of keys. */
interface Current {
  readonly provider: Provider;
  readonly keys: readonly SigningKey[];
  readonly respond: ReturnType<Provider["callback"]>;
}

interface Door extends OAuthOptions {
  readonly upstreamSignIn: UpstreamSignIn | null;
  current(): Promise<Current>;
}

/**
 * Serves the authorization server, its pages, and the metadata that lead to it. Other paths are left to the next
 * handler.
 */
export function oauthHandler(options: OAuthOptions): HttpHandler {
  const door: Door = {
    ...options,
    upstreamSignIn: options.upstream === null ? null : createUpstreamSignIn(options.upstream, options),
    current: currentProvider(options),
  };
  return async (request, response) => {
    const path = pathOf(request);
    const metadata = metadataPathOf(path, options.baseUrl);
    if (metadata === null && !path.startsWith(OAUTH_PREFIX)) return false;
    try {
      await serve(door, request, response, metadata);
    } catch (error) {
      if (!(error instanceof SealedUnderAnotherSecret) || response.headersSent) throw error;
      const description = "People can't sign in at this server at the moment. Tell whoever operates it.";
      sendJson(response, 503, { error: "temporarily_unavailable", error_description: description });
    }
    return true;
  };
}

/** The authorization server as the keys of now make it: a new key signs without a restart. */
function currentProvider(options: OAuthOptions): () => Promise<Current> {
  let known: (Current & { readonly ids: string }) | null = null;
  return async () => {
    const keys = await options.signingIn.keys.all();
    const ids = keys.map(({ id }) => id).join(" ");
    if (known?.ids === ids) return known;
    const provider = providerFor(options, keys, (ctx, refusal) => {
      const context = pageContextOf({ request: ctx.req }, options.baseUrl);
      const back = wayBackOf(ctx, refusal);
      ctx.set(pageHeaders());
      ctx.body = back === null ? errorPage(context, refusal.error) : deniedPage(context, back);
    });
    known = { ids, keys, provider, respond: provider.callback() };
    return known;
  };
}

/** Where somebody who has allowed nothing may go back to, by a link; null where this is another refusal. */
function wayBackOf({ oidc }: KoaContextWithOIDC, refusal: ErrorOut): string | null {
  const redirectUri = oidc.params?.["redirect_uri"];
  if (oidc.route !== "resume" || refusal.error !== "access_denied" || typeof redirectUri !== "string") return null;
  if (redirectKindOf(redirectUri) === null) return null;
  const address = new URL(redirectUri);
  for (const [name, value] of Object.entries(refusal)) {
    if (value !== undefined) address.searchParams.set(name, String(value));
  }
  return address.href;
}

async function serve(door: Door, request: HttpRequest, response: HttpResponse, metadata: string | null): Promise<void> {
  const exchange = await readExchange(request, response);
  if (exchange === null) {
    return sendJson(response, 413, { error: "invalid_request", error_description: "The request is too large." });
  }
  if (holdsNul(exchange)) {
    const description = "The request holds the character U+0000. Leave it out.";
    return sendJson(response, 400, { error: "invalid_request", error_description: description });
  }
  if (metadata !== null) return passOn(door, exchange, { url: metadata });
  const { path } = exchange;
  if (path === ROUTES.authorization || path.startsWith(`${ROUTES.authorization}/`)) return authorize(door, exchange);
  if (path === ROUTES.token) return token(door, exchange);
  if (path === ROUTES.registration) return register(door, exchange);
  if (PLAIN_ROUTES.has(path)) return passOn(door, exchange);
  if (path.startsWith(INTERACTION_PATH)) return serveInteraction({ ...door, ...(await door.current()) }, exchange);
  if (path.startsWith(LINK_PATH)) return servePasswordLink(door, exchange);
  if (path === "/oauth/reset") return serveReset(door, exchange);
  if (path === "/oauth/sign-out") return serveSignOut({ ...door, ...(await door.current()) }, exchange);
  if (path === CALLBACK_PATH) return backToInteraction(door, exchange);
  const context = pageContextOf(exchange, door.baseUrl);
  sendPage(exchange, context, notice(context.texts.failed, context.texts.expired, 404));
}

async function passOn(
  door: Door,
  exchange: Exchange,
  changes: { readonly url?: string; readonly body?: Buffer } = {},
): Promise<void> {
  const { respond } = await door.current();
  await respond(requestFor(exchange, door.baseUrl, changes), exchange.response);
}

/** A client that says no scope asks for all: the library would grant it nothing. */
async function authorize(door: Door, exchange: Exchange): Promise<void> {
  const throttled = await door.signingIn.attempts.count("authorization_from_address", exchange.remoteAddress);
  if (throttled.isOver) {
    const context = pageContextOf(exchange, door.baseUrl);
    return sendPage(
      exchange,
      context,
      throttledPage(context, { kind: "throttled", retryAfterSeconds: throttled.resetSeconds }),
    );
  }
  if (exchange.path !== ROUTES.authorization) return passOn(door, exchange);
  const query = new URLSearchParams(exchange.query);
  const asked = (query.get("scope") ?? "").split(" ").filter((scope) => scope !== "");
  if (!asked.some((scope) => SCOPES.some((known) => known === scope))) {
    query.set("scope", [...asked, ...SCOPES].join(" "));
  }
  await passOn(door, exchange, { url: `${exchange.path}?${query.toString()}` });
}

async function token(door: Door, exchange: Exchange): Promise<void> {
  const reading = await door.signingIn.attempts.count("token_from_address", exchange.remoteAddress);
  if (reading.isOver) return refuseFlood(exchange, reading.resetSeconds);
  await passOn(door, exchange);
}

/** Registration is open to everyone (RFC 7591), also to pages; so it is counted, small and normalised. */
async function register(door: Door, exchange: Exchange): Promise<void> {
  const { response, verb, body } = exchange;
  const cors = { "access-control-allow-origin": "*" };
  if (verb === "OPTIONS") {
    const more = { "access-control-allow-methods": "POST", "access-control-allow-headers": "content-type" };
    return send(response, 204, { ...cors, ...more, "access-control-max-age": "3600" }, "");
  }
  if (verb !== "POST") {
    const description = "Clients are registered with POST.";
    return sendJson(response, 405, { error: "invalid_request", error_description: description }, { allow: "POST" });
  }
  const reading = await door.signingIn.attempts.count("registration_from_address", exchange.remoteAddress);
  if (reading.isOver) return refuseFlood(exchange, reading.resetSeconds, cors);
  const registration = registrationOf(jsonOf(body));
  if (!registration.ok) {
    const { error, description } = registration;
    return sendJson(response, 400, { error, error_description: description }, cors);
  }
  response.setHeader("access-control-allow-origin", "*");
  await passOn(door, exchange, { body: Buffer.from(JSON.stringify(registration.metadata)) });
}

function refuseFlood(exchange: Exchange, seconds: number, more: Readonly<Record<string, string>> = {}): void {
  const description = `Too many requests came from this address. Wait ${seconds} seconds.`;
  const headers = { ...more, "retry-after": String(seconds) };
  sendJson(exchange.response, 429, { error: "temporarily_unavailable", error_description: description }, headers);
}

/** The other provider knows one address of ours; the interaction's cookie is held to another. */
async function backToInteraction(door: Door, exchange: Exchange): Promise<void> {
  const context = pageContextOf(exchange, door.baseUrl);
  const uid = (await door.upstreamSignIn?.interactionOf(exchange.query)) ?? null;
  if (uid === null) return sendPage(exchange, context, notice(context.texts.failed, context.texts.expired, 400));
  const location = `${context.root}${INTERACTION_PATH}${uid}/upstream?${exchange.query.toString()}`;
  send(exchange.response, 303, { location, "cache-control": "no-store" }, "");
}

function pathOf(request: HttpRequest): string {
  return (request.url ?? "/").replace(/^https?:\/\/[^/?]*/i, "").replace(/\?.*$/s, "");
}

/** The library's own path of a metadata address; issuers with a path have it at the end as well (RFC 8414 §3.1). */
function metadataPathOf(path: string, baseUrl: string): string | null {
  const root = new URL(baseUrl).pathname.replace(/\/$/, "");
  return METADATA_PATHS.find((known) => path === known || (root !== "" && path === `${known}${root}`)) ?? null;
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return null;
  }
}
