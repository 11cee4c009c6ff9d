import { existsSync } from "node:fs";
import { join } from "node:path";
import { runCommand } from "../support/command.ts";
import { NotHereError } from "./judge.ts";
import type { Subjects } from "./subjects.ts";

const FETCH_TIMEOUT_MS = 300_000;

/** Python with packages in an environment of its own; a machine that can't fetch them skips its judgement. */
export async function pythonWith(
  { folder }: Pick<Subjects, "folder">,
  ...requirements: readonly [string, ...string[]]
): Promise<string> {
  const environment = join(folder, requirements[0].replace(/\W.*/, ""));
  const program = join(environment, "bin/python");
  if (existsSync(program)) return program;
  const made = await runCommand("python3", ["-m", "venv", environment], { timeoutMs: FETCH_TIMEOUT_MS });
  if (made.exitCode !== 0) throw new NotHereError("Python has no venv here");
  const quiet = ["--quiet", "--disable-pip-version-check"];
  const fetched = await runCommand(join(environment, "bin/pip"), ["install", ...quiet, ...requirements], {
    timeoutMs: FETCH_TIMEOUT_MS,
  });
  if (fetched.exitCode !== 0) throw new NotHereError(`pip could not fetch ${requirements.join(", ")}`);
  return program;
}
