import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { describe, expect, test } from "vitest";
import { timedFetch } from "../../../src/core/store/s3-requests.ts";

/** Limits of which the parts are far from one another: nothing sent ends after 0.2 s, 10,000 bytes after 60.2 s. */
const LIMITS = { answerMs: 200, bytesPerMs: 1 / 6 } as const;
/** Longer than a request without a body may take, and shorter than one with 10,000 bytes. */
const PAUSE_MS = 800;
const LARGE = new Uint8Array(10_000).fill(65);

/** A server on loopback that answers as `listener` says. */
async function served<Value>(listener: RequestListener, ask: (url: string) => Promise<Value>): Promise<Value> {
  const server = createServer(listener);
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as { readonly port: number };
  try {
    return await ask(`http://127.0.0.1:${port}/`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const ask = timedFetch(LIMITS);

/** A server on a thread of its own, which goes on while this one stands still. */
const ANSWERING = `
const { createServer } = require("node:http");
const { parentPort } = require("node:worker_threads");
const server = createServer((_, response) => setTimeout(() => response.end("kept"), 500));
server.listen(0, "127.0.0.1", () => parentPort.postMessage(server.address().port));
`;

describe("requests to a bucket", () => {
  test.for([
    { name: "nothing is sent", init: {} },
    { name: "a small body is sent", init: { method: "PUT", body: new Uint8Array(1) } },
  ])("end where nothing is answered and $name", async ({ init }) => {
    const asked = served(
      () => undefined,
      (url) => ask(url, init),
    );
    await expect(asked).rejects.toMatchObject({ name: "TimeoutError" });
  });

  test("take an answer that came while the process stood still", async () => {
    const bucket = new Worker(ANSWERING, { eval: true });
    const [port] = (await once(bucket, "message")) as [number];
    const asked = timedFetch({ answerMs: 1_500, bytesPerMs: 1 })(`http://127.0.0.1:${port}/`);
    await sleep(100);
    // After this turn the event loop looks at timers before it reads.
    await nextTurn();
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_500);
    expect(await (await asked).text()).toBe("kept");
    await bucket.terminate();
  });

  test("give a large body that is sent its time", async () => {
    const slow: RequestListener = (request, response) => {
      request.resume().once("end", () => void sleep(PAUSE_MS).then(() => response.end("kept")));
    };
    const answer = await served(slow, async (url) => (await ask(url, { method: "PUT", body: LARGE })).text());
    expect(answer).toBe("kept");
  });

  test("give a large body that is answered its time", async () => {
    const slow: RequestListener = (_request, response) => {
      response.setHeader("content-length", LARGE.length);
      response.write(LARGE.subarray(1));
      void sleep(PAUSE_MS).then(() => response.end(LARGE.subarray(0, 1)));
    };
    const bytes = await served(slow, async (url) => (await ask(url)).arrayBuffer());
    expect(bytes.byteLength).toBe(LARGE.length);
  });

  test("end where a small body stops half way", async () => {
    const halting: RequestListener = (_request, response) => {
      response.setHeader("content-length", 2);
      response.write("A");
    };
    const read = served(halting, async (url) => (await ask(url)).text());
    await expect(read).rejects.toMatchObject({ name: "TimeoutError" });
  });
});
