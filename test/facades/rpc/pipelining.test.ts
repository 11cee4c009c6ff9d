// Requests behind one another on one connection: answered in order, one at a time, and not more than some at once.
import net from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { HttpHandler } from "../../../src/core/methods/index.ts";
import { createServer, type Server } from "../../../src/facades/rpc/index.ts";

let server: Server;
let port = 0;
let running = 0;
let most = 0;
let begun = 0;

/** Answers the path and what was sent. */
const echo: HttpHandler = async (request, response) => {
  begun += 1;
  running += 1;
  most = Math.max(most, running);
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  await sleep(2);
  running -= 1;
  response.end(`${request.url} ${Buffer.concat(parts)};`);
  return true;
};

beforeAll(async () => {
  server = createServer({ handlers: [echo] });
  port = await server.listen({ host: "127.0.0.1", port: 0 });
});
afterAll(() => server.close(0));
beforeEach(() => {
  most = 0;
  begun = 0;
});

const request = (path: string, body: string, more = ""): string =>
  `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: ${body.length}\r\n${more}\r\n${body}`;

/** What comes back of one write, until the server ends the connection. */
async function answersOf(written: string): Promise<string> {
  const socket = net.connect(port, "127.0.0.1");
  let received = "";
  socket.on("data", (part) => {
    received += String(part);
  });
  socket.on("error", () => undefined);
  socket.write(written);
  await new Promise<void>((resolve) => socket.once("close", () => resolve()));
  return received;
}

test("101 of one write are answered in order, one at a time", async () => {
  const paths = Array.from({ length: 101 }, (_, at) => `/${at}`);
  const last = paths.length - 1;
  const written = paths.map((path, at) => request(path, `b${at}`, at === last ? "Connection: close\r\n" : "")).join("");
  const received = await answersOf(written);
  expect([...received.matchAll(/(\/\d+ b\d+);/gu)].map(([, answer]) => answer)).toEqual(
    paths.map((path, at) => `${path} b${at}`),
  );
  expect(most).toBe(1);
});

test("a connection that writes further ahead is closed, and others are answered", async () => {
  const flood = answersOf(request("/flood", "").repeat(5_000));
  const other = await fetch(`http://127.0.0.1:${port}/other`, { method: "POST", body: "c" });
  expect(await other.text()).toBe("/other c;");
  await flood;
  expect(begun).toBeLessThan(10);
  expect(running).toBe(0);
});

test("what waits on a connection that is gone is not begun", async () => {
  const socket = net.connect(port, "127.0.0.1");
  socket.on("error", () => undefined);
  socket.write(request("/gone", "").repeat(50));
  while (begun === 0) await sleep(1);
  socket.resetAndDestroy();
  await sleep(100);
  expect(begun).toBeLessThan(50);
  expect(running).toBe(0);
});
