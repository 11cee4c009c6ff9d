// The fields that bar codes show, and the longest of their data that the codes can hold.

import { type CanvasField, lastNameOf, type Template } from "../expression/index.ts";
import { BARCODE_KINDS, type BarcodeKind, barcodeMistake, checkDigitOf } from "../schema/index.ts";
import type { Canvas } from "./canvas.ts";
import type { BarcodeElement } from "./canvas-elements.ts";
import { printedText } from "./worst-places.ts";
import { isBarcode, reads, visit } from "./worst-reads.ts";
import { type WidestOf, worstText } from "./worst-text.ts";

/** What each kind holds, as a pattern of the one field that it shows. EAN adds the check digit to what has none. */
export const PATTERNS: Readonly<Partial<Record<BarcodeKind, string>>> = {
  ean13: "^[0-9]{12}$",
  ean8: "^[0-9]{7}$",
  itf: "^([0-9]{2})+$",
  nw7: "^([0-9$:/.+-]+|[A-Da-d][0-9$:/.+-]+[A-Da-d])$",
  code128: "^[ -~]+$",
  code39: "^[0-9A-Z $%+./-]+$",
  "jp-postal": "^[0-9]{7}[0-9A-Z-]*$",
};

/** Where the codes begin whose data are tried by themselves, and by no other trial. */
export function codeStarts(canvas: Canvas): ReadonlySet<number> {
  const tried = codesOf(canvas).filter(({ code, kind }) => isRuled(kind) && readsTriedField(canvas, code));
  return new Set(tried.map(({ code }) => code.span[0]));
}

/** The types of fields whose values a code is tried with by themselves. */
const TRIED: ReadonlySet<CanvasField["type"]["kind"]> = new Set(["string", "text", "int", "enum"]);

function readsTriedField(canvas: Canvas, { content }: BarcodeElement): boolean {
  const names = printedText(canvas, content)?.names ?? new Set<string>();
  return canvas.fields.some(({ path, type }) => TRIED.has(type.kind) && reads(names, path));
}

interface StandardCode {
  readonly code: BarcodeElement;
  readonly kind: BarcodeKind;
}

/** The codes of a form whose kinds are the language's own. */
export function codesOf(canvas: Canvas): readonly StandardCode[] {
  const codes = new Map<number, BarcodeElement>();
  visit(canvas.pages, (part) => {
    if (isBarcode(part)) codes.set(part.span[0], part);
  });
  return [...codes.values()].flatMap((code) => {
    const kind = BARCODE_KINDS.find((one) => one === code.symbology);
    return kind === undefined ? [] : [{ code, kind }];
  });
}

function isRuled(kind: BarcodeKind): boolean {
  return kind === "gs1-128" || PATTERNS[kind] !== undefined;
}

/** Whether a text is one of the insertions of a code, as it is. */
function isShown(code: BarcodeElement, { type, path }: CanvasField): boolean {
  return (type.kind === "string" || type.kind === "text") && showsPlainly(code.content, path);
}

/**
 * The longest data of each field that a code alone shows and can hold: what it cannot hold is told by itself, and says
 * nothing of its size. Null where nothing is known to be longer than the example.
 */
export function longestData(canvas: Canvas, widestOf: WidestOf): ReadonlyMap<string, string | null> {
  const longest = new Map<string, string | null>();
  for (const { code, kind } of codesOf(canvas)) {
    if (!isRuled(kind) || code.content.length !== 1) continue;
    for (const field of canvas.fields) {
      const { type } = field;
      if ((type.kind !== "string" && type.kind !== "text") || !isShown(code, field)) continue;
      const pattern = field.pattern ?? PATTERNS[kind];
      const text = pattern === undefined ? null : worstText(type.lengthMax, pattern, widestOf);
      longest.set(field.path, text === null ? null : heldBy(kind, text));
    }
  }
  return longest;
}

/** More keys than a code has. */
const KEYS_MAX = 16;

/** The data with its check digits; null where the kind cannot hold it otherwise. */
function heldBy(kind: BarcodeKind, text: string): string | null {
  let data = text;
  for (let keys = 0; keys < KEYS_MAX; keys += 1) {
    const mistake = barcodeMistake(kind, data);
    if (mistake === null) return data;
    if (checkDigitOf(mistake) === null) return null;
    data = mistake.sample;
  }
  return null;
}

function showsPlainly(content: Template, path: string): boolean {
  return content.some((part) => part.kind === "computed" && nameOf(part.code) === lastNameOf(path));
}

function nameOf(code: object): string | null {
  return "op" in code && code.op === "member" && "name" in code && typeof code.name === "string" ? code.name : null;
}
