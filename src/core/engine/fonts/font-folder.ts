// A folder of an installation's own fonts → faces by the names that templates call them.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { parseFont, placesOf, readFaceNames, splitCollection } from "../../text/index.ts";
import { type FontFiles, fontFilesOf, reasonOf } from "./font-files.ts";
import { FIXER, type FontFace } from "./fonts.ts";

/** The faces of a folder, and one sentence for each file or face of it that is left out or stands behind another. */
export interface FontFolder {
  /** False where there is no such folder, or nobody may look into it. */
  readonly isReadable: boolean;
  readonly faces: readonly FontFace[];
  readonly problems: readonly string[];
}

/**
 * Reads the names of all fonts of a folder and the folders in it; null for none. Files are taken in the order of their
 * paths, so that every start finds the same.
 */
export function readFontFolder(folder: string | null): FontFolder {
  if (folder === null) return { isReadable: true, faces: [], problems: [] };
  let files: FontFiles;
  try {
    files = fontFilesOf(folder);
  } catch (error) {
    return {
      isReadable: false,
      faces: [],
      problems: [`The font folder ${folder} can't be read (${reasonOf(error)}).`],
    };
  }
  const faces: FontFace[] = [];
  const problems = [...files.problems];
  const paths = new Map<string, string>();
  for (const path of files.paths) {
    const file = readFontFile(path);
    const before = typeof file === "string" ? undefined : paths.get(file.sha256);
    if (typeof file === "string") problems.push(leftOut(path, undefined, file));
    else if (before !== undefined) problems.push(leftOut(path, undefined, `It is the same file as ${before}.`));
    else {
      paths.set(file.sha256, path);
      for (const face of facesOf(path, file)) {
        if (typeof face === "string") problems.push(face);
        else faces.push(face);
      }
    }
  }
  return { isReadable: true, faces, problems: [...problems, ...standingBehind(faces, paths)] };
}

function leftOut(path: string, index: number | undefined, why: string): string {
  return `${sentence(faceAt(path, index))} is left out. ${why}`;
}

function faceAt(path: string, index: number | undefined): string {
  return index === undefined ? `the font ${path}` : `face ${index + 1} of the font ${path}`;
}

function sentence(words: string): string {
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
}

interface ReadFile {
  readonly bytes: Uint8Array;
  readonly sha256: string;
}

function readFontFile(path: string): ReadFile | string {
  try {
    const bytes = new Uint8Array(readFileSync(path));
    return { bytes, sha256: createHash("sha256").update(bytes).digest("hex") };
  } catch (error) {
    return `It can't be read (${reasonOf(error)}).`;
  }
}

/** Of faces of one family and weight, the last is taken first; the others lend it glyphs. Untold, that surprises. */
function standingBehind(faces: readonly FontFace[], paths: ReadonlyMap<string, string>): readonly string[] {
  const first = new Map(faces.map((face) => [`${face.weight} ${face.family}`, face]));
  return faces.flatMap((face) => {
    const taken = first.get(`${face.weight} ${face.family}`);
    if (taken === undefined || taken === face) return [];
    const nameOf = ({ sha256, index }: FontFace): string => faceAt(paths.get(sha256) ?? "", index);
    const standing = `only lends glyphs to ${nameOf(taken)}, which is ${face.family} ${face.weight} as well.`;
    return [`${sentence(nameOf(face))} ${standing}`];
  });
}

/** Making all glyphs of a variable font static takes a second or two; a few tell whether it can be done. */
const TRIED_GLYPHS = 4;

/** The faces of a file, and sentences on those left out. */
function facesOf(path: string, { bytes, sha256 }: ReadFile): readonly (FontFace | string)[] {
  const url = pathToFileURL(path).href;
  const files = splitCollection(bytes);
  return files.flatMap((file, index): readonly (FontFace | string)[] => {
    const place = files.length === 1 ? {} : { index };
    const faces = facesIn(file, { url, sha256, ...place });
    return typeof faces === "string" ? [leftOut(path, place.index, faces)] : faces;
  });
}

/** A face, or why it is left out; a variable font is a face of each weight that templates can name. */
function facesIn(file: Uint8Array, from: Pick<FontFace, "url" | "sha256" | "index">): readonly FontFace[] | string {
  if (from.index !== undefined && file.length === 0) return "The collection is damaged: it has no such face.";
  const names = readFaceNames(file);
  if (typeof names === "string") return names;
  if (names.isItalic) return "The font is slanted, and Japanese text has no slanted face.";
  const [family = "", ...otherNames] = names.families;
  const face = { family, otherNames, ...from };
  const fixed = names.needsFixing ? FIXER(file, {}, TRIED_GLYPHS) : file;
  if (fixed === null) return "The font is damaged: it can't be made static.";
  // What drawing would refuse later, for every template, is refused as the folder is read.
  const parsed = parseFont({ family, weight: names.weight, sha256: from.sha256, bytes: fixed });
  if ("problem" in parsed) return parsed.problem;
  if (!names.needsFixing) return [{ ...face, weight: names.weight }];
  return placesOf(names.axes, names.weight).map(({ weight, place }) => ({ ...face, weight, place }));
}
