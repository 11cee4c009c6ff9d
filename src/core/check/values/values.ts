// The value behind `name=`, decided by the kind that the schema table gives it.
import type { Repair, Span } from "../../diagnostics/index.ts";
import { type CheckedExpression, formatCode, type NameScope, narrow, nearest } from "../../expression/index.ts";
import type { PropertyValue } from "../../language/index.ts";
import { CHOICE_HABITS } from "../../schema/index.ts";
import { advise, type CheckContext, type CheckedValue, rewrite } from "../context/index.ts";
import { readLength, thousandthsOf } from "./lengths.ts";
import { checkRole } from "./role-names.ts";
import { namedValue, refuseDynamic, staticText, type ValuePlace, wrongKind, wrongPair } from "./value-place.ts";
import { checkCode, checkCondition, refuseSeveral } from "./values-expressions.ts";
import { checkEdges, checkStroke, checkWidth, checkWidths, lengthValue, widthValue } from "./values-lengths.ts";
import { checkAsset, checkChoices, checkCounts, checkShift, refuseYield } from "./values-lists.ts";
import {
  checkAlias,
  checkColumns,
  checkFamilies,
  checkReference,
  checkStaticText,
  checkWords,
  unquoted,
} from "./values-names.ts";
import { checkPaint } from "./values-paints.ts";

/** Decides a value; null where it does not fit, which is then told. */
export function checkValue(place: ValuePlace, value: PropertyValue): CheckedValue | null {
  const { context, definition, name } = place;
  const decided = decide(place, value);
  if (decided === null) return null;
  if (name === "link") noteLink(context, decided, value.span);
  return definition.kind === "role" && decided.kind === "word" ? checkRole(context, decided, value.span) : decided;
}

/** `link="#id"`, where the id is written out. */
function noteLink(context: CheckContext, value: CheckedValue, span: Span): void {
  if (value.kind !== "template" || value.template.length !== 1) return;
  const part = value.template[0];
  if (part?.kind === "fixed" && part.text.startsWith("#")) context.links.push({ id: part.text.slice(1), span });
}

function decide(place: ValuePlace, value: PropertyValue): CheckedValue | null {
  const { context, definition, name } = place;
  switch (definition.kind) {
    case "length":
    case "offset":
      if (value.kind === "expression") return refuseDynamic(place, value.span);
      if (value.kind === "list" && value.items.length === 2) return wrongPair(place, value.items, value);
      if (value.kind !== "number") return wrongKind(place, value, "a length");
      return lengthValue(
        readLength(context, value, name, definition.kind === "offset", definition.example.endsWith("pt") ? "pt" : "mm"),
      );
    case "width":
      return widthValue(checkWidth(place, value));
    case "widths":
      return checkWidths(place, value);
    case "edges":
      return checkEdges(place, value);
    case "stroke":
      return checkStroke(place, value);
    case "number":
    case "count":
      return checkNumber(place, value);
    case "flag":
      return checkFlag(place, value);
    case "choice":
      return checkChoice(place, value);
    case "color":
    case "paint":
      return checkPaint(place, value);
    case "template":
      return checkTemplate(place, value);
    case "text":
    case "literal":
      return checkStaticText(place, value);
    case "condition":
      return checkCondition(place, value);
    case "expression":
      return refuseYield(place, value.span, checkCode(place, value));
    case "numbers":
      return checkNumbers(place, value);
    case "counts":
      return checkCounts(place, value, checkNumber);
    case "shift":
      return checkShift(place, value);
    case "choices":
      return checkChoices(place, value, checkChoice);
    case "asset":
      return checkAsset(place, value);
    case "columns":
      return checkColumns(place, value);
    case "font":
    case "size":
    case "style":
      return checkReference(place, value);
    case "profiles":
      return checkWords(place, value);
    case "families":
      return checkFamilies(place, value);
    case "name":
      if (place.name === "as") return checkAlias(place, value);
      return value.kind === "word" ? { kind: "word", text: value.text } : unquoted(place, value);
    case "role":
      return value.kind === "word" ? { kind: "word", text: value.text } : unquoted(place, value);
    case "example":
      return null;
  }
}

/** The digits of the greatest limit that the schema table sets, 10^15. */
const NUMBER_DIGITS_MAX = 16;

function checkNumber(place: ValuePlace, value: PropertyValue): CheckedValue | null {
  const { definition } = place;
  if (value.kind === "expression") return refuseDynamic(place, value.span);
  if (value.kind !== "number") return wrongKind(place, value, "a number");
  const percent = definition.example.endsWith("%");
  const thousandths = thousandthsOf(value.digits, NUMBER_DIGITS_MAX);
  const whole = definition.kind !== "count" || (thousandths !== null && thousandths % 1000 === 0);
  if (value.unit !== "" && !(percent && value.unit === "%")) {
    place.context.report({
      code: "RPT0114",
      span: value.span,
      message: `${place.name} takes a number without a unit`,
      why: `For example ${place.name}=${definition.example}.`,
      repair: rewrite(
        value.span,
        value.unit === "%" ? String(Number(value.digits) / 100) : value.digits,
        `write a number such as ${definition.example}`,
      ),
    });
    return null;
  }
  const low = (definition.min ?? 0) * 1000;
  const high = (definition.max ?? 1_000_000) * 1000;
  if (thousandths === null || !whole || thousandths < low || thousandths > high) {
    const outside = thousandths !== null && whole && definition.max !== undefined && thousandths > high;
    const nearestNumber = outside ? String(definition.max) : definition.example;
    const isFine = thousandths === null && Number(value.digits) >= low / 1000 && Number(value.digits) <= high / 1000;
    const range = `is not ${whole ? "" : "whole and "}from ${low / 1000} to ${high / 1000}`;
    place.context.report({
      code: "RPT1018",
      span: value.span,
      message: `${place.name}=${value.digits} ${isFine ? "has more digits than are kept exactly" : range}`,
      why: definition.description,
      repair: rewrite(value.span, nearestNumber, `write ${place.name}=${nearestNumber}`),
    });
    return null;
  }
  return { kind: "number", thousandths };
}

const FLAG_HABITS: Readonly<Record<string, string>> = {
  yes: "true",
  on: "true",
  no: "false",
  off: "false",
  True: "true",
  False: "false",
  TRUE: "true",
  FALSE: "false",
  none: "false",
};

function checkFlag(place: ValuePlace, value: PropertyValue): CheckedValue | null {
  if (value.kind === "word" && (value.text === "true" || value.text === "false")) {
    return { kind: "flag", value: value.text === "true" };
  }
  const text = value.kind === "word" ? value.text : (staticText(value) ?? "");
  const mended = FLAG_HABITS[text] ?? nearest(text, ["true", "false"]) ?? (text === "1" ? "true" : "true");
  place.context.report({
    code: "RPT1006",
    span: value.span,
    message: `${place.name} is true or false`,
    why: place.definition.description,
    repair: rewrite(value.span, mended, `write ${place.name}=${mended}`),
  });
  return null;
}

function checkChoice(place: ValuePlace, value: PropertyValue): CheckedValue | null {
  const choices = place.definition.choices ?? [];
  const text =
    value.kind === "word" ? value.text : (staticText(value) ?? (value.kind === "number" ? value.digits : null));
  if (text === null) return wrongKind(place, value, `one of ${choices.join(", ")}`);
  const bare = value.kind === "word" || (value.kind === "number" && value.unit === "");
  if (bare && choices.includes(text)) return { kind: "word", text };
  const habit = CHOICE_HABITS[text.toLowerCase()];
  const near = choices.includes(text)
    ? text
    : habit !== undefined && choices.includes(habit)
      ? habit
      : nearest(text, choices);
  place.context.report({
    code: "RPT1006",
    span: value.span,
    message: choices.includes(text)
      ? `${place.name} takes a bare word, not ${place.context.quoteOf(value.span)}`
      : `${place.name}=${text} is not one of ${choices.join(", ")}`,
    why: place.definition.description,
    repair: choiceRepair(place, value, near),
  });
  return null;
}

/** The near choice; a number has none that is near, and leaves it to whoever reads the choices. */
function choiceRepair(place: ValuePlace, value: PropertyValue, near: string | null): Repair {
  const [first = "", ...others] = place.definition.choices ?? [];
  if (near === null || value.kind === "number") {
    const last = others.length === 0 ? "" : ` or ${others.at(-1)}`;
    const title = `write ${place.name}=${[first, ...others.slice(0, -1)].join(", ")}${last}`;
    return rewrite(value.span, value.kind === "number" ? (near ?? first) : first, title);
  }
  return rewrite(value.span, near, value.kind === "word" ? `did you mean ${near}?` : `write ${place.name}=${near}`);
}

/** A text for people: template, expression, or a literal without computed parts. */
export function checkTemplate(place: ValuePlace, value: PropertyValue): CheckedValue | null {
  const { context, scope } = place;
  if (value.kind === "template") {
    const template = context.template(value, scope);
    return { kind: "template", template, only: null };
  }
  if (value.kind === "literal") {
    if (/\{[\w.[\]]+\}/.test(value.text)) {
      context.report({
        code: "RPT0115",
        span: value.span,
        message: '"{" in a literal shows no value',
        why: "Only texts in double quotes have computed parts.",
        repair: rewrite(value.span, `"${value.text}"`, `write "${value.text}"`),
      });
    }
    return {
      kind: "template",
      template: [{ kind: "fixed", text: value.text, span: [value.span.start, value.span.end] }],
      only: null,
    };
  }
  if (value.kind === "expression") {
    const checked = context.expression(value.expression, scope);
    if (checked === null) return { kind: "template", template: [], only: null };
    return { kind: "template", template: [context.shown(checked, value.span)], only: checked };
  }
  return wrongText(place, value);
}

/** RPT1015 of a word or path without signs around it: the field that it names, or else the words themselves. */
function wrongText(place: ValuePlace, value: PropertyValue): null {
  const takes = 'a text "…" or an expression (…)';
  const written = place.context.textOf(value.span);
  if (value.kind !== "word" && value.kind !== "path" && value.kind !== "number") return wrongKind(place, value, takes);
  const text = value.kind === "path" ? `(${written})` : (namedValue(place.scope, written) ?? `"${written}"`);
  return wrongKind(place, value, takes, text);
}

/** Numbers as written, or computed ones. */
function checkNumbers(place: ValuePlace, value: PropertyValue): CheckedValue | null {
  if (value.kind === "expression") {
    const code = checkCode(place, value);
    return code?.kind === "code" && refuseSeveral(place, code.checked, "numbers") ? null : code;
  }
  return checkCounts(place, value, checkNumber);
}

type TemplateText = Extract<CheckedValue, { readonly kind: "template" }>;

/** A value shown with a `format=` pattern. */
export function withFormat(context: CheckContext, value: CheckedValue, pattern: string, span: Span): CheckedValue {
  if (value.kind !== "template") return value;
  if (value.only === null) {
    if (value.template.length === 0) return value;
    context.report({
      code: "RPT1015",
      span,
      message: "format= needs a single value, and this is a text",
      why: "A pattern says how one value is written.",
      repair: advise("write format(value, '…') inside the text, or show the value alone in parentheses"),
    });
    return value;
  }
  const { value: formatted, diagnostics } = formatCode(value.only, pattern, span);
  context.add(diagnostics);
  return formatted === null ? value : inPattern(context, value, value.only, formatted);
}

/** A single value as a pattern writes it. */
export function inPattern(
  context: CheckContext,
  { template }: TemplateText,
  bare: CheckedExpression,
  formatted: CheckedExpression,
): TemplateText {
  // The pattern rounds what was found to be shown unrounded before it was known.
  if (bare.type.kind === "num" && bare.type.quotient) context.withdraw("RPT2130", bare.span);
  const only = { ...formatted, role: bare.role, path: bare.path };
  const span = template[0]?.span ?? [bare.span.start, bare.span.end];
  return { kind: "template", only, template: [{ kind: "computed", code: only.code, span, role: only.role }] };
}

/** The scope of what a condition guards. */
export function guarded(scope: NameScope, condition: CheckedValue | undefined): NameScope {
  return condition?.kind === "code" ? narrow(scope, condition.checked) : scope;
}
