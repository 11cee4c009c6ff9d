import { Command } from "commander";
import { formatDiagnostics } from "../../core/diagnostics/index.ts";
import { readAssets, readInput, readSource, writeOutput } from "./files.ts";
import { CliError, type CliHost } from "./host.ts";
import { EXAMPLES_SHOWN } from "./rendering-refusal.ts";

interface ExportOptions {
  readonly data?: string;
  readonly format: string;
  readonly output: string;
}

const HELP = `
Formats come with plugins: platen plugins lists them. jp-pint is the invoice of Peppol in Japan, as XML (UBL 2.1).
A format reads the roles of fields and lets (platen reference roles). Every figure in the file is the figure on paper:
where the two would differ, or the form lacks what the format needs, nothing is written, and each reason is told.
Without --data it writes the template's own dataset or, saying so on standard error, the example values.

Exit status: 0 written, 1 the template or the data is refused, 2 wrong use.

Examples:
  platen export invoice.rpt --data october.json --format jp-pint -o october.xml
  cat october.json | platen export invoice.rpt --data - --format jp-pint -o - > october.xml`;

/** `platen export FILE`: the form's figures for another program, without a server. */
export function exportCommand(host: CliHost): Command {
  return new Command("export")
    .summary("write a form as structured data, such as an invoice in JP PINT")
    .description("Writes one form and its JSON data in a structured format, from the roles of its values.")
    .argument("<file>", "template (.rpt); - reads standard input")
    .option("--data <file>", "JSON payload; - reads standard input")
    .requiredOption("--format <name>", "the format, such as jp-pint")
    .requiredOption("-o, --output <file>", "where the file goes; - writes standard output")
    .addHelpText("after", HELP)
    .action((file: string, options: ExportOptions) => exportFile(host, file, options));
}

async function exportFile(host: CliHost, file: string, { data: dataFile, format, output }: ExportOptions) {
  if (dataFile === "-" && file === "-") {
    throw new CliError("Standard input can be the template or the data, not both.", 2);
  }
  const source = await readSource(host, file);
  const data = dataFile === undefined ? null : await readInput(host, dataFile);
  const engine = await host.engine();
  const assets = await readAssets(host, file, source);
  const { value, diagnostics, installedFormats, usedExamples } = engine.export({ source, data, assets, format });
  if (installedFormats !== undefined) {
    throw new CliError(
      `The format ${format} is not installed. Installed: ${installedFormats.join(", ") || "none"}.`,
      2,
    );
  }
  if (diagnostics.length > 0) host.writeError(formatDiagnostics(source, diagnostics));
  if (value === null) throw new CliError(`${file} can't be exported as ${format}; nothing was written.`, 1);
  if (usedExamples) host.writeError(EXAMPLES_SHOWN.replace("this preview shows", "the file holds"));
  await writeOutput(host, output, value.bytes);
}
