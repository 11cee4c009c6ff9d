import { createHash } from "node:crypto";
import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientSecretBasic,
  type Configuration,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from "openid-client";
import type { ForeignIdentity } from "../../core/services/index.ts";
import type { GuardedFetch, OAuthOptions, OAuthRecordStore, Upstream } from "./options.ts";

/** Signing in by another provider (OpenID Connect Core §3.1, with PKCE). */
export interface UpstreamSignIn {
  /** The provider as people know it. */
  readonly name: string;
  /** Where browsers are sent to. */
  readonly origin: string;
  /** The address of the provider's sign-in page for an interaction; null where the provider can't be reached. */
  begin(interaction: string): Promise<string | null>;
  /** The interaction that a callback belongs to; null where it belongs to none. */
  interactionOf(query: URLSearchParams): Promise<string | null>;
  /** Who has signed in, by the callback's query; null where it did not come off. Each callback is good once. */
  finish(interaction: string, query: URLSearchParams): Promise<ForeignIdentity | null>;
}

export const CALLBACK_PATH = "/oauth/upstream/callback";

const MODEL = "UpstreamAttempt";

/** Somebody who has to find a second factor needs some minutes. */
const ATTEMPT_MS = 15 * 60_000;

/** How long the provider's metadata are taken as read. */
const METADATA_MS = 60 * 60_000;

export function createUpstreamSignIn(upstream: Upstream, options: OAuthOptions): UpstreamSignIn {
  const { now, baseUrl, onError, signingIn } = options;
  const { records } = signingIn;
  const configurationOf = metadataCache(upstream, options.fetch, now);
  const callback = `${baseUrl}${CALLBACK_PATH}`;
  // The library's errors carry what was answered; only their words are for the log.
  const failed = (error: unknown): null => {
    const words = error instanceof Error ? error.message : String(error);
    onError(new Error(`signing in by ${upstream.issuer} failed: ${words}`));
    return null;
  };
  return {
    name: upstream.name,
    origin: new URL(upstream.issuer).origin,

    async begin(interaction) {
      const configuration = await configurationOf().catch(failed);
      if (configuration === null) return null;
      const [state, nonce, verifier] = [randomState(), randomNonce(), randomPKCECodeVerifier()];
      await keepAttempt(records, state, { interaction, nonce, verifier }, now());
      const address = buildAuthorizationUrl(configuration, {
        ...{ redirect_uri: callback, scope: "openid email", state, nonce, code_challenge_method: "S256" },
        code_challenge: await calculatePKCECodeChallenge(verifier),
      });
      return address.href;
    },

    async interactionOf(query) {
      return (await attemptOf(records, query.get("state") ?? "", now()))?.interaction ?? null;
    },

    async finish(interaction, query) {
      const state = query.get("state") ?? "";
      const attempt = await attemptOf(records, state, now());
      const isFirst = await records.consume(MODEL, hashOf(state), now());
      if (attempt === null || !isFirst || attempt.interaction !== interaction) return null;
      try {
        const configuration = await configurationOf();
        const checks = { expectedState: state, expectedNonce: attempt.nonce, pkceCodeVerifier: attempt.verifier };
        const address = new URL(`${callback}?${query.toString()}`);
        const tokens = await authorizationCodeGrant(configuration, address, { ...checks, idTokenExpected: true });
        const claims = tokens.claims();
        if (claims === undefined) return null;
        const more =
          claims["email"] === undefined && configuration.serverMetadata().userinfo_endpoint !== undefined
            ? await fetchUserInfo(configuration, tokens.access_token, claims.sub)
            : claims;
        const { email, email_verified: isVerified } = { email: more["email"], email_verified: more["email_verified"] };
        const verifiedEmail = isVerified === true && typeof email === "string" ? email : null;
        return { issuer: upstream.issuer, subject: claims.sub, verifiedEmail };
      } catch (error) {
        return failed(error);
      }
    },
  };
}

function metadataCache(
  { issuer, clientId, clientSecret }: Upstream,
  fetch: GuardedFetch,
  now: () => Date,
): () => Promise<Configuration> {
  let known: { readonly configuration: Promise<Configuration>; readonly untilMs: number } | null = null;
  return () => {
    const nowMs = now().getTime();
    if (known !== null && known.untilMs > nowMs) return known.configuration;
    const configuration = discovery(new URL(issuer), clientId, clientSecret, ClientSecretBasic(clientSecret), {
      // ID tokens are held to the provider's keys as well, not to its connection alone (OpenID Connect Core §3.1.3.7).
      execute: [enableNonRepudiationChecks],
      [customFetch]: (url, init) => fetch(url, { ...init, body: init.body ?? null, signal: init.signal ?? null }),
    });
    configuration.catch(() => {
      known = null;
    });
    known = { configuration, untilMs: nowMs + METADATA_MS };
    return configuration;
  };
}

interface Attempt {
  readonly interaction: string;
  readonly nonce: string;
  readonly verifier: string;
}

async function keepAttempt(records: OAuthRecordStore, state: string, attempt: Attempt, at: Date): Promise<void> {
  const none = { grantId: null, uid: null, accountId: null, clientId: null };
  const expiresAt = new Date(at.getTime() + ATTEMPT_MS);
  await records.keep({ model: MODEL, id: hashOf(state), payload: { ...attempt }, ...none, expiresAt }, at);
}

async function attemptOf(records: OAuthRecordStore, state: string, at: Date): Promise<Attempt | null> {
  const found = await records.find(MODEL, hashOf(state), at);
  if (found === null || found.consumedAt !== null) return null;
  const { interaction, nonce, verifier } = found.payload;
  return { interaction: String(interaction), nonce: String(nonce), verifier: String(verifier) };
}

function hashOf(state: string): string {
  return createHash("sha256").update(state).digest("base64url");
}
