// Canvas → payloads that ask the most of its boxes: one field as long, as wide or as large as it is declared.
import { counted } from "../diagnostics/index.ts";
import { type CanvasField, type EnumMember, type FieldType, linesIn, type TextFieldType } from "../expression/index.ts";
import type { Canvas } from "./canvas.ts";
import { longestData } from "./code-fields.ts";
import { type EntryCounts, examplePayload } from "./example-payload.ts";
import { fullText, type WidestOf } from "./worst-text.ts";

/** An `int` without `max` is taken to have nine digits: more are no quantity of a form. */
export const INT_DIGITS = 9;
/** Two digits wherever a month, a day, an hour or a minute can have two. */
const LONGEST_DATE = "2029-12-28";
const LONGEST_TIME = "23:58:58";

/** A field and a payload in which it alone is at its worst; the others have their examples. */
export interface WorstCase {
  readonly field: CanvasField;
  /** What is the worst of it, in words: `40 characters`. */
  readonly words: string;
  /** The template says so itself; else it is what a type holds that says nothing. */
  readonly isDeclared: boolean;
  /** The example that stands in its place, as JSON text. */
  readonly example: string;
  /** The field stays away, so that its words are not those of a value. */
  readonly isAbsent?: true;
}

/** The cases of a template in the order of its fields; what the world decides (images, flags) has none. */
export function worstCases(canvas: Canvas, widestOf: WidestOf): readonly WorstCase[] {
  const codes = longestData(canvas, widestOf);
  return canvas.fields.flatMap((field) => {
    const data = codes.get(field.path);
    return (data === undefined ? worstCase(field, widestOf) : codeCase(field, data)) ?? [];
  });
}

function codeCase(field: CanvasField, data: string | null): WorstCase | null {
  return data === null
    ? null
    : caseWith(field, { json: JSON.stringify(data), words: `${[...data].length} characters` });
}

/** The payload of one or more cases together, in as many entries as the examples have, or others. */
export function worstPayload(canvas: Canvas, cases: readonly WorstCase[], counts?: EntryCounts): string {
  const examples = new Map(cases.map((one) => [one.field.path, one.example]));
  const fields = canvas.fields.map((field) => {
    const example = examples.get(field.path);
    return example === undefined ? field : { ...field, example };
  });
  return examplePayload({ ...canvas, fields }, counts);
}

/** The same cases with another number in the place of theirs. */
export function withNumbers(cases: readonly WorstCase[], number: string): readonly WorstCase[] {
  return cases.map((one) => ({ ...one, words: number, example: replaceScalars(one.example, number) }));
}

function worstCase(field: CanvasField, widestOf: WidestOf): WorstCase | null {
  const worst = worstValue(field, widestOf);
  return worst === null ? null : caseWith(field, worst);
}

interface WorstValue {
  readonly json: string;
  readonly words: string;
}

function caseWith(field: CanvasField, worst: WorstValue): WorstCase {
  const example = field.example === null ? worst.json : replaceScalars(field.example, worst.json);
  return { field, words: worst.words, example, isDeclared: isBounded(field) };
}

/** The least and the most of a number. Those of a plain list say how many entries it has, and nothing of them. */
export function boundsOf({ path, min, max }: CanvasField): Pick<CanvasField, "min" | "max"> {
  return path.endsWith("[]") ? { min: null, max: null } : { min, max };
}

function isBounded(field: CanvasField): boolean {
  const { pattern, type } = field;
  if (type.kind === "int") return boundsOf(field).max !== null;
  if (type.kind !== "string" && type.kind !== "text") return true;
  return pattern !== null || type.isLengthUsual !== true;
}

function worstValue(field: CanvasField, widestOf: WidestOf): WorstValue | null {
  const { type } = field;
  switch (type.kind) {
    case "string":
    case "text": {
      const text = fullText(field, type, widestOf);
      return text === null ? null : { json: JSON.stringify(text), words: wordsOf(text, type) };
    }
    case "int": {
      const json = boundsOf(field).max ?? "9".repeat(INT_DIGITS);
      return { json, words: json };
    }
    case "decimal": {
      const json = boundsOf(field).max ?? largestDecimal(type);
      return { json, words: json };
    }
    case "date":
      return { json: JSON.stringify(LONGEST_DATE), words: LONGEST_DATE };
    case "time":
      return { json: JSON.stringify(LONGEST_TIME), words: LONGEST_TIME };
    case "datetime":
      return { json: JSON.stringify(`${LONGEST_DATE}T${LONGEST_TIME}Z`), words: LONGEST_DATE };
    case "enum":
      return longestMember(type.members);
    case "bool":
    case "image":
    case "array":
      return null;
  }
}

/** `160 characters`, `160 characters in 3 lines` of a text that declares its lines. */
function wordsOf(text: string, { linesMax }: TextFieldType): string {
  const words = `${[...text].length} characters`;
  return linesMax === undefined ? words : `${words} in ${counted(linesIn(text), "line")}`;
}

export function largestDecimal({ precision, scale }: Extract<FieldType, { readonly kind: "decimal" }>): string {
  const whole = precision === scale ? "0" : "9".repeat(precision - scale);
  return scale === 0 ? whole : `${whole}.${"9".repeat(scale)}`;
}

/** An enumeration's member as the payload has it. */
export function jsonOf({ value, numeric }: EnumMember): string {
  return numeric ? value : JSON.stringify(value);
}

function longestMember(members: readonly EnumMember[]): { readonly json: string; readonly words: string } | null {
  const shown = (member: EnumMember) => member.label ?? member.value;
  const [first, ...rest] = members;
  if (first === undefined) return null;
  const longest = rest.reduce((most, one) => (shown(one).length > shown(most).length ? one : most), first);
  return { json: jsonOf(longest), words: shown(longest) };
}

/** JSON text with each of its scalars replaced: as many records as the example has, all at their worst. */
export function replaceScalars(json: string, scalar: string): string {
  return json.replaceAll(/"(?:[^"\\]|\\.)*"|[^\s[\],]+/g, () => scalar);
}
