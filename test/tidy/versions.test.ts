import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ENGINE_VERSION } from "../../src/core/engine/index.ts";

const read = (path: string): string => readFileSync(path, "utf8");
const versionIn = (path: string, written: RegExp): string | undefined => written.exec(read(path))?.[1];

/** Every file that has a version of its own beside `package.json`. */
const VERSIONS: readonly (readonly [where: string, version: () => string | undefined])[] = [
  ["src/core/engine/messages/version.ts", () => ENGINE_VERSION],
  ["package-lock.json", () => versionIn("package-lock.json", /^ {2}"version": "([^"]+)"/mu)],
  [
    "clients/typescript/package.json",
    () => versionIn("clients/typescript/package.json", /^ {2}"version": "([^"]+)"/mu),
  ],
  ["clients/python/pyproject.toml", () => versionIn("clients/python/pyproject.toml", /^version = "([^"]+)"/mu)],
  // The parent's and the dependencies' versions stand deeper.
  ["clients/java/pom.xml", () => versionIn("clients/java/pom.xml", /^ {2}<version>([^<]+)<\/version>/mu)],
];

test.each(VERSIONS)("%s has the package's version", (_, version) => {
  expect(version()).toBe(versionIn("package.json", /^ {2}"version": "([^"]+)"/mu));
});
