// The organization that a decoded message names, over Connect, gRPC and gRPC-Web: whose documents are seen, whose plan
// and rate count. There the name is known only after the caller was admitted, so the caller is admitted anew.
import { ConnectError, type Transport } from "@connectrpc/connect";
import { createConnectTransport, createGrpcTransport, createGrpcWebTransport } from "@connectrpc/connect-node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ErrorDetailSchema } from "../../../gen/platen/v1/error_pb.ts";
import { decodeBody, ERROR_CODES, isUnary, type Method, platenMethods } from "../../../src/core/methods/index.ts";
import type { ServiceDependencies } from "../../../src/core/services/index.ts";
import { createRateLimits, DEFAULT_PLANS, SCOPES } from "../../../src/core/tenancy/index.ts";
import { BASE_URL, type PeopleBench, peopleBench } from "../../facades/mcp/people-bench.ts";
import { type HttpBench, httpBench } from "./http-bench.ts";
import { RATIO } from "./service-bench.ts";

type Json = Readonly<Record<string, unknown>>;
type Named = "nothing" | "ours" | "theirs" | "free" | "foreign" | "absent";

/** What each method answers by the organization that is named; documents are of the column's own organization. */
const MATRIX: Readonly<Record<string, Readonly<Record<Named, number>>>> = {
  DescribeDocument: { nothing: 200, ours: 200, theirs: 200, free: 402, foreign: 404, absent: 404 },
  OpenForm: { nothing: 200, ours: 200, theirs: 200, free: 402, foreign: 404, absent: 404 },
  RenderDocument: { nothing: 200, ours: 200, theirs: 200, free: 402, foreign: 404, absent: 404 },
  CheckDocument: { nothing: 200, ours: 200, theirs: 200, free: 402, foreign: 404, absent: 404 },
  // No exporter of that format is installed, which is said after whose plan it is.
  ExportDocument: { nothing: 400, ours: 400, theirs: 400, free: 402, foreign: 404, absent: 404 },
  CreateDocument: { nothing: 200, ours: 200, theirs: 200, free: 402, foreign: 404, absent: 404 },
};

const NAMED: readonly Named[] = ["nothing", "ours", "theirs", "free", "foreign", "absent"];
const DATA = { items: [{ part: 1, whole: 2 }] };

const methods = platenMethods.methods.filter(
  ({ descriptor, roles }) =>
    roles.has("person") && descriptor.input.fields.some((one) => one.name === "organization_id"),
);

test("every method that a person may name an organization to has a row", () => {
  expect(methods.map(({ descriptor }) => descriptor.name).sort()).toEqual(Object.keys(MATRIX).sort());
});

/** Tokens of the bench's people, good at the interface for programs. */
const accessTokens: NonNullable<ServiceDependencies["accessTokens"]> = {
  verify: async (token, audience) =>
    audience === `${BASE_URL}/v1` ? { personId: token.replace("token-of-", ""), scopes: new Set(SCOPES) } : null,
};

describe("an organization that a message names", () => {
  let people: PeopleBench;
  let http: HttpBench;
  let member: Record<string, string>;
  let organizationIds: Readonly<Record<Named, string | undefined>>;
  beforeAll(async () => {
    people = await peopleBench();
    http = await httpBench(people.bench.again({ rates: createRateLimits(null), accessTokens }), "");
    const { ours, theirs, free } = people.organizations;
    member = await people.person([ours, theirs, free]);
    const made = await people.bench.database.organizations.create({
      ...{ name: "よその商店", plan: "starter", createdAt: new Date() },
    });
    const foreign = made.id;
    organizationIds = { nothing: undefined, ours, theirs, free, foreign, absent: `org_${"0".repeat(26)}` };
  });
  afterAll(async () => {
    await http[Symbol.asyncDispose]();
    await people[Symbol.asyncDispose]();
  });

  const requestOf = (method: string, named: Named, owner: Named): Json => {
    const organizationId = organizationIds[named];
    const acting = organizationId === undefined ? {} : { organizationId };
    if (method === "CheckDocument") return { ...acting, source: RATIO };
    if (method === "CreateDocument") return { ...acting, source: RATIO, title: `割合 ${named}` };
    const document = owner === "theirs" ? people.documents.theirs : people.documents.ours;
    if (method === "ExportDocument") return { ...acting, document, data: DATA, format: "none" };
    return { ...acting, document, ...(method === "RenderDocument" ? { data: DATA } : {}) };
  };

  const statusOf = async (transport: Transport, method: Method, message: Json, headers: Record<string, string>) => {
    const { descriptor } = method;
    if (!isUnary(descriptor)) throw new Error(`${descriptor.name} is no unary method`);
    try {
      const request = await decodeBody(descriptor.input, Buffer.from(JSON.stringify(message)));
      const answer = await transport.unary(descriptor, undefined, undefined, headers, request);
      return { status: 200, headers: answer.header };
    } catch (thrown) {
      const error = ConnectError.from(thrown);
      const [detail] = error.findDetails(ErrorDetailSchema);
      if (detail === undefined) throw thrown;
      return { status: ERROR_CODES[detail.code as keyof typeof ERROR_CODES].status, headers: error.metadata };
    }
  };

  const transports = (baseUrl: string): readonly (readonly [string, Transport])[] => [
    ["Connect", createConnectTransport({ baseUrl, httpVersion: "1.1" })],
    ["gRPC", createGrpcTransport({ baseUrl })],
    ["gRPC-Web", createGrpcWebTransport({ baseUrl, httpVersion: "1.1" })],
  ];

  test.each(NAMED)("decides for a person what is seen and whose plan counts: %s", async (named) => {
    const seen: string[] = [];
    const expected: string[] = [];
    for (const [door, transport] of transports(http.baseUrl)) {
      for (const [name, cells] of Object.entries(MATRIX)) {
        const method = methodNamed(name);
        const { status } = await statusOf(transport, method, requestOf(name, named, named), member);
        seen.push(`${door} ${name} ${status}`);
        expected.push(`${door} ${name} ${cells[named]}`);
      }
    }
    expect(seen).toEqual(expected);
  });

  test("shows none of the documents of the person's other organizations", async () => {
    for (const [door, transport] of transports(http.baseUrl)) {
      for (const [named, owner] of [
        ["nothing", "theirs"],
        ["ours", "theirs"],
        ["theirs", "ours"],
      ] as const) {
        for (const name of ["DescribeDocument", "OpenForm", "RenderDocument"]) {
          const answer = await statusOf(transport, methodNamed(name), requestOf(name, named, owner), member);
          expect([door, name, named, answer.status]).toEqual([door, name, named, 404]);
        }
      }
    }
  });

  test("is a key's own or is not there", async () => {
    const headers = { "x-api-key": people.bench.renderKey };
    for (const [door, transport] of transports(http.baseUrl)) {
      for (const named of NAMED) {
        const request = requestOf("DescribeDocument", named, "ours");
        const { status } = await statusOf(transport, methodNamed("DescribeDocument"), request, headers);
        expect([door, named, status]).toEqual([door, named, named === "ours" || named === "nothing" ? 200 : 404]);
      }
    }
  });

  test("is the one whose requests are counted", async () => {
    const plans = DEFAULT_PLANS.map((plan) => (plan.name === "business" ? { ...plan, requestsPerMinute: 0 } : plan));
    await using hurried = await httpBench(
      people.bench.again({ rates: createRateLimits(null), accessTokens, plans }),
      "",
    );
    for (const [door, transport] of transports(hurried.baseUrl)) {
      const ask = (named: Named) =>
        statusOf(transport, methodNamed("DescribeDocument"), requestOf("DescribeDocument", named, named), member);
      expect([door, (await ask("ours")).status]).toEqual([door, 200]);
      expect([door, (await ask("theirs")).status]).toEqual([door, 429]);
      expect([door, (await ask("ours")).status]).toEqual([door, 200]);
    }
  });

  test("is of no use to a token of another audience, or to somebody who was removed", async () => {
    const [[, transport] = expect.fail()] = transports(people.http.baseUrl);
    const method = methodNamed("DescribeDocument");
    const request = requestOf("DescribeDocument", "theirs", "theirs");
    expect((await statusOf(transport, method, request, member)).status).toBe(404);
    const [[, here] = expect.fail()] = transports(http.baseUrl);
    const leaver = await people.person([people.organizations.ours, people.organizations.theirs]);
    expect((await statusOf(here, method, request, leaver)).status).toBe(200);
    const personId = (leaver["authorization"] ?? "").replace("Bearer token-of-", "");
    await people.bench.database.people.removeMembership(personId, people.organizations.theirs);
    expect((await statusOf(here, method, request, leaver)).status).toBe(404);
  });
});

function methodNamed(name: string): Method {
  const method = methods.find(({ descriptor }) => descriptor.name === name);
  if (method === undefined) throw new Error(`there is no method ${name}`);
  return method;
}
