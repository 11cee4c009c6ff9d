// Servers are replaced one after another behind a balancer, while clients with lasting connections go on.
import http from "node:http";
import http2 from "node:http2";
import net, { type AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import type { HttpHandler } from "../../../src/core/methods/index.ts";
import { createServer, type Server } from "../../../src/facades/rpc/index.ts";
import { inLane } from "../../support/lane.ts";

const REQUESTS = inLane({ fast: 4_000, full: 20_000 });
const REPLACEMENTS = 4;
const CLIENTS = 16;
const SERVERS = 2;

/** How often the balancer asks who is ready, and for how long a server answers on. */
const CHECK_MS = 100;
const NOTICE_MS = 1_000;
const BETWEEN_MS = 150;

const HOST = "127.0.0.1";

/** A server that is replaced again and again, on the same port. */
class Replaced {
  port = 0;
  isReady = false;
  #server: Server | null = null;
  #answered = 0;

  async start(): Promise<void> {
    const handler: HttpHandler = async (request, response) => {
      request.resume();
      this.#answered += 1;
      await sleep(this.#answered % 7);
      response.end("done");
      return true;
    };
    this.#server = createServer({ handlers: [handler] });
    this.port = await this.#server.listen({ host: HOST, port: this.port });
    this.isReady = true;
  }

  async stop(noticeMs = NOTICE_MS, graceMs = 5_000): Promise<void> {
    this.isReady = false;
    await this.#server?.close(graceMs, noticeMs);
  }
}

/** A balancer of connections, as that of the compose file: it asks who is ready, and passes bytes. */
async function balancerOf(servers: readonly Replaced[]): Promise<{ port: number; close: () => void }> {
  let ready: readonly Replaced[] = servers;
  let turn = 0;
  const timer = setInterval(() => {
    ready = servers.filter(({ isReady }) => isReady);
  }, CHECK_MS);
  const balancer = net.createServer({ noDelay: true }, (client) => {
    turn += 1;
    const target = net.connect({ host: HOST, port: ready[turn % ready.length]?.port ?? 0, noDelay: true });
    client.pipe(target).pipe(client);
    for (const [one, other] of [
      [client, target],
      [target, client],
    ] as const) {
      one.on("error", () => other.destroy());
    }
  });
  await new Promise<void>((listening) => balancer.listen(0, HOST, listening));
  const close = (): void => {
    clearInterval(timer);
    balancer.close();
  };
  return { port: (balancer.address() as AddressInfo).port, close };
}

/** Sends a request over a connection of its own that lasts, and answers the status. */
type Client = () => Promise<number>;

function http1Client(port: number): { send: Client; close: () => void } {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const send: Client = () =>
    new Promise((resolve, reject) => {
      const request = http.request({ host: HOST, port, agent, method: "POST" }, (answer) => {
        answer.resume().once("end", () => resolve(answer.statusCode ?? 0));
        answer.once("error", reject);
      });
      request.once("error", reject);
      request.end("x".repeat(100));
    });
  return { send, close: () => agent.destroy() };
}

function http2Client(port: number): { send: Client; close: () => void } {
  let session: http2.ClientHttp2Session | null = null;
  const send: Client = () =>
    new Promise((resolve, reject) => {
      if (session === null || session.closed || session.destroyed) {
        session = http2.connect(`http://${HOST}:${port}`);
        session.on("error", () => undefined);
      }
      const stream = session.request({ ":method": "POST", ":path": "/" });
      let status = 0;
      stream.once("response", (headers) => {
        status = Number(headers[":status"]);
      });
      stream.resume();
      stream.once("end", () => resolve(status));
      stream.once("error", reject);
      stream.end("x".repeat(100));
    });
  return { send, close: () => session?.destroy() };
}

test.each([
  ["HTTP/1.1", http1Client],
  ["HTTP/2", http2Client],
] as const)("no request over %s fails while servers are replaced", { timeout: 300_000 }, async (_, clientOf) => {
  const servers = Array.from({ length: SERVERS }, () => new Replaced());
  for (const server of servers) await server.start();
  const balancer = await balancerOf(servers);
  const clients = Array.from({ length: CLIENTS }, () => clientOf(balancer.port));
  const outcomes = new Map<string, number>();
  let sent = 0;
  let replaced = 0;
  const isOver = (): boolean => sent >= REQUESTS && replaced >= REPLACEMENTS;
  const replacing = (async () => {
    while (!isOver()) {
      const server = servers[replaced % SERVERS];
      await server?.stop();
      await server?.start();
      replaced += 1;
      // The balancer has to learn that it is back before the other one goes.
      await sleep(BETWEEN_MS);
    }
  })();
  const work = async ({ send }: { readonly send: Client }, index: number): Promise<void> => {
    while (!isOver()) {
      sent += 1;
      const outcome = await send().then(String, String);
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      // Some clients pause, so that their connections are idle when a server goes.
      if (index % 2 === 0) await sleep(index * 3);
    }
  };
  await Promise.all(clients.map(work));
  await replacing;
  expect(Object.fromEntries(outcomes)).toEqual({ 200: sent });
  for (const { close } of clients) close();
  balancer.close();
  for (const server of servers) await server.stop();
});

/** As nginx does it: whom a server refuses goes to the next one; what was sent is not sent again. */
async function sendToEither(servers: readonly Replaced[], first: number): Promise<string> {
  for (const at of [first, first + 1]) {
    const { port } = servers[at % SERVERS] ?? { port: 0 };
    const options = { host: HOST, port, method: "POST", agent: false };
    const outcome = await new Promise<string>((resolve) => {
      const request = http.request(options, (answer) => {
        answer.resume().once("end", () => resolve(String(answer.statusCode)));
      });
      request.once("error", (error) => resolve("code" in error ? String(error.code) : String(error)));
      request.end("x".repeat(100));
    });
    if (outcome !== "ECONNREFUSED") return outcome;
  }
  return "refused by both";
}

test("no new connection fails behind a balancer that asks nobody", { timeout: 60_000 }, async () => {
  const servers = Array.from({ length: SERVERS }, () => new Replaced());
  for (const server of servers) await server.start();
  const outcomes = new Map<string, number>();
  const state = { isOver: false, sent: 0 };
  const work = async (): Promise<void> => {
    while (!state.isOver) {
      state.sent += 1;
      const outcome = await sendToEither(servers, state.sent);
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      // Clients and servers share an event loop here; where they fill it, no moment is good for the end.
      await sleep(10 + (state.sent % 10));
    }
  };
  const working = Array.from({ length: CLIENTS }, work);
  for (let replaced = 0; replaced < inLane({ fast: 8, full: 40 }); replaced += 1) {
    await servers[replaced % SERVERS]?.stop(100);
    await servers[replaced % SERVERS]?.start();
  }
  state.isOver = true;
  await Promise.all(working);
  expect(Object.fromEntries(outcomes)).toEqual({ 200: state.sent });
  for (const server of servers) await server.stop(100);
});

test("a connection that was made just before the end of the notice is answered", async () => {
  const server = new Replaced();
  await server.start();
  const socket = net.connect({ host: HOST, port: server.port, noDelay: true });
  await new Promise((connected) => socket.once("connect", connected));
  const leaving = server.stop(100);
  await sleep(300);
  socket.write("GET / HTTP/1.1\r\nhost: here\r\n\r\n");
  const answer = await new Promise<string>((resolve) => socket.once("data", (bytes) => resolve(String(bytes))));
  expect(answer).toContain("HTTP/1.1 200");
  expect(answer).toContain("connection: close");
  await leaving;
});

/** Passes connections on to a port. What the server says arrives so much later. */
async function slowRelay(port: number, delayMs: number): Promise<net.Server> {
  const relay = net.createServer({ noDelay: true }, (client) => {
    const target = net.connect({ host: HOST, port, noDelay: true });
    client.pipe(target);
    target.on("data", (bytes) => setTimeout(() => client.write(bytes), delayMs));
    target.on("end", () => setTimeout(() => client.end(), delayMs));
    for (const one of [client, target]) one.on("error", () => undefined);
  });
  await new Promise<void>((listening) => relay.listen(0, HOST, listening));
  return relay;
}

test.each([
  ["HTTP/1.1", http1Client, /^200$/],
  // Clients send again what was refused so: it was not processed (RFC 9113 §8.7).
  ["HTTP/2", http2Client, /NGHTTP2_REFUSED_STREAM$/],
] as const)("a request over %s that crosses with the end of the notice is not lost", async (_, clientOf, outcome) => {
  const server = new Replaced();
  await server.start();
  const relay = await slowRelay(server.port, 300);
  const { send, close } = clientOf((relay.address() as AddressInfo).port);
  expect(await send()).toBe(200);
  const leaving = server.stop(100);
  // The server has taken its last connection, and the client has not heard of it.
  await sleep(200);
  expect(await send().then(String, String)).toMatch(outcome);
  await leaving;
  close();
  relay.close();
});

test("an idle connection is closed once its client was to use it no more", { timeout: 20_000 }, async () => {
  const server = new Replaced();
  await server.start();
  const socket = net.connect({ host: HOST, port: server.port, noDelay: true });
  socket.write("GET / HTTP/1.1\r\nhost: here\r\n\r\n");
  const answer = await new Promise<string>((resolve) => socket.once("data", (bytes) => resolve(String(bytes))));
  const keptMs = Number(/^keep-alive: timeout=(\d+)\r$/im.exec(answer)?.[1]) * 1_000;
  const startedMs = performance.now();
  await Promise.all([server.stop(100, 10_000), new Promise((resolve) => socket.once("close", resolve))]);
  const tookMs = performance.now() - startedMs;
  expect(tookMs).toBeGreaterThanOrEqual(keptMs - 100);
  expect(tookMs).toBeLessThan(keptMs + 3_000);
});

test("without a notice, idle connections are closed at once", async () => {
  const server = new Replaced();
  await server.start();
  const { send, close } = http1Client(server.port);
  expect(await send()).toBe(200);
  const startedMs = performance.now();
  await server.stop(0);
  expect(performance.now() - startedMs).toBeLessThan(1_500);
  close();
});

test("a connection that says nothing does not hold a server that leaves", async () => {
  const server = new Replaced();
  await server.start();
  const socket = net.connect({ host: HOST, port: server.port });
  const closed = new Promise((resolve) => socket.once("close", resolve));
  await new Promise((connected) => socket.once("connect", connected));
  await server.stop(100);
  await closed;
});

test("a server that leaves takes new connections until its notice is over", async () => {
  const server = new Replaced();
  await server.start();
  const leaving = server.stop();
  const answer = await fetch(`http://${HOST}:${server.port}/`, { method: "POST", body: "x" });
  expect([answer.status, answer.headers.get("connection")]).toEqual([200, "close"]);
  await leaving;
  await expect(fetch(`http://${HOST}:${server.port}/`)).rejects.toThrow("fetch failed");
});
