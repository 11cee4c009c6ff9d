import { posix } from "node:path";
import { roomOf } from "./boundaries.ts";
import type { SourceFile } from "./source-file.ts";

/** A longer line does not fit beside another in a review. */
const LINE_CHARACTERS_MAX = 120;

/** A longer function does more than one thing. */
const FUNCTION_LINES_MAX = 70;

/** Names that say nothing about what a file holds. */
const EMPTY_NAMES = /(^|-)(utils?|helpers?|managers?|misc|common|stuff)(-|$)/;

/** Words that put work off, spelled apart so that this file passes its own check. */
const LEFTOVERS = new RegExp(["TO" + "DO", "FIX" + "ME", "XX" + "X"].map((word) => `\\b${word}\\b`).join("|"));

/** Tests that are switched off or that switch the others off. */
const SWITCHED_TEST = /\b(?:it|test|describe)\.(?:skip|only|todo)\b/;

/** Breaches of the house style in one TypeScript file, each as `path:line sentence`. */
export function styleViolations(file: SourceFile): string[] {
  return [...nameViolations(file.path), ...lineViolations(file), ...shapeViolations(file), ...doorViolations(file)];
}

function nameViolations(path: string): string[] {
  const stem = posix.basename(path).replace(/\.ts$/, "");
  const found: string[] = [];
  if (!/^[a-z0-9]+(?:[-.][a-z0-9]+)*$/.test(stem)) found.push(`${path}:1 is not named in kebab-case`);
  if (EMPTY_NAMES.test(stem)) found.push(`${path}:1 has a name that does not say what it holds`);
  return found;
}

function lineViolations(file: SourceFile): string[] {
  return file.text.split("\n").flatMap((line, index) => {
    const at = `${file.path}:${index + 1}`;
    const found: string[] = [];
    const characters = [...line].length;
    if (characters > LINE_CHARACTERS_MAX) found.push(`${at} has ${characters} characters of ${LINE_CHARACTERS_MAX}`);
    if (LEFTOVERS.test(line)) found.push(`${at} leaves work behind; do it or write an issue`);
    if (SWITCHED_TEST.test(line)) found.push(`${at} switches tests off; skipIf with a reason is the only way`);
    return found;
  });
}

function shapeViolations(file: SourceFile): string[] {
  if (!file.path.startsWith("src/")) return [];
  const found = file.functions
    .filter((each) => each.lines > FUNCTION_LINES_MAX)
    .map((each) => `${file.path}:${each.line} is a function of ${each.lines} lines of ${FUNCTION_LINES_MAX}`);
  // A declaration file says what another's module exports.
  const isOwn = file.path.startsWith("src/core/") && !file.path.endsWith(".d.ts");
  if (file.defaultExportLine !== undefined && isOwn) {
    found.push(`${file.path}:${file.defaultExportLine} exports a default; name it`);
  }
  return found;
}

/** A room's `index.ts` says first what the room turns into what, then names what others may use. */
function doorViolations(file: SourceFile): string[] {
  if (file.path !== `src/${roomOf(file.path)}/index.ts`) return [];
  const found: string[] = [];
  if (!/^\s*\/[/*]/.test(file.text)) found.push(`${file.path}:1 does not begin with what the room turns into what`);
  const star = file.text.split("\n").findIndex((line) => /^export\s+(?:type\s+)?\*/.test(line));
  if (star >= 0) found.push(`${file.path}:${star + 1} exports everything; name what others may use`);
  return found;
}

/** Rooms that have files and no door. */
export function roomsWithoutDoor(paths: readonly string[]): string[] {
  const known = new Set(paths);
  const rooms = paths.flatMap((path) => {
    const room = roomOf(path);
    return room === undefined ? [] : [`src/${room}`];
  });
  return [...new Set(rooms)].filter((room) => !known.has(`${room}/index.ts`));
}
