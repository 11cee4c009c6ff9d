import { Command } from "commander";
import { type Dataset, DatasetService } from "../../../gen/platen/v1/dataset_pb.ts";
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

const HELP = `
A dataset is a JSON object. Tools that render a canvas without data draw from the dataset that is attached to it; a
canvas has at most one. A key of the role data-write replaces the arrays of a dataset over the API.

A linked dataset is read from an HTTPS address now and refreshed from there; it takes no rows. With --data too, it
begins with that file, and the first refresh follows.

Examples:
  platen datasets create --name 得意先 --data customers.json --canvas cnv_06f3k2c7e1g5j9m3q7t1w5z9b3
  platen datasets create --name 単価表 --link https://data.example/prices.json`;

/** `platen datasets create`: the data that renders use where a request brings none. */
export function datasetsCommand(host: CliHost): Command {
  return new Command("datasets")
    .summary("create datasets, and attach them to canvases")
    .description("The data that renders use where a request brings none.")
    .addCommand(createDataset(host));
}

function createDataset(host: CliHost): Command {
  return new Command("create")
    .description("Makes a dataset and prints its id, name, canvas (- for none) and arrays with their rows.")
    .requiredOption("--name <name>", "the name that people know it by; each is given once in a workspace")
    .option("--workspace <id>", "the workspace to put it in (default: the oldest organization's oldest)")
    .option("--canvas <id>", "the canvas to attach it to")
    .option("--data <file>", "the content, a JSON object; - reads standard input")
    .option("--link <url>", "the HTTPS address of a JSON object that the content is refreshed from")
    .addHelpText("after", HELP)
    .action((options: CreateOptions) => create(host, options));
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
