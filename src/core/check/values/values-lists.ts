// Values that are lists, files, or expressions of a certain type.
import type { Span } from "../../diagnostics/index.ts";
import { describeType, type Type } from "../../expression/index.ts";
import type { PropertyValue } from "../../language/index.ts";
import { advise, type CheckedValue, rewrite } from "../context/index.ts";
import { readLength } from "./lengths.ts";
import { staticText, type ValuePlace, wrongKind } from "./value-place.ts";
import { refuseSeveral } from "./values-expressions.ts";

type CheckOne = (place: ValuePlace, value: PropertyValue) => CheckedValue | null;

/** At most so many numbers in a list: columns and rows, first page and rest. */
const COUNTS_MAX = 20;

/** `22`, or `[18, 22]`. */
export function checkCounts(place: ValuePlace, value: PropertyValue, one: CheckOne): CheckedValue | null {
  const pair = place.definition.kind === "counts";
  // Columns and rows are two numbers; another count on the first page is one more beside the usual one.
  const isGrid = pair && place.name === "n-up";
  if (isGrid && (value.kind !== "list" || value.items.length !== 2)) {
    return wrongKind(place, value, "two numbers, [columns, rows]");
  }
  if (value.kind !== "list") return one(place, value);
  if (value.items.length === 0 || value.items.length > (pair ? 2 : COUNTS_MAX)) {
    return wrongKind(place, value, pair ? "one number or two" : "a number or a list of them");
  }
  const definition = { ...place.definition, kind: pair ? ("count" as const) : ("number" as const) };
  const items = value.items.map((item) => one({ ...place, definition }, item));
  const numbers = items.flatMap((item) => (item?.kind === "number" ? [item.thousandths] : []));
  return numbers.length === items.length ? { kind: "numbers", thousandths: numbers } : null;
}

/** `[right, down]` */
export function checkShift(place: ValuePlace, value: PropertyValue): CheckedValue | null {
  const items = value.kind === "list" ? value.items.filter((item) => item.kind === "number") : [];
  if (value.kind !== "list" || value.items.length !== 2 || items.length !== 2) {
    return wrongKind(place, value, "two lengths, [right, down]");
  }
  const [right, down] = items.map((item) => readLength(place.context, item, place.name, true));
  if (right === undefined || right === null || down === undefined || down === null) return null;
  return { kind: "shift", rightEmu: right, downEmu: down };
}

/** `print`, or `[print, accessibility]`. */
export function checkChoices(place: ValuePlace, value: PropertyValue, one: CheckOne): CheckedValue | null {
  const items = value.kind === "list" ? value.items : [value];
  const texts = items.map((item) => one(place, item)).flatMap((item) => (item?.kind === "word" ? [item.text] : []));
  return texts.length === items.length ? { kind: "words", texts } : null;
}

/** `'asset:logo.svg'` */
export function checkAsset(place: ValuePlace, value: PropertyValue): CheckedValue | null {
  const text = staticText(value) ?? (value.kind === "word" ? value.text : null);
  if (text === null) return wrongKind(place, value, "the name of a file, 'asset:…'");
  if (/^asset:[^/\\:][^\\:]*$/.test(text) && !text.includes("..")) return { kind: "word", text };
  const file = text.replace(/^.*[/\\:]/, "");
  const mended = `'asset:${file === "" ? "logo.svg" : file}'`;
  place.context.report({
    code: "RPT7011",
    span: value.span,
    message: `${place.name} names no file that is published with the template`,
    why: "Nothing is fetched from elsewhere: a published template always draws the same.",
    repair: rewrite(value.span, mended, `write ${place.name}=${mended} and publish the file with the template`),
  });
  return null;
}

/** Refuses an expression of another type than the property takes. */
export function refuseYield(place: ValuePlace, span: Span, value: CheckedValue | null): CheckedValue | null {
  const { yields } = place.definition;
  if (yields === undefined || value?.kind !== "code") return value;
  return yieldsWhat(place.context, place.name, yields, span, value);
}

const WORDS = {
  instant: "a date or a time of day",
  dates: "a list of dates",
  number: "a number",
  summed: "a number",
  flag: "true or false",
} as const;

const KINDS = {
  instant: ["date", "datetime", "time"],
  dates: ["date", "datetime"],
  number: ["num"],
  summed: ["num"],
  flag: ["bool"],
} as const satisfies Record<keyof typeof WORDS, readonly Type["kind"][]>;

/** Refuses a checked expression that yields something else than is wanted. */
export function yieldsWhat(
  context: ValuePlace["context"],
  name: string,
  yields: keyof typeof WORDS,
  span: Span,
  value: Extract<CheckedValue, { readonly kind: "code" }>,
): CheckedValue | null {
  const { type } = value.checked;
  const inner = yields === "dates" && type.kind === "list" ? type.element : type;
  const isNumber = yields === "number" || yields === "summed";
  const kinds: readonly string[] = KINDS[yields];
  const numeric = inner.kind === "enum" && inner.members.every((member) => member.numeric);
  if (isNumber && numeric) return value;
  const fits = inner.kind === "any" || (kinds.includes(inner.kind) && (yields !== "dates" || type.kind === "list"));
  if (fits || type.kind === "any") return value;
  if (refuseSeveral({ context, name }, value.checked, yields === "flag" ? "condition" : yields)) return null;
  context.report({
    code: "RPT2123",
    span,
    message: `${name} needs ${WORDS[yields]}, and this is ${describeType(type)}`,
    why: `Only ${WORDS[yields]} can be drawn here.`,
    repair: (yields === "instant" ? instantOf(context, value) : null) ?? advise(`give it ${WORDS[yields]}`),
  });
  return null;
}

/** A day or a time that is written as a text, by the function that makes one of it. */
function instantOf(context: ValuePlace["context"], { checked }: Extract<CheckedValue, { readonly kind: "code" }>) {
  const text = /^(["'])(.*)\1$/.exec(context.textOf(checked.span))?.[2] ?? "";
  const [, hour, minute] = /^(\d{1,2}):(\d{2})$/.exec(text) ?? [];
  const time = hour === undefined ? null : `time('${hour.padStart(2, "0")}:${minute}')`;
  const made = time ?? (/^\d{4}-\d{2}-\d{2}$/.test(text) ? `date('${text}')` : null);
  return made === null ? null : rewrite(checked.span, made, `write ${made}`);
}
