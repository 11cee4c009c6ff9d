import { Command } from "commander";
import { AuthoringService } from "../../../gen/platen/v1/authoring_pb.ts";
import type { CliHost } from "./host.ts";
import { asOperator } from "./operator.ts";

interface UnpublishOptions {
  readonly workspace?: string;
}

const HELP = `
From the next request on the canvas is not found by any client. Renders that were stored stay downloadable, and
publishing the template again under the title, or with --canvas, makes the canvas's next version.

Examples:
  platen unpublish 請求書
  platen unpublish cnv_06f3k2c7e1g5j9m3q7t1w5z9b3`;

/** `platen unpublish DOCUMENT`: takes a canvas back. */
export function unpublishCommand(host: CliHost): Command {
  return new Command("unpublish")
    .summary("take a published template back, so that it can't be rendered any more")
    .description("Unpublishes a canvas. Prints its id, newest version and title; a second time changes nothing.")
    .argument("<document>", "the canvas's id or exact title")
    .option("--workspace <id>", "the workspace it is in (default, for a title: the oldest organization's oldest)")
    .addHelpText("after", HELP)
    .action(async (document: string, { workspace }: UnpublishOptions) => {
      const { canvas } = await asOperator(host, AuthoringService, (authoring) =>
        authoring.unpublishCanvas({ document, ...(workspace === undefined ? {} : { workspaceId: workspace }) }),
      );
      host.writeOut(`${canvas?.id ?? ""}\tversion ${canvas?.version ?? ""}\t${canvas?.title ?? ""}\n`);
    });
}
