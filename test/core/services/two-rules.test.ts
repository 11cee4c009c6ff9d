// The order of checks, proved by requests that break two rules at once: the earlier one is what is answered.
import { createClient } from "@connectrpc/connect";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { AccountService } from "../../../gen/platen/v1/account_pb.ts";
import { createRateLimits, DEFAULT_PLANS, type Plan } from "../../../src/core/tenancy/index.ts";
import { ONE_DATABASE, type TestDatabase } from "../../support/databases.ts";
import { factsOf, type HttpBench, httpBench } from "./http-bench.ts";
import { RATIO, type ServiceBench, serviceBench } from "./service-bench.ts";

const REQUEST_BYTES_MAX = 2048;

/** Records that the suite itself has printed when its pairs begin. */
const RECORDS_PRINTED = 2;

/** A request under construction, and the installation that it goes to; without a change it is right. */
interface Probe {
  readonly verb: string;
  readonly path: string;
  readonly key: string | null;
  readonly contentType: string;
  readonly data: unknown;
  readonly moreMembers: object;
  readonly padding: number;
  readonly isCut: boolean;
  readonly idempotencyKey: string | null;
  readonly site: SiteChanges;
}

/** What is otherwise at another process of the same installation. */
interface SiteChanges {
  readonly plan?: Partial<Plan>;
  /** Records that were counted in this minute before. */
  readonly recordsCounted?: number;
}

interface Facts {
  readonly canvasId: string;
  readonly keys: Readonly<Record<"render" | "data" | "free" | "freeData", string>>;
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
    name: "verb",
    kind: "verb",
    changes: () => ({ verb: "PUT" }),
    answer: { status: 405, code: "method_not_allowed" },
  },
  {
    name: "no credential",
    kind: "key",
    changes: () => ({ key: null }),
    answer: { status: 401, code: "unauthenticated" },
  },
  { name: "unknown credential", kind: "key", changes: () => ({ key: UNKNOWN_KEY }), answer: notFound },
  { name: "role", kind: "key", changes: ({ keys }) => ({ key: keys.data }), answer: notFound },
  {
    name: "role of a plan without API access",
    kind: "key",
    changes: ({ keys }) => ({ key: keys.freeData }),
    answer: { ...notFound, error: expect.stringContaining("credential") },
  },
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
    name: "request rate",
    kind: "request rate",
    changes: () => ({ site: { plan: { requestsPerMinute: 0 } } }),
    answer: { status: 429, code: "rate_limited", error: expect.stringContaining("requests a minute") },
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
    name: "JSON",
    kind: "json",
    changes: () => ({ isCut: true }),
    answer: { status: 400, code: "invalid_argument", error: expect.stringContaining("line 1") },
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
    name: "records at once",
    kind: "records",
    changes: () => ({ site: { plan: { recordsPerMinute: 0 } } }),
    answer: { status: 413, code: "too_large", error: expect.stringContaining("records") },
  },
  {
    name: "records of the minute",
    kind: "records",
    changes: () => ({ site: { plan: { recordsPerMinute: 2 }, recordsCounted: 2 } }),
    answer: { status: 429, code: "rate_limited", error: expect.stringContaining("records") },
  },
  {
    name: "quota",
    kind: "quota",
    changes: () => ({ site: { plan: { recordsPerMonth: RECORDS_PRINTED } } }),
    answer: { status: 402, code: "quota_exceeded", error: expect.stringContaining("none is left") },
  },
  {
    name: "the render's pages",
    kind: "pages",
    changes: () => ({ site: { plan: { pagesMax: 0 } } }),
    answer: { status: 413, code: "too_large", error: expect.stringContaining("at least 1 pages") },
  },
];

/** Rules of one credential, of one path or of one key: no request can break two of them. */
const EXCLUSIVE = new Set(["key", "path", "retry", "records"]);

const PAIRS = RULES.flatMap((earlier, at) =>
  RULES.slice(at + 1)
    .filter((later) => later.kind !== earlier.kind)
    .map((later) => ({ earlier, later, title: `${earlier.name} before ${later.name}` })),
);

test("every two neighbours in the order are broken together, but for those that one value decides", () => {
  const paired = new Set(PAIRS.map(({ title }) => title));
  const neighbours = RULES.slice(1).map((later, at) => ({ earlier: RULES[at], later }));
  const alone = neighbours.filter(({ earlier, later }) => !paired.has(`${earlier?.name} before ${later.name}`));
  expect(alone.filter(({ earlier, later }) => earlier?.kind !== later.kind || !EXCLUSIVE.has(later.kind))).toEqual([]);
});

describe.each([ONE_DATABASE])("a request that breaks two rules at once on $name", ({ open }) => {
  let database: TestDatabase;
  let bench: ServiceBench;
  let facts: Facts;
  const sites = new Map<string, HttpBench>();
  beforeAll(async () => {
    database = await open();
    bench = await serviceBench(database, {
      withJobs: false,
      plan: { requestBytesMax: REQUEST_BYTES_MAX },
    });
    const http = await siteOf({});
    const canvasId = await bench.publish(RATIO, "割合");
    const other = await bench.publish(RATIO.replace("document ratio", "document other"), "別の割合");
    const body = { data: { items: [{ part: 1, whole: 2 }] } };
    expect((await http.print(canvasId, body, { "idempotency-key": "completed" })).status).toBe(200);
    expect((await http.print(other, body, { "idempotency-key": "of another canvas" })).status).toBe(200);
    const account = createClient(AccountService, bench.operator);
    const { organization } = await account.createOrganization({ name: "無料商店", plan: "free" });
    const free = await bench.key("render", organization?.id ?? "");
    const freeData = await bench.key("data-write", organization?.id ?? "");
    facts = { canvasId, keys: { render: bench.renderKey, data: await bench.key("data-write"), free, freeData } };
  });
  afterAll(async () => {
    for (const site of sites.values()) await site[Symbol.asyncDispose]();
    await bench[Symbol.asyncDispose]();
    await database[Symbol.asyncDispose]();
  });

  const siteOf = async (changes: SiteChanges): Promise<HttpBench> => {
    const name = JSON.stringify(changes);
    const known = sites.get(name);
    if (known !== undefined) return known;
    const { plan = {}, recordsCounted = 0 } = changes;
    const rates = createRateLimits(null);
    const unhurried = { requestsPerMinute: 100_000, recordsPerMinute: 100_000, requestBytesMax: REQUEST_BYTES_MAX };
    const plans = DEFAULT_PLANS.map((one) => (one.name === "starter" ? { ...one, ...unhurried, ...plan } : one));
    await rates.countRecords(bench.organizationId, plan.recordsPerMinute ?? recordsCounted, recordsCounted);
    const site = await httpBench(bench.again({ rates, plans }), bench.renderKey);
    sites.set(name, site);
    return site;
  };

  const answerOf = async (rules: readonly Rule[]): Promise<unknown> => {
    let probe: Probe = {
      verb: "POST",
      path: `/v1/canvases/${facts.canvasId}/pdf`,
      key: facts.keys.render,
      contentType: "application/json",
      data: { items: [{ part: 1, whole: 2 }] },
      moreMembers: {},
      padding: 0,
      isCut: false,
      idempotencyKey: null,
      site: {},
    };
    for (const rule of rules) {
      const { site = {}, ...changed } = rule.changes(facts);
      const plan = { ...probe.site.plan, ...site.plan };
      probe = { ...probe, ...changed, site: { ...probe.site, ...site, plan } };
    }
    const { baseUrl } = await siteOf(probe.site);
    const text = JSON.stringify({ data: probe.data, ...probe.moreMembers });
    const answer = await fetch(`${baseUrl}${probe.path}`, {
      method: probe.verb,
      headers: {
        "content-type": probe.contentType,
        ...(probe.key === null ? {} : { "x-api-key": probe.key }),
        ...(probe.idempotencyKey === null ? {} : { "idempotency-key": probe.idempotencyKey }),
      },
      body: text.slice(0, probe.isCut ? -1 : text.length) + " ".repeat(probe.padding),
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
