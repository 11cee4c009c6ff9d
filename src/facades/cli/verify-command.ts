import { createHash } from "node:crypto";
import { Command } from "commander";
import { ReceiptService } from "../../../gen/platen/v1/receipt_pb.ts";
import {
  parseReceipt,
  type RenderAnswer,
  type RenderReceipt,
  type RenderRequestOptions,
  receiptDifferences,
} from "../../core/engine/index.ts";
import { readAssets, readInput, readSource } from "./files.ts";
import { CliError, type CliHost } from "./host.ts";
import { asOperator } from "./operator.ts";
import { passwordFrom } from "./password.ts";
import { refusalOf, sourceRefusalOf } from "./rendering-refusal.ts";

interface VerifyOptions {
  readonly template?: string;
  readonly data?: string;
  readonly passwordEnv?: string;
}

const HELP = `
A receipt holds hashes and versions, neither data nor password. The file is made again from the template and the data
and compared by its hash: whoever sent it can prove what it was made from, years later.

A file of the service needs its receipt and its data alone: without --template, the canvas is the one that was frozen
when it was published, found by the receipt's hash. The data is the request's, byte for byte: the value of its data or
dataList as it was sent, spaces and all.

Exit status: 0 the same file, 1 another file or other things to make it from, 2 wrong use.

Examples:
  platen render invoice.rpt --data october.json -o october.pdf --receipt october.receipt
  platen verify october.receipt --template invoice.rpt --data october.json
  platen receipts get rnd_01KAGM2V6T8Q0W3Y5Z7B9D1F4H | platen verify - --data october.json`;

/** `platen verify RECEIPT`: renders again and compares. */
export function verifyCommand(host: CliHost): Command {
  return new Command("verify")
    .summary("render again what a receipt speaks of, and compare")
    .description("Renders again what a receipt speaks of, and compares the file.")
    .argument("<receipt>", "the receipt; - reads standard input")
    .option("--template <file>", "the template (.rpt) as it was; left out, the canvas that was published")
    .option("--data <file>", "the JSON payload as it was; left out where the template's own dataset was drawn")
    .option("--password-env <name>", "environment variable with the password of the file")
    .addHelpText("after", HELP)
    .action((receipt: string, options: VerifyOptions) => verify(host, receipt, options));
}

async function verify(host: CliHost, file: string, options: VerifyOptions): Promise<void> {
  if ([file, options.template, options.data].filter((path) => path === "-").length > 1) {
    throw new CliError("Standard input can be only one of the receipt, the template and the data.", 2);
  }
  const receipt = await readReceipt(host, file);
  const data = options.data === undefined ? null : await readInput(host, options.data);
  const password = passwordFrom(host, options.passwordEnv);
  if (receipt.options.password && password.password === undefined) {
    throw new CliError("The file was made with a password. Name the variable that holds it: --password-env NAME.", 2);
  }
  const { createdAt, collatedTitle } = receipt.options;
  const again: Again = {
    ...{ receipt, data },
    options: { createdAt, ...(collatedTitle === null ? {} : { collatedTitle }), ...password },
  };
  const { template } = options;
  const made = template === undefined ? await ofPublished(host, again) : await ofTemplate(host, template, again);
  const differences = receiptDifferences(receipt, made);
  if (differences.length === 0) {
    host.writeOut(`The file is the same: SHA-256 ${receipt.file}.\n`);
    return;
  }
  const sentence = differences.join("; ");
  throw new CliError(`${sentence.slice(0, 1).toUpperCase()}${sentence.slice(1)}.`, 1);
}

/** What is rendered again, but for the form. */
interface Again {
  readonly receipt: RenderReceipt;
  readonly data: Uint8Array | null;
  readonly options: RenderRequestOptions;
}

/** Renders a template's source again. */
async function ofTemplate(host: CliHost, file: string, { receipt, data, options }: Again): Promise<RenderReceipt> {
  const source = await readSource(host, file);
  const assets = await readAssets(host, file, source);
  const engine = await host.engine();
  const { renderer } = receipt;
  const answer = await engine.preview({ source, data, isList: receipt.options.list, assets, renderer, options });
  if (answer.kind === "invalid-source") throw sourceRefusalOf(host, file, source, answer.diagnostics);
  return receiptIn(host, source, answer.rendering);
}

/** Renders again what was published under the receipt's hash, whatever was published since. */
async function ofPublished(host: CliHost, { receipt, data: payload, options }: Again): Promise<RenderReceipt> {
  const contentHash = receipt.canvas;
  const frozen = await asOperator(host, ReceiptService, (receipts) => receipts.getFrozenCanvas({ contentHash }));
  const engine = await host.engine();
  const { compiled: canvasJson, source } = frozen;
  // Nothing is believed of what was kept: a canvas that was changed in the database is another one.
  const canvasHash = createHash("sha256").update(canvasJson).digest("hex");
  const { renderer } = receipt;
  const asked = { canvasHash, canvasJson, payload, isList: receipt.options.list, renderer, options };
  return receiptIn(host, source, await engine.render(asked, async () => {}));
}

function receiptIn(host: CliHost, source: string, rendering: RenderAnswer): RenderReceipt {
  if (rendering.kind !== "rendered") throw refusalOf(host, source, rendering);
  return rendering.receipt;
}

async function readReceipt(host: CliHost, file: string): Promise<RenderReceipt> {
  const receipt = parseReceipt(new TextDecoder().decode(await readInput(host, file)));
  if (receipt === null) throw new CliError(`${file} is no receipt of a rendering.`, 1);
  return receipt;
}
