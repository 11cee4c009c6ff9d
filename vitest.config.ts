// First of all: an older Node.js, as where `node_modules/.bin/vitest` is called by its path, gets one plain sentence.
import "./tools/node/version.mjs";
import fs from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { inLane, lane } from "./test/support/lane.ts";

/** Test files that may ask for a database of their own; a private PostgreSQL server is started for them. */
const DATABASE_TESTS = [
  "test/core/{observability,persistence,jobs,services,store,tenancy}/**/*.test.ts",
  "test/facades/**/*.test.ts",
  "test/main/**/*.test.ts",
  "test/attack/**/*.test.ts",
  "test/support/postgres.test.ts",
];

/** Tests of pure stages. They have processes of their own, which end before the memory of one grows beyond 2 GB. */
const STAGES =
  "assist,canvas,check,contract,diagnostics,expression,gate,geometry,language,layout,methods,pictures,schema";
const STAGE_TESTS = [
  `test/core/{${STAGES},reference,sdk,text,unicode}/**/*.test.ts`,
  "test/core/engine/checking/!(same-repairs|silent-stages).test.ts",
  "test/core/engine/worst/*.test.ts",
  "test/plugins/**/*.test.ts",
];

/**
 * The table of faults takes twenty minutes and judges how soon things heal. It runs in the full lane alone, and after
 * all other files, because their load would spoil its times.
 */
const FAULT_TABLE = "test/faults/table.test.ts";

/** Tests whose processes load disks that fail before anything else, so that their threads have them too. */
const DISK_TESTS = "test/core/persistence/{embedded-failures,power-cut}.test.ts";
const DISKS = ["failing-disk", "power-cut"].flatMap((name) => [
  "--import",
  fileURLToPath(new URL(`./test/core/persistence/${name}.ts`, import.meta.url)),
]);

const ALL_TESTS = ["test/**/*.test.ts"];

/**
 * Tests of whole servers under faults, restarts and floods, of threads that fail or fall behind, of commands as
 * processes, of pages in a browser, of pictures point by point, of forms that are broken in every way, of offices'
 * whole forms, of the judges of other tests, and of sources that the compiler of TypeScript refuses. Each takes many
 * seconds on two cores, and the suites of the parts find most of what breaks them: they run before a merge and in the
 * full lane.
 */
const SLOW_TESTS = [
  "attack/attacks",
  "clients/typescript",
  "core/schema/closed-types",
  "core/schema/habits",
  "core/check/one-root",
  "core/engine/office",
  "core/engine/one-round",
  "core/engine/drawing/crew",
  "core/engine/drawing/output-caps",
  "core/engine/drawing/output-policy",
  "core/engine/pool/pool",
  "core/engine/reference-drawn",
  "core/engine/same-bytes",
  "core/engine/drawing/render-profiles",
  "core/engine/drawing/streamed-pages",
  "core/engine/fonts/svg-pictures",
  "core/engine/checking/silent-stages",
  "core/engine/checking/tried-edits",
  "core/jobs/sweeping",
  "core/persistence/embedded-failures",
  "core/persistence/full-disk",
  "core/persistence/killed-starts",
  "core/persistence/opening",
  "core/persistence/opening-postgresql",
  "core/persistence/power-cut",
  "core/persistence/silent-connections",
  "core/reference/followed-words",
  "core/services/door-contract",
  "core/services/lost-answers",
  "core/services/taking-turns",
  "core/services/tool-contract",
  "facades/mcp/authoring-loop",
  "facades/mcp/form/form",
  "facades/oauth/accounts",
  "facades/oauth/lock-out",
  "facades/oauth/other-issuers",
  "facades/oauth/pages",
  "facades/oauth/sign-in-flood",
  "facades/rpc/half-closed-renders",
  "facades/rpc/leaving",
  "main/backup",
  "main/bucket",
  "main/codegen-command",
  "main/command-line",
  "main/dev",
  "main/export",
  "main/faults",
  "main/full-disk",
  "main/full-log",
  "main/hanging-disk",
  "main/jobs",
  "main/leases",
  "main/logs",
  "main/monitoring",
  "main/no-demo",
  "main/people",
  "main/profiles",
  "main/receipts",
  "main/silent-database",
  "main/start",
  "main/stored-commands",
  "main/unruly-plugins",
  "plugins/profiles/jp/every-rule",
  "plugins/profiles/jp/examiner/examiner",
  "plugins/profiles/jp/invoices.mutations",
  "plugins/profiles/jp/trade-and-work.mutations",
  "plugins/renderers/pdf/hostile-data",
  "plugins/renderers/svg/same-picture",
  "simulation/planted",
].map((name) => `test/${name}.test.ts`);

/** What a project leaves out in the running lane. */
const EXCLUDED = [...inLane({ fast: SLOW_TESTS, full: [] }), "**/node_modules/**"];

/**
 * The lanes after the fast one repeat only the tests that behave differently there: those that ask for the lane or for
 * databases, and property tests, whose number of runs `test/support/property-runs.ts` raises.
 */
function testsOfLane(patterns: readonly string[]): string[] {
  if (lane === "fast") return [...patterns];
  const differs = /support\/(?:lane|databases)\.ts|"fast-check"/;
  const files = fs.globSync([...patterns]);
  return files.filter((file) => SLOW_TESTS.includes(file) || differs.test(fs.readFileSync(file, "utf8")));
}

/** Where continuous integration wants the runner's own result as JSON. */
const reportFile = process.env["PLATEN_TEST_REPORT"];

export default defineConfig({
  test: {
    // Forks, because several suites start databases, worker threads or WebAssembly heaps that only the end of a process
    // gives back.
    pool: "forks",
    // Two at a time on two cores: many suites wait for servers, browsers and commands that they started.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // In the fast lane, files share a process's modules: loading them anew takes 1.2 s of computing for each file. What
    // the lanes after it draw would fill a process's memory.
    isolate: inLane({ fast: false, full: true }),
    // Of tests that run at once within a file: they wait for pauses between tries, and compute little.
    maxConcurrency: 20,
    // Far above what any test takes: a machine that does other work besides is slow, and no test is wrong for that.
    testTimeout: 600_000,
    hookTimeout: 300_000,
    // Threads and commands that tests start find what others compiled (`tools/node/check.mjs`).
    env: { NODE_COMPILE_CACHE: fileURLToPath(new URL("./node_modules/.cache/platen-compiled", import.meta.url)) },
    setupFiles: ["test/support/property-runs.ts"],
    reporters: reportFile === undefined ? ["default"] : ["default", ["json", { outputFile: reportFile }]],
    projects: [
      {
        extends: true,
        test: {
          name: "stages",
          include: testsOfLane(STAGE_TESTS),
          exclude: EXCLUDED,
        },
      },
      {
        extends: true,
        test: {
          name: "plain",
          include: testsOfLane(ALL_TESTS),
          exclude: [...DATABASE_TESTS, ...STAGE_TESTS, FAULT_TABLE, ...EXCLUDED],
        },
      },
      {
        extends: true,
        test: {
          name: "database",
          include: testsOfLane(DATABASE_TESTS),
          exclude: [DISK_TESTS, ...EXCLUDED],
          globalSetup: "test/support/postgres.ts",
        },
      },
      {
        extends: true,
        test: {
          name: "disks",
          include: testsOfLane([DISK_TESTS]),
          exclude: EXCLUDED,
          execArgv: DISKS,
        },
      },
      {
        extends: true,
        test: {
          name: "faults",
          include: inLane({ fast: [], merge: [], full: [FAULT_TABLE] }),
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
