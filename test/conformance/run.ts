import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { parseArgs } from "node:util";
import { type Judge, NotHereError } from "./judge.ts";
import { billOfMaterialsJudges } from "./judges/bill-of-materials.ts";
import { codegenJudges } from "./judges/codegen.ts";
import { generatedClientJudges } from "./judges/generated-clients.ts";
import { jpPintJudges } from "./judges/jp-pint.ts";
import { laterToolJudges } from "./judges/later-tools.ts";
import { mcpAuthorizationJudges } from "./judges/mcp-authorization.ts";
import { mcpServerJudges } from "./judges/mcp-servers.ts";
import { openApiJudges } from "./judges/openapi.ts";
import { passwordJudges } from "./judges/passwords.ts";
import { pdfJudges } from "./judges/pdf.ts";
import { pythonContractJudges } from "./judges/python-contract.ts";
import { s3Judges } from "./judges/s3.ts";
import { schemathesisJudges } from "./judges/schemathesis.ts";
import { sdkJudges } from "./judges/sdks.ts";
import { svgPictureJudges } from "./judges/svg-pictures.ts";
import { textReaderJudges } from "./judges/text-readers.ts";
import { veraPdfJudges } from "./judges/verapdf.ts";
import { makeSubjects } from "./subjects.ts";

// npm run conformance [-- --json FILE] [-- --only WORD]: asks every outside judge of the table, or those with a word in
// their names, and prints one line for each.

const JUDGES: readonly Judge[] = [
  ...pdfJudges,
  ...passwordJudges,
  ...textReaderJudges,
  ...laterToolJudges,
  ...veraPdfJudges,
  ...jpPintJudges,
  ...openApiJudges,
  ...generatedClientJudges,
  ...codegenJudges,
  ...sdkJudges,
  ...pythonContractJudges,
  ...mcpServerJudges,
  ...mcpAuthorizationJudges,
  ...s3Judges,
  ...schemathesisJudges,
  ...svgPictureJudges,
  ...billOfMaterialsJudges,
];

/** So long the process may take to end after the last judge. */
const END_MS_MAX = 30_000;

const EXAMPLE_INVOICE = "docs/examples/invoice.rpt";

type Verdict = "passed" | "failed" | "skipped";

const { values: options } = parseArgs({ options: { json: { type: "string" }, only: { type: "string", default: "" } } });
const counts: Record<Verdict, number> = { passed: 0, failed: 0, skipped: 0 };
await using subjects = await makeSubjects(EXAMPLE_INVOICE);
for (const judge of JUDGES.filter(({ name }) => name.includes(options.only))) {
  const { verdict, words } = await ask(judge);
  counts[verdict] += 1;
  console.log(
    `${verdict.padEnd(8)}${judge.name}${words === "" ? "" : `\n        ${words.replaceAll("\n", "\n        ")}`}`,
  );
}
console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
if (options.json !== undefined) await writeFile(options.json, `${JSON.stringify(counts)}\n`);
process.exitCode = counts.failed === 0 ? 0 : 1;
// A judge that leaves a server or a timer behind would keep this process for ever.
setTimeout(() => {
  console.error(`A judge left something behind: ${process.getActiveResourcesInfo().join(", ")}.`);
  process.exit(1);
}, END_MS_MAX).unref();

async function ask(judge: Judge): Promise<{ readonly verdict: Verdict; readonly words: string }> {
  const missing = judge.needs.filter((command) => !onPath(command));
  if (missing.length > 0) return { verdict: "skipped", words: `this machine has no ${missing.join(", ")}` };
  try {
    await judge.judge(subjects);
    return { verdict: "passed", words: "" };
  } catch (error) {
    if (error instanceof NotHereError) return { verdict: "skipped", words: error.message };
    return { verdict: "failed", words: (error instanceof Error ? error.message : String(error)).trim() };
  }
}

function onPath(command: string): boolean {
  return (process.env["PATH"] ?? "").split(delimiter).some((folder) => existsSync(join(folder, command)));
}
