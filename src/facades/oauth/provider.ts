import Provider, { type Configuration, errors, type KoaContextWithOIDC } from "oidc-provider";
import { INTERNAL_HEADERS } from "../../core/methods/index.ts";
import { audiencesOf, SCOPES, type SigningKey } from "../../core/services/index.ts";
import { adapterOver } from "./adapter.ts";
import type { OAuthOptions } from "./options.ts";
import { metadataDocumentOf } from "./registration.ts";

const MINUTE_S = 60;
const DAY_S = 24 * 60 * MINUTE_S;

/** Access tokens can't be taken back, so they are short; what asks for new ones can. */
export const TTL_S = {
  AccessToken: 10 * MINUTE_S,
  AuthorizationCode: MINUTE_S,
  IdToken: 10 * MINUTE_S,
  Interaction: 20 * MINUTE_S,
  RefreshToken: 30 * DAY_S,
  Session: 14 * DAY_S,
  Grant: 90 * DAY_S,
} as const;

/** Where the authorization server is, beneath the base address. */
export const ROUTES = {
  authorization: "/oauth/authorize",
  token: "/oauth/token",
  registration: "/oauth/register",
  jwks: "/oauth/jwks",
  revocation: "/oauth/revoke",
  end_session: "/oauth/end-session",
} as const;

export const INTERACTION_PATH = "/oauth/interaction/";

/** The authorization server by the certified library, for one set of keys: the first of them signs. */
export function providerFor(
  options: OAuthOptions,
  keys: readonly SigningKey[],
  renderError: NonNullable<Configuration["renderError"]>,
): Provider {
  const { baseUrl, signingIn, now, onError } = options;
  const isHttps = baseUrl.startsWith("https:");
  const cookie = { httpOnly: true, sameSite: "lax", secure: isHttps, signed: true } as const;
  const provider = new Provider(baseUrl, {
    ...clientConfiguration(),
    ...resourceConfiguration(),
    features: { ...FEATURES, ...metadataDocuments(options), ...resourceIndicators(baseUrl) },
    fetch: async (url, init) => normalisedDocument(await options.fetch(String(url), { ...init, redirect: "manual" })),
    adapter: adapterOver(signingIn.records, now),
    jwks: { keys: keys.map(({ jwk }) => jwk) },
    cookies: {
      keys: keys.map(({ cookieSecret }) => cookieSecret),
      names: {
        // Such a name holds the cookie to this host and to HTTPS (RFC 6265bis §4.1.3.2).
        session: isHttps ? "__Host-platen-session" : "platen-session",
        interaction: "platen-interaction",
        resume: "platen-resume",
      },
      long: { ...cookie, path: "/" },
      short: cookie,
    },
    findAccount: async (_ctx, accountId) => {
      const email = await signingIn.signIn.emailOf(accountId);
      return email === null ? undefined : { accountId, claims: async () => ({ sub: accountId }) };
    },
    interactions: {
      url: (_ctx, { uid }) => `${new URL(baseUrl).pathname.replace(/\/$/, "")}${INTERACTION_PATH}${uid}`,
    },
    routes: ROUTES,
    ttl: TTL_S,
    claims: { openid: ["sub"] },
    renderError,
  });
  provider.proxy = true;
  // The library asks a refusal itself whether it may be told to the client by a redirect.
  provider.on("authorization.error", (ctx, refusal) => stayUnlessAllowed(ctx, refusal));
  // Its words and where it happened, without what the library hangs on it.
  provider.on("server_error", (ctx, error) => {
    stayUnlessAllowed(ctx, error);
    const { message, stack } = error;
    const failure = new Error(message);
    if (stack !== undefined) failure.stack = stack;
    onError(failure);
  });
  return provider;
}

/**
 * Anybody may register an address, so a refusal sends nobody there before they have signed in and allowed that client:
 * a link to this service would lead wherever its maker likes (RFC 9700 §4.11.2).
 */
function stayUnlessAllowed({ oidc }: KoaContextWithOIDC, refusal: Error): void {
  const { session, client } = oidc;
  const isAllowed =
    session?.accountId !== undefined && client !== undefined && session.grantIdFor(client.clientId) !== undefined;
  if (!isAllowed && refusal instanceof errors.OIDCProviderError) refusal.allow_redirect = false;
}

/** Who may be a client: anyone who proves nothing but holds to PKCE, registered or by a document of their own. */
function clientConfiguration(): Configuration {
  return {
    clientAuthMethods: ["none"],
    clientDefaults: {
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
      id_token_signed_response_alg: "ES256",
    },
    responseTypes: ["code"],
    pkce: { required: () => true },
    enabledJWA: { idTokenSigningAlgValues: ["ES256"] },
    clientBasedCORS: (_ctx, origin, client) =>
      (client.redirectUris ?? []).some((uri) => URL.canParse(uri) && new URL(uri).origin === origin),
  };
}

type Features = NonNullable<Configuration["features"]>;

/** What the library offers beyond this is left out: nothing here would use it. */
const FEATURES = {
  devInteractions: { enabled: false },
  userinfo: { enabled: false },
  rpInitiatedLogout: { enabled: false },
  pushedAuthorizationRequests: { enabled: false },
  dPoP: { enabled: false },
  // Whoever holds a token may end it, by the client that it was given to (RFC 7009 §2.1).
  revocation: { enabled: true, allowedPolicy: async (_ctx, client, token) => token.clientId === client.clientId },
  registration: { enabled: true, initialAccessToken: false, issueRegistrationAccessToken: false },
} satisfies Features;

/** Clients that are known by a document under their own address; each fetch counts as a registration. */
function metadataDocuments({ signingIn }: OAuthOptions) {
  return {
    clientIdMetadataDocument: {
      enabled: true,
      ack: "draft-02",
      allowFetch: async (ctx) => {
        const reading = await signingIn.attempts.count("registration_from_address", addressOf(ctx));
        return !reading.isOver;
      },
      allowClient: () => true,
    },
  } satisfies Features;
}

/** Clients' own documents meet the same rules as registrations; one that does not is answered like one not there. */
async function normalisedDocument(response: Response): Promise<Response> {
  if (response.status !== 200) return response;
  const registration = metadataDocumentOf(await response.json().catch(() => null));
  if (!registration.ok) return new Response(null, { status: 422 });
  const caching = response.headers.get("cache-control");
  return Response.json(registration.metadata, { headers: caching === null ? {} : { "cache-control": caching } });
}

/** What tokens are for: one surface each, whether a client names it or not (RFC 8707). */
function resourceConfiguration(): Configuration {
  return {
    scopes: ["openid", "offline_access", ...SCOPES],
    // Refresh tokens are given without being asked for: clients can't know that they should ask.
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed("refresh_token"),
    rotateRefreshToken: true,
  };
}

function resourceIndicators(baseUrl: string) {
  const { tools, api } = audiencesOf(baseUrl);
  const scope = SCOPES.join(" ");
  return {
    resourceIndicators: {
      enabled: true,
      defaultResource: () => tools,
      useGrantedResource: () => true,
      getResourceServerInfo: (_ctx, indicator) => {
        const audience = [tools, api].find((each) => each === indicator.replace(/\/$/, ""));
        if (audience === undefined) throw new errors.InvalidTarget();
        const jwt = { sign: { alg: "ES256" } } as const;
        return { scope, audience, accessTokenTTL: TTL_S.AccessToken, accessTokenFormat: "jwt", jwt };
      },
    },
  } satisfies Features;
}

/** As the exchange set it: the library's own idea of addresses would follow headers of clients. */
function addressOf(ctx: KoaContextWithOIDC): string {
  return ctx.get(INTERNAL_HEADERS.remoteAddress);
}
