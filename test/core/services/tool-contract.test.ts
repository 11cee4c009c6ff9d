// Every tool that a key may call, refused for every reason that it can be: the tool, Connect and gRPC answer with the
// same code and the same sentence. Tools of people alone are held to their statuses by `role-matrix.test.ts`.
import { toJson } from "@bufbuild/protobuf";
import { ConnectError, createClient, type Transport } from "@connectrpc/connect";
import { createConnectTransport, createGrpcTransport } from "@connectrpc/connect-node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { AccountService } from "../../../gen/platen/v1/account_pb.ts";
import { AuthoringService } from "../../../gen/platen/v1/authoring_pb.ts";
import { DatasetService } from "../../../gen/platen/v1/dataset_pb.ts";
import { ErrorDetailSchema } from "../../../gen/platen/v1/error_pb.ts";
import {
  decodeBody,
  ERROR_CODES,
  type ErrorCode,
  isUnary,
  platenMethods,
  type ToolDefinition,
  toolsOf,
} from "../../../src/core/methods/index.ts";
import { answersIn, requestOf } from "../../facades/mcp/clients.ts";
import { ONE_DATABASE, type TestDatabase } from "../../support/databases.ts";
import { RATIO, type ServiceBench, serviceBench } from "./service-bench.ts";
import { openSites, type Site, type Sites } from "./sites.ts";

type Json = Readonly<Record<string, unknown>>;

/** Why a call is refused, apart from what its arguments say. */
const REASONS = {
  "no credential": "unauthenticated",
  "an unknown key": "not_found",
  "a plan without API access": "quota_exceeded",
  "the minute's requests are spent": "rate_limited",
  "the database is away": "unavailable",
  "a mistake of ours": "internal",
  "another organization": "not_found",
} as const satisfies Record<string, ErrorCode>;

/** The refusals of each tool's own arguments and things. */
const OWN: Readonly<Record<string, readonly (readonly [reason: string, code: ErrorCode])[]>> = {
  list_documents: [],
  describe_document: [
    ["out of the key's scope", "not_found"],
    ["unpublished, by its id", "not_found"],
    ["unpublished, by its title", "not_found"],
    ["an ambiguous beginning", "not_found"],
    ["nothing named", "invalid_argument"],
  ],
  open_form: [
    ["out of the key's scope", "not_found"],
    ["unpublished, by its id", "not_found"],
    ["unpublished, by its title", "not_found"],
    ["an ambiguous beginning", "not_found"],
    ["nothing named", "invalid_argument"],
  ],
  render_document: [
    ["out of the key's scope", "not_found"],
    ["unpublished, by its id", "not_found"],
    ["unpublished, by its title", "not_found"],
    ["an ambiguous beginning", "not_found"],
    ["nothing named", "invalid_argument"],
    ["data that breaks the contract", "data_contract_violation"],
    ["an entry that breaks the contract", "data_contract_violation"],
    ["neither data nor a dataset", "invalid_argument"],
    ["too many documents", "too_large"],
    ["the month's records are spent", "quota_exceeded"],
    ["the render takes too long", "render_budget_exceeded"],
    ["the storage is away", "unavailable"],
  ],
  put_dataset_rows: [
    ["out of the key's scope", "not_found"],
    ["a dataset that mirrors a source", "dataset_linked"],
    ["no array of that name", "invalid_argument"],
    ["a nested path", "invalid_argument"],
  ],
};

const NOBODY = `pk_${"0".repeat(12)}_${"0".repeat(52)}`;
const DATA = { items: [{ part: 1, whole: 2 }] };
const LINKED_SOURCE = "https://data.example.com/prices.json";

const SITES: Readonly<Record<string, Site>> = {
  "the minute's requests are spent": "hurried",
  "the month's records are spent": "spent",
  "the render takes too long": "impatient",
  "the database is away": "no database",
  "the storage is away": "no store",
  "a mistake of ours": "mistaken",
};

interface Facts {
  readonly document: string;
  readonly gone: { readonly id: string; readonly title: string };
  readonly datasetId: string;
  readonly linkedId: string;
  readonly otherDocument: string;
  readonly otherDatasetId: string;
  readonly otherOrganizationId: string;
}

const tools = toolsOf(platenMethods).filter(
  ({ method }) => method.roles.has("render") || method.roles.has("data_write"),
);
const CASES = tools.flatMap((tool) => [
  ...Object.entries(REASONS).map(([reason, code]) => ({ tool, name: tool.name, reason, code })),
  ...(OWN[tool.name] ?? []).map(([reason, code]) => ({ tool, name: tool.name, reason, code })),
]);

test("every tool that a key may call has its refusals written down", () => {
  expect(tools.map(({ name }) => name).sort()).toEqual(Object.keys(OWN).sort());
});

describe("a tool's refusal", () => {
  let database: TestDatabase;
  let bench: ServiceBench;
  let sites: Sites;
  let facts: Facts;
  let keys: Readonly<Record<"render" | "data" | "free" | "freeData", string>>;
  beforeAll(async () => {
    database = await ONE_DATABASE.open();
    bench = await serviceBench(database);
    ({ facts, keys } = await thingsOf(bench));
    sites = await openSites(bench);
  });
  afterAll(async () => {
    await sites[Symbol.asyncDispose]();
    await bench[Symbol.asyncDispose]();
    await database[Symbol.asyncDispose]();
  });

  const keyFor = ({ method }: ToolDefinition, reason: string): string | null => {
    const writes = method.roles.has("data_write");
    if (reason === "no credential") return null;
    if (reason === "an unknown key") return NOBODY;
    if (reason === "a plan without API access") return writes ? keys.freeData : keys.free;
    return writes ? keys.data : keys.render;
  };

  test.each(CASES)("of $name because of $reason is the same over MCP, Connect and gRPC: $code", async (one) => {
    const { tool, name, reason, code } = one;
    const { baseUrl } = sites.at(SITES[reason] ?? "usual");
    const args = argumentsOf(name, reason, facts);
    // Where a tool has no such argument, there is nothing to be refused.
    if (reason === "another organization" && !("organizationId" in (tool.inputSchema["properties"] as Json))) return;
    const key = keyFor(tool, reason);
    const headers: Record<string, string> = key === null ? {} : { "x-api-key": key };
    const seen = [
      await askRpc(createConnectTransport({ baseUrl, httpVersion: "1.1" }), tool, args, headers),
      await askRpc(createGrpcTransport({ baseUrl }), tool, args, headers),
    ];
    const [said] = seen;
    expect(said).toMatchObject({ code, error: expect.any(String) });
    expect(seen[1]).toEqual(said);
    const { status, ...answer } = await askTool(baseUrl, name, args, headers);
    // The protocol tells clients of bad credentials by 401, which is how they learn to sign in.
    if (reason === "no credential" || reason === "an unknown key") {
      expect([status, answer.body["code"]]).toEqual([401, "unauthenticated"]);
      return;
    }
    expect(status).toBe(ERROR_CODES[code].status);
    expect(answer.body).toMatchObject({ code, error: said?.["error"] });
  });
});

/** Arguments that are right, but for the reason. */
function argumentsOf(tool: string, reason: string, facts: Facts): Json {
  const common = reason === "another organization" ? { organizationId: facts.otherOrganizationId } : {};
  if (tool === "list_documents") return common;
  if (tool === "put_dataset_rows") {
    const good = { ...common, datasetId: facts.datasetId, path: "rows", rows: [] };
    switch (reason) {
      case "out of the key's scope":
        return { ...good, datasetId: facts.otherDatasetId };
      case "a dataset that mirrors a source":
        return { ...good, datasetId: facts.linkedId };
      case "no array of that name":
        return { ...good, path: "columns" };
      case "a nested path":
        return { ...good, path: "rows[0].name" };
      default:
        return good;
    }
  }
  const good = { ...common, document: facts.document, ...(tool === "render_document" ? { data: DATA } : {}) };
  const { data: _, ...bare } = { data: null, ...good };
  switch (reason) {
    case "out of the key's scope":
      return { ...good, document: facts.otherDocument };
    case "unpublished, by its id":
      return { ...good, document: facts.gone.id };
    case "unpublished, by its title":
      return { ...good, document: facts.gone.title };
    case "an ambiguous beginning":
      return { ...good, document: "割合" };
    case "nothing named":
      return { ...good, document: "" };
    case "data that breaks the contract":
      return { ...good, data: { items: [{ part: "x" }] } };
    case "an entry that breaks the contract":
      return { ...bare, dataList: [DATA, { items: [] }] };
    case "neither data nor a dataset":
      return bare;
    case "too many documents":
      return { ...bare, dataList: Array.from({ length: 101 }, () => DATA) };
    default:
      return good;
  }
}

/** The error's detail as every door writes it, without what names the one request. */
async function askRpc(
  transport: Transport,
  tool: ToolDefinition,
  args: Json,
  headers: Readonly<Record<string, string>>,
) {
  const { descriptor } = tool.method;
  if (!isUnary(descriptor)) throw new Error(`${descriptor.name} is no unary method`);
  try {
    const message = await decodeBody(descriptor.input, Buffer.from(JSON.stringify(args)));
    await transport.unary(descriptor, undefined, undefined, headers, message);
  } catch (thrown) {
    const [detail] = ConnectError.from(thrown).findDetails(ErrorDetailSchema);
    if (detail === undefined) throw thrown;
    const { requestId: _, ...body } = toJson(ErrorDetailSchema, detail) as Json;
    return { ...body, error: withoutSeconds(body["error"]) };
  }
  throw new Error(`nothing was refused: ${JSON.stringify(args)}`);
}

/** What the tool answers: its error, or HTTP's where no tool was reached. */
async function askTool(
  baseUrl: string,
  name: string,
  args: Json,
  headers: Readonly<Record<string, string>>,
): Promise<{ readonly status: unknown; readonly body: Json }> {
  const call = requestOf("modern", "tools/call", JSON.stringify({ name, arguments: args }));
  const answer = await fetch(`${baseUrl}/mcp`, {
    method: "POST",
    headers: { ...call.headers, ...headers },
    body: call.body,
  });
  const text = await answer.text();
  if (answer.status !== 200) {
    const body = JSON.parse(text) as Json;
    return { status: answer.status, body: { ...body, error: withoutSeconds(body["error"]) } };
  }
  const meta = answersIn(text)[0]?.result?.["_meta"] as Json | undefined;
  const error = meta?.["platen/error"] as Json | undefined;
  if (error === undefined) throw new Error(`nothing was refused: ${text}`);
  return { status: error["status"], body: { ...error, error: withoutSeconds(error["error"]) } };
}

/** How long to wait differs from one second to the next. */
function withoutSeconds(sentence: unknown): string {
  return String(sentence).replace(/Wait \d+ seconds?\./, "Wait a while.");
}

async function thingsOf(bench: ServiceBench) {
  const account = createClient(AccountService, bench.operator);
  const authoring = createClient(AuthoringService, bench.operator);
  const datasets = createClient(DatasetService, bench.operator);
  const { organization: free } = await account.createOrganization({ name: "無料商店", plan: "free" });
  const { organization: other } = await account.createOrganization({ name: "向こう商店", plan: "starter" });
  const theirs = other?.workspaces[0]?.id ?? "";
  const publish = async (document: string, title: string, workspaceId = bench.workspaceId): Promise<string> => {
    const source = RATIO.replace("document ratio", `document ${document}`);
    return (await authoring.publishCanvas({ source, title, workspaceId })).canvas?.id ?? "";
  };
  const document = await publish("ratio", "割合の表");
  await publish("second", "割合の図");
  const gone = { id: await publish("gone", "取り下げた表"), title: "取り下げた表" };
  await authoring.unpublishCanvas({ document: gone.id, workspaceId: bench.workspaceId });
  const content = { case: "dataJson", value: new TextEncoder().encode('{"rows":[]}') } as const;
  const dataset = async (name: string, workspaceId: string, more: { sourceUrl?: string } = {}): Promise<string> =>
    (await datasets.createDataset({ workspaceId, name, content, ...more })).dataset?.id ?? "";
  const facts: Facts = {
    ...{ document, gone },
    datasetId: await dataset("一覧", bench.workspaceId),
    linkedId: await dataset("価格", bench.workspaceId, { sourceUrl: LINKED_SOURCE }),
    otherDocument: await publish("theirs", "向こうの表", theirs),
    otherDatasetId: await dataset("向こうの一覧", theirs),
    otherOrganizationId: other?.id ?? "",
  };
  const keys = {
    render: bench.renderKey,
    data: await bench.key("data-write"),
    free: await bench.key("render", free?.id),
    freeData: await bench.key("data-write", free?.id),
  };
  return { facts, keys };
}
