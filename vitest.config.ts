import { globSync, readFileSync } from "node:fs";
import { defineConfig } from "vitest/config";

/** Test files that may ask for a database of their own; a private PostgreSQL server is started for them. */
const DATABASE_TESTS = [
  "test/core/{persistence,jobs,services,store,tenancy}/**/*.test.ts",
  "test/facades/**/*.test.ts",
  "test/main/**/*.test.ts",
  "test/support/postgres.test.ts",
];

const ALL_TESTS = ["test/**/*.test.ts"];

/** The full lane repeats only the tests that behave differently there, that is, those that ask for the lane. */
function testsOfLane(patterns: readonly string[]): string[] {
  if (process.env["PLATEN_TEST_LANE"] !== "full") return [...patterns];
  return globSync([...patterns]).filter((file) => readFileSync(file, "utf8").includes("support/lane.ts"));
}

/** Where continuous integration wants the runner's own result as JSON. */
const reportFile = process.env["PLATEN_TEST_REPORT"];

export default defineConfig({
  test: {
    // Forks, because several suites start databases, worker threads or WebAssembly heaps that only a process gives
    // back.
    pool: "forks",
    testTimeout: 20_000,
    hookTimeout: 60_000,
    passWithNoTests: process.env["PLATEN_TEST_LANE"] === "full",
    reporters: reportFile === undefined ? ["default"] : ["default", ["json", { outputFile: reportFile }]],
    projects: [
      {
        extends: true,
        test: { name: "plain", include: testsOfLane(ALL_TESTS), exclude: [...DATABASE_TESTS, "**/node_modules/**"] },
      },
      {
        extends: true,
        test: { name: "database", include: testsOfLane(DATABASE_TESTS), globalSetup: "test/support/postgres.ts" },
      },
    ],
  },
});
