// A folder of an installation's own fonts → faces by the names that templates call them.
import { createHash } from "node:crypto";
import { type Dirent, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { placesOf, readFaceNames, splitCollection } from "../text/index.ts";
import { FIXER, type FontFace } from "./fonts.ts";

/** The faces of a folder, and one sentence for each file or face of it that cannot be used. */
export interface FontFolder {
  /** False where there is no such folder, or nobody may look into it. */
  readonly isReadable: boolean;
  readonly faces: readonly FontFace[];
  readonly problems: readonly string[];
}

/** `.tte` is what Windows keeps gaiji in. */
const FONT_FILE = /\.(?:ttf|otf|ttc|otc|tte)$/iu;

/**
 * Reads the names of all fonts of a folder and the folders in it; null for none. Slanted faces are left out without a
 * word, since Japanese text has none. Files are taken in the order of their paths, so that every start finds the same.
 */
export function readFontFolder(folder: string | null): FontFolder {
  if (folder === null) return { isReadable: true, faces: [], problems: [] };
  let entries: readonly Dirent[];
  try {
    entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  } catch (error) {
    const reason = error instanceof Error && "code" in error ? String(error.code) : "unreadable";
    return { isReadable: false, faces: [], problems: [`The font folder ${folder} can't be read (${reason}).`] };
  }
  const paths = entries
    .filter((entry) => entry.isFile() && FONT_FILE.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort((one, other) => (one < other ? -1 : 1));
  const faces: FontFace[] = [];
  const problems: string[] = [];
  for (const path of paths) {
    for (const face of facesOf(path)) {
      if (typeof face === "string") problems.push(`The font ${path} is left out. ${face}`);
      else faces.push(face);
    }
  }
  return { isReadable: true, faces, problems };
}

/** Making all glyphs of a variable font static takes a second or two; a few tell whether it can be done. */
const TRIED_GLYPHS = 4;

/** The faces of a file, or sentences on why not; a variable font is a face of each weight that templates can name. */
function facesOf(path: string): readonly (FontFace | string)[] {
  let bytes: Uint8Array;
  try {
    bytes = new Uint8Array(readFileSync(path));
  } catch (error) {
    return [error instanceof Error ? error.message : "It can't be read."];
  }
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const url = pathToFileURL(path).href;
  const files = splitCollection(bytes);
  return files.flatMap((file, index): readonly (FontFace | string)[] => {
    const names = readFaceNames(file);
    if (typeof names === "string") return [names];
    const [family = "", ...otherNames] = names.families;
    if (names.isItalic) return [];
    const face = { family, otherNames, url, sha256, ...(files.length === 1 ? {} : { index }) };
    if (!names.needsFixing) return [{ ...face, weight: names.weight }];
    if (FIXER(file, {}, TRIED_GLYPHS) === null) return ["The font is damaged: it can't be made static."];
    return placesOf(names.axes, names.weight).map(({ weight, place }) => ({ ...face, weight, place }));
  });
}
