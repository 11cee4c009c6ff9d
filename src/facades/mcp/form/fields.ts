// A contract's JSON Schema → the fields that a form draws.

/** One field, a group of them, or a list whose entries are all of one kind. */
export type Field = LeafField | GroupField | ListField;

interface FieldBase {
  /** The member's name; empty for the whole and for entries of a list. */
  readonly name: string;
  /** As field tables write it: `items[].price`. */
  readonly path: string;
  /** What people call it; null where nobody said. */
  readonly label: string | null;
  readonly description: string | null;
  readonly isRequired: boolean;
  /** What it means: `document.number`. */
  readonly role: string | null;
}

export type LeafKind =
  | "line"
  | "text"
  | "integer"
  | "decimal"
  | "boolean"
  | "date"
  | "time"
  | "datetime"
  | "choice"
  | "image";

/** How much a field's tightest box holds, in full-width characters. */
export interface Capacity {
  readonly charactersPerLine: number;
  readonly lines: number;
  /** Once the letters are as small as they may become. */
  readonly shrunkPerLine: number | null;
}

export interface LeafField extends FieldBase {
  readonly shape: "leaf";
  readonly kind: LeafKind;
  /** A value as one would write it into the form; null where there is none. */
  readonly example: string | null;
  /** What holds where the field stays empty, written likewise. */
  readonly fallback: string | null;
  readonly lengthMax: number | null;
  readonly linesMax: number | null;
  readonly pattern: string | null;
  /** Digits as the schema has them. */
  readonly minimum: string | null;
  readonly maximum: string | null;
  /** Digits in all, and after the point. */
  readonly precision: number;
  readonly scale: number;
  readonly options: readonly Option[];
  readonly capacity: Capacity | null;
}

export interface Option {
  readonly value: string | number;
  readonly label: string;
}

export interface GroupField extends FieldBase {
  readonly shape: "group";
  readonly members: readonly Field[];
  /** Members that are not declared are refused. */
  readonly isClosed: boolean;
}

export interface ListField extends FieldBase {
  readonly shape: "list";
  readonly entry: Field;
  readonly entriesMin: number;
  readonly entriesMax: number;
}

/** What a field table says of a path beside the schema. */
export interface FieldNote {
  readonly path: string;
  /** JSON text, digits as declared; empty for none. */
  readonly example?: string;
  readonly label?: string;
}

/** A form's whole: its fields, and the array that documents are made of, one for each entry. */
export interface Contract {
  /** Null for a template without declarations, which takes any object. */
  readonly root: GroupField | null;
  readonly recordSource: string | null;
}

type Schema = Readonly<Record<string, unknown>>;

/** Reads the schema of `open_form` with the rows of its field table. */
export function contractOf(schema: unknown, notes: readonly FieldNote[]): Contract {
  const whole = asSchema(schema);
  const table = new Map(notes.map((note) => [note.path, note]));
  const source = whole["x-rpt-record-source"];
  return {
    root: isRecord(whole["properties"]) ? groupOf(whole, { name: "", path: "", isRequired: true }, table) : null,
    recordSource: typeof source === "string" ? source : null,
  };
}

interface Place {
  readonly name: string;
  readonly path: string;
  readonly isRequired: boolean;
}

type Table = ReadonlyMap<string, FieldNote>;

function fieldOf(given: Schema, place: Place, table: Table): Field {
  const schema = withoutNull(given);
  if (schema["type"] === "array") return listOf(schema, place, table);
  return schema["type"] === "object" ? groupOf(schema, place, table) : leafOf(schema, place, table);
}

/** What may be null is declared as one of two; notes stand outside of them. */
function withoutNull(schema: Schema): Schema {
  const forms = schemasOf(schema["anyOf"]);
  const rest = forms.filter((form) => form["type"] !== "null");
  const [only] = rest;
  return forms.length > rest.length && only !== undefined ? { ...schema, anyOf: undefined, ...only } : schema;
}

function groupOf(schema: Schema, place: Place, table: Table): GroupField {
  const required = Array.isArray(schema["required"]) ? schema["required"] : [];
  const members = Object.entries(asSchema(schema["properties"])).map(([name, member]) => {
    const path = place.path === "" ? name : `${place.path}.${name}`;
    return fieldOf(asSchema(member), { name, path, isRequired: required.includes(name) }, table);
  });
  return {
    ...baseOf(schema, place, table),
    shape: "group",
    members,
    isClosed: schema["additionalProperties"] === false,
  };
}

function listOf(schema: Schema, place: Place, table: Table): ListField {
  const path = `${place.path}[]`;
  const entry = fieldOf(asSchema(schema["items"]), { name: "", path, isRequired: true }, table);
  return {
    ...baseOf(schema, { ...place, path }, table),
    shape: "list",
    entry,
    entriesMin: numberOf(schema["minItems"]) ?? 0,
    entriesMax: numberOf(schema["maxItems"]) ?? 1000,
  };
}

function leafOf(schema: Schema, place: Place, table: Table): LeafField {
  const [precision = 0, scale = 0] = numbersOf(schema["x-rpt-decimal"]);
  const bounds = schema["x-rpt-decimal"] === undefined ? schema : (schemasOf(schema["anyOf"])[0] ?? schema);
  const kind = kindOf(schema);
  const options = optionsOf(schema);
  const examples = Array.isArray(schema["examples"]) ? schema["examples"] : [];
  const linesMax = numberOf(schema["x-rpt-lines"]);
  return {
    ...baseOf(schema, place, table),
    shape: "leaf",
    kind,
    example: writtenExample(table.get(place.path)?.example, examples[0], options),
    fallback: schema["default"] === undefined ? null : writtenValue(schema["default"], options),
    lengthMax: numberOf(schema["maxLength"]),
    linesMax,
    // The pattern that stands alone beside a number of lines says that number.
    pattern: linesMax === null || schema["allOf"] ? textOf(schema["pattern"]) : null,
    minimum: ownBound(bounds["minimum"], precision, scale),
    maximum: ownBound(bounds["maximum"], precision, scale),
    precision,
    scale,
    options,
    capacity: capacityOf(schema["x-rpt-capacity"]),
  };
}

/** Null for what the digits of a decimal leave anyway, of which people are told in digits. */
function ownBound(bound: unknown, precision: number, scale: number): string | null {
  const isOfDigits = typeof bound === "number" && precision > 0 && Math.abs(bound) === mostOf(precision, scale);
  return isOfDigits ? null : digitsOf(bound);
}

/** The largest number of so many digits. */
function mostOf(precision: number, scale: number): number {
  return Number(`${"9".repeat(precision - scale) || "0"}.${"9".repeat(scale) || "0"}`);
}

function baseOf(schema: Schema, place: Place, table: Table): FieldBase {
  const label = table.get(place.path)?.label ?? "";
  return {
    ...place,
    label: textOf(schema["title"]) ?? (label === "" ? null : label),
    description: textOf(schema["description"]),
    role: textOf(schema["x-rpt-role"]),
  };
}

/** A one-line string never matches a line break; that is how schemas tell it from a text. */
export const ONE_LINE_PATTERN = "^[^\\r\\n\\x0b\\x0c\\x85\u2028\u2029\\x00]*$";
/** Times have no format of their own in the schema, because seconds and offsets are left out. */
const TIME_PATTERN = "^([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9])?$";

function kindOf(schema: Schema): LeafKind {
  if (schema["x-rpt-decimal"] !== undefined) return "decimal";
  if (Array.isArray(schema["enum"])) return "choice";
  if (schema["x-rpt-image"] === true) return "image";
  if (schema["format"] === "date") return "date";
  if (schema["format"] === "date-time") return "datetime";
  if (schema["type"] === "integer") return "integer";
  if (schema["type"] === "boolean") return "boolean";
  if (schema["pattern"] === TIME_PATTERN && schema["maxLength"] === undefined) return "time";
  return isMultiline(schema) ? "text" : "line";
}

/** A text is told by its having no pattern of its own, or one that lets a line break pass; a line refuses them. */
function isMultiline({ pattern, not }: Schema): boolean {
  if (typeof pattern === "string" && !isLineBreak(pattern)) return false;
  const refused = asSchema(not)["pattern"];
  return typeof refused !== "string" || !isLineBreak(refused);
}

/** Whether a line break matches the pattern; one that can't be read matches nothing. */
function isLineBreak(pattern: string): boolean {
  if (pattern === ONE_LINE_PATTERN) return false;
  try {
    return new RegExp(pattern, "u").test("\n");
  } catch {
    return false;
  }
}

function optionsOf(schema: Schema): readonly Option[] {
  const members: readonly unknown[] = Array.isArray(schema["enum"]) ? schema["enum"] : [];
  const labels: readonly unknown[] = Array.isArray(schema["x-rpt-labels"]) ? schema["x-rpt-labels"] : [];
  return members.flatMap((value, at) =>
    typeof value === "string" || typeof value === "number" ? [{ value, label: String(labels[at] ?? value) }] : [],
  );
}

/** The table's example keeps its digits; the schema's is a double. */
function writtenExample(text: string | undefined, example: unknown, options: readonly Option[]): string | null {
  const isPlainNumber = text !== undefined && /^-?[0-9]/.test(text);
  if (isPlainNumber && options.length === 0) return text;
  return example === undefined ? null : writtenValue(example, options);
}

function writtenValue(value: unknown, options: readonly Option[]): string {
  return options.find((option) => option.value === value)?.label ?? String(value);
}

function capacityOf(value: unknown): Capacity | null {
  const capacity = asSchema(value);
  const charactersPerLine = numberOf(capacity["charactersPerLine"]);
  const lines = numberOf(capacity["lines"]);
  if (charactersPerLine === null || lines === null) return null;
  return { charactersPerLine, lines, shrunkPerLine: numberOf(asSchema(capacity["shrunk"])["charactersPerLine"]) };
}

function isRecord(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function asSchema(value: unknown): Schema {
  return isRecord(value) ? value : {};
}

function schemasOf(value: unknown): readonly Schema[] {
  return Array.isArray(value) ? value.map(asSchema) : [];
}

function numberOf(value: unknown): number | null {
  return typeof value === "number" ? value : null;
}

function numbersOf(value: unknown): readonly number[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === "number") : [];
}

function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

function digitsOf(value: unknown): string | null {
  return typeof value === "number" ? String(value) : null;
}
