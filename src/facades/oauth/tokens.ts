import {
  createLocalJWKSet,
  createRemoteJWKSet,
  customFetch,
  decodeProtectedHeader,
  type JWTPayload,
  jwtVerify,
} from "jose";
import { platenError } from "../../core/methods/index.ts";
import {
  type AccessGrant,
  type AccessTokens,
  SCOPES,
  type SigningIn,
  type SigningKey,
} from "../../core/services/index.ts";
import type { GuardedFetch } from "./options.ts";

/** Clocks of one's own machines may differ by so much. */
const CLOCK_TOLERANCE_SECONDS = 5;

/** A hiccup of the network passes in this time. */
const ISSUER_RETRY_SECONDS = 5;

/** What an external issuer may sign with; never a shared secret, never nothing (RFC 8725 §3.1). */
const EXTERNAL_ALGORITHMS = ["ES256", "ES384", "ES512", "PS256", "PS384", "PS512", "RS256", "RS384", "RS512", "EdDSA"];

/** Judges the tokens of this installation's issuer: another one where it is set, else the service itself. */
export function accessTokensFor(parts: {
  readonly signingIn: SigningIn;
  readonly baseUrl: string;
  readonly externalIssuer: string | null;
  readonly fetch: GuardedFetch;
}): AccessTokens {
  const { signingIn, baseUrl, externalIssuer, fetch } = parts;
  return externalIssuer === null
    ? ownAccessTokens({ signingIn, issuer: baseUrl })
    : externalAccessTokens({ signingIn, issuer: externalIssuer, fetch });
}

/** Access tokens of the service itself: `at+jwt` (RFC 9068), ES256, by one of the installation's own keys. */
function ownAccessTokens({ signingIn, issuer }: { signingIn: SigningIn; issuer: string }): AccessTokens {
  // The library keeps what it has made of a key with the set.
  let set: { readonly keys: readonly SigningKey[]; readonly find: ReturnType<typeof createLocalJWKSet> } | null = null;
  const setOf = (keys: readonly SigningKey[]): ReturnType<typeof createLocalJWKSet> => {
    if (set?.keys !== keys) set = { keys, find: createLocalJWKSet({ keys: publicKeysOf(keys) }) };
    return set.find;
  };
  return {
    async verify(token, audience) {
      const kid = keyIdOf(token);
      if (kid === null) return null;
      const find = setOf(await signingIn.keys.including(kid));
      const claims = await claimsOf(() =>
        jwtVerify(token, find, {
          ...{ issuer, audience, typ: "at+jwt", algorithms: ["ES256"], requiredClaims: ["sub", "exp", "client_id"] },
          clockTolerance: CLOCK_TOLERANCE_SECONDS,
        }),
      );
      return claims?.sub === undefined || !isFor(claims, audience) ? null : grantOf(claims.sub, claims);
    },
  };
}

/**
 * Access tokens of another issuer, by the keys that its metadata name. Whom one stands for is found by the issuer's
 * subject, or by an address that the issuer says it has verified.
 */
function externalAccessTokens({
  signingIn,
  issuer,
  fetch,
}: {
  signingIn: SigningIn;
  issuer: string;
  fetch: GuardedFetch;
}): AccessTokens {
  let keys: Promise<ReturnType<typeof createRemoteJWKSet>> | null = null;
  const keySet = (): Promise<ReturnType<typeof createRemoteJWKSet>> => {
    keys ??= keySetOf(issuer, fetch).catch((error: unknown) => {
      keys = null;
      throw error;
    });
    return keys;
  };
  return {
    async verify(token, audience) {
      if (keyIdOf(token) === null) return null;
      const set = await keySet().catch(unreachable);
      const claims = await claimsOf(() =>
        jwtVerify(token, set, {
          ...{ issuer, audience, algorithms: EXTERNAL_ALGORITHMS, requiredClaims: ["sub", "exp"] },
          clockTolerance: CLOCK_TOLERANCE_SECONDS,
        }),
      );
      if (claims?.sub === undefined) return null;
      const email = claims["email"];
      const isVerified = claims["email_verified"] === true && typeof email === "string";
      const identity = { issuer, subject: claims.sub, verifiedEmail: isVerified ? email : null };
      const personId = await signingIn.signIn.withForeignIdentity(identity);
      return personId === null ? null : grantOf(personId, claims);
    },
  };
}

/** The issuer's keys, as its metadata name them (RFC 8414 §3, or OpenID Connect Discovery §4). */
async function keySetOf(issuer: string, fetch: GuardedFetch): Promise<ReturnType<typeof createRemoteJWKSet>> {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, "");
  const places = [
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${origin}${path}/.well-known/openid-configuration`,
  ];
  for (const place of places) {
    const response = await fetch(place, { headers: { accept: "application/json" } });
    const metadata: unknown = response.status === 200 ? await response.json() : null;
    if (typeof metadata !== "object" || metadata === null) continue;
    if (!("issuer" in metadata) || metadata.issuer !== issuer || !("jwks_uri" in metadata)) continue;
    return createRemoteJWKSet(new URL(String(metadata.jwks_uri)), { [customFetch]: (url, init) => fetch(url, init) });
  }
  throw new Error(`the issuer ${issuer} answers no metadata of its own`);
}

/** The key that a token says it is signed by; null for a text that is no signed token. */
function keyIdOf(token: string): string | null {
  try {
    const { kid } = decodeProtectedHeader(token);
    return typeof kid === "string" ? kid : null;
  } catch {
    return null;
  }
}

/** An issuer that can't be asked for its keys is neither the caller's fault nor forever. */
function unreachable(cause: unknown): never {
  const sentence = "The authorization server can't be reached at the moment. Send the request again.";
  throw platenError("unavailable", sentence, { retryAfterSeconds: ISSUER_RETRY_SECONDS, cause });
}

/** A token that is not good has no claims; keys that can't be had are another matter. */
async function claimsOf(verify: () => Promise<{ readonly payload: JWTPayload }>): Promise<JWTPayload | null> {
  try {
    return (await verify()).payload;
  } catch (error) {
    if (error instanceof Error && "code" in error && String(error.code).startsWith("ERR_J")) {
      if (error.code !== "ERR_JWKS_TIMEOUT") return null;
    }
    unreachable(error);
  }
}

/** One audience exactly: a token for several surfaces is for none (RFC 8707 §2). */
function isFor({ aud }: JWTPayload, audience: string): boolean {
  return aud === audience || (Array.isArray(aud) && aud.length === 1 && aud[0] === audience);
}

function grantOf(personId: string, claims: JWTPayload): AccessGrant {
  const written = claims["scope"] ?? claims["scp"];
  const names = Array.isArray(written) ? written.map(String) : String(written ?? "").split(" ");
  return { personId, scopes: new Set(SCOPES.filter((scope) => names.includes(scope))) };
}

function publicKeysOf(keys: readonly SigningKey[]) {
  return keys.map(({ jwk: { d: _private, ...open } }) => open);
}
