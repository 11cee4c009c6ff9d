import fc from "fast-check";

/** A number, or the object that stands for one with more digits than a double has (`JSON.rawJSON`). */
type Bound = number | object;

/** What the generator reads of a template's schema. */
export interface Schema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly allOf?: readonly Schema[];
  readonly format?: string;
  readonly minimum?: Bound;
  readonly maximum?: Bound;
  readonly "x-rpt-decimal"?: readonly [precision: number, scale: number];
  readonly "x-rpt-image"?: boolean;
}

/** What payloads are made of where a test wants other values than any that the schema takes. */
export interface Sorts {
  /** Texts of up to so many characters; without them, any graphemes. */
  readonly words?: (lengthMax: number) => fc.Arbitrary<string>;
  /** How many entries a list has between its declared bounds; without it, at most three more than it must have. */
  readonly entries?: (min: number, max: number | undefined) => fc.Arbitrary<number>;
  /** Where a whole number of no declared bound lies; without it, within a million. */
  readonly integers?: Readonly<Record<"minimum" | "maximum", number>>;
  /** A picture in base64; without it, one whose file is cut off. */
  readonly picture?: string;
}

/** Enough entries to meet every kind of member, few enough to stay quick. */
const ENTRIES_MAX = 3;
/** So many characters has a text of no declared length at most. */
const LENGTH_UNDECLARED = 200;

/**
 * Payloads that a client could make who knows nothing but the schema, with the two keywords of decimals and images.
 */
export function payloadsOf(schema: Schema, sorts: Sorts = {}): fc.Arbitrary<unknown> {
  const decimal = schema["x-rpt-decimal"];
  if (decimal !== undefined) return decimals(decimal[1], schema.anyOf ?? []);
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map((one) => payloadsOf(one, sorts)));
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case "object":
      return objects(schema, sorts);
    case "array":
      return arrays(schema, sorts);
    case "string":
      return strings(schema, sorts);
    case "integer":
      return integers({ ...sorts.integers, ...schema });
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    default:
      return fc.jsonValue();
  }
}

function objects(schema: Schema, sorts: Sorts): fc.Arbitrary<unknown> {
  const properties = Object.entries(schema.properties ?? {});
  const members = properties.map(([name, member]) => [name, payloadsOf(member, sorts)] as const);
  const model: Readonly<Record<string, fc.Arbitrary<unknown>>> = Object.fromEntries(members);
  const requiredKeys = [...(schema.required ?? [])];
  return fc.record(model, { requiredKeys, noNullPrototype: true });
}

function arrays(schema: Schema, sorts: Sorts): fc.Arbitrary<unknown> {
  const minLength = schema.minItems ?? 0;
  const entry = payloadsOf(schema.items ?? {}, sorts);
  if (sorts.entries !== undefined) {
    const lengths = sorts.entries(minLength, schema.maxItems);
    return lengths.chain((length) => fc.array(entry, { minLength: length, maxLength: length }));
  }
  const maxLength = Math.min(schema.maxItems ?? ENTRIES_MAX, minLength + ENTRIES_MAX);
  return fc.array(entry, { minLength, maxLength });
}

function strings(schema: Schema, sorts: Sorts): fc.Arbitrary<unknown> {
  if (schema["x-rpt-image"] === true) return fc.constant(sorts.picture ?? "iVBORw0KGgo=");
  switch (schema.format) {
    case "date":
      return days();
    case "time":
      return fc.constantFrom("00:00", "09:30", "23:59:59");
    case "date-time":
      return days().map((day) => `${day}T09:30:00+09:00`);
    default:
      break;
  }
  const lengthMax = schema.maxLength ?? LENGTH_UNDECLARED;
  const others = (schema.allOf ?? []).flatMap((each) =>
    each.pattern === undefined ? [] : new RegExp(each.pattern, "u"),
  );
  const fits = (text: string): boolean =>
    [...text].length <= lengthMax && !text.includes("\0") && others.every((each) => each.test(text));
  const pattern = schema.pattern === undefined ? null : new RegExp(schema.pattern, "u");
  // A text of one line has a pattern too, which all words without a line end satisfy.
  const takesWords = pattern === null || (sorts.words !== undefined && pattern.test("任意の語 A"));
  const written = takesWords
    ? (sorts.words?.(lengthMax) ?? fc.string({ unit: "grapheme" }))
    : fc.stringMatching(pattern);
  return written.filter((text) => fits(text) && text.isWellFormed() && pattern?.test(text) !== false);
}

function days(): fc.Arbitrary<string> {
  const bounds = { min: new Date("1873-01-01T00:00:00Z"), max: new Date("2099-12-31T00:00:00Z"), noInvalidDate: true };
  return fc.date(bounds).map((date) => date.toISOString().slice(0, 10));
}

/** Within the bounds, as far as a double is exact. */
function integers({ minimum = -1_000_000, maximum = 1_000_000 }: Schema): fc.Arbitrary<unknown> {
  const min = Math.max(Math.ceil(nearest(minimum)), Number.MIN_SAFE_INTEGER);
  return fc.integer({ min, max: Math.min(Math.floor(nearest(maximum)), Number.MAX_SAFE_INTEGER) });
}

/** The double next to a bound. */
function nearest(bound: Bound): number {
  return typeof bound === "number" ? bound : Number(JSON.stringify(bound));
}

/** Numbers within the bounds, as numbers and as texts with zeros that change nothing. */
function decimals(scale: number, [number]: readonly Schema[]): fc.Arbitrary<unknown> {
  const step = 10 ** Math.min(scale, 4);
  const [min, max] = [nearest(number?.minimum ?? -1e9), nearest(number?.maximum ?? 1e9)];
  const units = fc.integer({
    min: Math.max(Math.ceil(min * step), -1e11),
    max: Math.min(Math.floor(max * step), 1e11),
  });
  const text = units.map((unit) => written(unit, Math.min(scale, 4)));
  const zeros = fc.tuple(text, fc.nat(3), fc.nat(3)).map(([digits, front, back]) => padded(digits, front, back));
  return fc.oneof(text.map(Number), text, zeros);
}

function written(unit: number, scale: number): string {
  const digits = String(Math.abs(unit)).padStart(scale + 1, "0");
  const [whole, fraction] = [digits.slice(0, digits.length - scale), digits.slice(digits.length - scale)];
  return `${unit < 0 ? "-" : ""}${whole}${fraction === "" ? "" : `.${fraction}`}`;
}

function padded(digits: string, front: number, back: number): string {
  const end = back === 0 ? "" : `${digits.includes(".") ? "" : "."}${"0".repeat(back)}`;
  return `${digits.replace(/^-?/, (sign) => sign + "0".repeat(front))}${end}`;
}
