import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { formatSource } from "../../src/core/language/index.ts";

const EXAMPLES = new URL("../../docs/examples/", import.meta.url);
const NAMES = readdirSync(EXAMPLES).filter((name) => name.endsWith(".rpt"));

test("there are examples", () => {
  expect(NAMES).not.toEqual([]);
});

test.each(NAMES)("%s is written as platen fmt writes it", (name) => {
  const source = readFileSync(new URL(name, EXAMPLES), "utf8");
  expect(formatSource(source).value).toBe(source);
});
