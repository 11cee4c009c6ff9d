import { Command } from "commander";
import { formatDiagnostics, hasErrors } from "../../core/diagnostics/index.ts";
import { DEFAULT_CREATED_AT, isCreatedAt, type RenderAnswer } from "../../core/engine/index.ts";
import { readInput, readSource, writeOutput } from "./files.ts";
import { CliError, type CliHost } from "./host.ts";

interface RenderOptions {
  readonly data?: string;
  readonly output: string;
  readonly createdAt?: string;
}

const HELP = `
Without --data it draws the template's own dataset or, saying so on standard error, the example values: a preview.
The same template, data and --created-at give the same bytes on every machine.

Exit status: 0 rendered, 1 the template or the data is refused, 2 wrong use.

Examples:
  platen render invoice.rpt -o preview.pdf
  platen render invoice.rpt --data october.json -o october.pdf
  cat october.json | platen render invoice.rpt --data - -o - > october.pdf`;

/** `platen render FILE`: one file, without a server. */
export function renderCommand(host: CliHost): Command {
  return new Command("render")
    .summary("render one template to a PDF file, without a server")
    .description("Renders one template with JSON data to a PDF file.")
    .argument("<file>", "template (.rpt); - reads standard input")
    .option("--data <file>", "JSON payload; - reads standard input")
    .requiredOption("-o, --output <file>", "where the PDF goes; - writes standard output")
    .option("--created-at <time>", `the file's date, YYYY-MM-DDTHH:MM:SSZ (default ${DEFAULT_CREATED_AT})`)
    .addHelpText("after", HELP)
    .action((file: string, options: RenderOptions) => render(host, file, options));
}

async function render(host: CliHost, file: string, options: RenderOptions): Promise<void> {
  if (options.data === "-" && file === "-") {
    throw new CliError("Standard input can be the template or the data, not both.", 2);
  }
  const source = await readSource(host, file);
  const data = options.data === undefined ? null : await readInput(host, options.data);
  const createdAt = options.createdAt ?? DEFAULT_CREATED_AT;
  if (!isCreatedAt(createdAt)) {
    throw new CliError(`--created-at ${createdAt} is no real time. Write it like 2026-11-20T09:00:00Z.`, 2);
  }
  const engine = await host.engine();
  const answer = await engine.preview({ source, data, renderer: "pdf", options: { createdAt } });
  if (answer.kind === "invalid-source") {
    host.writeError(formatDiagnostics(source, answer.diagnostics));
    const cause = hasErrors(answer.diagnostics) ? "has errors" : "has parts that this version does not draw yet";
    throw new CliError(`${file} ${cause}; nothing was rendered.`, 1);
  }
  if (answer.usedExamples) {
    host.writeError("No data was given and the template has no dataset: this preview shows its example values.\n");
  }
  await writeOutput(host, options.output, bytesOf(host, source, answer.rendering));
}

function bytesOf(host: CliHost, source: string, rendering: RenderAnswer): Uint8Array {
  switch (rendering.kind) {
    case "rendered":
      if (rendering.diagnostics.length > 0) host.writeError(formatDiagnostics(source, rendering.diagnostics));
      return rendering.bytes;
    case "malformed":
      throw new CliError(rendering.message, 1);
    case "violations":
      for (const violation of rendering.violations) {
        const received = violation.received === "" ? "" : `, received ${violation.received}`;
        host.writeError(`${violation.path}\t${violation.rule}\texpected ${violation.expected}${received}\n`);
      }
      throw new CliError("The data does not satisfy what the template declares; nothing was rendered.", 1);
    case "refused":
      host.writeError(
        formatDiagnostics(
          source,
          rendering.diagnostics.filter((finding) => hasErrors([finding])),
        ),
      );
      throw new CliError("A value of the form could not be computed; nothing was rendered.", 1);
  }
}
