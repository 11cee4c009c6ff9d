// A name that is declared once with a slip and used everywhere as it was meant: one finding, at the declaration.
import { type Diagnostic, diagnose } from "../../diagnostics/index.ts";
import { nearest, type SourceRecord } from "../../expression/index.ts";
import {
  type DeclaredPath,
  type ElementStatement,
  type Name,
  type Statement,
  type SyntaxTree,
  wordsIn,
} from "../../language/index.ts";

/** What is used and declared nowhere. */
export interface MissingName {
  readonly kind: "path" | "style" | "fonts" | "sizes" | "colors";
  /** A canonical path (`items[].qty`), or the name of a resource. */
  readonly path: string;
  /** Where the use starts. */
  readonly start: number;
}

/** The tree as its author meant it, and the slips that were mended for it. */
export interface MeantTree {
  readonly tree: SyntaxTree;
  readonly diagnostics: readonly Diagnostic[];
}

/** One word that declares something, and the statement with another word in its place. */
interface Declaration {
  readonly kind: MissingName["kind"];
  /** The canonical path as names, `[]` kept at arrays. */
  readonly words: readonly string[];
  /** The words as written, each beside its canonical one; null where an alias stands for it. */
  readonly names: readonly (Name | null)[];
  readonly statement: Statement;
  readonly rename: (name: Name, text: string) => Statement;
}

/**
 * Finds declarations with a slip in one name (RPT2016), and words at the top level that are nearly a statement's: the
 * slip is the spelling that stands nowhere else, while the other one is used more than once.
 * @returns null where there is none: nearly always.
 */
export function asMeant(
  tree: SyntaxTree,
  missing: readonly MissingName[],
  source: SourceRecord | null,
  found: readonly Diagnostic[],
): MeantTree | null {
  const renamed = new Map<Statement, Statement>();
  const diagnostics: Diagnostic[] = [];
  const unknown = new Map(found.filter(({ code }) => code === "RPT1001").map((each) => [each.span.start, each]));
  for (const statement of tree.statements) {
    const meant = meantKeyword(statement, unknown);
    if (meant === null || statement.kind !== "element") continue;
    renamed.set(statement, { ...statement, keyword: { ...statement.keyword, text: meant.keyword } });
    diagnostics.push(meant.finding);
  }
  if (missing.length > 0) mendDeclarations(tree, missing, source, renamed, diagnostics);
  if (renamed.size === 0) return null;
  return { tree: { ...tree, statements: tree.statements.map((each) => renamed.get(each) ?? each) }, diagnostics };
}

function mendDeclarations(
  tree: SyntaxTree,
  missing: readonly MissingName[],
  source: SourceRecord | null,
  renamed: Map<Statement, Statement>,
  diagnostics: Diagnostic[],
): void {
  const counts = new Map<string, number>();
  for (const word of wordsIn(tree.source)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const count = (word: string): number => counts.get(word) ?? 0;
  const declarations = tree.statements.flatMap((each) => declarationsIn(each, source));
  const told = new Set<string>();
  for (const { kind, path, start } of missing.slice(0, MISSING_MAX)) {
    if (told.has(`${kind} ${path}`)) continue;
    told.add(`${kind} ${path}`);
    for (const declaration of declarations) {
      if (declaration.kind !== kind || renamed.has(declaration.statement)) continue;
      const slip = slipBetween(declaration, path.split("."));
      if (slip === null || count(slip.name.text) !== 1 || count(slip.meant) < 2) continue;
      renamed.set(declaration.statement, declaration.rename(slip.name, slip.meant));
      diagnostics.push(slipFinding(tree.source, declaration, slip, start));
      break;
    }
  }
}

/** More missing names than this come from another form altogether. */
const MISSING_MAX = 200;

interface Slip {
  readonly name: Name;
  readonly meant: string;
}

/** The one name in which a declaration differs from a path, where it is near. */
function slipBetween({ words, names }: Declaration, path: readonly string[]): Slip | null {
  if (words.length < path.length) return null;
  let slip: Slip | null = null;
  for (const [at, used] of path.entries()) {
    const declared = words[at] ?? "";
    const plain = declared.replace("[]", "");
    const meant = used.replace("[]", "");
    if (plain === meant) continue;
    const name = names[at] ?? null;
    if (slip !== null || name === null || nearest(plain, [meant]) === null) return null;
    slip = { name, meant };
  }
  return slip;
}

function slipFinding(source: string, { kind, words }: Declaration, { name, meant }: Slip, use: number): Diagnostic {
  const line = source.slice(0, use).split("\n").length;
  const what = kind === "path" ? "" : kind === "style" ? "style " : `${kind.slice(0, -1)} `;
  const shown = kind === "path" ? words.join(".") : name.text;
  return diagnose({
    code: "RPT2016",
    span: name.span,
    message: `${what}${shown} is declared, but "${meant}" is what is used, first on line ${line}`,
    why: `"${name.text}" stands nowhere else, so the slip is here.`,
    repair: {
      title: `did you mean ${meant}?`,
      applicability: "suggestion",
      edits: [{ span: name.span, text: meant }],
    },
  });
}

/** Everything that a statement declares by name. */
function declarationsIn(statement: Statement, source: SourceRecord | null): readonly Declaration[] {
  switch (statement.kind) {
    case "field":
    case "let":
      return [pathDeclaration(statement, source)];
    case "element":
      return resourcesIn(statement);
    default:
      return [];
  }
}

function pathDeclaration(
  statement: Extract<Statement, { kind: "field" | "let" }>,
  source: SourceRecord | null,
): Declaration {
  const { path } = statement;
  const written = path.segments.map(({ text, many }) => (many ? `${text}[]` : text));
  const aliased = statement.kind === "let" && source !== null && written[0] === source.alias;
  const owner = aliased ? source.path.split(".") : [];
  return {
    kind: "path",
    words: aliased ? [...owner, ...written.slice(1)] : written,
    names: aliased ? [...owner.map(() => null), ...path.segments.slice(1)] : path.segments,
    statement,
    rename: (name, text) => ({ ...statement, path: renamedPath(path, name, text) }),
  };
}

function renamedPath(path: DeclaredPath, name: Name, text: string): DeclaredPath {
  const segments = path.segments.map((each) => (each === name ? { ...each, text } : each));
  return { ...path, segments, text: segments.map((each) => (each.many ? `${each.text}[]` : each.text)).join(".") };
}

function resourcesIn(statement: ElementStatement): readonly Declaration[] {
  const kind = statement.keyword.text;
  if (kind === "style") {
    const word = statement.args[0];
    if (word?.kind !== "word") return [];
    const rename = (_: Name, text: string): Statement => ({
      ...statement,
      args: [{ ...word, text }, ...statement.args.slice(1)],
    });
    return [{ kind, words: [word.text], names: [word], statement, rename }];
  }
  if (kind !== "fonts" && kind !== "sizes" && kind !== "colors") return [];
  return statement.properties.map((property) => ({
    kind,
    words: [property.name.text],
    names: [property.name],
    statement,
    rename: (name, text) => ({
      ...statement,
      properties: statement.properties.map((each) =>
        each.name === name ? { ...each, name: { ...name, text } } : each,
      ),
    }),
  }));
}

/** Statements whose loss makes findings elsewhere, and which are elements to the grammar. */
const READ_AGAIN: ReadonlySet<string> = new Set([
  ...["document", "source", "fonts", "sizes", "colors", "style", "page", "asset", "part", "copies", "encrypt"],
]);

/** The finding about a word that is no statement, and the statement that its repair writes. */
function meantKeyword(
  statement: Statement,
  unknown: ReadonlyMap<number, Diagnostic>,
): { readonly finding: Diagnostic; readonly keyword: string } | null {
  if (statement.kind !== "element" || READ_AGAIN.has(statement.keyword.text)) return null;
  const { start, end } = statement.keyword.span;
  const finding = unknown.get(start);
  const [edit, ...others] = finding?.repair?.edits ?? [];
  if (finding === undefined || edit === undefined || others.length > 0 || !READ_AGAIN.has(edit.text)) return null;
  return edit.span.start === start && edit.span.end === end ? { finding, keyword: edit.text } : null;
}
