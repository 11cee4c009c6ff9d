import { runCommand } from "../../support/command.ts";
import type { Judge } from "../judge.ts";

export const openApiJudges: readonly Judge[] = [
  {
    name: "redocly: the OpenAPI document",
    needs: [],
    async judge(subjects) {
      const document = await subjects.openApiDocument();
      const result = await runCommand("npx", ["--no-install", "redocly", "lint", "--extends=recommended", document], {
        // It would report to its makers and ask for newer versions; the suite talks to this machine only.
        env: { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
      });
      if (result.exitCode !== 0) throw new Error(result.stdout + result.stderr);
    },
  },
];
