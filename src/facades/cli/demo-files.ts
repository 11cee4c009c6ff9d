import { existsSync } from "node:fs";
import { appendFile, chmod, readFile, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import type { Demo } from "./demo.ts";

/** The files of a data folder that tell of its demo; both are for this user's eyes only. */
export interface DemoFiles {
  /** The files' paths, as a person in this folder would write them. */
  readonly shown: { readonly demoFile: string; readonly payloadFile: string };
  /** The demo of an earlier start, with the address of this one; null where there is none. */
  renew(baseUrl: string): Promise<Demo | null>;
  /** Keeps a new demo, and a request's body to begin with: `payload` is JSON text. */
  keep(demo: Demo, payload: string): Promise<void>;
}

export function demoFilesIn(dataDir: string): DemoFiles {
  const demoFile = join(dataDir, "demo.json");
  const payloadFile = join(dataDir, "demo-invoice.json");
  return {
    shown: { demoFile: shownPath(demoFile), payloadFile: shownPath(payloadFile) },

    async renew(baseUrl) {
      if (!existsSync(demoFile)) return null;
      const demo: Demo = { ...JSON.parse(await readFile(demoFile, "utf8")), baseUrl };
      await writePrivate(demoFile, demo);
      return demo;
    },

    async keep(demo, payload) {
      await writeFile(payloadFile, `{"data": ${payload}}\n`, { mode: 0o600 });
      await writePrivate(demoFile, demo);
    },
  };
}

/**
 * The line that tells a link which lets somebody into an account: the link itself on a terminal; elsewhere, where lines
 * end in logs, the name of this user's own file that it is added to.
 */
export async function demoLinkLine(
  dataDir: string,
  { email, link, isTerminal }: { readonly email: string; readonly link: string; readonly isTerminal: boolean },
): Promise<string> {
  if (isTerminal) return `The link for a new password of ${email}: ${link}`;
  const path = join(dataDir, "demo-links.txt");
  await appendFile(path, `${email} ${link}\n`, { mode: 0o600 });
  return `A link for a new password was asked for; it is the last line of ${shownPath(path)}.`;
}

function shownPath(path: string): string {
  const fromHere = relative(process.cwd(), path);
  return fromHere.startsWith("..") ? path : fromHere;
}

async function writePrivate(path: string, value: unknown): Promise<void> {
  await writeFile(path, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  await chmod(path, 0o600);
}
