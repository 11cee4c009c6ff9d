import { posix } from "node:path";
import {
  ALLOWED_IN_PURE_ROOMS,
  BANNED_IN_PURE_ROOMS,
  COMPOSITION_ROOT,
  PACKAGE_HOMES,
  ROOMS,
  type Room,
} from "./rooms.ts";
import type { ImportSite, SourceFile } from "./source-file.ts";

/** Every breach of the boundary table among the files of `src`, each as `path:line sentence`. */
export function boundaryViolations(files: readonly SourceFile[]): string[] {
  return files.filter((file) => file.path !== COMPOSITION_ROOT).flatMap(fileViolations);
}

function fileViolations(file: SourceFile): string[] {
  const name = roomOf(file.path);
  const room = name === undefined ? undefined : rowOf(name);
  if (name === undefined || room === undefined) {
    return [`${file.path}:1 lies in a room that has no row in test/tidy/rooms.ts`];
  }
  const imports = file.imports.flatMap((site) => {
    const breach = importBreach(file.path, name, room, site);
    return breach === undefined ? [] : [`${file.path}:${site.line} ${breach}`];
  });
  return room.pure ? [...imports, ...bannedGlobals(file, room)] : imports;
}

function importBreach(path: string, name: string, room: Room, { specifier }: ImportSite): string | undefined {
  if (specifier.startsWith("node:")) {
    const builtin = specifier.slice("node:".length);
    const allowed = room.node.some((each) => each === "*" || builtin === each || builtin.startsWith(`${each}/`));
    return allowed ? undefined : `${name} may not import ${specifier}`;
  }
  return specifier.startsWith(".")
    ? roomBreach(path, name, room, posix.join(posix.dirname(path), specifier))
    : packageBreach(path, name, room, specifier);
}

function roomBreach(path: string, name: string, room: Room, target: string): string | undefined {
  if (target.startsWith("gen/")) return room.rooms.includes("gen") ? undefined : `${name} may not import gen`;
  const targetRoom = roomOf(target);
  if (targetRoom === name) return undefined;
  if (targetRoom === undefined) return `${name} reaches ${target}, which lies in no room`;
  if (!room.rooms.includes(targetRoom)) return `${name} may not import ${targetRoom}`;
  if (target === `src/${targetRoom}/index.ts`) return undefined;
  return `${posix.basename(path)} enters ${targetRoom} by ${target}; import its index.ts`;
}

function packageBreach(path: string, name: string, room: Room, specifier: string): string | undefined {
  const home = Object.entries(PACKAGE_HOMES).find(([pattern]) => matchesPackage(pattern, specifier))?.[1];
  if (home !== undefined && !path.startsWith(home)) return `${specifier} may be imported under ${home} alone`;
  const allowed = room.packages.some((pattern) => matchesPackage(pattern, specifier));
  return allowed ? undefined : `${name} may not import the package ${specifier}`;
}

/** `pdfkit` matches `pdfkit` and `pdfkit/js/x`; `@mikro-orm/*` matches every package of the scope. */
function matchesPackage(pattern: string, specifier: string): boolean {
  const stem = pattern.endsWith("/*") ? pattern.slice(0, -1) : `${pattern}/`;
  return `${specifier}/`.startsWith(stem);
}

function bannedGlobals(file: SourceFile, room: Room): string[] {
  const allowed = new Set(ALLOWED_IN_PURE_ROOMS[file.path]);
  // Where Node is at hand, its Buffer is as good as what it extends.
  if (room.node.length > 0) allowed.add("Buffer");
  return file.globals.flatMap(({ name, line }) => {
    if (allowed.has(name)) return [];
    const instead = Object.hasOwn(BANNED_IN_PURE_ROOMS, name) ? BANNED_IN_PURE_ROOMS[name] : undefined;
    return instead === undefined ? [] : [`${file.path}:${line} uses ${name} in a pure room; ${instead}`];
  });
}

/** `src/core/layout/pages.ts` → `core/layout`; `src/plugins/renderers/pdf/fonts.ts` → `plugins/renderers/pdf`. */
export function roomOf(path: string): string | undefined {
  return /^src\/((?:core|facades)\/[^/]+|plugins\/[^/]+\/[^/]+)\//.exec(path)?.[1];
}

function rowOf(name: string): Room | undefined {
  return ROOMS[name] ?? ROOMS[name.replace(/[^/]+$/, "*")];
}

/** Circles of imports between files, type imports included, each once as `a.ts → b.ts → a.ts`. */
export function importCircles(files: readonly SourceFile[]): string[] {
  const targets = importGraph(files, (site) => !site.addressOnly);
  const state = new Map<string, "open" | "done">();
  const circles: string[] = [];
  const visit = (path: string, trail: readonly string[]): void => {
    if (state.get(path) === "done") return;
    if (state.get(path) === "open") {
      circles.push([...trail.slice(trail.indexOf(path)), path].join(" → "));
      return;
    }
    state.set(path, "open");
    for (const target of targets.get(path) ?? []) visit(target, [...trail, path]);
    state.set(path, "done");
  };
  for (const { path } of files) visit(path, []);
  return circles;
}

/** Files of `src` that no import reaches from the given entry points. */
export function unreachableFiles(files: readonly SourceFile[], entries: readonly string[]): string[] {
  const targets = importGraph(files, () => true);
  const reached = new Set<string>();
  const waiting = [...entries];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (reached.has(path)) continue;
    reached.add(path);
    waiting.push(...(targets.get(path) ?? []));
  }
  return files.map((file) => file.path).filter((path) => !reached.has(path));
}

function importGraph(
  files: readonly SourceFile[],
  counts: (site: ImportSite) => boolean,
): ReadonlyMap<string, readonly string[]> {
  const known = new Set(files.map((file) => file.path));
  return new Map(
    files.map((file) => {
      const targets = file.imports
        .filter((site) => site.specifier.startsWith(".") && counts(site))
        .map((site) => posix.join(posix.dirname(file.path), site.specifier))
        .filter((target) => known.has(target));
      return [file.path, targets];
    }),
  );
}
