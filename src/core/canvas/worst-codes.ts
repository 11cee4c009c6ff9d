// Canvas → data within the declarations that a bar code of the form cannot hold: other lengths, digits and letters.
import { BARCODE_KINDS, type BarcodeKind, type BarcodeMistake, barcodeMistake } from "../check/index.ts";
import type { CanvasField, Template } from "../expression/index.ts";
import type { Canvas } from "./canvas.ts";
import type { BarcodeElement } from "./canvas-elements.ts";
import { replaceScalars, type WorstCase } from "./worst-payload.ts";
import { isBarcode, reads, visit } from "./worst-reads.ts";
import { type WidestOf, worstText } from "./worst-text.ts";

/** A text that a field takes and a bar code does not. */
export interface CodeCase extends WorstCase {
  /** The bar code begins there. */
  readonly start: number;
  /** The wrong check digit is the data's own mistake; all else a pattern rules out. */
  readonly isCheckDigit: boolean;
  /** What to declare instead. */
  readonly advice: string;
}

/** The first that is found for each bar code and field. Codes of plugins are tried with the longest data only. */
export function codeCases(canvas: Canvas): readonly CodeCase[] {
  const codes = new Map<number, BarcodeElement>();
  visit(canvas.pages, (part) => {
    if (isBarcode(part)) codes.set(part.span[0], part);
  });
  return [...codes.values()].flatMap((code) => {
    const kind = BARCODE_KINDS.find((one) => one === code.symbology);
    if (kind === undefined) return [];
    return canvas.fields.flatMap((field) => caseOf(canvas, code, kind, field) ?? []);
  });
}

function caseOf(canvas: Canvas, code: BarcodeElement, kind: BarcodeKind, field: CanvasField): CodeCase | null {
  const { type, pattern, path } = field;
  if ((type.kind !== "string" && type.kind !== "text") || !showsPlainly(code.content, path)) return null;
  for (const text of textsOf(type.lengthMax, pattern)) {
    const content = shownWith(canvas, code.content, path, text);
    const mistake = content === null || content.trim() === "" ? null : barcodeMistake(kind, content);
    if (mistake === null) continue;
    const json = JSON.stringify(text);
    const example = field.example === null ? json : replaceScalars(field.example, json);
    const isCheckDigit = mistake.reason.startsWith("wants");
    const advice = adviceOf(kind, mistake, { path, isAlone: content === text, isCheckDigit });
    return { field, words: json, example, isDeclared: true, start: code.span[0], isCheckDigit, advice };
  }
  return null;
}

/** What each kind holds, as a pattern of the one field that it shows. EAN adds the check digit to what has none. */
const PATTERNS: Readonly<Partial<Record<BarcodeKind, string>>> = {
  ean13: "^[0-9]{12}$",
  ean8: "^[0-9]{7}$",
  itf: "^([0-9]{2})+$",
  nw7: "^[0-9$:/.+-]+$",
  code128: "^[ -~]+$",
  code39: "^[0-9A-Z $%+./-]+$",
  "jp-postal": "^[0-9]{7}[0-9A-Z-]*$",
};

function adviceOf(
  kind: BarcodeKind,
  { reason }: BarcodeMistake,
  of: { readonly path: string; readonly isAlone: boolean; readonly isCheckDigit: boolean },
): string {
  const pattern = PATTERNS[kind];
  if (!of.isAlone || pattern === undefined)
    return `declare by pattern= of ${of.path} only what ${kind} holds (it ${reason})`;
  const why = of.isCheckDigit ? ", to which the code adds the check digit" : "";
  return `declare pattern='${pattern}' of ${of.path}${why}`;
}

/** It is one of the insertions, as it is. */
function showsPlainly(content: Template, path: string): boolean {
  return content.some((part) => part.kind === "computed" && nameOf(part.code) === lastName(path));
}

function nameOf(code: object): string | null {
  return "op" in code && code.op === "member" && "name" in code && typeof code.name === "string" ? code.name : null;
}

function lastName(path: string): string {
  return path.replaceAll("[]", "").split(".").at(-1) ?? "";
}

/** The code's data with this text in the field's place and examples in all others; null where more is computed. */
function shownWith({ fields }: Canvas, content: Template, path: string, text: string): string | null {
  const parts = content.map((part): string | null => {
    if (part.kind === "fixed") return part.text;
    const name = nameOf(part.code);
    if (name === null) return null;
    if (name === lastName(path)) return text;
    const other = fields.find((field) => reads(new Set([name]), field.path));
    const value = other?.example?.match(/"(?:[^"\\]|\\.)*"/u)?.[0];
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
