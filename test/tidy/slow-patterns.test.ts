// Patterns that meet what others sent, on the thread that answers everybody: each goes through a text once.
import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { patternsOf, slowText } from "./slow-patterns.ts";

/** What runs in the server's main thread; worker threads are stopped where they take long. */
const MAIN_THREAD = [
  "src/facades/{admin,http,links,oauth,openapi,rpc}/**/*.ts",
  "src/facades/mcp/*.ts",
  "src/core/{contract,diagnostics,fetching,jobs,links,mail,methods,network,observability}/**/*.ts",
  "src/core/{persistence,schema,services,store,tenancy}/**/*.ts",
];

/** Those that see short texts alone, and why. */
const SHORT: Readonly<Record<string, string>> = {
  "^[^\\p{L}]+|[^\\p{L}]+$": "a password has 256 characters at most",
  "\\{([^}]+)\\}": "it is an address of the definition",
  "[. ]+$": "a file's name is cut to 240 bytes before",
  "^[-. _]+|[-. _]+$": "a file's name has 240 bytes at most",
  "(\\d+)\\.(\\d+)\\.(\\d+)\\.(\\d+)$": "it is known to be an address by then",
  '".*" is not valid JSON$': "the parser of JSON shows some ten characters",
  "0+$": "numbers in data have 400 digits at most, and threads judge them",
  "\\.?0+$": "numbers in data have 400 digits at most, and threads judge them",
};

test("no pattern of the main thread goes through a text again and again", () => {
  const patterns = globSync(MAIN_THREAD).flatMap((path) =>
    patternsOf(path, readFileSync(path, "utf8")).map((pattern) => ({ ...pattern, path })),
  );
  expect(patterns.length).toBeGreaterThan(100);
  const slow = patterns.flatMap((pattern) => {
    const text = slowText(pattern);
    return text === null ? [] : [{ ...pattern, text }];
  });
  expect(slow.filter(({ source }) => !(source in SHORT))).toEqual([]);
  // A pattern that is gone, or no longer slow, needs no excuse.
  expect(Object.keys(SHORT).filter((source) => !slow.some((each) => each.source === source))).toEqual([]);
});

test.each([
  ['"(?:[^"\\\\]|\\\\.)*"', true],
  ["\\s*[\\t\\r\\n]+\\s*", true],
  ["(?:a|b)+$", true],
  ["\\s+", false],
  ['"(?:[^"\\\\]|\\\\.)*(?:"|\\\\?$)', false],
])("%s goes through a text again and again: %s", (source, isAgain) => {
  expect(slowText({ source, flags: "g", line: 1 }) !== null).toBe(isAgain);
});
