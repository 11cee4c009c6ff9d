// Canvas → data within the declarations that a bar code of the form cannot hold: other lengths, digits and letters.

import { type CanvasField, compilePattern, lastNameOf } from "../expression/index.ts";
import { type BarcodeKind, type BarcodeMistake, barcodeMistake, checkDigitOf } from "../schema/index.ts";
import type { Canvas } from "./canvas.ts";
import type { BarcodeElement } from "./canvas-elements.ts";
import { codesOf, PATTERNS } from "./code-fields.ts";
import { boundsOf, jsonOf, replaceScalars, type WorstCase } from "./worst-payload.ts";
import { type FlatValues, type PrintedText, printedText } from "./worst-places.ts";
import { reads } from "./worst-reads.ts";
import { scalarsOf, usualValues } from "./worst-search.ts";
import { type WidestOf, worstText } from "./worst-text.ts";

/** A text that a field takes and a bar code does not. */
export interface CodeCase extends WorstCase {
  /** The bar code begins there. */
  readonly start: number;
  /** What to declare instead. */
  readonly advice: string;
}

/** The first that is found for each bar code and field. Codes of plugins are tried with the longest data only. */
export function codeCases(canvas: Canvas): readonly CodeCase[] {
  const usual = usualValues(canvas);
  return codesOf(canvas).flatMap(({ code, kind }) => {
    const text = printedText(canvas, code.content);
    if (text === null) return [];
    return canvas.fields.flatMap((field) => {
      return reads(text.names, field.path) ? (caseOf({ code, kind, text, usual }, field) ?? []) : [];
    });
  });
}

/** A bar code of the form, and what it shows of the examples. */
interface TriedCode {
  readonly code: BarcodeElement;
  readonly kind: BarcodeKind;
  readonly text: PrintedText;
  readonly usual: FlatValues;
}

function caseOf(tried: TriedCode, field: CanvasField): CodeCase | null {
  const alone = absentCase(tried, field);
  if (alone !== null) return alone;
  for (const json of candidatesOf(field)) {
    const mistake = mistakeWith(tried, field, json);
    if (mistake === null) continue;
    const start = tried.code.span[0];
    return {
      field,
      words: json,
      example: inPlace(field, json),
      isDeclared: true,
      start,
      advice: adviceOf(tried, mistake, field, json),
    };
  }
  return null;
}

/** What the code cannot hold of this value and the examples of all other fields; null where it holds them. */
function mistakeWith({ kind, text, usual }: TriedCode, field: CanvasField, json: string): BarcodeMistake | null {
  const content = text.with(new Map([...usual, [lastNameOf(field.path), json]]));
  const mistake = content === null || content.trim() === "" ? null : barcodeMistake(kind, content);
  // A wrong check digit is the data's own mistake: no declaration says which one is right.
  return mistake === null || checkDigitOf(mistake) !== null ? null : mistake;
}

function inPlace({ example }: CanvasField, json: string): string {
  return example === null ? json : replaceScalars(example, json);
}

/** What stands beside an absent field is still drawn, and may be no code by itself: `"A{number}B"` as `AB`. */
function absentCase(tried: TriedCode, field: CanvasField): CodeCase | null {
  if (!field.optional || mistakeWith(tried, field, "null") === null) return null;
  const isOfList = field.path.includes("[]");
  const advice = isOfList
    ? `draw the barcode only where it is there: when=(has(…)) with what the barcode shows of ${field.path}`
    : `write when=(has(${field.path})) on the barcode`;
  const start = tried.code.span[0];
  return { field, words: "no characters", example: inPlace(field, "null"), isDeclared: true, start, advice };
}

/** JSON scalars of a field that a code may not hold, the likeliest first. */
function candidatesOf(field: CanvasField): readonly string[] {
  const { type, pattern, example } = field;
  switch (type.kind) {
    case "string":
    case "text": {
      const first = example?.match(STRING)?.[0];
      const likely = first === undefined ? [] : slipsOf(String(JSON.parse(first)), type.lengthMax, field);
      const empty = pattern !== null && compilePattern(pattern)("") ? [""] : [];
      return [...likely, ...textsOf(type.lengthMax, pattern), ...empty].map((text) => JSON.stringify(text));
    }
    case "int":
      return numbersOf(field);
    case "enum":
      return type.members.map(jsonOf);
    default:
      return [];
  }
}

/** More digits are no number of a code. */
const DIGITS_MAX = 12;

/** Numbers of every length that the field declares; of an undeclared most, those as long as its examples. */
function numbersOf(field: CanvasField): readonly string[] {
  const { min, max } = boundsOf(field);
  const examples = scalarsOf(field.example);
  const [least, most] = [Number(min ?? 0), Number(max ?? Math.max(0, ...examples.map(Number)))];
  const powers = Array.from({ length: DIGITS_MAX }, (_, at) => Number(`1${"0".repeat(at)}`));
  const ofLengths = powers.filter((one) => one >= least && one <= most);
  return [...new Set([least, ...ofLengths, most].filter((one) => one >= least && one <= most).map(String))];
}

/** The same for data that has its check digit, which the code compares. */
const WITH_CHECK_DIGIT: Readonly<Partial<Record<BarcodeKind, { readonly pattern: string; readonly length: number }>>> =
  {
    ean13: { pattern: "^[0-9]{13}$", length: 13 },
    ean8: { pattern: "^[0-9]{8}$", length: 8 },
  };

function adviceOf(
  { kind, text, usual }: TriedCode,
  { reason }: BarcodeMistake,
  field: CanvasField,
  json: string,
): string {
  const { path, type } = field;
  const held = `only what ${kind} holds (it ${reason})`;
  if (type.kind === "int") {
    const [first] = scalarsOf(field.example);
    const digits = "0".repeat(Math.max(2, first?.length ?? 0));
    const printed = `{format(${path}, '${digits}')}`;
    return `print ${path} with a fixed number of digits, such as ${printed}, or declare by min= and max= ${held}`;
  }
  if (type.kind === "enum") return `declare as values of ${path} ${held}`;
  const isAlone = text.with(new Map([...usual, [lastNameOf(path), json]])) === JSON.parse(json);
  const checked = WITH_CHECK_DIGIT[kind];
  const example = field.example?.match(STRING)?.[0] ?? "";
  // In quotes.
  const pattern = checked !== undefined && example.length === checked.length + 2 ? checked.pattern : PATTERNS[kind];
  if (!isAlone || pattern === undefined) return `declare by pattern= of ${path} ${held}`;
  return `declare pattern='${pattern}' of ${path}`;
}

const STRING = /"(?:[^"\\]|\\.)*"/u;
/** Full-width letters lie so far behind those of ASCII. */
const WIDER = 0xfee0;

/** What comes in the place of an example, and the declaration takes: wide and small letters, signs, a digit less. */
function slipsOf(example: string, lengthMax: number, { pattern }: CanvasField): readonly string[] {
  const rest = example.slice(1);
  const wide = example.replace(/^[!-~]/u, (one) => String.fromCharCode(one.charCodeAt(0) + WIDER));
  const slips = [example.toLowerCase(), wide, `A${rest}`, example.slice(0, -1), `${example}#`];
  const fits = pattern === null ? () => true : compilePattern(pattern);
  return [...new Set(slips)].filter((one) => one !== example && one !== "" && one.length <= lengthMax && fits(one));
}

/** Characters of each sort, where a pattern leaves the choice. */
const SORTS: readonly RegExp[] = [/^[1-9]$/u, /^[A-Z]$/u, /^[a-z]$/u, /^[^0-9A-Za-z]$/u];

/** Texts of the longest, the next shorter and the shortest length, in each sort of characters. */
function textsOf(lengthMax: number, pattern: string | null): readonly string[] {
  const texts = SORTS.flatMap((sort) => {
    const chooser: WidestOf = (characters) => characters.find((one) => sort.test(one)) ?? characters[0] ?? "";
    const textOf = (length: number) => worstText(length, pattern, chooser);
    let shortest: string | null = null;
    for (let length = 1; length <= lengthMax && shortest === null; length += 1) shortest = textOf(length);
    return [textOf(lengthMax), lengthMax > 1 ? textOf(lengthMax - 1) : null, shortest];
  });
  return [...new Set(texts.flatMap((text) => (text === null || text === "" ? [] : [text])))];
}
