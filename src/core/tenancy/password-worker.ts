// One thread of passwords: it hashes them, compares them and judges those that somebody chooses.
import { hashOf, isHashOf } from "./password-hash.ts";
import { type PasswordOwner, type PasswordProblem, passwordProblem } from "./password-rules.ts";

/** Each task's question. */
export interface PasswordTasks {
  readonly hash: { readonly password: string };
  readonly matches: { readonly password: string; readonly stored: string };
  readonly problem: { readonly password: string; readonly owner: PasswordOwner };
}

export function hash({ password }: PasswordTasks["hash"]): string {
  return hashOf(password);
}

export function matches({ password, stored }: PasswordTasks["matches"]): boolean {
  return isHashOf(password, stored);
}

export function problem({ password, owner }: PasswordTasks["problem"]): Promise<PasswordProblem | null> {
  return passwordProblem(password, owner);
}
