// Whatever is sent, the answer is one that the OpenAPI document foresees: never a failure of ours, never silence.
import { Agent, request as httpRequest } from "node:http";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { platenMethods } from "../../../src/core/methods/index.ts";
import { openApiOf } from "../../../src/facades/openapi/index.ts";
import { type HttpBench, httpBench } from "../../core/services/http-bench.ts";
import { RATIO, type ServiceBench, serviceBench } from "../../core/services/service-bench.ts";
import { ONE_DATABASE, type TestDatabase } from "../../support/databases.ts";
import { payloadsOf, type Schema } from "../../support/generated-payloads.ts";
import { inLane } from "../../support/lane.ts";
import { answerChecker, type SeenAnswer } from "../../support/openapi-answers.ts";
import { type GeneratedRequest, requestsOf } from "./generated-requests.ts";

const RUNS = inLane({ fast: 400, full: 24_000 });

/** Answers to a few requests in a thousand, which a short run may well miss. */
const SELDOM_SEEN: readonly string[] = RUNS < 10_000 ? [] : ["202", "413", "429"];

/** Twice a render's budget: who has said nothing by then says nothing. */
const SILENCE_MS = 50_000;

/** A field of every type, in every place that a field can be. */
const KINDS = `rpt 1
document kinds name="種類"
field note string(40) example="本日"
field body? text(200) example="長い文"
field day date example="2026-11-20"
field kind enum("a", "b") example="a"
field flag? bool example=true
field rows[].price decimal(9,2) example=12.5
field rows[].qty? int min=0 max=99 example=3
page A5 portrait margin=10mm {
  body {
    text "{note} {format(day, 'yyyy-MM-dd')} {kind}"
    each rows as=row {
      text "{format(row.price, '#,##0.00')}"
    }
  }
}
`;

const BILLING = `rpt 1
document billing name="請求一括"
field customers[] max=50
field customers[].name string(40) example="山田"
source customers as=c name="{c.name}様"
page A5 portrait margin=10mm {
  body {
    text "{c.name}"
  }
}
`;

const LOCKED = RATIO.replace("document ratio", "document locked").replace(
  "field items[]",
  "encrypt aes-256 open=optional\nfield items[]",
);

describe("requests made from the OpenAPI document", () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let database: TestDatabase;
  let bench: ServiceBench;
  let http: HttpBench;
  let requests: fc.Arbitrary<GeneratedRequest>;
  const document = openApiOf(platenMethods, { version: "0.0.0", baseUrl: "https://platen.example" });
  const faultsOf = answerChecker(document);

  beforeAll(async () => {
    database = await ONE_DATABASE.open();
    bench = await serviceBench(database, { plan: { recordsPerMonth: 10_000_000, requestBytesMax: 64 * 1024 } });
    // A request with the idempotency key of a queued render would wait for a worker.
    await bench.queue.work(1, bench.services.runJob);
    http = await httpBench(bench.services, bench.renderKey);
    const canvases = [
      await bench.publish(RATIO, "割合"),
      await bench.publish(KINDS, "種類"),
      await bench.publish(BILLING, "請求一括"),
      await bench.publish(LOCKED, "錠"),
    ];
    const payloads: fc.Arbitrary<unknown>[] = [];
    for (const id of canvases) {
      const answer = await http.get(`/v1/canvases/${id}/schema`);
      payloads.push(payloadsOf((await answer.json()) as Schema));
    }
    const rendered = await bench.render(canvases[0] ?? "", { items: [{ part: 1, whole: 2 }] }, { store: true });
    if (rendered.kind !== "rendered") throw new Error(rendered.detail.error);
    requests = requestsOf(document, {
      ids: { canvasId: canvases, renderId: [rendered.renderId] },
      key: bench.renderKey,
      otherKeys: [await bench.key("data-write"), `pk_${"0".repeat(12)}_${"0".repeat(52)}`],
      payloads,
    });
  });
  afterAll(async () => {
    agent.destroy();
    await http[Symbol.asyncDispose]();
    await bench[Symbol.asyncDispose]();
    await database[Symbol.asyncDispose]();
  });

  test("are answered as the document says, without a failure and without silence", async () => {
    const seen = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(requests, async (one) => {
        const answer = await send(http.baseUrl, agent, one);
        const said = `${answer.status} ${Buffer.from(answer.body).toString("utf8", 0, 300)}`;
        seen.set(String(answer.status), (seen.get(String(answer.status)) ?? 0) + 1);
        // Nothing is out of order here, so nothing may say that it is.
        expect(answer.status, said).toBeLessThan(500);
        expect(faultsOf(one.verb, one.path, answer), said).toEqual([]);
        if (answer.status >= 400 && one.verb !== "HEAD") {
          expect(JSON.parse(Buffer.from(answer.body).toString())).toMatchObject({
            error: expect.stringMatching(/\S/),
            code: expect.stringMatching(/^[a-z_]+$/),
            requestId: answer.headers.get("x-request-id"),
          });
        }
      }),
      { numRuns: RUNS },
    );
    // The generator reaches past the first check, or the property would say little.
    for (const status of ["200", "400", "401", "404", "405", "415", ...SELDOM_SEEN]) {
      expect(Object.fromEntries(seen), status).toHaveProperty(status);
    }
    expect(bench.logged.filter((line) => line.includes("a request failed"))).toEqual([]);
  });
});

/** Sends a request byte for byte; rejects where no answer comes. */
function send(baseUrl: string, agent: Agent, one: GeneratedRequest): Promise<SeenAnswer> {
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve, reject) => {
    const length = one.body === null ? {} : { "content-length": String(one.body.length) };
    const outgoing = httpRequest({
      agent,
      hostname,
      port,
      method: one.verb,
      path: one.path + one.query,
      headers: { ...one.headers, ...length },
      timeout: SILENCE_MS,
    });
    outgoing.on("timeout", () => outgoing.destroy(new Error("no answer came")));
    outgoing.on("error", (error) => reject(new Error(`${error.message}: ${JSON.stringify(one)}`)));
    outgoing.on("response", (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
      incoming.on("error", reject);
      incoming.on("end", () => {
        const headers = new Headers();
        for (const [name, value] of Object.entries(incoming.headers)) headers.set(name, String(value));
        resolve({ status: incoming.statusCode ?? 0, headers, body: Buffer.concat(chunks) });
      });
    });
    outgoing.end(one.body ?? undefined);
  });
}
