import { Command } from "commander";
import { ReceiptService } from "../../../gen/platen/v1/receipt_pb.ts";
import type { CliHost } from "./host.ts";
import { asOperator } from "./operator.ts";

const HELP = `
A receipt holds hashes and versions, neither data nor password. platen verify makes the file again from it.

Examples:
  platen receipts get rnd_01KAGM2V6T8Q0W3Y5Z7B9D1F4H > october.receipt
  platen verify october.receipt --data october.json`;

/** `platen receipts get`: what the renders of the service were made from. */
export function receiptsCommand(host: CliHost): Command {
  return new Command("receipts")
    .summary("print what a render was made from")
    .description("The receipts of the service's renders. Each is kept with its render from its success on.")
    .addCommand(getReceipt(host));
}

function getReceipt(host: CliHost): Command {
  return new Command("get")
    .description("Prints the receipt of a render on standard output.")
    .argument("<render>", "the render's id")
    .addHelpText("after", HELP)
    .action(async (renderId: string) => {
      const { receipt } = await asOperator(host, ReceiptService, (receipts) => receipts.getReceipt({ renderId }));
      host.writeOut(receipt);
    });
}
