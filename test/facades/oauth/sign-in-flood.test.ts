import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { RATIO } from "../../core/services/service-bench.ts";
import { ONE_DATABASE, type TestDatabase } from "../../support/databases.ts";
import { authorizeUrl, newPkce, type OAuthBench, oauthBench } from "./oauth-bench.ts";

/** What a stranger may send at once. */
const SIGN_INS = 60;

let opened: TestDatabase;
let bench: OAuthBench;
beforeAll(async () => {
  opened = await ONE_DATABASE.open();
  bench = await oauthBench(opened);
});
afterAll(async () => {
  await bench[Symbol.asyncDispose]();
  await opened[Symbol.asyncDispose]();
});

describe("many sign-ins at once", () => {
  test("are refused beyond a short queue, keep no file waiting, and leave room for other networks", async () => {
    const download = await storedFile();
    const quietMs = medianOf(await timed(download, 15));
    const send = await stranger("203.0.113.1");
    let isOver = false;
    const flood = Promise.all(Array.from({ length: SIGN_INS }, (_, each) => send(`u${each}@example.jp`))).finally(
      () => {
        isOver = true;
      },
    );
    const floodedMs: number[] = [];
    while (!isOver) floodedMs.push(...(await timed(download, 1)));
    const answers = await flood;
    const judged = answers.filter(({ status }) => status === 400);
    const surplus = answers.filter(({ status }) => status === 429);
    expect(judged.length + surplus.length).toBe(SIGN_INS);
    expect(judged.length).toBeGreaterThan(0);
    expect(surplus.length).toBeGreaterThan(SIGN_INS / 3);
    for (const { retryAfter } of surplus) expect(Number(retryAfter)).toBeGreaterThan(0);
    expect(medianOf(floodedMs)).toBeLessThan(quietMs * 10 + 100);
  });

  test("from one network let somebody else sign in meanwhile, and their own browser above all", async () => {
    const account = await bench.account();
    const clientId = await bench.register();
    const owner = bench.visitor();
    owner.address = "198.51.100.1";
    const page = await owner.open(authorizeUrl(bench.baseUrl, clientId, newPkce()));
    const send = await stranger("203.0.113.2");
    const flood = Promise.all(Array.from({ length: SIGN_INS }, (_, each) => send(`v${each}@example.jp`)));
    const visit = await owner.submit(page, "/sign-in", { email: account.email, password: account.password });
    expect(visit.text).toContain(`You are signed in as ${account.email}.`);
    await flood;
  });
});

/** A client that reads a stored file over and over. */
async function storedFile(): Promise<() => Promise<void>> {
  const { publish, render, renderKey } = bench.bench;
  const canvasId = await publish(RATIO, "割合");
  const rendered = await render(canvasId, { items: [{ part: 1, whole: 2 }] }, { store: true });
  if (rendered.kind !== "rendered") throw new Error(JSON.stringify(rendered));
  return async () => {
    const headers = { "x-api-key": renderKey };
    const response = await fetch(`${bench.baseUrl}/v1/renders/${rendered.renderId}/pdf`, { headers });
    expect(response.status).toBe(200);
    await response.arrayBuffer();
  };
}

/** Somebody with a page of sign-in who sends it as often as they like. */
async function stranger(address: string) {
  const visitor = bench.visitor();
  visitor.address = address;
  const page = await visitor.open(authorizeUrl(bench.baseUrl, await bench.register(), newPkce()));
  const action = /action="([^"]+\/sign-in)"/.exec(page.text)?.[1] ?? "";
  const token = /name="form_token" value="([^"]+)"/.exec(page.text)?.[1] ?? "";
  return async (email: string) => {
    const body = new URLSearchParams({ email, password: "x".repeat(20), form_token: token });
    const { status, headers } = await visitor.open(action, { method: "POST", body });
    return { status, retryAfter: headers.get("retry-after") };
  };
}

async function timed(work: () => Promise<void>, times: number): Promise<number[]> {
  const took: number[] = [];
  for (let each = 0; each < times; each += 1) {
    const start = performance.now();
    await work();
    took.push(performance.now() - start);
  }
  return took;
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
