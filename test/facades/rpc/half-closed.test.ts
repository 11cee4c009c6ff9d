// Clients that end their side of a connection: some wait for their answer, others are gone.
import net from "node:net";
import tls from "node:tls";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type HttpHandler, isGone } from "../../../src/core/methods/index.ts";
import { createServer, type Server } from "../../../src/facades/rpc/index.ts";
import { selfSignedCertificate } from "../../support/certificate.ts";

const POST = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc";

describe.each(["plain", "TLS"])("a client that ends its side of a connection (%s)", (kind) => {
  let server: Server;
  let port = 0;
  /** How each request that waits for `isOver` ended. */
  const ends: ("answered" | "gone")[] = [];
  let isOver = Promise.withResolvers<void>();
  const slow: HttpHandler = async (request, response) => {
    let size = 0;
    for await (const part of request) size += part.length;
    const gone = new Promise<void>((resolve) => response.once("close", () => resolve()));
    await Promise.race([isOver.promise, gone]);
    ends.push(isGone(request, response) ? "gone" : "answered");
    response.end(`read ${size}`);
    return true;
  };
  beforeAll(async () => {
    server = createServer({ handlers: [slow], ...(kind === "TLS" ? { tls: selfSignedCertificate() } : {}) });
    port = await server.listen({ host: "127.0.0.1", port: 0 });
  });
  afterAll(() => server.close(0));

  const connect = (): net.Socket =>
    kind === "TLS"
      ? tls.connect({
          socket: net.connect({ port, host: "127.0.0.1", allowHalfOpen: true }),
          rejectUnauthorized: false,
        })
      : net.connect({ port, host: "127.0.0.1", allowHalfOpen: true });

  /** What came until the server closed. */
  const heard = (socket: net.Socket): Promise<string> =>
    new Promise((resolve, reject) => {
      let text = "";
      socket.on("data", (chunk) => {
        text += chunk.toString("latin1");
      });
      socket.on("error", reject);
      socket.on("end", () => socket.end());
      socket.on("close", () => resolve(text));
    });

  test("gets its answer, and then the connection ends", async () => {
    isOver = Promise.withResolvers();
    const socket = connect();
    const answer = heard(socket);
    socket.end(POST);
    setTimeout(isOver.resolve, 100);
    // Nothing is sent before an answer that comes at once, so that also those read it who know no interim answers.
    expect(await answer).toMatch(/^HTTP\/1\.1 200 OK\r\n(?:.+\r\n)+\r\nread 3$/);
    expect(ends.splice(0)).toEqual(["answered"]);
  });

  test("gets an answer that takes seconds after interim ones that every client skips", async () => {
    isOver = Promise.withResolvers();
    const socket = connect();
    const answer = heard(socket);
    socket.end(POST);
    setTimeout(isOver.resolve, 1_300);
    expect(await answer).toMatch(/^(?:HTTP\/1\.1 100 Continue\r\n\r\n){2}HTTP\/1\.1 200 OK\r\n(?:.+\r\n)+\r\nread 3$/);
    expect(ends.splice(0)).toEqual(["answered"]);
  });

  test("gets all answers of what it sent at once", async () => {
    isOver = Promise.withResolvers();
    isOver.resolve();
    const socket = connect();
    const answer = heard(socket);
    socket.end(POST + POST + POST);
    expect((await answer).match(/read 3/g)).toHaveLength(3);
    expect(ends.splice(0)).toEqual(["answered", "answered", "answered"]);
  });

  test("gets its answer over HTTP/1.0 without one in between", async () => {
    isOver = Promise.withResolvers();
    const socket = connect();
    const answer = heard(socket);
    socket.end(POST.replace("1.1", "1.0"));
    setTimeout(isOver.resolve, 100);
    expect(await answer).toMatch(/^HTTP\/1\.1 200 OK/);
    expect(ends.splice(0)).toEqual(["answered"]);
  });

  test("is noticed to be gone where it does not wait", async () => {
    isOver = Promise.withResolvers();
    const socket = connect();
    socket.on("error", () => undefined);
    socket.write(POST, () => setTimeout(() => socket.destroy(), 50));
    await expect.poll(() => ends, { timeout: 10_000 }).toEqual(["gone"]);
    ends.splice(0);
  });

  test("has its connection closed where nothing is left to answer", async () => {
    isOver = Promise.withResolvers();
    isOver.resolve();
    const socket = connect();
    const answer = heard(socket);
    socket.write(POST);
    await expect.poll(() => ends).toEqual(["answered"]);
    socket.end();
    expect(await answer).toContain("read 3");
    ends.splice(0);
  });

  test("is refused where it ends within its request", async () => {
    const socket = connect();
    const answer = heard(socket);
    socket.end(POST.slice(0, -1));
    expect(await answer).toMatch(/^HTTP\/1\.1 400 /);
  });
});
