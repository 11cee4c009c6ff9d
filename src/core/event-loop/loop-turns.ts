import { setImmediate as nextTurn } from "node:timers/promises";

/**
 * How long pieces of work may begin one after another before the event loop has its turn, in milliseconds. Node.js
 * reads all sockets that have something before it looks at a timer, and promises that are kept never leave it: a
 * hundred requests at once would hold everything else for a tenth of a second. A render takes several turns, one for
 * each answer of the database and of a rendering thread, so each turn has to be short.
 */
export const LOOP_HELD_MS_MAX = 3;

/**
 * How many microtasks pass between the beginnings of two pieces. A promise resolves first, then each `async` function
 * that awaits it goes on in a microtask of its own. After the last one, the clock shows how long the piece took.
 */
const MICROTASKS_BETWEEN_PIECES = 12;

/** When the first piece since the event loop's last turn began; null where none has. One for a thread, as the loop. */
let beganMs: number | null = null;

/** How many turns of the event loop are over in which a piece began. */
let turns = 0;

function turned(): void {
  beganMs = null;
  turns += 1;
}

/**
 * Waits for an answer within a piece of work that has begun, and for another turn by {@link takeLoopTurn} where the
 * answer came after the event loop's turn was over. An answer that was known already belongs to the same piece.
 *
 * @param asked the answer, which may be there already
 * @param partyOf whom the work after the answer is for
 */
export async function answeredInTurn<Answer>(
  asked: Promise<Answer>,
  partyOf: (answer: Answer) => string | undefined,
): Promise<Answer> {
  const turn = turns;
  const answer = await asked;
  if (turn !== turns) await takeLoopTurn(partyOf(answer));
  return answer;
}

/** The pieces of a party that wait, by member; the member whose turn is next stands first. */
type Members = Map<string, (() => void)[]>;

/** Pieces that wait, by the party that they are for; the party whose turn is next stands first. */
const waiting = new Map<string, Members>();

let isBeginning = false;

/**
 * Answers when a piece of work may begin: at once, or in a later turn of the event loop where those before have taken
 * {@link LOOP_HELD_MS_MAX} of this one. Parties take turns, so that whoever asks for three hundred pieces at once keeps
 * nobody else waiting for all of them, and so do the members of a party; pieces of one member begin in the order of
 * asking.
 *
 * @param party whom the piece is for, such as an organization or a network
 * @param member who of the party, such as a credential
 */
export function takeLoopTurn(party = "", member = ""): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const members: Members = waiting.get(party) ?? new Map();
  waiting.set(party, members);
  const ahead = members.get(member);
  if (ahead === undefined) members.set(member, [resolve]);
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
  const [party, members] = first;
  const begin = nextPieceOf(members);
  waiting.delete(party);
  if (members.size > 0) waiting.set(party, members);
  return begin;
}

/** Takes the next piece of a party out, and puts its member behind the party's others. */
function nextPieceOf(members: Members): (() => void) | undefined {
  const [first] = members;
  if (first === undefined) return undefined;
  const [member, pieces] = first;
  const begin = pieces.shift();
  members.delete(member);
  if (pieces.length > 0) members.set(member, pieces);
  return begin;
}
