import { setImmediate as nextTurn } from "node:timers/promises";

/**
 * For so long pieces of work may begin one after another before the event loop has its turn, in milliseconds. Node.js
 * reads all sockets that have something before it looks at a timer, and promises that are kept never leave it: a
 * hundred requests at once would hold everything else for a tenth of a second.
 */
export const LOOP_HELD_MS_MAX = 10;

/** When the first piece since the event loop's last turn began; null where none has. One for a thread, as the loop. */
let beganMs: number | null = null;

function turned(): void {
  beganMs = null;
}

/** Kept when the piece that was asked for last has done what it does at once. */
let last: Promise<void> = Promise.resolve();

/**
 * Answers when a piece of work may begin: at once, or in a later turn of the event loop where those before have taken
 * {@link LOOP_HELD_MS_MAX} of this one. Pieces begin in the order of asking.
 */
export function takeLoopTurn(): Promise<void> {
  const begun = last.then(turnWithTime);
  // One step later than whoever waits for it goes on, so that the next one sees the time that this one takes.
  last = begun.then(() => undefined);
  return begun;
}

async function turnWithTime(): Promise<void> {
  while (beganMs !== null && performance.now() - beganMs > LOOP_HELD_MS_MAX) await nextTurn();
  if (beganMs !== null) return;
  beganMs = performance.now();
  setImmediate(turned);
}
