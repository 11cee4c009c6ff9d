// Every door that has something computed counts for what the organization's plan has at a time.
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createRateLimits, type RateLimits } from "../../../src/core/tenancy/index.ts";
import { type PeopleBench, peopleBench } from "../../facades/mcp/people-bench.ts";
import { RATIO } from "./service-bench.ts";

const HALF = { items: [{ part: 1, whole: 2 }] };

const limits = createRateLimits(null);
const waited = vi.fn(limits.ended);
const rates: RateLimits = { ...limits, ended: waited };

let people: PeopleBench;
let person: Readonly<Record<string, string>>;

beforeAll(async () => {
  people = await peopleBench({ rates, queue: { send: async () => undefined, wake: () => undefined } });
  person = await people.person([people.organizations.ours]);
});
afterAll(() => people[Symbol.asyncDispose]());

/** Takes all places of the plan; answers what gives them back. */
function occupy(): () => void {
  const ends = [1, 2].map(() => rates.begin(people.organizations.ours, 2));
  return () => {
    for (const end of ends) end?.();
  };
}

async function toolCode(name: string, args: Readonly<Record<string, unknown>>): Promise<unknown> {
  const answer = await people.call(person, name, args);
  return (answer._meta?.["platen/error"] as { readonly code?: unknown } | undefined)?.code ?? "served";
}

async function connectCode(method: string, message: unknown): Promise<unknown> {
  const answer = await fetch(`${people.http.baseUrl}/platen.v1.RenderService/${method}`, {
    method: "POST",
    headers: { "x-api-key": people.bench.renderKey, "content-type": "application/json" },
    body: JSON.stringify(message),
  });
  return answer.status;
}

const REFUSED: readonly (readonly [string, () => Promise<unknown>, unknown])[] = [
  ["check_document", () => toolCode("check_document", { source: RATIO }), "rate_limited"],
  ["check_document with pages", () => toolCode("check_document", { source: RATIO, pages: true }), "rate_limited"],
  ["create_document", () => toolCode("create_document", { title: "写し", source: RATIO }), "rate_limited"],
  [
    "ExportDocument",
    () => connectCode("ExportDocument", { document: people.documents.ours, format: "x", data: HALF }),
    429,
  ],
];

test.for(REFUSED)("%s is refused while as many are under way", async ([, ask, refusal]) => {
  const release = occupy();
  expect(await ask()).toBe(refusal);
  release();
  expect(await ask()).not.toBe(refusal);
});

const WAITING: readonly (readonly [string, () => Promise<unknown>, unknown])[] = [
  [
    "the judging of a job",
    async () => (await people.http.print(people.documents.ours, { data: HALF }, { prefer: "respond-async" })).status,
    202,
  ],
  [
    "PutDatasetRows",
    async () => {
      const credential = { "x-api-key": await people.bench.key("data-write") };
      const args = { datasetId: people.datasetId, path: "rows", rows: [{ a: 1 }] };
      return (await people.call(credential, "put_dataset_rows", args)).isError ?? false;
    },
    false,
  ],
];

test.for(WAITING)("%s waits for its turn while as many are under way", async ([, ask, answer]) => {
  waited.mockClear();
  const release = occupy();
  const asked = ask();
  await vi.waitFor(() => expect(waited).toHaveBeenCalledWith(people.organizations.ours), { timeout: 60_000 });
  release();
  expect(await asked).toBe(answer);
});
