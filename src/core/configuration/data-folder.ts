import { access, constants, mkdir, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { SETTINGS } from "./settings.ts";

/** Makes the data folder, for this user's eyes only. Answers null, or one sentence on why it can't be used. */
export async function makeDataFolder(path: string): Promise<string | null> {
  try {
    await makeFolders(resolve(path));
    await access(path, constants.W_OK);
    return null;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown reason";
    const { expected } = SETTINGS.PLATEN_DATA_DIR;
    return `PLATEN_DATA_DIR is ${JSON.stringify(path)}, which can't be used (${code}); write ${expected}.`;
  }
}

/**
 * Makes a folder and those that it lies in. `mkdir` of Node.js with `recursive` never ends under `/proc`, where a
 * folder is missing and can't be made.
 */
async function makeFolders(path: string): Promise<void> {
  const parent = dirname(path);
  if ((await kindOf(parent)) === "nothing") await makeFolders(parent);
  await mkdir(path, { mode: 0o700 }).catch(async (error: unknown) => {
    if ((await kindOf(path)) !== "folder") throw error;
  });
}

async function kindOf(path: string): Promise<"folder" | "file" | "nothing"> {
  return stat(path).then(
    (found) => (found.isDirectory() ? "folder" : "file"),
    () => "nothing",
  );
}
