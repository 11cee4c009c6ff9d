// The bytes of each example as it is: whoever changes them sees it, and which forms have no hash yet.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { runCommand } from "../../support/command.ts";

const SCRIPT = fileURLToPath(new URL("./hash-examples.ts", import.meta.url));
/** Written by the test of all variants: `PLATEN_TEST_LANE=merge npx vitest run test/core/engine/same-bytes -u`. */
const GOLDEN = new URL("./golden/example-hashes.txt", import.meta.url);

test("every example has the hash that it always had", async () => {
  const { exitCode, stderr, stdout } = await runCommand(process.execPath, [SCRIPT, "--plain"], { timeoutMs: 120_000 });
  expect(exitCode, stderr).toBe(0);
  const kept = readFileSync(GOLDEN, "utf8")
    .split("\n")
    .filter((line) => line.includes(" plain "));
  expect(stdout.trimEnd().split("\n")).toEqual(kept);
});
