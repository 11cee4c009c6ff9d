import { answersInTime, promptly } from "./answers.ts";

/** What tells whether a process can go on by itself. */
export interface LivenessParts {
  /** One round trip to the database, over the connections that the process has. */
  readonly ping: () => Promise<boolean>;
  /** Whether the database takes a new connection. */
  readonly knock: () => Promise<boolean>;
  readonly nowMs: () => number;
}

/** A process heals within seconds, so one that has not by then never will. */
const HEALING_MS_MAX = 60_000;

/**
 * Tells whether the process lives. It does not where its round trips to the database have failed for a minute while
 * the database takes new connections: then a restart helps. While the database itself is away, a restart would not.
 * Where that takes long to find out, the last judgement stands: a probe must not end a process that only waits.
 */
export function livenessOf({ ping, knock, nowMs }: LivenessParts): () => Promise<boolean> {
  let failingSinceMs: number | null = null;
  let lives = true;
  const judge = async (): Promise<boolean> => {
    if (await answersInTime(ping)) {
      failingSinceMs = null;
      return true;
    }
    failingSinceMs ??= nowMs();
    return nowMs() - failingSinceMs < HEALING_MS_MAX || !(await answersInTime(knock));
  };
  const kept = async (): Promise<boolean> => {
    lives = await judge();
    return lives;
  };
  return promptly(kept, () => lives);
}
