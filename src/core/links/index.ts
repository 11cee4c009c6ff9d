// Links: which stored file, until when → a token that proves it, and back. No database and no clock: secrets and times
// are handed in.
export { type LinkSecret, linkSecretOf, newLinkSecret } from "./secrets.ts";
export { type FileLink, linkToken, readLinkToken } from "./token.ts";
