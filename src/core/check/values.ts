// The value behind `name=`, decided by the kind that the schema table gives it.
import type { Span } from "../diagnostics/index.ts";
import { formatCode, type NameScope, narrow, nearest } from "../expression/index.ts";
import { DOTTED_WORD, type Expression, type NumberValue, type PropertyValue } from "../language/index.ts";
import type { CheckedValue, StrokeValue, WidthValue } from "./checked.ts";
import { advise, type CheckContext, rewrite } from "./context.ts";
import { CHOICE_HABITS } from "./habits.ts";
import { EMU_PER_UNIT, emuOf, readLength, reportUnit, thousandthsOf } from "./lengths.ts";
import { checkRole } from "./role-names.ts";
import { refuseDynamic, staticText, type ValuePlace, wrongKind } from "./value-place.ts";
import { checkAsset, checkChoices, checkCounts, checkShift, refuseYield } from "./values-lists.ts";
import { checkPaint, undeclared } from "./values-paints.ts";

/** Decides a value; null where it does not fit, which is then told. */
export function checkValue(place: ValuePlace, value: PropertyValue): CheckedValue | null {
  const { context, definition, name } = place;
  const decided = decide(place, value);
  if (decided === null) return null;
  if (definition.undrawn === true) context.undrawn(`${name}=`, value.span);
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
      if (value.kind !== "number") return wrongKind(place, value, "a length");
      return lengthValue(readLength(context, value, name, definition.kind === "offset"));
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
    case "role":
      return value.kind === "word" ? { kind: "word", text: value.text } : unquoted(place, value);
    case "example":
      return null;
  }
}

function lengthValue(emu: number | null): CheckedValue | null {
  return emu === null ? null : { kind: "length", emu };
}

function widthValue(width: WidthValue | null): CheckedValue | null {
  return width === null ? null : { kind: "width", width };
}

/** A quoted word where a bare one belongs: `align="center"`. */
function unquoted(place: ValuePlace, value: PropertyValue): CheckedValue | null {
  const text = staticText(value);
  if (text === null) return wrongKind(place, value, "a word");
  if (!DOTTED_WORD.test(text)) return wrongKind(place, value, "a word");
  place.context.report({
    code: "RPT1015",
    span: value.span,
    message: `${place.name} takes a bare word`,
    why: "Quotes are for texts that people read.",
    repair: rewrite(value.span, text, `write ${place.name}=${text}`, "safe"),
  });
  return null;
}

function checkWidth(place: ValuePlace, value: PropertyValue): WidthValue | null {
  if (value.kind === "word" && value.text === "auto") return { kind: "auto" };
  if (value.kind === "expression") return refuseDynamic(place, value.span);
  if (value.kind !== "number") return wrongKind(place, value, "a length, a share such as 1fr, a percentage or auto");
  return numericWidth(place, value);
}

function numericWidth(place: ValuePlace, value: NumberValue): WidthValue | null {
  const thousandths = thousandthsOf(value.digits);
  if (value.unit === "fr" && thousandths !== null && thousandths > 0) return { kind: "share", thousandths };
  if (value.unit === "%" && thousandths !== null && thousandths > 0 && thousandths <= 100_000) {
    return { kind: "percent", partsPerMillion: thousandths * 10 };
  }
  if (value.unit === "fr" || value.unit === "%") {
    const mended = value.unit === "fr" ? "1fr" : "100%";
    place.context.report({
      code: "RPT1018",
      span: value.span,
      message: `${place.name}=${value.digits}${value.unit} is no share of the width`,
      why: "A share is more than nothing, and a percentage at most 100.",
      repair: rewrite(value.span, mended, `write ${place.name}=${mended}`),
    });
    return null;
  }
  if (EMU_PER_UNIT[value.unit] === undefined) {
    reportUnit(place.context, value, place.name, true);
    return null;
  }
  const emu = readLength(place.context, value, place.name, false);
  return emu === null ? null : { kind: "length", emu };
}

function checkWidths(place: ValuePlace, value: PropertyValue): CheckedValue | null {
  if (value.kind === "number" && value.unit === "" && /^[1-9]\d?$/.test(value.digits)) {
    const text = `[${Array.from({ length: Number(value.digits) }, () => "1fr").join(", ")}]`;
    place.context.report({
      code: "RPT1015",
      span: value.span,
      message: `${place.name} takes the widths of the columns`,
      why: "One width for each column.",
      repair: rewrite(value.span, text, `write ${place.name}=${text}`),
    });
    return null;
  }
  if (value.kind !== "list" || value.items.length === 0) return wrongKind(place, value, "a list of widths");
  const widths = value.items.map((item) => checkWidth(place, item));
  return widths.includes(null) ? null : { kind: "widths", widths: widths.filter((width) => width !== null) };
}

function checkEdges(place: ValuePlace, value: PropertyValue): CheckedValue | null {
  if (value.kind === "expression") return refuseDynamic(place, value.span);
  const items = value.kind === "list" ? value.items : [value];
  const numbers = items.filter((item) => item.kind === "number");
  if (numbers.length !== items.length || ![1, 2, 4].includes(items.length)) {
    return wrongKind(place, value, "one length, [vertical, horizontal] or [top, right, bottom, left]");
  }
  const lengths = numbers.map((item) => readLength(place.context, item, place.name, false));
  const [a, b, c, d] = lengths;
  if (lengths.includes(null) || a === undefined || a === null) return null;
  if (b === undefined || b === null) return { kind: "edges", edges: [a, a, a, a] };
  return { kind: "edges", edges: [a, b, c ?? a, d ?? b] };
}

const DASH_WORDS: ReadonlySet<string> = new Set(["solid", "dash", "dot", "double"]);

function checkStroke(place: ValuePlace, value: PropertyValue): CheckedValue | null {
  const items = value.kind === "list" ? value.items : [value];
  let stroke: StrokeValue = { none: false, widthEmu: null, paint: null, dash: null };
  for (const item of items) {
    const next = strokePart(place, item, stroke);
    if (next === null) return null;
    stroke = next;
  }
  return { kind: "stroke", stroke };
}

function strokePart(place: ValuePlace, item: PropertyValue, stroke: StrokeValue): StrokeValue | null {
  if (item.kind === "number") {
    const widthEmu = readLength(place.context, item, place.name, false);
    return widthEmu === null ? null : { ...stroke, widthEmu };
  }
  if (item.kind === "word" && item.text === "none") return { ...stroke, none: true };
  const dash = item.kind === "word" ? (CHOICE_HABITS[item.text] ?? item.text) : "";
  if (item.kind === "word" && DASH_WORDS.has(dash) && !place.context.declared.colors.has(item.text)) {
    if (dash !== item.text) {
      place.context.report({
        code: "RPT1006",
        span: item.span,
        message: `${item.text} is not a kind of line`,
        why: "Lines are solid, dash, dot or double.",
        repair: rewrite(item.span, dash, `write ${dash}`, "safe"),
      });
      return null;
    }
    return { ...stroke, dash: dash as "solid" | "dash" | "dot" | "double" };
  }
  const paint = checkPaint(place, item);
  return paint === null || paint.kind !== "paint" ? null : { ...stroke, paint: paint.paint };
}

function checkNumber(place: ValuePlace, value: PropertyValue): CheckedValue | null {
  const { definition } = place;
  if (value.kind === "expression") return refuseDynamic(place, value.span);
  if (value.kind !== "number") return wrongKind(place, value, "a number");
  const percent = definition.example.endsWith("%");
  const thousandths = thousandthsOf(value.digits);
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
    place.context.report({
      code: "RPT1018",
      span: value.span,
      message: `${place.name}=${value.digits} is not ${whole ? "" : "whole and "}from ${low / 1000} to ${high / 1000}`,
      why: definition.description,
      repair: rewrite(value.span, definition.example, `write ${place.name}=${definition.example}`),
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
  if (bare && choices.includes(text)) {
    if (place.definition.undrawnChoices?.includes(text) === true) {
      place.context.undrawn(`${place.name}=${text}`, value.span);
    }
    return { kind: "word", text };
  }
  const habit = CHOICE_HABITS[text.toLowerCase()];
  const near = choices.includes(text)
    ? text
    : habit !== undefined && choices.includes(habit)
      ? habit
      : nearest(text, choices);
  place.context.report({
    code: "RPT1006",
    span: value.span,
    message: `${place.name}=${text} is not a choice`,
    why: `Choices: ${choices.join(", ")}.`,
    repair:
      near !== null
        ? rewrite(value.span, near, value.kind === "word" ? `did you mean ${near}?` : `write ${place.name}=${near}`)
        : rewrite(value.span, choices[0] ?? "", `choices: ${choices.join(", ")}`),
  });
  return null;
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
  return wrongKind(place, value, 'a text "…" or an expression (…)');
}

function checkStaticText(place: ValuePlace, value: PropertyValue): CheckedValue | null {
  const text = staticText(value);
  if (text !== null) return { kind: "word", text };
  if (value.kind === "template") return refuseDynamic(place, value.span);
  if (value.kind === "word" || value.kind === "number" || value.kind === "color") {
    const written = place.context.textOf(value.span);
    place.context.report({
      code: "RPT1015",
      span: value.span,
      message: `${place.name} takes a quoted text`,
      why: `For example ${place.name}=${place.definition.example}.`,
      repair: rewrite(value.span, `'${written}'`, `write ${place.name}='${written}'`),
    });
    return null;
  }
  return wrongKind(place, value, "a quoted text");
}

function checkCondition(place: ValuePlace, value: PropertyValue): CheckedValue | null {
  const expression = expressionOf(value);
  if (expression === null || value.kind !== "expression") {
    const text = place.context.textOf(value.span);
    const inner = staticText(value) ?? text;
    place.context.report({
      code: "RPT1015",
      span: value.span,
      message: `${place.name} takes a condition in parentheses`,
      why: `For example ${place.name}=${place.definition.example}.`,
      repair: rewrite(value.span, `(${inner})`, `write ${place.name}=(${inner})`),
    });
    return null;
  }
  const checked = place.context.expression(expression, place.scope);
  if (checked === null) return null;
  if (checked.type.kind !== "bool" && checked.type.kind !== "any") {
    const optional = checked.type.optional;
    const inner = place.context.textOf(expression.span);
    place.context.report({
      code: "RPT2108",
      span: expression.span,
      message: "a condition must be true or false",
      why: `This is ${checked.type.kind}.`,
      repair: rewrite(
        expression.span,
        optional ? `has(${inner})` : `${inner} == …`,
        optional ? `write has(${inner})` : `compare it: ${inner} == …`,
      ),
    });
    return null;
  }
  return { kind: "code", checked };
}

/** The expression that a value is or names; null for any other value. */
export function expressionOf(value: PropertyValue): Expression | null {
  if (value.kind === "expression" || value.kind === "path") return value.expression;
  if (value.kind === "word") {
    const [first, ...rest] = value.text.split(".");
    // Where blanks stand around the dots, the places of the names are not known exactly.
    const exact = value.span.end - value.span.start === value.text.length;
    let end = value.span.start + (first?.length ?? 0);
    const upTo = (): Span => (exact ? { start: value.span.start, end } : value.span);
    let expression: Expression = { kind: "name", span: upTo(), name: first ?? "" };
    for (const text of rest) {
      end += 1 + text.length;
      const name = { text, span: exact ? { start: end - text.length, end } : value.span };
      expression = { kind: "member", span: upTo(), base: expression, name };
    }
    return expression;
  }
  return null;
}

/** A list or value that is named or computed: `items`, `.items`, `(expr)`. */
export function checkCode(place: ValuePlace, value: PropertyValue): CheckedValue | null {
  const expression = expressionOf(value);
  if (expression === null) return wrongKind(place, value, "an expression in parentheses");
  const checked = place.context.expression(expression, place.scope);
  return checked === null ? null : { kind: "code", checked };
}

/** Numbers as written, or computed ones. */
function checkNumbers(place: ValuePlace, value: PropertyValue): CheckedValue | null {
  if (value.kind === "expression") return checkCode(place, value);
  return checkCounts(place, value, checkNumber);
}

function checkColumns(place: ValuePlace, value: PropertyValue): CheckedValue | null {
  if (value.kind === "word") return { kind: "columns", from: value.text, to: value.text };
  if (value.kind === "range") return { kind: "columns", from: value.from.text, to: value.to.text };
  return wrongKind(place, value, "a column's id, or from..to");
}

const RESOURCE_CODES = { font: "RPT2033", size: "RPT2032", style: "RPT2030" } as const;

function checkReference(place: ValuePlace, value: PropertyValue): CheckedValue | null {
  const kind = place.definition.kind as keyof typeof RESOURCE_CODES;
  if (kind === "size" && value.kind === "number") return sizeByValue(place, value);
  if (value.kind !== "word") return unquoted(place, value);
  const { declared } = place.context;
  const names =
    kind === "font"
      ? declared.fonts.map((font) => font.name)
      : kind === "size"
        ? [...declared.sizes.keys()]
        : [...declared.styles];
  if (names.includes(value.text)) return { kind: "word", text: value.text };
  undeclared(place, RESOURCE_CODES[kind], kind, value.text, value.span, names);
  return null;
}

/** `size=12pt`: sizes are named once, so that a form keeps few of them. */
function sizeByValue(place: ValuePlace, value: NumberValue): null {
  const sizes = [...place.context.declared.sizes];
  const emu = emuOf(value.digits, EMU_PER_UNIT[value.unit === "" ? "pt" : value.unit] ?? 12_700) ?? 0;
  const near = sizes.toSorted((a, b) => Math.abs(a[1] - emu) - Math.abs(b[1] - emu))[0];
  place.context.report({
    code: "RPT2032",
    span: value.span,
    message: `size=${value.digits}${value.unit} is not a declared size`,
    why: "Type sizes are declared once with sizes and then named, so that a form keeps few of them.",
    repair:
      near === undefined
        ? advise(`declare it: sizes body=${value.digits}pt`)
        : rewrite(value.span, near[0], `write size=${near[0]}`),
  });
  return null;
}

function checkWords(place: ValuePlace, value: PropertyValue): CheckedValue | null {
  const items = value.kind === "list" ? value.items : [value];
  const texts = items.map((item) => (item.kind === "word" ? item.text : staticText(item)));
  if (texts.includes(null)) return wrongKind(place, value, "a name or a list of names");
  return { kind: "words", texts: texts.filter((text) => text !== null) };
}

function checkFamilies(place: ValuePlace, value: PropertyValue): CheckedValue | null {
  const items = value.kind === "list" ? value.items : [value];
  const texts = items.map(staticText).filter((text) => text !== null && text.trim() !== "");
  if (texts.length !== items.length || texts.length === 0)
    return checkStaticText(place, value) === null ? null : wrongKind(place, value, "a family name in quotes");
  return { kind: "words", texts: texts.filter((text) => text !== null) };
}

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
  if (formatted === null) return value;
  // The pattern rounds what was found to be shown unrounded before it was known.
  if (value.only.type.kind === "num" && value.only.type.quotient) context.withdraw("RPT2130", value.only.span);
  const only = { ...formatted, role: value.only.role, path: value.only.path };
  const part = value.template[0];
  const place = part === undefined ? { start: span.start, end: span.end } : { start: part.span[0], end: part.span[1] };
  return {
    kind: "template",
    only,
    template: [{ kind: "computed", code: only.code, span: [place.start, place.end], role: only.role }],
  };
}

/** The scope of what a condition guards. */
export function guarded(scope: NameScope, condition: CheckedValue | undefined): NameScope {
  return condition?.kind === "code" ? narrow(scope, condition.checked) : scope;
}
