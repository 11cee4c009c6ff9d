// Clients that ask and do not read: what they leave is given up.
import { EventEmitter } from "node:events";
import http2 from "node:http2";
import net, { type Socket } from "node:net";
import { afterEach, expect, test, vi } from "vitest";
import type { HttpRequest, HttpResponse } from "../../../src/core/methods/index.ts";
import { AnswerClock } from "../../../src/facades/rpc/answer-clock.ts";
import { createServer, type Server } from "../../../src/facades/rpc/index.ts";

const BYTES = 16 * 1024 * 1024;
const QUICK = { stalledMs: 1_000, waitingBytesMax: Number.POSITIVE_INFINITY, lookMs: 50 };

let server: Server | null = null;
afterEach(async () => {
  await server?.close(0);
  server = null;
});

interface Served {
  readonly port: number;
  /** Resolves when so many answers are over. */
  over(count: number): Promise<void>;
}

/** A server that answers megabytes. */
async function serve(answerLimits: typeof QUICK): Promise<Served> {
  let ended = 0;
  const waiting = new Map<number, () => void>();
  server = createServer({
    handlers: [
      async (_, response) => {
        response.once("close", () => {
          ended += 1;
          waiting.get(ended)?.();
        });
        response.end(Buffer.alloc(BYTES));
        return true;
      },
    ],
    // The proxy's word gives each client a network of its own.
    trustedProxies: ["127.0.0.1"],
    answerLimits,
  });
  const port = await server.listen({ host: "127.0.0.1", port: 0 });
  return {
    port,
    over: (count) => (ended >= count ? Promise.resolve() : new Promise((resolve) => waiting.set(count, resolve))),
  };
}

/** Asks over HTTP/1.1 and reads nothing. */
function ask(port: number, address = "192.0.2.1"): Socket {
  const socket = net.connect(port, "127.0.0.1");
  socket.on("error", () => undefined);
  socket.pause();
  socket.write(`GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\nx-forwarded-for: ${address}\r\n\r\n`);
  return socket;
}

/** What is left for a client that reads again. */
async function readAll(socket: Socket): Promise<number> {
  let bytes = 0;
  socket.on("data", (chunk) => {
    bytes += chunk.length;
  });
  socket.resume();
  await new Promise((resolve) => socket.once("close", resolve));
  return bytes;
}

test("an answer over HTTP/1.1 of which nothing is taken is cut off, with its connection", async () => {
  const { port, over } = await serve(QUICK);
  const socket = ask(port);
  await over(1);
  expect(await readAll(socket)).toBeLessThan(BYTES);
});

test.each([
  ["whose windows are closed", { initialWindowSize: 0 }],
  ["that read nothing", { initialWindowSize: 2 ** 31 - 1 }],
])("answers over HTTP/2 to clients %s are cut off", async (_, settings) => {
  const { port, over } = await serve(QUICK);
  const client = http2.connect(`http://127.0.0.1:${port}`, { settings });
  client.on("error", () => undefined);
  for (let stream = 0; stream < 3; stream += 1) {
    const asked = client.request({ ":path": "/" });
    asked.on("error", () => undefined);
    asked.pause();
  }
  client.once("connect", (_session, socket) => settings.initialWindowSize > 0 && socket.pause());
  await over(3);
  client.destroy();
});

test("an answer is timed by its connection while bytes of it wait, from one time on, and not while it is made", () => {
  vi.useFakeTimers();
  const timeouts: number[] = [];
  const socket = { setTimeout: (ms: number) => void timeouts.push(ms) };
  const request = Object.assign(new EventEmitter(), { headers: {} });
  const response = Object.assign(new EventEmitter(), { writableLength: 0, socket });
  const clock = new AnswerClock({ ...QUICK, lookMs: 1_000 });
  clock.watch(request as unknown as HttpRequest, response as unknown as HttpResponse);
  vi.advanceTimersByTime(100_000);
  expect(timeouts).toEqual([]);
  // Node.js begins the time anew as long as bytes go out; setting it again would hide that none do.
  response.writableLength = 5_000_000;
  vi.advanceTimersByTime(100_000);
  expect(timeouts).toEqual([QUICK.stalledMs]);
  // A body that ends takes its own time off the connection.
  request.emit("end");
  vi.advanceTimersByTime(100_000);
  expect(timeouts).toEqual([QUICK.stalledMs, QUICK.stalledMs]);
  response.writableLength = 0;
  vi.advanceTimersByTime(100_000);
  expect(timeouts).toEqual([QUICK.stalledMs, QUICK.stalledMs, 0]);
  response.emit("close");
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

test("where too much waits, the network with the most loses its oldest answers, and others keep theirs", async () => {
  const { port, over } = await serve({ ...QUICK, stalledMs: 600_000, waitingBytesMax: 3 * BYTES });
  const one = ask(port, "192.0.2.9");
  const many = Array.from({ length: 6 }, () => ask(port, "192.0.2.1"));
  await over(4);
  expect(await readAll(one)).toBeGreaterThan(BYTES);
  const read = await Promise.all(many.map(readAll));
  expect(read.filter((bytes) => bytes > BYTES).length).toBeLessThanOrEqual(3);
  expect(read.filter((bytes) => bytes > BYTES).length).toBeGreaterThanOrEqual(1);
});
