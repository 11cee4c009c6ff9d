import type { SigningIn } from "../../core/services/index.ts";

/** What the authorization server keeps, as the services hand it over. */
export type OAuthRecordStore = SigningIn["records"];

/** Fetches addresses that clients and issuers chose, within the guards. */
export type GuardedFetch = (url: string, init?: RequestInit) => Promise<Response>;

/** A provider that people may sign in by as well. */
export interface Upstream {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** What the sign-in page calls it. */
  readonly name: string;
}

/** What the authorization server and its pages need. */
export interface OAuthOptions {
  readonly signingIn: SigningIn;
  /** Where clients reach the service, without a trailing slash: it is the issuer, and makes every address. */
  readonly baseUrl: string;
  readonly fetch: GuardedFetch;
  readonly upstream: Upstream | null;
  readonly now: () => Date;
  /** Told about failures of ours; never about codes, tokens, passwords or cookies. */
  readonly onError: (error: unknown) => void;
}
