import { Command } from "commander";
import { STARTER_KINDS, STARTERS, starterNamed } from "../../core/reference/index.ts";
import { CliError, type CliHost } from "./host.ts";

interface NewOptions {
  readonly output?: string;
  readonly force?: boolean;
}

const HELP = `
Without a kind, lists the kinds. Each form is whole and small: it checks clean, under its profile where there is one,
and has example values, so that platen preview shows it at once.

Examples:
  platen new
  platen new quotation -o quotation.rpt
  platen new receipt > receipt.rpt`;

/** `platen new [KIND]`: a form to start from. */
export function newCommand(host: CliHost): Command {
  return new Command("new")
    .summary("write a form to start from, such as a quotation or a receipt")
    .description("Writes a small whole form of a kind, to be changed.")
    .argument("[kind]", "which kind of form; left out, the kinds are listed")
    .option("-o, --output <file>", "where the form goes (default: standard output)")
    .option("--force", "write over a file that is there")
    .addHelpText("after", HELP)
    .action((kind: string | undefined, options: NewOptions) => begin(host, kind, options));
}

async function begin(host: CliHost, named: string | undefined, { output, force }: NewOptions): Promise<void> {
  if (named === undefined) {
    host.writeOut(STARTER_KINDS.map((kind) => lineOf(kind)).join(""));
    return;
  }
  const kind = starterNamed(named);
  if (kind === null) {
    throw new CliError(`There is no form of the kind '${named}'. The kinds are ${STARTER_KINDS.join(", ")}.`, 2);
  }
  const source = await host.starter(kind);
  if (output === undefined || output === "-") {
    host.writeOut(source);
    return;
  }
  if (force !== true && (await isThere(host, output))) {
    throw new CliError(`${output} is there already. Name another file, or write over it with --force.`, 1);
  }
  await host.writeFile(output, new TextEncoder().encode(source));
}

function lineOf(kind: (typeof STARTER_KINDS)[number]): string {
  const { title, titleJa, shows } = STARTERS[kind];
  return `${kind}\t${titleJa}\t${title}: ${shows}\n`;
}

async function isThere(host: CliHost, path: string): Promise<boolean> {
  try {
    await host.readFile(path);
    return true;
  } catch {
    return false;
  }
}
