import { Command } from "commander";
import { AuthoringService } from "../../../gen/platen/v1/authoring_pb.ts";
import type { Diagnostic } from "../../../gen/platen/v1/error_pb.ts";
import { readAssets, readSource } from "./files.ts";
import type { CliHost } from "./host.ts";
import { asOperator, OperatorRefusal } from "./operator.ts";

interface PublishOptions {
  readonly title?: string;
  readonly workspace?: string;
  readonly canvas?: string;
}

const HELP = `
A template with errors is not published; its findings are printed as platen check prints them.
Publishing again under the same title makes the next version, which renders use from then on.
Pictures that asset lines name are read from the template's folder and published with it.

Examples:
  platen publish invoice.rpt
  platen publish invoice.rpt --title 請求書`;

/** `platen publish FILE`: compiles a template and publishes it. */
export function publishCommand(host: CliHost): Command {
  return new Command("publish")
    .summary("publish a template, so that it can be rendered by its id or title")
    .description("Checks a template, compiles it and publishes it. Prints the canvas's id, version and title.")
    .argument("<file>", "template (.rpt); - reads standard input")
    .option("--title <title>", "the title it appears under (default: the document's name, else its id)")
    .option("--workspace <id>", "the workspace to publish in (default: the oldest organization's oldest)")
    .option(
      "--canvas <id>",
      "the canvas that gets a next version (default: the one with the same title, else a new one)",
    )
    .addHelpText("after", HELP)
    .action((file: string, options: PublishOptions) => publish(host, file, options));
}

async function publish(host: CliHost, file: string, options: PublishOptions): Promise<void> {
  const source = await readSource(host, file);
  try {
    const answer = await asOperator(host, AuthoringService, async (authoring) =>
      authoring.publishCanvas({
        source,
        files: Object.entries(await readAssets(host, file, source)).map(([name, content]) => ({ name, content })),
        ...(options.title === undefined ? {} : { title: options.title }),
        ...(options.workspace === undefined ? {} : { workspaceId: options.workspace }),
        ...(options.canvas === undefined ? {} : { canvasId: options.canvas }),
      }),
    );
    host.writeError(answer.diagnostics.map(line).join(""));
    const { canvas } = answer;
    host.writeOut(`${canvas?.id ?? ""}\tversion ${canvas?.version ?? ""}\t${canvas?.title ?? ""}\n`);
  } catch (error) {
    if (error instanceof OperatorRefusal) host.writeError(error.diagnostics.map(line).join(""));
    throw error;
  }
}

/** One finding in the form of `platen check`. */
function line({ line: row, column, severity, code, message, repair }: Diagnostic): string {
  const finding = `${row}:${column}\t${severity}\t${code}\t${message}\n`;
  return repair === undefined ? finding : `${finding}\t→ ${repair.title}\n`;
}
