// JSON in which numbers stay the digits that were written: what a form takes in and gives back must not pass through
// doubles. Also runs in the page of the form, so it stays small and without libraries.

/** A JSON value whose numbers are texts of digits without an exponent. */
export type Exact = null | boolean | string | ExactNumber | readonly Exact[] | ExactObject;
export type ExactObject = ReadonlyMap<string, Exact>;

export interface ExactNumber {
  readonly digits: string;
}

/** What is wrong with a text that is no JSON, and where; 1-based. */
export class JsonMistake extends Error {
  readonly line: number;
  readonly column: number;

  constructor(text: string, at: number) {
    super("not JSON");
    const before = text.slice(0, at).split("\n");
    this.line = before.length;
    this.column = (before.at(-1)?.length ?? 0) + 1;
  }
}

/** Deeper data belong to no form. */
const DEPTH_MAX = 100;
/** Longer numbers are slips. */
const DIGITS_MAX = 400;
const TOKEN = /"(?:[^"\\\u0000-\u001f]|\\.)*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|[{}[\],:]|true|false|null/y;
const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** Reads one JSON text; throws a `JsonMistake`. Of doubled members the last one counts. */
export function readExact(text: string): Exact {
  let at = 0;
  const mistake = (): JsonMistake => new JsonMistake(text, at);
  const space = (): void => {
    while (/\s/.test(text[at] ?? "")) at += 1;
  };
  const token = (): string => {
    space();
    TOKEN.lastIndex = at;
    const found = TOKEN.exec(text)?.[0];
    if (found === undefined) throw mistake();
    at += found.length;
    return found;
  };
  const closes = (sign: string): boolean => {
    space();
    if (text[at] !== sign) return false;
    at += 1;
    return true;
  };
  const scalar = (found: string): Exact => {
    if (/^[-\d]/.test(found)) return { digits: writtenOut(found) ?? fail() };
    if (/^[{}[\],:]/.test(found)) {
      at -= found.length;
      throw mistake();
    }
    try {
      return JSON.parse(found) as string | boolean | null;
    } catch {
      return fail();
    }
  };
  const fail = (): never => {
    throw mistake();
  };
  const list = (depth: number): Exact => {
    const entries: Exact[] = [];
    if (closes("]")) return entries;
    do entries.push(value(depth));
    while (closes(","));
    return closes("]") ? entries : fail();
  };
  const object = (depth: number): Exact => {
    const members = new Map<string, Exact>();
    if (closes("}")) return members;
    do {
      const name = token();
      if (!name.startsWith('"') || !closes(":")) fail();
      members.set(String(scalar(name)), value(depth));
    } while (closes(","));
    return closes("}") ? members : fail();
  };
  const value = (depth: number): Exact => {
    if (depth > DEPTH_MAX) fail();
    const found = token();
    if (found === "[") return list(depth + 1);
    return found === "{" ? object(depth + 1) : scalar(found);
  };
  const read = value(0);
  space();
  if (at < text.length) fail();
  return read;
}

/** `1e3` → `1000`; null where a number is too long to be meant. */
export function writtenOut(text: string): string | null {
  const [, sign = "", integer = "0", decimals = "", exponent] = NUMBER.exec(text) ?? [];
  if (integer.length + decimals.length > DIGITS_MAX) return null;
  if (exponent === undefined) return text;
  const digits = integer + decimals;
  if (/^0*$/.test(digits)) return "0";
  const shift = Number(exponent);
  if (Math.abs(shift) > DIGITS_MAX) return null;
  const point = integer.length + shift;
  const whole = point <= 0 ? "0" : digits.slice(0, point).padEnd(point, "0");
  const rest = point >= digits.length ? "" : "0".repeat(Math.max(0, -point)) + digits.slice(Math.max(0, point));
  return sign + whole.replace(/^0+(?=\d)/, "") + (rest === "" ? "" : `.${rest}`);
}

/** A plain value, as it came through a host, in exact form: its numbers are as exact as doubles are. */
export function exactOf(plain: unknown): Exact {
  return readExact(JSON.stringify(plain) ?? "null");
}

/** JSON text, digits as they are. */
export function exactText(value: Exact): string {
  if (isNumber(value)) return value.digits;
  if (isList(value)) return `[${value.map(exactText).join(",")}]`;
  if (!isObject(value)) return JSON.stringify(value);
  return `{${[...value].map(([name, member]) => `${JSON.stringify(name)}:${exactText(member)}`).join(",")}}`;
}

/** Whether a double says a number as it is written. */
export function isDouble({ digits }: ExactNumber): boolean {
  return String(Number(digits)) === digits;
}

export function isNumber(value: Exact | undefined): value is ExactNumber {
  return typeof value === "object" && value !== null && "digits" in value;
}

export function isList(value: Exact | undefined): value is readonly Exact[] {
  return Array.isArray(value);
}

export function isObject(value: Exact | undefined): value is ExactObject {
  return value instanceof Map;
}

/** A value as hosts carry it: plain, its numbers doubles. */
export function plainOf(value: Exact): unknown {
  if (isNumber(value)) return Number(value.digits);
  if (isList(value)) return value.map(plainOf);
  return isObject(value) ? Object.fromEntries([...value].map(([name, member]) => [name, plainOf(member)])) : value;
}

/** The numbers of a value that no double says as they are written. */
export function inexactNumbers(value: Exact): readonly string[] {
  if (isNumber(value)) return isDouble(value) ? [] : [value.digits];
  if (isList(value)) return value.flatMap(inexactNumbers);
  return isObject(value) ? [...value.values()].flatMap(inexactNumbers) : [];
}

/** Negative, zero or positive, as for sorting; both are written-out numbers. */
export function compareNumbers(left: string, right: string): number {
  const [, leftSign = "", leftWhole = "", leftRest = ""] = NUMBER.exec(left) ?? [];
  const [, rightSign = "", rightWhole = "", rightRest = ""] = NUMBER.exec(right) ?? [];
  const places = Math.max(leftRest.length, rightRest.length);
  const a = BigInt(leftSign + leftWhole + leftRest.padEnd(places, "0"));
  const b = BigInt(rightSign + rightWhole + rightRest.padEnd(places, "0"));
  return a < b ? -1 : a > b ? 1 : 0;
}
