// Names and every place where they stand: fields, lets, styles, sizes, fonts, colours and columns.
import { type Node as JsonNode, parseTree } from "jsonc-parser";
import type { Span } from "../diagnostics/index.ts";
import type { Expression, Name, PropertyValue } from "../language/index.ts";
import { type Analysis, definitionOf, holds, isDeclaration, type Standing, standings } from "./analysis.ts";

/** What a name stands for. `value` is a field, a let, or an object or array that they make up. */
export type NameKind = "value" | "style" | "size" | "font" | "color" | "column";

/** One place where a name stands. */
export interface NamePlace {
  readonly kind: NameKind;
  /** Places of one key name the same thing: a canonical path (`items[].price`), or a declared word. */
  readonly key: string;
  /** The name alone, without dots, brackets or quotes. */
  readonly span: Span;
  readonly role: "declaration" | "use" | "data";
  /**
   * A column without a cell shows the field of its name: a use that nobody wrote. The offset is where the cell that
   * says the same would be written.
   */
  readonly impliedAt: number | null;
}

/** Every place of every name, in no particular order. */
export function allPlaces(analysis: Analysis): readonly NamePlace[] {
  const every = standings(analysis.tree);
  return [
    ...declaredPaths(every),
    ...usedPaths(analysis, every),
    ...dataPaths(analysis),
    ...resourcePlaces(analysis, every),
    ...columnPlaces(every),
  ];
}

/** The name that a caret touches; a written name goes before an implied one. */
export function nameAt(analysis: Analysis, offset: number): NamePlace | null {
  const touched = allPlaces(analysis).filter((place) => holds(place.span, offset));
  return touched.find((place) => place.impliedAt === null && place.kind !== "column") ?? touched[0] ?? null;
}

/** All places of the same name, in source order, each once. */
export function placesOf(analysis: Analysis, name: NamePlace): readonly NamePlace[] {
  const same = allPlaces(analysis).filter((place) => place.kind === name.kind && place.key === name.key);
  const unique = new Map(same.map((place) => [`${place.span.start}:${place.impliedAt !== null}`, place]));
  return [...unique.values()].sort((a, b) => a.span.start - b.span.start);
}

/** Where the name at a caret is declared. */
export function declarationsAt(analysis: Analysis, offset: number): readonly NamePlace[] {
  const name = nameAt(analysis, offset);
  return name === null ? [] : placesOf(analysis, name).filter((place) => place.role === "declaration");
}

function place(kind: NameKind, key: string, span: Span, role: NamePlace["role"]): NamePlace {
  return { kind, key, span, role, impliedAt: null };
}

/** Objects and arrays without a line of their own are declared by the first path that runs through them. */
function declaredPaths(every: readonly Standing[]): readonly NamePlace[] {
  const found: NamePlace[] = [];
  const ownLine = new Set(every.flatMap(({ statement }) => (isDeclaration(statement) ? [statement.path.text] : [])));
  const seen = new Set<string>();
  for (const { statement } of every) {
    if (!isDeclaration(statement)) continue;
    let key = "";
    for (const [at, segment] of statement.path.segments.entries()) {
      key = `${key}${key === "" ? "" : "."}${segment.text}${segment.many ? "[]" : ""}`;
      const last = at === statement.path.segments.length - 1;
      const declares = last || (!ownLine.has(key) && !seen.has(key));
      seen.add(key);
      found.push(place("value", key, segment.span, declares ? "declaration" : "use"));
    }
  }
  return found;
}

function usedPaths({ sightings }: Analysis, every: readonly Standing[]): readonly NamePlace[] {
  return sightings.flatMap(({ node, path }) => {
    const span = path === null ? null : nameSpan(node);
    if (path === null || span === null) return [];
    const written = place("value", path, span, "use");
    const implied = node.kind === "current" && node.span.start === node.name.span.start;
    return [implied ? { ...written, impliedAt: cellOffset(every, span) } : written];
  });
}

/** The name that a node ends in; null for nodes that are no names. */
function nameSpan(node: Expression): Span | null {
  if (node.kind === "name") return node.span;
  return node.kind === "current" || node.kind === "member" ? node.name.span : null;
}

function cellOffset(every: readonly Standing[], id: Span): number {
  for (const { statement } of every) {
    if (statement.kind !== "element" || statement.args[0]?.span.start !== id.start) continue;
    return (statement.args[1] ?? statement.args[0]).span.end;
  }
  return id.end;
}

/** Members of the template's own data. */
function dataPaths({ tree }: Analysis): readonly NamePlace[] {
  return tree.statements.flatMap((statement) => {
    if (statement.kind !== "dataset") return [];
    const root = parseTree(statement.json);
    return root === undefined ? [] : membersOf(root, "", statement.jsonSpan.start);
  });
}

function membersOf(node: JsonNode, path: string, base: number): readonly NamePlace[] {
  if (node.type === "array") return (node.children ?? []).flatMap((entry) => membersOf(entry, path, base));
  if (node.type !== "object") return [];
  return (node.children ?? []).flatMap((property) => {
    const [name, value] = property.children ?? [];
    if (name === undefined || value === undefined) return [];
    const key = `${path}${path === "" ? "" : "."}${String(name.value)}${value.type === "array" ? "[]" : ""}`;
    const start = base + name.offset + 1;
    return [place("value", key, { start, end: start + name.length - 2 }, "data"), ...membersOf(value, key, base)];
  });
}

const DECLARING: Readonly<Record<string, NameKind>> = { fonts: "font", sizes: "size", colors: "color" };
const NAMING: Readonly<Record<string, NameKind>> = {
  font: "font",
  size: "size",
  style: "style",
  color: "color",
  paint: "color",
  stroke: "color",
};

function resourcePlaces(analysis: Analysis, every: readonly Standing[]): readonly NamePlace[] {
  return every.flatMap(({ statement }) => {
    if (statement.kind !== "element") return [];
    const declares = DECLARING[statement.keyword.text];
    if (declares !== undefined) {
      return statement.properties.map(({ name }) => place(declares, name.text, name.span, "declaration"));
    }
    const [first] = statement.args;
    const isStyle = statement.keyword.text === "style" && first?.kind === "word";
    const own = isStyle ? [place("style", first.text, first.span, "declaration")] : [];
    const properties = definitionOf(statement)?.properties ?? {};
    const uses = statement.properties.flatMap(({ name, value }) => {
      const kind = Object.hasOwn(properties, name.text) ? NAMING[properties[name.text]?.kind ?? ""] : undefined;
      return kind === undefined ? [] : namesOfResources(analysis, kind, value);
    });
    return [...own, ...uses];
  });
}

function namesOfResources(analysis: Analysis, kind: NameKind, value: PropertyValue): readonly NamePlace[] {
  if (value.kind === "list") return value.items.flatMap((item) => namesOfResources(analysis, kind, item));
  if (value.kind !== "word") return [];
  const known = kind !== "color" || analysis.document.resources.colors.has(value.text);
  return known ? [place(kind, value.text, value.span, "use")] : [];
}

/** Columns are known by their ids within their table. */
function columnPlaces(every: readonly Standing[]): readonly NamePlace[] {
  return every.flatMap(({ statement, owners }) => {
    const table = owners.findLast((owner) => owner.keyword.text === "table");
    if (statement.kind !== "element" || table === undefined) return [];
    const key = (id: string): string => `${table.span.start}:${id}`;
    if (statement.keyword.text === "column") {
      const [id] = statement.args;
      return id?.kind === "word" ? [place("column", key(id.text), id.span, "declaration")] : [];
    }
    const properties = definitionOf(statement)?.properties ?? {};
    const named = statement.properties.filter(({ name }) => properties[name.text]?.kind === "columns");
    return named.flatMap(({ value }) => columnNames(value).map((id) => place("column", key(id.text), id.span, "use")));
  });
}

function columnNames(value: PropertyValue): readonly Name[] {
  if (value.kind === "word") return [value];
  return value.kind === "range" ? [value.from, value.to] : [];
}
