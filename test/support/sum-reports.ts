import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

// Sums the reports of the lanes and prints the one line that continuous integration ends with. Exits with 1 where
// anything failed or nothing ran: node sum-reports.ts FOLDER LANE…, reading FOLDER/LANE.json.

interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** The part of Vitest's JSON report that is read here. */
interface VitestReport {
  readonly success: boolean;
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly {
    readonly status: string;
    readonly assertionResults: readonly { status: string }[];
  }[];
}

function countsOf(report: VitestReport | Counts): Counts {
  if (!("testResults" in report)) return report;
  // A file that could not be loaded has no failed test of its own, and a run may fail outside any test.
  const brokenFiles = report.testResults.filter(
    (file) => file.status === "failed" && !file.assertionResults.some((test) => test.status === "failed"),
  ).length;
  const failed = report.numFailedTests + brokenFiles;
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && !report.success ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** A lane that left no report broke before its first test. */
const NO_REPORT: Counts = { passed: 0, failed: 1, skipped: 0 };

const [folder = ".", ...lanes] = process.argv.slice(2);
const total = { passed: 0, failed: 0, skipped: 0 };
for (const lane of lanes) {
  const path = join(folder, `${lane}.json`);
  const counts = existsSync(path) ? countsOf(JSON.parse(readFileSync(path, "utf8"))) : NO_REPORT;
  console.log(`${lane}: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
  total.passed += counts.passed;
  total.failed += counts.failed;
  total.skipped += counts.skipped;
}
const skipped = total.skipped === 0 ? "" : `, ${total.skipped} skipped`;
console.log(`${total.passed} passed, ${total.failed} failed${skipped}`);
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
