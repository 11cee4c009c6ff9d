import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runCommand } from "./command.ts";
import { temporaryFolder } from "./temporary-folder.ts";

function vitestReport(counts: {
  passed: number;
  failed?: number;
  skipped?: number;
  brokenFiles?: number;
  ok?: boolean;
}) {
  const { passed, failed = 0, skipped = 0, brokenFiles = 0, ok = failed + brokenFiles === 0 } = counts;
  return {
    success: ok,
    numPassedTests: passed,
    numFailedTests: failed,
    numPendingTests: skipped,
    numTodoTests: 0,
    testResults: Array.from({ length: brokenFiles }, () => ({ status: "failed", assertionResults: [] })),
  };
}

test.for([
  ["all passed", { fast: vitestReport({ passed: 3 }), full: vitestReport({ passed: 2 }) }, "5 passed, 0 failed", 0],
  [
    "one failed",
    { fast: vitestReport({ passed: 3, failed: 1 }), full: vitestReport({ passed: 2 }) },
    "5 passed, 1 failed",
    1,
  ],
  [
    "some skipped",
    { fast: vitestReport({ passed: 3, skipped: 2 }), full: vitestReport({ passed: 0 }) },
    "3 passed, 0 failed, 2 skipped",
    0,
  ],
  [
    "a file that could not be loaded",
    { fast: vitestReport({ passed: 3, brokenFiles: 1 }), full: vitestReport({ passed: 0 }) },
    "3 passed, 1 failed",
    1,
  ],
  [
    "an error outside any test",
    { fast: vitestReport({ passed: 3, ok: false }), full: vitestReport({ passed: 0 }) },
    "3 passed, 1 failed",
    1,
  ],
  ["a lane without a report", { fast: vitestReport({ passed: 3 }) }, "3 passed, 1 failed", 1],
  ["nothing ran", { fast: vitestReport({ passed: 0 }), full: vitestReport({ passed: 0 }) }, "0 passed, 0 failed", 1],
  [
    "the conformance runner's counts",
    { fast: vitestReport({ passed: 3 }), full: { passed: 4, failed: 1, skipped: 1 } },
    "7 passed, 1 failed, 1 skipped",
    1,
  ],
] as const)("%s", async ([, reports, lastLine, exitCode]) => {
  await using folder = await temporaryFolder("reports");
  for (const [lane, report] of Object.entries(reports)) {
    await writeFile(join(folder.path, `${lane}.json`), JSON.stringify(report));
  }
  const script = join(import.meta.dirname, "sum-reports.ts");
  const result = await runCommand(process.execPath, [script, folder.path, "fast", "full"]);
  expect(result.stdout.trimEnd().split("\n").at(-1)).toBe(lastLine);
  expect(result.exitCode).toBe(exitCode);
});
