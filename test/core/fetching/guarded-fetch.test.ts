import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createFetcher, type FetchResult } from "../../../src/core/fetching/index.ts";
import { selfSignedCertificate } from "../../support/certificate.ts";

const certificate = selfSignedCertificate();
const JSON_TYPE = { "content-type": "application/json; charset=utf-8" };
const seen: IncomingMessage[] = [];

const PATHS: Readonly<Record<string, (request: IncomingMessage, response: ServerResponse) => void>> = {
  "/rows": (request, response) => {
    const isKnown = request.headers["if-none-match"] === '"v1"';
    response.writeHead(isKnown ? 304 : 200, { ...JSON_TYPE, etag: '"v1"' }).end(isKnown ? "" : '{"rows":[]}');
  },
  "/closed": (request, response) => {
    const isOpen = request.headers.authorization === "Bearer t-1";
    response.writeHead(isOpen ? 200 : 401, JSON_TYPE).end("{}");
  },
  "/redirect": (_, response) => response.writeHead(302, { location: "/rows" }).end(),
  "/page": (_, response) => response.writeHead(200, { "content-type": "text/html" }).end("<p>"),
  "/gone": (_, response) => response.writeHead(410).end(),
  "/large": (_, response) => response.writeHead(200, { ...JSON_TYPE, "content-length": "5000" }).end("x".repeat(5_000)),
  "/endless": (_, response) => {
    response.writeHead(200, JSON_TYPE);
    const more = (): void => void (response.destroyed || response.write("x".repeat(900), () => setImmediate(more)));
    more();
  },
  "/slow": (_, response) => response.writeHead(200, JSON_TYPE).flushHeaders(),
  "/cut": (_, response) => {
    response.writeHead(200, { ...JSON_TYPE, "content-length": "100" }).write("x");
    setImmediate(() => response.destroy());
  },
};

let server: Server;
let port: number;

beforeAll(async () => {
  server = createServer({ cert: certificate.cert, key: certificate.key }, (request, response) => {
    seen.push(request);
    PATHS[request.url ?? ""]?.(request, response);
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", () => listening(null)));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const bounds = { mediaType: "application/json", bytesMax: 1_000, timeoutMs: 5_000 };

/** The server of this suite, as an operator allows it. */
const fetchHere = (
  path: string,
  more: { etag?: string; timeoutMs?: number; headers?: Readonly<Record<string, string>> } = {},
): Promise<FetchResult> => {
  const allowed = [{ host: "localhost", port, allowPrivate: true, ca: certificate.cert }];
  const resolve = async () => [{ address: "127.0.0.1", family: 4 }];
  return createFetcher(allowed, resolve)({ ...bounds, url: `https://localhost:${port}${path}`, ...more });
};

describe("what the operator allows", () => {
  test("is fetched, with its entity tag, and not again while it is unchanged", async () => {
    const first = await fetchHere("/rows");
    expect(first).toMatchObject({ kind: "fetched", etag: '"v1"' });
    expect(first.kind === "fetched" && new TextDecoder().decode(first.bytes)).toBe('{"rows":[]}');
    expect(await fetchHere("/rows", { etag: '"v1"' })).toEqual({ kind: "unchanged" });
    expect(seen[0]?.headers).toMatchObject({ "accept-encoding": "identity", host: `localhost:${port}` });
  });

  test("is asked with headers of its source's own, which open no other encoding", async () => {
    expect(await fetchHere("/closed")).toMatchObject({ kind: "refused", reason: "status" });
    const headers = { authorization: "Bearer t-1", "accept-encoding": "gzip" };
    expect(await fetchHere("/closed", { headers })).toMatchObject({ kind: "fetched" });
    expect(seen.at(-1)?.headers).toMatchObject({ "accept-encoding": "identity" });
  });

  test.for([
    ["/redirect", "status", /redirects are not followed/],
    ["/page", "media_type", /text\/html, not application\/json/],
    ["/gone", "status", /status 410/],
    ["/large", "too_large", /more than 1000 bytes/],
    ["/endless", "too_large", /more than 1000 bytes/],
    ["/cut", "unreachable", /can't be reached/],
  ] as const)("is refused at %s (%s)", async ([path, reason, sentence]) => {
    expect(await fetchHere(path)).toMatchObject({ kind: "refused", reason, sentence: expect.stringMatching(sentence) });
  });

  test("is given up when its time is over, also in the middle of an answer", async () => {
    expect(await fetchHere("/slow", { timeoutMs: 150 })).toMatchObject({ kind: "refused", reason: "timeout" });
  });

  test("has to have a certificate that the operator's authorities signed", async () => {
    const allowed = [{ host: "localhost", port, allowPrivate: true, ca: null }];
    const resolve = async () => [{ address: "127.0.0.1", family: 4 }];
    const result = await createFetcher(allowed, resolve)({ ...bounds, url: `https://localhost:${port}/rows` });
    expect(result).toMatchObject({ reason: "unreachable", sentence: expect.stringMatching(/certificate/) });
  });
});

describe("what nobody allowed", () => {
  const guarded = createFetcher([{ host: "data.example.com", port: 8443, allowPrivate: false, ca: null }], async () => {
    throw new Error("no name of these cases may be resolved");
  });

  test.for([
    ["http://data.example.com/", /Only https/],
    ["ftp://data.example.com/", /Only https/],
    ["file:///etc/passwd", /Only https/],
    ["data.example.com", /no URL/],
    ["https://user:secret@data.example.com/", /must not carry/],
    ["https://data.example.com:22/", /Port 22 is not open/],
    ["https://other.example.com:8443/", /Port 8443 is not open/],
    ["https://127.0.0.1/", /no address of the public internet/],
    ["https://2130706433/", /no address of the public internet/],
    ["https://0x7f.1/", /no address of the public internet/],
    ["https://10.1.2.3/", /no address of the public internet/],
    ["https://172.16.0.1/", /no address of the public internet/],
    ["https://192.168.0.1/", /no address of the public internet/],
    ["https://169.254.169.254/latest/meta-data", /no address of the public internet/],
    ["https://100.64.0.1/", /no address of the public internet/],
    ["https://0.0.0.0/", /no address of the public internet/],
    ["https://255.255.255.255/", /no address of the public internet/],
    ["https://224.0.0.1/", /no address of the public internet/],
    ["https://192.0.2.1/", /no address of the public internet/],
    ["https://[::1]/", /no address of the public internet/],
    ["https://[::]/", /no address of the public internet/],
    ["https://[::ffff:127.0.0.1]/", /no address of the public internet/],
    ["https://[::ffff:8.8.8.8]/", /no address of the public internet/],
    ["https://[::127.0.0.1]/", /no address of the public internet/],
    ["https://[64:ff9b::7f00:1]/", /no address of the public internet/],
    ["https://[2002:7f00:1::]/", /no address of the public internet/],
    ["https://[fe80::1]/", /no address of the public internet/],
    ["https://[fd00::1]/", /no address of the public internet/],
    ["https://[2001:db8::1]/", /no address of the public internet/],
  ] as const)("%s is refused before anything is asked of the network", async ([url, sentence]) => {
    const result = await guarded({ ...bounds, url });
    expect(result).toMatchObject({ reason: "address", sentence: expect.stringMatching(sentence) });
    expect(JSON.stringify(result)).not.toContain("secret");
  });

  test.for([
    { addresses: ["127.0.0.1"], what: "a private address alone" },
    { addresses: ["93.184.215.14", "10.0.0.1"], what: "a public and a private address" },
    { addresses: ["2606:2800:21f::1", "::1"], what: "a public and the loopback address" },
  ])("a name with $what is refused, and the sentence does not tell them", async ({ addresses }) => {
    const fetcher = createFetcher([], async () =>
      addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
    );
    const result = await fetcher({ ...bounds, url: "https://data.example.com/" });
    expect(result).toMatchObject({ reason: "address" });
    for (const address of addresses) expect(JSON.stringify(result)).not.toContain(address);
  });

  test("a name is resolved once, so that it can't answer differently when it is connected to", async () => {
    let asked = 0;
    const fetcher = createFetcher([{ host: "localhost", port, allowPrivate: true, ca: certificate.cert }], async () => {
      asked += 1;
      return [{ address: "127.0.0.1", family: 4 }];
    });
    await fetcher({ ...bounds, url: `https://localhost:${port}/rows` });
    expect(asked).toBe(1);
  });

  test("names that are unknown, or take too long, are answers too", async () => {
    const unknown = createFetcher([], () => Promise.reject(Object.assign(new Error("x"), { code: "ENOTFOUND" })));
    expect(await unknown({ ...bounds, url: "https://data.example.com/" })).toMatchObject({
      reason: "unreachable",
      sentence: "data.example.com can't be reached: the name is unknown.",
    });
    const silent = createFetcher([], () => new Promise(() => undefined));
    expect(await silent({ ...bounds, timeoutMs: 50, url: "https://data.example.com/" })).toMatchObject({
      reason: "timeout",
    });
  });
});
