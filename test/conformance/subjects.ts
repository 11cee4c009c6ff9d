import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runCommand, startCommand } from "../support/command.ts";
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

/** The first start makes the embedded database, which takes seconds on a busy machine. */
const START_TIMEOUT_MS = 120_000;

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
  const dataFolder = join(folder, "server");
  await using server = await startCommand(process.execPath, [...PLATEN, "serve"], {
    env: { PLATEN_PORT: "0", PLATEN_DATA_DIR: dataFolder },
  });
  const givenUp = new AbortController();
  const demo = await Promise.race([
    pollForFile(
      join(dataFolder, "demo.json"),
      AbortSignal.any([givenUp.signal, AbortSignal.timeout(START_TIMEOUT_MS)]),
    ),
    server.ended.then((result) => Promise.reject(new Error(`platen serve ended:\n${result.stderr}`))),
  ]).finally(() => givenUp.abort());
  const { baseUrl }: { baseUrl: string } = JSON.parse(demo);
  const answer = await fetch(`${baseUrl}/v1/openapi.json`);
  if (!answer.ok) throw new Error(`GET /v1/openapi.json answered ${answer.status}.`);
  const path = join(folder, "openapi.json");
  await writeFile(path, await answer.text());
  return path;
}

async function pollForFile(path: string, signal: AbortSignal): Promise<string> {
  for (;;) {
    signal.throwIfAborted();
    const text = await readFile(path, "utf8").catch(() => "");
    if (text.trimEnd().endsWith("}")) return text;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
