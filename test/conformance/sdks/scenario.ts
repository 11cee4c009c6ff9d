// What the client library for TypeScript does before a server and a proxy that misbehaves, as one JSON object on
// standard output: scenario.py does the same and writes the same. Environment: PLATEN_URL (the proxy), PLATEN_API_KEY,
// PLATEN_CANVAS; the payload is in invoice.json.
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { PlatenClient, PlatenError } from "platen-client";
import { saveTo } from "platen-client/node";
import type { Invoice } from "./invoice.ts";

const { PLATEN_URL: baseUrl = "", PLATEN_API_KEY: apiKey = "", PLATEN_CANVAS: canvas = "" } = process.env;
const platen = new PlatenClient({ baseUrl, apiKey });
const invoice = JSON.parse(await readFile("invoice.json", "utf8")) as Invoice;

async function next(...faults: readonly object[]): Promise<void> {
  await fetch(`${baseUrl}/-/faults`, { method: "PUT", body: JSON.stringify(faults) });
  await seen();
}

async function seen(): Promise<readonly { readonly key: string | null; readonly range: string | null }[]> {
  return (await (await fetch(`${baseUrl}/-/seen`)).json()) as [];
}

const sumOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

async function codeOf(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => "none",
    (thrown: unknown) => (thrown instanceof PlatenError ? thrown.code : "aborted"),
  );
}

const rendered = async (options = {}): Promise<Uint8Array> =>
  (await platen.renderPdf<Invoice>(canvas, invoice, options)).bytes();

const first = await platen.renderPdf<Invoice>(canvas, invoice, { idempotencyKey: "scenario-ts" });
await saveTo(first, "saved.pdf");
const again = await platen.renderPdf<Invoice>(canvas, invoice, { idempotencyKey: "scenario-ts" });
const replay = { isSame: again.answer.renderId === first.answer.renderId, sum: sumOf(await again.bytes()) };
const titles: string[] = [];
for await (const { title } of platen.canvases({ pageSize: 2 })) titles.push(title);
const job = await platen.startRender<Invoice>(canvas, invoice);
const jobSum = sumOf(await (await job.file()).bytes());
await next({ kind: "cut" });
const rangedSum = sumOf(await (await platen.getRenderPdf(job.id)).bytes());
const ranges = (await seen()).map(({ range }) => range !== null);
const wrong = { ...invoice, customer: { ...invoice.customer, name: 3 } };
const violations = await platen.renderPdf(canvas, wrong).then(
  () => [],
  (thrown: PlatenError) => thrown.violations.map(({ path, rule, expected }) => [path, rule, expected]),
);
const busy = (status: number, code: string, headers = {}): object => {
  return { kind: "answer", status, headers, body: JSON.stringify({ error: "Busy.", code, requestId: "req_1" }) };
};
await next(busy(429, "rate_limited", { "retry-after": "1" }), busy(503, "unavailable"), { kind: "lose" });
const startMs = Date.now();
const busySum = sumOf(await rendered());
const hasWaited = Date.now() - startMs >= 1_000;
const keys = (await seen()).map(({ key }) => key);
await next({ kind: "cut" });
const cutSum = sumOf(await rendered());
const failures: string[] = [];
for (const kind of ["lose", "cut", "shorten", "damage"]) {
  await next({ kind });
  failures.push(await codeOf(rendered({ idempotencyKey: false })));
}
await next(busy(404, "not_found"));
failures.push(await codeOf(rendered()), `${(await seen()).length} try`);
await next({ kind: "hang" });
failures.push(await codeOf(rendered({ signal: AbortSignal.timeout(200) })));
await next({ kind: "stall" });
failures.push(await codeOf(rendered({ signal: AbortSignal.timeout(2_000) })));
await next({ kind: "hang" });
failures.push(await codeOf(rendered({ timeoutMs: 200 })));
await next({ kind: "cut" });
const begun = (await platen.startRender<Invoice>(canvas, invoice)).id !== "";
// The first wait before a second try is longer than the time that this call has: it must not meet a dead connection.
await next({ kind: "leave" }, { kind: "hang" });
await rendered();
await new Promise((done) => setTimeout(done, 200));
failures.push(await codeOf(rendered({ timeoutMs: 100 })));

console.log(
  JSON.stringify({
    ...{ name: first.name, pages: first.answer.pages, saved: sumOf(await readFile("saved.pdf")), replay },
    ...{ titles, jobSum, rangedSum, ranges, violations, busySum, hasWaited, cutSum, begun, failures },
    tries: { many: keys.length, keys: new Set(keys).size },
  }),
);
