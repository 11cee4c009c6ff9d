// A way between two programs that breaks as networks do, at a test's word.
import { connect, createServer, type Socket } from "node:net";

/** A proxy of TCP connections on loopback. */
export interface FaultProxy extends AsyncDisposable {
  readonly port: number;
  /** Connections that are there now carry nothing any more, without an end or an error; new ones are sound. */
  silence(): void;
  /** The same, and new ones are taken and carry nothing either, until `thaw`. */
  freeze(): void;
  /** From now on new connections are sound again. */
  thaw(): void;
  /** Everything arrives so much later. */
  delay(ms: number): void;
  /** The last byte of so many of the next large answers arrives changed by one bit. */
  damage(answers: number): void;
  /** A byte of the next answer arrives changed by these bits; a byte that it has not waits for the next one. */
  change(at: number, bits: number): void;
  /** Resets every connection that is there now. */
  cut(): void;
  /** From now on one answer of so many is dropped, and its connection reset; null: none. */
  loseOneOf(answers: number | null): void;
  /** From now on each answer arrives byte by byte, so many milliseconds apart; null: whole. */
  trickle(msPerByte: number | null): void;
  /** From now on these bytes come in place of each answer, again and again; null: no more. */
  flood(endless: Endless | null): void;
  /** How many connections were made so far. */
  readonly connections: number;
  /** How many connections are open now. */
  readonly open: number;
}

/** What an answer without an end is made of. */
export interface Endless {
  readonly first: Uint8Array;
  readonly more: Uint8Array;
  readonly everyMs: number;
}

/** In PostgreSQL's protocol a row of one empty column, and the head of a row of 16 MiB. */
const ROW = Uint8Array.of(0x44, 0x00, 0x00, 0x00, 0x0a, 0x00, 0x01, 0x00, 0x00, 0x00, 0x00);
const HEAD_OF_ROW = Uint8Array.of(0x44, 0x01, 0x00, 0x00, 0x00, 0x00, 0x01, 0x01, 0x00, 0x00, 0x00);

/** Answers of PostgreSQL that do not end: one row after another, one row in single bytes, at full speed. */
export const ENDLESS_ROWS: Endless = { first: ROW, more: ROW, everyMs: 5 };
export const ENDLESS_ROW: Endless = { first: HEAD_OF_ROW, more: new Uint8Array(1), everyMs: 50 };
export const FULL_SPEED: Endless = { first: HEAD_OF_ROW, more: Buffer.concat(Array(20_000).fill(ROW)), everyMs: 1 };

/**
 * A server that asks whether its clients are there learns of a silent connection after this time. Without it, sessions
 * of connections that fell silent would stay until the test's end and use up the server's connections.
 */
const NOTICED_MS = 25_000;

/** What is called a large answer: more than a line of headers or of a protocol's small talk. */
const LARGE_BYTES = 1_000;

const HOST = "127.0.0.1";

/** Opens a proxy before a port of the loopback. */
export async function startFaultProxy(targetPort: number): Promise<FaultProxy> {
  const pairs = new Set<Pair>();
  const state: State = {
    isFrozen: false,
    delayMs: 0,
    damaged: 0,
    connections: 0,
    loses: null,
    answers: 0,
    change: null,
    msPerByte: null,
    endless: null,
  };
  const server = createServer({ noDelay: true }, (client) => {
    state.connections += 1;
    const pair: Pair = { client, target: connect({ port: targetPort, host: HOST }), ...NEW, isSilent: false };
    pairs.add(pair);
    if (state.isFrozen) fallSilent(pair, pairs);
    const end = (): void => {
      // Of a silent connection neither side learns what became of the other.
      if (pair.isSilent) return;
      pairs.delete(pair);
      client.destroy();
      pair.target.destroy();
    };
    for (const one of [client, pair.target]) one.on("close", end).on("error", end);
    const pass = (to: Socket, bytes: Buffer): void => {
      const send = (): void => void (pair.isSilent || to.destroyed || to.write(bytes));
      if (state.delayMs === 0) send();
      else setTimeout(send, state.delayMs);
    };
    client.on("data", (bytes) => pass(pair.target, bytes));
    pair.target.on("data", (bytes) => {
      state.answers += 1;
      if (state.loses !== null && state.answers % state.loses === 0) return reset(pair);
      if (pair.isFlooded) return;
      if (state.endless !== null) return flood(pair, state.endless);
      if (state.msPerByte !== null || pair.late.length > 0) return trickle(pair, bytes, state);
      pass(client, changedBy(state, damagedBy(state, bytes)));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, HOST, resolve));
  const address = server.address();
  const silence = (): void => {
    for (const pair of pairs) fallSilent(pair, pairs);
  };
  return {
    port: typeof address === "object" && address !== null ? address.port : 0,
    silence,
    freeze() {
      state.isFrozen = true;
      silence();
    },
    thaw() {
      state.isFrozen = false;
    },
    delay(ms) {
      state.delayMs = ms;
    },
    damage(answers) {
      state.damaged = answers;
    },
    change(at, bits) {
      state.change = { at, bits };
    },
    cut() {
      for (const pair of pairs) reset(pair);
    },
    loseOneOf(answers) {
      state.loses = answers;
    },
    trickle(msPerByte) {
      state.msPerByte = msPerByte;
    },
    flood(endless) {
      state.endless = endless;
    },
    get connections() {
      return state.connections;
    },
    get open() {
      return pairs.size;
    },
    async [Symbol.asyncDispose]() {
      for (const { client, target } of pairs) {
        client.destroy();
        target.destroy();
      }
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Neither side learns what became of the other; the server notices some time later. */
function fallSilent(pair: Pair, pairs: Set<Pair>): void {
  if (pair.isSilent) return;
  pair.isSilent = true;
  const noticed = setTimeout(() => {
    pair.target.destroy();
    if (pair.client.destroyed) pairs.delete(pair);
  }, NOTICED_MS);
  noticed.unref();
}

interface State {
  change: { readonly at: number; readonly bits: number } | null;
  isFrozen: boolean;
  delayMs: number;
  damaged: number;
  connections: number;
  loses: number | null;
  answers: number;
  msPerByte: number | null;
  endless: Endless | null;
}

const NEW = { isFlooded: false, late: Buffer.alloc(0) } as const;

/** Writes for as long as the connection is there: the end of the fault does not end what has begun. */
function flood(pair: Pair, { first, more, everyMs }: Endless): void {
  pair.isFlooded = true;
  pair.client.write(first);
  const timer = setInterval(() => {
    if (pair.client.destroyed) clearInterval(timer);
    else if (!pair.client.writableNeedDrain) pair.client.write(more);
  }, everyMs);
  timer.unref();
}

/** Sends what has come, in its order; a line that is sound again carries the rest at once. */
function trickle(pair: Pair, bytes: Buffer, state: Pick<State, "msPerByte">): void {
  const isUnderWay = pair.late.length > 0;
  pair.late = Buffer.concat([pair.late, bytes]);
  const next = (): void => {
    const many = state.msPerByte === null ? pair.late.length : 1;
    if (!pair.client.destroyed) pair.client.write(pair.late.subarray(0, many));
    pair.late = pair.late.subarray(many);
    if (pair.late.length > 0 && !pair.client.destroyed) setTimeout(next, state.msPerByte ?? 0).unref();
  };
  if (!isUnderWay) setTimeout(next, state.msPerByte ?? 0).unref();
}

function reset({ client, target }: Pair): void {
  client.resetAndDestroy();
  target.destroy();
}

interface Pair {
  readonly client: Socket;
  readonly target: Socket;
  isSilent: boolean;
  isFlooded: boolean;
  /** What a trickling answer has still to bring. */
  late: Buffer;
}

function changedBy(state: Pick<State, "change">, bytes: Buffer): Buffer {
  if (state.change === null || bytes.length <= state.change.at) return bytes;
  const { at, bits } = state.change;
  state.change = null;
  const changed = Buffer.from(bytes);
  changed[at] = (bytes[at] ?? 0) ^ bits;
  return changed;
}

function damagedBy(state: { damaged: number }, bytes: Buffer): Buffer {
  if (state.damaged === 0 || bytes.length < LARGE_BYTES) return bytes;
  state.damaged -= 1;
  const changed = Buffer.from(bytes);
  changed.writeUInt8(changed.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1);
  return changed;
}
