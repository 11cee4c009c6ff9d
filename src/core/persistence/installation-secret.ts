import { randomBytes } from "node:crypto";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

const FILE = "secret.key";
const SECRET_BYTES = 32;

/**
 * The secret of an installation that was given none: kept in its data folder, readable by this user alone, and made at
 * the first start. Of processes that start together, one makes it and the others read it.
 */
export async function installationSecret(dataDir: string): Promise<string> {
  const path = join(dataDir, FILE);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const known = await readFile(path, "utf8").catch(() => null);
  if (known !== null) return known.trim();
  // Written whole under another name and linked, which fails where the file is there by now.
  const draft = `${path}.${process.pid}.${randomBytes(4).toString("hex")}`;
  try {
    await writeFile(draft, `${randomBytes(SECRET_BYTES).toString("base64url")}\n`, { mode: 0o600, flush: true });
    await link(draft, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    });
  } finally {
    await rm(draft, { force: true });
  }
  return (await readFile(path, "utf8")).trim();
}
