import { existsSync } from "node:fs";
import { join } from "node:path";
import { runCommand } from "../../support/command.ts";
import { startService } from "../../support/service.ts";
import { type Judge, NotHereError } from "../judge.ts";
import type { Subjects } from "../subjects.ts";

// schemathesis, a tester of interfaces by their OpenAPI documents: a Python program, fetched by pip at a fixed version.

const VERSION = "4.32.5";

/** Requests to each operation and phase. */
const EXAMPLES_MAX = 200;

/**
 * All of its checks but two. One wants that whatever satisfies the document is accepted; what `data` has to be is a
 * matter of the template, not of the document, so a right envelope with data of no template is refused, as it should
 * be. The other wants 401 or 403 for an unknown key; it is 404 here, so that nobody learns which keys there are.
 */
const CHECKS_LEFT_OUT = "positive_data_acceptance,ignored_auth";

const FETCH_TIMEOUT_MS = 300_000;
const RUN_TIMEOUT_MS = 1_200_000;

/** It sends more in a minute than any plan takes. */
const PLANS = JSON.stringify({ enterprise: { requestsPerMinute: 10_000_000, recordsPerMinute: 10_000_000 } });

export const schemathesisJudges: readonly Judge[] = [
  {
    name: "schemathesis: a running server and its OpenAPI document",
    needs: ["python3"],
    async judge(subjects) {
      const program = await schemathesis(subjects);
      await using service = await startService({ env: { PLATEN_PLANS: PLANS } });
      const result = await runCommand(
        program,
        [
          "run",
          `${service.baseUrl}/v1/openapi.json`,
          `--url=${service.baseUrl}`,
          `--header=x-api-key:${service.demo().renderKey}`,
          `--max-examples=${EXAMPLES_MAX}`,
          `--exclude-checks=${CHECKS_LEFT_OUT}`,
          "--generation-deterministic",
          "--continue-on-failure",
          "--warnings=off",
        ],
        { cwd: subjects.folder, env: { PYTHONUTF8: "1" }, timeoutMs: RUN_TIMEOUT_MS },
      );
      if (result.exitCode !== 0) throw new Error(result.stdout + result.stderr);
    },
  },
];

/** The program, in an environment of its own; a machine that can't fetch it skips its judgement. */
async function schemathesis({ folder }: Subjects): Promise<string> {
  const environment = join(folder, "schemathesis");
  const made = await runCommand("python3", ["-m", "venv", environment]);
  if (made.exitCode !== 0) throw new NotHereError("Python has no venv here");
  const pip = join(environment, "bin/pip");
  const quiet = ["--quiet", "--disable-pip-version-check"];
  const fetched = await runCommand(pip, ["install", ...quiet, `schemathesis==${VERSION}`], {
    timeoutMs: FETCH_TIMEOUT_MS,
  });
  const program = join(environment, "bin/schemathesis");
  if (fetched.exitCode !== 0 || !existsSync(program)) throw new NotHereError("pip could not fetch schemathesis");
  return program;
}
