// Clients that are refused while they still send: they get the answer before their connection ends.
import http from "node:http";
import net from "node:net";
import tls from "node:tls";
import { afterEach, describe, expect, test } from "vitest";
import type { HttpHandler } from "../../../src/core/methods/index.ts";
import { createServer, type Server } from "../../../src/facades/rpc/index.ts";
import { selfSignedCertificate } from "../../support/certificate.ts";

const BODY_BYTES = 8 * 1024 * 1024;
const QUICK = { pauseMs: 300, wholeMs: 1_500 };

let server: Server | null = null;
let asked: string[] = [];
/** Resolves with the milliseconds that the connection of the first request was open after it was answered. */
let closed = Promise.withResolvers<number>();
afterEach(async () => {
  await server?.close(0);
  server = null;
});

/** Refuses every body before any of it was read. */
const refuser: HttpHandler = async (request, response) => {
  asked.push(request.url ?? "");
  const beganMs = performance.now();
  const { resolve } = closed;
  request.socket.once("close", () => resolve(performance.now() - beganMs));
  const plain: http.ServerResponse | typeof response = response;
  if (request.url === "/closing") plain.setHeader("connection", "close");
  plain.statusCode = 413;
  plain.end("too large");
  return true;
};

async function serve(kind: "plain" | "TLS" = "plain"): Promise<number> {
  asked = [];
  closed = Promise.withResolvers();
  const security = kind === "TLS" ? { tls: selfSignedCertificate() } : {};
  server = createServer({ handlers: [refuser], lingerTimes: QUICK, ...security });
  return server.listen({ host: "127.0.0.1", port: 0 });
}

function connectTo(port: number, kind: "plain" | "TLS" = "plain"): net.Socket {
  const socket =
    kind === "TLS"
      ? tls.connect({ port, host: "127.0.0.1", rejectUnauthorized: false })
      : net.connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  socket.on("error", () => undefined);
  return socket;
}

/** Sends everything, and reads only then: what the client got, or by which error it got nothing. */
function sendsFirst(socket: net.Socket, head: string, body: Buffer): Promise<string> {
  return new Promise((resolve) => {
    socket.on("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    socket.pause();
    socket.write(head);
    socket.write(body, () => {
      let answer = "";
      socket.on("data", (chunk) => {
        answer += chunk.toString("latin1");
      });
      socket.on("end", () => {
        socket.end();
        resolve(answer);
      });
      socket.resume();
    });
  });
}

const head = (path: string, more = ""): string =>
  `POST ${path} HTTP/1.1\r\nhost: a\r\ncontent-length: ${BODY_BYTES}\r\n${more}\r\n`;

describe.each(["plain", "TLS"] as const)("a client that is refused while it sends (%s)", (kind) => {
  test.each([
    ["whose connection is to end with the answer", head("/", "connection: close\r\n")],
    ["whose server ends the connection", head("/closing")],
    ["whose body is of no length", "POST / HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\nno length\r\n"],
    ["whose head is none", "nonsense\r\n\r\n"],
  ])("%s, reads the answer once it has sent everything", async (_, text) => {
    const port = await serve(kind);
    const answer = await sendsFirst(connectTo(port, kind), text, Buffer.alloc(BODY_BYTES));
    expect(answer).toMatch(/^HTTP\/1\.1 4(?:13|00) /);
  });
});

test("Node's own client reads the refusal of a body of megabytes, however often it asks", async () => {
  const port = await serve();
  for (let time = 0; time < 20; time += 1) {
    const status = await new Promise((resolve) => {
      const request = http.request({ port, host: "127.0.0.1", method: "POST", agent: false }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      request.on("error", (error: NodeJS.ErrnoException) => resolve(error.code));
      request.end(Buffer.alloc(BODY_BYTES));
    });
    expect(status).toBe(413);
  }
});

test("a client that neither sends on nor ends is cut off", async () => {
  const socket = connectTo(await serve());
  socket.write(head("/", "connection: close\r\n"));
  expect(await closed.promise).toBeGreaterThanOrEqual(QUICK.pauseMs - 50);
  socket.destroy();
});

test("a client that sends on without an end is cut off", async () => {
  const socket = connectTo(await serve());
  socket.write(head("/", "connection: close\r\n"));
  const sending = setInterval(() => socket.write("x"), 50);
  expect(await closed.promise).toBeGreaterThanOrEqual(QUICK.wholeMs - 50);
  clearInterval(sending);
  socket.destroy();
});

test("no further request of a connection that ended with an answer is served", async () => {
  const socket = connectTo(await serve());
  socket.write(`POST /closing HTTP/1.1\r\nhost: a\r\ncontent-length: 3\r\n\r\n`);
  await new Promise((resolve) => socket.once("data", resolve));
  socket.write("abcPOST /second HTTP/1.1\r\nhost: a\r\ncontent-length: 0\r\n\r\n");
  await closed.promise;
  expect(asked).toEqual(["/closing"]);
  socket.destroy();
});

test("a connection that goes on is answered again and again, and its bodies are skipped", async () => {
  const port = await serve();
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const ports = new Set<number | undefined>();
  for (let time = 0; time < 3; time += 1) {
    await new Promise((resolve, reject) => {
      const request = http.request({ port, host: "127.0.0.1", method: "POST", agent }, (response) => {
        ports.add(response.socket.localPort);
        response.resume().once("end", resolve);
      });
      request.on("error", reject);
      request.end(Buffer.alloc(100_000));
    });
  }
  agent.destroy();
  expect(ports.size).toBe(1);
});
