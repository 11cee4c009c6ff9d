/** The exit status of a process that was given up. */
const GIVEN_UP = 1;

/** So long the last words of a process wait for a reader. */
const UNREAD_MS = 1_000;

/** The exit statuses of a process that a signal ends, as a shell tells them. */
const ENDED_BY = { SIGINT: 130, SIGTERM: 143 } as const;

/**
 * Ends the process at SIGINT or SIGTERM until the answered function is called: whatever hangs in a start, nothing was
 * promised yet. Without this, the first process of a container gets no signal that it does not ask for.
 */
export function endingWhileStarting(): () => void {
  const handlers = Object.entries(ENDED_BY).map(([signal, status]) => {
    const end = (): void => process.exit(status);
    process.on(signal, end);
    return () => void process.off(signal, end);
  });
  return () => {
    for (const remove of handlers) remove();
  };
}

/**
 * Resolves at the first SIGINT or SIGTERM; a second one ends the process at once. Past `withinMs` the process ends
 * whatever hangs in it: what it had begun is another one's then.
 */
export function stopSignal(withinMs: number): Promise<void> {
  return new Promise((resolve) => {
    const giveUp = (): void => {
      const sentence = `Stopping took longer than ${withinMs / 1_000} seconds. What was under way is given up.`;
      process.stderr.write(`platen: ${sentence}\n`, () => process.exit(GIVEN_UP));
      // Perhaps nobody reads it.
      setTimeout(() => process.exit(GIVEN_UP), UNREAD_MS);
    };
    const stop = (): void => {
      process.once("SIGINT", () => process.exit(ENDED_BY.SIGINT));
      process.once("SIGTERM", () => process.exit(ENDED_BY.SIGTERM));
      setTimeout(giveUp, withinMs).unref();
      resolve();
    };
    process.once("SIGINT", stop);
    process.once("SIGTERM", stop);
  });
}
