import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runCommand } from "../../support/command.ts";
import { sampled } from "../../support/lane.ts";
import { startServiceWithDemo } from "../../support/prepared-demo.ts";
import type { RunningService } from "../../support/service.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { answersIn, CLIENTS, type ClientKind, ERAS, requestOf, type ToolAnswer, textOf } from "./clients.ts";
import { type Operator, operatorOf } from "./operator.ts";

type Json = Readonly<Record<string, unknown>>;

const RENDER_TOOLS = ["list_documents", "describe_document", "open_form", "render_document"];
const DATA_TOOLS = ["put_dataset_rows"];
const DAY_MS = 24 * 60 * 60 * 1000;

let service: RunningService;
let demo: ReturnType<RunningService["demo"]>;
let operator: Operator;
let invoice: { id: string; title: string };
let payload: Json;

beforeAll(async () => {
  service = await startServiceWithDemo();
  demo = service.demo();
  invoice = demo.canvases.find((canvas) => canvas.title === "請求書") ?? { id: "", title: "" };
  payload = JSON.parse(readFileSync(join(service.dataDir, "demo-invoice.json"), "utf8")).data;
  operator = operatorOf(service);
  for (const title of ["見積書 一般", "見積書 グラフ", "見積書"]) await operator.publishInvoice(title);
});
afterAll(() => service[Symbol.asyncDispose]());

/** Calls a tool with one kind of client. */
async function call(
  kind: ClientKind | undefined,
  key: string,
  tool: string,
  args: Json = {},
  headers: Readonly<Record<string, string>> = { "x-api-key": key },
): Promise<ToolAnswer> {
  if (kind === undefined) throw new Error("there is no such client");
  await using client = await kind.connect(service.baseUrl, headers);
  // Clients check an answer against the schema that they have listed.
  await client.tools();
  // Awaited here, or the client would be closed before its answer is there.
  return await client.call(tool, args);
}

const quick = CLIENTS[1];
const render = (tool: string, args: Json = {}): Promise<ToolAnswer> => call(quick, demo.renderKey, tool, args);
const put = (args: Json): Promise<ToolAnswer> => call(quick, demo.dataWriteKey, "put_dataset_rows", args);

/** The machine form of a tool's error. */
function errorOf(answer: ToolAnswer): Json {
  expect(answer.isError).toBe(true);
  expect(answer.structuredContent).toBeUndefined();
  return answer._meta?.["platen/error"] as Json;
}

/** What REST renders of a payload's text: the same bytes must come out here. */
async function restHash(data: string): Promise<string> {
  const response = await fetch(`${service.baseUrl}/v1/canvases/${invoice.id}/pdf`, {
    method: "POST",
    headers: { "x-api-key": demo.renderKey, "content-type": "application/json" },
    body: `{"data":${data}}`,
  });
  expect(response.status).toBe(200);
  return createHash("sha256")
    .update(new Uint8Array(await response.arrayBuffer()))
    .digest("hex");
}

// The pinned one of the new kind, and the old one.
describe.each(sampled(CLIENTS, 2, 1))("$name", (kind) => {
  test.each([
    ["a render key", () => demo.renderKey, RENDER_TOOLS],
    ["a data-write key", () => demo.dataWriteKey, DATA_TOOLS],
    ["a key whose plan has no API access", () => demo.freeKey, RENDER_TOOLS],
  ] as const)("lists the tools of %s and no others, always in the same order", async (_title, key, names) => {
    await using client = await kind.connect(service.baseUrl, { "x-api-key": key() });
    const tools = await client.tools();
    expect(tools.map((tool) => tool.name)).toEqual(names);
    expect(await client.tools()).toEqual(tools);
  });

  test.each([
    ["a render key", () => demo.renderKey, DATA_TOOLS],
    ["a data-write key", () => demo.dataWriteKey, RENDER_TOOLS],
  ] as const)("answers a tool that is hidden from %s like one that does not exist", async (_title, key, hidden) => {
    await using client = await kind.connect(service.baseUrl, { "x-api-key": key() });
    const refusal = async (name: string): Promise<unknown> => {
      const error: unknown = await client.call(name).catch((thrown: unknown) => thrown);
      const { code, message } = error as { code: number; message: string };
      return { code, message: message.replaceAll(name, "NAME") };
    };
    const unknown = await refusal("no_such_tool");
    expect(unknown).toMatchObject({ code: -32602, message: expect.stringContaining("Unknown tool: NAME") });
    for (const name of hidden) expect(await refusal(name)).toEqual(unknown);
  });

  test("lists, describes and renders a document", async () => {
    const headers = { authorization: `Bearer ${demo.renderKey}` };
    await using client = await kind.connect(service.baseUrl, headers);
    const schemas = new Map((await client.tools()).map((tool) => [tool.name, tool.outputSchema ?? {}]));
    const calls: [string, Json][] = [
      ["list_documents", {}],
      ["describe_document", { document: invoice.id }],
      ["render_document", { document: invoice.id, data: payload }],
    ];
    const answers: ToolAnswer[] = [];
    for (const [tool, args] of calls) {
      const answer = await client.call(tool, args);
      expect(answer.isError ?? false).toBe(false);
      expect(schemaErrors(schemas.get(tool) ?? {}, answer.structuredContent)).toEqual([]);
      answers.push(answer);
    }
    const [listed, described, rendered] = answers.map(textOf);
    expect(listed?.split("\n")).toContain(`${invoice.id}\t請求書`);
    expect(described?.split("\n")).toContain("items[].price\tdecimal(11,2)\trequired\t30000");
    expect(rendered).toMatch(/^curl -fsS -H "x-api-key: \$PLATEN_API_KEY" -o '請求書\.pdf' 'http:\S+\/pdf'$/);
    expect(answers[2]?.structuredContent).toMatchObject({
      link: rendered,
      fileName: "請求書.pdf",
      pages: 1,
      records: 1,
      sha256: await restHash(JSON.stringify(payload)),
    });
  });

  test("gets a refusal as status, code and sentence, then the paths, then the table of fields", async () => {
    const data = { ...payload, items: [{ name: "保守\tx", qty: "many", unit: "式" }] };
    const answer = await call(kind, demo.renderKey, "render_document", { document: invoice.id, data });
    const [head, paths, fields] = textOf(answer).split("\n\n");
    expect(head).toMatch(/^400 data_contract_violation: .*items\[0\]\.price/);
    expect(paths?.split("\n")).toContain("items[0].price\trequired\tdecimal(11,2)");
    const described = textOf(await call(kind, demo.renderKey, "describe_document", { document: invoice.id }));
    expect(described.split("\n").filter((line) => !line.startsWith("# "))).toEqual(fields?.split("\n"));
    expect(described.split("\n").filter((line) => /^#[^:]*:?\s*$/u.test(line))).toEqual([]);
    const machine = errorOf(answer);
    expect(machine).toMatchObject({ status: 400, code: "data_contract_violation" });
    expect(machine["violations"]).toContain("items[0].qty");
    expect(machine["requestId"]).toMatch(/^req_/);
  });

  test("hears from a plan without API access as a tool error", async () => {
    const answer = await call(kind, demo.freeKey, "list_documents");
    expect(textOf(answer)).toMatch(/^402 quota_exceeded: .+plan \(free\)/);
    expect(errorOf(answer)).toMatchObject({ status: 402, code: "quota_exceeded" });
  });

  test("replaces rows with a data-write key", async () => {
    const [dataset] = demo.datasets;
    const args = { datasetId: dataset?.id, path: "items", rows: payload["items"] };
    const answer = await call(kind, demo.dataWriteKey, "put_dataset_rows", args);
    const rows = (payload["items"] as unknown[]).length;
    expect(answer.structuredContent).toEqual({
      datasetId: dataset?.id,
      path: "items",
      rowsBefore: expect.any(Number),
      rowsAfter: rows,
    });
    expect(textOf(answer)).toMatch(new RegExp(`^${dataset?.id}\titems\t\\d+\t${rows}$`));
  });
});

describe("the list of tools", () => {
  test.each(ERAS)("is private to the credential and carries nothing that a client can't read (%s)", async (era) => {
    for (const key of [demo.renderKey, demo.dataWriteKey]) {
      const { headers, body } = requestOf(era, "tools/list");
      const response = await fetch(`${service.baseUrl}/mcp`, {
        method: "POST",
        headers: { ...headers, "x-api-key": key },
        body,
      });
      const [answer] = answersIn(await response.text());
      if (era === "modern")
        expect(answer?.result).toMatchObject({ cacheScope: "private", ttlMs: 0, resultType: "complete" });
      expect(answer?.result).not.toHaveProperty("nextCursor");
      for (const tool of (answer?.result?.["tools"] ?? []) as Json[]) expectPortable(tool);
    }
  });

  test("shows examples of the arguments, and every required one", async () => {
    await using client = await (quick as ClientKind).connect(service.baseUrl, { "x-api-key": demo.renderKey });
    const tool = (await client.tools()).find((one) => one.name === "render_document");
    expect(tool?.inputSchema).toMatchObject({
      required: ["document"],
      additionalProperties: false,
      properties: {
        document: { type: "string", examples: ["請求書"], minLength: 1 },
        data: { type: "object", examples: [expect.any(Object)] },
        dataList: { type: "array", items: { type: "object" } },
        fileName: { type: "string" },
        organizationId: { type: "string" },
      },
    });
    expect(Object.keys(tool?.inputSchema["properties"] as Json)).toEqual([
      "document",
      "data",
      "dataList",
      "fileName",
      "organizationId",
      "onMisfit",
    ]);
    expect(tool?.annotations).toMatchObject({ readOnlyHint: false, destructiveHint: false });
  });
});

function expectPortable(tool: Json): void {
  expect(tool).toMatchObject({
    title: expect.stringMatching(/\S/),
    description: expect.stringMatching(/\S/),
    inputSchema: { type: "object" },
    outputSchema: { type: "object" },
    annotations: {
      title: expect.any(String),
      readOnlyHint: expect.any(Boolean),
      destructiveHint: expect.any(Boolean),
      idempotentHint: expect.any(Boolean),
      openWorldHint: expect.any(Boolean),
    },
  });
  expect(JSON.stringify(tool)).not.toMatch(/"\$(ref|defs|id|dynamicRef)"/);
  for (const schema of [tool["inputSchema"], tool["outputSchema"]])
    expect(() => compiled(schema as Json)).not.toThrow();
}

function compiled(schema: Json): ReturnType<Ajv2020["compile"]> {
  const ajv = new Ajv2020({ strict: true, strictRequired: true, allErrors: true });
  addFormats.default(ajv);
  return ajv.compile(schema);
}

function schemaErrors(schema: Json, value: unknown): unknown {
  const validate = compiled(schema);
  return validate(value) ? [] : validate.errors;
}

/** What a caller writes, once the demo is there, and the title that it means. */
const FOUND: readonly [string, () => string, string][] = [
  ["by its id", () => invoice.id, "請求書"],
  ["by its exact title, although others begin with it", () => "見積書", "見積書"],
  ["by a title that is composed differently", () => "見積書 グラフ".normalize("NFD"), "見積書 グラフ"],
  ["by a beginning that only one title has", () => "見積書 一", "見積書 一般"],
];

describe("a document is found", () => {
  test.each(FOUND)("%s", async (_title, document, title) => {
    const answer = await render("describe_document", { document: document() });
    expect(answer.structuredContent).toMatchObject({ document: { title } });
  });

  test("only where one is meant: several are answered with the candidates", async () => {
    const answer = await render("describe_document", { document: "見積" });
    expect(textOf(answer)).toMatch(/^404 not_found: /);
    for (const title of ["見積書", "見積書 一般", "見積書 グラフ"]) {
      expect(textOf(answer)).toMatch(new RegExp(`${title} \\(cnv_[a-z0-9]+\\)`));
    }
    expect(errorOf(answer)).toMatchObject({ status: 404, code: "not_found" });
  });

  test.each([["領収書"], ["%"], ["_"], ["見積書\n一般"], ["cnv_00000000000000000000000000"]])(
    "and %j is not",
    async (document) => {
      const answer = await render("render_document", { document });
      expect(textOf(answer)).toMatch(/^404 not_found: [^\n]*list_documents[^\n]*$/);
    },
  );

  test.each([
    ["another organization's key", () => demo.otherKey],
    ["a key of another workspace", () => demo.scopedRenderKey],
  ] as const)("and not by %s", async (_title, key) => {
    for (const tool of ["describe_document", "render_document"]) {
      const answer = await call(quick, key(), tool, { document: invoice.id });
      expect(errorOf(answer)).toMatchObject({ status: 404, code: "not_found" });
    }
    const list = await call(quick, key(), "list_documents");
    expect([textOf(list), list.structuredContent]).toEqual(["No documents are published.", { documents: [] }]);
  });

  test("and an organization that is not the key's own is not there", async () => {
    const answer = await render("describe_document", { document: invoice.id, organizationId: "org_other" });
    expect(textOf(answer)).toMatch(/^404 not_found: There is no organization 'org_other'/);
  });
});

describe("arguments that are wrong are a tool error with a sentence", () => {
  test.each([
    ["describe_document", {}, /document/],
    ["describe_document", { document: 5 }, /'document' must be a string/],
    ["describe_document", { document: "請求書", version: 1 }, /no member 'version'.*document, organizationId/],
    ["render_document", { document: "請求書", data: [] }, /'data' must be an object/],
    ["render_document", { document: "請求書", fileName: "" }, /fileName/],
    ["list_documents", { pageSize: 5 }, /no member 'pageSize'/],
  ] as const)("%s %j", async (tool, args, sentence) => {
    const answer = await render(tool, args);
    expect(textOf(answer)).toMatch(/^400 invalid_argument: [^\n]+$/);
    expect(textOf(answer)).toMatch(sentence);
    expect(errorOf(answer)).toMatchObject({ status: 400, code: "invalid_argument" });
  });
});

describe("put_dataset_rows", () => {
  test.each([
    [
      { path: "a.b[0].c", rows: [] },
      "invalid_argument",
      /path: name one top-level array; a nested path .* is refused\.$/,
    ],
    [{ path: "items[0]", rows: [] }, "invalid_argument", /path: name one top-level array/],
    [{ path: "", rows: [] }, "invalid_argument", /path is required\.$/],
    [{ path: "customer", rows: [] }, "invalid_argument", /no top-level array 'customer'.*items/],
    [{ path: "nope", rows: [] }, "invalid_argument", /no top-level array 'nope'.*items/],
    [{ path: "items" }, "invalid_argument", /'rows' is required/],
    [{ path: "items", rows: {} }, "invalid_argument", /'rows' must be an array/],
    [{ path: "items", rows: [1] }, "invalid_argument", /'rows\[0\]' must be an object/],
    [{ path: "items", rows: [{ name: 1 }] }, "data_contract_violation", /items\[0\]\.name/],
    [{ path: "items", rows: [] }, "data_contract_violation", /items/],
    [{ datasetId: "dst_00000000000000000000000000", path: "items", rows: [] }, "not_found", /no dataset 'dst_/],
  ] as const)("refuses %j", async (args, code, sentence) => {
    const answer = await put({ datasetId: demo.datasets[0]?.id, ...args });
    expect(errorOf(answer)).toMatchObject({ code });
    expect(textOf(answer)).toMatch(sentence);
  });

  test("names the offending paths and the fields of the array's rows, and of nothing else", async () => {
    const answer = await put({
      datasetId: demo.datasets[0]?.id,
      path: "items",
      rows: [{ qty: 1, unit: "式", price: "x" }],
    });
    const [head, paths, fields] = textOf(answer).split("\n\n");
    expect(head).toMatch(/^400 data_contract_violation: .*items\[0\]\.name/);
    expect(paths?.split("\n").map((line) => line.split("\t")[0])).toEqual(["items[0].name", "items[0].price"]);
    expect(fields?.split("\n").map((line) => line.split("\t")[0])).toEqual([
      "items[]",
      "items[].name",
      "items[].qty",
      "items[].unit",
      "items[].price",
    ]);
  });

  test("changes what a render without data shows, to the last digit", async () => {
    const datasetId = demo.datasets[0]?.id ?? "";
    const items = payload["items"] as Json[];
    try {
      const row = { name: "月額利用料", qty: 1, unit: "式", price: 100000 };
      await put({ datasetId, path: "items", rows: [row] });
      const answer = await render("render_document", { document: invoice.id });
      expect(answer.structuredContent?.["sha256"]).toBe(await restHash(JSON.stringify({ ...payload, items: [row] })));
    } finally {
      await put({ datasetId, path: "items", rows: items });
    }
    const answer = await render("render_document", { document: invoice.id });
    expect(answer.structuredContent?.["sha256"]).toBe(await restHash(JSON.stringify(payload)));
  });

  test("a document without a dataset and without data is refused, never rendered from examples", async () => {
    const answer = await render("render_document", { document: "見積書" });
    expect(errorOf(answer)).toMatchObject({ status: 400, code: "invalid_argument" });
    expect(errorOf(answer)["error"]).toContain("no `data` and no entry of `dataList`");
  });
});

describe("numbers keep every digit", () => {
  // Too many digits for a double: 123456789.1 and this one are the same double, and only one of them fits the contract.
  const EXACT = "123456789.10000000001";

  const rawCall = async (
    key: string,
    headers: Record<string, string>,
    body: string,
  ): Promise<readonly ToolAnswer[]> => {
    const response = await fetch(`${service.baseUrl}/mcp`, {
      method: "POST",
      headers: { ...headers, "x-api-key": key },
      body,
    });
    return answersIn(await response.text()).map((answer) => answer.result as never as ToolAnswer);
  };
  const withPrice = (price: string): string => JSON.stringify(payload).replace(/"price":30000\b/, `"price":${price}`);
  const params = (price: string): string =>
    `{"name":"render_document","arguments":{"document":"請求書","data":${withPrice(price)}}}`;

  test.each(ERAS)("in a render (%s era)", async (era) => {
    expect(withPrice("1")).not.toBe(JSON.stringify(payload));
    const { headers, body } = requestOf(era, "tools/call", params(EXACT));
    const [refused] = await rawCall(demo.renderKey, headers, body);
    expect(JSON.stringify(errorOf(refused as ToolAnswer))).toContain(EXACT);
    const good = requestOf(era, "tools/call", params("123456789.10"));
    const [rendered] = await rawCall(demo.renderKey, good.headers, good.body);
    expect(rendered?.structuredContent?.["sha256"]).toBe(await restHash(withPrice("123456789.10")));
  });

  test.each(ERAS)("in rows (%s era)", async (era) => {
    const row = `{"name":"保守","qty":1,"unit":"式","price":${EXACT}}`;
    const args = `{"datasetId":"${demo.datasets[0]?.id}","path":"items","rows":[${row}]}`;
    const { headers, body } = requestOf(era, "tools/call", `{"name":"put_dataset_rows","arguments":${args}}`);
    const [refused] = await rawCall(demo.dataWriteKey, headers, body);
    expect(JSON.stringify(errorOf(refused as ToolAnswer))).toContain(EXACT);
  });

  test("in each message of a batch of the older era", async () => {
    const prices = ["1.00", "123456789.10000000001", "2.25"];
    const messages = prices.map((price, index) => requestOf("legacy", "tools/call", params(price), `"call ${index}"`));
    const headers = messages[0]?.headers ?? {};
    const body = `[ ${messages.map((message) => message.body).join(" ,\n ")} ]`;
    const response = await fetch(`${service.baseUrl}/mcp`, {
      method: "POST",
      headers: { ...headers, "x-api-key": demo.renderKey },
      body,
    });
    const answers = new Map(
      answersIn(await response.text()).map((answer) => [answer.id, answer.result as never as ToolAnswer]),
    );
    expect([...answers.keys()].sort()).toEqual(["call 0", "call 1", "call 2"]);
    expect(answers.get("call 0")?.structuredContent?.["sha256"]).toBe(await restHash(withPrice("1.00")));
    expect(JSON.stringify(errorOf(answers.get("call 1") as ToolAnswer))).toContain(EXACT);
    expect(answers.get("call 2")?.structuredContent?.["sha256"]).toBe(await restHash(withPrice("2.25")));
  });
});

describe("the line that render_document answers", () => {
  test.each([
    ["請求書 2026年11月.pdf"],
    ['it\'s $(touch pwned) `touch pwned` "quoted" $HOME !! \\'],
    ["../../pwned"],
    ["a\nb; touch pwned"],
    ["#1 {a,b} [c] *?"],
    ["-rf"],
    ["~"],
    ["."],
    ["😀".repeat(80)],
    ["\u202Efdp.exe"],
  ])("downloads the file in a shell, under a harmless name: %j", async (fileName) => {
    await using folder = await temporaryFolder("download");
    const answer = await render("render_document", { document: invoice.id, data: payload, fileName });
    const { link, sha256, bytes, expiresAt } = answer.structuredContent as {
      link: string;
      sha256: string;
      bytes: number;
      expiresAt: string;
    };
    expect(JSON.stringify(answer)).not.toContain(demo.renderKey.slice(0, 12));
    const env = { PLATEN_API_KEY: demo.renderKey, HOME: folder.path };
    const run = await runCommand("sh", ["-c", link], { cwd: folder.path, env });
    expect(run).toMatchObject({ exitCode: 0, stderr: "" });
    const files = await readdir(folder.path);
    expect(files).toEqual([answer.structuredContent?.["fileName"]]);
    expect(files[0]).toMatch(/^[^-.].*\.pdf$/u);
    const file = readFileSync(join(folder.path, files[0] ?? ""));
    expect(file.length).toBe(bytes);
    expect(createHash("sha256").update(file).digest("hex")).toBe(sha256);
    const keptDays = (Date.parse(expiresAt) - Date.now()) / DAY_MS;
    expect(Math.round(keptDays)).toBe(3);
  });

  test("is no use to whoever has no key", async () => {
    const answer = await render("render_document", { document: invoice.id, data: payload });
    const line = String(answer.structuredContent?.["link"]).replace(/ -o '[^']*'/, "");
    for (const key of ["", demo.otherKey, demo.dataWriteKey]) {
      const run = await runCommand("sh", ["-c", line], { env: { PLATEN_API_KEY: key } });
      expect(run).toMatchObject({ exitCode: 22, stdout: "" });
    }
  });
});

// Last, because the second workspace is empty above.
describe("an organization with two workspaces", () => {
  test("has two documents of one title, of which a key of one workspace sees its own", async () => {
    const organization = await operator.organization();
    await operator.publishInvoice("見積書 一般", organization.workspaceIds[1]);
    const ambiguous = await render("describe_document", { document: "見積書 一般" });
    expect(textOf(ambiguous)).toMatch(/^404 not_found: .*見積書 一般 \(cnv_\w+\), 見積書 一般 \(cnv_\w+\)/);
    const list = await call(quick, demo.scopedRenderKey, "list_documents");
    const [own, ...others] = textOf(list).split("\n");
    expect(others).toEqual([]);
    const args = { document: "見積書", organizationId: organization.id };
    const described = await call(quick, demo.scopedRenderKey, "describe_document", args);
    expect(described.structuredContent).toMatchObject({ document: { id: own?.split("\t")[0], title: "見積書 一般" } });
  });
});
