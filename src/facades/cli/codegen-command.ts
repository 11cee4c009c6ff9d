import { Command, Option } from "commander";
import { AuthoringService } from "../../../gen/platen/v1/authoring_pb.ts";
import {
  CODE_LANGUAGES,
  type CodeLanguage,
  takesPackage,
  typesOfCompiled,
  typesOfSource,
} from "../../core/codegen/index.ts";
import { readSource, writeOutput } from "./files.ts";
import { CliError, type CliHost } from "./host.ts";
import { asOperator } from "./operator.ts";
import { sourceRefusalOf } from "./rendering-refusal.ts";

interface CodegenOptions {
  readonly lang: CodeLanguage;
  readonly output: string;
  readonly package?: string;
  readonly workspace?: string;
}

const HELP = `
A form is a file whose name ends in .rpt, - for standard input, or a published canvas: its id or exact title.

  ts      types alone, for JSON.stringify; decimals are numbers or texts
  python  data classes and to_data, for json.dumps; decimals are Decimal (Python 3.9)
  go      structs for encoding/json; decimals are json.Number
  java    records with annotations of Jackson, in a file that is called as the first record; decimals are BigDecimal.
          Jackson 2 needs its module jackson-datatype-jsr310 for dates
  csharp  records with attributes of System.Text.Json; decimals are decimal (.NET 7)

Members keep their names in JSON. Labels, types, bounds and examples stand in comments. The same form gives the same
file, so that it can be kept beside a program's sources and compared.

Exit status: 0 written, 1 the form is refused or not there, 2 wrong use.

Examples:
  platen codegen invoice.rpt --lang ts -o invoice.ts
  platen codegen 請求書 --lang java --package com.example.forms -o Invoice.java
  platen codegen cnv_06f3k2c7e1g5j9m3q7t1w5z9b3 --lang python > invoice.py`;

/** `platen codegen FORM --lang LANGUAGE`: types for the data of a form. */
export function codegenCommand(host: CliHost): Command {
  return new Command("codegen")
    .summary("write types of a form's data for a program in TypeScript, Python, Go, Java or C#")
    .description("Writes types of the data that a form takes, with what the form says of them.")
    .argument("<form>", "template (.rpt), - for standard input, or the id or exact title of a published canvas")
    .addOption(new Option("--lang <language>", "the language").choices(CODE_LANGUAGES).makeOptionMandatory())
    .option("-o, --output <file>", "where the types go; - writes standard output", "-")
    .option("--package <name>", "the package or namespace, for go, java and csharp (default: forms)")
    .option("--workspace <id>", "the workspace of the canvas (default, for a title: the oldest organization's oldest)")
    .addHelpText("after", HELP)
    .action((form: string, options: CodegenOptions) => codegen(host, form, options));
}

async function codegen(host: CliHost, form: string, options: CodegenOptions): Promise<void> {
  const { lang: language, package: packageName, output } = options;
  if (packageName !== undefined && !takesPackage(language, packageName)) {
    throw new CliError(`Files in ${language} can't have the package '${packageName}'. Name another one, or none.`, 2);
  }
  const request = { language, ...(packageName === undefined ? {} : { packageName }) };
  const isFile = form === "-" || form.endsWith(".rpt");
  const text = isFile ? await ofFile(host, form, request) : await ofPublished(host, form, options, request);
  await writeOutput(host, output, new TextEncoder().encode(text));
}

type Request = Parameters<typeof typesOfSource>[1];

async function ofFile(host: CliHost, file: string, request: Request): Promise<string> {
  const source = await readSource(host, file);
  const { text, diagnostics } = typesOfSource(source, request);
  if (text === null) throw sourceRefusalOf(host, file, source, diagnostics);
  return text;
}

async function ofPublished(
  host: CliHost,
  document: string,
  { workspace }: CodegenOptions,
  request: Request,
): Promise<string> {
  const { canvas, compiled } = await asOperator(host, AuthoringService, (authoring) =>
    authoring.getPublishedCanvas({ document, ...(workspace === undefined ? {} : { workspaceId: workspace }) }),
  );
  const origin = { canvasId: canvas?.id ?? "", version: canvas?.version ?? 0 };
  return typesOfCompiled(compiled, { ...request, origin });
}
