// The document as a whole: declarations first, then everything that names them.

import { hasErrors, type Outcome, type Repair, type Span } from "../diagnostics/index.ts";
import {
  type CanvasField,
  checkLets,
  lastNameOf,
  type NameScope,
  type NodeObserver,
  nearest,
  rootScope,
  type SourceRecord,
} from "../expression/index.ts";
import {
  type DatasetStatement,
  type ElementStatement,
  type FieldStatement,
  type LetStatement,
  type PropertyValue,
  type Statement,
  type SyntaxTree,
  wordsIn,
} from "../language/index.ts";
import { elementIn, LET_PROPERTIES, lengthsOfPaper, PAGE_SIZES, PROFILES, ROLES } from "../schema/index.ts";
import {
  advise,
  asMeant,
  CheckContext,
  type CheckedDocument,
  type CheckedElement,
  type CheckedPage,
  type CheckedValue,
  type DeclarationName,
  type Installed,
  type LeadingName,
  type MissingName,
  namesIn,
  rewrite,
} from "./context/index.ts";
import {
  checkBands,
  checkDatasetNames,
  checkFields,
  checkLinks,
  checkOutput,
  checkPageSums,
  checkPartSizes,
  checkParts,
  checkRepeats,
  checkResources,
  checkSource,
  promisesTags,
  ReservedNames,
  reportUnusedStyles,
  takeAllowances,
} from "./declarations/index.ts";
import { checkCuts, checkElement, checkOuterBreaks, checkPageEffects } from "./elements/index.ts";
import {
  aliasOf,
  checkRole,
  EMU_PER_UNIT,
  emuOf,
  knownProperties,
  nearWord,
  readLength,
  staticText,
  topPlace,
  withSpaceBefore,
} from "./values/index.ts";

/** What a document is checked against beside the language itself. */
export interface CheckOptions extends Installed {
  /** The font families that can be set; left out, any name is taken. */
  readonly families?: readonly string[];
  /** Told of every expression on the way. */
  readonly observer?: NodeObserver;
  /** The profiles that are installed, asked where the source names one; left out, those that are shipped. */
  readonly profiles?: () => readonly string[];
}

/**
 * Checks a tree against the schema table, its declarations and the types of its expressions. A declaration with a slip
 * in its name is told where it stands; the rest is then checked as it was meant, so that one slip is one finding.
 */
export function checkDocument(tree: SyntaxTree, options: CheckOptions = {}): Outcome<CheckedDocument> {
  const { outcome, missing, source } = checkOnce(tree, options);
  if (!hasErrors(outcome.diagnostics)) return outcome;
  const told = missing.filter(({ start }) => outcome.diagnostics.some((each) => each.span.start === start));
  const meant = asMeant(tree, told, source, outcome.diagnostics);
  if (meant === null) return outcome;
  const again = checkOnce(meant.tree, options).outcome;
  return { value: again.value, diagnostics: [...meant.diagnostics, ...again.diagnostics] };
}

interface FirstCheck {
  readonly outcome: Outcome<CheckedDocument>;
  readonly missing: readonly MissingName[];
  readonly source: SourceRecord | null;
}

/** The file of an `asset` line; empty where it names none. */
function fileOf({ properties }: ElementStatement): string {
  const src = properties.find(({ name }) => name.text === "src")?.value;
  return src === undefined ? "" : (staticText(src) ?? "");
}

function checkOnce(tree: SyntaxTree, options: CheckOptions): FirstCheck {
  const context = new CheckContext(tree.source, tree.unread, options.families ?? null, options);
  const { statements: all, allowances } = takeAllowances(context, tree.statements);
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
    if (each.keyword.text === "asset") context.declared.assets.set(name.text, fileOf(each));
    if (each.keyword.text === "part") context.declared.parts.add(name.text);
  }
  const letStatements = all.filter((each): each is LetStatement => each.kind === "let");
  for (const each of letStatements) checkLetProperties(context, each);
  const source = checkSource(context, elements, { fields, lets: letStatements });
  doubtUndeclared(context, elements);
  const reserved = new ReservedNames(all);
  const root = rootScope(fields, source.record, {
    ...(options.observer === undefined ? {} : { observer: options.observer }),
    missing: (path, span) => context.missing.push({ kind: "path", path, start: span.start }),
    reserved: (name, span) => reserved.use(name, span),
    namedBy: namedBy(elements),
  });
  const { lets, scope } = namesOf(context, root, letStatements);
  checkPageSums(context, elements);
  const resources = checkResources(context, elements, scope);
  const document = documentOf(context, elements, scope, options.profiles ?? (() => Object.keys(PROFILES)));
  const pages = pagesOf(context, elements, scope, tree.unread.spans.length > 0 || tree.unread.everything);
  const declarations = elements
    .filter((each) => !Object.hasOwn(LEADING, each.keyword.text) && each !== source.refused)
    .flatMap((each) => checkElement(context, each, topPlace(scope)) ?? [])
    .filter(isDeclaration);
  checkParts(context, declarations);
  for (const each of elements) checkCuts(context, each);
  checkOuterBreaks(context, elements);
  checkPartSizes(context, declarations, pages);
  checkRepeats(context, elements);
  checkOutput(context, elements, document);
  checkLinks(context);
  reserved.report(context);
  if (!hasErrors(context.diagnostics) && tree.unread.spans.length === 0) {
    reportUnused(context, fields);
    reportUnusedStyles(context, elements);
  }
  if (context.isFull) reportStopped(context);
  const { record } = source;
  const value = { document, fields, lets, dataset, resources, pages, declarations, record, allowances };
  return { outcome: { value, diagnostics: context.diagnostics }, missing: context.missing, source: record };
}

/** The line that names records by `as=`, as an author reads it: `each sites`. */
function namedBy(elements: readonly ElementStatement[]): (name: string) => string | null {
  const found = new Map<string, string>();
  const walk = (statements: readonly Statement[]): void => {
    for (const each of statements) {
      if (each.kind !== "element") continue;
      const alias = aliasOf(each);
      const [list] = each.args;
      const words = list?.kind === "word" ? `${each.keyword.text} ${list.text}` : each.keyword.text;
      if (alias !== undefined && each.block !== null && !found.has(alias)) found.set(alias, words);
      walk(each.block?.children ?? []);
    }
  };
  walk(elements);
  return (name) => found.get(name) ?? null;
}

/** Findings stop the look through elements: what was not looked at may hold more. */
function reportStopped(context: CheckContext): void {
  const start = context.diagnostics.reduce((last, { span }) => Math.max(last, span.start), 0);
  context.report({
    code: "RPT9009",
    span: { start, end: start + 1 },
    message: `after ${context.diagnostics.length} findings the rest of the form was not looked through`,
    why: "A text with so many mistakes is hardly a form, or has one mistake in every line.",
    repair: advise("mend what is listed and check again"),
  });
}

/** `filed a.b string`: a declaration all but for its first word; findings about its names would repeat that one. */
function doubtUndeclared(context: CheckContext, elements: readonly ElementStatement[]): void {
  for (const { keyword, span, block } of elements) {
    if (context.isFull || block !== null || elementIn(keyword.text, null) !== undefined) continue;
    if (nearWord(keyword.text, ["field", "let"]) === null) continue;
    for (const word of wordsIn(context.textOf(span))) context.doubt(word);
  }
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
): { readonly lets: CheckedDocument["lets"]; readonly scope: NameScope } {
  const { value, diagnostics } = checkLets(statements, root);
  for (const path of value.uses) context.uses.add(path);
  const hidden = (start: number): boolean => {
    const let_ = statements.find((each) => start >= each.span.start && start <= each.span.end);
    if (let_ === undefined) return false;
    const own = let_.path.segments.map(({ text }) => text);
    return [...own, ...namesIn(let_.value)].some((name) => context.mayBeDeclared(name));
  };
  context.add(diagnostics.filter((each) => !hidden(each.span.start)));
  for (const { path } of statements) {
    const refused = diagnostics.some(({ code, span }) => code === "RPT2126" && span.start === path.span.start);
    if (refused) context.doubt(path.segments.at(-1)?.text ?? "");
  }
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
  installed: () => readonly string[],
): CheckedElement<"document"> | null {
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
  if (checked?.name !== "document") return null;
  const profile = checked.properties.get("profile");
  const property = first.properties.find((each) => each.name.text === "profile");
  if (profile?.kind === "words" && property !== undefined) {
    for (const id of profile.texts) reportProfile(context, id, property.value.span, installed());
  }
  return checked;
}

/**
 * Refuses a profile that is not installed: a form that names one wants to be judged by it. The `jp.` of those that are
 * shipped may be left out where no other profile bears the name.
 */
function reportProfile(context: CheckContext, id: string, span: Span, installed: readonly string[]): void {
  if (installed.includes(id) || installed.includes(`jp.${id}`)) return;
  const bare = nearest(bareName(id), installed.map(bareName));
  const near = installed.find((name) => bareName(name) === bare) ?? null;
  const at = span.start + context.textOf(span).indexOf(id);
  context.report({
    code: "RPT7020",
    span,
    message: `profile ${id} is not installed`,
    why: "The form asks to be judged by its rules, and nobody here knows them.",
    repair:
      near === null
        ? advise(`${nameInstalled(installed)}; install the plugin that brings it, or do without`)
        : rewrite({ start: at, end: at + id.length }, near, `did you mean ${near}?`),
  });
}

/** What tells the shipped profiles apart; what they share would make any two of them look alike. */
function bareName(id: string): string {
  return id.replace(/^jp\./, "");
}

/** `installed are jp.invoice, jp.receipt` */
function nameInstalled(installed: readonly string[]): string {
  if (installed.length === 0) return "none is installed";
  return `installed ${installed.length === 1 ? "is" : "are"} ${[...installed].sort().join(", ")}`;
}

function pagesOf(
  context: CheckContext,
  elements: readonly ElementStatement[],
  scope: NameScope,
  unread: boolean,
): readonly CheckedPage[] {
  const pages: CheckedPage[] = [];
  const written = elements.filter((each) => each.keyword.text === "page");
  const [first] = written;
  for (const statement of written) {
    const page = checkElement(context, { ...statement, args: [] }, topPlace(scope));
    checkPageEffects(context, statement, statement === first);
    if (page?.name !== "page") continue;
    const size = pageSize(context, statement);
    pages.push({ ...page, args: size });
    const noBody = !page.children.some((child) => child.name === "body");
    // A line that could not be read may have taken the body with it.
    if (noBody && statement.block !== null && !unread) reportNoBody(context, statement);
  }
  checkBands(context, written);
  // A block under an unknown name at the top level may well be the page.
  const unnamed = elements.some((each) => each.block !== null && elementIn(each.keyword.text, null) === undefined);
  if (pages.length === 0 && !unread && !unnamed && first === undefined) {
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
function pageSize(context: CheckContext, statement: ElementStatement): CheckedPage["args"] {
  const lengths: number[] = [];
  let named: readonly [number, number] | null = null;
  let turned: "portrait" | "landscape" | null = null;
  for (const arg of statement.args) {
    if (arg.kind === "number" && named === null && lengths.length < 2) {
      const emu = readLength(context, arg, "page", false);
      if (emu !== null) lengths.push(emu);
    } else if (arg.kind === "word" && turned === null && (arg.text === "portrait" || arg.text === "landscape"))
      turned = arg.text;
    else if (arg.kind === "word" && named === null && lengths.length === 0 && Object.hasOwn(PAGE_SIZES, arg.text))
      named = PAGE_SIZES[arg.text] ?? null;
    else reportPageWord(context, arg);
  }
  if (lengths.length === 1) reportOneLength(context, statement);
  const given = ["w", "h"].map((name) => statement.properties.find((each) => each.name.text === name)?.value);
  const own = given.flatMap((value) =>
    value?.kind === "number" ? [emuOf(value.digits, EMU_PER_UNIT[value.unit] ?? 0) ?? 0] : [],
  );
  const [first, second] =
    lengths.length === 2 ? lengths : own.length === 2 ? own : (named ?? PAGE_SIZES["A4"] ?? [0, 0]);
  const [width, height] = turned === "landscape" ? [second ?? 0, first ?? 0] : [first ?? 0, second ?? 0];
  return new Map<"width" | "height", CheckedValue>([
    ["width", { kind: "length", emu: width }],
    ["height", { kind: "length", emu: height }],
  ]);
}

/** `page 100mm`: a width without a height. */
function reportOneLength(context: CheckContext, statement: ElementStatement): void {
  const arg = statement.args.find((each) => each.kind === "number");
  if (arg === undefined) return;
  const { start, end } = arg.span;
  context.report({
    code: "RPT1014",
    span: arg.span,
    message: "page takes a width and a height",
    why: "One length leaves the other side open.",
    repair: rewrite({ start: end, end }, ` ${context.textOf({ start, end })}`, "write the height behind the width"),
  });
}

function reportPageWord(context: CheckContext, arg: PropertyValue): void {
  const words = [...Object.keys(PAGE_SIZES), "portrait", "landscape"];
  const written = context.textOf(arg.span);
  if (words.includes(written) || arg.kind === "number") {
    context.report({
      code: "RPT1014",
      span: arg.span,
      message: `page has its size already, without "${written}"`,
      why: "A page has one size and one direction.",
      repair: rewrite(withSpaceBefore(context, arg.span), "", "delete it"),
    });
    return;
  }
  const bare = written.replace(/["']/g, "").toLowerCase();
  const lengths = lengthsOfPaper(bare);
  const near = words.find((word) => word.toLowerCase() === bare) ?? nearWord(written, words);
  context.report({
    code: "RPT1014",
    span: arg.span,
    message: `page does not know "${written}": its sizes are ${Object.keys(PAGE_SIZES).join(", ")}, or two lengths`,
    why: "Paper of another size is named by its width and height, such as page 105mm 148mm; it may be landscape too.",
    repair:
      lengths !== null
        ? rewrite(arg.span, lengths, `write its width and height: page ${lengths}`)
        : near !== null
          ? rewrite(arg.span, near, `did you mean ${near}?`)
          : rewrite(withSpaceBefore(context, arg.span), "", "delete it, or write a width and a height instead"),
  });
}

/** What has been checked before everything else at the top level is: that may also be a word that is no element. */
const LEADING = {
  document: true,
  page: true,
  fonts: true,
  sizes: true,
  colors: true,
  style: true,
} satisfies Record<LeadingName, true>;

function isDeclaration(element: CheckedElement): element is CheckedElement<DeclarationName, "top"> {
  return !Object.hasOwn(LEADING, element.name);
}

function reportUnused(context: CheckContext, fields: CheckedDocument["fields"]): void {
  // What stands in braces of a literal was meant to be read: that is told once, where it stands.
  const meant = new Set(
    context.diagnostics
      .filter((each) => each.code === "RPT0115")
      .flatMap((each) => context.textOf(each.span).match(/\{[^{}]*\}/gu) ?? [])
      .flatMap((values) => values.match(/[A-Za-z_\u3040-\u9fff][\w.[\]]*/gu) ?? [])
      .map(lastNameOf),
  );
  for (const field of fields) {
    if (context.uses.has(field.path) || meant.has(lastNameOf(field.path))) continue;
    if (field.role !== null && ROLES[field.role]?.isForPrograms === true) continue;
    const whole = [...context.uses].some((path) => path.startsWith(`${field.path}.`));
    const holds = field.type.kind === "array" && fields.some((each) => each.path.startsWith(`${field.path}.`));
    if (whole || holds) continue;
    const [start, end] = field.span;
    const lineStart = context.source.lastIndexOf("\n", start) + 1;
    context.report({
      code: "RPT2012",
      span: { start, end },
      message: `field ${field.path} is never used`,
      why: "Callers send it for nothing.",
      repair:
        onlyField(context, field, fields) ??
        meantArray(context, field, fields) ??
        rewrite({ start: lineStart, end: Math.min(context.source.length, end + 1) }, "", "use it or delete it"),
    });
  }
}

/** The only field of a list or object that is used itself, as by `count(rows)`: without it there would be none. */
function onlyField(context: CheckContext, { path }: CanvasField, fields: CheckedDocument["fields"]): Repair | null {
  const only = holdersOf(path).find((holder) => {
    const isUsed = context.uses.has(holder) || context.uses.has(holder.replace(/\[\]$/u, ""));
    return isUsed && fields.every((each) => each.path === path || !each.path.startsWith(`${holder}.`));
  });
  return only === undefined ? null : advise(`use it, or take out what uses ${only}, which has no other field`);
}

/** `field itmes[] max=20` beside `field items[].name …`: bounds of an array under a name that nothing else has. */
function meantArray(
  context: CheckContext,
  { path, type, span }: CanvasField,
  fields: CheckedDocument["fields"],
): Repair | null {
  if (type.kind !== "array") return null;
  const arrays = fields.flatMap((each) => (each.path.startsWith(path) ? [] : arraysOf(each.path)));
  const near = nearest(path, new Set(arrays));
  const at = context.source.indexOf(path, span[0]);
  return near === null || at < 0 ? null : rewrite({ start: at, end: at + path.length }, near, `did you mean ${near}?`);
}

/** The lists and objects on a path: `a[].b.c` has `a[]` and `a[].b`. */
function holdersOf(path: string): readonly string[] {
  return [...path.matchAll(/\./g)].map((match) => path.slice(0, match.index));
}

/** The arrays on a path, with their brackets: `a[].b[].c` has `a[]` and `a[].b[]`. */
function arraysOf(path: string): readonly string[] {
  return [...path.matchAll(/\[\]/g)].map((match) => path.slice(0, match.index + 2));
}
