// A validator of JSON Schema for the keywords that contracts are published in, whose numbers are decimals. Ajv's are
// doubles, so that it can't tell a bound of 9007199254740993 from its neighbour.
import { readJson } from "../../../src/core/contract/index.ts";
import { Decimal, type PayloadValue } from "../../../src/core/expression/index.ts";

type Members = ReadonlyMap<string, PayloadValue>;
type Keyword = (wanted: PayloadValue, value: PayloadValue, schema: Members) => boolean;

/** Whether a JSON text satisfies a schema's text; what no schema applies to (doubled members, …) does not. */
export function satisfies(schemaText: string, text: string): boolean {
  const schema = readJson(schemaText);
  const { value, malformed } = readJson(text);
  if (schema.malformed !== null) throw new Error(`the schema is no JSON: ${schema.malformed.message}`);
  return malformed === null && isValid(schema.value, value);
}

function isValid(schema: PayloadValue, value: PayloadValue): boolean {
  if (!(schema instanceof Map)) throw new Error("a schema is an object");
  const members = schema as Members;
  return [...members].every(([name, wanted]) => {
    if (name.startsWith("x-") || name.startsWith("$") || NOTES.has(name)) return true;
    const keyword = KEYWORDS[name];
    if (keyword === undefined) throw new Error(`this validator does not know ${name}`);
    return keyword(wanted, value, members);
  });
}

const NOTES: ReadonlySet<string> = new Set(["title", "description", "examples", "default", "contentEncoding"]);

const KEYWORDS: Readonly<Record<string, Keyword>> = {
  type: (wanted, value) => typesOf(value).includes(String(wanted)),
  enum: (wanted, value) => list(wanted).some((one) => isEqual(one, value)),
  anyOf: (wanted, value) => list(wanted).some((one) => isValid(one, value)),
  allOf: (wanted, value) => list(wanted).every((one) => isValid(one, value)),
  not: (wanted, value) => !isValid(wanted, value),
  pattern: (wanted, value) => typeof value !== "string" || new RegExp(String(wanted), "u").test(value),
  // Which days there are is the format's to say; the pattern leaves the 31st of every month.
  format: (_, value) => typeof value !== "string" || isDay(value.slice(0, 10)),
  maxLength: (wanted, value) => typeof value !== "string" || compare(count([...value].length), wanted) <= 0,
  minItems: (wanted, value) => !Array.isArray(value) || compare(count(value.length), wanted) >= 0,
  maxItems: (wanted, value) => !Array.isArray(value) || compare(count(value.length), wanted) <= 0,
  minimum: (wanted, value) => !isNumber(value) || compare(value, wanted) >= 0,
  maximum: (wanted, value) => !isNumber(value) || compare(value, wanted) <= 0,
  multipleOf: (wanted, value) => !isNumber(value) || placesOf(value) <= placesOf(wanted),
  items: (wanted, value) => list(value).every((one) => isValid(wanted, one)),
  required: (wanted, value) => !(value instanceof Map) || list(wanted).every((name) => value.has(String(name))),
  properties: (wanted, value) =>
    !(value instanceof Map && wanted instanceof Map) ||
    [...(wanted as Members)].every(([name, schema]) => !value.has(name) || isValid(schema, member(value, name))),
  additionalProperties: (wanted, value, schema) => {
    const known = schema.get("properties");
    if (wanted !== false || !(value instanceof Map) || !(known instanceof Map)) return true;
    return [...value.keys()].every((name) => known.has(name));
  },
};

function typesOf(value: PayloadValue): readonly string[] {
  if (value === null) return ["null"];
  if (typeof value === "boolean") return ["boolean"];
  // Half of a character is no text (language reference, "Field types").
  if (typeof value === "string") return value.isWellFormed() ? ["string"] : [];
  if (isNumber(value)) return placesOf(value) === 0 ? ["number", "integer"] : ["number"];
  return [Array.isArray(value) ? "array" : "object"];
}

function member(value: PayloadValue, name: string): PayloadValue {
  return value instanceof Map ? ((value as Members).get(name) ?? null) : null;
}

function list(value: PayloadValue): readonly PayloadValue[] {
  return Array.isArray(value) ? (value as readonly PayloadValue[]) : [];
}

interface Digits {
  readonly kind: "number";
  readonly digits: string;
}

function isNumber(value: PayloadValue): value is Digits {
  return typeof value === "object" && value !== null && "digits" in value;
}

function count(size: number): Digits {
  return { kind: "number", digits: String(size) };
}

function decimalOf(value: PayloadValue): Decimal {
  if (!isNumber(value)) throw new Error("this is no number");
  return Decimal.of(value.digits);
}

function compare(one: PayloadValue, other: PayloadValue): number {
  return decimalOf(one).compare(decimalOf(other));
}

/** Digits behind the point but zeros at the end: a multiple of 1e-n has at most n. */
function placesOf(value: PayloadValue): number {
  const [, fraction = ""] = isNumber(value) ? value.digits.split(".") : [];
  return fraction.replace(/0+$/, "").length;
}

function isEqual(one: PayloadValue, other: PayloadValue): boolean {
  return isNumber(one) && isNumber(other) ? compare(one, other) === 0 : one === other;
}

function isDay(text: string): boolean {
  const time = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text);
}
