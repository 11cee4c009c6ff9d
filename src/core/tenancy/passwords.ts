import { Piscina } from "piscina";
import { hashOfNothing } from "./password-hash.ts";
import type { PasswordOwner, PasswordProblem } from "./password-rules.ts";
import type { PasswordTasks } from "./password-worker.ts";

/** A place in the short queue of passwords; it is given back when the block that took it ends. */
export interface PasswordTurn extends Disposable {
  /** The stored form of a new password. */
  hash(password: string): Promise<string>;
  /** Whether a password is the one behind a stored form; null, which stands for nobody, takes as long and is false. */
  matches(password: string, stored: string | null): Promise<boolean>;
  /** Why somebody can't choose this password; null where they can. */
  problem(password: string, owner: PasswordOwner): Promise<PasswordProblem | null>;
}

/**
 * Passwords on threads of their own. A hash takes a fifth of a second by intention: on the threads on which Node.js
 * reads files, sixty of them would keep every reader waiting.
 */
export interface Passwords {
  /**
   * Takes a place: `network` is where a stranger's request comes from, null stands for somebody who is known already.
   * Null where there is no place; the request is then to be sent again after `BUSY_RETRY_SECONDS`.
   */
  enter(network: string | null): PasswordTurn | null;
  /** Ends the threads. */
  close(): Promise<void>;
}

/** Hashes at a time: each takes 32 MiB and a core. */
const THREADS = 2;

/** Places altogether. The last one waits for nine hashes on each thread, which is two seconds. */
const PLACES = 18;

/** Strangers leave some of the places to people who are known. */
const PLACES_OF_STRANGERS = 14;

/** One network leaves half of the strangers' places to the others. */
const PLACES_OF_NETWORK = 7;

/** The queue is empty again after so many seconds. */
export const BUSY_RETRY_SECONDS = 3;

/** Threads without work end after this time and give their memory back. */
const IDLE_TIMEOUT_MS = 30_000;

/** Starts no thread before a password comes. */
export function createPasswords(): Passwords {
  let threads: Piscina | null = null;
  let taken = 0;
  const takenByStrangers = new Map<string, number>();
  const run = <Answer>(name: keyof PasswordTasks, task: PasswordTasks[keyof PasswordTasks]): Promise<Answer> => {
    threads ??= openThreads();
    return threads.run(task, { name });
  };
  const placesOfStrangers = () => takenByStrangers.values().reduce((sum, places) => sum + places, 0);
  return {
    enter(network) {
      if (taken >= PLACES) return null;
      const places = network === null ? 0 : (takenByStrangers.get(network) ?? 0);
      if (network !== null) {
        if (places >= PLACES_OF_NETWORK || placesOfStrangers() >= PLACES_OF_STRANGERS) return null;
        takenByStrangers.set(network, places + 1);
      }
      taken += 1;
      return {
        hash: (password) => run("hash", { password }),
        async matches(password, stored) {
          const isRight = await run<boolean>("matches", { password, stored: stored ?? hashOfNothing() });
          return isRight && stored !== null;
        },
        problem: (password, owner) => run("problem", { password, owner }),
        [Symbol.dispose]() {
          taken -= 1;
          if (network === null) return;
          const left = (takenByStrangers.get(network) ?? 1) - 1;
          if (left === 0) takenByStrangers.delete(network);
          else takenByStrangers.set(network, left);
        },
      };
    },

    async close() {
      await threads?.destroy();
      threads = null;
    },
  };
}

function openThreads(): Piscina {
  const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
  return new Piscina({
    filename: new URL(`./password-worker.${extension}`, import.meta.url).href,
    minThreads: 0,
    maxThreads: THREADS,
    idleTimeout: IDLE_TIMEOUT_MS,
    // The threads see no setting of the process: what they read of it is nothing.
    env: {},
  });
}
