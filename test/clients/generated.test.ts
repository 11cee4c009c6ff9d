import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { clientFiles } from "../../tools/clients/client-files.ts";

test.each(clientFiles())("$path is what the definition gives; run npm run generate", ({ path, text }) => {
  expect(readFileSync(path, "utf8")).toBe(text);
});

test("no file stays of a record that is there no more", () => {
  const written = clientFiles().map(({ path }) => path);
  const models = globSync("clients/java/src/main/java/platen/client/model/*");
  expect(models.filter((path) => !written.includes(path))).toEqual([]);
  expect(models.length).toBeGreaterThan(0);
});

test("the packages of the libraries have the version of the service, whose interface they know", () => {
  const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { readonly version: string };
  const manifest = JSON.parse(readFileSync("clients/typescript/package.json", "utf8")) as { readonly version: string };
  expect(manifest.version).toBe(version);
  expect(readFileSync("clients/python/pyproject.toml", "utf8")).toContain(`\nversion = "${version}"\n`);
  expect(readFileSync("clients/go/README.md", "utf8")).toContain(`example.com/platen@v${version} `);
  for (const path of ["clients/java/pom.xml", "clients/java/README.md"]) {
    const own = `<artifactId>platen-client</artifactId>\n  <version>${version}</version>`;
    expect(readFileSync(path, "utf8")).toContain(own);
  }
});
