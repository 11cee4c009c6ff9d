// Values → PDF syntax (ISO 32000-1 §7.3), as short as it may be. Strings may be sealed on the way: in an encrypted file
// every string outside an object stream is encrypted by itself.

/** What may stand in a PDF dictionary or array: a string is a name, a `String` a text string, bytes a hex string. */
export type PdfValue =
  | string
  // biome-ignore lint/complexity/noBannedTypes: pdfkit tells text strings from names by the wrapper object.
  | String
  | number
  | boolean
  | null
  | Uint8Array
  | Date
  | PdfReference
  | RawSyntax
  | readonly PdfValue[]
  | PdfDictionary;

export interface PdfDictionary {
  readonly [key: string]: PdfValue | undefined;
}

/** An indirect object of the file; it is written when `end` is called. */
export interface PdfReference {
  readonly id: number;
  data: Record<string, PdfValue | undefined>;
  end(chunk?: Uint8Array): void;
  write(chunk: Uint8Array): void;
  give(stream: Uint8Array<ArrayBuffer>): void;
}

/** Syntax that we wrote ourselves, put into the file as it stands: exact numbers, long arrays. */
export class RawSyntax {
  readonly syntax: string;

  constructor(syntax: string) {
    this.syntax = syntax;
  }
}

/** Encrypts a string's bytes; null leaves them as they are. */
export type Seal = ((bytes: Uint8Array) => Uint8Array) | null;

/** The syntax of a value. One character is one byte. */
export function syntaxOf(value: PdfValue | undefined, seal: Seal): string {
  switch (typeof value) {
    case "string":
      return nameSyntax(value);
    case "number":
      return numberSyntax(value);
    case "boolean":
      return value ? "true" : "false";
    case "undefined":
      return "null";
    case "object":
      return value === null ? "null" : objectSyntax(value, seal);
  }
}

function objectSyntax(value: Exclude<PdfValue, string | number | boolean | null>, seal: Seal): string {
  if (value instanceof RawSyntax) return value.syntax;
  if (value instanceof String) return stringSyntax(textBytes(value.valueOf()), seal);
  if (value instanceof Uint8Array) return stringSyntax(value, seal);
  if (value instanceof Date) return stringSyntax(textBytes(dateText(value)), seal);
  if (isList(value)) return listSyntax(value, seal);
  if (isReference(value)) return `${value.id} 0 R`;
  return dictionarySyntax(value, seal);
}

function isList(value: object): value is readonly PdfValue[] {
  return Array.isArray(value);
}

function isReference(value: object): value is PdfReference {
  return "end" in value && typeof value.end === "function";
}

function listSyntax(items: readonly PdfValue[], seal: Seal): string {
  let syntax = "[";
  for (const item of items) syntax += separated(syntax, syntaxOf(item, seal));
  return `${syntax}]`;
}

/** The entries of a dictionary that have a value, in the order in which they were made. */
export function dictionarySyntax(dictionary: PdfDictionary, seal: Seal): string {
  let syntax = "<<";
  for (const [key, value] of Object.entries(dictionary)) {
    if (value === undefined) continue;
    syntax += nameSyntax(key);
    syntax += separated(syntax, syntaxOf(value, seal));
  }
  return `${syntax}>>`;
}

/** Names, strings, arrays and dictionaries delimit themselves; numbers and words need a space before them. */
function separated(before: string, next: string): string {
  const opens = before.endsWith("[") || before.endsWith("<<");
  return opens || DELIMITERS.has(next.charCodeAt(0)) ? next : ` ${next}`;
}

const DELIMITERS: ReadonlySet<number> = new Set([..."/([<"].map((character) => character.charCodeAt(0)));

/** Names that were written already: a file has few, and each thousands of times. Names of the data are not kept. */
const knownNames = new Map<string, string>();
const NAMES_MAX = 512;

const PLAIN_NAME = /^[!"$&'*-.0-;=?-Z\\^-z|~]*$/;

/** §7.3.5: bytes that are no regular characters are written as `#` and two digits. */
function nameSyntax(name: string): string {
  const known = knownNames.get(name);
  if (known !== undefined) return known;
  const syntax = writtenName(name);
  if (knownNames.size < NAMES_MAX) knownNames.set(name, syntax);
  return syntax;
}

function writtenName(name: string): string {
  if (PLAIN_NAME.test(name)) return `/${name}`;
  let syntax = "/";
  for (const byte of new TextEncoder().encode(name)) {
    const character = String.fromCharCode(byte);
    syntax += PLAIN_NAME.test(character) ? character : `#${hexByte(byte)}`;
  }
  return syntax;
}

/** At most six decimals and no exponent. */
function numberSyntax(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e15) return `${value}`;
  if (!(Math.abs(value) < 1e15)) throw new Error(`${value} is no number of a PDF file`);
  return value
    .toFixed(6)
    .replace(/\.?0+$/, "")
    .replace(/^-0$/, "0");
}

/** A literal string where its bytes are readable, else a hexadecimal one. */
function stringSyntax(bytes: Uint8Array, seal: Seal): string {
  const stored = seal === null ? bytes : seal(bytes);
  if (stored.every((byte) => byte >= 0x20 && byte < 0x7f)) {
    let text = "";
    // One by one: a call takes no more arguments than its stack has room for, and data bring strings of any length.
    for (const byte of stored) text += String.fromCharCode(byte);
    return `(${text.replace(/[()\\]/g, "\\$&")})`;
  }
  let digits = "";
  for (const byte of stored) digits += hexByte(byte);
  return `<${digits}>`;
}

/** A text string (§7.9.2.2): ASCII as it is, anything else as UTF-16BE with its mark. */
export function textBytes(text: string): Uint8Array {
  const isAscii = /^[\t\n\r\u0020-\u007e]*$/.test(text);
  if (isAscii) return new TextEncoder().encode(text);
  const bytes = new Uint8Array(2 + text.length * 2);
  const view = new DataView(bytes.buffer);
  view.setUint16(0, 0xfeff);
  for (let index = 0; index < text.length; index++) view.setUint16(2 + index * 2, text.charCodeAt(index));
  return bytes;
}

/** §7.9.4, in UTC, with the offset written out: strict readers ask for it. */
function dateText(date: Date): string {
  return `D:${date.toISOString().replace(/\D/g, "").slice(0, 14)}Z00'00'`;
}

function hexByte(byte: number): string {
  return byte.toString(16).padStart(2, "0").toUpperCase();
}
