import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import {
  boundaryViolations,
  importCircles,
  roomOf,
  tableMistakes,
  unreachableFiles,
  unusedEntries,
} from "./boundaries.ts";
import { ALLOWED_IN_PURE_ROOMS, COMPOSITION_ROOT, PACKAGE_HOMES, ROOMS } from "./rooms.ts";
import { readSourceFile, type SourceFile } from "./source-file.ts";
import { roomsWithoutDoor, styleViolations } from "./style.ts";
import { openSwitches } from "./switches.ts";

const sources = globSync("src/**/*.ts").sort().map(readSourceFile);
// The rivals of the benchmark stand in a node_modules of their own below test.
const tests = globSync(["test/**/*.ts", "{clients,docs,proto,tools}/**/*.ts", "*.config.ts"], {
  exclude: ["**/node_modules/**", "**/dist/**"],
})
  .sort()
  .map(readSourceFile);

const DOCUMENTATION = "docs/generate.ts";

/** It runs in browsers; tools/form makes it part of a page. */
const FORM_PAGE_PROGRAM = "src/facades/mcp/form/view.ts";

/** A program wrote it and nobody reads it for pleasure. */
function isGenerated(file: SourceFile): boolean {
  return /^\/[/*].*generated/i.test(file.text);
}

/**
 * The composition root loads plugins by their address, the package's `exports` are entered from outside, and the
 * generator of the documentation writes what the reference says.
 */
function entries(): string[] {
  const manifest: { exports?: Record<string, Record<string, string>> } = JSON.parse(
    readFileSync("package.json", "utf8"),
  );
  const targets = Object.values(manifest.exports ?? {}).flatMap((conditions) => Object.values(conditions));
  const built = targets.filter((target) => target.endsWith(".js"));
  const exported = built.map((target) => target.replace(/^\.\/dist\//, "").replace(/\.js$/, ".ts"));
  return [COMPOSITION_ROOT, DOCUMENTATION, FORM_PAGE_PROGRAM, ...globSync("src/plugins/*/*/index.ts"), ...exported];
}

test("rooms import only what the table of rooms lets them", () => {
  expect(boundaryViolations(sources)).toEqual([]);
});

test("no road of the table leads into another room's inside, or round in a circle", () => {
  expect(tableMistakes(ROOMS)).toEqual([]);
});

test("every entry of the table is needed", () => {
  const table = { rooms: ROOMS, homes: PACKAGE_HOMES, allowed: ALLOWED_IN_PURE_ROOMS };
  expect(unusedEntries(sources, table)).toEqual([]);
});

test("no file imports itself by way of others", () => {
  expect(importCircles(sources)).toEqual([]);
});

test("every source file is reached from the composition root or a public entry", () => {
  const generators = tests.filter(
    ({ path }) => path.startsWith("docs/") && !path.startsWith("docs/profiles/template/"),
  );
  // Declaration files are found by the compiler, and imported by nobody.
  const own = sources.filter(({ path }) => !path.endsWith(".d.ts"));
  expect(unreachableFiles([...own, ...generators], entries())).toEqual([]);
});

test("every room has a door", () => {
  expect(roomsWithoutDoor(sources.map((file) => file.path))).toEqual([]);
});

test("the README's code map names every room, and no room that does not exist", () => {
  const readme = readFileSync("README.md", "utf8");
  const map = readme.slice(readme.indexOf("## Code map"), readme.indexOf("### Invariants"));
  const rooms = new Set(sources.flatMap((file) => roomOf(file.path) ?? []));
  const isNamed = (room: string): boolean =>
    map.includes(`\`src/${room}\``) ||
    (room.startsWith("facades/") && map.includes(`\`${room.slice("facades/".length)}\``));
  expect([...rooms].filter((room) => !isNamed(room))).toEqual([]);
  const named = [...map.matchAll(/`src\/(core\/[a-z/-]+|plugins\/[a-z]+\/[a-z-]+)`/g)].map((match) => match[1] ?? "");
  expect(named.filter((room) => !rooms.has(room))).toEqual([]);
});

test("source and test files keep the house style", () => {
  expect([...sources, ...tests].filter((file) => !isGenerated(file)).flatMap(styleViolations)).toEqual([]);
});

test("no switch on the way from a source to its page leaves a case out unseen", () => {
  expect(sources.flatMap(({ path, text }) => openSwitches(path, text))).toEqual([]);
});

test("a room never lets in a package whose home is elsewhere", () => {
  for (const [name, room] of Object.entries(ROOMS)) {
    for (const packageName of room.packages) {
      const home = PACKAGE_HOMES[packageName];
      if (home !== undefined) expect(roomOf(`${home}x.ts`), `${packageName} in ${name}`).toBe(name);
    }
  }
});
