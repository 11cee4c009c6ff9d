import { posix } from "node:path";
import { parseSync } from "oxc-parser";

/** The files of the repository, as citations are resolved against them. */
export interface CitedFiles {
  /** Every file, from the repository's root. */
  readonly paths: ReadonlySet<string>;
  /** The text of a Markdown file. */
  text(path: string): string;
}

/** Folders at the root. A path that begins with one of them names something of the repository. */
const ROOTS = [".ci", "docs", "gen", "proto", "src", "test", "tools"];

/** Rooms are named without `src`. */
const ROOM_ROOTS = ["core", "facades", "plugins"];

/** Paths of other people's projects, in a guide for them. */
const ELSEWHERE: ReadonlySet<string> = new Set(["src/main/proto"]);

/** A path of at least two parts, or the name of a file that we write by hand. */
const PATH = /(?<![\w./@-])(?:[\w.@*-]+(?:\/[\w.@*-]+)+|[\w-]+(?:\.[\w-]+)*\.(?:ts|md))(?![\w/])/g;

/** Every citation of a Markdown file that leads nowhere, each as `path:line sentence`. */
export function brokenInMarkdown(path: string, files: CitedFiles): string[] {
  const prose = withoutCodeBlocks(files.text(path));
  return prose.split("\n").flatMap((line, index) => {
    const found = [...brokenLinks(path, line, files), ...brokenSpans(path, line, files)];
    return found.map((sentence) => `${path}:${index + 1} ${sentence}`);
  });
}

/** The same of the comments of a TypeScript file. */
export function brokenInComments(path: string, text: string, files: CitedFiles): string[] {
  return parseSync(path, text).comments.flatMap(({ value, start }) => {
    const line = text.slice(0, start).split("\n").length;
    const paths = pathsIn(value.replaceAll(/\bhttps?:\/\/\S+/g, ""));
    return paths.filter((cited) => !exists(path, cited, files)).map((cited) => `${path}:${line} names ${cited}`);
  });
}

/** Headings that Markdown names in italics, such as "under *Speed*", and that stand in none of the files. */
export function missingHeadings(paths: readonly string[], files: CitedFiles): string[] {
  const headings = new Set(paths.flatMap((path) => headingsOf(files.text(path))));
  return paths.flatMap((path) => {
    const named = withoutCodeBlocks(files.text(path)).matchAll(/(?:\bunder|\bchapter|'s)\s+\*([^*\n]+)\*/g);
    return [...named].flatMap(([, name = ""]) =>
      headings.has(name) ? [] : [`${path} names a heading "${name}", which stands nowhere`],
    );
  });
}

function brokenLinks(path: string, line: string, files: CitedFiles): string[] {
  const bare = line.replaceAll(/`[^`]*`/g, (code) => "x".repeat(code.length));
  return [...bare.matchAll(/\]\(([^()\s]+)\)/g)].flatMap(([, target = ""]) => {
    if (/^[a-z]+:/.test(target)) return [];
    const [file = "", anchor] = target.split("#", 2);
    const cited = file === "" ? path : posix.join(posix.dirname(path), file);
    if (!isThere(cited, files)) return [`links to ${target}, and there is no ${cited}`];
    if (anchor === undefined || anchorsOf(files.text(cited)).has(anchor)) return [];
    return [`links to ${target}, and ${cited} has no such heading`];
  });
}

function brokenSpans(path: string, line: string, files: CitedFiles): string[] {
  return [...line.matchAll(/`([^`]+)`/g)]
    .flatMap(([, code = ""]) => (/\s/.test(code) ? [] : pathsIn(code)))
    .filter((cited) => !exists(path, cited, files))
    .map((cited) => `names ${cited}, which does not exist`);
}

/** What of a text names a file or a folder of the repository. */
function pathsIn(text: string): string[] {
  return [...text.matchAll(PATH)].map(([cited]) => cited.replace(/\.$/, "")).filter(isOurs);
}

function isOurs(cited: string): boolean {
  if (ELSEWHERE.has(cited)) return false;
  const [root = ""] = cited.split("/", 1);
  const isRooted = cited.includes("/") && [...ROOTS, ...ROOM_ROOTS].includes(root);
  return isRooted || /^[^*@]+\.(?:ts|md)$/.test(cited);
}

/** From the root, as a room, from the file's own folder, or as the end of some path: `cut/table-parts.ts`. */
function exists(path: string, cited: string, files: CitedFiles): boolean {
  const places = [cited, `src/${cited}`, posix.join(posix.dirname(path), cited)];
  if (places.some((place) => isThere(place, files))) return true;
  return /\.(?:ts|md)$/.test(cited) && [...files.paths].some((known) => known.endsWith(`/${cited}`));
}

/** Whether a file or a folder of this name is there; a star stands for any name. */
function isThere(place: string, { paths }: CitedFiles): boolean {
  const whole = place.replace(/\/$/, "");
  if (paths.has(whole)) return true;
  const parts = whole.split("*").map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, "\\$&"));
  const pattern = new RegExp(`^${parts.join("[^/]*")}(?:/|$)`);
  return [...paths].some((known) => pattern.test(known));
}

/** The headings of a page as they are shown. */
function headingsOf(text: string): string[] {
  const headings = withoutCodeBlocks(text).matchAll(/^#{1,6} +(.+?) *$/gm);
  return [...headings].map(([, heading = ""]) => heading.replaceAll(/\[([^\]]*)\](?:\([^)]*\))?/g, "$1"));
}

/** The anchors of a page as GitHub makes them: of equal headings the later ones are numbered. */
function anchorsOf(text: string): ReadonlySet<string> {
  const anchors = new Set<string>();
  for (const heading of headingsOf(text)) {
    const anchor = heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, "")
      .replaceAll(" ", "-");
    let numbered = anchor;
    for (let count = 1; anchors.has(numbered); count += 1) numbered = `${anchor}-${count}`;
    anchors.add(numbered);
  }
  return anchors;
}

/** The same lines with those of code blocks empty. */
function withoutCodeBlocks(text: string): string {
  let fence = "";
  const lines = text.split("\n").map((line) => {
    const marks = /^ *(`{3,})/.exec(line)?.[1] ?? "";
    if (fence === "" && marks === "") return line;
    if (fence === "") fence = marks;
    else if (marks.length >= fence.length) fence = "";
    return "";
  });
  return lines.join("\n");
}
