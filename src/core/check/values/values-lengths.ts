// Values that measure: lengths, widths, edges and strokes.
import type { NumberValue, PropertyValue } from "../../language/index.ts";
import { CHOICE_HABITS } from "../../schema/index.ts";
import { type CheckedValue, rewrite, type StrokeValue, type WidthValue } from "../context/index.ts";
import { EMU_PER_UNIT, readLength, reportUnit, thousandthsOf } from "./lengths.ts";
import { refuseDynamic, type ValuePlace, wrongKind } from "./value-place.ts";
import { checkPaint } from "./values-paints.ts";

export function lengthValue(emu: number | null): CheckedValue | null {
  return emu === null ? null : { kind: "length", emu };
}

export function widthValue(width: WidthValue | null): CheckedValue | null {
  return width === null ? null : { kind: "width", width };
}

export function checkWidth(place: ValuePlace, value: PropertyValue): WidthValue | null {
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

export function checkWidths(place: ValuePlace, value: PropertyValue): CheckedValue | null {
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

export function checkEdges(place: ValuePlace, value: PropertyValue): CheckedValue | null {
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

export function checkStroke(place: ValuePlace, value: PropertyValue): CheckedValue | null {
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
  // What is written in place of one item is no list.
  const paint = checkPaint({ ...place, definition: { ...place.definition, example: "#000000" } }, item);
  return paint === null || paint.kind !== "paint" ? null : { ...stroke, paint: paint.paint };
}
