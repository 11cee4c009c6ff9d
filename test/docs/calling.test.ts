// The page of the services: every method that the public port has, each with a call that it reads.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { decodeBody, platenMethods } from "../../src/core/methods/index.ts";

const PAGE = readFileSync(join(import.meta.dirname, "../../docs/calling.md"), "utf8");
const CALL = /-d '((?:[^']|'\\'')*)' \\\n {2}http:\/\/127\.0\.0\.1:8080(\/platen\.v1\.\w+\/\w+)/g;
const CALLS = [...PAGE.matchAll(CALL)].map(([, body = "", path = ""]) => ({
  path,
  body: body.replaceAll("'\\''", "'"),
}));

describe("the page of the services", () => {
  test("has each public method once, and nothing of the operator's", () => {
    const open = platenMethods.methods.filter(({ roles }) => !roles.has("operator"));
    expect(CALLS.map(({ path }) => path).sort()).toEqual(open.map(({ rpcPath }) => rpcPath).sort());
  });

  test.each(CALLS)("shows a body that $path reads", async ({ path, body }) => {
    const method = platenMethods.methods.find(({ rpcPath }) => rpcPath === path);
    if (method === undefined) throw new Error(`${path} is no method`);
    const { input } = method.descriptor;
    const message = await decodeBody(input, new TextEncoder().encode(body), { fields: "every" });
    expect(message.$typeName).toBe(input.typeName);
  });
});
