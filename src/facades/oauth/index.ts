// Signing in: an authorization server on the certified library and our own database, the pages where people sign in and
// allow clients to act for them, and the judges of the tokens that come of it.
export { oauthHandler } from "./handler.ts";
export type { GuardedFetch, OAuthOptions, Upstream } from "./options.ts";
export { accessTokensFor } from "./tokens.ts";
