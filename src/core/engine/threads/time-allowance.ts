// How long a thread may take for something, on machines that are idle or busy alike.

/**
 * A thread that was given this share of its time has used it. Less than all, since whoever looks on computes as well,
 * and a processor that is shared a little should not double a wait.
 */
const USED_SHARE = 0.75;

/** So many times the allowance is waited for a thread that computes nothing: it sleeps, or the machine is busy. */
const IDLE_FACTOR = 6;

/** Why a thread is not waited for any longer. */
export type Overdrawn =
  /** It had the time. */
  | "used"
  /** The time passed many times over, and this process was given little of it. */
  | "idle";

/** What tells the time. Tests put their own in its place. */
export interface Clocks {
  /** Milliseconds since some moment. */
  passedMs(): number;
  /** Milliseconds that all threads of this process have computed. */
  computedMs(): number;
}

const CLOCKS: Clocks = {
  passedMs: () => performance.now(),
  computedMs() {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000;
  },
};

/**
 * Whether something that begins now has taken more than `allowedMs`; null as long as it has not. A process that shares
 * its processors with many others is given less time than passes, so both are looked at: no clock tells what one
 * thread was given while its caller waits for it.
 */
export function timeAllowance(allowedMs: number, clocks: Clocks = CLOCKS): () => Overdrawn | null {
  const begunMs = clocks.passedMs();
  const before = clocks.computedMs();
  return () => {
    const passedMs = clocks.passedMs() - begunMs;
    if (passedMs <= allowedMs) return null;
    if (clocks.computedMs() - before > allowedMs * USED_SHARE) return "used";
    return passedMs > allowedMs * IDLE_FACTOR ? "idle" : null;
  };
}

/** The same in words, as the second half of a sentence on what was waited for. */
export function overdrawnWords(allowedMs: number, how: Overdrawn): string {
  const seconds = allowedMs / 1_000;
  return how === "used"
    ? `did not end within ${seconds} s`
    : `did not end within ${seconds * IDLE_FACTOR} s, in which it waited or this machine had no time for it`;
}
