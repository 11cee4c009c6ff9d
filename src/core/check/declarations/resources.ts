// Fonts, sizes, colours and styles: declared once, then only named.

import type { NameScope } from "../../expression/index.ts";
import type { ElementStatement, PropertyValue } from "../../language/index.ts";
import {
  BASIC_COLORS,
  elementNamed,
  type PropertyDefinition,
  type PropertyName,
  STYLE_PROPERTIES,
} from "../../schema/index.ts";
import {
  advise,
  type CheckContext,
  type CheckedStyle,
  type CheckedValue,
  type ResourceName,
  type Resources,
  rewrite,
} from "../context/index.ts";
import { checkValue, knownProperties, nearWord, staticText, withSpaceBefore } from "../values/index.ts";

const KINDS: Readonly<Record<Exclude<ResourceName, "style">, PropertyDefinition>> = {
  fonts: { kind: "families", description: "a font family", example: '"Noto Sans JP"' },
  sizes: { kind: "length", description: "a type size", example: "9pt" },
  colors: { kind: "color", description: "a colour", example: "#1a1a1a" },
};

function isListed(keyword: string): keyword is keyof typeof KINDS {
  return Object.hasOwn(KINDS, keyword);
}

/** What is drawn about a content. */
const FRAMING = ["fill", "border", "border-top", "border-right", "border-bottom", "border-left"] as const;

/** Declares everything that elements may name; styles are checked after all names are known. */
export function checkResources(
  context: CheckContext,
  statements: readonly ElementStatement[],
  scope: NameScope,
): Resources {
  for (const [name, color] of Object.entries(BASIC_COLORS)) context.declared.colors.set(name, color);
  for (const statement of statements) {
    const own = statement.keyword.text;
    if (isListed(own)) declareAll(context, statement, own, scope);
    else if (statement.keyword.text === "style") declareStyle(context, statement);
  }
  const styles = new Map<string, CheckedStyle>();
  for (const statement of statements) {
    if (statement.keyword.text !== "style") continue;
    const style = checkStyle(context, statement, scope);
    if (style !== null && !styles.has(style.name)) styles.set(style.name, style);
  }
  breakCircles(context, styles, statements);
  for (const [name, style] of styles) {
    // A circle of styles is told, and has no end.
    const chain = new Set<CheckedStyle>();
    for (let each: CheckedStyle | undefined = style; each !== undefined && !chain.has(each); ) {
      chain.add(each);
      each = each.base === null ? undefined : styles.get(each.base);
    }
    const frames = [...chain].some(({ properties }) => FRAMING.some((property) => properties.has(property)));
    if (frames) context.declared.framedStyles.add(name);
    const said = [...chain].flatMap(({ properties }) => [...properties.keys()]);
    context.declared.styled.set(name, new Set(said.filter((property) => property !== "base")));
  }
  const { fonts, sizes, colors } = context.declared;
  return { fonts, sizes, colors, styles };
}

function declareAll(
  context: CheckContext,
  statement: ElementStatement,
  own: keyof typeof KINDS,
  scope: NameScope,
): void {
  const definition = KINDS[own];
  refuseExtras(context, statement, 0);
  const seen = new Set<string>();
  for (const property of statement.properties) {
    const { name, value } = property;
    if (seen.has(name.text)) {
      context.report({
        code: "RPT2007",
        span: property.span,
        message: `${name.text} is already declared`,
        why: "A name stands for one thing.",
        repair: rewrite(withSpaceBefore(context, property.span), "", "delete this one"),
      });
      continue;
    }
    seen.add(name.text);
    const checked = checkValue({ context, scope, name: name.text, definition }, value);
    if (own === "fonts") refuseMissingFamilies(context, value);
    DECLARE[own](context, property.name.text, checked);
  }
}

/** A family that no installed font has would be drawn in another one, and measured in it too. */
function refuseMissingFamilies(context: CheckContext, value: PropertyValue): void {
  const { families } = context;
  if (families === null) return;
  for (const item of value.kind === "list" ? value.items : [value]) {
    const family = staticText(item);
    if (family === null || family.trim() === "" || families.includes(family)) continue;
    const available = families.map((name) => `"${name}"`);
    const near = nearWord(family, families) ?? (available.length === 1 ? families[0] : undefined);
    const title = `write one of ${available.join(", ")}`;
    context.report({
      code: "RPT7010",
      span: item.span,
      message: `the font family "${family}" is not available`,
      why: "Text is measured and drawn with the installed fonts, so that it prints alike everywhere.",
      repair: near === undefined ? advise(title) : rewrite(item.span, `"${near}"`, title),
    });
  }
}

type Declare = (context: CheckContext, name: string, value: CheckedValue | null) => void;

const DECLARE: Readonly<Record<keyof typeof KINDS, Declare>> = {
  fonts: ({ declared }, name, value) => {
    declared.fonts.push({ name, families: value?.kind === "words" ? value.texts : [] });
  },
  sizes: ({ declared }, name, value) => {
    const emu = value?.kind === "length" && value.emu > 0 ? value.emu : 9 * 12_700;
    declared.sizes.set(name, emu);
  },
  colors: ({ declared }, name, value) => {
    const paint = value?.kind === "paint" ? value.paint : null;
    declared.colors.set(name, paint?.kind === "fixed" ? paint.color : [0, 0, 0, 255]);
  },
};

/** `fonts`, `sizes`, `colors` and `style` take no more arguments and no block. */
function refuseExtras(context: CheckContext, statement: ElementStatement, taken: number): void {
  const extra = statement.args[taken];
  if (extra !== undefined) {
    context.report({
      code: "RPT1014",
      span: extra.span,
      message: `unexpected argument ${context.quoteOf(extra.span, "quoted")} of ${statement.keyword.text}`,
      why: `The form is: ${elementNamed(statement.keyword.text)?.example ?? statement.keyword.text}`,
      repair: rewrite(withSpaceBefore(context, extra.span), "", "delete it"),
    });
  }
  if (statement.block !== null && statement.block.children.length > 0) {
    context.report({
      code: "RPT1016",
      span: statement.keyword.span,
      message: `${statement.keyword.text} takes no block`,
      why: "Its properties stand on its line.",
      repair: advise("write its properties as name=value"),
    });
  }
}

function declareStyle(context: CheckContext, statement: ElementStatement): void {
  const name = statement.args[0];
  if (name?.kind !== "word") return;
  if (context.declared.styles.has(name.text)) {
    context.report({
      code: "RPT2007",
      span: name.span,
      message: `style ${name.text} is already declared`,
      why: "A name stands for one thing.",
      repair: rewrite(name.span, `${name.text}2`, "choose another name"),
    });
  }
  context.declared.styles.add(name.text);
}

function checkStyle(context: CheckContext, statement: ElementStatement, scope: NameScope): CheckedStyle | null {
  const definition = elementNamed("style");
  const name = statement.args[0];
  if (definition === undefined) return null;
  refuseExtras(context, statement, 1);
  if (name?.kind !== "word") {
    context.report({
      code: "RPT1014",
      span: name?.span ?? statement.keyword.span,
      message: "style needs a name",
      why: `The form is: ${definition.example}`,
      repair: name === undefined ? advise("write style NAME …") : rewrite(name.span, "name", "write a bare word"),
    });
    return null;
  }
  const properties = new Map<PropertyName<"style">, CheckedValue>();
  for (const known of knownProperties(context, "style", STYLE_PROPERTIES, statement.properties)) {
    const { name: key, property, definition: kind } = known;
    const value = checkValue({ context, scope, name: key, definition: kind }, property.value);
    if (value !== null) properties.set(key, value);
  }
  const base = properties.get("base");
  return { name: name.text, base: base?.kind === "word" ? base.text : null, properties };
}

function breakCircles(
  context: CheckContext,
  styles: Map<string, CheckedStyle>,
  statements: readonly ElementStatement[],
): void {
  for (const style of [...styles.values()]) {
    const chain = [style.name];
    for (let base = style.base; base !== null; base = styles.get(base)?.base ?? null) {
      if (base === style.name) {
        const property = statements
          .find(
            (each) =>
              each.keyword.text === "style" && each.args[0]?.kind === "word" && each.args[0].text === style.name,
          )
          ?.properties.find((each) => each.name.text === "base");
        styles.set(style.name, { ...style, base: null });
        if (property !== undefined) {
          context.report({
            code: "RPT2015",
            span: property.span,
            message: `style ${[...chain, base].join(" → ")} inherits from itself`,
            why: "A style takes over properties from another one.",
            repair: rewrite(withSpaceBefore(context, property.span), "", "delete base="),
          });
        }
        break;
      }
      if (chain.includes(base)) break;
      chain.push(base);
    }
  }
}
