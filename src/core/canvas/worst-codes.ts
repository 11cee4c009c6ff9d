// Canvas → data within the declarations that a bar code of the form cannot hold: other lengths, digits and letters.

import { type CanvasField, compilePattern, type Template } from "../expression/index.ts";
import { type BarcodeKind, type BarcodeMistake, barcodeMistake, checkDigitOf } from "../schema/index.ts";
import type { Canvas } from "./canvas.ts";
import type { BarcodeElement } from "./canvas-elements.ts";
import { codesOf, isShown, lastName, nameOf, PATTERNS } from "./code-fields.ts";
import { replaceScalars, type WorstCase } from "./worst-payload.ts";
import { reads } from "./worst-reads.ts";
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
  return codesOf(canvas).flatMap(({ code, kind }) => {
    return canvas.fields.flatMap((field) => caseOf(canvas, code, kind, field) ?? []);
  });
}

function caseOf(canvas: Canvas, code: BarcodeElement, kind: BarcodeKind, field: CanvasField): CodeCase | null {
  const { type, pattern, path } = field;
  if ((type.kind !== "string" && type.kind !== "text") || !isShown(code, field)) return null;
  const alone = absentCase(canvas, code, kind, field);
  if (alone !== null) return alone;
  const example = field.example?.match(STRING)?.[0];
  const likely = example === undefined ? [] : slipsOf(String(JSON.parse(example)), type.lengthMax, field);
  for (const text of [...likely, ...textsOf(type.lengthMax, pattern)]) {
    const content = shownWith(canvas, code.content, path, text);
    const mistake = content === null || content.trim() === "" ? null : barcodeMistake(kind, content);
    // A wrong check digit is the data's own mistake: no pattern says which one is right.
    if (mistake === null || checkDigitOf(mistake) !== null) continue;
    const json = JSON.stringify(text);
    const advice = adviceOf(kind, mistake, { path, isAlone: content === text, example: example ?? "" });
    const tried = field.example === null ? json : replaceScalars(field.example, json);
    return { field, words: json, example: tried, isDeclared: true, start: code.span[0], advice };
  }
  return null;
}

/** What stands beside an absent field is still drawn, and may be no code by itself: `"A{number}B"` as `AB`. */
function absentCase(canvas: Canvas, code: BarcodeElement, kind: BarcodeKind, field: CanvasField): CodeCase | null {
  if (!field.optional) return null;
  const content = shownWith(canvas, code.content, field.path, "");
  const mistake = content === null || content.trim() === "" ? null : barcodeMistake(kind, content);
  if (mistake === null || checkDigitOf(mistake) !== null) return null;
  const example = field.example === null ? "null" : replaceScalars(field.example, "null");
  const isOfList = field.path.includes("[]");
  const advice = isOfList
    ? `draw the barcode only where it is there: when=(has(…)) with what the barcode shows of ${field.path}`
    : `write when=(has(${field.path})) on the barcode`;
  return { field, words: "no characters", example, isDeclared: true, start: code.span[0], advice };
}

/** The same for data that has its check digit, which the code compares. */
const WITH_CHECK_DIGIT: Readonly<Partial<Record<BarcodeKind, { readonly pattern: string; readonly length: number }>>> =
  {
    ean13: { pattern: "^[0-9]{13}$", length: 13 },
    ean8: { pattern: "^[0-9]{8}$", length: 8 },
  };

function adviceOf(
  kind: BarcodeKind,
  { reason }: BarcodeMistake,
  of: { readonly path: string; readonly isAlone: boolean; readonly example: string },
): string {
  const checked = WITH_CHECK_DIGIT[kind];
  // In quotes.
  const pattern = checked !== undefined && of.example.length === checked.length + 2 ? checked.pattern : PATTERNS[kind];
  if (!of.isAlone || pattern === undefined)
    return `declare by pattern= of ${of.path} only what ${kind} holds (it ${reason})`;
  return `declare pattern='${pattern}' of ${of.path}`;
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

/** The code's data with this text in the field's place and examples in all others; null where more is computed. */
function shownWith({ fields }: Canvas, content: Template, path: string, text: string): string | null {
  const parts = content.map((part): string | null => {
    if (part.kind === "fixed") return part.text;
    const name = nameOf(part.code);
    if (name === null) return null;
    if (name === lastName(path)) return text;
    const other = fields.find((field) => reads(new Set([name]), field.path));
    const value = other?.example?.match(STRING)?.[0];
    return value === undefined ? null : String(JSON.parse(value));
  });
  return parts.includes(null) ? null : parts.join("");
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
