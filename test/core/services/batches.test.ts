import { Code, ConnectError, createClient } from "@connectrpc/connect";
import { createConnectTransport, createGrpcTransport } from "@connectrpc/connect-node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { RenderService } from "../../../gen/platen/v1/render_pb.ts";
import { DATABASES, type TestDatabase } from "../../support/databases.ts";
import { factsOf, type HttpBench, httpBench } from "./http-bench.ts";
import { RATIO, refusalOf, type ServiceBench, serviceBench } from "./service-bench.ts";

const HALF = { items: [{ part: 1, whole: 2 }] };

const BILLING = `rpt 1
document billing name="請求一括"
field customers[] max=200
field customers[].name string(40) example="山田"
source customers as=c name="{c.name}様"
page A5 portrait margin=10mm {
  body {
    text "{c.name}"
  }
}
`;

const customers = (count: number) => ({ customers: Array.from({ length: count }, (_, at) => ({ name: `顧客${at}` })) });
const halves = (count: number) => Array.from({ length: count }, () => HALF);

describe.each(DATABASES)("many documents in one request on $name", ({ open }) => {
  let database: TestDatabase;
  let bench: ServiceBench;
  let http: HttpBench;
  let ratio: string;
  let billing: string;
  beforeAll(async () => {
    database = await open();
    bench = await serviceBench(database, { withJobs: false, plan: { recordsPerMonth: 500 } });
    http = await httpBench(bench.services, bench.renderKey);
    ratio = await bench.publish(RATIO, "割合");
    billing = await bench.publish(BILLING, "請求一括");
  });
  afterAll(async () => {
    await http[Symbol.asyncDispose]();
    await bench[Symbol.asyncDispose]();
    await database[Symbol.asyncDispose]();
  });

  test("a list is one file, and costs what its documents cost", async () => {
    const before = await bench.usage();
    const answer = await http.print(ratio, { dataList: halves(3) });
    expect(answer.headers.get("content-type")).toBe("application/pdf");
    expect(await factsOf(answer)).toMatchObject({ status: 200, records: "3", pages: "3" });
    const after = await bench.usage();
    expect([after.used - before.used, after.renders - before.renders, after.pages - before.pages]).toEqual([3, 1, 3]);
  });

  test("a record template fans out by itself and says how many records it made", async () => {
    const before = await bench.usage();
    expect(await factsOf(await http.print(billing, { data: customers(4) }))).toMatchObject({
      records: "4",
      pages: "4",
    });
    expect((await bench.usage()).used - before.used).toBe(4);
    const listed = await http.get("/v1/canvases?query=請求一括");
    expect(await listed.json()).toMatchObject({ canvases: [{ id: billing, recordSource: "customers" }] });
  });

  test("violations name the record, with details beside them", async () => {
    const broken = [HALF, { items: [{ part: "x", whole: 2 }] }, { items: [] }];
    expect(await factsOf(await http.print(ratio, { dataList: broken }))).toMatchObject({
      status: 400,
      code: "data_contract_violation",
      violations: ["dataList[1].items[0].part", "dataList[2].items"],
      details: [
        { path: "dataList[1].items[0].part", rule: "type", received: '"x"' },
        { path: "dataList[2].items", rule: "minItems" },
      ],
    });
    const uncomputable = [HALF, { items: [{ part: 1, whole: 0 }] }];
    expect(await factsOf(await http.print(ratio, { dataList: uncomputable }))).toMatchObject({
      status: 400,
      code: "data_contract_violation",
      violations: ["dataList[1].items[0].whole"],
      error: expect.stringMatching(
        /^The form can't be drawn with this data: a number is divided by zero \(RPT3020\) at /,
      ),
      details: [
        { path: "dataList[1].items[0].whole", rule: "computable", expected: expect.stringContaining("computed") },
      ],
      diagnostics: [
        { code: "RPT3020", path: "dataList[1].items[0].whole", message: expect.stringContaining("division by") },
      ],
    });
  });

  test.each([
    ["data and dataList", { data: HALF, dataList: [HALF] }, 400, "invalid_argument", /`data` and `dataList`/],
    ["neither of them", {}, 400, "invalid_argument", /no `data`/],
    ["an empty list", { dataList: [] }, 400, "invalid_argument", /no entry of `dataList`/],
    ["a list of blanks", '{"dataList":[ \n ]}', 400, "invalid_argument", /no entry of `dataList`/],
    ["a list that is none", { dataList: {} }, 400, "invalid_argument", /'dataList' must be an array/],
    [
      "an entry that is no object",
      { dataList: [HALF, 5] },
      400,
      "invalid_argument",
      /'dataList\[1\]' must be an object/,
    ],
    ["more than a hundred", { dataList: halves(101) }, 413, "too_large", /more than 100/],
    ["more than a hundred, beside data", { data: HALF, dataList: halves(101) }, 413, "too_large", /more than 100/],
  ] as const)("refuses %s", async (_, body, status, code, sentence) => {
    const before = await bench.usage();
    const facts = await factsOf(await http.print(ratio, body));
    expect(facts).toMatchObject({ status, code, error: expect.stringMatching(sentence) });
    expect(await bench.usage()).toEqual(before);
  });

  test("refuses a list for a record template, and an empty record source", async () => {
    expect(await factsOf(await http.print(billing, { dataList: [customers(1)] }))).toMatchObject({
      status: 400,
      code: "invalid_argument",
      error: expect.stringMatching(/each entry of 'customers'.*instead of dataList/),
    });
    expect(await factsOf(await http.print(billing, { data: customers(0) }))).toMatchObject({
      status: 400,
      code: "invalid_argument",
      error: expect.stringMatching(/'customers' is empty/),
    });
  });

  test("takes a hundred, however their strings and blanks look", async () => {
    const entries = halves(100).map((entry) => ({ ...entry, note: 'a, "b" ]} \\' }));
    const body = JSON.stringify({ dataList: entries }, null, 2);
    expect(await factsOf(await http.print(ratio, body))).toMatchObject({ status: 200, records: "100", pages: "100" });
  });

  test("a batch that the month can't hold is refused whole", async () => {
    const { remaining } = await bench.usage();
    await using small = await serviceBench(database, { withJobs: false, plan: { recordsPerMonth: 5 } });
    expect(remaining).toBeGreaterThan(5);
    await using smallHttp = await httpBench(small.services, small.renderKey);
    const canvasId = await small.publish(RATIO, "割合");
    expect(await factsOf(await smallHttp.print(canvasId, { dataList: halves(6) }))).toMatchObject({
      status: 402,
      code: "quota_exceeded",
      error: expect.stringContaining("fewer than the 6"),
    });
    expect(await small.usage()).toMatchObject({ used: 0, remaining: 5, reserved: 0 });
    expect(await factsOf(await smallHttp.print(canvasId, { dataList: halves(5) }))).toMatchObject({ status: 200 });
    expect(await small.usage()).toMatchObject({ used: 5, remaining: 0 });
  });

  test("Connect and gRPC take the list in both forms, and refuse it with the same codes", async () => {
    const headers = { "x-api-key": bench.renderKey };
    for (const transport of [
      createConnectTransport({ baseUrl: http.baseUrl, httpVersion: "1.1" }),
      createGrpcTransport({ baseUrl: http.baseUrl }),
    ]) {
      const client = createClient(RenderService, transport);
      const json = new TextEncoder().encode(JSON.stringify(halves(2)));
      const exact = await client.renderCanvas({ canvasId: ratio, dataListJson: json }, { headers });
      const struct = await client.renderCanvas({ canvasId: ratio, dataList: halves(2) }, { headers });
      expect(exact).toMatchObject({ records: 2, pages: 2 });
      expect(struct.etag).toBe(exact.etag);
      const refused = async (request: Parameters<typeof client.renderCanvas>[0]): Promise<unknown> => {
        const thrown = await client.renderCanvas(request, { headers }).catch((error: unknown) => error);
        return [ConnectError.from(thrown).code, refusalOf(thrown).code];
      };
      const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
      expect(await refused({ canvasId: ratio, dataList: halves(101) })).toEqual([Code.ResourceExhausted, "too_large"]);
      expect(await refused({ canvasId: ratio, dataListJson: bytes("[") })).toEqual([
        Code.InvalidArgument,
        "invalid_argument",
      ]);
      expect(await refused({ canvasId: ratio, dataListJson: bytes("[5]") })).toEqual([
        Code.InvalidArgument,
        "invalid_argument",
      ]);
      expect(await refused({ canvasId: ratio, dataList: [{}] })).toEqual([
        Code.InvalidArgument,
        "data_contract_violation",
      ]);
    }
  });

  test("the tool binds a list into one document", async () => {
    const client = createClient(RenderService, bench.services.transport);
    const headers = { "x-api-key": bench.renderKey };
    const answer = await client.renderDocument({ document: "割合", dataList: halves(3) }, { headers });
    expect(answer).toMatchObject({ records: 3, pages: 3, fileName: "割合.pdf" });
    const thrown = await client
      .renderDocument({ document: "割合", dataList: [{ items: [] }] }, { headers })
      .catch((error: unknown) => error);
    const { detail } = refusalOf(thrown);
    expect(detail).toMatchObject({ code: "data_contract_violation", violations: ["dataList[0].items"] });
    expect(detail.fields.length).toBeGreaterThan(0);
  });
});
