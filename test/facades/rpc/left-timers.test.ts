// Whatever a client does with its connection, nothing of the server waits for it afterwards.
import http2 from "node:http2";
import net from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { HttpHandler } from "../../../src/core/methods/index.ts";
import { createServer, type Server } from "../../../src/facades/rpc/index.ts";

const GET = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";
const POST = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\n";

let server: Server;
let port = 0;
let begun = 0;
let answering = Promise.withResolvers<void>();
const handler: HttpHandler = async (request, response) => {
  begun += 1;
  for await (const part of request) void part;
  await answering.promise;
  response.end("read");
  return true;
};

beforeAll(async () => {
  server = createServer({ handlers: [handler] });
  port = await server.listen({ host: "127.0.0.1", port: 0 });
});
afterAll(() => server.close(0));

async function connected(): Promise<net.Socket> {
  const socket = net.connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  socket.on("error", () => undefined);
  await new Promise<void>((resolve) => socket.once("connect", () => resolve()));
  return socket;
}

const closed = (socket: net.Socket): Promise<void> =>
  socket.destroyed ? Promise.resolve() : new Promise((resolve) => socket.once("close", () => resolve()));

/** Until the server answered so many requests. */
async function answered(socket: net.Socket, count = 1): Promise<void> {
  let text = "";
  for await (const part of socket.iterator({ destroyOnReturn: false })) {
    text += String(part);
    if (text.split("read").length > count) return;
  }
}

/** What a client does until its connection is over. */
const CLIENTS: Readonly<Record<string, () => Promise<void>>> = {
  "ends without a word": async () => {
    const socket = await connected();
    socket.end().resume();
    await closed(socket);
  },
  "ends after its answer": async () => {
    const socket = await connected();
    answering.resolve();
    socket.write(GET);
    await answered(socket);
    socket.end().resume();
    await closed(socket);
  },
  "ends after two answers": async () => {
    const socket = await connected();
    answering.resolve();
    socket.write(GET + GET);
    await answered(socket, 2);
    socket.end().resume();
    await closed(socket);
  },
  "ends while it waits": async () => {
    const socket = await connected();
    socket.end(GET).resume();
    setTimeout(answering.resolve, 50);
    await closed(socket);
  },
  "breaks off while it waits": async () => {
    const socket = await connected();
    socket.write(GET);
    await vi.waitFor(() => expect(begun).toBe(1));
    socket.resetAndDestroy();
    answering.resolve();
    await closed(socket);
  },
  "ends amid its body": async () => {
    const socket = await connected();
    socket.end(`${POST}a`).resume();
    await closed(socket);
  },
  "ends amid its head": async () => {
    const socket = await connected();
    socket.end("GET / HT").resume();
    await closed(socket);
  },
  "speaks HTTP/2": async () => {
    answering.resolve();
    const session = http2.connect(`http://127.0.0.1:${port}`);
    await new Promise<void>((resolve) => {
      session
        .request({ ":path": "/" })
        .resume()
        .once("close", () => resolve());
    });
    session.close();
    await new Promise<void>((resolve) => session.once("close", () => resolve()));
  },
};

const timers = (): number => process.getActiveResourcesInfo().filter((kind) => kind === "Timeout").length;

async function visitAll(visits: readonly (() => Promise<void>)[]): Promise<void> {
  for (const visit of visits) {
    begun = 0;
    answering = Promise.withResolvers();
    await visit();
  }
}

test.each(Object.entries(CLIENTS))("a client that %s", async (_name, visit) => {
  const before = timers();
  await visitAll([visit, visit, visit]);
  // A timer of the server that is left goes on for ever; one that ends by itself has time to.
  for (let waits = 0; waits < 50 && timers() > before; waits += 1) await sleep(100);
  expect(timers()).toBeLessThanOrEqual(before);
});

test("a server that is closed has no timer left", async () => {
  const before = timers();
  const [first, firstPort] = [server, port];
  server = createServer({ handlers: [handler] });
  port = await server.listen({ host: "127.0.0.1", port: 0 });
  await visitAll(Object.values(CLIENTS));
  await server.close(0);
  [server, port] = [first, firstPort];
  for (let waits = 0; waits < 50 && timers() > before; waits += 1) await sleep(100);
  expect(timers()).toBeLessThanOrEqual(before);
});
