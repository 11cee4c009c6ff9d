// Names and every place where they stand: fields, lets, styles, sizes, fonts, colours and columns.
import type { Span } from "../diagnostics/index.ts";
import type { Expression, Name, PropertyValue } from "../language/index.ts";
import { type Analysis, definitionOf, holds, isDeclaration, type Standing, standings } from "./analysis.ts";

/** What a name stands for. `value` is a field, a let, or an object or array that they make up. */
export type NameKind = "value" | "style" | "size" | "font" | "color" | "column" | "part" | "asset";

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
  const declared = declaredPaths(every);
  return [
    ...declared,
    ...usedPaths(analysis, every),
    ...dataPaths(analysis, declared),
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
  const source = recordSource(every);
  const ownLine = new Set(every.flatMap(({ statement }) => (isDeclaration(statement) ? [statement.path.text] : [])));
  const seen = new Set<string>();
  for (const { statement } of every) {
    if (!isDeclaration(statement)) continue;
    let key = "";
    for (const [at, segment] of statement.path.segments.entries()) {
      if (at === 0 && statement.kind === "let" && source?.alias === segment.text) {
        key = source.path;
        continue;
      }
      key = `${key}${key === "" ? "" : "."}${segment.text}${segment.many ? "[]" : ""}`;
      const last = at === statement.path.segments.length - 1;
      const declares = last || (!ownLine.has(key) && !seen.has(key));
      seen.add(key);
      found.push(place("value", key, segment.span, declares ? "declaration" : "use"));
    }
  }
  return found;
}

/** `source customers as=c`: lets may reach the records of `customers[]` by `c`. */
function recordSource(every: readonly Standing[]): { readonly alias: string; readonly path: string } | null {
  for (const { statement } of every) {
    if (statement.kind !== "element" || statement.keyword.text !== "source") continue;
    const [array] = statement.args;
    const alias = statement.properties.find(({ name }) => name.text === "as")?.value;
    if (array?.kind === "word" && alias?.kind === "word") return { alias: alias.text, path: `${array.text}[]` };
  }
  return null;
}

function usedPaths({ sightings, source }: Analysis, every: readonly Standing[]): readonly NamePlace[] {
  return sightings.flatMap(({ node, path }) => {
    const name = path === null ? null : nameOf(node);
    if (path === null || name === null) return [];
    const { text, span } = name;
    // The checker asks for some values that nobody wrote, such as the records of a group.
    if (source.slice(span.start, span.end) !== text) return [];
    const written = place("value", path, span, "use");
    const implied = node.kind === "current" && node.span.start === node.name.span.start;
    return [implied ? { ...written, impliedAt: cellOffset(every, span) } : written];
  });
}

/** The name that a node ends in; null for nodes that are no names. */
function nameOf(node: Expression): Name | null {
  if (node.kind === "name") return { text: node.name, span: node.span };
  return node.kind === "current" || node.kind === "member" ? node.name : null;
}

function cellOffset(every: readonly Standing[], id: Span): number {
  for (const { statement } of every) {
    if (statement.kind !== "element" || statement.args[0]?.span.start !== id.start) continue;
    return (statement.args[1] ?? statement.args[0]).span.end;
  }
  return id.end;
}

/** Members of the template's own data. */
function dataPaths({ tree }: Analysis, declared: readonly NamePlace[]): readonly NamePlace[] {
  const keys = new Set(declared.map((each) => each.key));
  return tree.statements.flatMap((statement) => {
    if (statement.kind !== "dataset") return [];
    return statement.members.map(({ parent, name, span }) => {
      const single = parent === "" ? name : `${parent}.${name}`;
      const key = keys.has(`${single}[]`) ? `${single}[]` : single;
      return place("value", key, { start: span.start + 1, end: span.end - 1 }, "data");
    });
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

/** Statements whose first argument names something. */
const NAMED_BY_KEYWORD: Readonly<Record<string, { readonly kind: NameKind; readonly role: NamePlace["role"] }>> = {
  style: { kind: "style", role: "declaration" },
  part: { kind: "part", role: "declaration" },
  use: { kind: "part", role: "use" },
  asset: { kind: "asset", role: "declaration" },
};

function resourcePlaces(analysis: Analysis, every: readonly Standing[]): readonly NamePlace[] {
  return every.flatMap(({ statement, owners }) => {
    if (statement.kind !== "element") return [];
    const declares = DECLARING[statement.keyword.text];
    if (declares !== undefined) {
      return statement.properties.map(({ name }) => place(declares, name.text, name.span, "declaration"));
    }
    const [first] = statement.args;
    const named = first?.kind === "word" ? NAMED_BY_KEYWORD[statement.keyword.text] : undefined;
    const own =
      named === undefined || first?.kind !== "word" ? [] : [place(named.kind, first.text, first.span, named.role)];
    const argument = definitionOf(statement, owners)?.args.some((each) => each.kind === "picture") === true;
    const pictures = argument && first?.kind === "word" ? [place("asset", first.text, first.span, "use")] : [];
    const properties = definitionOf(statement, owners)?.properties ?? {};
    const uses = statement.properties.flatMap(({ name, value }) => {
      const kind = Object.hasOwn(properties, name.text) ? NAMING[properties[name.text]?.kind ?? ""] : undefined;
      return kind === undefined ? [] : namesOfResources(analysis, kind, value);
    });
    return [...own, ...pictures, ...uses];
  });
}

function namesOfResources(analysis: Analysis, kind: NameKind, value: PropertyValue): readonly NamePlace[] {
  if (value.kind === "list") return value.items.flatMap((item) => namesOfResources(analysis, kind, item));
  if (value.kind !== "word") return [];
  const known = kind !== "color" || analysis.document.resources.colors.has(value.text);
  return known ? [place(kind, value.text, value.span, "use")] : [];
}

/** Elements with columns. */
const TABLES: ReadonlySet<string> = new Set(["table", "gantt"]);

/** Columns are known by their ids within their table. */
function columnPlaces(every: readonly Standing[]): readonly NamePlace[] {
  return every.flatMap(({ statement, owners }) => {
    const table = owners.findLast((owner) => TABLES.has(owner.keyword.text));
    if (statement.kind !== "element" || table === undefined) return [];
    const key = (id: string): string => `${table.span.start}:${id}`;
    if (statement.keyword.text === "column") {
      const [id] = statement.args;
      return id?.kind === "word" ? [place("column", key(id.text), id.span, "declaration")] : [];
    }
    const properties = definitionOf(statement, owners)?.properties ?? {};
    const named = statement.properties.filter(({ name }) => properties[name.text]?.kind === "columns");
    return named.flatMap(({ value }) => columnNames(value).map((id) => place("column", key(id.text), id.span, "use")));
  });
}

function columnNames(value: PropertyValue): readonly Name[] {
  if (value.kind === "word") return [value];
  return value.kind === "range" ? [value.from, value.to] : [];
}
