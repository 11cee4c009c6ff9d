import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer, type Server } from "node:https";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createWebFetch, type WebFetch } from "../../../src/core/fetching/index.ts";
import { selfSignedCertificate } from "../../support/certificate.ts";

const certificate = selfSignedCertificate();

let server: Server;
let address: string;
let fetchHere: WebFetch;

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  switch (request.url) {
    case "/redirect":
      return void response.writeHead(302, { location: "https://elsewhere.example/" }).end();
    case "/large":
      return void response.writeHead(200).end("x".repeat(5_000));
    case "/slow":
      return response.writeHead(200).flushHeaders();
    case "/nothing":
      return void response.writeHead(204).end();
    default: {
      const { method, headers } = request;
      const body = await text(request);
      response.writeHead(200, { "content-type": "application/json", "x-one": "1" });
      response.end(JSON.stringify({ method, body, type: headers["content-type"], cookie: headers.cookie ?? null }));
    }
  }
}

beforeAll(async () => {
  server = createServer({ cert: certificate.cert, key: certificate.key }, (request, response) => {
    void answer(request, response);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const bound = server.address();
  const port = typeof bound === "object" && bound !== null ? bound.port : 0;
  address = `https://localhost:${port}`;
  const allowed = [{ host: "localhost", port, allowPrivate: true, ca: certificate.cert }];
  fetchHere = createWebFetch(allowed, { bytesMax: 1_000, timeoutMs: 300 });
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

describe("fetching in the form of the Fetch standard", () => {
  test("sends what a form sends and answers headers, status and body", async () => {
    const response = await fetchHere(`${address}/`, { method: "POST", body: new URLSearchParams({ a: "あ" }) });
    expect([response.status, response.headers.get("x-one")]).toEqual([200, "1"]);
    const type = expect.stringContaining("application/x-www-form-urlencoded");
    expect(await response.json()).toEqual({ method: "POST", body: "a=%E3%81%82", type, cookie: null });
  });

  test("answers a redirect as it is and follows none, and an empty answer as empty", async () => {
    const redirect = await fetchHere(`${address}/redirect`, { redirect: "follow" });
    expect([redirect.status, redirect.headers.get("location")]).toEqual([302, "https://elsewhere.example/"]);
    expect(await (await fetchHere(`${address}/nothing`)).text()).toBe("");
  });

  test.for([
    ["/large", /more than 1000 bytes/],
    ["/slow", /did not answer within 300 ms/],
  ] as const)("gives up on %s", async ([path, sentence]) => {
    await expect(fetchHere(address + path)).rejects.toThrow(sentence);
  });

  test.for([
    ["http://localhost/", /Only https/],
    ["https://127.0.0.1/", /no address of the public internet/],
    ["https://[::ffff:10.0.0.1]/", /no address of the public internet/],
    ["https://localhost:1/", /Port 1 is not open/],
    ["https://user:password@example.com/", /user name or password/],
    ["nonsense", /no URL/],
  ] as const)("does not reach %s", async ([url, sentence]) => {
    await expect(fetchHere(url)).rejects.toThrow(sentence);
  });
});
