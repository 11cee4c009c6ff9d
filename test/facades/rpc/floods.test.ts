// What a client of HTTP/1.1 or HTTP/2 can do beside asking: each costs one connection, and nobody else's.
import http2, { type ClientHttp2Session, type ClientHttp2Stream } from "node:http2";
import net, { type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { HttpHandler } from "../../../src/core/methods/index.ts";
import { createServer, type Server } from "../../../src/facades/rpc/index.ts";

const PAUSE_MS = 400;
const WHOLE_MS = 1_500;
const IDLE_MS = 500;

const errors: unknown[] = [];
let server: Server;
let port = 0;

/** Counts the bytes of a body; what breaks off is thrown on, as the faces do. */
const reader: HttpHandler = async (request, response) => {
  let size = 0;
  for await (const part of request) size += part.length;
  response.end(String(size));
  return true;
};

beforeAll(async () => {
  const bodyTimes = { pauseMs: PAUSE_MS, wholeMs: WHOLE_MS };
  const onError = (error: unknown): void => void errors.push(error);
  server = createServer({ handlers: [reader], bodyTimes, idleSessionMs: IDLE_MS, onError });
  port = await server.listen({ host: "127.0.0.1", port: 0 });
});
afterAll(() => server.close(0));

function session(): ClientHttp2Session {
  const client = http2.connect(`http://127.0.0.1:${port}`);
  client.on("error", () => undefined);
  return client;
}

function post(client: ClientHttp2Session, headers: http2.OutgoingHttpHeaders = {}): ClientHttp2Stream {
  const stream = client.request({ ":method": "POST", ":path": "/", ...headers });
  stream.on("error", () => undefined);
  return stream;
}

function closed(one: ClientHttp2Session | ClientHttp2Stream | Socket): Promise<void> {
  return new Promise((resolve) => (one.destroyed ? resolve() : one.once("close", () => resolve())));
}

/** Somebody else is answered. */
async function expectAnswers(): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}/`, { method: "POST", body: "abc" });
  expect(await answer.text()).toBe("3");
}

/** A connection that speaks HTTP/2 frame by frame, after the preface and its settings. */
async function rawSession(): Promise<Socket> {
  const socket = net.connect(port, "127.0.0.1");
  socket.on("error", () => undefined);
  socket.resume();
  socket.write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
  socket.write(frame(SETTINGS, 0, 0, new Uint8Array()));
  return socket;
}

const DATA = 0x0;
const HEADERS = 0x1;
const SETTINGS = 0x4;
const PING = 0x6;
const CONTINUATION = 0x9;

function frame(type: number, flags: number, stream: number, payload: Uint8Array): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head.writeUInt8(type, 3);
  head.writeUInt8(flags, 4);
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

/** `:method: POST`, `:scheme: http`, `:path: /` by their numbers in the static table (RFC 7541, appendix A). */
const POST_HEAD = Buffer.from([0x83, 0x86, 0x84]);

describe("a flood of", () => {
  it("streams that are reset at once (rapid reset) ends the connection", async () => {
    const client = session();
    for (let count = 0; count < 3_000 && !client.destroyed; count += 1) {
      post(client).close(http2.constants.NGHTTP2_CANCEL);
      if (count % 50 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    await closed(client);
    await expectAnswers();
  });

  it.each([
    ["pings", frame(PING, 0, 0, Buffer.alloc(8)), 5_000],
    ["settings", frame(SETTINGS, 0, 0, new Uint8Array()), 5_000],
  ])("%s ends the connection", async (_, one, count) => {
    const socket = await rawSession();
    socket.write(Buffer.concat(Array.from({ length: count }, () => one)));
    await closed(socket);
    await expectAnswers();
  });

  it("continued heads ends the connection", async () => {
    const socket = await rawSession();
    socket.write(frame(HEADERS, 0, 1, POST_HEAD));
    for (let count = 0; count < 200 && !socket.destroyed; count += 1) {
      socket.write(frame(CONTINUATION, 0, 1, Buffer.alloc(1_000, 0x83)));
    }
    await closed(socket);
    await expectAnswers();
  });

  it("empty pieces of a body ends the connection", async () => {
    const socket = await rawSession();
    socket.write(frame(HEADERS, 4, 1, POST_HEAD));
    socket.write(Buffer.concat(Array.from({ length: 2_000 }, () => frame(DATA, 0, 1, new Uint8Array()))));
    await closed(socket);
    await expectAnswers();
  });

  it("header bytes is no request", async () => {
    const client = session();
    const stream = post(client, { "x-long": "a".repeat(30_000) });
    stream.end("abc");
    const status = await new Promise((resolve) => {
      stream.once("response", (headers) => resolve(headers[":status"]));
      stream.once("close", () => resolve(null));
      client.once("close", () => resolve(null));
    });
    expect(status).toBe(413);
    client.destroy();
    await expectAnswers();
  });

  it("header fields is no request", async () => {
    const client = session();
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`x-${index}`, "a"]));
    const stream = post(client, many);
    stream.end("abc");
    const status = await new Promise((resolve) => {
      stream.once("response", (headers) => resolve(headers[":status"]));
      stream.once("close", () => resolve(null));
      client.once("close", () => resolve(null));
    });
    expect(status).not.toBe(200);
    client.destroy();
    await expectAnswers();
  });

  it("streams waits for those that are open", async () => {
    const client = session();
    await new Promise((resolve) => client.once("remoteSettings", resolve));
    expect(client.remoteSettings.maxConcurrentStreams).toBe(100);
    expect(client.remoteSettings.maxHeaderListSize).toBe(16_384);
    client.destroy();
  });
});

describe("a body that does not come", () => {
  it("is cut off over HTTP/2, and the connection goes on", async () => {
    const client = session();
    const stream = post(client);
    stream.write("half");
    await closed(stream);
    expect(stream.rstCode).toBe(http2.constants.NGHTTP2_CANCEL);
    const next = post(client);
    next.end("abc");
    expect(String(await next.toArray())).toBe("abc".length.toString());
    client.destroy();
  });

  it("is cut off over HTTP/2 when it trickles", async () => {
    const client = session();
    const stream = post(client);
    const timer = setInterval(() => stream.write("."), PAUSE_MS / 8);
    await closed(stream);
    clearInterval(timer);
    expect(stream.rstCode).toBe(http2.constants.NGHTTP2_CANCEL);
    client.destroy();
  });

  it.each([
    ["stops", 0],
    ["trickles", PAUSE_MS / 8],
  ])("is answered over HTTP/1.1 when it %s, and the connection ends", async (_, everyMs) => {
    const socket = net.connect(port, "127.0.0.1");
    socket.on("error", () => undefined);
    let answer = "";
    socket.on("data", (chunk) => {
      answer += chunk.toString("latin1");
    });
    socket.write("POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 1000000\r\n\r\nhalf");
    const timer = everyMs === 0 ? undefined : setInterval(() => socket.write("."), everyMs);
    await closed(socket);
    clearInterval(timer);
    expect(answer).toMatch(/^HTTP\/1\.1 503 .*"code":"unavailable"/s);
  });
});

it("closes a connection on which nothing is asked, however it pings", async () => {
  const client = session();
  const timer = setInterval(() => client.destroyed || client.ping(() => undefined), 100);
  await closed(client);
  clearInterval(timer);
});

it("takes a stream that its client resets for no failure of the server", async () => {
  const before = errors.length;
  const client = session();
  for (let count = 0; count < 10; count += 1) {
    const stream = post(client);
    stream.write("half");
    await new Promise((resolve) => setTimeout(resolve, 10));
    stream.close(http2.constants.NGHTTP2_CANCEL);
    await closed(stream);
  }
  client.destroy();
  await expectAnswers();
  expect(errors.slice(before)).toEqual([]);
});
