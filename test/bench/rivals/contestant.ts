import type { Invoice, Ledger } from "./papers.ts";

/** A program that makes the papers of the comparison, as its own users would write them for it. */
export interface Contestant {
  readonly name: string;
  /** Name and version of what did the work. */
  readonly version: string;
  /** One file with a page for each of the invoices. */
  invoices(invoices: readonly Invoice[], json: Uint8Array): Promise<Uint8Array>;
  /** One file with a ruled table over many pages, its header on each. */
  ledger(ledger: Ledger, json: Uint8Array): Promise<Uint8Array>;
  /** Processes whose CPU time and memory count with this one's. */
  readonly helpers?: () => readonly number[];
  close?(): Promise<void>;
}

/** The fonts that all of them embed: the whole of both weights, 17,000 glyphs each. */
export interface FontFiles {
  readonly regular: string;
  readonly bold: string;
}

/** What `contestants/<name>.ts` exports. */
export type OpenContestant = (fonts: FontFiles) => Promise<Contestant>;

/**
 * Loads a package of this folder's own `node_modules`. By a computed name, so that nothing that reads imports takes it
 * for a package of the project.
 */
export async function load<Module>(name: string): Promise<Module> {
  const module: Module = await import(name);
  return module;
}

/** The version of a package of this folder. */
export async function versionOf(name: string): Promise<string> {
  const lock: { packages: Readonly<Record<string, { version?: string }>> } = JSON.parse(
    await (await import("node:fs/promises")).readFile(new URL("package-lock.json", import.meta.url), "utf8"),
  );
  return `${name} ${lock.packages[`node_modules/${name}`]?.version ?? "?"}`;
}
