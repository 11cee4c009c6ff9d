// Clients that end their side of a connection after a request for a document, also through a balancer in TCP mode.
import net from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type HttpBench, httpBench } from "../../core/services/http-bench.ts";
import { RATIO, type ServiceBench, serviceBench } from "../../core/services/service-bench.ts";
import { ONE_DATABASE, type TestDatabase } from "../../support/databases.ts";

const HALF = { items: [{ part: 1, whole: 2 }] };
const HOST = "127.0.0.1";

/** Long enough for a client to be asked twice whether it waits. */
const SLOW_MS = 1_300;

/** Passes bytes and ends of each direction on, as balancers do that know TCP alone. */
function passing(targetPort: number): net.Server {
  return net.createServer({ allowHalfOpen: true }, (client) => {
    const target = net.connect({ port: targetPort, host: HOST, allowHalfOpen: true });
    client.pipe(target);
    target.pipe(client);
    for (const one of [client, target]) one.on("error", () => undefined);
  });
}

/** Sends a request, ends its side at once, and answers what came after the interim answers. */
async function halfClosed(port: number, head: readonly string[], body: unknown): Promise<string> {
  const text = JSON.stringify(body);
  const lines = [...head, `Host: ${HOST}:${port}`, "Content-Type: application/json", `Content-Length: ${text.length}`];
  const socket = net.connect({ port, host: HOST, allowHalfOpen: true });
  socket.end(`${lines.join("\r\n")}\r\n\r\n${text}`);
  let answer = "";
  for await (const part of socket) answer += part.toString("latin1");
  return answer.replace(/^(?:HTTP\/1\.1 100 Continue\r\n\r\n)*/, "");
}

describe("a client that ends its side after a request for a document", () => {
  let database: TestDatabase;
  let bench: ServiceBench;
  let quick: HttpBench;
  let slow: HttpBench;
  let canvasId: string;
  const balancers: net.Server[] = [];
  beforeAll(async () => {
    database = await ONE_DATABASE.open();
    bench = await serviceBench(database, { withJobs: false });
    canvasId = await bench.publish(RATIO, "割合");
    quick = await httpBench(bench.services, bench.renderKey);
    const engine: typeof bench.pool = {
      ...bench.pool,
      async render(...asked) {
        await sleep(SLOW_MS);
        return bench.pool.render(...asked);
      },
    };
    slow = await httpBench(bench.again({ engine }), bench.renderKey);
  });
  afterAll(async () => {
    for (const balancer of balancers) await new Promise((resolve) => balancer.close(resolve));
    for (const one of [quick, slow, bench, database]) await one[Symbol.asyncDispose]();
  });

  /** The ports of a service: its own, and the one of a balancer before it. */
  const portOf = async (http: HttpBench, isBalanced: boolean): Promise<number> => {
    const own = Number(new URL(http.baseUrl).port);
    if (!isBalanced) return own;
    const balancer = passing(own);
    balancers.push(balancer);
    await new Promise<void>((resolve) => balancer.listen(0, HOST, resolve));
    const address = balancer.address();
    return typeof address === "object" && address !== null ? address.port : 0;
  };

  describe.each([
    ["at once", () => quick],
    ["after seconds", () => slow],
  ])("gets what is answered %s", (_when, http) => {
    test.each([
      ["directly", false],
      ["through a balancer", true],
    ])("over REST, %s", async (_way, isBalanced) => {
      const before = await bench.usage();
      const port = await portOf(http(), isBalanced);
      const head = [`POST /v1/canvases/${canvasId}/pdf HTTP/1.1`, `X-Api-Key: ${bench.renderKey}`];
      const answer = await halfClosed(port, head, { data: HALF });
      expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n(?:.+\r\n)+\r\n%PDF-/);
      expect(answer.trimEnd()).toMatch(/%%EOF$/);
      expect(await bench.usage()).toMatchObject({ used: before.used + 1, reserved: 0 });
    });

    test.each([
      ["directly", false],
      ["through a balancer", true],
    ])("from a tool, %s", async (_way, isBalanced) => {
      const before = await bench.usage();
      const port = await portOf(http(), isBalanced);
      const head = [
        "POST /mcp HTTP/1.1",
        `X-Api-Key: ${bench.renderKey}`,
        "Accept: application/json, text/event-stream",
        "Mcp-Protocol-Version: 2025-06-18",
      ];
      const params = { name: "render_document", arguments: { document: canvasId, data: HALF } };
      const answer = await halfClosed(port, head, { jsonrpc: "2.0", id: 1, method: "tools/call", params });
      expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
      expect(answer).toContain('"renderId":"rnd_');
      expect(await bench.usage()).toMatchObject({ used: before.used + 1, reserved: 0 });
    });
  });
});
