import { setImmediate as nextTurn } from "node:timers/promises";

/**
 * For so long pieces of work may begin one after another before the event loop has its turn, in milliseconds. Node.js
 * reads all sockets that have something before it looks at a timer, and promises that are kept never leave it: a
 * hundred requests at once would hold everything else for a tenth of a second.
 */
export const LOOP_HELD_MS_MAX = 10;

/**
 * The next piece waits for so many microtasks. A promise reaches the function that computes through every function that
 * awaits it, and each takes a microtask or more. After them, the clock has the time that the piece before took.
 */
const MICROTASKS_BETWEEN_PIECES = 12;

/** When the first piece since the event loop's last turn began; null where none has. One for a thread, as the loop. */
let beganMs: number | null = null;

function turned(): void {
  beganMs = null;
}

/** Pieces that wait, by the party that they are for; the party whose turn is next stands first. */
const waiting = new Map<string, (() => void)[]>();

let isBeginning = false;

/**
 * Answers when a piece of work may begin: at once, or in a later turn of the event loop where those before have taken
 * {@link LOOP_HELD_MS_MAX} of this one. Parties take turns, so that whoever asks for three hundred pieces at once keeps
 * nobody else waiting for all of them; pieces of one party begin in the order of asking.
 *
 * @param party whom the piece is for, such as an organization or an address
 */
export function takeLoopTurn(party = ""): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const ahead = waiting.get(party);
  if (ahead === undefined) waiting.set(party, [resolve]);
  else ahead.push(resolve);
  if (!isBeginning) void beginAll();
  return promise;
}

async function beginAll(): Promise<void> {
  isBeginning = true;
  for (let begin = nextPiece(); begin !== undefined; begin = nextPiece()) {
    while (beganMs !== null && performance.now() - beganMs > LOOP_HELD_MS_MAX) await nextTurn();
    if (beganMs === null) {
      beganMs = performance.now();
      setImmediate(turned);
    }
    begin();
    for (let microtask = 0; microtask < MICROTASKS_BETWEEN_PIECES; microtask += 1) await undefined;
  }
  isBeginning = false;
}

/** Takes the next piece out, and puts its party behind all others. */
function nextPiece(): (() => void) | undefined {
  const [first] = waiting;
  if (first === undefined) return undefined;
  const [party, pieces] = first;
  const begin = pieces.shift();
  waiting.delete(party);
  if (pieces.length > 0) waiting.set(party, pieces);
  return begin;
}
