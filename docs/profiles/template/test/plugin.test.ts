import assert from "node:assert/strict";
import { test } from "node:test";
import type { DatasetReading } from "platen/sdk";
import { checkForm } from "platen/sdk/testing";
import { code93 } from "../src/barcodes/code-93.ts";
import { erp } from "../src/sources/erp.ts";

function label(data: string): string {
  return `rpt 1\ndocument label\n\npage A5 {\n  body {\n    barcode acme-code93 "${data}" w=80mm h=15mm\n  }\n}\n`;
}

test("Code 93 is drawn, and refuses what it cannot hold where the form says it", () => {
  // Errors alone: an info says beside them what the check could not judge because of them.
  const told = (data: string) =>
    checkForm([], { source: label(data), barcodes: [code93] })
      .diagnostics.filter(({ severity }) => severity === "error")
      .map(({ message }) => message);
  assert.deepEqual(told("LOT-4711"), []);
  assert.deepEqual(told("Lot"), ["acme-code93 holds digits, capital letters and - . $ / + % blank"]);
});

test("orders are asked for with the token, and become the rows of a form", async () => {
  const asked: unknown[] = [];
  const fetch = async (request: unknown): Promise<DatasetReading> => {
    asked.push(request);
    return { kind: "content", bytes: new TextEncoder().encode('[{"no":1}]'), etag: '"7"' };
  };
  const reading = await erp.read({ address: "acme-erp://orders/2026", etag: null, settings: { token: "t" }, fetch });
  assert.equal(reading.kind === "content" && new TextDecoder().decode(reading.bytes), '{"orders":[{"no":1}]}');
  const url = "https://erp.acme.example/api/orders?year=2026";
  assert.deepEqual(asked, [{ url, etag: null, headers: { authorization: "Bearer t" } }]);
  assert.match(erp.mistake("acme-erp://orders") ?? "", /with the year at the end/);
});
