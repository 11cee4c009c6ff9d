import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { clientFiles } from "../../tools/clients/client-files.ts";

test.each(clientFiles())("$path is what the definition gives; run npm run generate", ({ path, text }) => {
  expect(readFileSync(path, "utf8")).toBe(text);
});

test("the packages of the libraries have the version of the service, whose interface they know", () => {
  const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { readonly version: string };
  const manifest = JSON.parse(readFileSync("clients/typescript/package.json", "utf8")) as { readonly version: string };
  expect(manifest.version).toBe(version);
  expect(readFileSync("clients/python/pyproject.toml", "utf8")).toContain(`\nversion = "${version}"\n`);
});
