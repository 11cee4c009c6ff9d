// One thread of passwords: it hashes them, compares them and judges those that somebody chooses.
import { constants, setPriority } from "node:os";
import { isMainThread } from "node:worker_threads";
import { hashOf, isHashOf } from "./password-hash.ts";
import { type PasswordOwner, type PasswordProblem, passwordProblem } from "./password-rules.ts";

// On Linux each thread has a priority of its own (setpriority(2), "C library/kernel differences"). Whoever waits for an
// answer comes first: a machine of two cores would give both of them to a flood of sign-ins. Elsewhere the call would
// slow the whole process.
if (process.platform === "linux" && !isMainThread) setPriority(constants.priority.PRIORITY_LOW);

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
