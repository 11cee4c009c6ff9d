// The document as a whole: declarations first, then everything that names them.
import { hasErrors, type Outcome, type Span } from "../diagnostics/index.ts";
import { checkLets, type NameScope, type NodeObserver, nearest, rootScope } from "../expression/index.ts";
import type {
  DatasetStatement,
  ElementStatement,
  FieldStatement,
  LetStatement,
  PropertyValue,
  Statement,
  SyntaxTree,
} from "../language/index.ts";
import { nearWord } from "./arguments.ts";
import type { CheckedDocument, CheckedElement, CheckedValue } from "./checked.ts";
import { advise, CheckContext, rewrite } from "./context.ts";
import { checkDatasetNames } from "./dataset-names.ts";
import { checkElement } from "./elements.ts";
import { checkFields } from "./fields.ts";
import { EMU_PER_UNIT, emuOf, readLength } from "./lengths.ts";
import { checkLinks, checkOutput, checkRepeats, promisesTags } from "./output.ts";
import { topPlace } from "./places.ts";
import { knownProperties, withSpaceBefore } from "./properties.ts";
import { checkResources } from "./resources.ts";
import { checkRole } from "./role-names.ts";
import { PROFILES } from "./roles.ts";
import { LET_PROPERTIES, PAGE_SIZES } from "./schema.ts";
import { checkSource } from "./source.ts";

/** What a document is checked against beside the language itself. */
export interface CheckOptions {
  /** The font families that can be set; left out, any name is taken. */
  readonly families?: readonly string[];
  /** Told of every expression on the way. */
  readonly observer?: NodeObserver;
}

/** Checks a tree against the schema table, its declarations and the types of its expressions. */
export function checkDocument(tree: SyntaxTree, options: CheckOptions = {}): Outcome<CheckedDocument> {
  const context = new CheckContext(tree.source, tree.unread, options.families ?? null);
  const all = tree.statements;
  const elements = all.filter((each): each is ElementStatement => each.kind === "element");
  const dataset = datasetOf(context, all);
  const fields = checkFields(
    context,
    all.filter((each): each is FieldStatement => each.kind === "field"),
    dataset,
  );
  checkDatasetNames(context, all, fields);
  context.tagged = promisesTags(elements);
  for (const each of elements) {
    const name = each.args[0];
    if (name?.kind !== "word") continue;
    if (each.keyword.text === "asset") context.declared.assets.add(name.text);
    if (each.keyword.text === "part") context.declared.parts.add(name.text);
  }
  const letStatements = all.filter((each): each is LetStatement => each.kind === "let");
  for (const each of letStatements) checkLetProperties(context, each);
  const source = checkSource(context, elements, fields);
  const { lets, scope } = namesOf(context, rootScope(fields, source.record, options.observer), letStatements, tree);
  const resources = checkResources(context, elements, scope);
  const document = documentOf(context, elements, scope);
  const pages = pagesOf(context, elements, scope, tree.unread.spans.length > 0 || tree.unread.everything);
  for (const each of elements) if (each !== source.refused) refuseUnknown(context, each, scope);
  checkRepeats(context, elements);
  checkOutput(context, elements, document);
  checkLinks(context);
  if (!hasErrors(context.diagnostics) && tree.unread.spans.length === 0) reportUnused(context, fields);
  const undrawn = context.undrawnParts;
  return { value: { document, fields, lets, dataset, resources, pages, undrawn }, diagnostics: context.diagnostics };
}

function checkLetProperties(context: CheckContext, statement: LetStatement): void {
  for (const { property } of knownProperties(context, "let", LET_PROPERTIES, statement.properties)) {
    const { value } = property;
    if (value.kind === "word") checkRole(context, { kind: "word", text: value.text }, value.span);
  }
}

function namesOf(
  context: CheckContext,
  root: NameScope,
  statements: readonly LetStatement[],
  tree: SyntaxTree,
): { readonly lets: CheckedDocument["lets"]; readonly scope: NameScope } {
  const { value, diagnostics } = checkLets(statements, root);
  for (const path of value.uses) context.uses.add(path);
  const hidden = (start: number): boolean => {
    const let_ = statements.find((each) => start >= each.span.start && start <= each.span.end);
    if (let_ === undefined) return false;
    return [...tree.unread.names].some((name) => tree.source.slice(let_.span.start, let_.span.end).includes(name));
  };
  context.add(diagnostics.filter((each) => tree.unread.names.size === 0 || !hidden(each.span.start)));
  return { lets: value.lets, scope: value.scope };
}

function datasetOf(context: CheckContext, statements: readonly Statement[]): string | null {
  const datasets = statements.filter((each): each is DatasetStatement => each.kind === "dataset");
  for (const extra of datasets.slice(1)) {
    context.report({
      code: "RPT1017",
      span: { start: extra.span.start, end: extra.span.start + 7 },
      message: "dataset may stand only once",
      why: "A template has one dataset of its own.",
      repair: rewrite(extra.span, "", "delete this one"),
    });
  }
  return datasets[0]?.json ?? null;
}

function documentOf(
  context: CheckContext,
  elements: readonly ElementStatement[],
  scope: NameScope,
): CheckedElement | null {
  const statements = elements.filter((each) => each.keyword.text === "document");
  for (const extra of statements.slice(1)) {
    context.report({
      code: "RPT1017",
      span: extra.keyword.span,
      message: "document may stand only once",
      why: "A source is one document.",
      repair: rewrite(extra.span, "", "delete this one"),
    });
  }
  const first = statements[0];
  if (first === undefined) return null;
  const checked = checkElement(context, first, topPlace(scope));
  const profile = checked?.properties.get("profile");
  const property = first.properties.find((each) => each.name.text === "profile");
  if (profile?.kind === "words" && property !== undefined) {
    for (const id of profile.texts) reportProfile(context, id, property.value.span);
  }
  return checked;
}

/** No profile is installed yet; those that are shipped are known by name, so that slips are told. */
function reportProfile(context: CheckContext, id: string, span: Span): void {
  const near = Object.hasOwn(PROFILES, id) ? null : nearest(id, Object.keys(PROFILES));
  const at = span.start + context.textOf(span).indexOf(id);
  context.report({
    code: "RPT7020",
    span,
    message: `profile ${id} is not installed`,
    why: "The form is not judged by its rules; it renders all the same.",
    repair:
      near === null
        ? advise("install the profile, or leave the line as it is")
        : rewrite({ start: at, end: at + id.length }, near, `did you mean ${near}?`),
  });
}

function pagesOf(
  context: CheckContext,
  elements: readonly ElementStatement[],
  scope: NameScope,
  unread: boolean,
): readonly CheckedElement[] {
  const pages: CheckedElement[] = [];
  for (const statement of elements) {
    if (statement.keyword.text !== "page") continue;
    const page = checkElement(context, { ...statement, args: [] }, topPlace(scope));
    if (page === null) continue;
    const size = pageSize(context, statement);
    pages.push({ ...page, args: size });
    const noBody = !page.children.some((child) => child.definition.name === "body");
    // A line that could not be read may have taken the body with it.
    if (noBody && statement.block !== null && !unread) reportNoBody(context, statement);
  }
  if (pages.length === 0 && !unread && !elements.some((each) => each.keyword.text === "page")) {
    const end = context.source.length;
    const lead = context.source.endsWith("\n") ? "" : "\n";
    context.report({
      code: "RPT1013",
      span: { start: 0, end: 0 },
      message: "the document has no page",
      why: "Only pages are drawn.",
      repair: rewrite(
        { start: end, end },
        `${lead}\npage A4 margin=15mm {\n  body gap=4mm {\n  }\n}\n`,
        "add page A4 { body { … } }",
      ),
    });
  }
  return pages;
}

function reportNoBody(context: CheckContext, statement: ElementStatement): void {
  const block = statement.block;
  if (block === null || block.children.some((each) => context.isUnread(each.span))) return;
  const brace = context.source.indexOf("{", statement.keyword.span.end);
  if (block.children.some((each) => each.kind === "element" && nearWord(each.keyword.text, ["body"]) !== null)) return;
  context.report({
    code: "RPT1013",
    span: statement.keyword.span,
    message: "the page has no body",
    why: "The body holds what flows over the pages.",
    repair: rewrite({ start: brace + 1, end: brace + 1 }, "\n  body gap=4mm {\n  }", "add body { … }"),
  });
}

/** `A4 portrait`, `100mm 70mm`, or `w=` and `h=`: width and height as lengths. */
function pageSize(context: CheckContext, statement: ElementStatement): Map<string, CheckedValue> {
  const lengths: number[] = [];
  let named: readonly [number, number] | null = null;
  let landscape = false;
  for (const arg of statement.args) {
    if (arg.kind === "number") {
      const emu = readLength(context, arg, "page", false);
      if (emu !== null) lengths.push(emu);
    } else if (arg.kind === "word" && (arg.text === "portrait" || arg.text === "landscape"))
      landscape = arg.text === "landscape";
    else if (arg.kind === "word" && Object.hasOwn(PAGE_SIZES, arg.text)) named = PAGE_SIZES[arg.text] ?? null;
    else reportPageWord(context, arg);
  }
  const given = ["w", "h"].map((name) => statement.properties.find((each) => each.name.text === name)?.value);
  const own = given.flatMap((value) =>
    value?.kind === "number" ? [emuOf(value.digits, EMU_PER_UNIT[value.unit] ?? 0) ?? 0] : [],
  );
  const [first, second] =
    lengths.length === 2 ? lengths : own.length === 2 ? own : (named ?? PAGE_SIZES["A4"] ?? [0, 0]);
  const [width, height] = landscape ? [second ?? 0, first ?? 0] : [first ?? 0, second ?? 0];
  return new Map<string, CheckedValue>([
    ["width", { kind: "length", emu: width }],
    ["height", { kind: "length", emu: height }],
  ]);
}

function reportPageWord(context: CheckContext, arg: PropertyValue): void {
  const words = [...Object.keys(PAGE_SIZES), "portrait", "landscape"];
  const written = context.textOf(arg.span);
  const exact = words.find((word) => word.toLowerCase() === written.replace(/["']/g, "").toLowerCase());
  const near = exact ?? nearWord(written, words);
  context.report({
    code: "RPT1014",
    span: arg.span,
    message: `page does not know "${written}"`,
    why: `Sizes: ${words.join(", ")}, or two lengths.`,
    repair:
      near === null
        ? rewrite(withSpaceBefore(context, arg.span), "", "delete it")
        : rewrite(arg.span, near, `did you mean ${near}?`),
  });
}

const HANDLED: ReadonlySet<string> = new Set(["document", "page", "fonts", "sizes", "colors", "style"]);

/** Elements that do not stand at the top level, and words that are no elements. */
function refuseUnknown(context: CheckContext, statement: ElementStatement, scope: NameScope): void {
  if (!HANDLED.has(statement.keyword.text)) checkElement(context, statement, topPlace(scope));
}

function reportUnused(context: CheckContext, fields: CheckedDocument["fields"]): void {
  // What stands in braces of a literal was meant to be read: that is told once, where it stands.
  const meant = new Set(
    context.diagnostics
      .filter((each) => each.code === "RPT0115")
      .flatMap((each) => [...context.textOf(each.span).matchAll(/\{([\w.[\]]+)\}/g)])
      .map((match) => nameAtEnd(match[1] ?? "")),
  );
  for (const field of fields) {
    if (field.type.kind === "array" || context.uses.has(field.path) || meant.has(nameAtEnd(field.path))) continue;
    const whole = [...context.uses].some((path) => path.startsWith(`${field.path}.`));
    if (whole) continue;
    const [start, end] = field.span;
    const lineStart = context.source.lastIndexOf("\n", start) + 1;
    context.report({
      code: "RPT2012",
      span: { start, end },
      message: `field ${field.path} is never used`,
      why: "Callers send it for nothing.",
      repair: rewrite({ start: lineStart, end: Math.min(context.source.length, end + 1) }, "", "use it or delete it"),
    });
  }
}

/** `price` of `items[].price` and of `.price`. */
function nameAtEnd(path: string): string {
  return path.replaceAll("[]", "").split(".").at(-1) ?? path;
}
