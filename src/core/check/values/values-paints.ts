// Colours, and names that nothing declares.
import type { Repair, Span } from "../../diagnostics/index.ts";
import { nearest, RESERVED_NAMES } from "../../expression/index.ts";
import { DOTTED_WORD, type Expression, type PropertyValue } from "../../language/index.ts";
import { BASIC_COLORS, readColor } from "../../schema/index.ts";
import { advise, type CheckContext, type CheckedValue, type PaintValue, rewrite } from "../context/index.ts";
import { refuseDynamic, staticText, type ValuePlace, wrongKind } from "./value-place.ts";
import { refuseSeveral } from "./values-expressions.ts";

/** A colour: literal, declared name, `none`, or an expression where data may decide. */
export function checkPaint(place: ValuePlace, value: PropertyValue): CheckedValue | null {
  const { context, definition } = place;
  if (value.kind === "color") {
    const color = readColor(value.text);
    if (color !== null) return { kind: "paint", paint: { kind: "fixed", color } };
    const digits = value.text.slice(1);
    const mended = `#${digits.padEnd(6, digits.at(-1) ?? "0").slice(0, 6)}`;
    context.report({
      code: "RPT1015",
      span: value.span,
      message: `${value.text} is no colour`,
      why: "Colours are #rgb, #rrggbb or #rrggbbaa.",
      repair: rewrite(value.span, mended, `write ${mended}`),
    });
    return null;
  }
  if (value.kind === "word") return namedColor(place, value.text, value.span);
  if (value.kind === "expression") {
    if (definition.kind === "color") return refuseDynamic(place, value.span);
    return computedPaint(place, value.expression);
  }
  const text = staticText(value);
  if (text !== null && (readColor(text) !== null || context.declared.colors.has(text))) {
    context.report({
      code: "RPT1015",
      span: value.span,
      message: `${place.name} takes a bare colour`,
      why: "Quotes are for texts that people read.",
      repair: rewrite(value.span, text, `write ${place.name}=${text}`, "safe"),
    });
    return null;
  }
  return wrongKind(place, value, "a colour");
}

function namedColor(place: ValuePlace, text: string, span: Span): CheckedValue | null {
  if (text === "none" || text === "transparent") return { kind: "paint", paint: null };
  const color = place.context.declared.colors.get(text) ?? BASIC_COLORS[text];
  if (color !== undefined) return { kind: "paint", paint: { kind: "fixed", color } };
  undeclared(place, "RPT2031", "color", text, span, [
    ...place.context.declared.colors.keys(),
    ...Object.keys(BASIC_COLORS),
  ]);
  return null;
}

function computedPaint(place: ValuePlace, expression: Expression): CheckedValue | null {
  const checked = place.context.expression(expression, place.scope);
  for (const literal of resultTexts(expression)) {
    const { text, span } = literal;
    if (readColor(text) !== null || place.context.declared.colors.has(text) || BASIC_COLORS[text] !== undefined)
      continue;
    if (place.context.mayBeDeclared(text)) continue;
    const names = [...place.context.declared.colors.keys(), ...Object.keys(BASIC_COLORS)];
    const near = nearest(text, names);
    place.context.report({
      code: "RPT2031",
      span,
      message: `color '${text}' is not declared`,
      why: `Declared: ${names.slice(0, 20).join(", ")}.`,
      repair:
        near === null
          ? advise(`declare it: colors ${text}=#rrggbb`)
          : rewrite(span, `'${near}'`, `did you mean '${near}'?`),
    });
    return null;
  }
  if (checked === null || refuseSeveral(place, checked, "colour")) return null;
  const paint: PaintValue = { kind: "computed", code: checked.code };
  return { kind: "paint", paint };
}

interface LiteralText {
  readonly text: string;
  readonly span: Span;
}

/** The string literals that an expression may yield; conditions are left out. */
function resultTexts(expression: Expression): readonly LiteralText[] {
  if (expression.kind === "string") return [{ text: expression.text, span: expression.span }];
  if (expression.kind === "binary" && expression.operator === "??") {
    return [...resultTexts(expression.left), ...resultTexts(expression.right)];
  }
  if (expression.kind !== "call") return [];
  if (expression.name.text === "if") return expression.args.slice(1).flatMap(resultTexts);
  if (expression.name.text !== "case") return [];
  return expression.args.filter((_, at) => at % 2 === 1 || at === expression.args.length - 1).flatMap(resultTexts);
}

/** A repair that declares the name: on the line that declares its kind, or on a new line before the pages. */
function declaring(context: CheckContext, name: string, form: string): Repair {
  const title = `declare it: ${form}`;
  const keyword = form.split(" ")[0] ?? "";
  const written = form.slice(keyword.length).replace("#rrggbb", "#000000").replace(" …", " weight=normal");
  const line = keyword === "style" ? null : new RegExp(`^${keyword}\\b[^\\n/]*`, "m").exec(context.source);
  const page = /^page\b/m.exec(context.source);
  if (RESERVED_NAMES.includes(name)) return advise(`take another name than ${name}, which the language keeps`);
  // A line that can't be read declares nothing, whatever is added to it.
  if (line !== null && context.isUnread({ start: line.index, end: line.index })) return advise(title);
  if (!DOTTED_WORD.test(name) || name.includes(".") || (line === null && page === null)) return advise(title);
  if (line !== null) {
    const end = line.index + line[0].trimEnd().length;
    return rewrite({ start: end, end }, written, title);
  }
  const start = page?.index ?? 0;
  return rewrite({ start, end: start }, `${keyword}${written}\n`, title);
}

const RESOURCE_OF = { RPT2030: "style", RPT2031: "colors", RPT2032: "sizes", RPT2033: "fonts" } as const;

export function undeclared(
  place: ValuePlace,
  code: "RPT2030" | "RPT2031" | "RPT2032" | "RPT2033",
  what: string,
  text: string,
  span: Span,
  names: readonly string[],
): void {
  if (place.context.mayBeDeclared(text)) return;
  place.context.missing.push({ kind: RESOURCE_OF[code], path: text, start: span.start });
  const near = nearest(text, names);
  const forms = {
    style: `style ${text} …`,
    color: `colors ${text}=#rrggbb`,
    size: `sizes ${text}=9pt`,
    font: `fonts ${text}="Noto Sans JP"`,
  };
  place.context.report({
    code,
    span,
    message: `${what} ${text} is not declared`,
    why: names.length === 0 ? `No ${what} is declared.` : `Declared: ${names.slice(0, 20).join(", ")}.`,
    repair:
      near === null
        ? declaring(place.context, text, forms[what as keyof typeof forms])
        : rewrite(span, near, `did you mean ${near}?`),
  });
}
