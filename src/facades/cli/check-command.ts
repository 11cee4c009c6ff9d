import { Command, InvalidArgumentError, Option } from "commander";
import {
  CODES,
  filterFindings,
  formatDiagnostics,
  hasErrors,
  machineDiagnostics,
  type Severity,
} from "../../core/diagnostics/index.ts";
import type { Engine } from "../../core/engine/index.ts";
import { readAssets, readInput, readSource } from "./files.ts";
import { CliError, type CliHost } from "./host.ts";

interface CheckOptions {
  readonly data?: string;
  readonly json?: boolean;
  readonly profile?: readonly string[];
  readonly asOf?: string;
  readonly severity: readonly string[];
  readonly code: readonly string[];
  readonly reading?: boolean;
  readonly advise?: boolean;
}

const SEVERITIES = ["error", "warning", "info"] as const satisfies readonly Severity[];

const HELP = `
Prints one finding a line, as line:col, severity, code and message with tabs between, the repair beneath: errors first,
and what is said of many places once, with their count and places. What a rule finds ends in the law and article that
it cites, in brackets.
With --json prints one object a file and a line: {"file", "diagnostics": [{line, column, endLine, endColumn,
severity, code, message, why, repair, basis, count, places: [{line, column, endLine, endColumn, message, repair}]}]}.
--severity and --code show some findings only, and say what they leave out; the exit status speaks of all.
With --advise also says what a designer would change (RPT51…): sizes, gaps, edges and columns that are nearly, but not
quite, right. None of it is wrong. It is told of a form without errors alone: mend those first.
With --reading prints also what a screen reader says of the drawn form: a line for each text, row of a table and
picture. A file has that order where its form promises tags (ua=1, pdf=a-2a, pdf=a-3a). With --json it is "reading",
a list of texts.
Below the findings, each profile of a kind of paper that misses nothing is named: its required items were found. That is
no legal advice.

The language on one page: platen reference; the roles that profiles read: platen reference roles.

Exit status: 0 no errors (warnings may stand), 1 errors, 2 wrong use.

Examples:
  platen check invoice.rpt
  platen check invoice.rpt --data october.json
  platen check invoice.rpt --profile jp.typography --as-of 2027-04-01
  platen check invoice.rpt --severity error
  platen check invoice.rpt --code RPT5006 --code jp.invoice
  platen check invoice.rpt --advise
  platen check invoice.rpt --reading
  platen check forms/*.rpt --json`;

/** `platen check FILE…`: the gate, without a server. */
export function checkCommand(host: CliHost): Command {
  return new Command("check")
    .summary("check templates: syntax, names, types, and whether content fits")
    .description("Checks templates and lays them out with their example values, or with the data you give.")
    .argument("<files...>", "templates (.rpt); - reads standard input")
    .option("--data <file>", "lay out with this JSON instead of the example values; - reads standard input")
    .option("--profile <name>", "judge by this business profile too; may be repeated", collected, [])
    .option("--as-of <date>", "judge by the law of this day, YYYY-MM-DD; else by that of the form's own date")
    .addOption(
      new Option("--severity <severity>", "show findings of this severity only; may be repeated")
        .argParser(severityAnd)
        .default([], "all"),
    )
    .option("--code <code>", "show findings of this code, or whose code begins so; may be repeated", collected, [])
    .option("--advise", "say also what a designer would change of a form without errors, as infos")
    .option("--reading", "print also what a screen reader says of the pages, in its order")
    .option("--json", "print findings in machine form, one object a file")
    .addHelpText("after", HELP)
    .action((files: readonly string[], options: CheckOptions) => check(host, files, options));
}

function severityAnd(word: string, before: readonly string[]): readonly string[] {
  if (SEVERITIES.some((severity) => severity === word)) return collected(word, before);
  throw new InvalidArgumentError(`Allowed are ${SEVERITIES.join(", ")}.`);
}

function collected(name: string, before: readonly string[]): readonly string[] {
  return [...before, name];
}

/** `2027-04-01`; a date that no calendar has is wrong use. */
export function dayOption(text: string | undefined): string | null {
  if (text === undefined) return null;
  const date = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : null;
  if (date !== null && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)) return text;
  throw new CliError(`--as-of takes a day such as 2027-04-01, not "${text}".`, 2);
}

/** A code that nothing bears would show nothing, as if all were well. */
function refuseUnknownCodes(asked: readonly string[], engine: Pick<Engine, "profiles">): void {
  // Which profiles there are is known once their thread has started; most checks ask for no code.
  if (asked.length === 0) return;
  const codes = [...Object.keys(CODES), ...engine.profiles().map(({ name }) => `${name}/`)];
  for (const code of asked) {
    const own = code.toLowerCase();
    const isKnown = codes.some((each) => {
      const known = each.toLowerCase();
      return own !== "" && (known.startsWith(own) || (known.endsWith("/") && own.startsWith(known)));
    });
    if (isKnown) continue;
    const advice = "Write one of the reference such as RPT5006, how it begins (RPT5), or a profile (jp.invoice).";
    throw new CliError(`No finding has the code "${code}". ${advice}`, 2);
  }
}

async function check(host: CliHost, files: readonly string[], options: CheckOptions): Promise<void> {
  if (options.data === "-" && files.includes("-")) {
    throw new CliError("Standard input can be the template or the data, not both.", 2);
  }
  const data = options.data === undefined ? null : await readInput(host, options.data);
  const asOf = dayOption(options.asOf);
  const judged = {
    profiles: options.profile ?? [],
    ...(asOf === null ? {} : { asOf }),
    reading: options.reading === true,
    advise: options.advise === true,
  };
  const engine = await host.engine();
  refuseUnknownCodes(options.code, engine);
  let failed = 0;
  for (const file of files) {
    const source = await readSource(host, file);
    const assets = await readAssets(host, file, source);
    const {
      diagnostics,
      unknownProfiles = [],
      completeProfiles = [],
      reading,
    } = engine.check({ source, data, assets, ...judged });
    if (unknownProfiles.length > 0) throw new CliError(notInstalled(unknownProfiles, engine), 2);
    if (hasErrors(diagnostics)) failed += 1;
    const { shown, leftOut } = filterFindings(diagnostics, { severities: options.severity, codes: options.code });
    if (options.json === true) {
      const rest = { ...(leftOut === null ? {} : { leftOut }), ...(reading === undefined ? {} : { reading }) };
      host.writeOut(`${JSON.stringify({ file, diagnostics: machineDiagnostics(source, shown), ...rest })}\n`);
    } else {
      if (files.length > 1) host.writeOut(`${file}\n`);
      host.writeOut(diagnostics.length === 0 ? "No findings.\n" : formatDiagnostics(source, shown));
      if (leftOut !== null) host.writeOut(`Found, but not asked for: ${leftOut}.\n`);
      for (const name of completeProfiles) host.writeOut(`${name}: required items found.\n`);
      if (reading !== undefined) host.writeOut(`\nRead aloud:\n${reading.map((line) => `${line}\n`).join("")}`);
    }
  }
  if (failed > 0) throw new CliError("", 1);
}

function notInstalled(names: readonly string[], engine: Pick<Engine, "profiles">): string {
  const installed = engine.profiles().map((profile) => profile.name);
  const [noun, verb] = names.length === 1 ? ["profile", "is"] : ["profiles", "are"];
  return `The ${noun} ${names.join(", ")} ${verb} not installed. Installed: ${installed.join(", ") || "none"}.`;
}
