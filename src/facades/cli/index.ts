// The command line: `platen` and its commands. It reads arguments, calls the engine or the services, and prints.
import { Command, CommanderError, Option } from "commander";
import { checkCommand } from "./check-command.ts";
import { codegenCommand } from "./codegen-command.ts";
import { datasetsCommand } from "./datasets-command.ts";
import { exportCommand } from "./export-command.ts";
import { formatCommand } from "./format-command.ts";
import { CliError, type CliHost, type ServiceRole } from "./host.ts";
import { keysCommand } from "./keys-command.ts";
import { lintCommand } from "./lint-command.ts";
import { lspCommand } from "./lsp-command.ts";
import { newCommand } from "./new-command.ts";
import { organizationsCommand } from "./organizations-command.ts";
import { linksCommand, peopleCommand, signingKeyCommand } from "./people-command.ts";
import { pluginsCommand } from "./plugins-command.ts";
import { previewCommand } from "./preview-command.ts";
import { publishCommand } from "./publish-command.ts";
import { receiptsCommand } from "./receipts-command.ts";
import { referenceCommand } from "./reference-command.ts";
import { renderCommand } from "./render-command.ts";
import { unpublishCommand } from "./unpublish-command.ts";
import { verifyCommand } from "./verify-command.ts";

export type { Demo } from "./demo.ts";
export { demoLinkLine } from "./demo-files.ts";
export { CliError, type CliHost, type OperatorConnection, type ReferencePage, type ServiceRole } from "./host.ts";
export { type DemoOffer, offerDemo } from "./offer-demo.ts";
export { listenForOperator, operatorTransport, runningServer } from "./operator-door.ts";
export {
  endWhenWritten,
  endWithOutput,
  goOnWithoutOutput,
  ownStandardOutput,
  unblocked,
} from "./standard-output.ts";
export { endingWhileStarting, stopSignal } from "./stop-signal.ts";

const HELP = `
First steps:
  platen reference                               the language of templates, on one page
  platen serve                                   start the server; the first start makes a demo
  platen check invoice.rpt                       is the template right, and does its content fit?
  platen fmt invoice.rpt                         write it in the canonical form
  platen preview invoice.rpt -o page.png         what does it look like?
  platen publish invoice.rpt --title 請求書       make it available to renders by id or title
  platen keys create --role render               make a key for a client

Settings are environment variables (PLATEN_PORT, PLATEN_DATA_DIR, …); the documentation lists them.
publish, unpublish, datasets, keys, organizations, people, signing-key, links and receipts talk to the server that runs
on the same data folder, or to the database itself; so do verify without --template and codegen of a title or id.

Exit status: 0 done, 1 refused or failed, 2 wrong use.`;

/** Runs one command line (without `node` and the script) and answers its exit status. */
export async function runCli(args: readonly string[], host: CliHost): Promise<number> {
  const program = programFor(host);
  try {
    await program.parseAsync([...args], { from: "user" });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (!(error instanceof CliError)) throw error;
    if (error.message !== "") host.writeError(`platen: ${error.message}\n`);
    return error.exitCode;
  }
}

function programFor(host: CliHost): Command {
  const program = new Command("platen")
    .description("Turns form templates (.rpt) and JSON into PDF documents.")
    .version(host.version, "-V, --version", "print the version")
    .helpOption("-h, --help", "print help")
    .helpCommand("help [command]", "print help for a command")
    .addHelpText("after", HELP)
    .addCommand(serveCommand(host))
    .addCommand(newCommand(host))
    .addCommand(checkCommand(host))
    .addCommand(formatCommand(host))
    .addCommand(previewCommand(host))
    .addCommand(renderCommand(host))
    .addCommand(exportCommand(host))
    .addCommand(codegenCommand(host))
    .addCommand(verifyCommand(host))
    .addCommand(receiptsCommand(host))
    .addCommand(publishCommand(host))
    .addCommand(unpublishCommand(host))
    .addCommand(datasetsCommand(host))
    .addCommand(keysCommand(host))
    .addCommand(organizationsCommand(host))
    .addCommand(peopleCommand(host))
    .addCommand(signingKeyCommand(host))
    .addCommand(linksCommand(host))
    .addCommand(migrateCommand(host))
    .addCommand(lintCommand(host))
    .addCommand(pluginsCommand(host))
    .addCommand(referenceCommand(host))
    .addCommand(lspCommand(host));
  settle(program, host);
  return program;
}

/** The same manners for every command: output through the host, no exit of the process, a hint after a mistake. */
function settle(command: Command, host: CliHost, parents = ""): void {
  const words = `${parents}${command.name()}`;
  command.exitOverride();
  command.configureOutput({ writeOut: (text) => host.writeOut(text), writeErr: (text) => host.writeError(text) });
  command.showHelpAfterError(`Run ${words} --help for its use.`);
  for (const child of command.commands) settle(child, host, `${words} `);
}

function serveCommand(host: CliHost): Command {
  return new Command("serve")
    .summary("start the server")
    .description("Starts the server: REST, Connect, gRPC, gRPC-Web and MCP on one port. Ctrl-C stops it gracefully.")
    .addOption(
      new Option("--role <role>", "api answers requests, worker renders jobs; any number of each on one PostgreSQL")
        .choices(["api", "worker", "all"])
        .default("all"),
    )
    .action(({ role }: { readonly role: ServiceRole }) => host.serve(role));
}

function migrateCommand(host: CliHost): Command {
  return new Command("migrate")
    .summary("bring the database to this version's schema")
    .description("Runs the pending migrations of the database. serve does the same at its start.")
    .action(async () => {
      const names = await host.migrate();
      host.writeOut(names.length === 0 ? "The database is up to date.\n" : names.map((name) => `${name}\n`).join(""));
    });
}
