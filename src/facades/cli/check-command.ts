import { Command } from "commander";
import { formatDiagnostics, hasErrors, machineDiagnostics } from "../../core/diagnostics/index.ts";
import { readAssets, readInput, readSource } from "./files.ts";
import { CliError, type CliHost } from "./host.ts";

interface CheckOptions {
  readonly data?: string;
  readonly json?: boolean;
}

const HELP = `
Prints one finding a line, as line:col, severity, code and message with tabs between, the repair beneath.
With --json prints one object a file and a line: {"file", "diagnostics": [{line, column, endLine, endColumn,
severity, code, message, why, repair}]}.

The language on one page: platen reference; the roles that profiles read: platen reference roles.

Exit status: 0 no errors (warnings may stand), 1 errors, 2 wrong use.

Examples:
  platen check invoice.rpt
  platen check invoice.rpt --data october.json
  platen check forms/*.rpt --json`;

/** `platen check FILE…`: the gate, without a server. */
export function checkCommand(host: CliHost): Command {
  return new Command("check")
    .summary("check templates: syntax, names, types, and whether content fits")
    .description("Checks templates and lays them out with their example values, or with the data you give.")
    .argument("<files...>", "templates (.rpt); - reads standard input")
    .option("--data <file>", "lay out with this JSON instead of the example values; - reads standard input")
    .option("--json", "print findings in machine form, one object a file")
    .addHelpText("after", HELP)
    .action((files: readonly string[], options: CheckOptions) => check(host, files, options));
}

async function check(host: CliHost, files: readonly string[], options: CheckOptions): Promise<void> {
  if (options.data === "-" && files.includes("-")) {
    throw new CliError("Standard input can be the template or the data, not both.", 2);
  }
  const data = options.data === undefined ? null : await readInput(host, options.data);
  const engine = await host.engine();
  let failed = 0;
  for (const file of files) {
    const source = await readSource(host, file);
    const { diagnostics } = await engine.check({ source, data, assets: await readAssets(host, file, source) });
    if (hasErrors(diagnostics)) failed += 1;
    if (options.json === true) {
      host.writeOut(`${JSON.stringify({ file, diagnostics: machineDiagnostics(source, diagnostics) })}\n`);
    } else {
      if (files.length > 1) host.writeOut(`${file}\n`);
      host.writeOut(diagnostics.length === 0 ? "No findings.\n" : formatDiagnostics(source, diagnostics));
    }
  }
  if (failed > 0) throw new CliError("", 1);
}
