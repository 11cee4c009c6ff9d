/** The exit status of a process that was given up. */
const GIVEN_UP = 1;

/**
 * Resolves at the first SIGINT or SIGTERM; a second one ends the process at once. Past `withinMs` the process ends
 * whatever hangs in it: what it had begun is another one's then.
 */
export function stopSignal(withinMs: number): Promise<void> {
  return new Promise((resolve) => {
    const giveUp = (): void => {
      const sentence = `Stopping took longer than ${withinMs / 1_000} seconds. What was under way is given up.`;
      process.stderr.write(`platen: ${sentence}\n`, () => process.exit(GIVEN_UP));
    };
    const stop = (): void => {
      process.once("SIGINT", () => process.exit(130));
      process.once("SIGTERM", () => process.exit(143));
      setTimeout(giveUp, withinMs).unref();
      resolve();
    };
    process.once("SIGINT", stop);
    process.once("SIGTERM", stop);
  });
}
