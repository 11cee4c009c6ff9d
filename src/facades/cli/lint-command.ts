import { Command } from "commander";
import { type LintedCanvas, ProfileService } from "../../../gen/platen/v1/profile_pb.ts";
import { dayOption } from "./check-command.ts";
import { CliError, type CliHost } from "./host.ts";
import { asOperator } from "./operator.ts";

interface LintOptions {
  readonly asOf: string;
  readonly all?: boolean;
  readonly json?: boolean;
}

const HELP = `
Rules of business profiles hold from a day to a day. For each published canvas of which more is found as of the day than
as of today, prints its id, version and title, and what is found beneath. Canvases whose sources name no profile are
passed over. platen check --as-of judges a file.

With --json prints one object a canvas and a line.

Exit status: 0 no canvas breaks, 1 some do, 2 wrong use.

Examples:
  platen lint --as-of 2027-04-01 --all`;

/** `platen lint --as-of DATE --all`: what a change of the law does to published canvases. */
export function lintCommand(host: CliHost): Command {
  return new Command("lint")
    .summary("tell which published templates a change of the law breaks")
    .description("Judges published canvases of all organizations by the law of a day.")
    .requiredOption("--as-of <date>", "the day whose law is to hold, YYYY-MM-DD")
    .option("--all", "judge all published canvases")
    .option("--json", "print findings in machine form, one object a canvas")
    .addHelpText("after", HELP)
    .action((options: LintOptions) => lint(host, options));
}

async function lint(host: CliHost, { asOf, all, json }: LintOptions): Promise<void> {
  const day = dayOption(asOf) ?? "";
  if (all !== true)
    throw new CliError("Write --all to judge what is published; platen check --as-of judges a file.", 2);
  let judged = 0;
  let found = 0;
  let breaks = false;
  await asOperator(host, ProfileService, async (profiles) => {
    let pageToken = "";
    do {
      const page = await profiles.lintCanvases({ asOf: day, pageToken });
      for (const canvas of page.canvases) {
        host.writeOut(json === true ? `${JSON.stringify(jsonOf(canvas))}\n` : linesOf(canvas));
        breaks ||= canvas.diagnostics.some(({ severity }) => severity === "error");
      }
      judged += page.judged;
      found += page.canvases.length;
      pageToken = page.nextPageToken;
    } while (pageToken !== "");
  });
  if (json !== true) host.writeOut(`Judged ${judged} as of ${day}: more is found of ${found}.\n`);
  if (breaks) throw new CliError("", 1);
}

function linesOf({ id, title, version, diagnostics }: LintedCanvas): string {
  const lines = diagnostics.map(({ line, column, severity, code, message, repair }) => {
    const found = `\t${line}:${column}\t${severity}\t${code}\t${message}\n`;
    return repair === undefined ? found : `${found}\t\t→ ${repair.title}\n`;
  });
  return `${id}\tversion ${version}\t${title}\n${lines.join("")}`;
}

function jsonOf({ id, title, version, organizationId, workspaceId, diagnostics }: LintedCanvas) {
  const found = diagnostics.map(({ $typeName: _, repair, places, ...finding }) => ({
    ...finding,
    repair: repairOf(repair),
    places: places.map(({ $typeName: __, repair: own, ...place }) => ({ ...place, repair: repairOf(own) })),
  }));
  return { id, title, version, organizationId, workspaceId, diagnostics: found };
}

function repairOf(repair: LintedCanvas["diagnostics"][number]["repair"]) {
  return repair === undefined ? null : { title: repair.title, applicability: repair.applicability };
}
