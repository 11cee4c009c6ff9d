import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { repositoryFiles } from "./repository-files.ts";

const BINARY = /\.(?:pdf|png|jpe?g|gif|ttf|otf|woff2?|wasm|gz|br|ico)$/;

/** The one top level: a new entry is a decision about the whole project. */
const TOP_LEVEL = [
  ...[".ci", ".editorconfig", ".gitattributes", ".github", ".gitignore", ".npmrc", ".nvmrc", "CHANGELOG.md"],
  ...["CONTRIBUTING.md", "clients", "LICENSE", "SECURITY.md"],
  ...["README.md", "biome.json", "buf.gen.yaml", "buf.yaml", "docs", "gen", "knip.json", "package-lock.json"],
  ...["package.json", "proto", "src", "test", "tools", "tsconfig.build.json", "tsconfig.json", "vitest.config.ts"],
];

test("the top level holds what the code map names and nothing else", async () => {
  const entries = (await repositoryFiles()).map((path) => path.split("/", 1)[0] ?? "");
  expect([...new Set(entries)].filter((entry) => !TOP_LEVEL.includes(entry))).toEqual([]);
});

test("no file tells where it was written", async () => {
  // Folders of a developer's own machine, pieced together so that this file passes.
  const machinePath = new RegExp(
    `(?:^|[\\s"'\`(=:])/(?:${["wo" + "rk", "tm" + "p", "ro" + "ot", "ho" + "me"].join("|")})/`,
    "m",
  );
  const found: string[] = [];
  for (const path of await repositoryFiles()) {
    if (BINARY.test(path)) continue;
    const match = machinePath.exec(readFileSync(path, "utf8"));
    if (match !== null) found.push(`${path}: ${match[0].trim()}`);
  }
  expect(found).toEqual([]);
});

interface LockedPackage {
  readonly resolved?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const lock: { packages: Record<string, LockedPackage> } = JSON.parse(readFileSync("package-lock.json", "utf8"));

test("the lock file names no registry and carries an integrity for every package", () => {
  const entries = Object.entries(lock.packages);
  expect(entries.filter(([, entry]) => /:\/\//.test(entry.resolved ?? "")).map(([path]) => path)).toEqual([]);
  const fromRegistry = entries.filter(([path, entry]) => path.includes("node_modules/") && entry.link !== true);
  expect(fromRegistry.filter(([, entry]) => entry.integrity === undefined).map(([path]) => path)).toEqual([]);
});

test("every optional dependency that the lock file names has an entry there", () => {
  // npm leaves out what it could not find for one platform, and `npm ci` then fails or quietly lacks it on another.
  expect(missingOptional(lock.packages)).toEqual([]);
});

test("a lock file that lacks an optional dependency is found out", () => {
  const packages = { "node_modules/a": { optionalDependencies: { "a-linux": "1.0.0" } }, "node_modules/b": {} };
  expect(missingOptional(packages)).toEqual(["node_modules/a needs a-linux"]);
});

function missingOptional(packages: Readonly<Record<string, LockedPackage>>): string[] {
  return Object.entries(packages).flatMap(([path, entry]) =>
    Object.keys(entry.optionalDependencies ?? {})
      .filter((name) => !lookupFolders(path).some((folder) => `${folder}node_modules/${name}` in packages))
      .map((name) => `${path} needs ${name}`),
  );
}

/** `node_modules/a/node_modules/b` looks in its own folder, then in those around it, as Node does. */
function lookupFolders(path: string): string[] {
  const folders = path === "" ? [] : [`${path}/`];
  for (let at = path.lastIndexOf("node_modules/"); at >= 0; at = path.lastIndexOf("node_modules/", at - 1)) {
    folders.push(path.slice(0, at));
    if (at === 0) break;
  }
  return [...folders, ""];
}
