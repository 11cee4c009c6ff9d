// A folder of an installation → the font files in it, each once, whatever links lead to it.
import { closeSync, openSync, readdirSync, readlinkSync, readSync, realpathSync, type Stats, statSync } from "node:fs";
import { join } from "node:path";

/** Font files in the order of their paths, and one sentence for each entry that can't be one. */
export interface FontFiles {
  readonly paths: readonly string[];
  readonly problems: readonly string[];
}

/** `.tte` is what Windows keeps gaiji in. */
const FONT_FILE = /\.(?:ttf|otf|ttc|otc|tte)$/iu;

/** Fonts of other kinds, which nobody can take for notes or licences that lie beside fonts. */
const OTHER_FONT_FILE = /\.(?:woff2?|eot|pf[ab]|dfont|bdf|pcf|pcf\.gz|fon|suit)$/iu;

/** What TrueType, OpenType and their collections begin with. */
const FONT_STARTS: ReadonlySet<number> = new Set([0x00010000, 0x4f54544f, 0x74727565, 0x74746366]);

/** The largest collections of Chinese, Japanese and Korean faces are half as large. */
const FONT_BYTES_MAX = 256 * 2 ** 20;

/**
 * The font files of a folder and the folders in it; throws where the folder itself can't be read. Links are followed.
 * A file or folder that several paths lead to is taken once, by the path of the fewest folders: so the files of a
 * mounted volume of Kubernetes have the names of their links, not those of the folder that is new at each change.
 */
export function fontFilesOf(root: string): FontFiles {
  const search: Search = { seen: new Set([realpathSync(root)]), paths: [], problems: [] };
  // Folder by folder, the outer ones first: the first path to a file is that of the fewest folders.
  let folders = namesIn(root, search);
  while (folders.length > 0) {
    folders = folders.flatMap((folder) => {
      try {
        return namesIn(folder, search);
      } catch (error) {
        search.problems.push(`The folder ${folder} is left out. It can't be read (${reasonOf(error)}).`);
        return [];
      }
    });
  }
  return { paths: search.paths.sort(), problems: search.problems.sort() };
}

interface Search {
  /** Real paths of files and folders, which links can hide. */
  readonly seen: Set<string>;
  readonly paths: string[];
  readonly problems: string[];
}

/** Takes the fonts of a folder, and answers the folders in it that nothing led to before. */
function namesIn(folder: string, search: Search): string[] {
  const folders: string[] = [];
  for (const name of readdirSync(folder).sort()) {
    const path = join(folder, name);
    const entry = followed(path);
    if (typeof entry === "string") search.problems.push(entry);
    else if (!search.seen.has(entry.realPath)) {
      search.seen.add(entry.realPath);
      if (entry.stats.isDirectory()) folders.push(path);
      else {
        const obstacle = obstacleOf(path, entry.stats);
        if (obstacle === null) search.paths.push(path);
        else if (obstacle !== NOT_MEANT) search.problems.push(`The font ${path} is left out. ${obstacle}`);
      }
    }
  }
  return folders;
}

interface Followed {
  readonly realPath: string;
  readonly stats: Stats;
}

/** Where a path leads, or a sentence where it leads nowhere. */
function followed(path: string): Followed | string {
  try {
    return { realPath: realpathSync(path), stats: statSync(path) };
  } catch (error) {
    return `The link ${path} is left out. It can't be followed to ${targetOf(path)} (${reasonOf(error)}).`;
  }
}

function targetOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return "a file";
  }
}

/** What lies beside fonts, such as their licences: nothing has to be said of it. */
const NOT_MEANT = Symbol("no font, and none meant");

/** Why a file is not read as a font; null: it is. */
function obstacleOf(path: string, stats: Stats): string | typeof NOT_MEANT | null {
  const isNamed = FONT_FILE.test(path);
  if (!stats.isFile()) return isNamed ? "It is no regular file." : NOT_MEANT;
  if (!isNamed) {
    if (OTHER_FONT_FILE.test(path)) return "It is a font of another kind; hand in the TTF or OTF.";
    if (!FONT_STARTS.has(startOf(path))) return NOT_MEANT;
    return "Its name ends in none of .ttf, .otf, .ttc, .otc and .tte; rename it.";
  }
  if (stats.size <= FONT_BYTES_MAX) return null;
  return `It is too large: ${stats.size} bytes, where ${FONT_BYTES_MAX} are the most that is read.`;
}

/** The first four bytes of a file; 0 where it has none to read. */
function startOf(path: string): number {
  const bytes = new Uint8Array(4);
  try {
    const file = openSync(path, "r");
    try {
      readSync(file, bytes);
    } finally {
      closeSync(file);
    }
  } catch {
    return 0;
  }
  return new DataView(bytes.buffer).getUint32(0);
}

/** `ENOENT` and the like. */
export function reasonOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "unreadable";
}
