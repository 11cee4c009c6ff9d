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

type Rooms = Readonly<Record<string, Room>>;

/** The parts of `rooms.ts` that name what files import and use. */
export interface Table {
  readonly rooms: Rooms;
  readonly homes: Readonly<Record<string, string>>;
  readonly allowed: Readonly<Record<string, readonly string[]>>;
}

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

/**
 * `src/core/gate/fit.ts` → `core/gate`; `src/plugins/renderers/pdf/fonts.ts` → `plugins/renderers/pdf`. In a room that
 * has rooms of its own, every folder is one of them: `src/core/layout/page/ink.ts` → `core/layout/page`. In any other
 * room, folders are part of the room.
 */
export function roomOf(path: string, rooms: Rooms = ROOMS): string | undefined {
  const outer = /^src\/((?:core|facades)\/[^/]+|plugins\/[^/]+\/[^/]+)\//.exec(path)?.[1];
  return outer === undefined ? undefined : innermost(path, outer, rooms);
}

function innermost(path: string, room: string, rooms: Rooms): string {
  const folder = /^([^/]+)\//.exec(path.slice(`src/${room}/`.length))?.[1];
  const isDivided = Object.keys(rooms).some((name) => name.startsWith(`${room}/`));
  return folder === undefined || !isDivided ? room : innermost(path, `${room}/${folder}`, rooms);
}

/** The name of a room's row: its own, or the one of all folders beside it. */
function rowNameOf(room: string, rooms: Rooms): string | undefined {
  const shared = room.replace(/[^/]+$/, "*");
  return Object.hasOwn(rooms, room) ? room : Object.hasOwn(rooms, shared) ? shared : undefined;
}

function rowOf(room: string): Room | undefined {
  const name = rowNameOf(room, ROOMS);
  return name === undefined ? undefined : ROOMS[name];
}

/** The room that a room lies in: `core/layout/page` → `core/layout`. Undefined for an outer room. */
function outerOf(room: string, rooms: Rooms): string | undefined {
  const around = room.slice(0, room.lastIndexOf("/"));
  return Object.hasOwn(rooms, around) ? around : undefined;
}

/** What no row may say: a road into the inside of another room, and roads that lead round in a circle. */
export function tableMistakes(rooms: Rooms): string[] {
  const inside = Object.entries(rooms).flatMap(([name, row]) =>
    row.rooms.flatMap((target) => {
      const around = outerOf(target, rooms);
      const isWithin = around === undefined || name === around || name.startsWith(`${around}/`);
      return isWithin ? [] : [`${name} may not enter ${target}, which lies inside ${around}`];
    }),
  );
  const roads = new Map(Object.entries(rooms).map(([name, row]) => [name, row.rooms]));
  return [...inside, ...circles(roads)];
}

/** Entries of the table that no file of `src` needs, each as a sentence. */
export function unusedEntries(files: readonly SourceFile[], table: Table): string[] {
  const needs = neededRows(files, table.rooms);
  const used = (name: string): readonly string[] => [...(needs.get(name) ?? [])];
  const rows = Object.entries(table.rooms).flatMap(([name, row]) => {
    if (!needs.has(name)) return [`${name} has a row and no file`];
    const targets = used(name);
    const rooms = row.rooms.filter((room) => !targets.includes(`room ${room}`));
    const packages = row.packages.filter(
      (pattern) => !targets.some((each) => each.startsWith("package ") && matchesPackage(pattern, each.slice(8))),
    );
    const node = row.node.filter(
      (module) => !targets.some((each) => `${each}/`.startsWith(module === "*" ? "node " : `node ${module}/`)),
    );
    return [...rooms, ...packages, ...node.map((module) => `node:${module}`)].map(
      (entry) => `${name} may import ${entry}, and does not`,
    );
  });
  const specifiers = files.flatMap((file) => file.imports.map((site) => ({ ...site, path: file.path })));
  const homes = Object.entries(table.homes)
    .filter(
      ([pattern, home]) =>
        !specifiers.some((site) => site.path.startsWith(home) && matchesPackage(pattern, site.specifier)),
    )
    .map(([pattern, home]) => `${pattern} has a home under ${home}, where nothing imports it`);
  const allowed = Object.entries(table.allowed).flatMap(([path, names]) => {
    const globals = files.find((file) => file.path === path)?.globals.map(({ name }) => name) ?? [];
    return names.filter((name) => !globals.includes(name)).map((name) => `${path} may use ${name}, and does not`);
  });
  return [...rows, ...homes, ...allowed];
}

/** What the files of each row import: `room core/text`, `package fflate`, `node crypto`. */
function neededRows(files: readonly SourceFile[], rooms: Rooms): ReadonlyMap<string, ReadonlySet<string>> {
  const needs = new Map<string, Set<string>>();
  for (const { path, imports } of files) {
    const room = roomOf(path, rooms);
    const name = room === undefined ? undefined : rowNameOf(room, rooms);
    if (name === undefined) continue;
    const needed = needs.get(name) ?? new Set();
    needs.set(name, needed);
    for (const { specifier } of imports) needed.add(needOf(path, specifier, rooms));
  }
  return needs;
}

function needOf(path: string, specifier: string, rooms: Rooms): string {
  if (specifier.startsWith("node:")) return `node ${specifier.slice("node:".length)}`;
  if (!specifier.startsWith(".")) return `package ${specifier}`;
  const target = posix.join(posix.dirname(path), specifier);
  return target.startsWith("gen/") ? "room gen" : `room ${roomOf(target, rooms)}`;
}

/** Circles of imports between files, type imports included, each once as `a.ts → b.ts → a.ts`. */
export function importCircles(files: readonly SourceFile[]): string[] {
  return circles(importGraph(files, (site) => !site.addressOnly));
}

/** Ways from a place back to itself, each once. */
function circles(targets: ReadonlyMap<string, readonly string[]>): string[] {
  const state = new Map<string, "open" | "done">();
  const found: string[] = [];
  const visit = (path: string, trail: readonly string[]): void => {
    if (state.get(path) === "done") return;
    if (state.get(path) === "open") {
      found.push([...trail.slice(trail.indexOf(path)), path].join(" → "));
      return;
    }
    state.set(path, "open");
    for (const target of targets.get(path) ?? []) visit(target, [...trail, path]);
    state.set(path, "done");
  };
  for (const path of targets.keys()) visit(path, []);
  return found;
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
