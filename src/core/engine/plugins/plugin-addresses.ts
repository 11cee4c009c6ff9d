// Plugins as an operator names them, by package or path → addresses that every thread can import.
import { existsSync, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { PluginError } from "./plugins.ts";

/**
 * The modules that names stand for. A path starts with `.` or `/` and is taken from `folder`; anything else is a
 * package, looked for from `folder` upwards and then beside Platen itself. Throws `PluginError` for what is not there.
 */
export function pluginAddresses(names: readonly string[], folder: string): readonly string[] {
  return names.map((name) => pathToFileURL(/^[./]/.test(name) ? pathOf(name, folder) : packageOf(name, folder)).href);
}

function pathOf(name: string, folder: string): string {
  const path = resolve(folder, name);
  if (!existsSync(path)) throw new PluginError(`plugin ${name} is not there: ${path} does not exist`);
  if (!statSync(path).isDirectory()) return path;
  const description = join(path, "package.json");
  if (!existsSync(description)) throw new PluginError(`plugin ${name} is a folder without a package.json`);
  const entry = resolved(ownNameOf(description) ?? path, description) ?? resolved(path, description);
  if (entry === null) throw new PluginError(`plugin ${name} has no module: its package.json names none that is there`);
  return entry;
}

function packageOf(name: string, folder: string): string {
  const entry = resolved(name, join(folder, "package.json")) ?? resolved(name, import.meta.filename);
  if (entry !== null) return entry;
  throw new PluginError(`plugin ${name} is not installed; install the package in ${folder}, or write a path`);
}

/** A package with exports is reached by its own name; one without, by its folder. */
function ownNameOf(description: string): string | null {
  const read: unknown = JSON.parse(readFileSync(description, "utf8"));
  if (typeof read !== "object" || read === null || !("exports" in read) || !("name" in read)) return null;
  return typeof read.name === "string" ? read.name : null;
}

function resolved(name: string, from: string): string | null {
  try {
    return createRequire(from).resolve(name);
  } catch {
    return null;
  }
}
