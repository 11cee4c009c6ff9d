// The order of checks, proved by requests that break two rules at once: the earlier one is what is answered.
import { createClient } from "@connectrpc/connect";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { AccountService } from "../../../gen/platen/v1/account_pb.ts";
import { DATABASES, type TestDatabase } from "../../support/databases.ts";
import { factsOf, type HttpBench, httpBench } from "./http-bench.ts";
import { RATIO, type ServiceBench, serviceBench } from "./service-bench.ts";

const REQUEST_BYTES_MAX = 2048;

/** A request under construction; without a change it is right, but for the month's records, which are spent. */
interface Probe {
  readonly path: string;
  readonly key: string | null;
  readonly contentType: string;
  readonly data: unknown;
  readonly moreMembers: object;
  readonly padding: number;
  readonly idempotencyKey: string | null;
}

interface Facts {
  readonly canvasId: string;
  readonly keys: { readonly render: string; readonly data: string; readonly free: string };
}

/** A rule that a request can break, in the order in which it is judged. */
interface Rule {
  readonly name: string;
  /** Rules of one kind change the same part of a request, so they are not broken together. */
  readonly kind: string;
  readonly changes: (facts: Facts) => Partial<Probe>;
  readonly answer: Readonly<Record<string, unknown>>;
}

const UNKNOWN_KEY = `pk_${"0".repeat(12)}_${"0".repeat(52)}`;
const notFound = { status: 404, code: "not_found" };

const RULES: readonly Rule[] = [
  { name: "route", kind: "path", changes: () => ({ path: "/v1/nothing" }), answer: notFound },
  {
    name: "no credential",
    kind: "key",
    changes: () => ({ key: null }),
    answer: { status: 401, code: "unauthenticated" },
  },
  { name: "unknown credential", kind: "key", changes: () => ({ key: UNKNOWN_KEY }), answer: notFound },
  { name: "role", kind: "key", changes: ({ keys }) => ({ key: keys.data }), answer: notFound },
  {
    name: "plan",
    kind: "key",
    changes: ({ keys }) => ({ key: keys.free }),
    answer: { status: 402, code: "quota_exceeded", error: expect.stringContaining("no API access") },
  },
  {
    name: "canvas",
    kind: "path",
    changes: () => ({ path: `/v1/canvases/cnv_${"0".repeat(26)}/pdf` }),
    answer: { ...notFound, error: expect.stringContaining("no published canvas") },
  },
  {
    name: "size",
    kind: "padding",
    changes: () => ({ padding: REQUEST_BYTES_MAX }),
    answer: { status: 413, code: "too_large" },
  },
  {
    name: "type",
    kind: "type",
    changes: () => ({ contentType: "text/plain" }),
    answer: { status: 415, code: "unsupported_media_type" },
  },
  {
    name: "envelope",
    kind: "envelope",
    changes: () => ({ moreMembers: { version: 3 } }),
    answer: { status: 400, code: "invalid_argument", error: expect.stringContaining("'version'") },
  },
  {
    name: "another canvas's key",
    kind: "retry",
    changes: () => ({ idempotencyKey: "of another canvas" }),
    answer: { status: 409, code: "idempotency_conflict" },
  },
  {
    name: "a completed key",
    kind: "retry",
    changes: () => ({ idempotencyKey: "completed" }),
    answer: { status: 200, replayed: "1" },
  },
  {
    name: "contract",
    kind: "data",
    changes: () => ({ data: { items: [] } }),
    answer: { status: 400, code: "data_contract_violation" },
  },
  {
    name: "quota",
    kind: "quota",
    changes: () => ({}),
    answer: { status: 402, code: "quota_exceeded", error: expect.stringContaining("none is left") },
  },
];

const PAIRS = RULES.flatMap((earlier, at) =>
  RULES.slice(at + 1)
    .filter((later) => later.kind !== earlier.kind)
    .map((later) => ({ earlier, later, title: `${earlier.name} before ${later.name}` })),
);

describe.each(DATABASES.slice(0, 1))("a request that breaks two rules at once on $name", ({ open }) => {
  let database: TestDatabase;
  let bench: ServiceBench;
  let http: HttpBench;
  let facts: Facts;
  beforeAll(async () => {
    database = await open();
    bench = await serviceBench(database, {
      withJobs: false,
      plan: { requestBytesMax: REQUEST_BYTES_MAX, recordsPerMonth: 2 },
    });
    http = await httpBench(bench.services, bench.renderKey);
    const canvasId = await bench.publish(RATIO, "割合");
    const other = await bench.publish(RATIO.replace("document ratio", "document other"), "別の割合");
    const body = { data: { items: [{ part: 1, whole: 2 }] } };
    expect((await http.print(canvasId, body, { "idempotency-key": "completed" })).status).toBe(200);
    expect((await http.print(other, body, { "idempotency-key": "of another canvas" })).status).toBe(200);
    const account = createClient(AccountService, bench.operator);
    const { organization } = await account.createOrganization({ name: "無料商店", plan: "free" });
    const free = await bench.key("render", organization?.id ?? "");
    facts = { canvasId, keys: { render: bench.renderKey, data: await bench.key("data-write"), free } };
  });
  afterAll(async () => {
    await http[Symbol.asyncDispose]();
    await bench[Symbol.asyncDispose]();
    await database[Symbol.asyncDispose]();
  });

  const answerOf = async (rules: readonly Rule[]): Promise<unknown> => {
    let probe: Probe = {
      path: `/v1/canvases/${facts.canvasId}/pdf`,
      key: facts.keys.render,
      contentType: "application/json",
      data: { items: [{ part: 1, whole: 2 }] },
      moreMembers: {},
      padding: 0,
      idempotencyKey: null,
    };
    for (const rule of rules) probe = { ...probe, ...rule.changes(facts) };
    const answer = await fetch(`${http.baseUrl}${probe.path}`, {
      method: "POST",
      headers: {
        "content-type": probe.contentType,
        ...(probe.key === null ? {} : { "x-api-key": probe.key }),
        ...(probe.idempotencyKey === null ? {} : { "idempotency-key": probe.idempotencyKey }),
      },
      body: JSON.stringify({ data: probe.data, ...probe.moreMembers }) + " ".repeat(probe.padding),
    });
    return factsOf(answer);
  };

  test.each(RULES)("the rule alone: $name", async (rule) => {
    expect(await answerOf([rule])).toMatchObject(rule.answer);
  });

  test.each(PAIRS)("$title", async ({ earlier, later }) => {
    expect(await answerOf([later, earlier])).toMatchObject(earlier.answer);
  });
});
