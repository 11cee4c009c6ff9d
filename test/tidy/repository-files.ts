import { expect } from "vitest";
import { runCommand } from "../support/command.ts";

/** What git tracks or would track: ignored files are nobody's concern. */
export async function repositoryFiles(): Promise<string[]> {
  const listed = await runCommand("git", ["ls-files", "--cached", "--others", "--exclude-standard", "-z"]);
  expect(listed.stderr).toBe("");
  return [...new Set(listed.stdout.split("\0"))].filter((path) => path !== "");
}
