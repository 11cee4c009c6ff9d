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
  /** How many connections were made so far. */
  readonly connections: number;
}

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
  };
  const server = createServer({ noDelay: true }, (client) => {
    state.connections += 1;
    const pair: Pair = { client, target: connect({ port: targetPort, host: HOST }), isSilent: state.isFrozen };
    pairs.add(pair);
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
      pass(client, changedBy(state, damagedBy(state, bytes)));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, HOST, resolve));
  const address = server.address();
  const silence = (): void => {
    for (const pair of pairs) pair.isSilent = true;
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
    get connections() {
      return state.connections;
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

interface State {
  change: { readonly at: number; readonly bits: number } | null;
  isFrozen: boolean;
  delayMs: number;
  damaged: number;
  connections: number;
  loses: number | null;
  answers: number;
}

function reset({ client, target }: Pair): void {
  client.resetAndDestroy();
  target.destroy();
}

interface Pair {
  readonly client: Socket;
  readonly target: Socket;
  isSilent: boolean;
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
