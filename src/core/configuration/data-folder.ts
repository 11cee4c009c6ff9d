import { access, constants, mkdir } from "node:fs/promises";
import { SETTINGS } from "./settings.ts";

/** Makes the data folder, for this user's eyes only. Answers null, or one sentence on why it can't be used. */
export async function makeDataFolder(path: string): Promise<string | null> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
    await access(path, constants.W_OK);
    return null;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown reason";
    const { expected } = SETTINGS.PLATEN_DATA_DIR;
    return `PLATEN_DATA_DIR is ${JSON.stringify(path)}, which can't be used (${code}); write ${expected}.`;
  }
}
