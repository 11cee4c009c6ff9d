import { timestampDate } from "@bufbuild/protobuf/wkt";
import { Command } from "commander";
import { type Dataset, type DatasetEntry, DatasetService } from "../../../gen/platen/v1/dataset_pb.ts";
import { readInput } from "./files.ts";
import { CliError, type CliHost } from "./host.ts";
import { asOperator } from "./operator.ts";

interface CreateOptions {
  readonly name: string;
  readonly workspace?: string;
  readonly canvas?: string;
  readonly data?: string;
  readonly link?: string;
}

interface WorkspaceOption {
  readonly workspace?: string;
}

const HELP = `
A dataset is a JSON object. Tools that render a canvas without data draw from the dataset that is attached to it; a
canvas has at most one. A key of the role data-write replaces the arrays of a dataset over the API.

A linked dataset is read from an HTTPS address now and refreshed from there; it takes no rows. With --data too, it
begins with that file, and the first refresh follows. Plugins read addresses of other schemes: platen plugins.

Examples:
  platen datasets create --name 得意先 --data customers.json --canvas cnv_06f3k2c7e1g5j9m3q7t1w5z9b3
  platen datasets create --name 単価表 --link https://data.example/prices.json`;

const ATTACH_HELP = `
Tools that render the canvas without data draw from the dataset from then on, instead of the template's own. A canvas
has one dataset at most, and a dataset one canvas: one that was attached elsewhere is moved.

Examples:
  platen datasets attach 得意先 請求書
  platen datasets attach dst_06f3k2c7e1g5j9m3q7t1w5z9b3 cnv_06f3k2c7e1g5j9m3q7t1w5z9b3
  platen datasets detach 得意先`;

/** `platen datasets create|attach|detach|list|show`: the data that renders use where a request brings none. */
export function datasetsCommand(host: CliHost): Command {
  return new Command("datasets")
    .summary("create and list datasets, and attach them to canvases")
    .description("The data that renders use where a request brings none.")
    .addCommand(createDataset(host))
    .addCommand(attachDataset(host))
    .addCommand(detachDataset(host))
    .addCommand(listDatasets(host))
    .addCommand(showDataset(host));
}

function createDataset(host: CliHost): Command {
  return new Command("create")
    .description("Makes a dataset and prints its id, name, canvas (- for none) and arrays with their rows.")
    .requiredOption("--name <name>", "the name that people know it by; each is given once in a workspace")
    .option("--workspace <id>", "the workspace to put it in (default: the oldest organization's oldest)")
    .option("--canvas <id>", "the canvas to attach it to")
    .option("--data <file>", "the content, a JSON object; - reads standard input")
    .option(
      "--link <url>",
      "the address that the content is refreshed from: of a JSON object over HTTPS, or of a plugin's scheme",
    )
    .addHelpText("after", HELP)
    .action((options: CreateOptions) => create(host, options));
}

/** A command about one dataset, which may have to be looked for in a workspace. */
function aboutDataset(name: string): Command {
  return new Command(name)
    .argument("<dataset>", "the dataset's id or exact name")
    .option("--workspace <id>", "the workspace it is in (default, for a name: the oldest organization's oldest)");
}

function attachDataset(host: CliHost): Command {
  return aboutDataset("attach")
    .description("Attaches a dataset to a canvas of its workspace, and prints it as create does.")
    .argument("<canvas>", "the canvas's id or exact title")
    .addHelpText("after", ATTACH_HELP)
    .action(async (dataset: string, canvas: string, { workspace: workspaceId }: WorkspaceOption) => {
      const answer = await asOperator(host, DatasetService, (datasets) =>
        datasets.attachDataset({ dataset, canvas, ...(workspaceId === undefined ? {} : { workspaceId }) }),
      );
      if (answer.dataset !== undefined) host.writeOut(datasetLine(answer.dataset));
    });
}

function detachDataset(host: CliHost): Command {
  return aboutDataset("detach")
    .description("Detaches a dataset from its canvas, and prints it as create does; a second time changes nothing.")
    .action(async (dataset: string, { workspace: workspaceId }: WorkspaceOption) => {
      const answer = await asOperator(host, DatasetService, (datasets) =>
        datasets.detachDataset({ dataset, ...(workspaceId === undefined ? {} : { workspaceId }) }),
      );
      if (answer.dataset !== undefined) host.writeOut(datasetLine(answer.dataset));
    });
}

function listDatasets(host: CliHost): Command {
  return new Command("list")
    .description("Prints one dataset a line, oldest first: id, name, canvas (- for none), bytes, address (- for none).")
    .option("--workspace <id>", "the workspace to list (default: all)")
    .action(async ({ workspace: workspaceId }: WorkspaceOption) => {
      const answer = await asOperator(host, DatasetService, (datasets) =>
        datasets.listDatasets(workspaceId === undefined ? {} : { workspaceId }),
      );
      host.writeOut(answer.datasets.map(entryLine).join(""));
    });
}

function showDataset(host: CliHost): Command {
  return aboutDataset("show")
    .description(
      "Prints a dataset as create does; where it is linked, its address, its last refresh and its problem too.",
    )
    .option("--data", "print its content instead, byte for byte")
    .action(async (dataset: string, { workspace: workspaceId, data }: WorkspaceOption & { readonly data?: true }) => {
      const answer = await asOperator(host, DatasetService, (datasets) =>
        datasets.findDataset({ dataset, ...(workspaceId === undefined ? {} : { workspaceId }) }),
      );
      if (data === true) host.writeOut(answer.dataJson);
      else if (answer.dataset !== undefined) host.writeOut(datasetLine(answer.dataset) + linkLine(answer.dataset));
    });
}

async function create(host: CliHost, { name, workspace, canvas, data, link }: CreateOptions): Promise<void> {
  if (data === undefined && link === undefined)
    throw new CliError("A dataset needs content. Give --data FILE, or --link URL to read it from.", 2);
  const content = data === undefined ? undefined : ({ case: "dataJson", value: await readInput(host, data) } as const);
  const { dataset } = await asOperator(host, DatasetService, (datasets) =>
    datasets.createDataset({
      name,
      ...(workspace === undefined ? {} : { workspaceId: workspace }),
      ...(canvas === undefined ? {} : { canvasId: canvas }),
      ...(content === undefined ? {} : { content }),
      ...(link === undefined ? {} : { sourceUrl: link }),
    }),
  );
  if (dataset !== undefined) host.writeOut(datasetLine(dataset));
}

function datasetLine({ id, name, canvasId, arrays }: Dataset): string {
  const rows = arrays.map(({ path, rows }) => `${path} ${rows}`).join(", ");
  return `${[id, name, canvasId ?? "-", rows === "" ? "-" : rows].join("\t")}\n`;
}

function entryLine({ id, name, canvasId, bytes, link }: DatasetEntry): string {
  return `${[id, name, canvasId ?? "-", bytes, link?.url ?? "-"].join("\t")}\n`;
}

function linkLine({ link }: Dataset): string {
  if (link === undefined) return "";
  const refreshedAt = link.refreshedAt === undefined ? "never" : timestampDate(link.refreshedAt).toISOString();
  return `  ${[link.url, refreshedAt, link.problem ?? "-"].join("\t")}\n`;
}
