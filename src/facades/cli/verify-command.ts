import { Command } from "commander";
import { parseReceipt, type RenderReceipt, receiptDifferences } from "../../core/engine/index.ts";
import { readInput, readSource } from "./files.ts";
import { CliError, type CliHost } from "./host.ts";
import { passwordFrom } from "./password.ts";
import { refusalOf, sourceRefusalOf } from "./rendering-refusal.ts";

interface VerifyOptions {
  readonly template: string;
  readonly data?: string;
  readonly passwordEnv?: string;
}

const HELP = `
A receipt holds hashes and versions, neither data nor password. The file is made again from the template and the data
and compared by its hash: whoever sent it can prove what it was made from, years later.

Exit status: 0 the same file, 1 another file or other things to make it from, 2 wrong use.

Examples:
  platen render invoice.rpt --data october.json -o october.pdf --receipt october.receipt
  platen verify october.receipt --template invoice.rpt --data october.json`;

/** `platen verify RECEIPT`: renders again and compares. */
export function verifyCommand(host: CliHost): Command {
  return new Command("verify")
    .summary("render again what a receipt speaks of, and compare")
    .description("Renders again what a receipt speaks of, and compares the file.")
    .argument("<receipt>", "the receipt; - reads standard input")
    .requiredOption("--template <file>", "the template (.rpt) as it was")
    .option("--data <file>", "the JSON payload as it was; left out where the template's own dataset was drawn")
    .option("--password-env <name>", "environment variable with the password of the file")
    .addHelpText("after", HELP)
    .action((receipt: string, options: VerifyOptions) => verify(host, receipt, options));
}

async function verify(host: CliHost, file: string, options: VerifyOptions): Promise<void> {
  const receipt = await readReceipt(host, file);
  const source = await readSource(host, options.template);
  const data = options.data === undefined ? null : await readInput(host, options.data);
  const password = passwordFrom(host, options.passwordEnv);
  if (receipt.options.password && password.password === undefined) {
    throw new CliError("The file was made with a password. Name the variable that holds it: --password-env NAME.", 2);
  }
  const engine = await host.engine();
  const { createdAt, collatedTitle, list } = receipt.options;
  const answer = await engine.preview({
    source,
    data,
    isList: list,
    renderer: receipt.renderer,
    options: { createdAt, ...(collatedTitle === null ? {} : { collatedTitle }), ...password },
  });
  if (answer.kind === "invalid-source") throw sourceRefusalOf(host, options.template, source, answer.diagnostics);
  if (answer.rendering.kind !== "rendered") throw refusalOf(host, source, answer.rendering);
  const differences = receiptDifferences(receipt, answer.rendering.receipt);
  if (differences.length === 0) {
    host.writeOut(`The file is the same: SHA-256 ${receipt.file}.\n`);
    return;
  }
  const sentence = differences.join("; ");
  throw new CliError(`${sentence.slice(0, 1).toUpperCase()}${sentence.slice(1)}.`, 1);
}

async function readReceipt(host: CliHost, file: string): Promise<RenderReceipt> {
  const receipt = parseReceipt(new TextDecoder().decode(await readInput(host, file)));
  if (receipt === null) throw new CliError(`${file} is no receipt of a rendering.`, 1);
  return receipt;
}
