import { Command } from "commander";
import type { CliHost } from "./host.ts";

const HELP = `
Editors start it by themselves; docs/editors/README.md shows how to set up VS Code, Neovim and Helix.`;

/** `platen lsp`: the language server, on standard input and output. */
export function lspCommand(host: CliHost): Command {
  return new Command("lsp")
    .summary("language server for editors")
    .description("Speaks the Language Server Protocol on standard input and output: findings, repairs, completion, …")
    .option("--stdio", "speak on standard input and output, as it does anyway")
    .addHelpText("after", HELP)
    .action(() => host.serveLanguage());
}
