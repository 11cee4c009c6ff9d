// Values that name something declared, and texts that never change.
import type { Repair } from "../../diagnostics/index.ts";
import { DOTTED_WORD, NAME, type NumberValue, type PropertyValue, wordsIn } from "../../language/index.ts";
import { advise, type CheckedValue, rewrite } from "../context/index.ts";
import { EMU_PER_UNIT, emuOf } from "./lengths.ts";
import { headingProblem } from "./scales.ts";
import { refuseDynamic, staticText, type ValuePlace, wrongKind } from "./value-place.ts";
import { undeclared } from "./values-paints.ts";

/** A quoted word where a bare one belongs: `align="center"`. */
export function unquoted(place: ValuePlace, value: PropertyValue): CheckedValue | null {
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

/** The name of a record: expressions write it before a dot, so it holds none, and no hyphen either. */
export function checkAlias(place: ValuePlace, value: PropertyValue): CheckedValue | null {
  if (value.kind === "word" && NAME.test(value.text)) return { kind: "word", text: value.text };
  const [first] = wordsIn(value.kind === "word" ? value.text : "");
  if (first === undefined) return unquoted(place, value);
  const name = first.replaceAll("-", "");
  place.context.report({
    code: "RPT1015",
    span: value.span,
    message: `as takes a name without dots and hyphens, not ${place.context.textOf(value.span)}`,
    why: "Expressions write the name and a field of the record behind a dot.",
    repair: rewrite(value.span, name, `write as=${name}`),
  });
  return null;
}

export function checkStaticText(place: ValuePlace, value: PropertyValue): CheckedValue | null {
  const text = staticText(value);
  if (text !== null) return { kind: "word", text };
  if (value.kind === "template") return refuseDynamic(place, value.span);
  if (value.kind === "word" || value.kind === "number" || value.kind === "color") {
    const written = place.context.textOf(value.span);
    const text = headingProblem(place.name, written)?.better ?? written;
    place.context.report({
      code: "RPT1015",
      span: value.span,
      message: `${place.name} takes a quoted text`,
      why: `For example ${place.name}=${place.definition.example}.`,
      repair: rewrite(value.span, `'${text}'`, `write ${place.name}='${text}'`),
    });
    return null;
  }
  return wrongKind(place, value, "a quoted text");
}

export function checkColumns(place: ValuePlace, value: PropertyValue): CheckedValue | null {
  if (value.kind === "word") return { kind: "columns", from: value.text, to: value.text };
  if (value.kind === "range") return { kind: "columns", from: value.from.text, to: value.to.text };
  return wrongKind(place, value, "a column's id, or from..to");
}

const RESOURCE_CODES = { font: "RPT2033", size: "RPT2032", style: "RPT2030" } as const;

export function checkReference(place: ValuePlace, value: PropertyValue): CheckedValue | null {
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
  if (names.includes(value.text)) {
    if (kind === "style") declared.usedStyles.add(value.text);
    return { kind: "word", text: value.text };
  }
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
    repair: near === undefined ? declaringSizes(place, value) : rewrite(value.span, near[0], `write size=${near[0]}`),
  });
  return null;
}

/** Names for sizes that nobody declared, the largest first. */
const SIZE_NAMES: Readonly<Record<number, readonly string[]>> = {
  1: ["body"],
  2: ["title", "body"],
  3: ["title", "body", "small"],
  4: ["title", "head", "body", "small"],
};

/**
 * A form without any declared size: the first of those that it writes brings the line that declares them all, and each
 * becomes a name. A form with more sizes than a form should have is the author's to part.
 */
function declaringSizes({ context }: ValuePlace, value: NumberValue): Repair {
  const written = [...context.source.matchAll(/(?<=\ssize=)(\d+(?:\.\d+)?)(pt|mm)?(?=[\s{]|$)/gm)];
  const lengths = new Map(
    written.map(([text, digits = "", unit = "pt"]) => [
      text,
      { digits, unit, emu: emuOf(digits, EMU_PER_UNIT[unit] ?? 12_700) ?? 0 },
    ]),
  );
  const largestFirst = [...lengths].sort(([, a], [, b]) => b.emu - a.emu);
  const names = SIZE_NAMES[largestFirst.length];
  const own = `${value.digits}${value.unit}`;
  const at = largestFirst.findIndex(([text]) => text === own);
  const page = /^page\b/m.exec(context.source);
  const name = names?.[at];
  if (names === undefined || name === undefined || page === null)
    return advise(`declare it: sizes body=${value.digits}pt`);
  const declared = largestFirst.map(([, { digits, unit }], index) => `${names[index]}=${digits}${unit}`);
  const line = `sizes ${declared.join(" ")}`;
  const repair = rewrite(value.span, name, `declare it: ${line}, and write size=${name}`);
  const isFirst = written[0]?.index === value.span.start;
  const declaration = { span: { start: page.index, end: page.index }, text: `${line}\n` };
  return isFirst ? { ...repair, edits: [declaration, ...repair.edits] } : repair;
}

export function checkWords(place: ValuePlace, value: PropertyValue): CheckedValue | null {
  const items = value.kind === "list" ? value.items : [value];
  const texts = items.map((item) => (item.kind === "word" ? item.text : staticText(item)));
  if (texts.includes(null)) return wrongKind(place, value, "a name or a list of names");
  return { kind: "words", texts: texts.filter((text) => text !== null) };
}

export function checkFamilies(place: ValuePlace, value: PropertyValue): CheckedValue | null {
  const items = value.kind === "list" ? value.items : [value];
  const texts = items.map(staticText).filter((text) => text !== null && text.trim() !== "");
  if (texts.length !== items.length || texts.length === 0)
    return checkStaticText(place, value) === null ? null : wrongKind(place, value, "a family name in quotes");
  return { kind: "words", texts: texts.filter((text) => text !== null) };
}
