import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { canonicalJson, contentHash, examplePayload, parseCanvas } from "../../../src/core/canvas/index.ts";
import { describeItem, layOutData } from "../../support/lay-out.ts";

// Published templates are kept as they were compiled. This one was compiled by the first compiler of format 1; it is
// never compiled again, and it renders as it did: what moves here is a change of typography, which the CHANGELOG names.
const FROZEN = readFileSync(new URL("frozen/invoice.canvas", import.meta.url), "utf8").trim();

test("a canvas that an older compiler wrote is read, and is what it was", () => {
  expect(canonicalJson(parseCanvas(FROZEN))).toBe(FROZEN);
  expect(contentHash(FROZEN)).toBe("efff3e45f69507687f73888a46f78c9af3c936b9c7f5fd1b24ea472bde2e8c66");
});

test("a canvas that an older compiler wrote lies on its page as ever", async () => {
  const canvas = parseCanvas(FROZEN);
  const { value, diagnostics } = layOutData(canvas, JSON.parse(examplePayload(canvas)));
  expect(diagnostics).toEqual([]);
  const pages = value.pages.map((page) => page.items.map(describeItem));
  await expect(`${JSON.stringify(pages, null, 2)}\n`).toMatchFileSnapshot("frozen/invoice.pages.json");
});
