import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runCommand } from "../support/command.ts";
import { startService } from "../support/service.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** What there is to judge. Each is made at the first use, by the same command line that a user has, and then kept. */
export interface Subjects extends AsyncDisposable {
  /** The path of the example invoice, drawn with its own data. */
  invoicePdf(): Promise<string>;
  /** The path of the OpenAPI document that a running server gives out. */
  openApiDocument(): Promise<string>;
  /** A folder for what a judge writes. */
  readonly folder: string;
}

const PLATEN = ["src/main.ts"];

export async function makeSubjects(exampleInvoice: string): Promise<Subjects> {
  const folder = await temporaryFolder("conformance");
  const once = <Value>(make: () => Promise<Value>): (() => Promise<Value>) => {
    let made: Promise<Value> | undefined;
    return () => (made ??= make());
  };
  return {
    folder: folder.path,
    invoicePdf: once(() => renderInvoice(exampleInvoice, folder.path)),
    openApiDocument: once(() => fetchOpenApiDocument(folder.path)),
    [Symbol.asyncDispose]: () => folder.remove(),
  };
}

async function renderInvoice(source: string, folder: string): Promise<string> {
  const path = join(folder, "invoice.pdf");
  const result = await runCommand(process.execPath, [...PLATEN, "render", source, "-o", path]);
  if (result.exitCode !== 0) throw new Error(`platen render failed:\n${result.stderr}`);
  return path;
}

async function fetchOpenApiDocument(folder: string): Promise<string> {
  await using server = await startService({ dataDir: join(folder, "server") });
  const answer = await fetch(`${server.baseUrl}/v1/openapi.json`);
  if (!answer.ok) throw new Error(`GET /v1/openapi.json answered ${answer.status}.`);
  const path = join(folder, "openapi.json");
  await writeFile(path, await answer.text());
  return path;
}
