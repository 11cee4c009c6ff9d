import { Command } from "commander";
import { formatDiagnostics, hasErrors } from "../../core/diagnostics/index.ts";
import type { PageImagesDrawing } from "../../core/engine/index.ts";
import { readAssets, readInput, readSource, writeOutput } from "./files.ts";
import { CliError, type CliHost } from "./host.ts";
import { EXAMPLES_SHOWN, refusalOf, sourceRefusalOf } from "./rendering-refusal.ts";

interface PreviewOptions {
  readonly data?: string;
  readonly output: string;
  readonly format?: string;
  readonly page?: string;
  readonly dpi?: string;
}

type ImageFormat = "svg" | "png";

/** Sharp on a screen of two pixels a point, and a page still fits into a message. */
const DEFAULT_DPI = 144;

/** Below, nothing can be read; above, no printer shows more. */
const DPI_RANGE = { min: 10, max: 2400 } as const;

/** Stands for the page's number in the name of the output. */
const PAGE_PLACE = "{page}";

const HELP = `
The images show what the PDF shows, and the pre-printed stock (background print=false) under it. An SVG holds the
outlines of its glyphs, so that it looks the same in every viewer, and its text can be selected and read aloud.
Without --data the template's own dataset or, saying so on standard error, its example values are shown.

What is found of the form with this data stands on standard error, as platen render tells it.

Exit status: 0 drawn without errors (warnings may stand), 1 the template or the data is refused or the drawn pages have
errors, 2 wrong use.

Examples:
  platen preview invoice.rpt -o invoice.png
  platen preview invoice.rpt --data october.json --page 2 --dpi 300 -o page2.png
  platen preview report.rpt -o 'report-{page}.svg'
  platen preview invoice.rpt --format svg -o - > invoice.svg`;

/** `platen preview FILE`: page images, without a server. */
export function previewCommand(host: CliHost): Command {
  return new Command("preview")
    .summary("draw a template's pages as SVG or PNG images, without a server")
    .description("Draws the pages of one template with JSON data as images.")
    .argument("<file>", "template (.rpt); - reads standard input")
    .option("--data <file>", "JSON payload; - reads standard input")
    .requiredOption(
      "-o, --output <file>",
      `where the image goes; ${PAGE_PLACE} in it becomes the number of each page; - writes standard output`,
    )
    .option("--format <format>", "svg or png (default: by the output's name)")
    .option("--page <number>", "the one page to draw, from 1")
    .option("--dpi <number>", `pixels for an inch of a PNG (default ${DEFAULT_DPI})`)
    .addHelpText("after", HELP)
    .action((file: string, options: PreviewOptions) => preview(host, file, options));
}

async function preview(host: CliHost, file: string, options: PreviewOptions): Promise<void> {
  if (options.data === "-" && file === "-") {
    throw new CliError("Standard input can be the template or the data, not both.", 2);
  }
  const renderer = formatOf(options);
  const page = options.page === undefined ? null : wholeNumber("--page", options.page, 1, 1_000_000);
  const dpi = dpiOf(options, renderer);
  const source = await readSource(host, file);
  const data = options.data === undefined ? null : await readInput(host, options.data);
  const engine = await host.engine();
  const assets = await readAssets(host, file, source);
  const answer = await engine.pageImages({ source, data, assets, renderer, page, dpi });
  if (answer.kind === "invalid-source") throw sourceRefusalOf(host, file, source, answer.diagnostics);
  if (answer.usedExamples) host.writeError(EXAMPLES_SHOWN);
  await writeImages(host, file, source, options, page, answer.drawing);
}

async function writeImages(
  host: CliHost,
  file: string,
  source: string,
  { output }: PreviewOptions,
  page: number | null,
  drawing: PageImagesDrawing,
): Promise<void> {
  if (drawing.kind === "too-fine") {
    throw new CliError(`Page ${drawing.page} is too large for that. Give it --dpi ${drawing.dpiMax} or less.`, 2);
  }
  if (drawing.kind !== "drawn") throw refusalOf(host, source, drawing);
  if (page !== null && page > drawing.pages) {
    const count = drawing.pages === 1 ? "1 page" : `${drawing.pages} pages`;
    throw new CliError(`${file} has ${count} with this data, so there is no page ${page}.`, 2);
  }
  if (page === null && drawing.pages > 1 && !output.includes(PAGE_PLACE)) {
    const example = `-o 'page-${PAGE_PLACE}.png'`;
    const advice = `Choose one by --page N, or name a file for each by ${PAGE_PLACE}, as in ${example}.`;
    throw new CliError(`${file} has ${drawing.pages} pages with this data. ${advice}`, 2);
  }
  if (drawing.diagnostics.length > 0) host.writeError(formatDiagnostics(source, drawing.diagnostics));
  for (const image of drawing.images) {
    await writeOutput(host, output.replaceAll(PAGE_PLACE, String(image.page)), image.bytes);
  }
  if (hasErrors(drawing.diagnostics)) throw new CliError("The pages are drawn, but have the errors above.", 1);
}

function formatOf({ format, output }: PreviewOptions): ImageFormat {
  const asked = format ?? /\.([^./\\]+)$/.exec(output)?.[1]?.toLowerCase();
  if (asked === "svg" || asked === "png") return asked;
  throw new CliError(
    format === undefined
      ? `The name ${output} tells no format. End it in .svg or .png, or add --format svg or --format png.`
      : `--format ${format} is no image format of this command. Write svg or png; platen render makes a PDF.`,
    2,
  );
}

function dpiOf({ dpi }: PreviewOptions, format: ImageFormat): number {
  if (dpi === undefined) return DEFAULT_DPI;
  if (format === "svg") throw new CliError("An SVG has no pixels, so --dpi means nothing to it. Leave it out.", 2);
  return wholeNumber("--dpi", dpi, DPI_RANGE.min, DPI_RANGE.max);
}

function wholeNumber(name: string, text: string, min: number, max: number): number {
  const number = /^\d{1,7}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= min && number <= max) return number;
  throw new CliError(`${name} takes a whole number from ${min} to ${max}, not ${text}.`, 2);
}
