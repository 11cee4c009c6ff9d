import { createMailer } from "../mail/index.ts";
import type { OAuthRecordRepository } from "../persistence/index.ts";
import { type AttemptLimits, createAttemptLimits, createPasswords, type Passwords } from "../tenancy/index.ts";
import { SignIn, type SignInParts } from "./sign-in.ts";
import { SigningKeys } from "./signing-keys.ts";

/** Everything of signing in that more than one door or service needs. */
export interface SigningIn {
  readonly signIn: SignIn;
  readonly keys: SigningKeys;
  readonly attempts: AttemptLimits;
  readonly passwords: Passwords;
  /** What the authorization server keeps. */
  readonly records: OAuthRecordRepository;
}

export interface SigningInOptions extends Omit<SignInParts, "attempts" | "mailer" | "passwords"> {
  /** The server and the sender of mail; null for none. */
  readonly mail: { readonly url: string; readonly from: string } | null;
  /** What signing keys are sealed with. */
  readonly secret: string;
}

/** Puts signing in together. Where one process has the database to itself, it counts attempts in its memory. */
export function createSigningIn({ secret, mail, ...parts }: SigningInOptions): SigningIn {
  const { database, now } = parts;
  const attempts = createAttemptLimits(database.kind === "embedded" ? null : database.sqlHome.sql);
  const passwords = createPasswords();
  return {
    signIn: new SignIn({ ...parts, attempts, passwords, mailer: mail === null ? null : createMailer(mail) }),
    keys: new SigningKeys(database.signingKeys, secret, now),
    attempts,
    passwords,
    records: database.oauthRecords,
  };
}
