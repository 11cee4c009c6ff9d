import { createHash } from "node:crypto";
import { rename, rm, stat, writeFile } from "node:fs/promises";
import { createServer, type RequestListener } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  DamagedBytes,
  openFolderStore,
  openS3Store,
  type PdfStore,
  StoreUnavailable,
} from "../../../src/core/store/index.ts";
import { newId } from "../../../src/core/tenancy/index.ts";
import { startFaultProxy } from "../../support/fault-proxy.ts";
import { type S3Server, startS3Server } from "../../support/s3-server.ts";
import { type TemporaryFolder, temporaryFolder } from "../../support/temporary-folder.ts";

const sha256Of = (text: string): string => createHash("sha256").update(text).digest("hex");

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

let folder: TemporaryFolder;
let bucket: S3Server;

beforeAll(async () => {
  folder = await temporaryFolder("store");
  bucket = await startS3Server();
});

afterAll(async () => {
  await bucket[Symbol.asyncDispose]();
  await folder.remove();
});

const STORES: readonly { readonly name: string; open(): Promise<PdfStore>; away(): Promise<() => Promise<void>> }[] = [
  {
    name: "the folder store",
    open: () => openFolderStore(join(folder.path, "pdf")),
    away: async () => {
      // A plain file stands where the folder was, so nothing can be made under it.
      await rename(join(folder.path, "pdf"), join(folder.path, "moved"));
      await writeFile(join(folder.path, "pdf"), "");
      return async () => {
        await rm(join(folder.path, "pdf"));
        await rename(join(folder.path, "moved"), join(folder.path, "pdf"));
      };
    },
  },
  {
    name: "the bucket store",
    open: async () => openS3Store(bucket.location),
    away: async () => {
      await bucket.stop();
      return () => bucket.start();
    },
  },
];

describe.for(STORES)("$name", ({ open, away }) => {
  test("gives back the bytes it was given, also after opening it again", async () => {
    const id = newId("rnd");
    const pdf = bytesOf("%PDF-1.7 請求書");
    const stored = await (await open()).put(id, pdf);
    expect(stored).toEqual({ bytes: pdf.length, sha256: createHash("sha256").update(pdf).digest("hex") });
    const reading = await (await open()).get(id, stored.sha256);
    expect(reading.kind === "found" && Buffer.from(reading.pdf).equals(pdf)).toBe(true);
  });

  test("keeps megabytes whole", async () => {
    const store = await open();
    const id = newId("rnd");
    const pdf = new Uint8Array(9 * 1024 * 1024).map((_, index) => (index * 2_654_435_761) >>> 24);
    const { sha256 } = await store.put(id, pdf);
    const reading = await store.get(id, sha256);
    expect(reading.kind === "found" && Buffer.from(reading.pdf).equals(pdf)).toBe(true);
  });

  test("says that bytes are missing before they were stored and after they were erased, however often", async () => {
    const store = await open();
    const id = newId("rnd");
    expect(await store.get(id, "00")).toEqual({ kind: "missing" });
    const { sha256 } = await store.put(id, bytesOf("x"));
    await store.delete(id);
    expect(await store.get(id, sha256)).toEqual({ kind: "missing" });
    await store.delete(id);
  });

  test("notices bytes that are not those of the hash", async () => {
    const store = await open();
    const id = newId("rnd");
    await store.put(id, bytesOf("%PDF"));
    await expect(store.get(id, "00".repeat(32))).rejects.toThrow(DamagedBytes);
  });

  test("keeps the last of several documents that were put under one id", async () => {
    const store = await open();
    const id = newId("rnd");
    await store.put(id, bytesOf("first"));
    const { sha256 } = await store.put(id, bytesOf("second"));
    expect((await store.get(id, sha256)).kind).toBe("found");
  });

  test("tells storage that is away from documents that are missing, and recovers with it", async () => {
    const store = await open();
    const id = newId("rnd");
    const { sha256 } = await store.put(id, bytesOf("x"));
    expect(await store.ping()).toBe(true);
    const back = await away();
    try {
      expect(await store.ping()).toBe(false);
      await expect(store.put(newId("rnd"), bytesOf("y"))).rejects.toThrow(StoreUnavailable);
      await expect(store.get(id, sha256)).rejects.toThrow(StoreUnavailable);
      await expect(store.delete(id)).rejects.toThrow(StoreUnavailable);
    } finally {
      await back();
    }
    expect((await store.get(id, sha256)).kind).toBe("found");
  });

  test.for(["../../etc/passwd", "rnd_/../../../x", "a", "", "RND_00000000", "rnd_0000\u0000", "rnd_0000.pdf"])(
    "refuses the unsafe id %j, which only a bug of ours could hand in",
    async (id) => {
      const store = await open();
      await expect(store.put(id, bytesOf("x"))).rejects.toThrow("is no id of a stored document");
      await expect(store.get(id, "00")).rejects.toThrow("is no id of a stored document");
      await expect(store.delete(id)).rejects.toThrow("is no id of a stored document");
    },
  );
});

// At once, since most of them wait for one more try.
describe.concurrent("a bucket", () => {
  test("that knows other credentials is storage that is away, and the secret is in no error", async () => {
    const store = openS3Store({ ...bucket.location, secretAccessKey: "not-the-secret-of-this-server" });
    expect(await store.ping()).toBe(false);
    const failure = await store.put(newId("rnd"), bytesOf("x")).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(StoreUnavailable);
    expect(String(failure) + String(failure instanceof Error ? failure.cause : "")).not.toContain("not-the-secret");
  });

  test("that does not exist is storage that is away, and not one without the document", async () => {
    const store = openS3Store({ ...bucket.location, bucketUrl: `${bucket.location.bucketUrl}-of-nobody` });
    expect(await store.ping()).toBe(false);
    await expect(store.get(newId("rnd"), "00")).rejects.toThrow(StoreUnavailable);
  });

  /** What a bucket answers that has taken the one byte "x": its MD5. */
  const KEPT = { etag: '"9dd4e461268c8034f5c8564e155c67a6"' };

  /** A server of the protocol that has the bucket, and answers for objects as the test says. */
  const scripted = async (
    answers: RequestListener,
    looks: RequestListener = (_request, response) => response.end(),
  ) => {
    const server = createServer((request, response) => {
      // What was sent is read first, or the connection breaks before the answer.
      request.resume().once("end", () => {
        if (request.method === "HEAD") looks(request, response);
        else answers(request, response);
      });
    });
    await new Promise((listening) => server.listen(0, "127.0.0.1", () => listening(null)));
    const address = server.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    return {
      store: openS3Store({ ...bucket.location, bucketUrl: `http://127.0.0.1:${port}/platen` }),
      [Symbol.asyncDispose]: async () => {
        server.closeAllConnections();
        await new Promise((closed) => server.close(closed));
      },
    };
  };

  test.for([301, 307, 400, 403, 409, 429, 500, 503])("that answers %i is storage that is away", async (status) => {
    await using server = await scripted((_request, response) => response.writeHead(status).end("<Error/>"));
    const { store } = server;
    await expect(store.put(newId("rnd"), bytesOf("x"))).rejects.toThrow(StoreUnavailable);
    await expect(store.get(newId("rnd"), "00")).rejects.toThrow(StoreUnavailable);
    await expect(store.delete(newId("rnd"))).rejects.toThrow(StoreUnavailable);
  });

  test("that refuses a write counts as away until it takes one, though looks find it sound", async () => {
    let status = 507;
    await using server = await scripted((_request, response) => response.writeHead(status, KEPT).end());
    const { store } = server;
    expect(await store.ping()).toBe(true);
    await expect(store.put(newId("rnd"), bytesOf("x"))).rejects.toThrow(StoreUnavailable);
    expect(await store.ping()).toBe(false);
    status = 200;
    await store.put(newId("rnd"), bytesOf("x"));
    expect(await store.ping()).toBe(true);
  });

  /** What a server says of an object: yes, no, or that it has no time. */
  const LOOKS = { there: 200, gone: 404, busy: 503 } as const;
  type Look = keyof typeof LOOKS;

  test.for(
    (["there", "gone", "busy"] as const).flatMap((first) =>
      (["there", "gone", "busy"] as const).flatMap((second) =>
        (["lists", "lists nothing", "fails"] as const).map((listing) => ({ first, second, listing })),
      ),
    ),
  )("is without a document only where two looks and a listing say so: $first, $second, $listing", async (row) => {
    const looks: Look[] = [row.first, row.second];
    let looked = 0;
    const isListing = (url = ""): boolean => url.includes("list-type");
    const respond: RequestListener = (request, response) => {
      if (request.method === "HEAD" && request.url?.endsWith(".pdf") === true) {
        response.writeHead(LOOKS[looks[looked % 2] ?? "busy"]).end();
        looked += 1;
      } else if (request.method === "HEAD") response.end();
      else if (!isListing(request.url)) response.writeHead(404).end("<Error/>");
      else if (row.listing === "lists") {
        response.setHeader("content-type", "application/xml");
        response.end("<ListBucketResult><IsTruncated>false</IsTruncated></ListBucketResult>");
      } else response.writeHead(row.listing === "fails" ? 503 : 404).end("<Error/>");
    };
    await using server = await scripted(respond, respond);
    const reading = await server.store.get(newId("rnd"), "00").catch((error: unknown) => error);
    if (row.first === "gone" && row.second === "gone" && row.listing === "lists") {
      expect(reading).toEqual({ kind: "missing" });
    } else expect(reading).toBeInstanceOf(StoreUnavailable);
  });

  test.for([408, 429, 500, 502, 503, 504])("that answers %i twice and then takes it has it", async (status) => {
    let asked = 0;
    await using server = await scripted((_request, response) => {
      asked += 1;
      response.writeHead(asked <= 2 ? status : 200, KEPT).end();
    });
    expect(await server.store.put(newId("rnd"), bytesOf("x"))).toMatchObject({ bytes: 1 });
    expect(asked).toBe(3);
  });

  const page = "<html><body>Back soon.</body></html>";
  test.for<{ name: string; status: number; headers: Record<string, string>; body?: string }>([
    { name: "a page", status: 200, headers: { "content-type": "text/html" }, body: page },
    { name: "a page with a tag of its own", status: 200, headers: { etag: '"5f1c-622"' }, body: page },
    { name: "a page with the tag of other bytes", status: 200, headers: { etag: `"${"0".repeat(32)}"` }, body: page },
    { name: "nothing", status: 200, headers: {} },
    { name: "204", status: 204, headers: KEPT },
    { name: "202", status: 202, headers: KEPT },
  ])("in whose place somebody answers a write with $name has not kept it", async ({ status, headers, body }) => {
    // To looks it answers the same page, or that there is nothing.
    for (const looked of [status, 404]) {
      let asked = 0;
      const respond = (at: number): RequestListener => {
        return (request, response) => {
          if (request.method === "PUT") asked += 1;
          response.writeHead(at, headers).end(body);
        };
      };
      await using server = await scripted(respond(status), respond(looked));
      await expect(server.store.put(newId("rnd"), bytesOf("kept"))).rejects.toThrow(StoreUnavailable);
      expect(asked).toBeGreaterThanOrEqual(1);
      expect(await server.store.ping()).toBe(false);
    }
  });

  test.for([
    ["4", true],
    ["5", false],
  ] as const)(
    "that encrypts, and so has tags of its own, is asked for the length: %s of 4",
    async ([length, isKept]) => {
      await using server = await scripted(
        (_request, response) =>
          response.writeHead(200, { etag: '"0123"', "x-amz-server-side-encryption": "aws:kms" }).end(),
        (_request, response) => response.writeHead(200, { "content-length": length }).end(),
      );
      const put = server.store.put(newId("rnd"), bytesOf("kept"));
      await (isKept ? expect(put).resolves.toMatchObject({ bytes: 4 }) : expect(put).rejects.toThrow(StoreUnavailable));
    },
  );

  test("that has no room or no right for a document is not asked for long", async () => {
    for (const status of [400, 403, 507]) {
      let asked = 0;
      await using server = await scripted((_request, response) => {
        asked += 1;
        response.writeHead(status).end("<Error/>");
      });
      await expect(server.store.put(newId("rnd"), bytesOf("x"))).rejects.toThrow(StoreUnavailable);
      expect(asked).toBe(1);
    }
  });

  test("whose answers are damaged on the way has the document still", async () => {
    await using proxy = await startFaultProxy(Number(new URL(bucket.location.bucketUrl).port));
    const store = openS3Store({ ...bucket.location, bucketUrl: `http://127.0.0.1:${proxy.port}/platen` });
    const id = newId("rnd");
    const { sha256 } = await store.put(id, bytesOf("%PDF".repeat(1_000)));
    for (const answers of [1, 2]) {
      proxy.damage(answers);
      expect((await store.get(id, sha256)).kind).toBe("found");
    }
    proxy.damage(3);
    await expect(store.get(id, sha256)).rejects.toThrow(DamagedBytes);
    expect((await store.get(id, sha256)).kind).toBe("found");
  });

  /** Answers requests for objects with a redirect, and counts what arrives where it leads. */
  async function leading(status: number, target: (own: string) => string) {
    const arrived: string[] = [];
    const elsewhere = createServer((request, response) => {
      arrived.push(`${request.method}`);
      request.resume().once("end", () => response.writeHead(200, KEPT).end("kept"));
    });
    await new Promise<void>((listening) => elsewhere.listen(0, "127.0.0.1", listening));
    const { port } = elsewhere.address() as { readonly port: number };
    const respond: RequestListener = (request, response) => {
      if (request.url?.includes("led-here") === true) arrived.push(`${request.method}`);
      const isObject = request.url?.includes(".pdf") === true;
      const location = target(`http://127.0.0.1:${port}`);
      response.writeHead(isObject ? status : 200, { ...KEPT, ...(isObject ? { location } : {}) }).end();
    };
    const server = await scripted(respond, respond);
    return {
      store: server.store,
      arrived,
      async [Symbol.asyncDispose]() {
        elsewhere.closeAllConnections();
        elsewhere.close();
        await server[Symbol.asyncDispose]();
      },
    };
  }

  test.for(
    [301, 302, 303, 307, 308].flatMap((status) => [
      { status, to: "another host", target: (own: string) => `${own}/renders/x.pdf` },
      { status, to: "another object", target: () => "/platen/led-here" },
      { status, to: "nowhere", target: () => "" },
    ]),
  )("whose address leads to $to by $status is away, and nothing is sent there", async ({ status, target }) => {
    await using server = await leading(status, target);
    const id = newId("rnd");
    await expect(server.store.get(id, "00")).rejects.toThrow(StoreUnavailable);
    await expect(server.store.delete(id)).rejects.toThrow(StoreUnavailable);
    await expect(server.store.put(id, bytesOf("kept"))).rejects.toThrow(StoreUnavailable);
    expect(server.arrived).toEqual([]);
  });

  test("that lists a document has it, whatever it answers to looks for it", async () => {
    const id = newId("rnd");
    const respond: RequestListener = (request, response) => {
      if (request.url?.includes("list-type") === true) {
        const since = "<LastModified>2026-10-01T00:00:00Z</LastModified>";
        const entry = `<Contents><Key>renders/${id}.pdf</Key>${since}</Contents>`;
        const isAsked = decodeURIComponent(request.url).includes(`prefix=renders/${id}.pdf`);
        response.setHeader("content-type", "application/xml");
        response.end(`<ListBucketResult><IsTruncated>false</IsTruncated>${isAsked ? entry : ""}</ListBucketResult>`);
      } else if (request.url?.endsWith(".pdf") === true) response.writeHead(404).end();
      else response.end();
    };
    await using server = await scripted(respond, respond);
    await expect(server.store.get(id, "00")).rejects.toThrow(StoreUnavailable);
    expect(await server.store.get(newId("rnd"), "00")).toEqual({ kind: "missing" });
  });

  test.for([
    { is: "announces a length that never comes", length: "999999999999", body: "kept", isFound: true },
    { is: "announces a length and sends too little", length: "999999999999", body: "kep", isFound: false },
    { is: "sends bytes without end", length: null, body: null, isFound: false },
  ])("that $is fills no process, and keeps no reader longer than others", async ({ length, body, isFound }) => {
    let sent = 0;
    await using server = await scripted((_request, response) => {
      response.writeHead(200, length === null ? {} : { "content-length": length });
      if (body !== null) return void response.write(body);
      const more = (): void => {
        if (response.destroyed) return;
        sent += 65_536;
        response.write(Buffer.alloc(65_536), () => setImmediate(more));
      };
      more();
    });
    const startedMs = performance.now();
    const reading = server.store.get(newId("rnd"), sha256Of("kept"), 4);
    if (isFound) expect((await reading).kind).toBe("found");
    else await expect(reading).rejects.toThrow(StoreUnavailable);
    expect(performance.now() - startedMs).toBeLessThan(20_000);
    expect(sent).toBeLessThan(64 * 1024 * 1024);
  });

  test("that breaks off in the middle of a document is storage that is away", async () => {
    await using server = await scripted((_request, response) => {
      response.writeHead(200, { "content-length": 10 }).write("%PDF", () => response.destroy());
    });
    await expect(server.store.get(newId("rnd"), "00")).rejects.toThrow(StoreUnavailable);
  });

  /** A look at an object that is not there, in a bucket that is. */
  const nothingThere: RequestListener = (request, response) =>
    response.writeHead(request.url?.endsWith(".pdf") === true ? 404 : 200).end();

  test("that has no document to erase may say so", async () => {
    await using server = await scripted((_request, response) => response.writeHead(404).end("<Error/>"), nothingThere);
    await server.store.delete(newId("rnd"));
  });

  test.for([200, 202, 204])(
    "in whose place somebody answers an erasure with %i still has the document",
    async (status) => {
      await using server = await scripted(
        (_request, response) => response.writeHead(status).end(status === 204 ? undefined : page),
        (_request, response) => response.end(),
      );
      await expect(server.store.delete(newId("rnd"))).rejects.toThrow(StoreUnavailable);
    },
  );

  const ENTRY = "<Contents><Key>renders/x.pdf</Key><LastModified>2026-10-01T00:00:00Z</LastModified></Contents>";
  test.for([
    { name: "a page", body: page },
    { name: "a page of XML", body: "<?xml version='1.0'?><html><body>Back soon.</body></html>" },
    { name: "an error", body: "<Error><Code>SlowDown</Code></Error>" },
    { name: "nothing", body: "" },
    { name: "JSON", body: "{}" },
    { name: "half of a listing", body: `<ListBucketResult>${ENTRY}` },
    { name: "a page that names a listing", body: `<html>${"<ListBucketResult>"}</html>` },
  ])("in whose place somebody answers listings with $name has no document that is gone", async ({ body }) => {
    await using server = await scripted((request, response) => {
      if (request.url?.includes("list-type") === true) response.setHeader("content-type", "application/xml").end(body);
      else response.writeHead(404).end("<Error/>");
    }, nothingThere);
    await expect(server.store.get(newId("rnd"), "00")).rejects.toThrow(StoreUnavailable);
    await expect(server.store.list()[Symbol.asyncIterator]().next()).rejects.toThrow(StoreUnavailable);
  });

  test.for([429, 500, 503])(
    "that encrypts and answers a look for the length with %i is asked again",
    async (status) => {
      let looked = 0;
      await using server = await scripted(
        (_request, response) => response.writeHead(200, { etag: '"0123"' }).end(),
        (_request, response) => {
          looked += 1;
          response.writeHead(looked <= 2 ? status : 200, { "content-length": "4" }).end();
        },
      );
      expect(await server.store.put(newId("rnd"), bytesOf("kept"))).toMatchObject({ bytes: 4 });
    },
  );
});

test("a folder that is gone is storage that is away: no document is missing, and it is not made anew", async () => {
  await using place = await temporaryFolder("store");
  const path = join(place.path, "pdf");
  const store = await openFolderStore(path);
  const id = newId("rnd");
  const { sha256 } = await store.put(id, bytesOf("x"));
  await rename(path, `${path}-of-a-disk`);
  await expect(store.get(id, sha256)).rejects.toThrow(StoreUnavailable);
  await expect(store.delete(id)).rejects.toThrow(StoreUnavailable);
  await expect(store.put(newId("rnd"), bytesOf("y"))).rejects.toThrow(StoreUnavailable);
  await expect(stat(path)).rejects.toThrow("ENOENT");
  await rename(`${path}-of-a-disk`, path);
  expect((await store.get(id, sha256)).kind).toBe("found");
});
