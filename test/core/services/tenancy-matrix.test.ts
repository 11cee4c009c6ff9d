// Who may reach what, written down: every method, by every door that has it, with every kind of credential, asked for
// what is the caller's own, what is somebody else's and what does not exist.
import { fromBinary } from "@bufbuild/protobuf";
import { createClient } from "@connectrpc/connect";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { AccountService } from "../../../gen/platen/v1/account_pb.ts";
import { AuthoringService } from "../../../gen/platen/v1/authoring_pb.ts";
import { DatasetService } from "../../../gen/platen/v1/dataset_pb.ts";
import { ErrorDetailSchema } from "../../../gen/platen/v1/error_pb.ts";
import { ERROR_CODES, isUnary, type Method, platenMethods } from "../../../src/core/methods/index.ts";
import type { ServiceDependencies } from "../../../src/core/services/index.ts";
import { createRateLimits, SCOPES } from "../../../src/core/tenancy/index.ts";
import { answersIn, requestOf } from "../../facades/mcp/clients.ts";
import { DATABASES, type TestDatabase } from "../../support/databases.ts";
import { sampled } from "../../support/lane.ts";
import { httpBench } from "./http-bench.ts";
import { RATIO, type ServiceBench, serviceBench } from "./service-bench.ts";

/** Keys beside the columns `none` (no credential) and `unknown` (one that nobody was given). */
const KEYS = ["revoked", "render", "branch", "data", "branchData", "free", "freeData", "other", "otherData"] as const;
/** People by tokens for programs: a member of `ours`, one who allowed rendering alone, a member of `theirs`. */
const PEOPLE = ["member", "reader", "stranger"] as const;
const CREDENTIALS = ["none", "unknown", ...KEYS, ...PEOPLE] as const;
const TARGETS = ["ours", "theirs", "absent"] as const;

type Credential = (typeof CREDENTIALS)[number];
type Target = (typeof TARGETS)[number];

/**
 * `render` and `data` are a render key and a data-write key of the organization that `ours` belongs to, `branch…` those
 * of another workspace of it, `free…` those of an organization whose plan has no API access, `other…` those of the
 * organization that `theirs` belongs to. `member`, `reader` and `stranger` are people, who have the methods of tools
 * alone: what programs call over REST is for keys. A list is `200` where it names the thing and `200-` where it does
 * not; `-` in the first column is a method that is about no one thing. The same over REST and Connect; tools as
 * `toolCell` says.
 */
const REACH = `
         none unknown revoked render branch data branchData free freeData other otherData member reader stranger
HealthService.GetHealth
  -      200  200     200     200    200    200  200        200  200      200   200       200    200    200
AccountService.ListOwnOrganizations
  -      401  404     404     404    404    404  404        404  404      404   404       404    404    404
AuthoringService.CheckDocument
  -      401  404     404     404    404    404  404        404  404      404   404       200    404    200
AuthoringService.CreateDocument
  -      401  404     404     404    404    404  404        404  404      404   404       200    404    200
CanvasService.ListCanvases
  ours   401  404     404     200    200-   404  404        402  404      200-  404       404    404    404
  theirs 401  404     404     200-   200-   404  404        402  404      200   404       404    404    404
CanvasService.GetCanvasSchema
  ours   401  404     404     200    404    404  404        402  404      404   404       404    404    404
  theirs 401  404     404     404    404    404  404        402  404      200   404       404    404    404
  absent 401  404     404     404    404    404  404        402  404      404   404       404    404    404
CanvasService.ListDocuments
  ours   401  404     404     200    200-   404  404        402  404      200-  404       200    200    200-
  theirs 401  404     404     200-   200-   404  404        402  404      200   404       200-   200-   200
CanvasService.DescribeDocument
  ours   401  404     404     200    404    404  404        402  404      404   404       200    200    404
  theirs 401  404     404     404    404    404  404        402  404      200   404       404    404    200
  absent 401  404     404     404    404    404  404        402  404      404   404       404    404    404
CanvasService.OpenForm
  ours   401  404     404     200    404    404  404        402  404      404   404       200    200    404
  theirs 401  404     404     404    404    404  404        402  404      200   404       404    404    200
  absent 401  404     404     404    404    404  404        402  404      404   404       404    404    404
RenderService.RenderCanvas
  ours   401  404     404     200    404    404  404        402  404      404   404       404    404    404
  theirs 401  404     404     404    404    404  404        402  404      200   404       404    404    404
  absent 401  404     404     404    404    404  404        402  404      404   404       404    404    404
RenderService.RenderCanvasStream
  ours   401  404     404     200    404    404  404        402  404      404   404       404    404    404
  theirs 401  404     404     404    404    404  404        402  404      200   404       404    404    404
  absent 401  404     404     404    404    404  404        402  404      404   404       404    404    404
RenderService.ListRenders
  ours   401  404     404     200    200-   404  404        402  404      200-  404       404    404    404
  theirs 401  404     404     200-   200-   404  404        402  404      200   404       404    404    404
RenderService.GetRender
  ours   401  404     404     200    404    404  404        402  404      404   404       404    404    404
  theirs 401  404     404     404    404    404  404        402  404      200   404       404    404    404
  absent 401  404     404     404    404    404  404        402  404      404   404       404    404    404
RenderService.GetRenderPdf
  ours   401  404     404     200    404    404  404        402  404      404   404       404    404    404
  theirs 401  404     404     404    404    404  404        402  404      200   404       404    404    404
  absent 401  404     404     404    404    404  404        402  404      404   404       404    404    404
RenderService.RenderDocument
  ours   401  404     404     200    404    404  404        402  404      404   404       200    200    404
  theirs 401  404     404     404    404    404  404        402  404      200   404       404    404    200
  absent 401  404     404     404    404    404  404        402  404      404   404       404    404    404
RenderService.ExportDocument
  ours   401  404     404     200    404    404  404        402  404      404   404       200    200    404
  theirs 401  404     404     404    404    404  404        402  404      200   404       404    404    200
  absent 401  404     404     404    404    404  404        402  404      404   404       404    404    404
ProfileService.ListProfiles
  -      401  404     404     404    404    404  404        404  404      404   404       200    404    200
ProfileService.ListPlugins
  -      401  404     404     404    404    404  404        404  404      404   404       200    404    200
RenderService.OpenLink
  -      404  404     404     404    404    404  404        404  404      404   404       404    404    404
UsageService.GetUsage
  -      401  404     404     200    200    404  404        402  404      200   404       404    404    404
DatasetService.GetDataset
  ours   401  404     404     404    404    200  404        404  402      404   404       404    404    404
  theirs 401  404     404     404    404    404  404        404  402      404   200       404    404    404
  absent 401  404     404     404    404    404  404        404  402      404   404       404    404    404
DatasetService.PutDatasetRows
  ours   401  404     404     404    404    200  404        404  402      404   404       404    404    404
  theirs 401  404     404     404    404    404  404        404  402      404   200       404    404    404
  absent 401  404     404     404    404    404  404        404  402      404   404       404    404    404
`;

/** What only the operator may do is on no public port: there is no such path, whoever asks. */
const OPERATORS = [
  "AccountService.CreateOrganization",
  "AccountService.ListOrganizations",
  "AccountService.SetOrganizationPlan",
  "AccountService.CreateWorkspace",
  "AccountService.CreatePerson",
  "AccountService.CreateKey",
  "AccountService.ListKeys",
  "AccountService.RevokeKey",
  "AuthoringService.PublishCanvas",
  "AuthoringService.UnpublishCanvas",
  "AuthoringService.GetPublishedCanvas",
  "DatasetService.CreateDataset",
  "DatasetService.ListDatasets",
  "DatasetService.FindDataset",
  "DatasetService.AttachDataset",
  "DatasetService.DetachDataset",
  "PeopleService.InvitePerson",
  "PeopleService.ResetPassword",
  "PeopleService.ListPeople",
  "PeopleService.RemoveMember",
  "PeopleService.SignOutPerson",
  "PeopleService.LinkSubject",
  "PeopleService.RotateSigningKey",
  "PeopleService.RotateLinkSecret",
  "ProfileService.LintCanvases",
  "ReceiptService.GetReceipt",
  "ReceiptService.GetFrozenCanvas",
];

/** What identifies the things that requests are about. */
interface Things {
  readonly canvasId: string;
  readonly renderId: string;
  readonly datasetId: string;
}

interface Request {
  /** The request as JSON. */
  readonly message: (things: Things) => Readonly<Record<string, unknown>>;
  /** The thing that a list is looked through for. */
  readonly listed?: keyof Things;
}

/** A plugin with a format that any form can be written in. */
const EXPORTERS = new URL("../engine/plugins/unruly.ts", import.meta.url).href;

const DATA = { items: [{ part: 1, whole: 2 }] };

/** How each method is asked; a method without a row fails the suite. */
const REQUESTS: Readonly<Record<string, Request>> = {
  "HealthService.GetHealth": { message: () => ({}) },
  "AccountService.ListOwnOrganizations": { message: () => ({}) },
  "AuthoringService.CheckDocument": { message: () => ({ source: RATIO }) },
  "AuthoringService.CreateDocument": { message: () => ({ title: "割合", source: RATIO }) },
  "CanvasService.ListCanvases": { message: () => ({}), listed: "canvasId" },
  "CanvasService.GetCanvasSchema": { message: ({ canvasId }) => ({ canvasId }) },
  "CanvasService.ListDocuments": { message: () => ({}), listed: "canvasId" },
  "CanvasService.DescribeDocument": { message: ({ canvasId }) => ({ document: canvasId }) },
  "CanvasService.OpenForm": { message: ({ canvasId }) => ({ document: canvasId }) },
  "RenderService.RenderCanvas": { message: ({ canvasId }) => ({ canvasId, data: DATA }) },
  "RenderService.RenderCanvasStream": { message: ({ canvasId }) => ({ canvasId, data: DATA }) },
  "RenderService.ListRenders": { message: () => ({}), listed: "renderId" },
  "RenderService.GetRender": { message: ({ renderId }) => ({ renderId }) },
  "RenderService.GetRenderPdf": { message: ({ renderId }) => ({ renderId }) },
  "RenderService.RenderDocument": { message: ({ canvasId }) => ({ document: canvasId, data: DATA }) },
  "RenderService.ExportDocument": {
    message: ({ canvasId }) => ({ document: canvasId, data: DATA, format: "words" }),
  },
  "ProfileService.ListProfiles": { message: () => ({}) },
  "ProfileService.ListPlugins": { message: () => ({}) },
  "RenderService.OpenLink": { message: () => ({ token: "x" }) },
  "UsageService.GetUsage": { message: () => ({}) },
  "DatasetService.GetDataset": { message: ({ datasetId }) => ({ datasetId }) },
  "DatasetService.PutDatasetRows": { message: ({ datasetId }) => ({ datasetId, path: "rows", rows: [] }) },
};

interface Row {
  readonly name: string;
  readonly target: Target | "-";
  readonly cells: Readonly<Record<Credential, string>>;
}

/** What a door answered: the status, with `-` behind it where a list does not name the thing, and all of its text. */
interface Seen {
  readonly cell: string;
  readonly text: string;
}

/** A tool's result: an error's machine form is in `_meta`. */
type ToolResult =
  | { readonly isError: true; readonly _meta: { readonly "platen/error": { code: string; error: string } } }
  | { readonly isError?: false };

interface Asking {
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly method: Method;
  readonly request: Request;
  readonly things: Things;
}

const ROWS = rowsOf(REACH);
const ABSENT: Things = {
  canvasId: `cnv_${"0".repeat(26)}`,
  renderId: `rnd_${"0".repeat(26)}`,
  datasetId: `dst_${"0".repeat(26)}`,
};
const UNKNOWN_KEY = `pk_${"0".repeat(12)}_${"0".repeat(52)}`;
const json = { "content-type": "application/json" };

test("every method has its rows in the tenancy matrix", () => {
  const written = new Set([...ROWS.map(({ name }) => name), ...OPERATORS]);
  expect([...written].sort()).toEqual(platenMethods.methods.map(shortName).sort());
  expect(new Set(Object.keys(REQUESTS))).toEqual(new Set(ROWS.map(({ name }) => name)));
  expect(platenMethods.methods.filter(({ roles }) => roles.has("operator")).map(shortName)).toEqual(OPERATORS);
});

describe.each(DATABASES)("the tenancy matrix on $name", ({ open }) => {
  let database: TestDatabase;
  let bench: ServiceBench;
  let keys: Readonly<Record<Credential, string | null>>;
  let things: Readonly<Record<Target, Things>>;
  beforeAll(async () => {
    database = await open();
    bench = await serviceBench(database, { profiles: [EXPORTERS] });
    ({ keys, things } = await tenantsOf(bench));
  });
  afterAll(async () => {
    await bench[Symbol.asyncDispose]();
    await database[Symbol.asyncDispose]();
  });

  test.each(CREDENTIALS)("holds for the credential %s", async (credential) => {
    const key = keys[credential];
    const headers = headersOf(key);
    const seen: string[] = [];
    const expected: string[] = [];
    for (const target of TARGETS) {
      // Services of their own: a process throttles whoever brings many unknown keys.
      const services = bench.again({ rates: createRateLimits(null), accessTokens });
      await using http = await httpBench(services, "");
      for (const row of ROWS.filter((one) => one.target === target || (one.target === "-" && target === "ours"))) {
        const asking = { baseUrl: http.baseUrl, headers, ...methodOf(row.name), things: things[target] };
        const cell = row.cells[credential];
        for (const [door, ask] of sampled(DOORS, 2, ROWS.indexOf(row) + CREDENTIALS.indexOf(credential))) {
          const answer = await ask(asking);
          if (answer === null) continue;
          const line = `${door} ${row.name} ${row.target}`;
          seen.push(`${line} ${answer.cell}`);
          expected.push(`${line} ${door === "tool" ? toolCell(asking.method, credential, cell) : cell}`);
        }
      }
    }
    expect(seen).toEqual(expected);
  });

  test("what is somebody else's answers to the letter like what does not exist", async () => {
    await using http = await httpBench(bench.services, "");
    const headers = { "x-api-key": keys.render ?? "" };
    for (const row of ROWS.filter(({ target, cells }) => target === "theirs" && cells.render === "404")) {
      for (const [door, ask] of DOORS) {
        const asking = { baseUrl: http.baseUrl, headers, ...methodOf(row.name) };
        const [foreign, absent] = [
          await ask({ ...asking, things: things.theirs }),
          await ask({ ...asking, things: ABSENT }),
        ];
        expect(withoutIds(foreign, things.theirs), `${door} ${row.name}`).toEqual(withoutIds(absent, ABSENT));
      }
    }
  });

  test.each(OPERATORS)("%s is on no public port", async (name) => {
    await using http = await httpBench(bench.services, "");
    const { rpcPath } = methodNamed(name);
    for (const credential of sampled(CREDENTIALS, 3, OPERATORS.indexOf(name))) {
      const key = keys[credential];
      const headers = { ...json, ...headersOf(key) };
      const answer = await fetch(`${http.baseUrl}${rpcPath}`, { method: "POST", headers, body: "{}" });
      expect([credential, answer.status]).toEqual([credential, 404]);
    }
  });
});

/** The ways in: each answers what it said, or null where it does not have the method. */
const DOORS: readonly (readonly [string, (asking: Asking) => Promise<Seen | null>])[] = [
  ["REST", askRest],
  ["Connect", askConnect],
  ["tool", askTool],
];

/** The tool endpoint refuses every bad credential alike, as its protocol wants, and hides what a role may not call. */
function toolCell({ roles }: Method, credential: Credential, cell: string): string {
  // What people's tokens for tools reach is written down in `role-matrix.test.ts`.
  if (["none", "unknown", "revoked", ...PEOPLE].includes(credential)) return "401";
  const role = /data/i.test(credential) ? "data_write" : "render";
  return roles.has(role) ? cell : "hidden";
}

async function askRest({ baseUrl, headers, method, request, things }: Asking): Promise<Seen | null> {
  const [binding] = method.bindings;
  if (binding === undefined) return null;
  const message: Record<string, unknown> = { ...request.message(things) };
  const path = binding.template.source.replace(/\{(\w+)\}/g, (_, field: string) => {
    const name = field.replaceAll(/_([a-z])/g, (_underscore, letter: string) => letter.toUpperCase());
    const value = message[name];
    delete message[name];
    return String(value);
  });
  const body = binding.body === "none" ? {} : { body: JSON.stringify(message), headers: { ...headers, ...json } };
  const answer = await fetch(`${baseUrl}${path}`, { method: binding.verb, headers, ...body });
  return seenOf(answer.status, await answer.text(), request, things);
}

async function askConnect(asking: Asking): Promise<Seen> {
  const { baseUrl, headers, method, request, things } = asking;
  if (!isUnary(method.descriptor)) return askConnectStream(asking);
  const answer = await fetch(`${baseUrl}${method.rpcPath}`, {
    method: "POST",
    headers: { ...json, ...headers },
    body: JSON.stringify(request.message(things)),
  });
  const text = await answer.text();
  if (answer.status === 200) return seenOf(200, text, request, things);
  const { details } = JSON.parse(text) as { details: readonly { readonly value: string }[] };
  const { code, error } = fromBinary(ErrorDetailSchema, Buffer.from(details[0]?.value ?? "", "base64"));
  return { cell: statusOf(code), text: error };
}

/** Messages of a stream stand in frames, the last of which has the error. */
async function askConnectStream({ baseUrl, headers, method, request, things }: Asking): Promise<Seen> {
  const message = Buffer.from(JSON.stringify(request.message(things)));
  const head = Buffer.alloc(5);
  head.writeUInt32BE(message.length, 1);
  const answer = await fetch(`${baseUrl}${method.rpcPath}`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/connect+json" },
    body: Buffer.concat([head, message]),
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  let at = 0;
  while (bytes[at] === 0) at += 5 + bytes.readUInt32BE(at + 1);
  const { error } = JSON.parse(bytes.toString("utf8", at + 5)) as {
    error?: { readonly details: readonly { readonly value: string }[] };
  };
  if (error === undefined) return seenOf(200, bytes.toString("latin1"), request, things);
  const detail = fromBinary(ErrorDetailSchema, Buffer.from(error.details[0]?.value ?? "", "base64"));
  return { cell: statusOf(detail.code), text: detail.error };
}

async function askTool({ baseUrl, headers, method, request, things }: Asking): Promise<Seen | null> {
  if (method.tool === undefined) return null;
  const params = JSON.stringify({ name: method.tool.name, arguments: request.message(things) });
  const call = requestOf("modern", "tools/call", params);
  const answer = await fetch(`${baseUrl}/mcp`, {
    method: "POST",
    headers: { ...call.headers, ...headers },
    body: call.body,
  });
  const text = await answer.text();
  if (answer.status === 401) return { cell: "401", text };
  const [message] = answersIn(text);
  if (message?.error?.message.startsWith("Unknown tool") === true) return { cell: "hidden", text };
  const result = message?.result as ToolResult | undefined;
  if (result?.isError !== true) return seenOf(200, text, request, things);
  const { code, error } = result._meta["platen/error"];
  return { cell: statusOf(code), text: error };
}

function seenOf(status: number, text: string, { listed }: Request, things: Things): Seen {
  const names = listed === undefined || text.includes(things[listed]);
  return { cell: status === 200 && !names ? "200-" : String(status), text };
}

function statusOf(code: string): string {
  return String(Object.entries(ERROR_CODES).find(([name]) => name === code)?.[1].status ?? code);
}

/** What was said, without the names of things and requests. */
function withoutIds(seen: Seen | null, things: Things): unknown {
  if (seen === null) return null;
  const text = Object.values(things).reduce((rest, id) => rest.replaceAll(id, "ID"), seen.text);
  return { cell: seen.cell, text: text.replaceAll(/req_\w+/g, "REQUEST") };
}

function rowsOf(table: string): readonly Row[] {
  const [head = "", ...lines] = table.split("\n").filter((line) => line.trim() !== "");
  const columns = head.trim().split(/\s+/);
  expect(columns).toEqual(CREDENTIALS);
  let name = "";
  return lines.flatMap((line) => {
    const words = line.trim().split(/\s+/);
    if (!line.startsWith(" ")) name = words.shift() ?? "";
    if (words.length === 0) return [];
    const target = ["-", ...TARGETS].find((one) => one === words[0]) as Row["target"] | undefined;
    if (target === undefined || words.length !== columns.length + 1) throw new Error(`no row: ${line}`);
    const cells = Object.fromEntries(CREDENTIALS.map((credential, at) => [credential, words[at + 1] ?? ""]));
    return [{ name, target, cells: cells as Row["cells"] }];
  });
}

function shortName({ name }: Method): string {
  return name.replace(/^platen\.v1\./, "");
}

function methodNamed(name: string): Method {
  const method = platenMethods.methods.find((one) => shortName(one) === name);
  if (method === undefined) throw new Error(`there is no method ${name}`);
  return method;
}

function methodOf(name: string): { readonly method: Method; readonly request: Request } {
  const request = REQUESTS[name];
  if (request === undefined) throw new Error(`no request is written down for ${name}`);
  return { method: methodNamed(name), request };
}

/** Tokens of people for the interface for programs: the person and the scopes, parted by slashes. */
const accessTokens: NonNullable<ServiceDependencies["accessTokens"]> = {
  async verify(token, audience) {
    const [personId = "", ...allowed] = token.split("/");
    const scopes = new Set(SCOPES.filter((scope) => allowed.includes(scope)));
    return audience.endsWith("/v1") ? { personId, scopes } : null;
  },
};

function headersOf(credential: string | null): Record<string, string> {
  if (credential === null) return {};
  return credential.includes("/") ? { authorization: `Bearer ${credential}` } : { "x-api-key": credential };
}

/** Three organizations with keys of every kind, and the things of two of them. */
async function tenantsOf(bench: ServiceBench) {
  const account = createClient(AccountService, bench.operator);
  const organization = async (name: string, plan: string) => {
    const made = (await account.createOrganization({ name, plan })).organization;
    return { id: made?.id ?? "", workspaceId: made?.workspaces[0]?.id ?? "" };
  };
  const ours = { id: bench.organizationId, workspaceId: bench.workspaceId };
  const theirs = await organization("向こう商店", "starter");
  const free = await organization("無料商店", "free");
  const { workspace } = await account.createWorkspace({ organizationId: ours.id, name: "支店" });
  const branch = { workspaceId: workspace?.id ?? "" };
  const key = (role: string, organizationId: string, more: { workspaceId?: string } = {}) =>
    account.createKey({ organizationId, role, name: "matrix", ...more });
  let people = 0;
  const person = async (organizationId: string): Promise<string> => {
    people += 1;
    const email = `person${people}@example.jp`;
    return (await account.createPerson({ organizationId, email, password: "correct horse battery" })).personId;
  };
  const revoked = await key("render", ours.id);
  await account.revokeKey({ keyId: revoked.key?.id ?? "" });
  const keys = {
    none: null,
    unknown: UNKNOWN_KEY,
    revoked: revoked.secret,
    render: bench.renderKey,
    branch: (await key("render", ours.id, branch)).secret,
    data: (await key("data-write", ours.id)).secret,
    branchData: (await key("data-write", ours.id, branch)).secret,
    free: (await key("render", free.id)).secret,
    freeData: (await key("data-write", free.id)).secret,
    other: (await key("render", theirs.id)).secret,
    otherData: (await key("data-write", theirs.id)).secret,
    member: `${await person(ours.id)}/${SCOPES.join("/")}`,
    reader: `${await person(ours.id)}/documents.render`,
    stranger: `${await person(theirs.id)}/${SCOPES.join("/")}`,
  };
  const things = {
    ours: await thingsOf(bench, ours.workspaceId, keys.render),
    theirs: await thingsOf(bench, theirs.workspaceId, keys.other),
    absent: ABSENT,
  };
  return { keys, things };
}

async function thingsOf(bench: ServiceBench, workspaceId: string, key: string): Promise<Things> {
  const authoring = createClient(AuthoringService, bench.operator);
  const { canvas } = await authoring.publishCanvas({ source: RATIO, title: "割合", workspaceId });
  const canvasId = canvas?.id ?? "";
  const rendered = await bench.render(canvasId, DATA, { key, store: true });
  if (rendered.kind !== "rendered") throw new Error(rendered.detail.error);
  const content = { case: "dataJson", value: new TextEncoder().encode('{"rows":[]}') } as const;
  const datasets = createClient(DatasetService, bench.operator);
  const { dataset } = await datasets.createDataset({ workspaceId, name: "一覧", content });
  return { canvasId, renderId: rendered.renderId, datasetId: dataset?.id ?? "" };
}
