import { Command } from "commander";
import { formatDiagnostics } from "../../core/diagnostics/index.ts";
import { formatSource } from "../../core/language/index.ts";
import { readInput, sourceOf, writeOutput } from "./files.ts";
import { CliError, type CliHost } from "./host.ts";

interface FormatCommandOptions {
  readonly check?: boolean;
  readonly sort?: boolean;
}

const HELP = `
Rewrites the files in place; - reads standard input and writes standard output. What a template means, its comments,
its texts and its single blank lines stay; the rest gets one form:
  two spaces of indentation a block, one space between items, none around the = of a property
  adjacent field, let, column and pair lines in columns
  and, or, not; single quotes inside {…}; lengths without trailing zeros; colours in small letters
  lines and borders as [width, colour, dash]
  lines over 120 characters: the properties of a block move to its head
A template with syntax errors is left alone, and its findings are printed as line:col, severity, code and message.

Exit status: 0 done (with --check: nothing to do), 1 syntax errors (with --check: also files that would change), 2 wrong
use.

Examples:
  platen fmt invoice.rpt
  platen fmt --check forms/*.rpt
  platen fmt --sort - < draft.rpt > form.rpt`;

/** `platen fmt FILE…`: templates in canonical writing. */
export function formatCommand(host: CliHost): Command {
  return new Command("fmt")
    .summary("write templates in their canonical form")
    .description("Writes templates in canonical form, without changing what they say.")
    .argument("<files...>", "templates (.rpt); - reads standard input")
    .option("--check", "change nothing; print the names of files that would change")
    .option("--sort", "also put top-level statements in order: declarations before pages, comments travel along")
    .addHelpText("after", HELP)
    .action((files: readonly string[], options: FormatCommandOptions) => formatFiles(host, files, options));
}

async function formatFiles(host: CliHost, files: readonly string[], options: FormatCommandOptions): Promise<void> {
  let failed = 0;
  for (const file of files) {
    const outcome = await formatFile(host, file, options);
    if (outcome === "refused" || (outcome === "changed" && options.check === true)) failed += 1;
  }
  if (failed > 0) throw new CliError("", 1);
}

/** Formats one file, or with `--check` only names it. */
async function formatFile(
  host: CliHost,
  file: string,
  options: FormatCommandOptions,
): Promise<"kept" | "changed" | "refused"> {
  const bytes = await readInput(host, file);
  const source = sourceOf(file, bytes);
  const { value, diagnostics } = formatSource(source, { sort: options.sort === true });
  if (value === null) {
    host.writeError(formatDiagnostics(source, diagnostics));
    host.writeError(`platen: ${file} has syntax errors and was not formatted.\n`);
    return "refused";
  }
  const formatted = new TextEncoder().encode(value);
  const changed = !isEqual(bytes, formatted);
  if (options.check === true) {
    if (changed) host.writeOut(`${file}\n`);
  } else if (changed || file === "-") {
    await writeOutput(host, file, formatted, "Check its permissions.");
  }
  return changed ? "changed" : "kept";
}

/** Compares bytes, so that a byte order mark counts as a change. */
function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, at) => byte === b[at]);
}
