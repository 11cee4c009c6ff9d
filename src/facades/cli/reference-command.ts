import { Argument, Command } from "commander";
import type { CliHost, ReferencePage } from "./host.ts";

const HELP = `
Pages:
  language   the whole language on one page, for people in a hurry and for machine authors (the default)
  roles      the vocabulary of role=, with the legal item that each role stands for

Examples:
  platen reference | less
  platen reference roles | grep 登録番号`;

/** `platen reference [PAGE]`: what an author has to know, from the tables that the compiler itself reads. */
export function referenceCommand(host: CliHost): Command {
  return new Command("reference")
    .summary("print the language on one page, or the vocabulary of roles")
    .description("Prints what authors of templates have to know, as this version understands it.")
    .addArgument(new Argument("[page]", "which page").choices(["language", "roles"]).default("language"))
    .addHelpText("after", HELP)
    .action((page: ReferencePage) => {
      const text = host.reference(page);
      host.writeOut(text.endsWith("\n") ? text : `${text}\n`);
    });
}
