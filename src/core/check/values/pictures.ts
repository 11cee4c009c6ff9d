// The picture that an `image` or `seal` draws: a declared asset by its name, or an expression that yields a picture.
import type { Repair, Span } from "../../diagnostics/index.ts";
import { type NameScope, nearest } from "../../expression/index.ts";
import { type Expression, NAME, type PropertyValue } from "../../language/index.ts";
import { type CheckContext, type CheckedValue, rewrite } from "../context/index.ts";
import { staticText } from "./value-place.ts";
import { expressionOf } from "./values-expressions.ts";

const WHY = "An asset is named by its bare word; parentheses hold an expression about the data.";
const FILE_ENDING = /\.(?:svg|png|jpe?g)$/i;

/**
 * Takes a picture's value where it names a declared asset. Reports a value that means one and names it in another way
 * (RPT2101): in parentheses, quoted, by its file, or with a slip.
 * @returns undefined where the value is an expression about the data, which is checked as any other.
 */
export function checkAssetName(
  context: CheckContext,
  value: PropertyValue,
  scope: NameScope,
): CheckedValue | null | undefined {
  if (value.kind === "word" && context.declared.assets.has(value.text)) return { kind: "word", text: value.text };
  const written = writtenIn(expressionOf(value));
  if (written === null) return undefined;
  const { text, isQuoted } = written;
  // A text is a picture by its full name (`'asset:logo'`), and the name on a seal; no slip is looked for in it.
  if (isQuoted ? text.startsWith("asset:") : isDeclared(text, scope)) return undefined;
  const exact = assetNamed(context, text);
  const isOfData = scope.root.open || nearest(text, scope.root.members.keys()) !== null;
  const meant = exact ?? (isQuoted || isOfData ? null : nearest(text, context.declared.assets.keys()));
  if (meant === null) return undefined;
  const told = context.textOf(value.span);
  context.report({
    code: "RPT2101",
    span: value.span,
    message: exact === null ? `unknown name "${text}"` : `${told} is not how the asset ${meant} is named`,
    why: WHY,
    repair: rewrite(value.span, meant, exact === null ? `did you mean ${meant}?` : `write ${meant}`),
  });
  return null;
}

/** Words the findings about an expression anew, where it names an asset among its operands. */
export function tellAssetsWithin(context: CheckContext, value: PropertyValue, scope: NameScope): void {
  if (value.kind !== "expression") return;
  for (const { name, span } of namesWithin(value.expression)) {
    if (!context.declared.assets.has(name) || isDeclared(name, scope)) continue;
    if (!context.withdraw("RPT2101", span) && !scope.root.open) continue;
    context.report({
      code: "RPT2101",
      span,
      message: `${name} is a declared asset, and no field or let`,
      why: "In an expression, an asset is written as a text.",
      repair: rewrite(span, `'asset:${name}'`, `write 'asset:${name}'`),
    });
  }
}

/** A quoted text in the place of a picture: of which element, and what names it may mean. */
interface QuotedPicture {
  readonly element: string;
  readonly value: PropertyValue;
  readonly scope: NameScope;
}

/** Reports a quoted text in the place of a picture; false where nothing says which picture it means. */
export function reportQuotedPicture(context: CheckContext, quoted: QuotedPicture): boolean {
  const { value, scope } = quoted;
  const meant = quotedPicture(context, value, scope) ?? (quoted.element === "seal" ? sealName(value) : null);
  if (meant === null) return false;
  context.report({
    code: "RPT1014",
    span: value.span,
    message: `a picture is not quoted: ${context.quoteOf(value.span)}`,
    why: "A picture is a declared asset, named by its bare word, or an expression in parentheses.",
    repair: meant,
  });
  return true;
}

/** Reports the label of a seal that is the name of an asset, where no picture stands beside it. */
export function reportAssetAsLabel(context: CheckContext, value: PropertyValue): void {
  const text = staticText(value);
  const meant = text === null ? null : assetNamed(context, text);
  // Words of a label may well be the name of an asset in another script.
  if (text === null || meant === null || !/^[\w:./-]+$/.test(text)) return;
  context.report({
    code: "RPT1014",
    span: value.span,
    message: `the seal's label is the name of the asset ${meant}`,
    why: "A quoted text is the label of the box; a picture is named by its bare word.",
    repair: rewrite(value.span, meant, `write ${meant}`),
  });
}

/** Whether a quoted text is the name of a declared asset, or of its file. */
export function isAsset(context: CheckContext, value: PropertyValue): boolean {
  const text = staticText(value);
  return text !== null && assetNamed(context, text) !== null;
}

/** `seal "承認" "山本"`: the name on the seal. */
function sealName(value: PropertyValue): Repair | null {
  const text = staticText(value);
  if (text === null || text.trim() === "" || /['"\\{}]/.test(text)) return null;
  return rewrite(value.span, `('${text}')`, `write ('${text}') for a seal of that name`);
}

function quotedPicture(context: CheckContext, value: PropertyValue, scope: NameScope): Repair | null {
  const text = staticText(value) ?? onlyExpression(context, value);
  if (text === null) return null;
  const inner = text
    .trim()
    .replace(/^\{(.*)\}$/s, "$1")
    .trim();
  const field = fieldMeant(inner, scope);
  const meant =
    assetNamed(context, inner) ??
    (field?.isExact === true ? `(${field.path})` : null) ??
    nearest(inner, context.declared.assets.keys()) ??
    (field === null ? null : `(${field.path})`);
  if (meant !== null) return rewrite(value.span, meant, `write ${meant}`);
  // What stands in braces is an expression in any case.
  return staticText(value) === null ? rewrite(value.span, `(${inner})`, `write (${inner})`) : null;
}

/** `"{photo}"` → `photo` */
function onlyExpression(context: CheckContext, value: PropertyValue): string | null {
  if (value.kind !== "template" || value.parts.length !== 1) return null;
  const [part] = value.parts;
  return part?.kind === "expression" ? context.textOf(part.expression.span) : null;
}

function fieldMeant(text: string, scope: NameScope): { readonly path: string; readonly isExact: boolean } | null {
  const [head = "", ...rest] = text.split(".");
  if (head === "" || ![head, ...rest].every((each) => NAME.test(each))) return null;
  if (isDeclared(text, scope)) return { path: text, isExact: true };
  const inRecord = scope.records[0]?.shape?.members.has(head) === true;
  if (inRecord) return { path: `.${text}`, isExact: true };
  const near = nearest(head, scope.root.members.keys());
  return near === null ? null : { path: [near, ...rest].join("."), isExact: false };
}

/** Whether a name is that of a field, a let or an opened record. */
function isDeclared(text: string, scope: NameScope): boolean {
  const [head = ""] = text.split(".");
  const aliases = [scope.source?.alias, ...scope.records.map(({ alias }) => alias)];
  return scope.root.members.has(head) || aliases.includes(head);
}

/** The asset of a name, of its letters in another case, or of a file. */
function assetNamed({ declared: { assets } }: CheckContext, text: string): string | null {
  const bare = text.replace(/^assets?[:.]/, "");
  if (assets.has(bare)) return bare;
  for (const [name, file] of assets) {
    if (file === `asset:${bare}` || name.toLowerCase() === bare.toLowerCase()) return name;
  }
  const stem = bare.replace(FILE_ENDING, "").replace(/^.*\//, "");
  return stem !== bare && assets.has(stem) ? stem : null;
}

/** A name or a quoted text that stands alone in an expression. */
function writtenIn(expression: Expression | null): { readonly text: string; readonly isQuoted: boolean } | null {
  if (expression === null) return null;
  if (expression.kind === "string") return { text: expression.text, isQuoted: true };
  const path = pathOf(expression);
  return path === null ? null : { text: path, isQuoted: false };
}

function pathOf(expression: Expression): string | null {
  if (expression.kind === "name") return expression.name;
  if (expression.kind !== "member") return null;
  const base = pathOf(expression.base);
  return base === null ? null : `${base}.${expression.name.text}`;
}

/** The names that stand alone as operands or arguments. */
function namesWithin(expression: Expression): readonly { readonly name: string; readonly span: Span }[] {
  switch (expression.kind) {
    case "name":
      return [{ name: expression.name, span: expression.span }];
    case "call":
      return expression.args.flatMap(namesWithin);
    case "binary":
      return [...namesWithin(expression.left), ...namesWithin(expression.right)];
    default:
      return [];
  }
}
