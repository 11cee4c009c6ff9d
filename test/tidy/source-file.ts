import { readFileSync } from "node:fs";
import { type Node, parseSync, visitorKeys } from "oxc-parser";

/** One `import`, `export … from`, `import()`, `require()` or `new URL("./x.ts", import.meta.url)` of a file. */
export interface ImportSite {
  readonly specifier: string;
  readonly line: number;
  /** Whether only the file's address is taken, as for a worker thread: that reaches the file without importing it. */
  readonly addressOnly: boolean;
}

/** Something that a file uses without importing it: `Date.now`, `new Date()`, `process`, `.localeCompare`. */
export interface GlobalUse {
  readonly name: string;
  readonly line: number;
}

export interface FunctionSize {
  readonly line: number;
  readonly lines: number;
}

/** What the tidy checks need to know about one TypeScript file. */
export interface SourceFile {
  /** From the repository's root, with `/`. */
  readonly path: string;
  readonly text: string;
  readonly imports: readonly ImportSite[];
  readonly globals: readonly GlobalUse[];
  readonly functions: readonly FunctionSize[];
  readonly defaultExportLine: number | undefined;
}

export function readSourceFile(path: string): SourceFile {
  return parseSourceFile(path, readFileSync(path, "utf8"));
}

/** TypeScript → facts. TypeScript 7 has no programming interface, so oxc reads the file. */
export function parseSourceFile(path: string, text: string): SourceFile {
  const parsed = parseSync(path, text);
  const [firstError] = parsed.errors;
  if (firstError !== undefined) throw new Error(`${path} cannot be read: ${firstError.message}`);
  const lineOf = lineCounter(text);
  const imports: ImportSite[] = [];
  const globals: GlobalUse[] = [];
  const functions: FunctionSize[] = [];
  const declared = new Set<string>();
  let defaultExportLine: number | undefined;

  for (const found of [...parsed.module.staticImports, ...parsed.module.staticExports.flatMap((e) => e.entries)]) {
    if (found.moduleRequest)
      imports.push({ specifier: found.moduleRequest.value, line: lineOf(found.start), addressOnly: false });
  }
  walk(parsed.program, undefined, (node, parent) => {
    const line = lineOf(node.start);
    const specifier = lateImport(node);
    if (specifier !== undefined) imports.push({ specifier, line, addressOnly: node.type === "NewExpression" });
    if (node.type === "ExportDefaultDeclaration") defaultExportLine = line;
    if (isFunction(node)) functions.push({ line, lines: lineOf(node.end) - line + 1 });
    const binding = bindingName(node, parent);
    if (binding !== undefined) declared.add(binding);
    for (const name of usedNames(node, parent)) globals.push({ name, line });
  });
  const isGlobal = (use: GlobalUse): boolean => !declared.has(/^(?:new )?(\w+)/.exec(use.name)?.[1] ?? "");
  return { path, text, imports, globals: globals.filter(isGlobal), functions, defaultExportLine };
}

function lineCounter(text: string): (offset: number) => number {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return (offset) => {
    const next = starts.findIndex((start) => start > offset);
    return next < 0 ? starts.length : next;
  };
}

function walk(node: Node, parent: Node | undefined, visit: (node: Node, parent: Node | undefined) => void): void {
  visit(node, parent);
  for (const key of visitorKeys[node.type] ?? []) {
    const child: unknown = Reflect.get(node, key);
    for (const each of Array.isArray(child) ? child : [child]) if (isNode(each)) walk(each, node, visit);
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && "start" in value;
}

function isFunction(node: Node): boolean {
  return /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type);
}

/** `import("x")`, `require("x")` and `new URL("./x.ts", import.meta.url)`, by which worker threads are named. */
function lateImport(node: Node): string | undefined {
  if (node.type === "ImportExpression") return stringOf(node.source);
  if (node.type === "CallExpression" && node.callee.type === "Identifier" && node.callee.name === "require") {
    const [required] = node.arguments;
    return required && stringOf(required);
  }
  if (node.type !== "NewExpression" || node.callee.type !== "Identifier" || node.callee.name !== "URL")
    return undefined;
  const [target] = node.arguments;
  const specifier = target && (stringOf(target) ?? addressPattern(target));
  return specifier !== undefined && /^\.{1,2}\/.*\.ts$/.test(specifier) ? specifier : undefined;
}

/** `./worker.${extension}`: the extension is `.ts` in the sources and `.js` in the package. */
function addressPattern(node: Node): string | undefined {
  if (node.type !== "TemplateLiteral" || node.quasis.length !== 2) return undefined;
  const [before, after] = node.quasis.map((part) => part.value.raw);
  return before?.endsWith(".") && after === "" ? `${before}ts` : undefined;
}

function stringOf(node: Node): string | undefined {
  return node.type === "Literal" && typeof node.value === "string" ? node.value : undefined;
}

/** The name that a declaration, a parameter or an import brings into the file. */
function bindingName(node: Node, parent: Node | undefined): string | undefined {
  if (node.type !== "Identifier" || parent === undefined) return undefined;
  switch (parent.type) {
    case "VariableDeclarator":
    case "FunctionDeclaration":
    case "ClassDeclaration":
      return parent.id === node ? node.name : undefined;
    case "ImportSpecifier":
    case "ImportDefaultSpecifier":
    case "ImportNamespaceSpecifier":
      return node.name;
    case "ArrowFunctionExpression":
    case "FunctionExpression":
      return (parent.params as readonly unknown[]).includes(node) ? node.name : undefined;
    default:
      return undefined;
  }
}

/**
 * How a node reaches for something, in the words of the table of banned globals; a type annotation reaches for nothing.
 */
function usedNames(node: Node, parent: Node | undefined): string[] {
  if (node.type === "NewExpression" && node.callee.type === "Identifier") {
    return [node.arguments.length === 0 ? `new ${node.callee.name}()` : `new ${node.callee.name}(…)`];
  }
  if (node.type === "MemberExpression" && !node.computed && node.property.type === "Identifier") {
    const object = node.object.type === "Identifier" ? [`${node.object.name}.${node.property.name}`] : [];
    return [...object, `.${node.property.name}`];
  }
  if (node.type === "BinaryExpression" && node.operator === "**") return isWhole(node.left) ? [] : ["**"];
  if (node.type === "AssignmentExpression" && node.operator === "**=") return ["**"];
  if (node.type === "Literal" && "regex" in node && asksUnicode(node.regex.pattern)) return ["\\p{…}"];
  const isName = node.type === "Identifier" && parent !== undefined && !isLabel(node, parent);
  return isName ? [node.name] : [];
}

/** `10n`: powers of whole numbers are exact. */
function isWhole(node: Node): boolean {
  return node.type === "Literal" && "bigint" in node;
}

/** The control characters (`Cc`) are the one class that Unicode has fixed for ever. */
function asksUnicode(pattern: string): boolean {
  return /\\[pP]\{(?!Cc\})/.test(pattern);
}

/** Whether an identifier only names a member or a type instead of reading a variable. */
function isLabel(node: Node, parent: Node): boolean {
  if (parent.type === "MemberExpression") return parent.property === node && !parent.computed;
  if (parent.type === "Property" || parent.type === "PropertyDefinition" || parent.type === "MethodDefinition") {
    return parent.key === node && !parent.computed;
  }
  return parent.type.startsWith("TS") && !/^TS(As|Satisfies|NonNull)/.test(parent.type);
}
