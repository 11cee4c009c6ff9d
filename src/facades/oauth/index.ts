// Signing in: an authorization server on the certified library and our own database, the pages where people sign in and
// allow clients to act for them, and the judges of the tokens that come of it.
export type { GuardedFetch, Upstream } from "./options.ts";
export { type SignInDoor, type SignInDoorOptions, signInDoor } from "./sign-in-door.ts";
