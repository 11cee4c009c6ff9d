import { Command, Option } from "commander";
import { formatDiagnostics, hasErrors } from "../../core/diagnostics/index.ts";
import { DEFAULT_CREATED_AT, isCreatedAt, receiptText } from "../../core/engine/index.ts";
import { readAssets, readInput, readSource, writeOutput } from "./files.ts";
import { CliError, type CliHost } from "./host.ts";
import { passwordFrom } from "./password.ts";
import { EXAMPLES_SHOWN, refusalOf, sourceRefusalOf } from "./rendering-refusal.ts";

interface RenderOptions {
  readonly data?: string;
  readonly dataList?: string;
  readonly output: string;
  readonly createdAt?: string;
  readonly title?: string;
  readonly passwordEnv?: string;
  readonly receipt?: string;
  readonly onMisfit: "report" | "refuse";
}

const HELP = `
Without --data it draws the template's own dataset or, saying so on standard error, the example values: a preview.
The same template, data and --created-at give the same bytes on every machine. A file of several documents is titled as
the template is; the service titles it as its catalogue names the template, which --title says here.
What is found of the form with this data (content that does not fit, overlaps or is cut, members of the data that look
like a slip) stands on standard error, as platen check prints it. --on-misfit refuse makes no file then. Otherwise the
file is written, and errors (such as a character that no font has, printed as an empty box) end the command with exit
status 1.
A form with a source line takes its list from --data alone: --data-list is refused there.
Pictures that asset lines name are read from the template's folder.

A password never stands in an argument, which other users of the machine can see: --password-env names the variable of
the environment that holds it. --receipt writes what the file was made from, for platen verify.

Exit status: 0 rendered without errors (warnings may stand), 1 the template or the data is refused or the written file
has errors, 2 wrong use.

Examples:
  platen render invoice.rpt -o preview.pdf
  platen render invoice.rpt --data october.json -o october.pdf
  platen render invoice.rpt --data-list october-all.json -o october.pdf
  cat october.json | platen render invoice.rpt --data - -o - > october.pdf`;

/** `platen render FILE`: one file, without a server. */
export function renderCommand(host: CliHost): Command {
  return new Command("render")
    .summary("render one template to a PDF file, without a server")
    .description("Renders one template with JSON data to a PDF file.")
    .argument("<file>", "template (.rpt); - reads standard input")
    .option("--data <file>", "JSON payload; - reads standard input")
    .addOption(
      new Option("--data-list <file>", "JSON array of payloads, each a document of its own in the one file").conflicts(
        "data",
      ),
    )
    .requiredOption("-o, --output <file>", "where the PDF goes; - writes standard output")
    .option("--created-at <time>", `the file's date, YYYY-MM-DDTHH:MM:SSZ (default ${DEFAULT_CREATED_AT})`)
    .option("--title <text>", "the title of a file of several documents (default: that of the template)")
    .option("--password-env <name>", "environment variable with the password that opens the file")
    .option("--receipt <file>", "where a receipt of the rendering goes")
    .addOption(
      new Option("--on-misfit <what>", "what becomes of a file whose content does not fit, is cut or lost")
        .choices(["report", "refuse"])
        .default("report"),
    )
    .addHelpText("after", HELP)
    .action((file: string, options: RenderOptions) => render(host, file, options));
}

async function render(host: CliHost, file: string, options: RenderOptions): Promise<void> {
  const dataFile = options.dataList ?? options.data;
  if (dataFile === "-" && file === "-") {
    throw new CliError("Standard input can be the template or the data, not both.", 2);
  }
  const source = await readSource(host, file);
  const data = dataFile === undefined ? null : await readInput(host, dataFile);
  const isList = options.dataList !== undefined;
  const createdAt = options.createdAt ?? DEFAULT_CREATED_AT;
  if (!isCreatedAt(createdAt)) {
    throw new CliError(`--created-at ${createdAt} is no real time. Write it like 2026-11-20T09:00:00Z.`, 2);
  }
  const password = passwordFrom(host, options.passwordEnv);
  const engine = await host.engine();
  const assets = await readAssets(host, file, source);
  const answer = await engine.preview({
    ...{ source, data, isList, assets, renderer: "pdf" },
    options: { createdAt, ...password, ...(options.title === undefined ? {} : { collatedTitle: options.title }) },
    refusesMisfit: options.onMisfit === "refuse",
  });
  if (answer.kind === "invalid-source") throw sourceRefusalOf(host, file, source, answer.diagnostics);
  if (answer.usedExamples) host.writeError(EXAMPLES_SHOWN);
  const { rendering } = answer;
  if (rendering.kind !== "rendered") throw refusalOf(host, source, rendering);
  if (rendering.diagnostics.length > 0) host.writeError(formatDiagnostics(source, rendering.diagnostics));
  await writeOutput(host, options.output, rendering.bytes);
  if (options.receipt !== undefined) {
    const receipt = new TextEncoder().encode(receiptText(rendering.receipt));
    await writeOutput(host, options.receipt, receipt, "Choose another --receipt FILE.");
  }
  // The file is there to be looked at; a script must not take it for a good one.
  if (hasErrors(rendering.diagnostics)) throw new CliError("The file is written, but has the errors above.", 1);
}
