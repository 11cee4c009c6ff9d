import { Command } from "commander";
import { type LintedCanvas, ProfileService } from "../../../gen/platen/v1/profile_pb.ts";
import { counted } from "../../core/diagnostics/index.ts";
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
as of today, prints its id, version and title, and what is found beneath. So it does where a form allows rules to be
broken, with the reason that it gives. Canvases whose sources name no profile are passed over. platen check --as-of
judges a file.

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
  let allowing = 0;
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
      found += page.canvases.filter(({ diagnostics }) => diagnostics.length > 0).length;
      allowing += page.canvases.filter(({ waivers }) => waivers.length > 0).length;
      pageToken = page.nextPageToken;
    } while (pageToken !== "");
  });
  const allowed = allowing === 0 ? "" : ` ${counted(allowing, "form allows", "forms allow")} rules to be broken.`;
  if (json !== true) host.writeOut(`Judged ${judged} as of ${day}: more is found of ${found}.${allowed}\n`);
  if (breaks) throw new CliError("", 1);
}

function linesOf({ id, title, version, diagnostics, waivers }: LintedCanvas): string {
  const lines = diagnostics.map(({ line, column, severity, code, message, repair }) => {
    const found = `\t${line}:${column}\t${severity}\t${code}\t${message}\n`;
    return repair === undefined ? found : `${found}\t\t→ ${repair.title}\n`;
  });
  const allowed = waivers.map(({ rules, reason, line }) => `\t${line}\tallowed\t${rules.join(", ")}\t${reason}\n`);
  return `${id}\tversion ${version}\t${title}\n${[...lines, ...allowed].join("")}`;
}

function jsonOf({ id, title, version, organizationId, workspaceId, diagnostics, waivers }: LintedCanvas) {
  const found = diagnostics.map(({ $typeName: _, repair, places, ...finding }) => ({
    ...finding,
    repair: repairOf(repair),
    places: places.map(({ $typeName: __, repair: own, ...place }) => ({ ...place, repair: repairOf(own) })),
  }));
  const allowed = waivers.map(({ $typeName: _, ...waiver }) => waiver);
  return { id, title, version, organizationId, workspaceId, diagnostics: found, waivers: allowed };
}

function repairOf(repair: LintedCanvas["diagnostics"][number]["repair"]) {
  return repair === undefined ? null : { title: repair.title, applicability: repair.applicability };
}
