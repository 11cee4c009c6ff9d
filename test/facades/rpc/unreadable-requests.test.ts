// What no face gets to see, because it is no HTTP request: it is answered in the same form as everything else.
import net from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { HttpHandler } from "../../../src/core/methods/index.ts";
import { createServer, type Server } from "../../../src/facades/rpc/index.ts";

let server: Server;
let port = 0;

/** Reads the body; half an answer first where the path asks for it. */
const reader: HttpHandler = async (request, response) => {
  const answer: NodeJS.WritableStream = response;
  if (request.url === "/half") answer.write("half an answer");
  let size = 0;
  try {
    for await (const part of request) size += part.length;
  } catch {
    return true;
  }
  response.end(String(size));
  return true;
};

beforeAll(async () => {
  server = createServer({ handlers: [reader] });
  port = await server.listen({ host: "127.0.0.1", port: 0 });
});
afterAll(() => server.close(0));

/** Whether the client ends after its text, and what it sends once something was answered. */
interface Talk {
  readonly isEnded?: boolean;
  readonly afterwards?: string;
}

/** Sends text and answers all that came until the server closed. */
function talk(text: string, { isEnded = false, afterwards = "" }: Talk = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = net.connect({ port, host: "127.0.0.1", allowHalfOpen: true });
    let answer = "";
    if (afterwards !== "") socket.once("data", () => socket.write(afterwards, "latin1"));
    socket.on("data", (chunk) => {
      answer += chunk.toString("latin1");
    });
    socket.on("error", reject);
    socket.on("end", () => socket.end());
    socket.on("close", () => resolve(answer));
    socket.write(text, "latin1");
    if (isEnded) socket.end();
  });
}

const HOST = "Host: 127.0.0.1\r\n";

describe("what is no HTTP request", () => {
  it.each([
    ["a line that is none", "nonsense\r\n\r\n", false, 400, "invalid_argument", /not HTTP\/1\.1 as RFC 9112 has it/],
    ["a space in the path", `GET /a b HTTP/1.1\r\n${HOST}\r\n`, false, 400, "invalid_argument", /RFC 9112/],
    [
      "two lengths",
      `POST / HTTP/1.1\r\n${HOST}Content-Length: 1\r\nContent-Length: 2\r\n\r\n`,
      false,
      400,
      "invalid_argument",
      /RFC 9112/,
    ],
    [
      "a chunk of no length",
      `POST / HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\nzz\r\n`,
      false,
      400,
      "invalid_argument",
      /RFC 9112/,
    ],
    [
      "a body that breaks off",
      `POST / HTTP/1.1\r\n${HOST}Content-Length: 9\r\n\r\nhalf`,
      true,
      400,
      "invalid_argument",
      /RFC 9112/,
    ],
    [
      "long headers",
      `GET / HTTP/1.1\r\n${HOST}X: ${"x".repeat(20_000)}\r\n\r\n`,
      false,
      413,
      "too_large",
      /16384 bytes/,
    ],
  ])("%s is told so", async (_, text, isEnded, status, code, sentence) => {
    const answer = await talk(text, { isEnded });
    const [head = "", body = ""] = answer.split("\r\n\r\n");
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(head).toMatch(/^connection: close$/im);
    const requestId = /^x-request-id: (.*)$/im.exec(head)?.[1];
    expect(JSON.parse(body)).toEqual({ error: expect.stringMatching(sentence), code, requestId });
    expect(requestId).toMatch(/^req_\w+$/);
  });

  it("ends a connection in whose answer it comes, and writes nothing into that", async () => {
    const answer = await talk(`POST /half HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\n`, {
      afterwards: "zz\r\n",
    });
    expect(answer).toContain("half an answer");
    expect(answer).not.toContain("RFC 9112");
  });

  it("is answered once where it comes with the head, before the request's turn", async () => {
    const answer = await talk(`POST /half HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\nzz\r\n`);
    expect(answer.match(/^HTTP\/1\.1 \d+/gm)).toEqual(["HTTP/1.1 400"]);
    expect(answer).not.toContain("half an answer");
  });
});

describe("a request without a host", () => {
  it("is refused over HTTP/1.1, and answered over HTTP/1.0, which knows none", async () => {
    const [head = "", body = ""] = (await talk("GET / HTTP/1.1\r\nConnection: close\r\n\r\n")).split("\r\n\r\n");
    expect(head).toMatch(/^HTTP\/1\.1 400 /);
    expect(JSON.parse(body)).toMatchObject({ code: "invalid_argument", error: expect.stringMatching(/Host/) });
    expect(await talk("GET / HTTP/1.0\r\n\r\n")).toMatch(/^HTTP\/1\.1 200 /);
  });
});

describe("an expectation that nobody knows", () => {
  it("is ignored", async () => {
    const answer = await talk(`GET / HTTP/1.1\r\n${HOST}Expect: the-unexpected\r\nConnection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(answer).toMatch(/^x-request-id: req_/im);
  });
});
