import { dirname, join } from "node:path";
import { assetFiles } from "../../core/engine/index.ts";
import { CliError, type CliHost } from "./host.ts";

/** Reads a file or, for `-`, standard input; a missing or unreadable file is one sentence. */
export async function readInput(host: CliHost, path: string): Promise<Uint8Array> {
  if (path === "-") return host.readStandardInput();
  try {
    return await host.readFile(path);
  } catch (error) {
    throw new CliError(`${path} can't be read: ${reasonOf(error)}. Check the path.`, 2);
  }
}

/** Reads a template's source; bytes that are not UTF-8 are one sentence. */
export async function readSource(host: CliHost, path: string): Promise<string> {
  return sourceOf(path, await readInput(host, path));
}

/**
 * The files that a template's `asset` lines name, from the template's own folder. One that is missing is left out: the
 * check tells it with its line.
 */
export async function readAssets(host: CliHost, path: string, source: string): Promise<Record<string, Uint8Array>> {
  const folder = path === "-" ? "." : dirname(path);
  const assets: Record<string, Uint8Array> = {};
  for (const file of assetFiles(source)) {
    try {
      assets[file] = await host.readFile(join(folder, file));
    } catch {}
  }
  return assets;
}

/** The text of a template's bytes. */
export function sourceOf(path: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch {
    throw new CliError(`${path} is not UTF-8 text. Save it as UTF-8 and try again.`, 1);
  }
}

/** Writes a file or, for `-`, standard output; `advice` says what to do where the file can't be written. */
export async function writeOutput(
  host: CliHost,
  path: string,
  bytes: Uint8Array,
  advice = "Choose another -o FILE.",
): Promise<void> {
  if (path === "-") {
    host.writeOut(bytes);
    return;
  }
  try {
    await host.writeFile(path, bytes);
  } catch (error) {
    throw new CliError(`${path} can't be written: ${reasonOf(error)}. ${advice}`, 1);
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file or folder",
  EACCES: "permission is denied",
  EISDIR: "it is a folder",
  ENOTDIR: "a part of the path is not a folder",
  ENOSPC: "the disk is full",
};

/** Why a file can't be read or written, as a clause. */
export function reasonOf(error: unknown): string {
  const code = error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
  return REASONS[code] ?? (error instanceof Error ? error.message : String(error));
}
